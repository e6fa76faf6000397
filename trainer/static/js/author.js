// The editor: what was opened stays open when the server sends it anew. The focus follows a row that came or went, a new
// player's name ready to be typed over, and stays among cards or actions when the one that was tapped is gone.
"use strict";

const GROUPS = [".tool-deck", ".tool-taps"];
let opened = [];
let group = null;

document.addEventListener("htmx:before:swap", () => {
  opened = [...document.querySelectorAll("#author details[id][open]")].map((part) => part.id);
  group = GROUPS.find((each) => document.activeElement.closest(each)) ?? null;
});

document.addEventListener("htmx:after:swap", () => {
  document.querySelectorAll("#author details[id]").forEach((part) => (part.open = opened.includes(part.id)));
  const field = document.querySelector("#author [data-focus]");
  field?.focus();
  field?.select?.();
  if (group && document.activeElement.matches("body, :disabled")) {
    document.querySelector(`#author ${group} button:not(:disabled)`)?.focus();
  }
});
