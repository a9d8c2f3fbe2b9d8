"""Walks the statements of a function for all lanes at once."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any

from kernaudit.facts.python.expressions import Expressions
from kernaudit.facts.python.frame import Condition
from kernaudit.facts.python.outcome import Listed, Refused
from kernaudit.facts.python.values import OPEN, UNKNOWN, Instance, Local, PerLane, Unknown, either, lift, of_lanes
from kernaudit.sources.python.module import imported_names
from kernaudit.sources.python.nodes import child_nodes

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from kernaudit.facts.python.frame import Frame
    from kernaudit.facts.python.lanes import Split
    from kernaudit.facts.python.outcome import Test
    from kernaudit.facts.python.walk import Walk

__all__ = ["Statements"]

_MOST_SHOWN = 100
_EXITS = frozenset({"sys.exit", "os._exit", "os.abort", "exit", "quit"})
_Variables = dict[str, Any]


class Statements:
    """The statements of one frame."""

    def __init__(self, walk: Walk, frame: Frame) -> None:
        self.walk, self.frame = walk, frame
        self._expressions = Expressions(walk, frame, self._enter)

    def expression(self, node: ast.expr) -> Any:
        """The value of an expression."""
        return self._expressions.value(node)

    def body(self, nodes: Iterable[ast.stmt]) -> None:
        """Walk statements; where no lane is left too, so that it shows that nothing comes there."""
        walk = self.walk
        for node in nodes:
            walk.steps += 1
            if walk.steps > walk.limit:
                walk.exhaust()
            known = _KINDS.get(type(node))
            if known is not None:
                known(self, node)
            else:
                for child in child_nodes(node):
                    if isinstance(child, ast.expr):
                        self._expressions.value(child)

    # -- conditions --------------------------------------------------------------------------------------------

    def _if(self, node: ast.If) -> None:
        split = self.walk.lanes.split(self._expressions.value(node.test))
        self._branches(node, split, node.body, node.orelse)

    def _branches(self, node: ast.If, split: Split, body: Sequence[ast.stmt], orelse: Sequence[ast.stmt]) -> None:
        frame = self.frame
        yes, may, path, conditions, before = frame.yes, frame.may, frame.path, frame.conditions, dict(frame.variables)
        test = self.walk.test(node.test, split, frame) if split.by_device else None
        ends: list[tuple[int, int, dict[str, Any]]] = []
        for nodes, taken, holds in ((body, split[0], True), (orelse, split[1], False)):
            frame.variables, frame.yes, frame.may = dict(before), yes, may
            frame.path = path if test is None else (*path, (test, holds))
            frame.conditions = (*conditions, *self._condition(node, split, holds=holds))
            frame.yes = yes & (taken | split[3])
            frame.may = (may & (taken | split[2] | split[3])) | (yes & split[2])
            self.body(nodes)
            ends.append((frame.yes, frame.may, frame.variables))
        (yes_if, may_if, then), (yes_else, may_else, other) = ends
        frame.yes = yes_if | yes_else | (may_if & may_else & split[2] & yes)
        frame.may = (may_if | may_else) & ~frame.yes
        frame.conditions = conditions
        frame.path = self._path_after(path, test, bool(yes_if | may_if), bool(yes_else | may_else))
        frame.variables = self._joined(then, other, split)

    def _condition(self, node: ast.If, split: Split, *, holds: bool) -> tuple[Condition, ...]:
        lanes = self.frame.yes | self.frame.may
        if not split[3] & lanes:
            return ()
        before, after = ("", "") if holds else ("not (", ")")
        return (Condition(lanes, before, node.test, _MOST_SHOWN, after),)

    @staticmethod
    def _path_after(path: Any, test: Test | None, body_falls: bool, else_falls: bool) -> Any:
        if test is None or body_falls == else_falls:
            return path
        return (*path, (test, body_falls))

    def _joined(self, then: _Variables, other: _Variables, split: Split) -> _Variables:
        """Variables after a branch: per lane those of the way that it took."""
        joined = dict(then)
        for name, theirs in other.items():
            ours = then.get(name, UNKNOWN)
            if ours is not theirs:
                joined[name] = self._chosen(ours, theirs, split)
        for name in then.keys() - other.keys():
            joined[name] = self._chosen(then[name], UNKNOWN, split)
        return joined

    def _chosen(self, ours: Any, theirs: Any, split: Split) -> Any:
        chosen = self.walk.lanes.merged(theirs, ours, split[0])
        if not (split[2] | split[3]) or _same(ours, theirs):
            return chosen
        unless = OPEN if split[2] or _is_open(ours) or _is_open(theirs) else UNKNOWN
        chosen = self.walk.lanes.merged(chosen, unless, split[2])
        return self.walk.lanes.merged(chosen, either(ours, theirs, unless), split[3])

    def _match(self, node: ast.Match) -> None:
        """Every case may be the one; where the subject hangs on the device, which one does too."""
        subject = self._expressions.value(node.subject)
        if _is_open(subject):
            self.frame.may |= self.frame.yes
            self.frame.yes = 0
            self.frame.path = (*self.frame.path, (self._open_test(node.subject), True))
        self._alternatives([case.body for case in node.cases], "case of ", node.subject, falls=True)

    def _open_test(self, node: ast.expr) -> Test:
        """A test of the device that nobody decides."""
        return self.walk.test(node, self.walk.lanes.split(OPEN), self.frame)

    def _alternatives(self, bodies: Sequence[Sequence[ast.stmt]], text: str, shown: ast.expr, *, falls: bool) -> None:
        frame = self.frame
        yes, may, path, conditions = frame.yes, frame.may, frame.path, frame.conditions
        yes_after, may_after = (yes, may) if falls else (0, 0)
        condition = Condition(yes | may, text, shown)
        before, ends = frame.variables, [frame.variables] if falls else []
        for nodes in bodies:
            frame.yes, frame.may, frame.path, frame.conditions = yes, may, path, (*conditions, condition)
            frame.variables = dict(before)
            self.body(nodes)
            ends.append(frame.variables)
            yes_after, may_after = yes_after | frame.yes, may_after | frame.may
        frame.variables = _either_of(ends)
        frame.yes, frame.may, frame.path, frame.conditions = yes_after, may_after & ~yes_after, path, conditions

    def _expression_statement(self, node: ast.Expr) -> None:
        """A call that ends the program stops whoever comes there, like an error."""
        self._expressions.value(node.value)
        if isinstance(node.value, ast.Call) and _dotted(node.value.func) in _EXITS:
            if not self.frame.is_left:
                self.frame.cuts = (*self.frame.cuts, *self.frame.path)
            self.frame.yes = self.frame.may = 0

    # -- ends --------------------------------------------------------------------------------------------------

    def _return(self, node: ast.Return) -> None:
        frame = self.frame
        value = None if node.value is None else self._expressions.value(node.value)
        if isinstance(node.value, ast.List | ast.Name):
            self._list(None, node.value)
        frame.returns.append((value, frame.yes, frame.may))
        frame.completed |= frame.yes | frame.may
        frame.yes = frame.may = 0

    def _raise(self, node: ast.Raise) -> None:
        frame = self.frame
        if node.exc is not None:
            self._expressions.value(node.exc)
        self._refuse(node, "", node, frame.yes | frame.may)
        if not frame.is_left:
            frame.cuts = (*frame.cuts, *frame.path)
        frame.yes = frame.may = 0

    def _refuse(self, node: ast.stmt, before: str, shown: ast.AST, lanes: int) -> None:
        """An error for some of the lanes only, under a condition that has nothing to do with the device."""
        conditions = self.frame.conditions
        if conditions and lanes and lanes != conditions[0].lanes:
            words = " and ".join(map(str, conditions[-2:]))
            text = (before + ast.unparse(shown))[:120]
            self.frame.refused.append(Refused(self.frame.at(node), text, words, lanes))

    def _assert(self, node: ast.Assert) -> None:
        frame = self.frame
        split = self.walk.lanes.split(self._expressions.value(node.test))
        if split.by_device or split[1]:
            test = self.walk.test(node.test, split, frame, refuses=True)
            self._refuse(node, "assert ", node.test, frame.yes & split[1])
            frame.path = (*frame.path, (test, True))
            frame.cuts = (*frame.cuts, (test, True))
            frame.may = (frame.may | (frame.yes & split[2])) & ~split[1]
            frame.yes &= ~(split[1] | split[2])

    # -- variables ---------------------------------------------------------------------------------------------

    def _assign(self, node: ast.Assign) -> None:
        if isinstance(node.value, ast.Lambda) and isinstance(node.targets[0], ast.Name) and not self.frame.conditions:
            self.frame.variables[node.targets[0].id] = Local(node.value)
            return
        value = self._expressions.value(node.value)
        for target in node.targets:
            self._store(target, value)
            if isinstance(node.value, ast.List) and isinstance(target, ast.Name):
                self._list(target.id, node.value)

    def _list(self, name: str | None, node: ast.expr) -> None:
        frame = self.frame
        if not frame.is_left:
            words = " and ".join(map(str, frame.conditions))
            frame.lists.append(Listed(name, node, frame.yes | frame.may, words))

    def _annotated(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self._store(node.target, self._expressions.value(node.value))

    def _augmented(self, node: ast.AugAssign) -> None:
        before = ast.copy_location(ast.BinOp(_as_load(node.target), node.op, node.value), node)
        self._store(node.target, self._expressions.value(before))

    def _leave_round(self, _: ast.stmt) -> None:
        """What stands behind it in the loop's body is for others; after the loop all are there again."""
        self.frame.yes = self.frame.may = 0

    def _store(self, target: ast.expr, value: Any) -> None:
        frame = self.frame
        if isinstance(target, ast.Subscript) and isinstance(target.value, ast.Name):
            self._expressions.value(target.slice)
            self._expressions.change(target.value.id, (value,))
        if isinstance(target, ast.Name):
            frame.variables[target.id] = value
        elif isinstance(target, ast.Tuple | ast.List):
            for index, one in enumerate(target.elts):
                self._store(one, lift(lambda whole, at=index: whole[at], value))
        elif isinstance(target, ast.Attribute) and isinstance(target.value, ast.Name):
            owner = frame.variables.get(target.value.id)
            if isinstance(owner, Instance) and not frame.is_left:
                old = owner.attributes.get(target.attr, value)
                if frame.conditions and old is not value and not _same(old, value):
                    value = OPEN if _is_open(old) or _is_open(value) else UNKNOWN
                owner.attributes[target.attr] = self.walk.lanes.merged(old, value, frame.yes | frame.may)

    # -- blocks ------------------------------------------------------------------------------------------------

    def _for(self, node: ast.For | ast.AsyncFor) -> None:
        value = self._expressions.value(node.iter)
        self._store(node.target, OPEN if _is_open(value) else UNKNOWN)
        self._loop(node, "for ", node.target)

    def _while(self, node: ast.While) -> None:
        """One whose condition tells devices apart is an `if` around its round."""
        split = self.walk.lanes.split(self._expressions.value(node.test))
        if not split.by_device:
            self._loop(node, "while ", node.test)
            return
        once = ast.copy_location(ast.If(node.test, node.body, []), node)
        self._branches(once, split, [_round(node)], [])

    def _loop(self, node: ast.For | ast.AsyncFor | ast.While, text: str, shown: ast.expr) -> None:
        """Once round is enough: what the body sets is not known afterwards."""
        names = self.walk.set_names(node.body)
        self.frame.variables.update(dict.fromkeys(names, UNKNOWN))
        conditions = self.frame.conditions
        self._alternatives([node.body], text, shown, falls=True)
        self.frame.conditions = conditions
        self.frame.variables.update(dict.fromkeys(names, UNKNOWN))
        self.body(node.orelse)

    def _with(self, node: ast.With | ast.AsyncWith) -> None:
        for item in node.items:
            self._expressions.value(item.context_expr)
            if item.optional_vars is not None:
                self._store(item.optional_vars, UNKNOWN)
        self.body(node.body)

    def _try(self, node: ast.Try) -> None:
        frame = self.frame
        yes, may, path, conditions = frame.yes, frame.may, frame.path, frame.conditions
        before = dict(frame.variables)
        self.body(node.body)
        tried = frame.variables
        self.body(node.orelse)
        yes_after, may_after = frame.yes, frame.may
        ends = [frame.variables]
        for handler in node.handlers:
            frame.yes, frame.may, frame.path = yes, may, path
            frame.variables = _either_of([before, tried])
            frame.conditions = (*conditions, Condition(yes | may, "an error is caught"))
            self.body(handler.body)
            ends += [frame.variables] if frame.yes | frame.may else []
            yes_after, may_after = yes_after | frame.yes, may_after | frame.may
        frame.variables = _either_of(ends)
        frame.yes, frame.may, frame.conditions = yes_after, may_after & ~yes_after, conditions
        self.body(node.finalbody)

    def _define(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        """A function inside: what it reaches counts where it is named, and where it is made if others may take it."""
        if self.frame.is_module or node.decorator_list or self.frame.conditions:
            self._inside(node)
            self.frame.variables[node.name] = UNKNOWN
        else:
            self.frame.variables[node.name] = Local(node)

    def _enter(self, local: Local) -> None:
        frame = self.frame
        way = (frame.yes, frame.may, len(frame.conditions))
        if way not in local.entered:
            local.entered.add(way)
            self._inside(local.node)

    def _inside(self, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) -> None:
        frame = self.frame
        kept = dict(frame.variables), frame.yes, frame.may, frame.path, frame.conditions, list(frame.returns)
        for one in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs):
            frame.variables[one.arg] = self.walk.parameter(one.arg)
        completed = frame.completed
        if isinstance(node, ast.Lambda):
            self._expressions.value(node.body)
        else:
            self.body(node.body)
        frame.variables, frame.yes, frame.may, frame.path, frame.conditions, frame.returns = kept
        frame.completed = completed

    def _import(self, node: ast.Import | ast.ImportFrom) -> None:
        for name, target in imported_names(node) if not self.frame.is_left else ():
            self.frame.imports[name] = target
            self.frame.variables.pop(name, None)
            self.walk.note_import(target, self.frame, node)


_KINDS: Mapping[type[ast.stmt], Callable[[Statements, Any], None]] = {
    ast.If: Statements._if,
    ast.Return: Statements._return,
    ast.Raise: Statements._raise,
    ast.Assert: Statements._assert,
    ast.Assign: Statements._assign,
    ast.AnnAssign: Statements._annotated,
    ast.AugAssign: Statements._augmented,
    ast.For: Statements._for,
    ast.AsyncFor: Statements._for,
    ast.While: Statements._while,
    ast.With: Statements._with,
    ast.AsyncWith: Statements._with,
    ast.Try: Statements._try,
    ast.FunctionDef: Statements._define,
    ast.AsyncFunctionDef: Statements._define,
    ast.Import: Statements._import,
    ast.ImportFrom: Statements._import,
    ast.Match: Statements._match,
    ast.Break: Statements._leave_round,
    ast.Continue: Statements._leave_round,
    ast.Expr: Statements._expression_statement,
}


def _round(node: ast.While) -> ast.stmt:
    """One round of a loop, as a loop over something."""
    return ast.copy_location(ast.For(ast.Name("_", ast.Store()), ast.Constant(0), node.body, node.orelse), node)


def _as_load(target: ast.Name | ast.Attribute | ast.Subscript) -> ast.expr:
    if isinstance(target, ast.Name):
        return ast.copy_location(ast.Name(target.id, ast.Load()), target)
    if isinstance(target, ast.Attribute):
        return ast.copy_location(ast.Attribute(target.value, target.attr, ast.Load()), target)
    return ast.copy_location(ast.Subscript(target.value, target.slice, ast.Load()), target)


def _dotted(node: ast.expr) -> str:
    if isinstance(node, ast.Attribute):
        return f"{_dotted(node.value)}.{node.attr}"
    return node.id if isinstance(node, ast.Name) else ""


def _either_of(ends: Sequence[_Variables]) -> _Variables:
    """Variables after one of several ways; what a way does not set may not be there."""
    joined = dict(ends[0])
    for other in ends[1:]:
        for name in joined.keys() - other.keys():
            joined[name] = _one_of(joined[name], UNKNOWN)
        for name, theirs in other.items():
            ours = joined.get(name, UNKNOWN)
            if ours is not theirs:
                joined[name] = _one_of(ours, theirs)
    return joined


def _one_of(ours: Any, theirs: Any) -> Any:
    return (
        ours if _same(ours, theirs) else either(ours, theirs, OPEN if _is_open(ours) or _is_open(theirs) else UNKNOWN)
    )


def _same(one: Any, other: Any) -> bool:
    if isinstance(one, PerLane | Unknown) or isinstance(other, PerLane | Unknown):
        return bool(one == other)
    return type(one) is type(other) and of_lanes((one, other)) is one


def _is_open(value: Any) -> bool:
    return isinstance(value, PerLane) or (isinstance(value, Unknown) and value.dependent)
