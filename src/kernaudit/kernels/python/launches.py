"""How the tree launches a kernel of the kind `kernel[grid](...)`: the values that its arguments have there."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from kernaudit.facts.python.attributes import class_member
from kernaudit.facts.python.values import OPEN, UNKNOWN, Func, Instance, Klass, PerLane, either
from kernaudit.kernels.python.references import piece_at, standing_places
from kernaudit.model.evidence import Location

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from kernaudit.facts.python.outcome import Launched, Outcome
    from kernaudit.facts.python.walk import Walk
    from kernaudit.kernels.python.find import FoundKernel
    from kernaudit.sources.python.module import PythonModule

__all__ = ["KernelLaunches", "Launch", "LaunchReader", "bound_values", "joined_values"]

_SET = (
    r"^[ \t]*(?:[\w.*]+[ \t]*,[ \t]*)*[\w.]*\.{0}[ \t]*(?:,[ \t]*[\w.*]+[ \t]*)*(?::[^=\n]*)?"
    r"(?:[-+*/|&%]|//|<<|>>)?=(?!=)"
)
"""A statement that sets an attribute of that name, alone or with others."""
_Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True, slots=True)
class Launch:
    """One of them.

    Attributes:
        values: the kernel's parameters, where something is known of them.
        keywords: what else is given by name: `num_stages` and the like.
        whole: nothing more is given, by unpacking.
        texts: how parameters are written there.
        lanes: those that come there, or may.
    """

    location: Location
    values: Mapping[str, Any]
    keywords: Mapping[str, Any]
    whole: bool
    texts: Mapping[str, str]
    lanes: int


@dataclass(frozen=True, slots=True)
class KernelLaunches:
    """All of a kernel's; `unread` says why there may be more."""

    launches: tuple[Launch, ...]
    unread: str | None = None

    @property
    def known(self) -> bool:
        """Whether these are all, and there is one."""
        return self.unread is None and bool(self.launches)


@dataclass(frozen=True, slots=True)
class _Site:
    """A place `name[` in a file; `path`:`line`."""

    module: PythonModule
    index: int
    line: int

    @property
    def location(self) -> Location:
        return Location(self.module.path, self.line)


class LaunchReader:
    """Finds and reads launches; each function that launches is walked once.

    Args:
        walk: walks functions.
        modules: the files that are looked into.
        elsewhere: whether a name is called in another file.
    """

    def __init__(self, walk: Walk, modules: Sequence[PythonModule], elsewhere: Callable[[str], bool]) -> None:
        self._walk, self._modules, self._elsewhere = walk, modules, elsewhere
        self._outcomes: dict[tuple[str, int], Outcome] = {}
        self._owners: dict[tuple[str, int], Instance] = {}

    def of(self, kernel: FoundKernel) -> KernelLaunches:
        """Return the launches of a kernel at the left margin of its file."""
        if kernel.around:
            return KernelLaunches((), "it is made inside a function")
        sites: list[_Site] = []
        for module in self._modules:
            if kernel.name in module.words:
                for at, launches in _uses(module, kernel.name):
                    line = module.text.count("\n", 0, at) + 1
                    if not launches:
                        if self._is_meant(module, kernel):
                            return KernelLaunches((), f"{module.path}:{line} uses it without launching it")
                        continue
                    sites.append(_Site(module, piece_at(module, at), line))
        if self._elsewhere(kernel.name):
            return KernelLaunches((), "a file that was not looked into launches it")
        return self._read(kernel, sites)

    def _is_meant(self, module: PythonModule, kernel: FoundKernel) -> bool:
        """Whether the name is the kernel's in a file; what a file does not define or import may be anything's."""
        found = self._walk.global_value(module, kernel.name)
        return not isinstance(found, Func) or found.module.path == kernel.module.path

    def _read(self, kernel: FoundKernel, sites: Iterable[_Site]) -> KernelLaunches:
        found: list[Launch] = []
        for site in sites:
            records = [one for one in self._records(site) if one.location == site.location]
            ours = [one for one in records if one.function.module.path == kernel.module.path]
            mine = [one for one in ours if one.function.name == kernel.name]
            if not records:
                if self._is_meant(site.module, kernel):
                    return KernelLaunches((), f"the launch at {site.location} was not read")
                continue
            found.extend(self._launch(kernel, one) for one in mine)
        return KernelLaunches(tuple(found), None if found else "no launch of it stands in the tree")

    def _records(self, site: _Site) -> Iterator[Launched]:
        piece = site.module.pieces[site.index] if site.index >= 0 else None
        if piece is None or piece.name is None:
            return
        owner = self._walk.global_value(site.module, piece.name)
        if isinstance(owner, Func):
            yield from self._outcome(owner, None).launches
        elif isinstance(owner, Klass):
            for node in owner.node.body:
                if isinstance(node, _Function) and node.lineno <= site.line <= (node.end_lineno or 0):
                    yield from self._outcome(Func(site.module, node, owner), self._owner(owner)).launches

    def _owner(self, klass: Klass) -> Instance:
        """An object of a class, made by its constructor; what other code sets too is not known."""
        if klass.key not in self._owners:
            owner = self._owners[klass.key] = Instance(klass)
            made = class_member(klass, "__init__", self._walk)
            if isinstance(made, Func):
                self._walk.summary(made, owner)
                changed = [name for name in owner.attributes if self._is_set_elsewhere(name, made, klass)]
                owner.attributes.update(dict.fromkeys(changed, OPEN))
        return self._owners[klass.key]

    def _is_set_elsewhere(self, name: str, made: Func, klass: Klass) -> bool:
        """Whether an attribute of that name is set outside of a constructor, of whatever may be such an object."""
        pattern = re.compile(_SET.format(re.escape(name)), re.MULTILINE)
        lines = made.module.lines[made.node.lineno - 1 : made.node.end_lineno]
        inside = len(pattern.findall("\n".join(lines)))
        total = 0
        for module in self._modules:
            if name in module.words:
                found = list(_matching_lines(pattern, module.text, f".{name}"))
                stranger = klass.name not in module.words and made.module is not module
                total += sum(not (stranger and one.lstrip().startswith("self.")) for one in found)
                if total > inside:
                    return True
        return False

    def _outcome(self, function: Func, owner: Instance | None) -> Outcome:
        found = self._outcomes.get(function.key)
        if found is None:
            found = self._outcomes[function.key] = self._walk.summary(function, owner)
        return found

    def _launch(self, kernel: FoundKernel, one: Launched) -> Launch:
        node = kernel.syntax()
        values: dict[str, Any] = {}
        texts: dict[str, str] = {}
        if node is not None:
            names = [arg.arg for arg in (*node.args.posonlyargs, *node.args.args)]
            values = bound_values(node, one.arguments, one.keywords, unpacked=one.unpacked)
            written = [*zip(names, one.node.args, strict=False)][: len(one.arguments)]
            texts = {name: ast.unparse(part) for name, part in written}
            texts.update((key.arg, ast.unparse(key.value)) for key in one.node.keywords if key.arg)
        whole = not one.unpacked and "**" not in one.keywords
        rest = {name: value for name, value in one.keywords.items() if name != "**"}
        return Launch(one.location, values, rest, whole, texts, one.lanes)


def bound_values(
    node: _Function, arguments: Sequence[Any], keywords: Mapping[str, Any], *, unpacked: bool
) -> dict[str, Any]:
    """Return the values of a function's parameters in a call; those that are set again in it are not known.

    Args:
        node: the function.
        arguments: by position, up to what is unpacked.
        keywords: by name; `**` for what is unpacked.
        unpacked: more may be given by position.
    """
    given = node.args
    names = [one.arg for one in (*given.posonlyargs, *given.args)]
    defaults = dict(zip(reversed(names), reversed(given.defaults), strict=False))
    defaults.update({one.arg: value for one, value in zip(given.kwonlyargs, given.kw_defaults, strict=True) if value})
    values: dict[str, Any] = dict.fromkeys((*names, *(one.arg for one in given.kwonlyargs)), UNKNOWN)
    if not unpacked and "**" not in keywords:
        plain = {name: one.value for name, one in defaults.items() if isinstance(one, ast.Constant)}
        values.update(plain)
    values.update(zip(names, arguments, strict=False))
    values.update((name, value) for name, value in keywords.items() if name in values)
    return values


def joined_values(calls: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Return what parameters are in one of several calls."""
    joined = dict(calls[0]) if calls else {}
    for other in calls[1:]:
        for name, value in joined.items():
            is_open = any(isinstance(one, PerLane) or one == OPEN for one in (value, other[name]))
            same = value is other[name] or (value == other[name] and type(value) is type(other[name]))
            joined[name] = value if same else either(value, other[name], OPEN if is_open else UNKNOWN)
    return joined


def _matching_lines(pattern: re.Pattern[str], text: str, mark: str) -> Iterator[str]:
    """What a pattern of one line matches in the lines that hold a mark."""
    at = text.find(mark)
    while at >= 0:
        found = pattern.match(text, text.rfind("\n", 0, at) + 1)
        if found is not None:
            yield found[0]
        end = text.find("\n", at)
        at = text.find(mark, end) if end >= 0 else -1


def _uses(module: PythonModule, name: str) -> Iterator[tuple[int, bool]]:
    """Where a file uses a name other than to import or define it, and whether it launches it there."""
    for at in standing_places(module, name):
        rest = module.text[at + len(name) : at + len(name) + 40].lstrip(" \t")
        yield at, rest.startswith("[")
