// What the pages do beyond plain HTML and htmx: the theme, the reader's zone, the account's menu, where focus goes after a
// swap and in a form that was refused, Enter for "next", links that are copied, games to choose, a hand that is played
// back, and the steps of a derivation, lit up on the table.
"use strict";

const root = document.documentElement;
const dark = matchMedia("(prefers-color-scheme: dark)");

// Kept in this browser only. A browser that keeps nothing follows the system.
function keep(theme) {
  try {
    localStorage.setItem("theme", theme);
  } catch {
    return;
  }
}

function kept() {
  try {
    return localStorage.getItem("theme");
  } catch {
    return null;
  }
}

// This file is loaded before the body, so that a kept theme never flashes the other one.
if (kept()) root.dataset.theme = kept();

// What is due, and the days on the pages, go by the reader's own zone, which only the browser knows.
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
if (zone) document.cookie = `zone=${zone}; path=/; max-age=31536000; samesite=lax${location.protocol === "https:" ? "; secure" : ""}`;

document.addEventListener("click", (event) => {
  if (!event.target.closest("[data-theme-switch]")) return;
  const now = root.dataset.theme ?? (dark.matches ? "dark" : "light");
  root.dataset.theme = now === "dark" ? "light" : "dark";
  keep(root.dataset.theme);
});

// The account's menu lies over the page: it closes on Escape and once the focus or a click is elsewhere, so that it never
// hides what has the focus.
function closeMenu() {
  const menu = document.querySelector(".account[open]");
  if (menu) menu.open = false;
  return menu;
}

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") closeMenu()?.querySelector("summary").focus();
});
for (const happens of ["focusin", "click"]) {
  document.addEventListener(happens, (event) => {
    if (!event.target.closest(".account")) closeMenu();
  });
}

// After a swap focus goes to what has come: the verdict, a field that is asked again, or the title of a question.
// What was there before is left alone, so that a small swap elsewhere never takes the focus away.
const PLACES = [".verdict", '[aria-describedby$="-problem"]', "#main h1", "#report select", "#reporting"];
const met = new WeakSet();

function places() {
  return PLACES.flatMap((selector) => [...document.querySelectorAll(selector)]);
}

document.addEventListener("htmx:after:swap", () => {
  const come = places().filter((place) => !met.has(place));
  come.forEach((place) => met.add(place));
  if (!come.length) return;
  if (!come[0].matches("input, select, textarea")) come[0].tabIndex = -1;
  come[0].focus();
});

const FAULTS = [':is(.entries, .contact) [aria-invalid="true"]', '.entries .form-error[role="alert"]'];

// A form that was refused comes back as a page: its title says so, and the focus is on the first thing to mend, unless the
// page itself says where it goes.
function leadToFault() {
  if (document.querySelector("[autofocus]")) return;
  const fault = FAULTS.map((selector) => document.querySelector(selector)).find(Boolean);
  if (!fault) return;
  document.title = `${document.getElementById("said").dataset.error} ${document.title}`;
  if (!fault.matches("input, select, textarea")) fault.tabIndex = -1;
  fault.focus();
}

// The live region lies outside of all that is swapped; its sentences come with the page, in the reader's language.
function tell(text) {
  const region = document.getElementById("said");
  if (region) region.textContent = text;
}

function say(sentence) {
  tell(document.getElementById("said")?.dataset[sentence] ?? "");
}

document.addEventListener("htmx:before:request", () => say(""));
document.addEventListener("htmx:error", () => say("offline"));
document.addEventListener("htmx:response:error", (event) => {
  if (event.detail.ctx.response.status !== 422) say("failed");
});

const COPIED_SHOWS = 6000; // milliseconds

// A link to share is copied where the browser can; elsewhere it leads to the page whose address it is.
document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-copy]");
  if (!link || !navigator.clipboard || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  navigator.clipboard.writeText(link.href).then(
    () => {
      tell(link.dataset.copy);
      setTimeout(say, COPIED_SHOWS, "");
    },
    () => location.assign(link.href),
  );
});

// Games in which no skill that is ticked is asked can't be ticked. One that is ticked can be taken away.
function greyGames(form) {
  const ticked = [...form.querySelectorAll("[data-games]:checked")].map((box) => box.dataset.games.split(" "));
  form.querySelectorAll("[name=game]").forEach((box) => {
    box.disabled = !box.checked && ticked.length > 0 && !ticked.some((games) => games.includes(box.value));
  });
}

for (const happens of ["change", "toggle"]) {
  document.addEventListener(
    happens,
    (event) => {
      const form = event.target.closest?.(".choose")?.querySelector(".choose-form");
      if (form) greyGames(form);
    },
    true,
  );
}

// Enter goes on, unless it already means something where the focus is.
document.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.repeat || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  if (event.target.closest("a, button, input, select, textarea, summary")) return;
  document.querySelector(".onward .button-act")?.click();
});

// A replay's moments come from the server. Its moves keep the focus, its text is told, and the chips that came last move.
const MOVE = { duration: 320, easing: "ease-out" };
const still = matchMedia("(prefers-reduced-motion: reduce)");
let moved = null;

document.addEventListener("click", (event) => {
  const link = event.target.closest("[data-replay]");
  if (link) moved = link.dataset.replay;
});

document.addEventListener("htmx:after:swap", () => {
  if (!moved) return;
  const region = document.querySelector("[data-replay-told]");
  if (region) region.textContent = document.querySelector(".replay-at")?.textContent ?? "";
  if (document.activeElement === document.body) {
    (document.querySelector(`.replay [data-replay="${moved}"]`) ?? document.querySelector(".replay a"))?.focus();
  }
  if (moved !== "back" && !still.matches) document.querySelectorAll(".replay [data-way]").forEach(go);
  moved = null;
});

// A bet comes from its seat; bets that have gone to the pot go there.
function go(part) {
  const [x, y] = part.dataset.way.split(" ");
  const here = { transform: "none", opacity: 1 };
  const there = { transform: `translate(${x}px, ${y}px)`, opacity: 0 };
  part.animate(part.matches(".bet-gone") ? [here, there] : [there, here], MOVE);
}

// A step and what it speaks of on the table light each other up.
const steps = () => [...document.querySelectorAll(".steps > li")];

function numberOf(part) {
  const step = part.closest?.(".steps > li");
  return step ? steps().indexOf(step) + 1 : Number(part.closest?.("[data-step]")?.dataset.step ?? 0);
}

function light(number) {
  document.querySelectorAll(".lit").forEach((part) => part.classList.remove("lit"));
  if (!number) return;
  steps()[number - 1]?.classList.add("lit");
  const spoken = `.table [data-steps~="${number}"], .table [data-step="${number}"]`;
  document.querySelectorAll(spoken).forEach((part) => part.classList.add("lit"));
}

document.addEventListener("pointerover", (event) => {
  if (event.pointerType === "mouse") light(numberOf(event.target) || numberOf(document.activeElement));
});
document.addEventListener("focusin", (event) => light(numberOf(event.target)));

function stepBy(by) {
  const all = steps();
  const next = all[Math.min(Math.max(numberOf(document.activeElement) - 1 + by, 0), all.length - 1)];
  next.tabIndex = -1;
  next.focus();
}

// The arrow keys move a replay, and the steps of a derivation where there is one and the focus is not in the replay.
document.addEventListener("keydown", (event) => {
  const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (!by || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  if (event.target.closest("input, select, textarea")) return;
  const replay = document.querySelector(".replay");
  if (replay && (event.target.closest(".replay, .spot-log") || !steps().length)) {
    replay.querySelector(`[data-replay="${by < 0 ? "back" : "forward"}"]`)?.click();
  } else if (steps().length) {
    stepBy(by);
  } else return;
  event.preventDefault();
});

// Among the cards of a deck the arrow keys go from card to card, Home and End to the first and the last.
document.addEventListener("keydown", (event) => {
  const deck = event.target.closest(".deck");
  if (!deck || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  const cards = [...deck.querySelectorAll("input")];
  const row = cards.length / deck.children.length;
  const by = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -row, ArrowDown: row, Home: 1, End: -1 }[event.key];
  if (!by) return;
  let at = { Home: 0, End: cards.length - 1 }[event.key] ?? cards.indexOf(event.target) + by;
  while (cards[at]?.disabled) at += by;
  cards[at]?.focus();
  event.preventDefault();
});

document.addEventListener("DOMContentLoaded", () => {
  places().forEach((place) => met.add(place));
  document.querySelectorAll("[data-theme-switch]").forEach((button) => (button.hidden = false));
  leadToFault();
});
