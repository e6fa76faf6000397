// The editor: what was opened stays open when the server sends it anew. The focus follows a row that came or went, a new
// player's name ready to be typed over, and stays among cards or actions when the one that was tapped is gone. Whoever
// leaves the page with something changed and not saved is asked first.
"use strict";

const GROUPS = [".tool-deck", ".tool-taps"];
let opened = [];
let group = null;
let unsaved = false;
let saving = false;

document.addEventListener("input", (event) => {
  unsaved ||= event.target.closest("#author form") !== null;
});

// Saving keeps what was changed, and so does throwing the draft away; every other button of the form changes something,
// but for the one that works it out.
document.addEventListener("submit", (event) => {
  if (!event.target.closest("#author, .author-drop")) return;
  const button = event.submitter?.name;
  saving = unsaved && button === "save";
  unsaved = ["save", "act"].includes(button) ? false : unsaved || !["look", "", undefined].includes(button);
});

["htmx:error", "htmx:response:error"].forEach((name) =>
  document.addEventListener(name, () => {
    unsaved ||= saving;
    saving = false;
  }),
);

addEventListener("beforeunload", (event) => {
  if (unsaved) event.preventDefault();
});

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
