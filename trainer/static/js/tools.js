// Where a player's row came or went, the focus goes to the place that the server has marked.
"use strict";

document.addEventListener("htmx:after:swap", () => document.querySelector("#tool [data-focus]")?.focus());
