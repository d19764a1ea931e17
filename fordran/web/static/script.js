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
