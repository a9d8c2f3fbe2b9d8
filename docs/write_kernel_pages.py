"""Writes docs/kernels/*.md from rules/kernels/*.yaml; a test fails when they differ."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from kernaudit.ruleset.load import load_rules

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from kernaudit.model.knowledge import Fact, FallbackList, KernelEntry, KeySet
    from kernaudit.ruleset.kernels import KernelBase

__all__ = ["pages"]

_FOLDER = Path(__file__).parent / "kernels"
_SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|~])")
_GENERATED = "<!-- written by docs/write_kernel_pages.py from rules/kernels; do not edit -->"


def pages(base: KernelBase) -> dict[str, str]:
    """File name -> text."""
    found = {f"{entry.id}.md": _page(entry) for entry in base}
    return {"index.md": _index(base), **found}


def _index(base: KernelBase) -> str:
    head = ["| what | repository | shipped for | other states |", "|---|---|---|---|"]
    rows = [
        f"| [{_text(entry.name)}]({entry.id}.md) | {_text(entry.repository or 'closed')} | {_devices(entry, True)} | "
        f"{_devices(entry, False)} |"
        for entry in base
    ]
    intro = (
        "What decisions know of kernels, libraries and systems that people pin. Every fact has a source, the day on "
        "which it was so, and a grade; the grades are explained in [the cost model](../cost-model.md#grades)."
    )
    return _join(["# Pinned kernels", "", _GENERATED, "", intro, "", *head, *rows])


def _devices(entry: KernelEntry, shipped: bool) -> str:
    states = [state for state in entry.upstream if (state.status == "shipped") is shipped]
    if shipped:
        return ", ".join(_text(device) for state in states for device in state.devices)
    return "; ".join(f"{_text(', '.join(state.devices))}: {state.status}" for state in states)


def _page(entry: KernelEntry) -> str:
    parts = [
        [f"# {_text(entry.name)}", "", _GENERATED, "", f"{_text(entry.what[:1].upper() + entry.what[1:])}."],
        _origin(entry),
        _list("How it is pinned", (_fact(fact) for fact in entry.pinned)),
        _list("Upstream", (_state(entry, index) for index in range(len(entry.upstream)))),
        _list("What takes its place", (_fallbacks(one) for one in entry.fallbacks)),
        _list("Published ratios", (_ratio(entry, index) for index in range(len(entry.ratios)))),
        _list("Made for other devices", (f"{_names(one.devices)}: {_fact(one.fact)}" for one in entry.tuned_for)),
        _list("A port", [] if entry.port is None else [f"{entry.port.work}: {_fact(entry.port.fact)}"]),
        _list("Also", (_fact(fact) for fact in entry.notes)),
        _list("Recognised by", (_keys(keys) for keys in entry.keys)),
    ]
    return _join(line for part in parts if part for line in [*part, ""])


def _origin(entry: KernelEntry) -> list[str]:
    first = f", first published {entry.first}" if entry.first else ""
    return [f"Repository: {_text(entry.repository or 'closed source')}{first}. Kind: {entry.kind}."]


def _state(entry: KernelEntry, index: int) -> str:
    state = entry.upstream[index]
    since = f" since {state.since}" if state.since else ""
    return f"{_names(state.devices)}: **{state.status}**{since}; {_fact(state.fact)}"


def _fallbacks(one: FallbackList) -> str:
    where = _names(one.devices) if one.devices else "any other device"
    who = f" in {one.project}" if one.project else ""
    order = ", then ".join(
        f"[{_text(item.name)}]({item.entry}.md)" if item.entry else _text(item.name) for item in one.order
    )
    return f"{where}{who}: {order}; {_fact(one.fact)}"


def _ratio(entry: KernelEntry, index: int) -> str:
    one = entry.ratios[index]
    span = f"{one.low:g}" if one.low == one.high else f"{one.low:g} to {one.high:g}"
    use = " (what a revert gives up)" if one.gives_up else ""
    return f"**{span}** times {_text(one.over)} on {_text(one.device)}{use}; {_fact(one.fact)}"


def _keys(keys: KeySet) -> str:
    where = f"in the tree of {keys.project}: " if keys.project else ""
    parts = []
    for name in ("kernels", "files", "families", "ops", "externals", "urls", "packages", "backends"):
        values = getattr(keys, name)
        if values:
            parts.append(f"{name} {', '.join(f'`{value}`' for value in values)}")
    return where + "; ".join(parts)


def _fact(fact: Fact) -> str:
    return f"{_text(fact.text)} ({fact.date}, {fact.grade}: {_text(fact.source)})"


def _names(devices: Sequence[str]) -> str:
    return _text(", ".join(devices))


def _list(title: str, items: Iterable[str]) -> list[str]:
    lines = [f"- {item}" for item in items]
    return [f"## {title}", "", *lines] if lines else []


def _text(text: str) -> str:
    return _SPECIAL.sub(r"\\\1", text)


def _join(lines: Iterable[str]) -> str:
    return "\n".join(lines).rstrip("\n") + "\n"


def _write() -> None:
    _FOLDER.mkdir(exist_ok=True)
    wanted = pages(load_rules().kernels)
    for name, text in wanted.items():
        (_FOLDER / name).write_text(text, encoding="utf-8")
    for path in _FOLDER.glob("*.md"):
        if path.name not in wanted:
            path.unlink()


if __name__ == "__main__":
    _write()
