"""Walks through device code the way the compiler's folding would: constant branches are chosen, others joined.

It answers one question: does an effect remain? An effect is a store or an atomic through a pointer that leaves the
kernel, an `asm volatile`, or a call of a function that cannot be read. Barriers, loads and arithmetic are none.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kernaudit.facts.assigned import assigned
from kernaudit.facts.declaring import Declaring
from kernaudit.facts.effects import Effects, FinalCode, Outcome
from kernaudit.facts.entering import MOST_STEPS
from kernaudit.facts.frame import Asked, Binding, Frame
from kernaudit.facts.local_classes import local_class, visible_arguments
from kernaudit.facts.record import Trapped, Undecided
from kernaudit.facts.values import (
    DEPENDENT,
    RUNTIME,
    ClassInstance,
    LambdaValue,
    ObjectValue,
    TypeValue,
    Unknown,
    pointing,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from collections.abc import Set as AbstractSet

    from kernaudit.facts.record import Stop
    from kernaudit.facts.values import Value
    from kernaudit.sources.ast import Tuple
    from kernaudit.sources.outline import Function

__all__ = ["Walker"]


class Walker(Declaring):
    """Walks kernels of one unit; results of calls are kept.

    Attributes:
        asked: the template arguments that the last run looked at; others would have given the same.
    """

    asked: AbstractSet[str] = frozenset()

    def run(self, function: Function, arguments: dict[str, Value], *, final: bool = False) -> Outcome:
        """Walk through a kernel with these template arguments (DEPENDENT where they are open).

        Args:
            function: the kernel.
            arguments: by template parameter.
            final: no more will be known of the arguments, so that the first effect which can be reached settles it.
        """
        self.begin()
        self.steps = self.spared = 0
        self.final = final
        self.open_depth = 0
        self.settled = not any(isinstance(value, Unknown) for value in arguments.values())
        asked = Asked(arguments)  # a copy: what the kernel declares is not an argument
        self.asked = asked.names
        frame = Frame(asked, function.scope)
        for name, made, shape, _, _ in function.parameters:
            described = self.type_of(made, frame)
            pointer = shape in ("*", "&", "[]") or made[2] > 0 or made[3]
            value: Value = (
                ObjectValue(described) if isinstance(described, TypeValue) and described.instance else RUNTIME
            )
            frame.names[name] = Binding(
                value,
                pointing(described, shape) if isinstance(described, TypeValue) else None,
                own=not pointer,
                view=True,
                local=shape != "&" and not made[3],
            )
        try:
            return self.isolated(function.path, lambda: self.block(function.body, frame))
        except FinalCode:
            self.effects, self.returns, self.constant_depth = Effects(), [], 0
            self.active.clear()
            return Outcome(True, True, (), (), False, False, None, RUNTIME)

    def forget(self) -> None:
        """Let go of the outcomes that this walker kept for itself."""
        self.outcomes.clear()
        self.forget_answers()
        self._plain.clear()

    @property
    def is_repeatable(self) -> bool:
        """Whether the last run gave what any other walker gives that looks up the same."""
        return not self.unsteady and self.steps + self.spared <= MOST_STEPS

    # -- statements --------------------------------------------------------------------------------------------

    def block(self, statements: Sequence[Tuple], frame: Frame) -> Stop:
        """Walk statements until one of them leaves."""
        stop: Stop = None
        for statement in statements:
            stop = self.statement(statement, frame)
            if stop is not None:
                break
        if frame.doomed is not None and stop != "trap":
            return self._ended(stop, frame)
        return stop

    def _ended(self, stop: Stop, frame: Frame) -> Stop:
        try:
            self.end_all(frame)
        except Trapped:
            return "trap"
        return stop

    def _local_class(self, statement: Tuple, frame: Frame) -> Stop:
        _, name, written = statement
        made = ClassInstance(local_class(written, frame.scope), visible_arguments(frame))
        frame.types[name] = TypeValue(name, (), 0, False, made)
        return None

    def statement(self, statement: Tuple, frame: Frame) -> Stop:
        """Walk one statement."""
        if not self.spend():
            return "return"
        kind = statement[0]
        try:
            if kind == "expr":
                self.constant(statement[1], frame)
                return None
            handler = _STATEMENTS.get(kind)
            return None if handler is None else handler(self, statement, frame)
        except Trapped:
            return "trap"

    def _declaration(self, statement: Tuple, frame: Frame) -> Stop:
        self.declare(statement, frame)
        return None

    def _using(self, statement: Tuple, frame: Frame) -> Stop:
        _, name, _, made = statement
        frame.types[name] = self.type_of(made, frame)
        return None

    def _if(self, statement: Tuple, frame: Frame) -> Stop:
        _, constexpr, init, condition, yes, no, _ = statement
        stop = self.statement(init, frame)
        if stop is not None:
            return stop
        value = self.value_of_test(condition, frame)
        if isinstance(value, int):
            return self.statement(yes if value else no, frame)
        if self.constant_depth and not constexpr:
            raise Undecided(value)
        open_ = constexpr or value is DEPENDENT or self.tests.asks(condition)
        return self.fork([lambda: self.statement(yes, frame), lambda: self.statement(no, frame)], open_=open_)

    def _for(self, statement: Tuple, frame: Frame) -> Stop:
        _, init, condition, step, body = statement
        inner = Frame({}, frame.scope, parent=frame, instance=frame.instance, this_inside=frame.this_inside)
        self.statement(init, inner)
        return self._loop((condition, step, body), condition, body, inner, step)

    def _loop(self, parts: Tuple, condition: Tuple, body: Tuple, frame: Frame, step: Tuple | None) -> Stop:
        value = self.value_of_test(condition, frame) if condition[0] != "opaque" else RUNTIME
        if isinstance(value, int) and not value:
            return None
        for name in assigned(parts):
            binding = frame.find(name)
            if binding is not None and not isinstance(binding.value, ObjectValue | LambdaValue):
                binding.value = RUNTIME
        forever = isinstance(value, int) and self.constant(condition, frame) is not RUNTIME and condition[0] == "const"
        if value is DEPENDENT:
            stop = self.fork([lambda: self.statement(body, frame), lambda: None], open_=True)
        else:
            stop = self.statement(body, frame)
        if step is not None and stop not in ("trap", "return", "break"):
            self.constant(step, frame)
        if stop == "trap" and (forever or (isinstance(value, int) and value)):
            return "trap"
        return "return" if stop == "return" and forever else None

    def _each(self, statement: Tuple, frame: Frame) -> Stop:
        _, declared, source, body = statement
        self.each(source, frame)
        self.statement(declared, frame)
        self.statement(body, frame)
        return None

    def _while(self, statement: Tuple, frame: Frame) -> Stop:
        _, condition, body = statement
        return self._loop((condition, body), condition, body, frame, None)

    def _do(self, statement: Tuple, frame: Frame) -> Stop:
        _, body, condition = statement
        value = self.value_of_test(condition, frame)
        if not (isinstance(value, int) and not value):
            for name in assigned((body, condition)):
                binding = frame.find(name)
                if binding is not None:
                    binding.value = RUNTIME
        stop = self.statement(body, frame)
        return stop if stop in ("trap", "return") else None

    def _switch(self, statement: Tuple, frame: Frame) -> Stop:
        _, condition, cases = statement
        value = self.value_of_test(condition, frame)
        if isinstance(value, int):
            chosen = self._chosen(value, cases, frame)
            if chosen is not None:
                return _unbroken(self.block(tuple(s for _, part in cases[chosen:] for s in part), frame))
        branches = [self._case(cases, index, frame) for index in range(len(cases))]
        if not any(label is None for label, _ in cases):
            branches.append(lambda: None)
        return self.fork(branches, open_=value is DEPENDENT) if branches else None

    def _case(self, cases: Tuple, index: int, frame: Frame) -> Callable[[], Stop]:
        rest = tuple(statement for _, part in cases[index:] for statement in part)
        return lambda: _unbroken(self.block(rest, frame))

    def _chosen(self, value: int, cases: Tuple, frame: Frame) -> int | None:
        labels = [None if label is None else self.constant(label, frame) for label, _ in cases]
        if value in [label for label in labels if isinstance(label, int)]:
            return labels.index(value)
        if any(isinstance(label, Unknown) for label in labels):
            return None
        defaults = [index for index, (label, _) in enumerate(cases) if label is None]
        return defaults[0] if defaults else len(cases)

    def _return(self, statement: Tuple, frame: Frame) -> Stop:
        if statement[1] is None:
            return "return"
        value = self.constant(statement[1], frame)
        self.returns.append(self.returned(statement[1], value, frame))
        return "return"

    def _block(self, statement: Tuple, frame: Frame) -> Stop:
        inner = Frame({}, frame.scope, parent=frame, instance=frame.instance, this_inside=frame.this_inside)
        return self.block(statement[1], inner)

    def _break(self, statement: Tuple, frame: Frame) -> Stop:
        del frame
        return str(statement[0])

    def _goto(self, statement: Tuple, frame: Frame) -> Stop:
        """Where a jump leads is not followed."""
        del statement, frame
        self.effects.unread = True
        return "return"

    def _assert(self, statement: Tuple, frame: Frame) -> Stop:
        value = self.constant(statement[1], frame)
        if isinstance(value, Unknown):
            self.undecided()
        elif value in (0, False):
            self.refuse(statement[2])
        return None


def _unbroken(stop: Stop) -> Stop:
    return None if stop == "break" else stop


_STATEMENTS: Final[dict[str, Callable[[Walker, Tuple, Frame], Stop]]] = {
    "decl": Walker._declaration,
    "using": Walker._using,
    "if": Walker._if,
    "for": Walker._for,
    "each": Walker._each,
    "while": Walker._while,
    "do": Walker._do,
    "switch": Walker._switch,
    "return": Walker._return,
    "block": Walker._block,
    "break": Walker._break,
    "continue": Walker._break,
    "goto": Walker._goto,
    "assert": Walker._assert,
    "local-class": Walker._local_class,
}
