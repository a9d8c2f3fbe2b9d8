// A link to an entry opens it.
const openTarget = () => {
  const target = location.hash.length > 1 ? byId(location.hash.slice(1)) : null;
  const folded = target && target.closest("details");
  if (!folded) return;
  folded.open = true;
  target.scrollIntoView();
};

// More rows than this at a time are slow to lay out, and nobody reads them.
const EXPAND_AT_MOST = 400;
const rowsOf = (family) => (state[family].shown === null ? families[family].members.length : state[family].shown.size);
const shownRows = () => families.reduce((sum, _, family) => sum + (rowOfFamily.get(family).hidden ? 0 : rowsOf(family)), 0);

familyRows.forEach(upgradeFamily);
upgradeHeads();
resetRoving();
grid.addEventListener("click", (event) => {
  const button = event.target.closest("td > button");
  if (!button) return;
  setCurrent(button);
  openCell(button);
});
grid.addEventListener("keydown", move);
byId("controls").addEventListener("submit", (event) => event.preventDefault());
byId("filter-text").addEventListener("input", filterSoon);
byId("filter-status").addEventListener("change", applyFilter);
byId("filter-device").addEventListener("change", applyFilter);
byId("controls").addEventListener("reset", () => setTimeout(applyFilter));
byId("expand").addEventListener("click", () => {
  const opening = byId("expand").textContent === "Expand all";
  let rows = 0;
  for (const row of visibleRows().filter((one) => one.matches(".family"))) {
    const family = Number(row.dataset.family);
    const fits = rows + rowsOf(family) <= EXPAND_AT_MOST;
    if (fits) rows += rowsOf(family);
    setOpen(family, opening && fits);
  }
  byId("expand").textContent = opening ? "Collapse all" : "Expand all";
  if (opening && rows < shownRows()) byId("match-count").textContent = `${rows} of ${shownRows()} rows are open: filter, or open a family`;
});
addEventListener("hashchange", openTarget);
openTarget();
byId("controls").hidden = false;
byId("keys").hidden = false;
