// One stop of the Tab key for all cells; arrow keys move between them.
let current = null;

const cellButtons = (row) => [...row.querySelectorAll("td > button")];
const visibleRows = () => [...grid.querySelectorAll("tr.family, tr.kernel")].filter((row) => !row.hidden && !row.parentElement.hidden);

const setCurrent = (button) => {
  if (current) current.tabIndex = -1;
  current = button;
  if (current) current.tabIndex = 0;
};

const resetRoving = () => {
  if (current && !current.closest("tr").hidden) return;
  const first = visibleRows()[0];
  setCurrent(first ? cellButtons(first)[0] : null);
};

const STEPS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };
const move = (event) => {
  const button = event.target.closest("td > button");
  if (!button) return;
  const rows = visibleRows();
  const at = rows.indexOf(button.closest("tr"));
  const column = cellButtons(rows[at]).indexOf(button);
  let row = at, next = column;
  if (event.key in STEPS) [row, next] = [at + STEPS[event.key][0], column + STEPS[event.key][1]];
  else if (event.key === "Home") next = 0;
  else if (event.key === "End") next = devices.length - 1;
  else return;
  event.preventDefault();
  const target = rows[row] && cellButtons(rows[row])[next];
  if (!target) return;
  setCurrent(target);
  target.focus();
};
