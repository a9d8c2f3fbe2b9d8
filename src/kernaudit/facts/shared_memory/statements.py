"""Follows the statements of host code: constant branches are chosen, others walked both ways and joined."""

from __future__ import annotations

from abc import abstractmethod
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from kernaudit.facts.shared_memory.calls import Aborted
from kernaudit.facts.shared_memory.composing import operation
from kernaudit.facts.shared_memory.declarations import Declarations
from kernaudit.facts.shared_memory.flow import FALLS, LOOP_EXITS, fall_condition, leaves, settle, stays_in_function
from kernaudit.facts.shared_memory.integer import BOOL
from kernaudit.facts.shared_memory.names import HostFrame, spell
from kernaudit.facts.shared_memory.term import TRUE
from kernaudit.facts.shared_memory.value import Variable, is_term
from kernaudit.facts.values import ClassInstance, TypeValue

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from tree_sitter import Node

    from kernaudit.facts.frame import Frame
    from kernaudit.facts.shared_memory.flow import Exit, Way
    from kernaudit.facts.shared_memory.slicing import Slice
    from kernaudit.facts.shared_memory.term import Term
    from kernaudit.facts.shared_memory.value import Value
    from kernaudit.sources.ast import Tuple
    from kernaudit.sources.outline import ClassDef

    _Loop = tuple[Tuple, Tuple, Tuple | None]
    """Condition, body and step."""

__all__ = ["Statements"]

_MAX_ROUNDS: Final = 64
_MAX_DOUBTFUL_ROUNDS: Final = 16
_NOTHING: Final = ("block", ())


class Statements(Declarations):
    """Walks statements.

    Attributes:
        slice: what matters in the function that is being walked; None for everything.
    """

    slice: Slice | None = None

    def prepare(self) -> None:
        """Start with nothing known."""
        super().prepare()
        self._tested: dict[int, tuple[Tuple, list[tuple[str, int]]]] = {}
        self._assigning: dict[tuple[int, ...], tuple[Tuple, tuple[Tuple, ...]]] = {}

    def block(self, statements: Sequence[Tuple], frame: Frame) -> Exit:
        """Walk statements until all ways have left; return how they end."""
        path = self.machine.path
        depth = len(path)
        ways: list[Way] = []
        kept = self.slice
        values: dict[str, Value] = {}  # of variables that are tested, until a statement is walked
        for index, statement in enumerate(statements):
            if (kept is not None and not kept.keeps(statement)) or self._is_ruled_out(statement, frame, values):
                continue
            values.clear()
            ending = self.statement(statement, frame)
            if not ending:
                continue
            ways.extend(ending)
            goes_on = fall_condition(ending)
            if goes_on.value == 0:
                break
            if stays_in_function(ending):
                rest = statements[index + 1 :]
                ways.extend(self.machine.fork([(goes_on, lambda r=rest: self.block(r, frame))]))  # type: ignore[misc]
                break
            self.machine.assume(goes_on)
        del path[depth:]
        return tuple(ways)

    def statement(self, statement: Tuple, frame: Frame) -> Exit:
        """Walk one statement."""
        handler = _STATEMENTS.get(statement[0])
        try:
            return FALLS if handler is None else handler(self, statement, frame)
        except Aborted:
            return leaves("abort")

    def _is_ruled_out(self, statement: Tuple, frame: Frame, values: dict[str, Value]) -> bool:
        """Whether an `if` without `else` tests a variable for another constant than it has; tables are written so."""
        known = self._tested.get(id(statement))
        if known is None:
            known = self._tested[id(statement)] = (statement, self._tests(statement))
        for name, constant in known[1]:
            if name not in values:
                values[name] = _known_number(name, frame)
            value = values[name]
            if value is not None and value != constant:
                return True
        return False

    def _tests(self, statement: Tuple) -> list[tuple[str, int]]:
        """The `name == constant` that must all hold for an `if` without `else` to be taken."""
        if statement[0] != "if" or statement[5] != _NOTHING or statement[2][0] != "empty":
            return []
        return [test for part in _conjuncts(statement[3]) if (test := self._test(part)) is not None]

    def _test(self, part: Tuple) -> tuple[str, int] | None:
        if part[0] != "bin" or part[1] != "==" or part[2][0] != "path" or len(part[2][1]) != 1:
            return None
        if part[3][0] == "const":
            value = part[3][1]
        elif part[3][0] == "path":
            value = self.evaluate(part[3], HostFrame({}, ())).value if self.scope.constants(part[3][1][-1][0]) else None
        else:
            return None
        return (part[2][1][0][0], value) if isinstance(value, int) else None

    def _expression(self, statement: Tuple, frame: Frame) -> Exit:
        self.evaluate(statement[1], frame)
        return FALLS

    def _declaration(self, statement: Tuple, frame: Frame) -> Exit:
        self.declare(statement, frame)
        return FALLS

    def _using(self, statement: Tuple, frame: Frame) -> Exit:
        frame.types[statement[1]] = self.type_of(statement[3], frame)
        return FALLS

    def _class(self, statement: Tuple, frame: Frame) -> Exit:
        """A class that is declared in a function; it sees the function's template arguments and types."""
        made = self.local_class(statement[1])
        if made is not None:
            arguments = tuple(frame.all_types().items())
            frame.types[made.name] = TypeValue(made.name, (), 0, False, ClassInstance(made, arguments))
        return FALLS

    @abstractmethod
    def local_class(self, node: Node) -> ClassDef | None:
        """Return the class that a node of the function being walked defines."""

    def _block(self, statement: Tuple, frame: Frame) -> Exit:
        return self.block(statement[1], _inner(frame))

    def _return(self, statement: Tuple, frame: Frame) -> Exit:
        return leaves("return", None if statement[1] is None else self.evaluate(statement[1], frame))

    def _leave(self, statement: Tuple, frame: Frame) -> Exit:
        del frame
        return leaves(statement[0])

    # -- branches ----------------------------------------------------------------------------------------------

    def _if(self, statement: Tuple, frame: Frame) -> Exit:
        inner = _inner(frame)
        branches: list[tuple[Term, Callable[[], Exit]]] = []
        following: Tuple = statement
        depth = len(self.machine.path)
        while following[0] == "if":
            _, _, init, condition, yes, other, _ = following
            self.statement(init, inner)
            term = self.condition(condition, inner)
            branches.append((term, partial(self.statement, yes, inner)))
            if term.value:
                break
            following = other
        else:
            branches.append((TRUE, partial(self.statement, following, inner)))
        del self.machine.path[depth:]
        return self.machine.fork(branches)

    def _switch(self, statement: Tuple, frame: Frame) -> Exit:
        _, condition, cases = statement
        value = self.number(condition, frame)
        inner = _inner(frame)
        branches: list[tuple[Term, Callable[[], Exit]]] = []
        default: Callable[[], Exit] | None = None
        for index, (label, _) in enumerate(cases):
            rest = tuple(s for _, part in cases[index:] for s in part)
            walk = lambda s=rest: settle(self.block(s, inner), ("break",))  # noqa: E731 - one for each case
            if label is None:
                default = walk
            else:
                branches.append((operation("==", value, self.number(label, frame)), walk))
        if default is not None:
            branches.append((TRUE, default))
        return self.machine.fork(branches)

    # -- loops -------------------------------------------------------------------------------------------------

    def _for(self, statement: Tuple, frame: Frame) -> Exit:
        _, init, condition, step, body = statement
        inner = _inner(frame)
        self.statement(init, inner)
        return self._loop(condition, body, step, inner)

    def _while(self, statement: Tuple, frame: Frame) -> Exit:
        return self._loop(statement[1], statement[2], None, _inner(frame))

    def _do(self, statement: Tuple, frame: Frame) -> Exit:
        _, body, condition = statement
        inner = _inner(frame)
        ending = settle(self.statement(body, inner), LOOP_EXITS)
        if fall_condition(ending).value == 0 or self.condition(condition, inner).value == 0:
            return ending
        return (*ending, *self._any_round(condition, body, None, inner))

    def _each(self, statement: Tuple, frame: Frame) -> Exit:
        _, declared, source, body = statement
        inner = _inner(frame)
        self.called_back(self.evaluate(source, frame))
        inner.names[declared[3]] = Variable(self.machine.unknown(declared[3]))
        return self._any_round(None, body, None, inner)

    def _goes_round(self, condition: Tuple, frame: Frame) -> tuple[Term, bool]:
        """The condition of a loop, and whether a part of it is known: such a loop ends after known rounds at most."""
        term = self.condition(condition, frame)
        if term.value is not None or condition[0] != "bin" or condition[1] != "&&":
            return term, term.value is not None
        parts = (self.number(part, frame).value for part in _conjuncts(condition))
        return term, any(value is not None for value in parts)

    def _loop(self, condition: Tuple, body: Tuple, step: Tuple | None, frame: Frame, rounds: int = _MAX_ROUNDS) -> Exit:
        """Go round as long as the condition is known."""
        while rounds > 0:
            rounds -= 1
            term, counted = self._goes_round(condition, frame)
            if term.value == 0:
                return FALLS
            if not counted:
                break
            if term.value is None:
                return self._perhaps_round(term, (condition, body, step), frame, rounds)
            ending = settle(self.statement(body, frame), ("continue",))
            if ending and any(way.guard.value is None for way in ending):
                return self._perhaps_on(ending, (condition, body, step), frame, rounds)
            if ending:
                return settle(ending, ("break",))
            if step is not None:
                self.evaluate(step, frame)
        return self._any_round(condition, body, step, frame)

    def _perhaps_round(self, goes_on: Term, parts: _Loop, frame: Frame, rounds: int) -> Exit:
        """A round that may be the first that is not gone, with all that follow."""
        condition, body, step = parts

        def walk() -> Exit:
            ending = settle(self.statement(body, frame), ("continue",))
            if any(way.guard.value is None for way in ending):
                return self._perhaps_on(ending, parts, frame, min(rounds, _MAX_DOUBTFUL_ROUNDS))
            if ending:
                return settle(ending, ("break",))
            if step is not None:
                self.evaluate(step, frame)
            return self._loop(condition, body, step, frame, min(rounds, _MAX_DOUBTFUL_ROUNDS))

        return self.machine.fork([(goes_on, walk)])

    def _perhaps_on(self, ending: Exit, parts: _Loop, frame: Frame, rounds: int) -> Exit:
        """A round that may have left the loop: the others follow where it did not."""
        condition, body, step = parts

        def others() -> Exit:
            if step is not None:
                self.evaluate(step, frame)
            return self._loop(condition, body, step, frame, min(rounds, _MAX_DOUBTFUL_ROUNDS))

        following = self.machine.fork([(fall_condition(ending), others)])
        return settle((*ending, *following), ("break",))

    def _any_round(self, condition: Tuple | None, body: Tuple, step: Tuple | None, frame: Frame) -> Exit:
        """One round that stands for all: nothing is known of what the loop writes, before it and after."""
        places = self._places((condition, body, step))
        self._forget(places, frame)
        term: Term = self.machine.unknown("another round", BOOL)
        if condition is not None:
            tested = self.condition(condition, frame)
            term = tested if tested.value is None else term
        ending = self.machine.fork([(term, lambda: settle(self.statement(body, frame), LOOP_EXITS))])
        self._forget(places, frame)
        return ending

    def _places(self, parts: tuple[Tuple | None, ...]) -> tuple[Tuple, ...]:
        """Every place that a loop assigns; it may be walked many times."""
        key = tuple(map(id, parts))
        known = self._assigning.get(key)
        if known is None:
            known = self._assigning[key] = (parts, tuple(_assigned(parts)))
        return known[1]

    def _forget(self, places: Sequence[Tuple], frame: Frame) -> None:
        for place in places:
            root = place
            while root[0] in ("member", "index", "deref") and len(root) > 1:
                root = root[1]
            if root[0] == "path" and len(root[1]) == 1 and frame.find(root[1][0][0]) is not None:
                old = self.evaluate(place, frame)
                made = old.type if is_term(old) else None
                self.store(place, self.machine.unknown(spell(place), made), frame)


def _known_number(name: str, frame: Frame) -> int | None:
    """What a variable or template parameter is worth, where it is a number that is known."""
    binding = frame.find(name)
    if binding is None:
        argument = frame.type_argument(name)
        return argument if isinstance(argument, int) else None
    return binding.value.value if is_term(binding.value) else None


def _conjuncts(condition: Tuple) -> Iterator[Tuple]:
    """The parts of `a && b && c`."""
    if condition[0] == "bin" and condition[1] == "&&":
        yield from _conjuncts(condition[2])
        yield from _conjuncts(condition[3])
    else:
        yield condition


def _assigned(part: Any) -> Iterator[Tuple]:
    """Yield every place that is assigned anywhere inside."""
    if not isinstance(part, tuple) or not part:
        return
    if part[0] == "assign":
        yield part[2]
    for inner in part:
        if isinstance(inner, tuple):
            yield from _assigned(inner)


def _inner(frame: Frame) -> HostFrame:
    return HostFrame({}, frame.scope, parent=frame, instance=frame.instance)


_STATEMENTS: Final[dict[str, Callable[[Any, Tuple, Frame], Exit]]] = {
    "expr": Statements._expression,
    "decl": Statements._declaration,
    "using": Statements._using,
    "class": Statements._class,
    "if": Statements._if,
    "for": Statements._for,
    "each": Statements._each,
    "while": Statements._while,
    "do": Statements._do,
    "switch": Statements._switch,
    "return": Statements._return,
    "block": Statements._block,
    "break": Statements._leave,
    "continue": Statements._leave,
    "abort": Statements._leave,
}
