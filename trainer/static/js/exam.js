// An exam's page: it saves as one types, keeps in this browser what is not saved yet, and shows the server's clock.
// "Saved" is only ever what the server says once the answer is stored.
"use strict";

{
  const PAUSE = 900; // milliseconds without typing until an answer is saved
  const PATIENCE = 15000; // milliseconds that an answer of the server is waited for
  const RETRIES = [2000, 4000, 8000, 15000];
  const PULSE = 60000;
  const TOLD = [["one", 60], ["five", 300], ["ten", 600]]; // seconds left at which a screen reader is told
  const LAST = 3; // seconds before the end at which what is typed is saved without a pause
  const OURS = ["csrfmiddlewaretoken", "device", "number", "take", "go"];

  const exam = document.querySelector("[data-exam]");
  const over = document.querySelector("[data-done]");

  // Both stores can be closed by the browser's settings: then nothing is kept, and all else works.
  function keep(store, name, value) {
    try {
      if (value === null) window[store].removeItem(name);
      else window[store].setItem(name, value);
    } catch {
      return;
    }
  }

  function kept(store, name) {
    try {
      return window[store].getItem(name);
    } catch {
      return undefined;
    }
  }

  function read(text) {
    try {
      return JSON.parse(text ?? "null");
    } catch {
      return null;
    }
  }

  function keptNames(prefix) {
    try {
      return Object.keys(localStorage).filter((name) => name.startsWith(prefix));
    } catch {
      return [];
    }
  }

  const said = (pattern, words) => pattern.replace(/%\((\w+)\)s/g, (_, name) => words[name]);
  const json = { Accept: "application/json" };

  // ---- the clock, the same on all pages of an open exam

  let ends = 0;
  let leaving = false;

  function leftIs(seconds) {
    ends = performance.now() + 1000 * seconds;
  }

  function tick(early) {
    const clock = document.querySelector("[data-clock]");
    const left = Math.max(0, Math.ceil((ends - performance.now()) / 1000));
    const words = said(clock.dataset.words, { minutes: Math.floor(left / 60), seconds: left % 60 });
    if (clock.textContent !== words) clock.textContent = words;
    const before = Number(clock.dataset.before ?? left);
    const passed = TOLD.find(([, seconds]) => left <= seconds && before > seconds);
    if (passed) tell(passed[0]);
    clock.dataset.before = left;
    clock.classList.toggle("clock-soon", left <= 60);
    if (left <= LAST) early?.();
    if (left > 0 || leaving) return;
    leaving = true;
    setTimeout(() => location.replace(exam.dataset.over), 1000);
  }

  function tell(what) {
    const region = document.getElementById("time-told");
    region.textContent = region.dataset[what];
  }

  async function pulse(signedOut) {
    let response;
    try {
      response = await fetch(exam.dataset.pulse, { headers: json, signal: AbortSignal.timeout(PATIENCE) });
    } catch {
      return false;
    }
    if (response.status === 401) signedOut?.((await response.json()).login);
    if (!response.ok) return false;
    const state = await response.json();
    if (state.over) location.replace(exam.dataset.over);
    if (ends && performance.now() + 1000 * state.left > ends + 5000) tell("more");
    leftIs(state.left);
    document.querySelectorAll("[name=csrfmiddlewaretoken]").forEach((field) => (field.value = state.token));
    const items = state.grants.map((text) => Object.assign(document.createElement("li"), { textContent: text }));
    document.querySelector("[data-grants]").replaceChildren(...items);
    return true;
  }

  // Leaving the tab is noted, going from question to question is not: there the page is hidden because it goes.
  function noteAway() {
    let going = false;
    addEventListener("pagehide", () => (going = true));
    addEventListener("pageshow", () => (going = false));
    document.addEventListener("visibilitychange", () => {
      if (going) return;
      const body = new FormData();
      body.set("csrfmiddlewaretoken", document.querySelector("[name=csrfmiddlewaretoken]").value);
      body.set("away", document.hidden ? "1" : "0");
      navigator.sendBeacon(exam.dataset.away, body);
      if (!document.hidden) pulse();
    });
  }

  // ---- which window holds the exam: the one whose key the server has

  const holder = () => `exam-device:${exam.dataset.exam}`;

  function isMine() {
    const { device } = exam.dataset;
    if (location.hash === "#here") {
      keep("sessionStorage", holder(), device);
      history.replaceState(null, "", location.pathname + location.search);
    }
    const mine = kept("sessionStorage", holder());
    return mine === null ? null : mine === undefined || mine === device;
  }

  // ---- one question

  function ask(form, mine) {
    const place = `exam:${exam.dataset.exam}:${exam.dataset.place}`;
    const status = document.getElementById("saved");
    const typed = () => JSON.stringify([...new FormData(form)].filter(([name]) => !OURS.includes(name)));
    let number = Number(form.elements.number.value) - 1; // the last save that this page knows of
    let stored = form.dataset.typed ? "" : typed(); // a page can come with what is not saved
    let sent = stored;
    let holds = mine;
    let busy = null;
    let failures = 0;
    let timer = 0;

    const isStored = () => typed() === stored;

    function show(words, ok = false) {
      status.classList.toggle("saved-none", !ok);
      status.querySelector("span").textContent = words;
    }

    function soon(pause) {
      clearTimeout(timer);
      timer = setTimeout(save, pause);
    }

    function lose() {
      holds = false;
      form.elements.device.value = kept("sessionStorage", holder()) ?? "";
      document.getElementById("elsewhere").hidden = false;
      show(status.dataset.refused);
    }

    function signedOut(login) {
      const notice = document.getElementById("signed-out");
      notice.querySelector("a").href = login;
      notice.hidden = false;
      show(status.dataset.refused);
    }

    function keepTyped() {
      keep("localStorage", place, isStored() ? null : JSON.stringify({ number, typed: typed() }));
    }

    // Sends what is typed, one request at a time, and goes on until the newest is stored or nothing more can be done.
    function save() {
      busy ??= send().finally(() => (busy = null));
      return busy;
    }

    async function send() {
      clearTimeout(timer);
      while (holds && !isStored()) {
        const text = typed();
        if (text !== sent) number += 1;
        sent = text;
        form.elements.number.value = number;
        show(status.dataset.saving);
        if (!(await post(text))) return;
      }
    }

    async function post(text) {
      let response;
      try {
        const signal = AbortSignal.timeout(PATIENCE);
        response = await fetch(form.action, { method: "POST", body: new FormData(form), headers: json, signal });
      } catch {
        return failed();
      }
      if (response.ok) return acknowledged(text, await response.json());
      if (response.status === 401) signedOut((await response.json()).login);
      else if (response.status === 409) return refused(await response.json());
      else if (response.status === 404) location.replace(exam.dataset.over);
      else if (response.status === 403 && failures === 0 && (await pulse(signedOut))) return failed(0); // a new token
      else return failed();
      return false;
    }

    function acknowledged(text, reply) {
      stored = text;
      failures = 0;
      leftIs(reply.left);
      show(reply.said, true);
      keepTyped();
      document.getElementById("unread").hidden = !reply.note;
      document.getElementById("signed-out").hidden = true;
      fillSquare(reply.answered, Boolean(reply.note));
      return true;
    }

    function refused(reply) {
      if (reply.reason === "over") location.replace(exam.dataset.over);
      if (reply.reason === "elsewhere") lose();
      if (reply.reason !== "older") return false;
      number = reply.number; // what stands in this window is what the candidate typed last
      sent = "";
      return true;
    }

    function failed(pause = RETRIES[Math.min(failures, RETRIES.length - 1)]) {
      failures += 1;
      const away = !document.getElementById("signed-out").hidden; // that is said beside it, and is the reason
      show(away ? status.dataset.refused : status.dataset.failed);
      document.getElementById("unread").hidden = true; // it was said of what was stored before
      soon(pause);
      return false;
    }

    function fillSquare(answered, incomplete) {
      const list = document.querySelector(".squares");
      const square = list.querySelector(`[data-square="${exam.dataset.place}"]`);
      square.classList.toggle("square-done", answered);
      square.classList.toggle("square-part", incomplete);
      const whole = answered ? list.dataset.answered : list.dataset.open;
      square.querySelector("[data-state]").textContent = incomplete ? list.dataset.part : whole;
      const count = list.querySelectorAll(".square-done:not(.square-part)").length;
      const title = document.getElementById("sheet");
      title.textContent = said(title.dataset.words, { answered: count, asked: list.children.length });
    }

    // What was typed before and not saved comes back, unless a later answer is stored.
    function restore() {
      const before = read(kept("localStorage", place));
      if (!before || before.number < number || before.typed === stored) return keep("localStorage", place, null);
      const texts = JSON.parse(before.typed);
      for (const field of form.elements) {
        if (!field.name || OURS.includes(field.name)) continue;
        const values = texts.filter(([name]) => name === field.name).map(([, value]) => value);
        if (field.matches("[type=checkbox], [type=radio]")) field.checked = values.includes(field.value);
        else field.value = values[0] ?? "";
        if (values.some(Boolean)) field.closest("details")?.setAttribute("open", "");
      }
      number = before.number;
      return undefined;
    }

    // What was wrong with a field was said of what stood in it before.
    function forgetProblem(field) {
      const told = field.closest('[aria-describedby$="-problem"]');
      if (!told) return;
      document.getElementById(told.getAttribute("aria-describedby"))?.remove();
      told.removeAttribute("aria-describedby");
      told.removeAttribute("aria-invalid");
    }

    function changed(event) {
      forgetProblem(event.target);
      keepTyped();
      if (isStored()) return;
      show(holds ? status.dataset.unsaved : status.dataset.refused);
      if (holds) soon(PAUSE);
    }

    // A button saves first and leads on once the answer is stored: where nothing is stored the page stays.
    async function leave(event) {
      const button = event.submitter;
      if (button?.name === "take" || isStored()) {
        leaving = true;
        return;
      }
      event.preventDefault();
      await save();
      if (isStored()) form.requestSubmit(button);
    }

    form.addEventListener("input", changed);
    form.addEventListener("change", changed);
    form.addEventListener("submit", leave);
    addEventListener("online", () => soon(0));
    restore();
    if (!holds) lose();
    else if (!isStored() && form.dataset.typed !== "older") save(); // the candidate decides between two answers
    return { save, signedOut };
  }

  // ---- before handing in: what is typed in this browser and not saved

  function listUnsent() {
    const notice = document.getElementById("unsent");
    const names = keptNames(`exam:${exam.dataset.exam}:`);
    if (!notice || !names.length) return;
    for (const name of names) {
      const place = name.split(":").at(-1);
      const link = document.createElement("a");
      link.href = notice.dataset.place.replace("/0/", `/${place}/`);
      link.textContent = place;
      notice.querySelector("span").append(link, " ");
    }
    notice.hidden = false;
  }

  function begin(mine) {
    const form = document.getElementById("answer");
    leftIs(Number(document.querySelector("[data-clock]").dataset.clock));
    const asked = form ? ask(form, mine) : null;
    tick();
    setInterval(() => tick(asked?.save), 500);
    setInterval(() => pulse(asked?.signedOut), PULSE);
    noteAway();
    listUnsent();
  }

  if (exam) {
    const mine = isMine();
    if (mine === null) document.getElementById("take").submit(); // another window: the exam goes on in this one
    else begin(mine);
  }

  if (over) {
    keptNames(`exam:${over.dataset.done}:`).forEach((name) => keep("localStorage", name, null));
    keep("sessionStorage", `exam-device:${over.dataset.done}`, null);
  }
}
