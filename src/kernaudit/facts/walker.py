"""Walks through device code the way the compiler's folding would: constant branches are chosen, others joined.

It answers one question: does an effect remain? An effect is a store or an atomic through a pointer that leaves the
kernel, an `asm volatile`, or a call of a function that cannot be read. Barriers, loads and arithmetic are none.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from kernaudit.facts.asm_text import asm_kind
from kernaudit.facts.calls import Calls
from kernaudit.facts.effects import CertainCode, Effects, FinalCode, Outcome, PossibleCode, Site
from kernaudit.facts.frame import Binding, Frame
from kernaudit.facts.places import Places
from kernaudit.facts.resolve import Resolver, binary, unknown
from kernaudit.facts.values import DEPENDENT, RUNTIME, LambdaValue, ObjectValue, TypeValue, Unknown

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kernaudit.facts.builtins import Builtins
    from kernaudit.facts.scope import UnitScope
    from kernaudit.sources.ast import Tuple
    from kernaudit.sources.outline import Function

__all__ = ["Trapped", "Walker"]

_MAX_STEPS: Final = 60_000
_MAX_CALLS: Final = 48

Stop = str | None
"""How a statement ends: None (goes on), "return", "trap", "break", "continue"."""


class Walker(Resolver, Places, Calls):
    """One walker per unit; results of calls are kept."""

    def __init__(self, scope: UnitScope, builtins: Builtins) -> None:
        Resolver.__init__(self, scope)
        self.builtins = builtins
        self.effects = Effects()
        self.outcomes: dict[Any, Outcome] = {}
        self.active: list[Any] = []
        self.path = ""
        self.steps = 0
        self.returns: list[Any] = []
        self.constant_depth = 0
        self.open_depth = 0
        self.unfollowed = False
        self.final = False

    # -- entry -------------------------------------------------------------------------------------------------

    def run(self, function: Function, arguments: dict[str, Any], *, final: bool = False) -> Outcome:
        """Walk through a kernel with these template arguments (DEPENDENT where they are open).

        Args:
            function: the kernel.
            arguments: by template parameter.
            final: no more will be known of the arguments, so that the first effect which can be reached settles it.
        """
        self.steps = 0
        self.final = final
        self.open_depth = 0
        frame = Frame(arguments, function.scope)
        for name, made, shape, _, _ in function.parameters:
            described = self.type_of(made, frame)
            pointer = shape in ("*", "&", "[]") or made[2] > 0 or made[3]
            value: Any = ObjectValue(described) if isinstance(described, TypeValue) and described.instance else RUNTIME
            frame.names[name] = Binding(value, described if isinstance(described, TypeValue) else None, own=not pointer)
        try:
            return self.isolated(function.path, lambda: self.block(function.body, frame))
        except FinalCode:
            self.effects, self.returns, self.constant_depth = Effects(), [], 0
            self.active.clear()
            return Outcome(True, True, (), (), False, False, None, RUNTIME)

    def isolated(self, path: str, walk: Callable[[], Stop]) -> Outcome:
        """Walk something on its own record, and return what it did."""
        kept, self.effects = self.effects, Effects()
        kept_path, self.path = self.path, path
        kept_returns, self.returns = self.returns, []
        certain, stop = False, None
        try:
            stop = walk()
        except CertainCode:
            certain = True
        except PossibleCode:
            stop = None
        except Undecided as open_value:
            self.returns = [open_value.value]
        found, self.effects = self.effects, kept
        returns, self.returns, self.path = self.returns, kept_returns, kept_path
        return Outcome(
            certain, found.code or certain, tuple(found.prints), tuple(found.traps), found.unread, found.trap_doubt,
            "trap" if stop == "trap" else None, _joined(returns),
        )  # fmt: skip

    def apply(self, outcome: Outcome) -> Stop:
        """Take over what a call did."""
        self.effects.prints.extend(outcome.prints)
        self.effects.traps.extend(outcome.traps)
        self.effects.unread |= outcome.unread
        if outcome.certain:
            self.effect()
        elif outcome.code:
            self.possible_effect()
        if outcome.doubt:
            self.effects.doubt = self.effects.trap_doubt = True
        return outcome.stop

    def effect(self) -> None:
        """An effect is reached here."""
        self.effects.code = True
        if self.constant_depth:
            return
        if self.final:
            raise FinalCode
        raise PossibleCode if self.effects.doubt else CertainCode

    def possible_effect(self) -> None:
        """A call is reached that may have an effect."""
        self.effects.code = True
        if self.final and not self.constant_depth:
            raise FinalCode

    # -- statements --------------------------------------------------------------------------------------------

    def block(self, statements: Sequence[Tuple], frame: Frame) -> Stop:
        """Walk statements until one of them leaves."""
        for statement in statements:
            stop = self.statement(statement, frame)
            if stop is not None:
                return stop
        return None

    def statement(self, statement: Tuple, frame: Frame) -> Stop:
        """Walk one statement."""
        self.steps += 1
        if self.steps > _MAX_STEPS:
            self.effects.unread = True
            return "return"
        handler = _STATEMENTS.get(statement[0])
        try:
            return None if handler is None else handler(self, statement, frame)
        except Trapped:
            return "trap"

    def _expression(self, statement: Tuple, frame: Frame) -> Stop:
        self.constant(statement[1], frame)
        return None

    def _declaration(self, statement: Tuple, frame: Frame) -> Stop:
        _, flags, made, name, shape, init, _ = statement
        self.declare(frame, flags, made, name, shape, init)
        return None

    def declare(
        self, frame: Frame, flags: frozenset[str], made: Tuple, name: str, shape: str, init: Tuple | None
    ) -> None:
        """Bring a variable into the frame."""
        value: Any = RUNTIME
        if init is not None:
            value = self._value_of_init(init, made, frame)
        described = self.type_of(made, frame) if made[1] and made[1][0][0] != "auto" else None
        if isinstance(value, ObjectValue) and described is None:
            described = value.type
        if (
            isinstance(described, TypeValue)
            and described.instance is not None
            and not shape
            and not isinstance(value, Unknown | int)
        ):
            value = ObjectValue(described)
        elif (
            isinstance(described, TypeValue)
            and described.instance is not None
            and shape in ("", "[]")
            and value is RUNTIME
        ):
            value = ObjectValue(described)
        if described is None and init is not None:
            described = self.static_type(init, frame)
        pointer = shape in ("*", "&") or (
            isinstance(described, TypeValue) and described.pointers > 0 and made[1][0][0] == "auto"
        )
        inside = (
            pointer
            and init is not None
            and (self.inside(init, frame) if shape == "&" else self.points_inside(init, frame))
        )
        shared = "__shared__" in flags
        outside = shared or ("static" in flags and "constexpr" not in flags)
        binding = Binding(
            value if "[" not in shape else RUNTIME if not isinstance(value, ObjectValue) else value,
            described if isinstance(described, TypeValue) else None,
            own=not pointer and not outside,
            inside=inside,
            array=shape == "[]",
        )
        if (
            init is not None
            and made[1]
            and made[1][0][0] == "auto"
            and not shape
            and not isinstance(value, LambdaValue)
        ):
            binding.inside = self.points_inside(init, frame)
            binding.own = True
        for part in name.split(","):
            frame.names[part.strip()] = binding

    def _value_of_init(self, init: Tuple, made: Tuple, frame: Frame) -> Any:
        if init[0] == "construct" and made[1] and made[1][0][0] != "auto":
            init = ("construct", made, init[2], init[3])
        if init[0] == "init" and len(init[1]) == 1:
            return self.constant(init[1][0], frame)
        return self.constant(init, frame)

    def _using(self, statement: Tuple, frame: Frame) -> Stop:
        _, name, _, made = statement
        frame.types[name] = self.type_of(made, frame)
        return None

    def _if(self, statement: Tuple, frame: Frame) -> Stop:
        _, constexpr, init, condition, yes, no, _ = statement
        stop = self.statement(init, frame)
        if stop is not None:
            return stop
        value = self.constant(condition, frame)
        if isinstance(value, int):
            return self.statement(yes if value else no, frame)
        if self.constant_depth and not constexpr:
            raise Undecided(value)
        open_ = constexpr or value is DEPENDENT
        return self.fork([lambda: self.statement(yes, frame), lambda: self.statement(no, frame)], open_=open_)

    def fork(self, branches: Sequence[Callable[[], Stop]], *, open_: bool) -> Stop:
        """Walk alternatives. `open_`: the compiler takes one of them, and this reader cannot tell which."""
        if not open_:
            return _join([branch() for branch in branches])
        stops: list[Stop] = []
        certain = possible = 0
        effects = self.effects
        before = effects.doubt
        doubts = before
        self.open_depth += 1
        try:
            for branch in branches:
                effects.doubt = before
                try:
                    stops.append(branch())
                except CertainCode:
                    certain += 1
                except PossibleCode:
                    possible += 1
                doubts |= effects.doubt
        finally:
            self.open_depth -= 1
        effects.doubt = doubts
        if certain:
            effects.code = True
        if certain == len(branches):
            raise CertainCode
        stop = _join([*stops, *([None] * (certain + possible))])
        if stop is None and any(stops):
            effects.doubt = True
            effects.trap_doubt |= "trap" in stops
        return stop

    def _for(self, statement: Tuple, frame: Frame) -> Stop:
        _, init, condition, step, body = statement
        inner = Frame({}, frame.scope, parent=frame, instance=frame.instance, this_inside=frame.this_inside)
        self.statement(init, inner)
        return self._loop((condition, step, body), condition, body, inner, step)

    def _loop(self, parts: Tuple, condition: Tuple, body: Tuple, frame: Frame, step: Tuple | None) -> Stop:
        value = self.constant(condition, frame) if condition[0] != "opaque" else RUNTIME
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
        self.constant(source, frame)
        self.statement(declared, frame)
        self.statement(body, frame)
        return None

    def _while(self, statement: Tuple, frame: Frame) -> Stop:
        _, condition, body = statement
        return self._loop((condition, body), condition, body, frame, None)

    def _do(self, statement: Tuple, frame: Frame) -> Stop:
        _, body, condition = statement
        value = self.constant(condition, frame)
        if not (isinstance(value, int) and not value):
            for name in assigned((body, condition)):
                binding = frame.find(name)
                if binding is not None:
                    binding.value = RUNTIME
        stop = self.statement(body, frame)
        return stop if stop in ("trap", "return") else None

    def _switch(self, statement: Tuple, frame: Frame) -> Stop:
        _, condition, cases = statement
        value = self.constant(condition, frame)
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
        self.returns.append(self.constant(statement[1], frame))
        return "return"

    def _block(self, statement: Tuple, frame: Frame) -> Stop:
        inner = Frame({}, frame.scope, parent=frame, instance=frame.instance, this_inside=frame.this_inside)
        return self.block(statement[1], inner)

    def _break(self, statement: Tuple, frame: Frame) -> Stop:
        del frame
        return str(statement[0])

    def _assert(self, statement: Tuple, frame: Frame) -> Stop:
        if self.constant(statement[1], frame) in (0, False):
            self.refuse(statement[2])
        return None

    def refuse(self, line: int) -> None:
        """A static_assert that fails is reached; readers of refusals listen here."""

    # -- expressions -------------------------------------------------------------------------------------------

    def constant(self, expression: Tuple, frame: Frame) -> Any:
        """Walk an expression and return what it is worth."""
        self.steps += 1
        if self.steps > _MAX_STEPS:
            self.effects.unread = True
            return RUNTIME
        handler = _EXPRESSIONS.get(expression[0])
        if handler is None:
            return RUNTIME
        return handler(self, expression, frame)

    def _const(self, expression: Tuple, frame: Frame) -> Any:
        del frame
        return RUNTIME if expression[1] is None else expression[1]

    def _name(self, expression: Tuple, frame: Frame) -> Any:
        return self.name_value(expression[1], frame)

    def _unary(self, expression: Tuple, frame: Frame) -> Any:
        value = self.constant(expression[2], frame)
        if not isinstance(value, int):
            return unknown(value)
        return {"!": not value, "-": -value, "~": ~value}.get(expression[1], value)

    def _binary(self, expression: Tuple, frame: Frame) -> Any:
        _, op, left, right = expression
        first = self.constant(left, frame)
        if op in ("&&", "||") and isinstance(first, int) and bool(first) is (op == "||"):
            return op == "||"
        second = self._perhaps(right, frame) if op in ("&&", "||") else self.constant(right, frame)
        return binary(op, first, second)

    def _perhaps(self, expression: Tuple, frame: Frame) -> Any:
        """An operand that is evaluated on some paths only: a trap in it does not end all of them."""
        try:
            return self.constant(expression, frame)
        except Trapped:
            return RUNTIME

    def _assign(self, expression: Tuple, frame: Frame) -> Any:
        _, op, left, right, _ = expression
        value = RUNTIME if right is None else self.constant(right, frame)
        if left[0] == "path" and len(left[1]) == 1:
            binding = frame.find(left[1][0][0])
            if binding is not None:
                self._assign_variable(binding, op, right, value, frame)
                if binding.own or binding.inside:
                    return RUNTIME
                if binding.type is not None and (binding.type.pointers or binding.array):
                    return RUNTIME
        self.constant(left, frame)
        if not self.inside(left, frame):
            self.effect()
        return RUNTIME

    def _assign_variable(self, binding: Binding, op: str, right: Tuple | None, value: Any, frame: Frame) -> None:
        if isinstance(binding.value, int):
            binding.value = RUNTIME
        if op == "=" and right is not None and not binding.array:
            if isinstance(value, LambdaValue):
                binding.value = value
            binding.inside = binding.inside and self.points_inside(right, frame)

    def _conditional(self, expression: Tuple, frame: Frame) -> Any:
        _, condition, yes, no = expression
        value = self.constant(condition, frame)
        if isinstance(value, int):
            return self.constant(yes if value else no, frame)
        first, second = self._perhaps(yes, frame), self._perhaps(no, frame)
        if isinstance(first, int) and first == second:
            return first
        return RUNTIME if value is RUNTIME else unknown(DEPENDENT, first, second)

    def _cast(self, expression: Tuple, frame: Frame) -> Any:
        value = self.constant(expression[2], frame)
        return value if not isinstance(value, TypeValue) else RUNTIME

    def _sequence(self, expression: Tuple, frame: Frame) -> Any:
        self.constant(expression[1], frame)
        return self.constant(expression[2], frame)

    def _sizeof(self, expression: Tuple, frame: Frame) -> Any:
        return self.size_of(self.argument(expression[1], frame))

    def _lambda(self, expression: Tuple, frame: Frame) -> Any:
        return LambdaValue(expression[1], expression[2], frame)

    def _parts(self, expression: Tuple, frame: Frame) -> Any:
        for part in expression[1]:
            self.constant(part, frame)
        return RUNTIME

    def _index(self, expression: Tuple, frame: Frame) -> Any:
        value = self.constant(expression[1], frame)
        for part in expression[2]:
            self.constant(part, frame)
        return value if isinstance(value, ObjectValue) else RUNTIME

    def _inner(self, expression: Tuple, frame: Frame) -> Any:
        value = self.constant(expression[1], frame)
        return value if isinstance(value, ObjectValue) else RUNTIME

    def _member(self, expression: Tuple, frame: Frame) -> Any:
        value = self.constant(expression[1], frame)
        if isinstance(value, ObjectValue) and value.type.instance is not None:
            inner = self.member_value(value.type.instance, expression[2][0], missing=None)
            if inner is not None:
                return inner
            field = self.field(value.type.instance, expression[2][0])
            if field is not None:
                described = self.type_of(field[0].type, self.class_frame(field[1]))
                if isinstance(described, TypeValue) and described.instance is not None:
                    return ObjectValue(described)
        return DEPENDENT if value is DEPENDENT else RUNTIME

    def _this(self, expression: Tuple, frame: Frame) -> Any:
        del expression
        return (
            RUNTIME
            if frame.instance is None
            else ObjectValue(TypeValue(frame.instance.definition.name, (), 0, False, frame.instance))
        )

    def _asm(self, expression: Tuple, frame: Frame) -> Any:
        _, text, volatile, outputs, line = expression
        self.on_asm(text, line)
        kind = asm_kind(text, volatile=volatile or not outputs)
        if kind == "trap":
            self.trapped(line, text.strip())
        if kind == "exit":
            return RUNTIME
        for output in outputs:
            if not self.inside(output, frame):
                self.effect()
        if kind == "effect":
            self.effect()
        return RUNTIME

    def on_asm(self, text: str, line: int) -> None:
        """An asm statement is reached; readers of instructions listen here."""

    def trapped(self, line: int, text: str) -> None:
        """A trap is reached: what follows runs on no path."""
        self.effects.traps.append(Site(self.path, line, text))
        raise Trapped

    def printed(self, line: int, text: str) -> None:
        """A print is reached."""
        self.effects.prints.append(Site(self.path, line, text))

    def stopped_call(self, stop: Stop) -> None:
        """A call that was walked ends in a trap on every path."""
        if stop == "trap":
            raise Trapped


class Undecided(Exception):  # noqa: N818 - a value, not an error
    """A constexpr function branches on something that is not known: so is its value."""

    def __init__(self, value: Any) -> None:
        super().__init__()
        self.value = value if value is DEPENDENT else RUNTIME


class Trapped(Exception):  # noqa: N818 - control flow of the walked program
    """The walked program cannot go on past this expression."""


def _join(stops: Sequence[Stop]) -> Stop:
    if not stops or any(stop is None for stop in stops):
        return None
    kinds = set(stops)
    return kinds.pop() if len(kinds) == 1 else "return" if "return" in kinds else None


def _unbroken(stop: Stop) -> Stop:
    return None if stop == "break" else stop


def _joined(values: Sequence[Any]) -> Any:
    if not values:
        return RUNTIME
    first = values[0]
    if all(type(value) is type(first) and value == first for value in values):
        return first
    return RUNTIME if any(value is RUNTIME for value in values) else DEPENDENT


_ASSIGNED: dict[int, tuple[Any, frozenset[str]]] = {}
"""Names assigned in parts of loops; the part is kept with them, so that its id stays its own."""


def assigned(parts: Tuple) -> frozenset[str]:
    """Return the plain names that are assigned anywhere inside."""
    found: set[str] = set()
    for part in parts:
        known = _ASSIGNED.get(id(part))
        if known is None:
            inside: set[str] = set()
            _collect_assigned(part, inside)
            known = _ASSIGNED[id(part)] = (part, frozenset(inside))
        found |= known[1]
    return frozenset(found)


def _collect_assigned(part: Any, found: set[str]) -> None:
    if not isinstance(part, tuple) or not part:
        return
    if part[0] == "assign" and part[2][0] == "path" and len(part[2][1]) == 1:
        found.add(part[2][1][0][0])
    for inner in part:
        if isinstance(inner, tuple):
            _collect_assigned(inner, found)


_STATEMENTS: Final[dict[str, Callable[[Walker, Tuple, Frame], Stop]]] = {
    "expr": Walker._expression,
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
    "assert": Walker._assert,
}

_EXPRESSIONS: Final[dict[str, Callable[[Walker, Tuple, Frame], Any]]] = {
    "const": Walker._const,
    "path": Walker._name,
    "call": Walker.call,
    "launch": Walker.launch,
    "member": Walker._member,
    "index": Walker._index,
    "un": Walker._unary,
    "deref": Walker._inner,
    "addr": Walker._inner,
    "bin": Walker._binary,
    "assign": Walker._assign,
    "cond": Walker._conditional,
    "cast": Walker._cast,
    "construct": Walker.construct,
    "seq": Walker._sequence,
    "sizeof": Walker._sizeof,
    "lambda": Walker._lambda,
    "init": Walker._parts,
    "opaque": Walker._parts,
    "asm": Walker._asm,
    "pack": Walker._inner,
    "this": Walker._this,
}
