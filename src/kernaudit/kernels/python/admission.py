"""Which devices Python code lets come to a kernel, an op or a library: from its callers, and theirs."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass, replace
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Any

from kernaudit.facts.host_gates.gates import Admission, HostGate, HostTest
from kernaudit.facts.python.attributes import class_member
from kernaudit.facts.python.values import OPEN, Func, Instance, Klass, is_open
from kernaudit.kernels.python.class_gates import class_tests
from kernaudit.kernels.python.decorator_gates import decorator_tests, maker_tests
from kernaudit.kernels.python.top_level import top_level
from kernaudit.sources.python.methods import holds_in_method
from kernaudit.sources.python.module import Definition
from kernaudit.sources.python.written import Written

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from kernaudit.facts.python.outcome import Outcome, Path, Reached, Refused, Test
    from kernaudit.facts.python.walk import Walk
    from kernaudit.kernels.python.references import Mention, References
    from kernaudit.sources.python.module import PythonModule
    from kernaudit.sources.python.pieces import Piece

__all__ = ["Admissions", "Lanes"]

_DEEPEST = 4
_MAKER = "__init__"


@dataclass(frozen=True, slots=True)
class Lanes:
    """The lanes that come somewhere, those that may, the tests on the ways there, and what those refuse in part."""

    yes: int
    may: int = 0
    path: Path = ()
    callers: tuple[str, ...] = ()
    refused: tuple[Refused, ...] = ()


@dataclass(frozen=True, slots=True)
class _Through:
    """A way through a function that asks for the device.

    Attributes:
        outer: those that come to the function.
        may_refuse: it raises errors, so that it may refuse part of what it offers.
    """

    outer: Lanes
    function: Func
    owner: Instance | None
    may_refuse: bool


class Admissions:
    """Asks the callers of names, each once.

    Args:
        walk: walks functions.
        references: finds callers.
        candidates: the names that some gate may keep away.
        elsewhere: whether a name is called in a file that was not looked into; then nothing keeps a device from it.
    """

    def __init__(
        self, walk: Walk, references: References, candidates: frozenset[str], elsewhere: Callable[[str], bool]
    ) -> None:
        self._walk, self._references, self._elsewhere = walk, references, elsewhere
        self._candidates = candidates
        self._known: dict[object, Lanes] = {}
        self._outcomes: dict[tuple[str, int], Outcome] = {}
        self._told: dict[tuple[str, int], dict[str, Any]] = {}
        self._imports: dict[str, Outcome | None] = {}
        self._objects: dict[tuple[str, int], tuple[Instance, Outcome | None]] = {}
        self._asking: dict[tuple[str, int], frozenset[int]] = {}
        self._classes: dict[tuple[str, int], tuple[Test, ...]] = {}

    def of(self, key: object, name: str, matches: Callable[[Reached], bool], depth: int = 0) -> Lanes:
        """The lanes that come to what is called `name`; `matches` tells whether a reached thing is it."""
        known = self._known.get(key)
        if known is not None:
            return known
        full = self._walk.lanes.full
        if name not in self._candidates:
            return Lanes(full)
        self._known[key] = Lanes(full)  # a function that calls itself adds nothing
        mentions = self._references.of(name)
        if not mentions or depth > _DEEPEST:
            return self._known[key]
        ways = [self._imported(way, mention) for mention in mentions for way in self._from(mention, depth)]
        found = self._joined(ways, name, matches) if ways else Lanes(full)
        self._known[key] = found
        return found

    def _joined(self, ways: Sequence[Lanes | _Through], name: str, matches: Callable[[Reached], bool]) -> Lanes:
        """The union of all ways; once every lane comes through, functions that refuse nothing are not walked."""
        full = self._walk.lanes.full
        parts = [way if isinstance(way, Lanes) else None for way in ways]
        through = [(at, way) for at, way in enumerate(ways) if isinstance(way, _Through)]
        reached = full if through and self._elsewhere(name) else reduce(or_, (one.yes for one in parts if one), 0)
        for at, way in sorted(through, key=lambda one: (not one[1].may_refuse, one[1].function.lines, one[0])):
            skips = reached == full and not way.may_refuse
            part = parts[at] = (
                way.outer if skips else self._through(self._outcome(way.function, way.owner), matches, way.outer)
            )
            reached |= part.yes
        found = _union([one for one in parts if one is not None], full)
        if found.yes != full and self._elsewhere(name):
            return Lanes(full, callers=found.callers, refused=found.refused)
        return found

    def _from(self, mention: Mention, depth: int) -> Iterable[Lanes | _Through]:
        """What one top-level statement that mentions the name contributes."""
        piece, module, name = mention.piece, mention.module, mention.word
        if piece.kind == "def" and not self._references.is_gate(mention):
            yield self._of_caller(module.path, piece.name or "", depth)
            return
        if piece.kind != "class" and not self._references.is_gate(mention):
            yield Lanes(self._walk.lanes.full)
            return
        if piece.kind == "class" and not self._references.is_gate(mention) and holds_in_method(module, piece, name):
            yield self._of_class(Klass(module, Written(module, piece)), depth)
            return
        if piece.kind == "def" and not module.text.startswith("@", piece.start) and _is_alone(module, piece):
            outer = self._of_caller(module.path, piece.name or "", depth)
            yield _Through(outer, Func(module, Written(module, piece)), None, _may_refuse(module.piece_text(piece)))
            return
        if piece.kind == "block":
            yield _Through(Lanes(self._walk.lanes.full), top_level(module, (piece,)), None, may_refuse=False)
            return
        for node in module.parse(piece):
            if isinstance(node, Definition):
                yield from self._of_definition(node, mention, depth)
            elif piece.kind != "name":
                yield Lanes(self._walk.lanes.full)

    def _of_definition(self, node: Definition, mention: Mention, depth: int) -> Iterable[Lanes | _Through]:
        module, name = mention.module, mention.word
        if not isinstance(node, ast.ClassDef):
            outer = self._of_caller(module.path, node.name, depth)
            outer = _under(outer, decorator_tests(module, node, self._walk))
            yield _Through(outer, Func(module, node), None, _may_refuse(_text(module, node)))
            return
        klass = Klass(module, node)
        outer = self._of_class(klass, depth)
        gate = self._references.is_gate(mention)
        attributes = self._attributes(klass) if gate else {}
        if gate:
            outer = self._constructed(klass, outer)
        for method in node.body:
            text = _text(module, method) if isinstance(method, ast.FunctionDef | ast.AsyncFunctionDef) else ""
            if isinstance(method, ast.FunctionDef | ast.AsyncFunctionDef) and name in text:
                if not gate:
                    yield outer
                else:
                    inner = _under(outer, decorator_tests(module, method, self._walk))
                    yield _Through(
                        inner,
                        Func(module, method, klass),
                        Instance(klass, dict(attributes)),
                        _may_refuse(text) and self._asks(klass, method),
                    )

    def _imported(self, way: Lanes | _Through, mention: Mention) -> Lanes | _Through:
        """The same, for those that the file of a caller can be imported on."""
        if isinstance(way, Lanes):
            return self.imported(way, mention.module)
        return replace(way, outer=self.imported(way.outer, mention.module))

    def imported(self, lanes: Lanes, module: PythonModule) -> Lanes:
        """The lanes for which a file can be imported: what raises at its left margin stops all others."""
        if module.path not in self._imports:
            pieces = [one for one in module.pieces if one.kind == "block" and self._references.asks(module, one)]
            stops = any(_may_refuse(module.piece_text(one)) or "exit" in module.piece_text(one) for one in pieces)
            self._imports[module.path] = self._walk.summary(top_level(module, pieces)) if stops else None
        return self._completed(lanes, self._imports[module.path])

    def _completed(self, lanes: Lanes, outcome: Outcome | None) -> Lanes:
        if outcome is None or outcome.exhausted or outcome.completes in (0, self._walk.lanes.full):
            return lanes  # what no device completes is for a class that is made from it
        yes, may = lanes.yes & outcome.completes, lanes.may & outcome.completes
        return Lanes(yes, may, (*lanes.path, *outcome.cuts), lanes.callers, lanes.refused)

    def _construction(self, klass: Klass) -> tuple[Instance, Outcome | None]:
        """An object as its constructor makes it."""
        found = self._objects.get(klass.key)
        if found is None:
            owner = Instance(klass)
            made = class_member(klass, _MAKER, self._walk)
            asks = isinstance(made, Func) and made.klass is not None and self._asks(made.klass, made.node)
            outcome = self._walk.summary(made, owner) if asks and isinstance(made, Func) else None
            found = self._objects[klass.key] = owner, outcome
        return found

    def _attributes(self, klass: Klass) -> dict[str, Any]:
        """What an object knows of the device; where its class sets an attribute twice, which answer is open."""
        found = self._told.get(klass.key)
        if found is None:
            owner, _ = self._construction(klass)
            told = {name: value for name, value in owner.attributes.items() if is_open(value)}
            text = klass.text if told else ""
            found = {name: value if _is_set_once(name, text) else OPEN for name, value in told.items()}
            self._told[klass.key] = found
        return found

    def _constructed(self, klass: Klass, lanes: Lanes) -> Lanes:
        """The lanes for which an object can be made."""
        return self._completed(lanes, self._construction(klass)[1])

    def _asks(self, klass: Klass, method: ast.stmt) -> bool:
        found = self._asking.get(klass.key)
        if found is None:
            members = [(one, _text(klass.module, one)) for one in klass.node.body]
            found = self._asking[klass.key] = self._references.asking_members(klass.module, members)
        return method.lineno in found

    def _of_class(self, klass: Klass, depth: int) -> Lanes:
        outer = self._of_caller(klass.module.path, klass.name, depth, is_class=True)
        return _under(outer, self._class_tests(klass))

    def _through(self, outcome: Outcome, matches: Callable[[Reached], bool], outer: Lanes) -> Lanes:
        """The lanes that get through a function to the name; where it was not seen, all that come to the function.

        A function that was too long to walk leaves all of them undecided.
        """
        found = [one for one in outcome.reached if matches(one)]
        if outcome.exhausted:
            return Lanes(0, outer.yes | outer.may, outer.path, outer.callers)
        if not found:
            return outer
        yes = may = 0
        path: dict[tuple[Test, bool], None] = dict.fromkeys(outer.path)
        for one in found:
            yes |= one.yes & outer.yes
            may |= ((one.yes | one.may) & outer.may) | (one.may & outer.yes)
            path.update(dict.fromkeys(one.path))
        return Lanes(yes, may & ~yes, tuple(path), outer.callers, (*outer.refused, *outcome.refused))

    def _of_caller(self, path: str, name: str, depth: int, *, is_class: bool = False) -> Lanes:
        def matches(one: Reached) -> bool:
            target = one.target
            return not isinstance(target, str) and target.module.path == path and target.name == name

        if is_class and depth > 0:
            return Lanes(self._walk.lanes.full, callers=(name,))
        found = self.of((path, name), name, matches, depth + 1)
        return Lanes(found.yes, found.may, found.path, (name,), found.refused)

    def _outcome(self, function: Func, owner: Instance | None) -> Outcome:
        found = self._outcomes.get(function.key)
        if found is None:
            found = self._outcomes[function.key] = self._walk.summary(function, owner)
        return found

    def _class_tests(self, klass: Klass) -> tuple[Test, ...]:
        found = self._classes.get(klass.key)
        if found is None:
            found = self._classes[klass.key] = (
                *class_tests(klass, self._walk),
                *maker_tests(klass, self._walk),
            )
        return found

    def class_lanes(self, klass: Klass) -> Lanes:
        """The lanes for which a class says that it is."""
        return _under(Lanes(self._walk.lanes.full), self._class_tests(klass))

    def nothing(self) -> Lanes:
        """All lanes: nobody was asked."""
        return Lanes(self._walk.lanes.full)

    def under(self, lanes: Lanes, completes: int, path: Path, klass: Klass) -> Lanes:
        """The same lanes where an object of a class can be made, and the class says that it is for them."""
        found = _under(lanes, self._class_tests(klass))
        yes, may = found.yes & completes, found.may & completes
        if (yes, may) == (found.yes, found.may):
            return found
        return Lanes(yes, may, (*found.path, *path), found.callers, found.refused)

    def gates(self, lanes: Lanes) -> Mapping[str, HostGate]:
        """The same per device, with the tests as evidence; nothing where no test keeps any device away."""
        full = self._walk.lanes.full
        if lanes.yes == full or not (lanes.path or lanes.may):
            return {}
        return {device: self._gate(lanes, self._walk.lanes.bit(device)) for device in self._walk.lanes.ids}

    def _gate(self, lanes: Lanes, bit: int) -> HostGate:
        closed = not (lanes.yes | lanes.may) & self._walk.lanes.beyond
        if lanes.yes & bit:
            passed = [
                (test, holds)
                for test, holds in lanes.path
                if _side(test, holds=holds) & bit and _side(test, holds=not holds)
            ]
            return HostGate(Admission.ACCEPTED, _tests(passed, bit, named=closed))
        if lanes.may & bit:
            return HostGate(
                Admission.UNDECIDED, _tests([one for one in lanes.path if one[0].open & bit], bit, named=closed)
            )
        stopped = [(test, holds) for test, holds in lanes.path if _side(test, holds=not holds) & bit]
        return HostGate(Admission.REJECTED, _tests(stopped or list(lanes.path), bit, named=True))


def _side(test: Test, *, holds: bool) -> int:
    return test.holds if holds else test.fails


def _tests(path: Iterable[tuple[Test, bool]], bit: int, *, named: bool) -> tuple[HostTest, ...]:
    made = {HostTest(one.location, one.text, bool(one.holds & bit), named, one.refuses): None for one, _ in path}
    return tuple(sorted(made, key=lambda one: (one.location, one.text)))


def _union(parts: Iterable[Lanes], full: int) -> Lanes:
    yes = may = 0
    found = tuple(parts)
    path: dict[tuple[Test, bool], None] = {}
    callers: dict[str, None] = {}
    for one in found:
        yes, may = yes | one.yes, may | one.may
        path.update(dict.fromkeys(one.path))
        callers.update(dict.fromkeys(one.callers))
    refused = tuple(dict.fromkeys(part for one in found for part in one.refused))
    if yes == full:
        return Lanes(full, callers=tuple(callers), refused=refused)
    return Lanes(yes, may & ~yes, tuple(path), tuple(callers), refused)


def _under(lanes: Lanes, tests: Iterable[Test]) -> Lanes:
    yes, may, path = lanes.yes, lanes.may, lanes.path
    for test in tests:
        may = (may & (test.holds | test.open)) | (yes & test.open)
        yes &= test.holds
        path = (*path, (test, True))
    return Lanes(yes, may & ~yes, path, lanes.callers, lanes.refused)


def _text(module: PythonModule, node: ast.stmt) -> str:
    return "\n".join(module.lines[node.lineno - 1 : node.end_lineno])


def _is_set_once(name: str, text: str) -> bool:
    return len(re.findall(rf"\bself\.{re.escape(name)}[ \t]*(?::[^=\n]*)?=(?!=)", text)) == 1


def _may_refuse(text: str) -> bool:
    return "raise" in text or "assert" in text


def _is_alone(module: PythonModule, piece: Piece) -> bool:
    """Whether a piece is the only one that defines its name."""
    return module.names.get(piece.name or "") == (piece,)
