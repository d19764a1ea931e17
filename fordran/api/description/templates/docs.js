// What the pages of /docs do beside being read: filter, copy, choose a language, try a request. They are whole without it.
const all = (selector, within = document) => [...within.querySelectorAll(selector)];
const made = (tag, given = {}, ...inside) => {
  const element = Object.assign(document.createElement(tag), given);
  element.append(...inside);
  return element;
};

// The filter: of the list and of the pane, with how many are left.
const field = document.getElementById("filter");
const filter = () => {
  const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = (element) => words.every((word) => element.dataset.words.includes(word));
  for (const group of all("[data-group]")) {
    const items = all("[data-words]", group);
    for (const item of items) item.hidden = !fits(item);
    group.hidden = items.every((item) => item.hidden);
  }
  const left = all("article:not([hidden])").length;
  document.getElementById("found").textContent = words.length ? `${left} of ${all("article").length} endpoints` : "";
};
if (field) {
  field.hidden = false;
  field.addEventListener("input", filter);
  document.addEventListener("keydown", (event) => {
    if (event.key === "/" && !event.target.closest("input, textarea")) {
      event.preventDefault();
      field.focus();
    }
  });
}

// On a small screen the list is opened and closed.
const menu = document.getElementById("menu");
const nav = document.getElementById("nav");
const opened = (is) => {
  menu.setAttribute("aria-expanded", String(is));
  nav.classList.toggle("open", is);
};
menu.hidden = false;
nav.classList.add("can-close");
menu.addEventListener("click", () => opened(!nav.classList.contains("open")));
nav.addEventListener("click", (event) => event.target.closest("li a") && opened(false));

// A link to what is hidden or folded shows it.
const arrive = () => {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!target) return;
  if (field && target.closest("[hidden]")) {
    field.value = "";
    filter();
  }
  if (target.tagName === "DETAILS") target.open = true;
  target.scrollIntoView();
};
addEventListener("hashchange", arrive);

// Samples in one language at a time, the same everywhere and the next time too.
const remembered = (language) => {
  try {
    if (language) localStorage.setItem("fordran-language", language);
    return localStorage.getItem("fordran-language");
  } catch {
    return language;
  }
};
const choose = (language) => {
  for (const sample of all("[data-language]")) sample.hidden = sample.dataset.language !== language;
  for (const button of all("[data-chooses]")) button.setAttribute("aria-pressed", button.dataset.chooses === language);
};
for (const figure of all(".samples")) {
  const buttons = all("[data-language]", figure).map(({ dataset: { language } }) => {
    const button = made("button", { type: "button", textContent: language });
    button.dataset.chooses = language;
    button.addEventListener("click", () => {
      const before = figure.getBoundingClientRect().top;
      choose(remembered(language) || language);
      scrollBy(0, figure.getBoundingClientRect().top - before);
    });
    return button;
  });
  figure.querySelector("figcaption").append(...buttons);
}
const languages = new Set(all("[data-language]").map((sample) => sample.dataset.language));
if (languages.size) choose(languages.has(remembered()) ? remembered() : "curl");

// Copying what is shown.
const copied = async (text) => {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Without TLS there is no clipboard; a selection can be copied all the same.
    const area = made("textarea", { value: text, className: "away" });
    document.body.append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
  }
};
for (const block of all("figure, .guide pre")) {
  const button = made("button", { type: "button", textContent: "Copy", className: "copy" });
  button.addEventListener("click", async () => {
    const shown = block.matches("pre") ? block.querySelector("code") : block.querySelector("pre:not([hidden])");
    await copied(shown.textContent);
    button.textContent = "Copied";
    setTimeout(() => (button.textContent = "Copy"), 1500);
  });
  (block.querySelector("figcaption") || block).append(button);
}

// Trying a request, in a sandbox: with the reader's own token, at the service that this page comes from.
const asked = (form, figure) => {
  const query = new URLSearchParams();
  let path = figure.dataset.path;
  const headers = { "X-API-Key": document.getElementById("token").value.trim() };
  for (const input of all("[data-in]", form)) {
    if (input.dataset.in === "path") path = path.replace(`{${input.name}}`, encodeURIComponent(input.value.trim()));
    else if (input.value.trim() && input.dataset.in === "query") query.set(input.name, input.value.trim());
    else if (input.value.trim()) headers[input.name] = input.value.trim();
  }
  const body = form.querySelector("textarea");
  if (body) headers["Content-Type"] = "application/json";
  const url = path + (query.size ? `?${query}` : "");
  return [url, { method: figure.dataset.method, headers, body: body ? body.value : undefined, credentials: "omit" }];
};
const answered = async (form, figure) => {
  const shown = form.querySelector("output");
  shown.textContent = "…";
  try {
    const answer = await fetch(...asked(form, figure));
    const text = await answer.text();
    const isJson = (answer.headers.get("content-type") || "").includes("json");
    const body = isJson && text ? JSON.stringify(JSON.parse(text), null, 2) : text;
    shown.textContent = `${answer.status} ${answer.statusText}\n${body.slice(0, 100000)}`;
  } catch (error) {
    shown.textContent = `No answer came: ${error.message}`;
  }
};
const formOf = (figure) => {
  const article = figure.closest("article");
  const form = made("form", { className: "try" });
  for (const row of all(".parameters tr", article)) {
    const { name, place, example } = row.dataset;
    const input = made("input", { name, autocomplete: "off", spellcheck: false, value: place === "path" ? example : "" });
    input.dataset.in = place;
    form.append(made("label", {}, made("span", { textContent: name }), input));
  }
  if (figure.dataset.body) {
    const sample = figure.dataset.example;
    const area = made("textarea", { value: sample, rows: 10, spellcheck: false });
    form.append(made("label", {}, made("span", { textContent: "Body" }), area));
  }
  const send = made("button", { type: "submit", textContent: `Send ${figure.dataset.method}` });
  form.append(send, made("output", { tabIndex: 0 }));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    answered(form, figure);
  });
  return form;
};
if ("canBeTried" in document.body.dataset) {
  document.getElementById("token-line").hidden = false;
  for (const figure of all(".samples")) {
    if (figure.dataset.body && figure.dataset.body !== "application/json") continue;
    const button = made("button", { type: "button", textContent: "Try it", className: "tries" });
    button.setAttribute("aria-expanded", "false");
    button.addEventListener("click", () => {
      const form = figure.querySelector("form");
      if (form) form.remove();
      else figure.append(formOf(figure));
      button.setAttribute("aria-expanded", String(!form));
    });
    figure.querySelector(".copy").before(button);
  }
}
arrive();
