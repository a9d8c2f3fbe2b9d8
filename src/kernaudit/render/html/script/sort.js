// Order of families in their section, and of kernels in their family: as in the file, by name, or by a device.
let order = { by: null, down: false };

const worstOf = (family, device) =>
  family.members.reduce((worst, number) => Math.min(worst, data.cells[kernels[number].cells[device]][0]), statuses.length);

const compare = (one, other) => (one < other ? -1 : one > other ? 1 : 0);
const sorted = (items, key) =>
  items.map((item, place) => [key(item), place, item])
    .sort(([a, i], [b, j]) => (order.down ? compare(b, a) : compare(a, b)) || i - j)
    .map(([, , item]) => item);

const sortedMembers = (family) => {
  const members = families[family].members;
  if (order.by === null) return members;
  const key = order.by === "name" ? (number) => kernels[number].name.toLowerCase() : (number) => data.cells[kernels[number].cells[order.by]][0];
  return sorted(members, key);
};

const sortFamilies = (body) => {
  const rows = familyRows.filter((row) => row.parentElement === body);
  if (order.by === null) return rows;
  const family = (row) => families[Number(row.dataset.family)];
  return sorted(rows, order.by === "name" ? (row) => family(row).name.toLowerCase() : (row) => worstOf(family(row), order.by));
};

const placeRows = () => {
  for (const body of grid.tBodies) {
    for (const row of sortFamilies(body)) {
      const own = state[Number(row.dataset.family)];
      const place = new Map(sortedMembers(Number(row.dataset.family)).map((number, at) => [number, at]));
      own.built.sort((a, b) => place.get(Number(a.dataset.kernel)) - place.get(Number(b.dataset.kernel)));
      body.append(row, ...own.built);
    }
  }
};

// Three states by turns: worst (or A) first, best (or Z) first, as in the file.
const sortBy = (head, by) => {
  if (order.by !== by) order = { by, down: false };
  else order = order.down ? { by: null, down: false } : { by, down: true };
  for (const other of grid.tHead.rows[0].cells) other.removeAttribute("aria-sort");
  if (order.by !== null) head.setAttribute("aria-sort", order.down ? "descending" : "ascending");
  placeRows();
};

const upgradeHeads = () => {
  for (const head of grid.tHead.rows[0].cells) {
    const by = head.dataset.sort === "name" ? "name" : Number(head.dataset.sort);
    const button = el("button", { type: "button" }, ...head.childNodes);
    head.addEventListener("click", () => sortBy(head, by));
    head.append(button);
  }
};
