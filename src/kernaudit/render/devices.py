"""Device profiles as text: one line each, or everything about one with the source of every number."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING

from kernaudit.render.plain import printable, wrap

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from kernaudit.model.device import DeviceProfile, Limit, TargetRange

__all__ = ["device_details", "device_table"]

_WORDS = {
    "shared": "shared memory per block, bytes",
    "shared_optin": "shared memory per block with opt-in, bytes",
    "shared_per_sm": "shared memory per SM, bytes",
    "shared_reserved": "shared memory reserved per block, bytes",
    "threads": "threads per block",
    "threads_per_sm": "threads per SM",
    "warps_per_sm": "warps per SM",
    "blocks_per_sm": "blocks per SM",
    "registers": "registers per block",
    "registers_per_sm": "registers per SM",
    "registers_per_thread": "registers per thread",
    "cluster": "blocks of a cluster, without an attribute",
}


def device_table(devices: Sequence[DeviceProfile]) -> str:
    """One line per device: id, capability, name, generation, targets, and shared memory per block with opt-in."""
    rows = [("id", "device", "name", "generation", "SM targets", "shared/block")]
    rows += [
        (
            device.id,
            str(device.capability),
            device.name,
            device.generation,
            _short_targets(device),
            f"{device.limits.shared_optin.value}{'?' if device.limits.shared_optin.dispute else ''}",
        )
        for device in devices
    ]
    cells = [[printable(cell) for cell in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in cells]
    if any(device.limits.shared_optin.dispute for device in devices):
        lines.append("? = another source disputes the number; see `kernaudit archs show`")
    return "\n".join(lines) + "\n"


def device_details(devices: Iterable[DeviceProfile], width: int = 80) -> str:
    """Everything that the rules say about the devices; every number carries the mark of its source."""
    return "\n".join("\n".join(_details(device, width)) + "\n" for device in devices)


def _details(device: DeviceProfile, width: int) -> Iterator[str]:
    marks = _Marks()
    yield printable(f"{device.id}  {device.name}, {device.generation}, {device.form}")
    yield f"compute capability {device.capability} {marks.of(device.capability_source)}"
    if device.formerly:
        yield f"formerly numbered {', '.join(map(str, device.formerly))}"
    if device.aliases:
        names = ", ".join(f"{alias.name} {marks.of(alias.source)}" for alias in device.aliases)
        yield from wrap(printable(f"also called: {names}"), width)
    yield "SM targets and the CUDA releases that know them:"
    for entry in device.targets:
        yield f"  {entry.target.real:<8} {_releases(entry)} {marks.of(entry.source)}"
    if device.families:
        yield f"runs family code of: {', '.join(family.real for family in device.families)}"
    yield "limits:"
    for name, limit in _limits(device):
        yield f"  {limit.value:>7} {_WORDS.get(name, name)} {marks.of(limit.source)}"
        if limit.dispute:
            yield from (f"          {line}" for line in wrap(printable(f"disputed: {limit.dispute}"), width - 10))
    yield from wrap(_available(device, marks), width)
    yield "sources:"
    for mark, source in marks.listed():
        yield from _hang(f"  {mark} ", printable(source), width)


class _Marks:
    """Numbers the sources in the order in which they are first cited."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}

    def of(self, source: str) -> str:
        return f"[{self._numbers.setdefault(source, len(self._numbers) + 1)}]"

    def listed(self) -> Iterator[tuple[str, str]]:
        yield from ((f"[{number}]", source) for source, number in self._numbers.items())


def _limits(device: DeviceProfile) -> Iterator[tuple[str, Limit]]:
    for entry in fields(device.limits):
        limit = getattr(device.limits, entry.name)
        if limit is not None:
            yield entry.name, limit


def _available(device: DeviceProfile, marks: _Marks) -> str:
    found = device.availability
    if found is None:
        reason = f" {marks.of(device.availability_gap)}" if device.availability_gap else ""
        return f"available since: not known{reason}"
    text = f"available since {found.date} ({found.precision}; {found.grade}): {found.product}"
    return printable(f"{text} {marks.of(found.source)}")


def _short_targets(device: DeviceProfile) -> str:
    """The targets of today's number in one word: `103, a, f`."""
    own = [entry.target for entry in device.targets if entry.target.capability == device.capability]
    return ", ".join([str(device.capability.number), *(target.suffix for target in own if target.suffix)])


def _releases(entry: TargetRange) -> str:
    since = ".".join(map(str, entry.since))
    return f"{since} or later" if entry.until is None else f"{since} to {'.'.join(map(str, entry.until))}"


def _hang(first: str, text: str, width: int) -> Iterator[str]:
    lines = wrap(text, max(20, width - len(first)), indent="")
    for index, line in enumerate(lines):
        yield (first if index == 0 else " " * len(first)) + line
