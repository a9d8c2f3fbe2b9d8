"""Modules that a project describes with a function of its own: name, sources and flags, as its Python computes them.

FlashInfer's `gen_jit_spec` is one: the functions that call it are evaluated for a device, and the calls are noted.
"""

from __future__ import annotations

import posixpath
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from kernaudit.build.cmake.files.layout import tree_path
from kernaudit.build.cmake.platform import ENVIRONMENT
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


@dataclass(frozen=True, slots=True)
class Spec:
    """What one source is compiled with on a device, where that is said, and what is not known of it."""

    gencodes: tuple[Gencode, ...]
    location: Location
    problem: str | None


@dataclass(slots=True)
class Specs:
    """The specs of one device by the name of the source (its last path component); by file, why it may have more."""

    found: dict[str, Spec] = field(default_factory=dict)
    doubts: dict[str, str] = field(default_factory=dict)


@dataclass(slots=True)
class SpecReader:
    """The files of a project that call its function for specs."""

    view: TreeView
    files: tuple[str, ...]
    names: SpecNames

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
                if not self._call(machine, name, function):
                    specs.doubts[file] = f"{name}() in {file} was not evaluated to its end"
        return specs

    @staticmethod
    def _call(machine: Machine, name: str, function: Function) -> bool:
        """Call a function that makes specs (one that refuses the device makes none); tell whether it came to an end."""
        spec = function.node.args
        required = len(spec.posonlyargs) + len(spec.args) - len(function.defaults)
        given = [machine.unknown(f"an argument of {name}") for _ in range(required)]
        open_ = (one.arg for one in spec.kwonlyargs if one.arg not in function.keyword_defaults)
        machine.allow(_STEPS)
        try:
            machine.call(function, given, {one: machine.unknown(f"the argument {one}") for one in open_})
        except ProgramError:
            return True
        except (EvaluationStoppedError, RecursionError):
            return False
        return True


def _makers(module: ModuleValue | Unknown, names: SpecNames) -> list[tuple[str, Function]]:
    if not isinstance(module, ModuleValue):
        return []
    found = ((name, one) for name, one in module.attributes.items() if name.startswith(names.prefix))
    return [(name, one) for name, one in found if isinstance(one, Function)]


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
    """Keep the spec of a source; two that differ leave it undecided."""
    known = specs.found.get(name)
    if known is not None and (known.gencodes, known.problem) != (spec.gencodes, spec.problem):
        problem = known.problem or spec.problem or "several specs compile it with different flags"
        spec = Spec((), known.location, problem)
    specs.found[name] = spec


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
