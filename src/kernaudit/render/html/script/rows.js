// Rows of kernels below their family. They are built when first needed, a few at a time between frames.
const SLICE = 24;
const grid = byId("grid");
const familyRows = [...grid.querySelectorAll("tr.family")];
const state = families.map(() => ({ built: [], open: false, shown: null }));
const rowOfFamily = new Map(familyRows.map((row) => [Number(row.dataset.family), row]));

const cellButton = (device, ...words) =>
  el("button", { type: "button", tabindex: "-1", "data-device": device, "aria-expanded": "false" }, ...words);

const upgradeFamily = (row) => {
  [...row.cells].slice(1).forEach((cell, device) => {
    cell.classList.add("open");
    cell.replaceChildren(cellButton(device, ...cell.childNodes));
  });
  const family = Number(row.dataset.family);
  if (families[family].members.length) {
    const toggle = el("button", { type: "button", class: "toggle", "aria-expanded": "false", "aria-label": `Kernels of ${families[family].name}` }, "▸");
    toggle.addEventListener("click", () => setOpen(family, !state[family].open));
    row.cells[0].prepend(toggle);
  }
};

const kernelRow = (kernel) =>
  el("tr", { class: "kernel", "data-kernel": kernel.number },
    el("th", { scope: "row" }, el("span", { class: "name" }, kernel.name), kernel.at ? el("span", { class: "at" }, kernel.at) : ""),
    kernel.cells.map((cell, device) => {
      const status = statusOfCell(cell);
      return el("td", { class: `s-${status.id} open` }, cellButton(device, ...statusWords(status)));
    }));

// Work that is left, first come first served. One frame does one slice: what costs is the layout that follows it.
const queue = [];
const work = () => {
  queue.shift()();
  if (queue.length) requestAnimationFrame(work);
};
const later = (task) => {
  queue.push(task);
  if (queue.length === 1) requestAnimationFrame(work);
};

const lastRowOf = (family) => state[family].built.at(-1) || rowOfFamily.get(family);

const buildSlice = (family, start) => {
  const members = sortedMembers(family).slice(start, start + SLICE).map((number) => kernels[number]);
  const rows = members.map(kernelRow);
  lastRowOf(family).after(...rows);
  state[family].built.push(...rows);
  showRows(family, rows);
};

const isShown = ({ open, shown }, row) => open && (shown === null || shown.has(Number(row.dataset.kernel)));

const showRows = (family, rows) => {
  for (const row of rows) row.hidden = !isShown(state[family], row);
};

const setOpen = (family, open) => {
  const own = state[family];
  own.open = open;
  const toggle = rowOfFamily.get(family).querySelector(".toggle");
  if (toggle) {
    toggle.setAttribute("aria-expanded", String(open));
    toggle.textContent = open ? "▾" : "▸";
  }
  if (open && !own.built.length && !own.building) {
    own.building = true;
    for (let start = 0; start < families[family].members.length; start += SLICE) later(() => buildSlice(family, start));
    return;
  }
  const changed = own.built.filter((row) => row.hidden === isShown(own, row));
  for (let start = 0; start < changed.length; start += 2 * SLICE) {
    later(() => showRows(family, changed.slice(start, start + 2 * SLICE)));
  }
};
