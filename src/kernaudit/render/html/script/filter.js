// Which rows are shown: by text, status and device. Names are searched, not the evidence.
const OPEN_AT_MOST = 60;
const haystack = kernels.map((kernel) => [kernel.name, kernel.symbol, kernel.at, ...kernel.ops, ...kernel.targets].join("\n").toLowerCase());
const familyHaystack = families.map((family) => `${family.name}\n${family.gate}`.toLowerCase());

const tests = {
  all: () => true,
  fails: (status) => !status.runs && status.id !== "unknown",
  "not-sure": (status) => !status.runs,
  worse: (status, today) => today !== null && today.runs && !status.runs,
};

const wanted = () => ({
  text: byId("filter-text").value.trim().toLowerCase(),
  status: byId("filter-status").value,
  device: Number(byId("filter-device").value),
});

const statusMatches = (kernel, { status, device }) => {
  const test = tests[status] || ((one) => one.id === status);
  const today = data.from < 0 ? null : statusOfCell(kernel.cells[data.from]);
  if (device >= 0) return test(statusOfCell(kernel.cells[device]), today);
  return kernel.cells.some((cell, column) => column !== data.from && test(statusOfCell(cell), today));
};

const matching = (family, want) => {
  const whole = want.text === "" || familyHaystack[family.number].includes(want.text);
  return family.members.filter((number) =>
    (whole || haystack[number].includes(want.text)) && (want.status === "all" || statusMatches(kernels[number], want)));
};

const applyFilter = () => {
  const want = wanted();
  const idle = want.text === "" && want.status === "all";
  const found = families.map((family) => matching(family, want));
  const total = found.reduce((sum, members) => sum + members.length, 0);
  const bare = families.map((family, number) =>
    family.members.length === 0 && want.status === "all" && familyHaystack[number].includes(want.text));
  for (let start = 0; start < families.length; start += 2 * SLICE) {
    later(() => families.slice(start, start + 2 * SLICE).forEach(({ number }) => {
      rowOfFamily.get(number).hidden = !idle && !bare[number] && found[number].length === 0;
    }));
  }
  families.forEach((_, number) => {
    state[number].shown = idle ? null : new Set(found[number]);
    setOpen(number, !idle && found[number].length > 0 && total <= OPEN_AT_MOST);
  });
  later(() => {
    for (const body of grid.tBodies) {
      body.hidden = [...body.rows].every((row) => row.hidden || !row.matches(".family"));
    }
    resetRoving();
  });
  byId("match-count").textContent = idle ? "" : `${total} of ${kernels.length} rows match`;
  byId("expand").textContent = "Expand all";
};

let timer = 0;
const filterSoon = () => {
  clearTimeout(timer);
  timer = setTimeout(applyFilter, 120);
};
