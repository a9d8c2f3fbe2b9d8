// The data block, and its rows by name. The columns are those of evidence.py and data.py, in the same order.
const data = JSON.parse(document.getElementById("data").textContent);
const textOf = (number) => (number < 0 ? "" : data.strings[number]);
const statusOf = (number) => {
  const [id, symbol, word, meaning, runs] = data.statuses[number];
  return { id, symbol, word, meaning, runs: runs === 1, rank: number };
};
const statuses = data.statuses.map((_, number) => statusOf(number));
const devices = data.devices.map(([id, name, capability]) => ({ id, name, capability }));
const placeOf = (file, line) => (file < 0 ? "" : line < 0 ? textOf(file) : `${textOf(file)}:${line}`);

const reasonOf = (number) => {
  const [layer, rule, text, file, line] = data.reasons[number];
  return { kind: textOf(layer), rule: textOf(rule), text: textOf(text), at: placeOf(file, line) };
};
const noteOf = (number) => {
  const [kind, text, file, line] = data.notes[number];
  return { kind: textOf(kind), text: textOf(text), at: placeOf(file, line) };
};
const remedyOf = (number) => {
  const [kind, text, file, line, from, to] = data.remedies[number];
  return { kind: textOf(kind), text: textOf(text), at: placeOf(file, line), from: textOf(from), to: textOf(to) };
};
const list = (numbers) => numbers || []; // 0 stands for an empty one
const rebuiltOf = ([target, status, detail, also, notes, reasons]) => ({
  target: textOf(target), status: statuses[status], detail: textOf(detail), also: list(also).map((one) => statuses[one]),
  notes: list(notes).map(noteOf), reasons: list(reasons).map(reasonOf),
});
const cellOf = (number) => {
  const [status, detail, also, image, images, smem, notes, reasons, remedies, improve, rebuilt] = data.cells[number];
  return {
    status: statuses[status], detail: textOf(detail), also: list(also).map((one) => statuses[one]), image: textOf(image),
    images: list(images).map(textOf), smem: textOf(smem), notes: list(notes).map(noteOf), reasons: list(reasons).map(reasonOf),
    remedies: list(remedies).map(remedyOf), improve: list(improve).map(remedyOf),
    rebuilt: rebuilt < 0 ? null : rebuiltOf(data.rebuilds[rebuilt]),
  };
};
const statusOfCell = (number) => statuses[data.cells[number][0]];

const kernels = data.kernels.map(([name, file, line, symbol, language, targets, ops, cells], number) => ({
  number, name: textOf(name), at: placeOf(file, line), symbol: textOf(symbol), language: textOf(language),
  targets: targets.map(textOf), ops: ops.map(textOf), cells,
}));
const families = data.families.map(([name, gate, members, reasons], number) => ({
  number, name: textOf(name), gate: textOf(gate), members, reasons,
}));
