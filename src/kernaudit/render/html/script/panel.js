// The panel beside the matrix: one cell's evidence at a time. Focus goes in, and comes back to the cell.
const panel = byId("evidence");
let opener = null;

const closePanel = () => {
  if (panel.hidden) return;
  panel.hidden = true;
  if (opener) {
    opener.setAttribute("aria-expanded", "false");
    opener.focus();
  }
  opener = null;
};

const openPanel = (button, title, parts) => {
  if (opener) opener.setAttribute("aria-expanded", "false");
  opener = button;
  button.setAttribute("aria-expanded", "true");
  byId("evidence-title").textContent = title;
  byId("evidence-body").replaceChildren(...parts);
  panel.hidden = false;
  panel.scrollTop = 0;
  button.scrollIntoView({ block: "nearest", inline: "nearest" });
  byId("evidence-title").focus({ preventScroll: true });
};

const openCell = (button) => {
  const row = button.closest("tr");
  const device = Number(button.dataset.device);
  const kernel = row.dataset.kernel === undefined ? null : kernels[Number(row.dataset.kernel)];
  const family = kernel ? null : families[Number(row.dataset.family)];
  const where = `${devices[device].name} (${devices[device].capability})`;
  openPanel(button, `${(kernel || family).name} on ${where}`, kernel ? kernelParts(kernel, device) : familyParts(family, device));
};

byId("evidence-close").addEventListener("click", closePanel);
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") closePanel();
});
