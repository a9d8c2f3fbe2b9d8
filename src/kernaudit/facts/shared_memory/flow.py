"""How statements end, and what holds on the way: exits of branches, path conditions, and a log of what is written."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from kernaudit.facts.shared_memory.composing import negation, operation
from kernaudit.facts.shared_memory.integer import INT
from kernaudit.facts.shared_memory.term import FALSE, TRUE, Missing
from kernaudit.facts.shared_memory.value import Record, choose, next_serial

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from kernaudit.facts.frame import Binding
    from kernaudit.facts.shared_memory.integer import IntType
    from kernaudit.facts.shared_memory.term import Term
    from kernaudit.facts.shared_memory.value import Value

    _Written = dict[tuple[int, str], tuple[Binding | Record, str, Value]]

__all__ = [
    "FALLS",
    "LOOP_EXITS",
    "Exit",
    "Machine",
    "Way",
    "alive_condition",
    "fall_condition",
    "leaves",
    "returned",
    "settle",
    "stays_in_function",
]


@dataclass(frozen=True, slots=True)
class Way:
    """A way out: "return" (with its value), "break", "continue" or "abort", taken where the guard holds."""

    guard: Term
    kind: str
    value: Value = None


Exit = tuple[Way, ...]
"""How statements end: the first way whose guard holds is taken; where none does, the next statement follows."""

FALLS: Final[Exit] = ()
LOOP_EXITS: Final = ("break", "continue")
_ABSENT: Final = object()


def leaves(kind: str, value: Value = None) -> Exit:
    """Return the exit of a statement that always leaves."""
    return (Way(TRUE, kind, value),)


def fall_condition(exit_: Exit) -> Term:
    """Return the condition under which the next statement runs."""
    found: Term = TRUE
    for way in exit_:
        found = operation("&&", found, negation(way.guard))
    return found


def alive_condition(exit_: Exit) -> Term:
    """Return the condition under which a function comes back."""
    found: Term = TRUE
    for way in reversed(exit_):
        if way.kind == "abort":
            found = operation("&&", negation(way.guard), found)
        elif found.value is None:
            found = operation("||", way.guard, found)
    return found


def stays_in_function(exit_: Exit) -> bool:
    """Whether a way out ends a round or a loop, but not the function: what is written on it is seen afterwards."""
    return any(way.kind in LOOP_EXITS for way in exit_)


def guarded(condition: Term, exit_: Exit) -> Iterable[Way]:
    """Yield the ways out of a branch that is taken under a condition."""
    return (Way(operation("&&", condition, way.guard), way.kind, way.value) for way in exit_)


def settle(exit_: Exit, kinds: Iterable[str]) -> Exit:
    """Return an exit in which leaving in these ways ends here: a loop takes `break` and `continue`."""
    ended: Term = FALSE
    found: list[Way] = []
    for way in exit_:
        if way.kind in kinds:
            ended = operation("||", ended, way.guard)
        else:
            found.append(Way(operation("&&", negation(ended), way.guard), way.kind, way.value))
    return tuple(way for way in found if way.guard.value != 0)


def returned(exit_: Exit) -> Value:
    """Return the value of a function that ends like this; None where it has none."""
    found: Value = None
    for way in reversed(exit_):
        if way.kind == "return" and way.value is not None:
            found = way.value if found is None else choose(way.guard, way.value, found)
    return found


class Machine:
    """The state that branches share: which conditions hold here, and what was written since a branch began.

    Attributes:
        path: conditions that hold where the walk is now.
    """

    def __init__(self) -> None:
        self.path: list[Term] = []
        self._log: list[tuple[Binding | Record, str, Value]] = []
        self._serial = 0

    def write(self, holder: Binding | Record, field: str, value: Value) -> None:
        """Give a variable, or a field of an object, another value."""
        self._log.append((holder, field, _read(holder, field)))
        _set(holder, field, value)

    def assume(self, condition: Term) -> None:
        """From here to the end of the block a condition holds."""
        if condition.value is None:
            self.path.append(condition)

    def unknown(self, name: str, made: IntType | None = None) -> Missing:
        """Return a value that nothing is known of, different from all others."""
        self._serial += 1
        return Missing(name, INT if made is None else made, serial=self._serial)

    def under(self, condition: Term, walk: Callable[[], Value]) -> Value:
        """Walk something on the way on which a condition holds."""
        depth = len(self.path)
        self.assume(condition)
        try:
            return walk()
        finally:
            del self.path[depth:]

    def fork(self, branches: Sequence[tuple[Term, Callable[[], Exit]]]) -> Exit:
        """Walk alternatives in order of their conditions, and join what they wrote; none may hold."""
        done: list[tuple[Term, Exit, _Written]] = []
        ways: list[Way] = []
        depth = len(self.path)
        for condition, walk in branches:
            if condition.value == 0:
                continue
            exit_, written = self._attempt(condition, walk)
            done.append((condition, exit_, written))
            ways.extend(guarded(condition, exit_))
            if condition.value:
                break
            self.path.append(negation(condition))
        del self.path[depth:]
        self._join(done)
        return tuple(ways)

    def _attempt(self, condition: Term, walk: Callable[[], Exit]) -> tuple[Exit, _Written]:
        """Walk one branch and take back what it wrote."""
        outer, self._log = self._log, []
        start = next_serial()
        try:
            exit_ = self.under(condition, walk)
        finally:
            log, self._log = self._log, outer
            log = [entry for entry in log if not isinstance(entry[0], Record) or entry[0].serial < start]
            written = {(id(holder), field): (holder, field, _read(holder, field)) for holder, field, _ in log}
            for holder, field, old in reversed(log):
                _set(holder, field, old)
        return exit_, written

    def _join(self, done: Sequence[tuple[Term, Exit, _Written]]) -> None:
        places = {key: place[:2] for _, _, written in done for key, place in written.items()}
        for key, (holder, field) in places.items():
            value = old = _read(holder, field)
            for condition, exit_, written in reversed(done):
                if fall_condition(exit_).value != 0 or stays_in_function(exit_):
                    new = written[key][2] if key in written else old
                    value = _picked(condition, new, value, field)
            if value is not old:
                self.write(holder, field, value)


def _picked(condition: Term, yes: Value, no: Value, field: str) -> Value:
    if condition.value:
        return yes
    if yes is _ABSENT or no is _ABSENT:
        return choose(condition, Missing(field) if yes is _ABSENT else yes, Missing(field) if no is _ABSENT else no)
    return choose(condition, yes, no)


def _read(holder: Binding | Record, field: str) -> Value:
    return holder.fields.get(field, _ABSENT) if isinstance(holder, Record) else holder.value


def _set(holder: Binding | Record, field: str, value: Value) -> None:
    if not isinstance(holder, Record):
        holder.value = value
    elif value is _ABSENT:
        holder.fields.pop(field, None)
    else:
        holder.fields[field] = value
