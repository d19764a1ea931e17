// Comfort only: every page and act works without this.
"use strict";

// "/" goes to the search box, as in many a tool that is used all day.
document.addEventListener("keydown", (event) => {
  const field = document.querySelector("input[data-search]");
  const isTyping = event.target.closest("input, textarea, select, [contenteditable]");
  if (event.key === "/" && field && !isTyping && !event.ctrlKey && !event.metaKey && !event.altKey) {
    event.preventDefault();
    field.focus();
    field.select();
  }
});

// A form that was sent is not sent again by a second click.
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.dataset.sent) {
    event.preventDefault();
    return;
  }
  if (form.method === "post") {
    form.dataset.sent = "yes";
    setTimeout(() => delete form.dataset.sent, 5000);
  }
});

// What came back by the browser's own memory may be sent again.
window.addEventListener("pageshow", () => {
  for (const form of document.forms) {
    delete form.dataset.sent;
  }
});

// Another choice shows at once what it comes to.
document.addEventListener("change", async (event) => {
  const form = event.target.closest("form[data-computes]");
  if (!form || !event.target.matches("select")) {
    return;
  }
  const chosen = [...form.elements].filter((one) => one.matches("select, input:not([type=hidden])"));
  const query = new URLSearchParams(chosen.map((one) => [one.name, one.value]));
  const answer = await fetch(`${form.action}?${query}`);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const computed = page.querySelector("[data-computed]");
  if (answer.ok && computed) {
    form.querySelector("[data-computed]").replaceWith(computed);
  }
});

// A passkey is made or used by the browser; the form then carries what it said.
document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!form.dataset.passkey || form.elements.credential.value) {
    return;
  }
  event.preventDefault();
  delete form.dataset.sent;
  const question = JSON.parse(form.dataset.question);
  try {
    const made = form.dataset.passkey === "create"
      ? await navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(question) })
      : await navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(question) });
    form.elements.credential.value = JSON.stringify(made.toJSON());
    form.submit();
  } catch (refused) {
    // The person thought better of it, or has no key here: the page stays as it is.
    form.querySelector("button").focus();
  }
});
