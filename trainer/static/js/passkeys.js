// Passkeys: a form with data-passkey makes or uses one when it is sent, and sends what the device answered. The options
// stand in the page, or come from the form's address. Without this file the forms stay hidden, and codes do the same.
"use strict";

const MADE_BY_ITSELF = { residentKey: "required", requireResidentKey: true, userVerification: "required" };

async function optionsOf(form) {
  const written = form.querySelector("script[type='application/json']");
  if (written) return JSON.parse(written.textContent);
  const response = await fetch(form.action, { headers: { Accept: "application/json", "X-Requested-With": "XMLHttpRequest" } });
  if (!response.ok) throw new Error("no options");
  return (await response.json()).request_options;
}

// A passkey that is made here is one that the device finds by itself and asks a finger, a face or a PIN for.
async function answerTo(form) {
  const options = await optionsOf(form);
  if (form.dataset.passkey === "get") return webauthnJSON.get(options);
  Object.assign(options.publicKey.authenticatorSelection, MADE_BY_ITSELF);
  return webauthnJSON.create(options);
}

document.addEventListener("submit", async (event) => {
  const form = event.target.closest("form[data-passkey]");
  if (!form) return;
  event.preventDefault();
  const said = document.getElementById("said");
  said.textContent = "";
  try {
    form.elements.credential.value = JSON.stringify(await answerTo(form));
    form.submit();
  } catch {
    said.textContent = form.dataset.failed;
  }
});

if (window.PublicKeyCredential && window.webauthnJSON) {
  document.querySelectorAll("form[data-passkey] button[hidden]").forEach((button) => (button.hidden = false));
}
