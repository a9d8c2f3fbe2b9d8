"""The baseline: what every cell was when the team last agreed, one line per cell, without line numbers.

Entries are sorted by kernel and device, so that two branches that change different kernels merge without a conflict.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kernaudit.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from kernaudit.gate.schema import BaselineFile
    from kernaudit.model.report import Report
    from kernaudit.model.verdict import Status

__all__ = [
    "SCHEMA",
    "Baseline",
    "Key",
    "baseline_of",
    "baseline_text",
    "fingerprint",
    "merge_baseline",
    "parse_baseline",
]

SCHEMA = "kernaudit/baseline/0"
_AGAIN = "write it again with `kernaudit baseline write --force`"

Key = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Baseline:
    """What was agreed on.

    Attributes:
        label: what errors call the file.
        statuses: (kernel id, device id) -> status.
        rules_digest: names the rules that the statuses follow from.
        cuda: the toolkit that was assumed.
        request: the arch list that was given.
        code: whether the code behind the images was read; None where the file does not say.
    """

    label: str
    statuses: Mapping[Key, Status]
    rules_digest: str
    cuda: str | None = None
    request: str | None = None
    code: bool | None = None

    @property
    def devices(self) -> tuple[str, ...]:
        """The devices that it speaks about, sorted."""
        return tuple(sorted({device for _, device in self.statuses}))


def baseline_of(report: Report, label: str = "baseline") -> Baseline:
    """Return what a report says, as something to agree on."""
    statuses = {(row.id, device): cell.status for row in report.kernels for device, cell in row.cells.items()}
    code = all(finding.id != "code-not-read" for finding in report.findings)
    given = report.input
    return Baseline(label, statuses, report.tool.rules_digest, given.cuda, given.request, code)


def merge_baseline(old: Baseline, new: Baseline, *, accept_losses: bool) -> Baseline:
    """Return the new answers as the next baseline; a cell that was lost keeps its old status unless that is accepted.

    Devices that the new report does not cover keep their entries.
    """
    covered = {device for _, device in new.statuses}
    statuses = {key: status for key, status in old.statuses.items() if key[1] not in covered}
    for key, status in new.statuses.items():
        before = old.statuses.get(key)
        lost = before is not None and before.runs and not status.runs
        statuses[key] = before if lost and before is not None and not accept_losses else status
    return Baseline(old.label, statuses, new.rules_digest, new.cuda, new.request, new.code)


def baseline_text(baseline: Baseline) -> str:
    """Return the file: sorted, one entry per line."""
    head = {
        "schema": SCHEMA,
        "rules_digest": baseline.rules_digest,
        "cuda": baseline.cuda,
        "request": baseline.request,
        "code": baseline.code,
    }
    fields = "".join(f'"{name}": {json.dumps(value, ensure_ascii=False)},\n' for name, value in head.items())
    entries = ",\n".join(_lines(baseline.statuses))
    listed = f"\n{entries}\n" if entries else ""
    return "{\n" + fields + f'"entries": [{listed}]\n}}\n'


def parse_baseline(label: str, text: str) -> Baseline:
    """Return the baseline in a text.

    Raises:
        InputError: it is no baseline, a half-written one, one of another version, or one that was edited by hand so
            that an entry's fingerprint is not its own.
    """
    document = _document(label, text)
    found = document.get("schema") if isinstance(document, dict) else None
    if found != SCHEMA:
        said = f"its schema is {found!r}" if found else "it names no schema"
        raise InputError(f"{label}: not a baseline of this version: {said}, wanted {SCHEMA!r}; {_AGAIN}")
    from pydantic import ValidationError  # noqa: PLC0415 - only where there is a baseline

    from kernaudit.gate.schema import BaselineFile  # noqa: PLC0415

    try:
        file = BaselineFile.model_validate(document)
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False, include_input=False)[0]
        where = ".".join(map(str, first["loc"]))
        raise InputError(f"{label}: not a whole baseline: {where}: {first['msg']}; {_AGAIN}") from None
    return Baseline(label, _statuses(label, file), file.rules_digest, file.cuda, file.request, file.code)


def fingerprint(kernel: str, device: str) -> str:
    """Return what names a cell across commits: its kernel's id (path, qualified name, arguments) and its device."""
    return hashlib.sha256(f"{kernel}\0{device}".encode("utf-8", "backslashreplace")).hexdigest()[:16]


def _statuses(label: str, file: BaselineFile) -> dict[Key, Status]:
    statuses: dict[Key, Status] = {}
    for one in file.entries:
        key = (one.kernel, one.device)
        if one.fingerprint != fingerprint(*key):
            raise InputError(f"{label}: the entry of {one.kernel} on {one.device} has another's fingerprint; {_AGAIN}")
        if key in statuses:
            raise InputError(f"{label}: {one.kernel} on {one.device} stands twice (a merge?); keep one of the lines")
        statuses[key] = one.status
    return statuses


def _document(label: str, text: str) -> object:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        line = getattr(error, "lineno", 1)
        raise InputError(f"{label}:{line}: not JSON, or only half of a file; {_AGAIN}") from error


def _lines(statuses: Mapping[Key, Status]) -> Iterable[str]:
    for (kernel, device), status in sorted(statuses.items()):
        entry = {"fingerprint": fingerprint(kernel, device), "kernel": kernel, "device": device, "status": status}
        yield "  " + json.dumps(entry, ensure_ascii=False)
