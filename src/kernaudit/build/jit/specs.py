"""Modules that a project describes with a function of its own: name, sources and flags, as its Python computes them.

FlashInfer's `gen_jit_spec` is one: the functions that call it are evaluated for a device, and the calls are noted.
"""

from __future__ import annotations

import ast
import posixpath
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import islice, product
from typing import TYPE_CHECKING, Any, Final

from kernaudit.build.cmake.files.layout import tree_path
from kernaudit.build.cmake.platform import ENVIRONMENT
from kernaudit.build.jit.ways import Ways
from kernaudit.build.setup_py.environ import Environ
from kernaudit.build.setup_py.errors import EvaluationStoppedError, ProgramError
from kernaudit.build.setup_py.flags import read_gencodes
from kernaudit.build.setup_py.imports import load_file
from kernaudit.build.setup_py.interpreter import assemble
from kernaudit.build.setup_py.items import items_of
from kernaudit.build.setup_py.limits import Limits
from kernaudit.build.setup_py.machine import Machine
from kernaudit.build.setup_py.text import text_of
from kernaudit.build.setup_py.values import Builtin, Function, ModuleValue, Unknown

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from kernaudit.build.cmake.files import TreeView
    from kernaudit.model.arch import Gencode
    from kernaudit.model.build import BuildRequest
    from kernaudit.model.device import DeviceProfile
    from kernaudit.model.evidence import Location
    from kernaudit.model.runtime_compile import SpecNames

__all__ = ["Spec", "SpecReader", "Specs"]

_LIMITS: Final = Limits(steps=2_000_000, seconds=8.0)
_STEPS: Final = 20_000
"""For one file or function: enough for all that describe modules, not for those that generate their sources."""
_ROUNDS: Final = 8
"""Of one loop in a function that takes too long: longer loops are not walked, and what they change is in doubt."""
_WAYS: Final = 16
"""So many ways through a function are tried."""


@dataclass(frozen=True, slots=True)
class Spec:
    """What one source is compiled with on a device, where that is said, and what is not known of it."""

    gencodes: tuple[Gencode, ...]
    location: Location
    problem: str | None


@dataclass(slots=True)
class Specs:
    """The specs of one device; by file, why it may have more.

    Attributes:
        found: by the function that makes it, and the name of the source (its last path component).
        maker: the function that is called at the moment.
    """

    found: dict[tuple[str, str], Spec] = field(default_factory=dict)
    doubts: dict[str, str] = field(default_factory=dict)
    maker: str = ""


@dataclass(slots=True)
class SpecReader:
    """The files of a project that call its function for specs."""

    view: TreeView
    files: tuple[str, ...]
    names: SpecNames
    long: set[str] = field(default_factory=set)
    """Functions that once did not come to an end."""

    def read(self, request: BuildRequest, device: DeviceProfile | None) -> Specs:
        """Return the specs for the request's device. Never raises for what the tree holds."""
        environ = Environ({**ENVIRONMENT, **request.env}, request.env)
        machine = assemble(Machine(self.view, tree_path(""), environ, request.toolkit, request.device, limits=_LIMITS))
        specs = Specs()
        machine.intercepted[self.names.function] = Builtin(self.names.function, _recorder(self.names, specs, device))
        machine.search.append(tree_path(""))
        for file in self.files:
            machine.allow(10 * _STEPS)
            try:
                module = load_file(machine, tree_path(file), posixpath.splitext(posixpath.basename(file))[0])
            except ProgramError:
                continue
            except (EvaluationStoppedError, RecursionError):
                specs.doubts[file] = f"{file} was not evaluated to its end"
                continue
            for name, function in _makers(module, self.names):
                specs.maker = name
                if not self._describe(machine, name, function):
                    specs.doubts[file] = f"{name}() in {file} was not evaluated to its end"
        return specs

    def _describe(self, machine: Machine, name: str, function: Function) -> bool:
        """Call a function that makes specs, on each way that open conditions leave; tell whether all came to an end.

        One whose loops take too long is called again without them.
        """
        if name not in self.long:
            if self._each(machine, name, function):
                return True
            self.long.add(name)
        machine.rounds = _ROUNDS
        try:
            return self._each(machine, name, function)
        finally:
            machine.rounds = None

    @staticmethod
    def _each(machine: Machine, name: str, function: Function) -> bool:
        machine.allow(_STEPS)
        for texts in _choices(function):
            ways = Ways(_WAYS)
            machine.ways = ways
            try:
                while ways.start():
                    if not _called(machine, name, function, texts):
                        return False
            finally:
                machine.ways = None
        return True


def _called(machine: Machine, name: str, function: Function, texts: Mapping[str, str]) -> bool:
    """Call it once (one that refuses the device makes no spec); tell whether it came to an end."""
    spec, required = function.node.args, _required(function)
    open_ = [one.arg for one in spec.kwonlyargs if one.arg not in function.keyword_defaults]
    given = {one: texts.get(one, machine.unknown(f"the argument {one} of {name}")) for one in (*required, *open_)}
    try:
        machine.call(function, [given[one] for one in required], {one: given[one] for one in open_})
    except ProgramError:
        return True
    except (EvaluationStoppedError, RecursionError):
        return False
    return True


def _required(function: Function) -> list[str]:
    """The positional arguments without a default."""
    spec = function.node.args
    positional = [one.arg for one in (*spec.posonlyargs, *spec.args)]
    return positional[: len(positional) - len(function.defaults)]


@lru_cache(maxsize=1024)
def _calls(node: ast.AST) -> frozenset[str]:
    called = (one.func for one in ast.walk(node) if isinstance(one, ast.Call))
    return frozenset(one.id for one in called if isinstance(one, ast.Name))


def _choices(function: Function) -> Iterator[Mapping[str, str]]:
    """Texts that a function compares its required arguments with: each is one that it may be called with."""
    spec = function.node.args
    names = {one.arg for one in (*spec.posonlyargs, *spec.args, *spec.kwonlyargs)}
    texts: dict[str, list[str]] = {}
    for name, text in _compared(function.node):
        if name in names and text not in texts.setdefault(name, []):
            texts[name].append(text)
    rows = product(*texts.values())
    yield from (dict(zip(texts, row, strict=True)) for row in islice(rows, _WAYS))


@lru_cache(maxsize=1024)
def _compared(node: ast.AST) -> tuple[tuple[str, str], ...]:
    return tuple(
        (one.left.id, other.value)
        for one in ast.walk(node)
        if isinstance(one, ast.Compare) and isinstance(one.left, ast.Name) and isinstance(one.ops[0], ast.Eq)
        for other in one.comparators[:1]
        if isinstance(other, ast.Constant) and isinstance(other.value, str)
    )


def _makers(module: ModuleValue | Unknown, names: SpecNames) -> list[tuple[str, Function]]:
    """The functions of a file that make specs, without those that others of it call with arguments of their own."""
    if not isinstance(module, ModuleValue):
        return []
    found = {name: one for name, one in module.attributes.items() if name.startswith(names.prefix)}
    made = [(name, one) for name, one in found.items() if isinstance(one, Function)]
    called = {word for name, one in made for word in _calls(one.node) if word != name}
    return [(name, one) for name, one in made if name not in called or not _required(one)]


def _recorder(names: SpecNames, specs: Specs, device: DeviceProfile | None) -> Any:  # noqa: ANN401 - a function of the script
    def record(machine: Machine, *args: Any, **kwargs: Any) -> Any:  # noqa: ANN401 - values of the script
        given = {**dict(zip(names.arguments, args, strict=False)), **kwargs}
        listed = items_of(machine, given.get("sources") or [])
        flags = _flags(machine, given.get(names.flags), names)
        gencodes, problem = read_gencodes(flags, machine, device)
        for source in [] if isinstance(listed, Unknown) else listed:
            name = posixpath.basename(text_of(machine, source))
            if name.endswith(".cu") and machine.hole(name) is None:
                _note(specs, name, Spec(() if problem else gencodes, machine.here, problem))
        return machine.unknown("a spec")

    return record


def _note(specs: Specs, name: str, spec: Spec) -> None:
    """Keep the spec of a source; of several by one function the images of all are there, if all are known."""
    known = specs.found.get((specs.maker, name))
    if known is not None:
        problem = known.problem or spec.problem
        both = tuple(dict.fromkeys((*known.gencodes, *spec.gencodes)))
        spec = Spec(() if problem else both, known.location, problem)
    specs.found[specs.maker, name] = spec


def _flags(machine: Machine, given: Any, names: SpecNames) -> list[Any]:  # noqa: ANN401 - values of the script
    """Return the flags of a spec, with the project's own list where they name no architecture."""
    listed = items_of(machine, given if given is not None else [])
    flags = [listed.several()] if isinstance(listed, Unknown) else listed
    if any(isinstance(flag, str) and flag.startswith("-gencode") for flag in flags):
        return flags
    context = next(
        (one.attributes[names.context] for one in machine.modules.values() if names.context in one.attributes), None
    )
    if context is None:
        return [*flags, machine.unknown("the arch flags of the project").several()]
    more = items_of(machine, machine.call(machine.attribute(context, names.method), [], {}))
    return [*flags, more.several()] if isinstance(more, Unknown) else [*flags, *more]
