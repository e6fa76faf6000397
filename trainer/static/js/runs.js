// A run's countdown, and its verdicts told. The clock that counts is the server's; this one only shows what is left.
"use strict";

{
  const SOON = 30; // seconds
  const ends = new WeakMap(); // when each clock that came with a page stops, by this browser's own steady clock
  let over = false;

  const region = () => document.getElementById("run-told");

  function tick() {
    const clock = document.querySelector("[data-left]");
    if (!clock || over) return;
    const before = ends.has(clock);
    if (!before) ends.set(clock, performance.now() + 1000 * Number(clock.dataset.left));
    const left = Math.max(0, Math.ceil((ends.get(clock) - performance.now()) / 1000));
    const soon = left <= SOON;
    if (before && soon && !clock.classList.contains("run-soon")) region().textContent = clock.dataset.soon;
    clock.classList.toggle("run-soon", soon);
    document.querySelector("[data-until]").hidden = true;
    clock.textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
    if (left) return;
    over = true;
    location.replace(clock.dataset.over); // the page of a run that is over says how it went
  }

  setInterval(tick, 250);
  document.addEventListener("DOMContentLoaded", tick);
  document.addEventListener("htmx:after:swap", () => {
    tick();
    region().textContent = document.querySelector("[data-run-verdict]")?.textContent ?? "";
  });
}
