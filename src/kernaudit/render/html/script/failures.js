// The evidence of every kernel that does not run, in place of its family's, when it is opened or printed.
// Cells with the same verdict for the same reasons are told once.
const NAMES = 12;

const failingCells = (family) => {
  const groups = new Map();
  for (const member of family.members) {
    kernels[member].cells.forEach((number, device) => {
      if (statusOfCell(number).runs) return;
      const [status, detail, , , , , , reasons, remedies] = data.cells[number];
      const key = JSON.stringify([status, detail, reasons, remedies]);
      if (!groups.has(key)) groups.set(key, { number, on: new Map() });
      const { on } = groups.get(key);
      on.set(device, [...(on.get(device) || []), member]);
    });
  }
  return groups;
};

// Devices on which a group holds for the same kernels stand together.
const mergedFailures = (family) =>
  [...failingCells(family).values()].flatMap(({ number, on }) => {
    const merged = new Map();
    for (const [device, members] of on) {
      const key = members.join();
      if (!merged.has(key)) merged.set(key, { number, members, devices: [] });
      merged.get(key).devices.push(devices[device].capability);
    }
    return [...merged.values()];
  });

const failureNames = (members, family) => {
  if (members.length === family.members.length && members.length > 1) return [` all ${members.length} kernels`];
  const names = members.slice(0, NAMES).flatMap((member, place) => [place ? ", " : " ", el("code", {}, kernels[member].name)]);
  return members.length > NAMES ? [...names, ` and ${members.length - NAMES} more`] : names;
};

const failureEntry = ({ number, members, devices: on }, family) => {
  const cell = cellOf(number);
  return el("div", { class: "entry" },
    el("p", { class: "head" }, chip(cell.status), " ", el("b", {}, on.join(", ")), cell.detail ? el("small", {}, ` ${cell.detail}`) : "",
      el("span", { class: "names" }, failureNames(members, family))),
    el("ol", { class: "chain" }, cell.reasons.map(line)),
    cell.remedies.length ? el("ul", { class: "remedies" }, cell.remedies.map(line)) : "");
};

const tellFailures = (details) => {
  if (details.dataset.told !== undefined) return;
  details.dataset.told = "";
  const family = families[Number(details.dataset.family)];
  if (family.members.length) {
    details.querySelector(".entries").replaceChildren(...mergedFailures(family).map((one) => failureEntry(one, family)));
  }
};
const failing = [...document.querySelectorAll("#failures details")];
for (const one of failing) one.addEventListener("toggle", () => tellFailures(one));
