"""One evaluation of a setup.py for one request: the script, then the build command that it defines."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from kernaudit.build.cmake.files.layout import tree_path
from kernaudit.build.cmake.platform import ENVIRONMENT
from kernaudit.build.setup_py.building import Building, build
from kernaudit.build.setup_py.environ import Environ
from kernaudit.build.setup_py.errors import EvaluationStoppedError, ProgramError
from kernaudit.build.setup_py.interpreter import assemble, parse_script, run_script
from kernaudit.build.setup_py.machine import Machine
from kernaudit.build.setup_py.torch_flags import TORCH_VARIABLE

if TYPE_CHECKING:
    import ast

    from kernaudit.build.cmake.files import TreeView
    from kernaudit.model.build import BuildRequest
    from kernaudit.model.evidence import Location
    from kernaudit.ruleset.load import Rules

__all__ = ["Doubt", "ScriptRun", "parse_script", "run_setup"]


@dataclass(frozen=True, slots=True)
class Doubt:
    """Why an evaluation does not know what is built, or why the build stops."""

    message: str
    location: Location


@dataclass(slots=True)
class ScriptRun:
    """A finished evaluation.

    Attributes:
        machine: its state.
        building: the extensions that setuptools would build.
        error: the script stops the build with this message.
        doubt: the evaluation could not go on.
        asked_device: the script itself asked for the device, before torch did.
    """

    machine: Machine
    building: Building
    error: Doubt | None = None
    doubt: Doubt | None = None
    asked_device: bool = False


def run_setup(
    view: TreeView, root: str, program: ast.Module, request: BuildRequest, rules: Rules | None = None
) -> ScriptRun:
    """Evaluate a setup.py, by these rules or those that ship. Never raises for what the tree holds."""
    directory = tree_path(root.rpartition("/")[0])
    machine = assemble(Machine(view, directory, _environ(request), request.toolkit, request.device, rules=rules))
    machine.search.append(directory)
    run = ScriptRun(machine, Building())
    try:
        run_script(machine, program, root, tree_path(root))
    except ProgramError as error:
        _ended(run, error)
    except EvaluationStoppedError as error:
        run.doubt = Doubt(error.message, error.at)
    if run.error is None and run.doubt is None:
        _build(run)
    run.asked_device = machine.device_used
    return run


def _environ(request: BuildRequest) -> Environ:
    values = {**ENVIRONMENT, **request.env}
    given = dict(request.env)
    if request.request is not None:
        values.setdefault(TORCH_VARIABLE, request.request)
        given.setdefault(TORCH_VARIABLE, request.request)
    return Environ(dict(values), given)


def _build(run: ScriptRun) -> None:
    try:
        run.building = build(run.machine)
    except ProgramError as error:
        _ended(run, error)
    except EvaluationStoppedError as error:
        run.doubt = Doubt(error.message, error.at)
    except RecursionError:
        run.doubt = Doubt("the script nests deeper than this evaluator allows", run.machine.here)


def _ended(run: ScriptRun, error: ProgramError) -> None:
    """An exception that nothing caught: the script's own word, or a fault that may be this evaluator's."""
    code = error.value.attributes.get("args", (0,)) if hasattr(error.value, "attributes") else ()
    if error.message.startswith("the script exits") and code in ((0,), (None,), ()):
        return
    if error.deliberate:
        run.error = Doubt(error.message, error.at)
    else:
        run.doubt = Doubt(f"{error.value.cls.name}: {error.message}", error.at)
