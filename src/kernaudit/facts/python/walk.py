"""Walks functions of Python files for all devices at once: never runs them, and never for longer than its budget."""

from __future__ import annotations

import ast
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Never

from kernaudit.facts.python.attributes import Method
from kernaudit.facts.python.device_tests import DEVICE_TESTS
from kernaudit.facts.python.frame import Frame
from kernaudit.facts.python.meaning import Meaning
from kernaudit.facts.python.outcome import Loaded, Outcome, Reached, Test
from kernaudit.facts.python.returned import returned_value
from kernaudit.facts.python.statements import Statements
from kernaudit.facts.python.values import (
    OPEN,
    UNKNOWN,
    Bound,
    Cap,
    Dotted,
    Func,
    Instance,
    Klass,
    Parent,
    PerLane,
    is_open,
    lift,
    origin_of,
)
from kernaudit.model.evidence import Location
from kernaudit.sources.python.nodes import every_node

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from kernaudit.facts.python.lanes import DeviceLanes, Split
    from kernaudit.model.python_api import PythonGateNames
    from kernaudit.sources.python.module import PythonModule
    from kernaudit.sources.python.project import PythonProject

__all__ = ["Walk"]

_STEPS = 60_000
"""Of one walk from outside; about a tenth of a second."""
_ALL_STEPS = 4_000_000
_DEEPEST = 12
_SHORT = 80
_TELLING = ("return", "raise", "assert", "exit")
"""A function without one of these words tells its caller nothing."""
_ONE_LINE = 3
_SET_NAMES = "names_set_from_here"
_KNOWN = frozenset({"true", "false"})
_PAIR = frozenset({"major", "minor"})
_OP = "torch.ops."
"""What a compiled op answers hangs on the build and is taken as satisfiable."""
_ENVIRONMENT = frozenset({"os.environ.get", "os.getenv"})


class _ExhaustedError(Exception):
    """A walk took too many steps."""


class Walk(Meaning):
    """A tree's Python code under all lanes.

    Args:
        project: its files.
        lanes: the devices.
        names: how code asks for them.
        watched: whether a dotted name outside the tree is worth noting.
        assembly: whether a dotted name takes PTX as text.
    """

    def __init__(
        self,
        project: PythonProject,
        lanes: DeviceLanes,
        names: PythonGateNames,
        watched: Callable[[str], bool],
        assembly: Callable[[str], bool],
    ) -> None:
        super().__init__(project)
        self.lanes, self.names = lanes, names
        self.is_watched, self.is_assembly = watched, assembly
        self._outcomes: dict[Any, tuple[Outcome, Instance | Klass | None]] = {}
        self._active: set[Any] = set()
        self.steps, self.limit = 0, _STEPS
        self._asking: dict[tuple[str, int], bool] = {}

    # -- entry -------------------------------------------------------------------------------------------------

    def summary(self, function: Func, owner: Instance | Klass | None = None) -> Outcome:
        """What a function does when it is called with arguments that nobody knows.

        Where the budget is used up, nothing is said of it: it may reach anything.
        """
        self._start()
        try:
            return self.run(function, (), {}, owner)
        except (_ExhaustedError, RecursionError):
            self._active.clear()
            return Outcome((), (), OPEN, 0, exhausted=True)

    def set_names(self, nodes: Sequence[ast.stmt]) -> frozenset[str]:
        """The names that statements of the tree set."""
        first = nodes[0]
        found: frozenset[str] | None = getattr(first, _SET_NAMES, None)
        if found is None:
            names = (one for one in every_node(nodes) if isinstance(one, ast.Name))
            found = frozenset(one.id for one in names if isinstance(one.ctx, ast.Store))
            setattr(first, _SET_NAMES, found)  # kept for as long as the syntax is
        return found

    def _start(self) -> None:
        """A walk from outside begins."""
        self.limit = min(self.steps + _STEPS, _ALL_STEPS)

    def exhaust(self) -> Never:
        """More `steps` were taken than `limit`; whoever takes one counts and compares, for there are very many.

        Raises:
            _ExhaustedError: always.
        """
        raise _ExhaustedError

    def run(
        self, function: Func, arguments: Sequence[Any], keywords: Mapping[str, Any], owner: Instance | Klass | None
    ) -> Outcome:
        """Walk a function; equal calls once."""
        key = (function.key, id(owner) if owner is not None else 0, _hashable(arguments), _hashable(keywords.items()))
        kept = self._outcomes.get(key)
        if kept is not None:
            return kept[0]
        if key in self._active or len(self._active) > _DEEPEST:
            return Outcome((), (), UNKNOWN, self.lanes.full)
        self._active.add(key)
        try:
            found = self._walk(function, arguments, keywords, owner)
        finally:
            self._active.discard(key)
        self._outcomes[key] = found, owner  # the owner is kept: an id is its own while it lives
        return found

    def _walk(
        self, function: Func, arguments: Sequence[Any], keywords: Mapping[str, Any], owner: Instance | Klass | None
    ) -> Outcome:
        frame = Frame(function.module, function.klass, owner, self.lanes.full, is_module=function.written.lineno <= 0)
        self._bind(frame, function, arguments, keywords, owner)
        Statements(self, frame).body(function.node.body)
        if not frame.is_left:
            frame.returns.append((None, frame.yes, frame.may))
        return Outcome(
            tuple(frame.reached),
            tuple(frame.refused),
            returned_value(frame.returns, self.lanes),
            frame.completed | frame.yes | frame.may,
            frame.cuts,
            lists=tuple(frame.lists),
            loads=tuple(frame.loads),
            launches=tuple(frame.launches),
        )

    def _bind(
        self, frame: Frame, function: Func, arguments: Sequence[Any], keywords: Mapping[str, Any], owner: Any
    ) -> None:
        given = function.node.args
        names = [one.arg for one in (*given.posonlyargs, *given.args)]
        static = any(getattr(one, "id", "") == "staticmethod" for one in function.node.decorator_list)
        values = [*([] if owner is None or static else [owner]), *arguments]
        for name in (*names, *(one.arg for one in given.kwonlyargs)):
            frame.variables[name] = self.parameter(name)
        for one in (given.vararg, given.kwarg):
            if one is not None:
                frame.variables[one.arg] = UNKNOWN
        frame.variables.update((name, OPEN) for name in self._open_defaults(function))
        frame.variables.update(zip(names, values, strict=False))
        frame.variables.update((name, value) for name, value in keywords.items() if name in frame.variables)

    def _open_defaults(self, function: Func) -> Iterator[str]:
        """Parameters whose default hangs on the device: nobody knows whether a caller gives another value."""
        given = function.node.args
        names = [one.arg for one in (*given.posonlyargs, *given.args)]
        pairs = [*zip(reversed(names), reversed(given.defaults), strict=False)]
        pairs += [(one.arg, made) for one, made in zip(given.kwonlyargs, given.kw_defaults, strict=True) if made]
        for name, made in pairs:
            if not isinstance(made, ast.Constant | ast.Name) and is_open(self.constant(made, function.module)):
                yield name

    def parameter(self, name: str) -> Any:
        """A parameter that no caller is known of: some names carry the device."""
        return self.lanes.capability if name in self.names.parameters else UNKNOWN

    # -- calls -------------------------------------------------------------------------------------------------

    def called(self, callee: Any, arguments: list[Any], keywords: Mapping[str, Any], frame: Frame) -> Any:
        """The value of a call; methods of objects are walked as part of the caller."""
        if isinstance(callee, Bound):
            return self._method(callee, arguments, keywords, frame)
        if isinstance(callee, Func):
            return self._function(callee, arguments, keywords, frame)
        if isinstance(callee, Klass):
            return self._made(callee, arguments)
        if isinstance(callee, PerLane | Method):
            return lift(
                lambda one, *given: one.call(list(given)) if isinstance(one, Method) else OPEN, callee, *arguments
            )
        if isinstance(callee, Dotted):
            if callee.name in _ENVIRONMENT and arguments:
                return arguments[1] if len(arguments) > 1 else None
            return UNKNOWN if _OP in callee.name else _unread(arguments, keywords)
        return OPEN if callee is OPEN else _unread(arguments, keywords)

    def _method(self, callee: Bound, arguments: list[Any], keywords: Mapping[str, Any], frame: Frame) -> Any:
        if isinstance(callee.owner, Klass):
            self._note_function(callee.function, frame)
            return self._function(callee.function, arguments, keywords, frame, callee.owner)
        outcome = self.run(callee.function, arguments, keywords, callee.owner)
        conditional = bool(frame.conditions)
        for one in outcome.reached:
            yes = frame.yes & one.yes
            may = (frame.may & (one.yes | one.may)) | (frame.yes & one.may)
            frame.reached.append(
                Reached(
                    one.target,
                    one.location,
                    yes,
                    may,
                    conditional or one.conditional,
                    (*frame.path, *one.path),
                    one.text,
                )
            )
        for launch in outcome.launches:
            frame.launches.append(replace(launch, lanes=launch.lanes & (frame.yes | frame.may)))
        _stop(frame, outcome)
        return outcome.returned

    def _note_function(self, function: Func, frame: Frame) -> None:
        place = frame.at(function.node)
        frame.reached.append(Reached(function, place, frame.yes, frame.may, bool(frame.conditions), frame.path))

    def _function(
        self,
        function: Func,
        arguments: list[Any],
        keywords: Mapping[str, Any],
        frame: Frame,
        owner: Klass | None = None,
    ) -> Any:
        """The value of a function that is short, and whom its errors stop; of a long one nobody needs the value."""
        if function.lines - 1 > _SHORT or isinstance(function.node, ast.AsyncFunctionDef):
            return OPEN if self.asks(function) else UNKNOWN
        if not any(word in function.text for word in _TELLING):
            return UNKNOWN
        outcome = self.run(function, arguments, keywords, owner)
        if outcome.completes:
            _stop(frame, outcome)
        return outcome.returned

    def property_of(self, member: Func, owner: Instance) -> Any:
        """The value of a property, like that of a method that is called."""
        if member.lines - 1 > _SHORT:
            return OPEN if self.asks(member) else UNKNOWN
        return self.run(member, (), {}, owner).returned

    def asks(self, function: Func) -> bool:
        """Whether a function asks for the device, in its own text."""
        found = self._asking.get(function.key)
        if found is None:
            found = self._asking[function.key] = _asks(function, self.names)
        return found

    def _made(self, klass: Klass, arguments: list[Any]) -> Any:
        """An object: a pair of numbers where the class is one of capabilities."""
        if not all(name in klass.text for name in _PAIR):
            return UNKNOWN
        fields = {
            one.target.id
            for one in klass.node.body
            if isinstance(one, ast.AnnAssign) and isinstance(one.target, ast.Name)
        }
        if fields == _PAIR and len(arguments) == 2:
            return lift(Cap, *arguments)
        return UNKNOWN

    def device_fact(self, name: str, arguments: Sequence[Any]) -> Any:
        """What a function of that name returns, which asks for the device."""
        lanes, fact, asked = self.lanes, self.names.functions[name], self.names.asked.get(name)
        if asked is not None:
            arguments = [Cap(asked.major, asked.minor)]
        if fact == "open":
            return OPEN
        known = {"capability": lanes.capability, "arch": lanes.arch, "properties": lanes.properties}
        if fact in known:
            return known[fact]
        if fact in ("true", "false"):
            return fact == "true"
        if not arguments:
            return OPEN
        return lift(DEVICE_TESTS[fact], lanes.capability, arguments[0])

    def parent_of(self, frame: Frame) -> Any:
        """What `super()` is: the object, seen as one of the class's first base."""
        bases = self.bases(frame.klass) if frame.klass is not None else ()
        if not bases or not isinstance(frame.owner, Instance):
            return UNKNOWN
        return Parent(bases[0], frame.owner.attributes, origin_of(frame.owner))

    def constant(self, node: ast.expr, module: Any) -> Any:
        """The value of an expression at the top level of a module or class."""
        frame = Frame(module, None, None, self.lanes.full)
        try:
            return Statements(self, frame).expression(node)
        except (_ExhaustedError, RecursionError):
            return OPEN

    def rebound_value(self, module: PythonModule, name: str) -> Any:
        """What functions set a name at the top level to: open, where one of these asks for the device."""
        asking = [word for word, fact in self.names.functions.items() if fact not in _KNOWN]
        for piece in module.pieces if name in module.rebound else ():
            text = module.piece_text(piece)
            if piece.kind == "def" and "global" in text and name in text and any(word in text for word in asking):
                return OPEN
        return UNKNOWN

    def value_with(self, node: ast.expr, module: Any, variables: Mapping[str, Any]) -> Any:
        """The value of an expression where some variables are known and others are not."""
        frame = Frame(module, None, None, self.lanes.full)
        frame.variables = dict(variables)
        self._start()
        try:
            return Statements(self, frame).expression(node)
        except (_ExhaustedError, RecursionError):
            return OPEN

    def note_import(self, target: str, frame: Frame, node: ast.AST) -> None:
        """An import inside a function may be what ties it to a library of the build."""
        dotted = target.lstrip(".") if target.startswith(".") else target
        frame.loads.append(Loaded(dotted, dotted == target, frame.at(node), frame.yes, frame.may, frame.path))
        if self.is_watched(dotted):
            place = frame.at(node)
            frame.reached.append(Reached(dotted, place, frame.yes, frame.may, bool(frame.conditions), frame.path))

    def test(self, node: ast.expr, split: Split, frame: Frame, *, refuses: bool = False) -> Test:
        """A condition as evidence; of a call of a one-line function that line."""
        place, shown = frame.at(node), node
        inner = node.operand if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not) else node
        called = (
            self.global_value(frame.module, inner.func.id)
            if isinstance(inner, ast.Call) and isinstance(inner.func, ast.Name)
            else None
        )
        if isinstance(called, Func):
            last = called.node.body[-1]
            if isinstance(last, ast.Return) and last.value is not None and len(called.node.body) <= _ONE_LINE:
                place, shown = Location(called.module.path, last.value.lineno), last.value
        text = ast.unparse(shown)[:160]
        text = text if inner is node or shown is node else f"not ({text})"
        return Test(place, text, split[0], split[1], split[2], refuses)


def _unread(arguments: Sequence[Any], keywords: Mapping[str, Any]) -> Any:
    """What a function that was not read makes of the device; with what nobody knows besides it, anything."""
    given = (*arguments, *keywords.values())
    return OPEN if any(map(is_open, given)) and not any(one is UNKNOWN for one in given) else UNKNOWN


def _stop(frame: Frame, outcome: Outcome) -> None:
    """Whoever does not come back from a call does not go on; under a condition of its own nobody knows."""
    stopped = (frame.yes | frame.may) & ~outcome.completes
    if stopped and not frame.conditions:
        frame.cuts = (*frame.cuts, *outcome.cuts)
        frame.path = (*frame.path, *outcome.cuts)
        frame.yes, frame.may = frame.yes & outcome.completes, frame.may & outcome.completes


def _hashable(values: Any) -> Any:
    kept = tuple(values)
    try:
        hash(kept)
    except TypeError:
        return tuple(id(one) for one in kept)
    return kept


def _asks(function: Func, names: PythonGateNames) -> bool:
    """Whether the text of a function holds a name that asks for the device."""
    asking = {name for name, fact in names.functions.items() if fact not in ("true", "false")}
    if not any(name in function.text for name in asking):
        return False
    nodes = every_node([function.node, *function.node.body])
    return any((one.attr if isinstance(one, ast.Attribute) else getattr(one, "id", "")) in asking for one in nodes)
