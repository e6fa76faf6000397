// A ticket's picture holds the PIN behind the #: it is filled in here, and never sent in an address.
"use strict";

function fillPin() {
  const pin = /^#(\d{6})$/.exec(location.hash);
  if (!pin) return;
  document.getElementById("id_pin").value = pin[1];
  history.replaceState(null, "", location.pathname + location.search);
}

addEventListener("hashchange", fillPin);
fillPin();
