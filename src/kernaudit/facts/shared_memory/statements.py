"""Follows the statements of host code: constant branches are chosen, others walked both ways and joined."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Final

from kernaudit.facts.shared_memory.calls import Aborted
from kernaudit.facts.shared_memory.declarations import Declarations
from kernaudit.facts.shared_memory.flow import Fork, Leave, fall_condition, settle, then
from kernaudit.facts.shared_memory.integer import BOOL
from kernaudit.facts.shared_memory.names import HostFrame, spell
from kernaudit.facts.shared_memory.term import TRUE, operation
from kernaudit.facts.shared_memory.value import Variable, is_term
from kernaudit.facts.values import ClassInstance, TypeValue

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from tree_sitter import Node

    from kernaudit.facts.frame import Frame
    from kernaudit.facts.shared_memory.flow import Exit
    from kernaudit.facts.shared_memory.slicing import Slice
    from kernaudit.facts.shared_memory.term import Term
    from kernaudit.facts.shared_memory.value import Value
    from kernaudit.sources.ast import Tuple
    from kernaudit.sources.outline import ClassDef

__all__ = ["Statements"]

_MAX_ROUNDS: Final = 64
_LOOP_EXITS: Final = ("break", "continue")


class Statements(Declarations):
    """Walks statements.

    Attributes:
        slice: what matters in the function that is being walked; None for everything.
    """

    slice: Slice | None = None

    def block(self, statements: Sequence[Tuple], frame: Frame) -> Exit:
        """Walk statements until all ways have left; return how they end."""
        path = self.machine.path
        depth = len(path)
        pending: list[Exit] = []
        final: Exit = None
        kept = self.slice
        for statement in statements:
            if kept is not None and not kept.keeps(statement):
                continue
            ending = self.statement(statement, frame)
            if ending is None:
                continue
            goes_on = fall_condition(ending)
            if goes_on.value == 0:
                final = ending
                break
            pending.append(ending)
            self.machine.assume(goes_on)
        del path[depth:]
        for ending in reversed(pending):
            final = then(ending, final)
        return final

    def statement(self, statement: Tuple, frame: Frame) -> Exit:
        """Walk one statement."""
        handler = _STATEMENTS.get(statement[0])
        try:
            return None if handler is None else handler(self, statement, frame)
        except Aborted:
            return Leave("abort")

    def _expression(self, statement: Tuple, frame: Frame) -> Exit:
        self.evaluate(statement[1], frame)
        return None

    def _declaration(self, statement: Tuple, frame: Frame) -> Exit:
        self.declare(statement, frame)
        return None

    def _using(self, statement: Tuple, frame: Frame) -> Exit:
        frame.types[statement[1]] = self.type_of(statement[3], frame)
        return None

    def _class(self, statement: Tuple, frame: Frame) -> Exit:
        """A class that is declared in a function; it sees the function's template arguments and types."""
        made = self.local_class(statement[1])
        if made is not None:
            arguments: dict[str, Value] = {}
            outer: Frame | None = frame
            while outer is not None:
                arguments = {**outer.types, **arguments}
                outer = outer.parent
            frame.types[made.name] = TypeValue(made.name, (), 0, False, ClassInstance(made, tuple(arguments.items())))
        return None

    def local_class(self, node: Node) -> ClassDef | None:
        """Return the class that a node of the function being walked defines."""
        raise NotImplementedError

    def _block(self, statement: Tuple, frame: Frame) -> Exit:
        return self.block(statement[1], _inner(frame))

    def _return(self, statement: Tuple, frame: Frame) -> Exit:
        return Leave("return", None if statement[1] is None else self.evaluate(statement[1], frame))

    def _leave(self, statement: Tuple, frame: Frame) -> Exit:
        del frame
        return Leave(statement[0])

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
        ending = self.statement(body, inner)
        if fall_condition(settle(ending, _LOOP_EXITS)).value == 0:
            return settle(ending, _LOOP_EXITS)
        value = self.condition(condition, inner).value
        if value == 0:
            return settle(ending, _LOOP_EXITS)
        return then(settle(ending, _LOOP_EXITS), self._any_round(condition, body, None, inner))

    def _each(self, statement: Tuple, frame: Frame) -> Exit:
        _, declared, source, body = statement
        inner = _inner(frame)
        self.called_back(self.evaluate(source, frame))
        inner.names[declared[3]] = Variable(self.machine.unknown(declared[3]))
        return self._any_round(None, body, None, inner)

    def _loop(self, condition: Tuple, body: Tuple, step: Tuple | None, frame: Frame) -> Exit:
        """Go round as long as the condition is known and the body takes one way only."""
        for _ in range(_MAX_ROUNDS):
            value = self.condition(condition, frame).value
            if value == 0:
                return None
            if value is None:
                break
            ending = self.statement(body, frame)
            if isinstance(ending, Fork):
                return then(settle(ending, _LOOP_EXITS), self._any_round(condition, body, step, frame))
            if isinstance(ending, Leave) and ending.kind != "continue":
                return settle(ending, _LOOP_EXITS)
            if step is not None:
                self.evaluate(step, frame)
        return self._any_round(condition, body, step, frame)

    def _any_round(self, condition: Tuple | None, body: Tuple, step: Tuple | None, frame: Frame) -> Exit:
        """One round that stands for all: nothing is known of what the loop writes, before it and after."""
        places = tuple(_assigned((condition, body, step)))
        self._forget(places, frame)
        term: Term = self.machine.unknown("another round", BOOL)
        if condition is not None:
            tested = self.condition(condition, frame)
            term = tested if tested.value is None else term
        ending = self.machine.fork([(term, lambda: settle(self.statement(body, frame), _LOOP_EXITS))])
        self._forget(places, frame)
        return ending

    def _forget(self, places: Sequence[Tuple], frame: Frame) -> None:
        for place in places:
            root = place
            while root[0] in ("member", "index", "deref") and len(root) > 1:
                root = root[1]
            if root[0] == "path" and len(root[1]) == 1 and frame.find(root[1][0][0]) is not None:
                old = self.evaluate(place, frame)
                made = old.type if is_term(old) else None
                self.store(place, self.machine.unknown(spell(place), made), frame)


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
