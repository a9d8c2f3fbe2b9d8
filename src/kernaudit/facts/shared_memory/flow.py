"""How statements end, and what holds on the way: exits of branches, path conditions, and a log of what is written."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from kernaudit.facts.shared_memory.integer import INT
from kernaudit.facts.shared_memory.term import FALSE, TRUE, Missing, negation, operation
from kernaudit.facts.shared_memory.value import Record, choose

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from kernaudit.facts.frame import Binding
    from kernaudit.facts.shared_memory.integer import IntType
    from kernaudit.facts.shared_memory.term import Term

__all__ = ["Exit", "Fork", "Leave", "Machine", "alive_condition", "fall_condition", "returned", "settle", "then"]


@dataclass(frozen=True, slots=True)
class Leave:
    """A way that goes no further: "return" (with its value), "break", "continue", or "abort" (it never comes back)."""

    kind: str
    value: Any = None


@dataclass(frozen=True, slots=True)
class Fork:
    """Two ways, by a condition."""

    condition: Term
    yes: Exit
    no: Exit


Exit = None | Leave | Fork
"""How statements end; None goes on with the next statement."""

_VALUE: Final = "value"
_ABSENT: Final = object()


def fall_condition(exit_: Exit) -> Term:
    """Return the condition under which the next statement runs."""
    if exit_ is None:
        return TRUE
    if isinstance(exit_, Leave):
        return FALSE
    return _split(exit_.condition, fall_condition(exit_.yes), fall_condition(exit_.no))


def _split(condition: Term, yes: Term, no: Term) -> Term:
    if yes.value is not None and yes.value == no.value:
        return yes
    return operation("||", operation("&&", condition, yes), operation("&&", negation(condition), no))


def alive_condition(exit_: Exit) -> Term:
    """Return the condition under which a function comes back."""
    if isinstance(exit_, Fork):
        return _split(exit_.condition, alive_condition(exit_.yes), alive_condition(exit_.no))
    return FALSE if isinstance(exit_, Leave) and exit_.kind == "abort" else TRUE


def then(exit_: Exit, rest: Exit) -> Exit:
    """Return how statements end that are followed by others."""
    if exit_ is None:
        return rest
    if isinstance(exit_, Leave) or rest is None:
        return exit_
    return Fork(exit_.condition, then(exit_.yes, rest), then(exit_.no, rest))


def settle(exit_: Exit, kinds: Iterable[str]) -> Exit:
    """Return an exit in which leaving in these ways ends here: a loop takes `break` and `continue`."""
    if isinstance(exit_, Leave):
        return None if exit_.kind in kinds else exit_
    if exit_ is None:
        return None
    yes, no = settle(exit_.yes, kinds), settle(exit_.no, kinds)
    return None if yes is None and no is None else Fork(exit_.condition, yes, no)


def returned(exit_: Exit) -> Any:
    """Return the value of a function that ends like this; ways that abort have none."""
    if isinstance(exit_, Leave):
        return exit_.value if exit_.kind == "return" else None
    if exit_ is None:
        return None
    yes, no = returned(exit_.yes), returned(exit_.no)
    if yes is None or no is None:
        return no if yes is None else yes
    return choose(exit_.condition, yes, no)


class Machine:
    """The state that branches share: which conditions hold here, and what was written since a branch began.

    Attributes:
        path: conditions that hold where the walk is now.
    """

    def __init__(self) -> None:
        self.path: list[Term] = []
        self._log: list[tuple[Binding | Record, str, Any]] = []
        self._serial = 0

    def write(self, holder: Binding | Record, field: str, value: Any) -> None:
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

    def under(self, condition: Term, walk: Callable[[], Any]) -> Any:
        """Walk something on the way on which a condition holds."""
        depth = len(self.path)
        self.assume(condition)
        try:
            return walk()
        finally:
            del self.path[depth:]

    def fork(self, branches: Sequence[tuple[Term, Callable[[], Exit]]]) -> Exit:
        """Walk alternatives in order of their conditions, and join what they wrote; none may hold."""
        done: list[tuple[Term, Exit, dict[tuple[int, str], tuple[Binding | Record, str, Any]]]] = []
        depth = len(self.path)
        for condition, walk in branches:
            if condition.value == 0:
                continue
            exit_, written = self._attempt(condition, walk)
            done.append((condition, exit_, written))
            if condition.value:
                break
            self.path.append(negation(condition))
        del self.path[depth:]
        self._join(done)
        result: Exit = None
        for condition, exit_, _ in reversed(done):
            result = exit_ if condition.value else self._forked(condition, exit_, result)
        return result

    @staticmethod
    def _forked(condition: Term, yes: Exit, no: Exit) -> Exit:
        return None if yes is None and no is None else Fork(condition, yes, no)

    def _attempt(
        self, condition: Term, walk: Callable[[], Exit]
    ) -> tuple[Exit, dict[tuple[int, str], tuple[Binding | Record, str, Any]]]:
        """Walk one branch and take back what it wrote."""
        outer, self._log = self._log, []
        try:
            exit_ = self.under(condition, walk)
        finally:
            log, self._log = self._log, outer
            written = {(id(holder), field): (holder, field, _read(holder, field)) for holder, field, _ in log}
            for holder, field, old in reversed(log):
                _set(holder, field, old)
        return exit_, written

    def _join(
        self, done: Sequence[tuple[Term, Exit, dict[tuple[int, str], tuple[Binding | Record, str, Any]]]]
    ) -> None:
        places = {key: place[:2] for _, _, written in done for key, place in written.items()}
        for key, (holder, field) in places.items():
            value = old = _read(holder, field)
            for condition, exit_, written in reversed(done):
                if fall_condition(exit_).value != 0:
                    new = written[key][2] if key in written else old
                    value = _picked(condition, new, value, field)
            if value is not old:
                self.write(holder, field, value)


def _picked(condition: Term, yes: Any, no: Any, field: str) -> Any:
    if condition.value:
        return yes
    if yes is _ABSENT or no is _ABSENT:
        return choose(condition, Missing(field) if yes is _ABSENT else yes, Missing(field) if no is _ABSENT else no)
    return choose(condition, yes, no)


def _read(holder: Binding | Record, field: str) -> Any:
    return holder.fields.get(field, _ABSENT) if isinstance(holder, Record) else holder.value


def _set(holder: Binding | Record, field: str, value: Any) -> None:
    if not isinstance(holder, Record):
        holder.value = value
    elif value is _ABSENT:
        holder.fields.pop(field, None)
    else:
        holder.fields[field] = value
