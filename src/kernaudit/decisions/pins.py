"""The pins of a report: those of the configuration, or else what a move to another device puts at risk."""

from __future__ import annotations

import re
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

from kernaudit.decisions.named import called, gate_name, near_names, things_of
from kernaudit.decisions.ops import op_views
from kernaudit.decisions.situation import is_fine, status_of
from kernaudit.decisions.ties import external_entries
from kernaudit.errors import UsageError
from kernaudit.model.decision import Pin, PinBy, PinOrigin, PinSpec

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from kernaudit.config.model import ConfiguredPin
    from kernaudit.decisions.ops import OpView
    from kernaudit.decisions.ties import Ties
    from kernaudit.model.knowledge import KernelEntry
    from kernaudit.model.report import FamilyRow, KernelRow

__all__ = ["configured_pins", "default_pins"]

_SHOWN = 5
"""Things that an error lists."""
_WILD = re.compile(r"[*?\[]")
_MIXED = frozenset({PinBy.FAMILY, PinBy.FILE})
"""What may name rows that have nothing to do with each other."""


def default_pins(ties: Ties) -> tuple[Pin, ...]:
    """Pins where nobody chose any.

    Every op, and every family that serves none, which runs on the device in use and on some other one not, or only by
    JIT, degraded or perhaps; and every fetched project with a tag, once per entry of the knowledge base it holds.
    """
    pins = [*_ops_at_risk(ties), *_families_at_risk(ties), *_fetched(ties)]
    return tuple(pins)


def configured_pins(ties: Ties, wanted: Sequence[ConfiguredPin]) -> tuple[Pin, ...]:
    """The pins as configured.

    Raises:
        UsageError: a pin matches nothing, or two things, or stands there twice; starts with `file:line` and lists near
            names.
    """
    _check_each_once(wanted)
    return tuple(one for number, pin in enumerate(wanted, 1) for one in _resolved(ties, pin, number))


def _check_each_once(wanted: Sequence[ConfiguredPin]) -> None:
    """What is pinned twice would be decided, and paid for, twice."""
    seen: dict[PinSpec, ConfiguredPin] = {}
    for pin in wanted:
        first = seen.setdefault(PinSpec(pin.by, pin.value), pin)
        if first is not pin:
            raise UsageError(f"{pin.location}: pin {pin.by} {pin.value!r} stands at {first.location} already")


def _ops_at_risk(ties: Ties) -> Iterator[Pin]:
    for op in op_views(ties, ties.report.kernels):
        if _op_at_risk(ties, op):
            yield _pin(ties, f"op:{op.name}", PinSpec(PinBy.OP, op.name), op.members)


def _families_at_risk(ties: Ties) -> Iterator[Pin]:
    gates: dict[str, list[FamilyRow]] = {}
    for family in ties.report.families:
        if family.external is None or family.external.tag is None:
            gates.setdefault(gate_name(family), []).append(family)
    for families in gates.values():
        rows = [row for family in families for row in ties.rows_in(family)]
        if not any(row.ops for row in rows) and any(_at_risk(ties, [row]) for row in rows):
            name = families[0].id
            yield _pin(ties, f"family:{name}", PinSpec(PinBy.FAMILY, name), rows)


def _fetched(ties: Ties) -> Iterator[Pin]:
    for family in ties.report.families:
        if family.external is None or family.external.tag is None:
            continue
        rows = ties.rows_in(family)
        spec = PinSpec(PinBy.FAMILY, family.id)
        entries = external_entries(ties.base, family.external)
        tied = {entry.id: [row for row in rows if row in ties.rows.get(entry.id, ())] for entry in entries}
        for entry in entries:
            own = tied[entry.id]
            if not own and any(tied.values()):
                continue  # the build names the project's files, and none of this kernel
            name = f"family:{family.id}" if len(entries) == 1 else f"family:{family.id}/{entry.id}"
            yield Pin(name, spec, PinOrigin.DEFAULT, _ids(own), entry=entry.id, location=family.external.location)
        if not entries:
            yield _pin(ties, f"family:{family.id}", spec, rows)


def _op_at_risk(ties: Ties, op: OpView) -> bool:
    """Whether something serves the op today, and on some other device nothing well, or only what is left of it."""
    today = ties.report.input.from_
    if today is None or not op.serving(today):
        return False
    return any(not op.fine(device) or op.lost(device, today) for device in ties.report.input.to)


def _at_risk(ties: Ties, rows: Sequence[KernelRow]) -> bool:
    """Whether some of the rows runs today, and on some other device none runs as well as it was meant to."""
    today = ties.report.input.from_
    if today is None or not any(status_of(row, today).runs for row in rows):
        return False
    return any(not any(is_fine(row.cells.get(device)) for row in rows) for device in ties.report.input.to)


def _ids(rows: Iterable[KernelRow]) -> tuple[str, ...]:
    return tuple(row.id for row in rows)


def _pin(ties: Ties, name: str, spec: PinSpec, rows: Sequence[KernelRow]) -> Pin:
    entry = ties.entry_of(rows, mixed=spec.by in _MIXED)
    return Pin(name, spec, PinOrigin.DEFAULT, _ids(rows), entry=None if entry is None else entry.id)


def _resolved(ties: Ties, wanted: ConfiguredPin, number: int) -> Iterator[Pin]:
    """One pin; for a package that holds several known kernels one for each."""
    rows = _found(ties, wanted)
    entries = [entry for entry in ties.base if set(_ids(rows)) & set(_ids(ties.rows.get(entry.id, ())))]
    if wanted.by is not PinBy.PACKAGE or (rows and not entries):
        entry = ties.entry_of(rows, mixed=wanted.by in _MIXED)
        yield _configured(wanted, str(number), rows, None if entry is None else entry.id)
        return
    entries = entries or [entry for entry in ties.base if _packaged(wanted.value, entry)]
    fetched = set(_ids(rows))
    for entry in entries:
        name = str(number) if len(entries) == 1 else f"{number}/{entry.id}"
        known = ties.rows.get(entry.id, ())
        yield _configured(wanted, name, [row for row in known if row.id in fetched] if fetched else known, entry.id)


def _found(ties: Ties, wanted: ConfiguredPin) -> list[KernelRow]:
    things = things_of(ties, wanted.by)
    value = wanted.value
    exact = {name: rows for name, rows in things.items() if value in called(wanted.by, name)}
    found = exact or {name: rows for name, rows in things.items() if _matches(wanted, name)}
    if not found and wanted.by is PinBy.PACKAGE and any(_packaged(value, entry) for entry in ties.base):
        return []
    where = f"{wanted.location}: pin {wanted.by} {value!r}"
    if not found:
        raise UsageError(
            f"{where} matches nothing; near names: {', '.join(near_names(ties, wanted.by, value)) or 'none'}"
        )
    if len(found) > 1 and (exact or not _WILD.search(value)):
        raise UsageError(f"{where} matches {len(found)} things, name one of: {', '.join(sorted(found)[:_SHOWN])}")
    return list({row.id: row for rows in found.values() for row in rows}.values())


def _packaged(name: str, entry: KernelEntry) -> bool:
    return any(_same(name, known) for keys in entry.keys for known in (*keys.packages, *keys.externals))


def _configured(wanted: ConfiguredPin, number: str, rows: Sequence[KernelRow], entry: str | None) -> Pin:
    return Pin(
        id=f"{number}:{wanted.by}:{wanted.value}",
        spec=PinSpec(wanted.by, wanted.value),
        origin=PinOrigin.CONFIG,
        matched=_ids(rows),
        owner=wanted.owner,
        note=wanted.note,
        expiry=wanted.expiry,
        decision=wanted.decision,
        entry=entry,
        location=wanted.location,
        time_share=wanted.time_share,
        speed_ratio=wanted.speed_ratio,
        port_lines=wanted.port_lines,
    )


def _matches(wanted: ConfiguredPin, thing: str) -> bool:
    if wanted.by is PinBy.PACKAGE:
        return _same(wanted.value, thing)
    return any(fnmatchcase(name, wanted.value) for name in called(wanted.by, thing))


def _same(one: str, other: str) -> bool:
    return re.sub(r"[-_.]+", "-", one).casefold() == re.sub(r"[-_.]+", "-", other).casefold()
