"""`subprocess`: nothing is run; nvcc's version text is known, what other programs print is not."""

from __future__ import annotations

import posixpath
import shlex
from typing import TYPE_CHECKING, Any, Final

from kernaudit.build.setup_py.exceptions import exception
from kernaudit.build.setup_py.machine import Command
from kernaudit.build.setup_py.text import text_of
from kernaudit.build.setup_py.values import Builtin, ClassValue, Instance, Unknown
from kernaudit.model.evidence import AssumptionKind

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from kernaudit.build.setup_py.machine import Machine

__all__ = ["MODULES"]

_VERSION_FLAGS: Final = frozenset({"-V", "--version"})
_LONGEST: Final = 10_000


def _words(machine: Machine, command: Any) -> tuple[Any, ...]:
    if isinstance(command, str) and machine.hole(command) is None and len(command) <= _LONGEST:
        try:
            return tuple(shlex.split(command))
        except ValueError:
            return (command,)
    return tuple(command) if isinstance(command, list | tuple) else (command,)


def _output(machine: Machine, command: Any) -> str | Unknown:
    """Return what a program prints."""
    words = _words(machine, command)
    machine.commands.append(Command(words, machine.here))
    texts = [text_of(machine, word) for word in words]
    name = posixpath.basename(texts[0]) if texts else ""
    if name == "nvcc" and _VERSION_FLAGS.intersection(texts):
        return _nvcc_version(machine)
    if name == "nvidia-smi":
        return _device_query(machine, texts)
    shown = machine.registry.describe(" ".join(texts))[:80]
    machine.assume(AssumptionKind.UNMODELLED_COMMAND, f"`{shown}` is not run: what it prints or writes is not known")
    return machine.unknown(f"the output of `{shown}`")


def _nvcc_version(machine: Machine) -> str:
    release, version = machine.toolkit.release, machine.toolkit.version
    return (
        "nvcc: NVIDIA (R) Cuda compiler driver\nCopyright (c) 2005-2025 NVIDIA Corporation\n"
        f"Cuda compilation tools, release {release}, V{version}\nBuild cuda_{release}.r{release}/compiler\n"
    )


def _device_query(machine: Machine, texts: list[str]) -> str | Unknown:
    if machine.device is not None and any("compute_cap" in text for text in texts):
        machine.device_used = True
        head = "" if any("noheader" in text for text in texts) else "compute_cap\n"
        return f"{head}{machine.device.major}.{machine.device.minor}\n"
    return machine.unknown("the output of nvidia-smi")


def _check_output(machine: Machine, command: Any, *args: Any, **kwargs: Any) -> Any:
    return _output(machine, command)


def _getoutput(machine: Machine, command: Any, *args: Any, **kwargs: Any) -> Any:
    found = _output(machine, command)
    return found if isinstance(found, Unknown) else found.rstrip("\n")


def _call(machine: Machine, command: Any, *args: Any, **kwargs: Any) -> int:
    _output(machine, command)
    return 0


def _fixed(value: Any) -> Any:
    def run(machine: Machine, *args: Any, **kwargs: Any) -> Any:
        return value

    return run


def _run(machine: Machine, command: Any = (), *args: Any, **kwargs: Any) -> Any:
    found = _output(machine, command)
    methods = {
        "communicate": Builtin("communicate", _fixed((found, ""))),
        "wait": Builtin("wait", _fixed(0)),
        "check_returncode": Builtin("check_returncode", _fixed(None)),
    }
    return Instance(ClassValue("CompletedProcess", (), methods), {"stdout": found, "stderr": "", "returncode": 0})


def _subprocess() -> dict[str, Any]:
    return {
        "check_output": Builtin("check_output", _check_output),
        "getoutput": Builtin("getoutput", _getoutput),
        "check_call": Builtin("check_call", _call),
        "call": Builtin("call", _call),
        "run": Builtin("run", _run),
        "Popen": Builtin("Popen", _run),
        "PIPE": -1,
        "STDOUT": -2,
        "DEVNULL": -3,
        "CalledProcessError": exception("CalledProcessError"),
        "TimeoutExpired": exception("TimeoutExpired"),
        "SubprocessError": exception("CalledProcessError"),
    }


MODULES: Final[dict[str, Callable[[], Mapping[str, Any]]]] = {"subprocess": _subprocess}
