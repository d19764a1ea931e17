// Shows only the endpoints whose method, path, words or fields hold what is typed. The page is whole without it.
const field = document.getElementById("filter");
field.hidden = false;
field.addEventListener("input", () => {
  const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = (element) => words.every((word) => element.dataset.words.includes(word));
  for (const group of document.querySelectorAll("[data-group]")) {
    let any = false;
    for (const item of group.querySelectorAll("[data-words]")) {
      item.hidden = !fits(item);
      any = any || !item.hidden;
    }
    group.hidden = !any;
  }
});
document.addEventListener("keydown", (event) => {
  if (event.key === "/" && document.activeElement !== field) {
    event.preventDefault();
    field.focus();
  }
});
