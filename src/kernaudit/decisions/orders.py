"""The tree's own lists of backends that name a kernel: what it tries on a device in its place, and what it refuses."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

from kernaudit.model.decision import BranchFact, PinBy
from kernaudit.model.knowledge import Fallback

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from kernaudit.decisions.evidence import Basis
    from kernaudit.model.backends import BackendOrder, BackendStep
    from kernaudit.model.decision import Pin
    from kernaudit.model.knowledge import KernelEntry, KeySet

__all__ = ["OwnOrders", "own_orders"]

_MOST = 3
_STEPS = 6


@dataclass(frozen=True, slots=True)
class OwnOrders:
    """The lists of one device that name the pinned kernel.

    Attributes:
        globs: how lists call the kernel itself.
    """

    basis: Basis
    globs: tuple[str, ...]
    lists: tuple[BackendOrder, ...]

    def ranked(self, known: Sequence[Fallback]) -> tuple[Fallback, ...]:
        """What can take the kernel's place, best first; `known` is the order of the knowledge base.

        Where one list alone names the kernel its order counts: first what is known, then what nothing is known of
        (some are for other makers' chips), then what the list does not name. Where several lists do, which of them
        applies is not known. What every list refuses on the device is left out.
        """
        refused = [one for one in known if self._is_refused(one)]
        rest = [one for one in known if one not in refused]
        if len(self.lists) != 1:
            return tuple(rest)
        steps = [step for step in self.lists[0].steps if step.refused is None and not self._is_own(step)]
        steps.sort(key=lambda step: step.conditional)
        own = [self._known(step, known) or Fallback(step.name) for step in steps]
        own.sort(key=lambda one: one.entry is None)
        return tuple(dict.fromkeys((*own, *rest)))

    def facts(self) -> tuple[BranchFact, ...]:
        """The lists as evidence."""
        day = self.basis.report.input.as_of or ""
        found = (BranchFact(_text(one), str(one.location), day, "source-code") for one in self.lists)
        return tuple(found)[:_MOST]

    def _is_own(self, step: BackendStep) -> bool:
        return _any(self.globs, step.name)

    def _is_refused(self, fallback: Fallback) -> bool:
        steps = [step for one in self.lists for step in one.steps if self._is_tied(step, fallback)]
        return bool(steps) and all(step.refused is not None for step in steps)

    def _known(self, step: BackendStep, known: Sequence[Fallback]) -> Fallback | None:
        """The entry of the knowledge base's order that the step means: of equal name, else of the same kernel."""
        same = [one for one in known if _plain(one.name) == _plain(step.name)]
        return next(iter(same or [one for one in known if self._is_tied(step, one)]), None)

    def _is_tied(self, step: BackendStep, fallback: Fallback) -> bool:
        if _plain(fallback.name) == _plain(step.name):
            return True
        entry = self.basis.rules.kernels.get(fallback.entry)
        if entry is None:
            return _plain(step.name).startswith(_plain(fallback.name.split(" ", 1)[0]))
        return _any(_globs(_sets(entry, self.basis.ties.project)), step.name)


def own_orders(basis: Basis, pin: Pin, entry: KernelEntry | None, device: str) -> OwnOrders:
    """The lists of the device that name what the pin is about."""
    sets = [] if entry is None else _sets(entry, basis.ties.project)
    globs = _globs(_closest(sets, pin.spec.value) if pin.spec.by is PinBy.OP else sets)
    lists = (one for one in basis.report.backends if one.device == device)
    return OwnOrders(basis, globs, tuple(one for one in lists if any(_any(globs, step.name) for step in one.steps)))


def _sets(entry: KernelEntry, project: str | None) -> list[KeySet]:
    return [keys for keys in entry.keys if keys.backends and keys.project in {None, project}]


def _closest(sets: list[KeySet], op: str) -> list[KeySet]:
    """The key sets that name the op most closely; all, if none names it."""
    lengths = [max((len(glob) for glob in keys.ops if _any((glob,), op)), default=0) for keys in sets]
    return [keys for keys, length in zip(sets, lengths, strict=True) if length == max(lengths)]


def _globs(sets: Iterable[KeySet]) -> tuple[str, ...]:
    return tuple(glob for keys in sets for glob in keys.backends)


def _any(globs: Iterable[str], name: str) -> bool:
    return any(fnmatchcase(name.casefold(), glob.casefold()) for glob in globs)


def _text(order: BackendOrder) -> str:
    refused = [step.name for step in order.steps if step.refused is not None]
    usable = ", ".join(order.usable[:_STEPS]) or "nothing"
    text = f"the tree's own order on this device ({order.list_name}): {usable}"
    return f"{text}; refused there: {', '.join(refused[:_STEPS])}" if refused else text


def _plain(name: str) -> str:
    return re.sub(r"[^a-z0-9]", "", name.casefold())
