// A link to an entry opens it.
const openTarget = () => {
  const target = location.hash.length > 1 ? byId(location.hash.slice(1)) : null;
  if (target instanceof HTMLDetailsElement) target.open = true;
};

const allOpen = () => families.every((family, number) => state[number].open || rowOfFamily.get(number).hidden);

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
  const open = !allOpen();
  families.forEach((_, number) => {
    if (!rowOfFamily.get(number).hidden) setOpen(number, open);
  });
  byId("expand").textContent = open ? "Collapse all" : "Expand all";
});
addEventListener("hashchange", openTarget);
openTarget();
byId("controls").hidden = false;
byId("keys").hidden = false;
