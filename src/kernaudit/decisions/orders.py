"""The tree's own lists of backends that name a kernel: what it would try on a device, and which of it refuses."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kernaudit.model.decision import BranchFact

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kernaudit.decisions.evidence import Basis
    from kernaudit.model.backends import BackendOrder
    from kernaudit.model.knowledge import Fallback, KernelEntry

__all__ = ["order_facts"]

_MOST = 3
_STEPS = 6


def order_facts(
    basis: Basis, entry: KernelEntry | None, fallback: Fallback | None, device: str
) -> tuple[BranchFact, ...]:
    """Lists of that device which name both the kernel and what could take its place; names are compared by words."""
    if entry is None or fallback is None:
        return ()
    return tuple(_facts(basis, _word(entry.name), _word(fallback.name), device))[:_MOST]


def _facts(basis: Basis, own: str, other: str, device: str) -> Iterator[BranchFact]:
    for order in basis.report.backends:
        names = [_plain(step.name) for step in order.steps]
        named = all(any(word in name for name in names) for word in (own, other))
        if order.device == device and named:
            yield BranchFact(_text(order), str(order.location), basis.report.input.as_of or "", "source-code")


def _text(order: BackendOrder) -> str:
    refused = [step.name for step in order.steps if step.refused is not None]
    usable = ", ".join(order.usable[:_STEPS]) or "nothing"
    text = f"the tree's own order on this device ({order.list_name}): {usable}"
    return f"{text}; refused there: {', '.join(refused[:_STEPS])}" if refused else text


def _word(name: str) -> str:
    """The first word of a name, by which lists call it."""
    return _plain(name.split(" ", 1)[0])


def _plain(name: str) -> str:
    return re.sub(r"[^a-z0-9]", "", name.casefold())
