// Elements are made here and nowhere else; strings become text, never markup.
const el = (tag, attributes = {}, ...children) => {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null && value !== false) made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children.flat().filter((child) => child !== null && child !== ""));
  return made;
};
const byId = (id) => document.getElementById(id);
const statusWords = (status, count = "") => [
  el("i", { "aria-hidden": "true" }, status.symbol), ` ${status.word}`,
  count ? el("small", {}, ` ${count}`) : "",
];
const chip = (status) => el("span", { class: `chip s-${status.id}` }, statusWords(status));
