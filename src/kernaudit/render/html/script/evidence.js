// What a cell rests on, built when it is opened.
const placed = (at) => (at ? el("span", { class: "at" }, ` ${at}`) : "");
const line = ({ kind, text, at, rule, from, to }) =>
  el("li", {}, el("span", { class: "layer" }, kind), ` ${text}`, placed(at),
    rule ? el("span", { class: "rule" }, ` ${rule}`) : "",
    from || to ? [": ", el("del", {}, from), " → ", el("ins", {}, to)] : "");
const titled = (title, items, kind) =>
  items.length ? [el("h3", {}, title), el("ul", { class: kind }, items.map(line))] : [];
const told = (title, text) => (text ? [el("h3", {}, title), el("p", {}, text)] : []);

const verdictLine = ({ status, detail, also }) =>
  el("p", {}, chip(status), ` ${status.meaning}${detail ? `; ${detail}` : ""}`,
    also.length ? [" also ", also.map((one) => [chip(one), " "])] : "");

const imageText = ({ image, images }) =>
  !image ? "" : images.length ? `${image}, of those that load: ${images.join(", ")}` : image;

const rebuiltParts = (rebuilt) =>
  rebuilt === null ? [] : [
    el("h3", {}, rebuilt.target ? `If rebuilt as ${rebuilt.target}` : "If rebuilt for this device"),
    verdictLine(rebuilt), el("ul", { class: "chain" }, rebuilt.reasons.map(line), rebuilt.notes.map(line)),
  ];

const cellParts = (cell) => [
  verdictLine(cell),
  ...titled("Reasons", cell.reasons, "chain"),
  ...told("Image", imageText(cell)),
  ...told("Shared memory", cell.smem),
  ...titled("Notes", cell.notes, "chain"),
  ...titled("Needed", cell.remedies, "remedies"),
  ...titled("Would improve it", cell.improve, "remedies"),
  ...rebuiltParts(cell.rebuilt),
];

const kernelParts = (kernel, device) => [
  ...cellParts(cellOf(kernel.cells[device])),
  ...told("Kernel", `${kernel.symbol}, ${kernel.language}${kernel.at ? `, ${kernel.at}` : ""}`),
  ...told("Built in", kernel.targets.join(", ")),
  ...told("Serves", kernel.ops.join(", ")),
];

// A family's kernels with the same cell stand together; the worst first.
const familyParts = (family, device) => {
  const groups = new Map();
  for (const member of family.members) {
    const cell = kernels[member].cells[device];
    groups.set(cell, [...(groups.get(cell) || []), kernels[member].name]);
  }
  const sorted = [...groups].sort(([one], [other]) => statusOfCell(one).rank - statusOfCell(other).rank);
  return [
    ...told("Gate", family.gate),
    ...titled("Build", family.reasons[device].map(reasonOf), "chain"),
    ...sorted.map(([cell, names]) => {
      const part = el("details", { class: "why" },
        el("summary", {}, chip(statusOfCell(cell)), ` ${names.length > 3 ? `${names.slice(0, 3).join(", ")} and ${names.length - 3} more` : names.join(", ")}`));
      part.addEventListener("toggle", () => {
        if (part.childElementCount === 1) part.append(names.length > 3 ? el("p", { class: "names" }, names.join(", ")) : "", ...cellParts(cellOf(cell)));
      });
      part.open = sorted.length === 1;
      return part;
    }),
  ];
};
