"""Evaluates expressions for all lanes at once, and notes the names that they reach."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any

from kernaudit.facts.python.attributes import attribute_of
from kernaudit.facts.python.comparing import compared
from kernaudit.facts.python.frame import Condition
from kernaudit.facts.python.literals import assembly_texts, constant_text
from kernaudit.facts.python.operators import BINARY, BUILTINS, UNARY
from kernaudit.facts.python.outcome import Reached
from kernaudit.facts.python.pathnames import glued, joined_path, note_loads
from kernaudit.facts.python.values import (
    OPEN,
    UNKNOWN,
    Cap,
    Dotted,
    Func,
    Grid,
    Instance,
    Klass,
    Local,
    PathEnd,
    PerLane,
    Unknown,
    either,
    lift,
    of_lanes,
    truth,
)
from kernaudit.sources.python.nodes import child_nodes

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from kernaudit.facts.python.frame import Frame
    from kernaudit.facts.python.walk import Walk

__all__ = ["Expressions"]

_WRAPPERS = frozenset({"const_expr", "constexpr", "cast"})
"""Functions that hand on their argument: CuTe-DSL's and Triton's marks of compile-time conditions."""


_CHANGES = frozenset({"append", "extend", "add", "update", "insert", "remove", "discard", "pop", "clear", "setdefault"})
"""Methods that change a list, set or dictionary."""
_HANDING_ON = frozenset({"getattr", "partial"})


class Expressions:
    """The expressions of one frame.

    Args:
        walk: what knows the tree.
        frame: the activation.
        enter: walks a function inside of it.
    """

    def __init__(self, walk: Walk, frame: Frame, enter: Callable[[Local], None]) -> None:
        self.walk, self.frame, self.enter = walk, frame, enter

    def value(self, node: ast.expr) -> Any:
        """The value of an expression, for all lanes."""
        walk = self.walk
        walk.steps += 1
        if walk.steps > walk.limit:
            walk.exhaust()
        known = _KINDS.get(type(node))
        return known(self, node) if known is not None else self._other(node)

    def _other(self, node: ast.expr) -> Any:
        """Of what is not evaluated (comprehensions, lambdas, dictionaries) the names count."""
        values = [self.value(child) for child in _parts(node)]
        return OPEN if any(_is_open(value) for value in values) else UNKNOWN

    def _unpacked(self, node: ast.Starred) -> Any:
        value = self.value(node.value)
        return value if isinstance(value, Unknown) else UNKNOWN

    # -- names -------------------------------------------------------------------------------------------------

    def _name(self, node: ast.Name) -> Any:
        frame = self.frame
        if node.id in frame.variables:
            found = frame.variables[node.id]
            if isinstance(found, Local):
                self.enter(found)
                return UNKNOWN
            return found
        if node.id in frame.imports:
            found = self.walk.meaning_of(frame.imports[node.id], frame.module)
        else:
            found = self.walk.global_value(frame.module, node.id)
        self._note(found, node)
        return found

    def _attribute(self, node: ast.Attribute) -> Any:
        dotted = self._dotted_import(node)
        owner = dotted if dotted is not None else self.value(node.value)
        found = attribute_of(owner, node.attr, self.walk)
        self._note(found, node)
        return found

    def _dotted_import(self, node: ast.Attribute) -> Any:
        """The owner of `a.b.c` where `a` is an imported module: not noted part by part."""
        if not isinstance(node.value, ast.Name) or node.value.id in self.frame.variables:
            return None
        name = node.value.id
        target = self.frame.imports.get(name)
        if target is not None:
            return self.walk.meaning_of(target, self.frame.module)
        return self.walk.global_value(self.frame.module, name)

    def _note(self, found: Any, node: ast.AST, text: str | None = None) -> None:
        frame = self.frame
        if isinstance(found, Func | Klass):
            target: Func | Klass | str = found
        elif isinstance(found, Dotted):
            if not self.walk.is_watched(found.name):
                return
            target = found.name
        else:
            return
        place = frame.at(node)
        conditional = bool(frame.conditions)
        frame.reached.append(Reached(target, place, frame.yes, frame.may, conditional, frame.path, text))

    # -- calls -------------------------------------------------------------------------------------------------

    def _call(self, node: ast.Call) -> Any:
        name = _last_name(node.func)
        fact = self.walk.names.functions.get(name)
        if fact is not None:
            return self.walk.device_fact(name, [self.value(one) for one in node.args])
        if name == "super" and not node.args and self.frame.owner is not None:
            return self.walk.parent_of(self.frame)
        called = self._launched(node) if isinstance(node.func, ast.Subscript) else self.value(node.func)
        arguments = [self.value(one) for one in node.args]
        if isinstance(called, Dotted | Unknown) and (found := self._by_name(name, called, arguments)) is not None:
            return found
        self._change_by(node, arguments)
        keywords = {one.arg or "**": self.value(one.value) for one in node.keywords}
        if isinstance(called, Grid):
            self.frame.note_launch(called.function, node, arguments, keywords)
            return UNKNOWN
        self._note_assembly(called, node)
        if name in self.walk.names.loaders:
            note_loads((*arguments, *keywords.values()), self.frame, node)
        if name in self.walk.names.path_makers and arguments and not keywords:
            path = joined_path(arguments)
            if _is_path(path):
                return path
        if name in _WRAPPERS and len(arguments) == 1 and not keywords:
            return arguments[0]
        if isinstance(called, Unknown) and isinstance(node.func, ast.Name) and node.func.id in BUILTINS:
            return lift(BUILTINS[node.func.id], *arguments) if not keywords else UNKNOWN
        return self.walk.called(called, arguments, keywords, self.frame)

    def _by_name(self, name: str, called: Dotted | Unknown, arguments: list[Any]) -> Any:
        """What a function that asks for the device returns under any name, and what hands on such a function.

        `getattr(module, "name")` and `partial(function, ...)` do, where that is something of a module.
        """
        last = called.name.rpartition(".")[2] if isinstance(called, Dotted) else ""
        if last in self.walk.names.functions:
            return self.walk.device_fact(last, arguments)
        if name not in _HANDING_ON or not arguments:
            return None
        if name == "getattr" and len(arguments) > 1 and isinstance(arguments[1], str):
            found = attribute_of(arguments[0], arguments[1], self.walk)
            return found if isinstance(found, Dotted | Func | PerLane) else None
        return arguments[0] if name == "partial" and isinstance(arguments[0], Dotted) else None

    def _launched(self, node: ast.Call) -> Any:
        """What `kernel[grid]` is."""
        assert isinstance(node.func, ast.Subscript)
        owner = self.value(node.func.value)
        if not isinstance(owner, Func):
            return self._item(owner, self.value(node.func.slice))
        self.value(node.func.slice)
        return Grid(owner)

    def _note_assembly(self, called: Any, node: ast.Call) -> None:
        if isinstance(called, Dotted) and self.walk.is_assembly(called.name):
            self._note(called, node, assembly_texts(node, self._text_of, strict=False))

    def _change_by(self, node: ast.Call, arguments: list[Any]) -> None:
        made = node.func
        if isinstance(made, ast.Attribute) and made.attr in _CHANGES and isinstance(made.value, ast.Name):
            self.change(made.value.id, arguments)

    def change(self, name: str, given: Iterable[Any]) -> None:
        """Something is put into what a variable holds, or taken out: what it holds is not known any more."""
        frame = self.frame
        held = frame.variables.get(name)
        if isinstance(held, tuple | PerLane | Unknown) and not isinstance(held, Cap):
            lanes = frame.yes | frame.may
            opened = _is_open(held) or any(map(_is_open, given)) or lanes != self.walk.lanes.full
            frame.variables[name] = OPEN if opened else UNKNOWN

    def _text_of(self, name: str) -> str | None:
        held = self.frame.variables.get(name)
        if isinstance(held, str) or name in self.frame.variables:
            return held if isinstance(held, str) else None
        return constant_text(self.frame.module.assigned(name))

    # -- operators ---------------------------------------------------------------------------------------------

    def _bool(self, node: ast.BoolOp) -> Any:
        """Lane by lane in three values; what an earlier part decides is not reached."""
        stop = isinstance(node.op, ast.Or)
        frame = self.frame
        kept = frame.yes, frame.may, frame.path
        result: Any = not stop
        for part in node.values:
            value = self.value(part)
            result = lift_both(result, value, stop=stop)
            split = self.walk.lanes.split(value)
            gone = split[0] if stop else split[1]
            frame.yes, frame.may = frame.yes & ~gone, frame.may & ~gone
            if split.by_device and self.walk.lanes.split(result).by_device:
                frame.path = (*frame.path, (self.walk.test(part, split, frame), not stop))
        frame.yes, frame.may, frame.path = kept
        return result

    def _choice(self, node: ast.IfExp) -> Any:
        split = self.walk.lanes.split(self.value(node.test))
        frame = self.frame
        kept = frame.yes, frame.may, frame.path, frame.conditions
        values: list[Any] = []
        for branch, taken in ((node.body, split[0]), (node.orelse, split[1])):
            unsure = split[2] | split[3]
            if split.by_device:
                test = self.walk.test(node.test, split, frame)
                frame.path = (*kept[2], (test, branch is node.body))
            if split[3]:
                frame.conditions = (*kept[3], Condition(kept[0] | kept[1], "", node.test))
            frame.yes = kept[0] & (taken | split[3])
            frame.may = (kept[1] & (taken | unsure)) | (kept[0] & split[2])
            values.append(self.value(branch))
            frame.yes, frame.may, frame.path, frame.conditions = kept
        chosen = self.walk.lanes.merged(values[1], values[0], split[0])
        unsure = split[2] | split[3]
        if not unsure:
            return chosen
        unless = OPEN if split[2] or any(map(_is_open, values)) else UNKNOWN
        chosen = self.walk.lanes.merged(chosen, unless, split[2])
        return self.walk.lanes.merged(chosen, either(values[0], values[1], unless), split[3])

    def _binary(self, node: ast.BinOp) -> Any:
        left, right = self.value(node.left), self.value(node.right)
        if isinstance(node.op, ast.Div):
            path = joined_path((left, right))
            if _is_path(path):
                return path
        apply = BINARY.get(type(node.op))
        return UNKNOWN if apply is None else lift(apply, left, right)

    def _unary(self, node: ast.UnaryOp) -> Any:
        value = self.value(node.operand)
        if isinstance(node.op, ast.Not):
            return lift(lambda one: _negated(truth(one)), value)
        return lift(UNARY[type(node.op)], value)

    def _compare(self, node: ast.Compare) -> Any:
        values = [self.value(one) for one in (node.left, *node.comparators)]
        result: Any = True
        for kind, left, right in zip(node.ops, values, values[1:], strict=False):
            result = lift_both(result, compared(kind, left, right), stop=False)
        return result

    def _sequence(self, node: ast.Tuple | ast.List | ast.Set) -> Any:
        values = [self.value(one) for one in node.elts]
        return _tuple(values)

    def _subscript(self, node: ast.Subscript) -> Any:
        return self._item(self.value(node.value), self.value(node.slice))

    @staticmethod
    def _item(owner: Any, index: Any) -> Any:
        if isinstance(owner, Func | Klass | Dotted | Instance):
            return UNKNOWN
        return lift(lambda one, at: one[at], owner, index)

    def _named(self, node: ast.NamedExpr) -> Any:
        value = self.value(node.value)
        self.frame.variables[node.target.id] = value
        return value

    def _joined(self, node: ast.JoinedStr) -> Any:
        parts = [
            self.value(one.value) if isinstance(one, ast.FormattedValue) else self.value(one) for one in node.values
        ]
        if any(isinstance(one, ast.FormattedValue) and one.format_spec is not None for one in node.values):
            return OPEN if any(map(_is_open, parts)) else UNKNOWN
        text = lift(_text, *parts)
        return glued(parts) if text is UNKNOWN else text


_KINDS: Mapping[type[ast.AST], Callable[[Expressions, Any], Any]] = {
    ast.Constant: lambda _, node: node.value,
    ast.Name: Expressions._name,
    ast.Attribute: Expressions._attribute,
    ast.Call: Expressions._call,
    ast.BoolOp: Expressions._bool,
    ast.BinOp: Expressions._binary,
    ast.UnaryOp: Expressions._unary,
    ast.Compare: Expressions._compare,
    ast.IfExp: Expressions._choice,
    ast.Tuple: Expressions._sequence,
    ast.List: Expressions._sequence,
    ast.Set: Expressions._sequence,
    ast.Subscript: Expressions._subscript,
    ast.NamedExpr: Expressions._named,
    ast.JoinedStr: Expressions._joined,
    ast.Starred: Expressions._unpacked,
}


def lift_both(left: Any, right: Any, *, stop: bool) -> Any:
    """`and` (or, with `stop`, `or`) of two values in three-valued logic; the last value of one lane is the result."""

    def joined(one: Any, other: Any) -> Any:
        first, second = truth(one), truth(other)
        if not isinstance(first, Unknown) and first is stop:
            return one
        if not isinstance(second, Unknown) and second is stop:
            return other if not isinstance(first, Unknown) else stop
        if isinstance(first, Unknown):
            return OPEN if first.dependent or (isinstance(second, Unknown) and second.dependent) else UNKNOWN
        return other

    width = next((len(one.values) for one in (left, right) if isinstance(one, PerLane)), 0)
    if not width:
        return joined(left, right)
    rows = zip(*(one.values if isinstance(one, PerLane) else (one,) * width for one in (left, right)), strict=True)
    return of_lanes(joined(one, other) for one, other in rows)


def _negated(value: Any) -> Any:
    return value if isinstance(value, Unknown) else not value


def _is_open(value: Any) -> bool:
    if isinstance(value, PerLane):
        return True
    return isinstance(value, Unknown) and value.dependent


def _tuple(values: list[Any]) -> Any:
    """A sequence; parts of it may be unknown."""
    width = next((len(value.values) for value in values if isinstance(value, PerLane)), 0)
    if not width:
        return tuple(values)
    return of_lanes(zip(*(one.values if isinstance(one, PerLane) else (one,) * width for one in values), strict=True))


def _text(*parts: Any) -> str:
    if not all(isinstance(one, str | int) for one in parts):
        raise ValueError
    return "".join(map(str, parts))


def _is_path(value: Any) -> bool:
    """Whether a value is a text, or the end of one, for some device."""
    return any(isinstance(one, str | PathEnd) for one in (value.values if isinstance(value, PerLane) else (value,)))


def _last_name(node: ast.expr) -> str:
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def _parts(node: ast.AST) -> list[ast.expr]:
    found: list[ast.expr] = []
    for child in child_nodes(node):
        if isinstance(child, ast.expr):
            found.append(child)
        elif isinstance(child, ast.comprehension | ast.keyword | ast.arguments):
            found.extend(_parts(child))
    return found
