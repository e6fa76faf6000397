// What the pages do beyond plain HTML and htmx: the theme, where focus goes after a swap, and Enter for "next".
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

document.addEventListener("click", (event) => {
  if (!event.target.closest("[data-theme-switch]")) return;
  const now = root.dataset.theme ?? (dark.matches ? "dark" : "light");
  root.dataset.theme = now === "dark" ? "light" : "dark";
  keep(root.dataset.theme);
});

// After a swap focus goes to what has come: the verdict, a field that is asked again, or the title of a question.
// What was there before is left alone, so that a small swap elsewhere never takes the focus away.
const PLACES = [".verdict", '[aria-describedby$="-problem"]', "#main h1"];
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

// The live region lies outside of all that is swapped; its sentences come with the page, in the reader's language.
function say(sentence) {
  const region = document.getElementById("said");
  if (region) region.textContent = sentence ? (region.dataset[sentence] ?? "") : "";
}

document.addEventListener("htmx:before:request", () => say(""));
document.addEventListener("htmx:error", () => say("offline"));
document.addEventListener("htmx:response:error", (event) => {
  if (event.detail.ctx.response.status !== 422) say("failed");
});

// Enter goes on, unless it already means something where the focus is.
document.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.repeat || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  if (event.target.closest("a, button, input, select, textarea, summary")) return;
  document.querySelector(".onward .button-act")?.click();
});

document.addEventListener("DOMContentLoaded", () => {
  places().forEach((place) => met.add(place));
  document.querySelectorAll("[data-theme-switch]").forEach((button) => (button.hidden = false));
});
