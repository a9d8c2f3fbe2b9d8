"""`os`, `os.path`, `glob`, `pathlib`, `shutil` and `tempfile`: on the scanned tree only."""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final

from kernaudit.build.setup_py import paths
from kernaudit.build.setup_py.exceptions import exception
from kernaudit.build.setup_py.methods.environ import get as environ_get
from kernaudit.build.setup_py.methods.environ import set_environ_item
from kernaudit.build.setup_py.text import text_of
from kernaudit.build.setup_py.values import Builtin, PathValue, Unknown

if TYPE_CHECKING:
    from kernaudit.build.setup_py.machine import Machine

__all__ = ["MODULES"]

Lazy = Callable[["Machine"], Any]


def _nothing(machine: Machine, *args: Any, **kwargs: Any) -> None:
    """Change nothing on disk."""


def _textual(run: Callable[..., Any]) -> Any:
    """Return a function of path texts; with a part that is not known, neither is the result."""

    def checked(machine: Machine, *args: Any, **kwargs: Any) -> Any:
        hole = next((one for one in args if isinstance(one, Unknown)), None)
        return hole if hole is not None else run(*(text_of(machine, one) for one in args))

    return checked


def _join(machine: Machine, *args: Any) -> Any:
    return paths.join_path(*(text_of(machine, one) for one in args))


def _abspath(machine: Machine, path: Any) -> Any:
    hole = machine.hole(path)
    return hole if hole is not None else paths.absolute(machine, text_of(machine, path))


def _relpath(machine: Machine, path: Any, start: Any = None) -> Any:
    hole = machine.hole(path) or machine.hole(start)
    if hole is not None:
        return hole
    base = machine.directory if start is None else paths.absolute(machine, text_of(machine, start))
    return posixpath.relpath(paths.absolute(machine, text_of(machine, path)), base)


def _asked(run: Callable[[Machine, str], Any]) -> Any:
    def checked(machine: Machine, path: Any = ".") -> Any:
        hole = machine.hole(path)
        return hole if hole is not None else run(machine, text_of(machine, path))

    return checked


def _listdir(machine: Machine, path: str) -> Any:
    found = paths.listdir(machine, path)
    if found is None:
        raise machine.fail(exception("FileNotFoundError"), f"No such file or directory: '{path}'")
    return found


def _walk(machine: Machine, top: Any, *args: Any, **kwargs: Any) -> Any:
    start = text_of(machine, top)
    found: list[Any] = []
    pending = [start]
    while pending:
        machine.step()
        place = pending.pop(0)
        names = paths.listdir(machine, place)
        if isinstance(names, Unknown):
            return names
        folders = [name for name in names or [] if paths.is_dir(machine, f"{place}/{name}") is True]
        found.append((place, folders, [name for name in names or [] if name not in folders]))
        pending += [f"{place}/{name}" for name in folders]
    return found if found else []


def _glob(machine: Machine, pattern: Any, *, recursive: Any = False, **kwargs: Any) -> Any:
    hole = machine.hole(pattern)
    return hole if hole is not None else paths.glob(machine, text_of(machine, pattern), recursive=recursive is True)


def _getenv(machine: Machine, name: Any, default: Any = None) -> Any:
    return environ_get(machine, machine.environ, name, default)


def _putenv(machine: Machine, name: Any, value: Any) -> None:
    set_environ_item(machine, machine.environ, name, value)


def _which(machine: Machine, name: Any, *args: Any, **kwargs: Any) -> Any:
    known = {"nvcc": f"{paths.CUDA_HOME}/bin/nvcc", "hipcc": None, "rocm-smi": None}
    return known[name] if isinstance(name, str) and name in known else machine.unknown(f"where {name} is installed")


def _path(machine: Machine, *parts: Any) -> Any:
    hole = next((one for one in parts if isinstance(one, Unknown)), None)
    return hole if hole is not None else PathValue(paths.join_path(*(text_of(machine, one) for one in parts or (".",))))


def _cwd(machine: Machine) -> str:
    return machine.directory


def _chdir(machine: Machine, path: Any) -> None:
    if machine.hole(path) is None:
        machine.directory = paths.absolute(machine, text_of(machine, path))


def _count(machine: Machine) -> Any:
    return machine.unknown("the number of processors")


def _builtins(functions: Mapping[str, Any]) -> dict[str, Any]:
    return {name: Builtin(name, run) for name, run in functions.items()}


def _os_path() -> dict[str, Any]:
    return {
        **_builtins({
            "join": _join, "abspath": _abspath, "realpath": _abspath, "relpath": _relpath,
            "dirname": _textual(posixpath.dirname), "basename": _textual(posixpath.basename),
            "splitext": _textual(posixpath.splitext), "split": _textual(posixpath.split),
            "normpath": _textual(posixpath.normpath), "isabs": _textual(posixpath.isabs),
            "expanduser": _textual(str), "exists": _asked(paths.exists), "lexists": _asked(paths.exists),
            "isfile": _asked(paths.is_file), "isdir": _asked(paths.is_dir),
        }),
        "sep": "/", "pathsep": ":", "pardir": "..", "curdir": ".",
    }  # fmt: skip


def _os() -> dict[str, Any]:
    def path_module(machine: Machine) -> Any:
        return machine.load("os.path")

    def environ(machine: Machine) -> Any:
        return machine.environ

    return {
        **_builtins({
            "getenv": _getenv, "putenv": _putenv, "listdir": _asked(_listdir), "walk": _walk, "getcwd": _cwd,
            "chdir": _chdir, "makedirs": _nothing, "mkdir": _nothing, "remove": _nothing, "unlink": _nothing,
            "rename": _nothing, "rmdir": _nothing, "chmod": _nothing, "symlink": _nothing, "cpu_count": _count,
            "fspath": _textual(str),
        }),
        "path": path_module, "environ": environ, "sep": "/", "pathsep": ":", "name": "posix", "linesep": "\n",
        "pardir": "..", "curdir": ".",
    }  # fmt: skip


def _shutil() -> dict[str, Any]:
    names = ("copy", "copy2", "copyfile", "copytree", "move", "rmtree")
    return _builtins({**dict.fromkeys(names, _nothing), "which": _which})


def _pathlib() -> dict[str, Any]:
    return _builtins(dict.fromkeys(("Path", "PurePath", "PosixPath", "PurePosixPath"), _path)) | {
        "Path": Builtin("Path", _path)
    }


MODULES: Final[dict[str, Callable[[], Mapping[str, Any]]]] = {
    "os": _os,
    "os.path": _os_path,
    "posixpath": _os_path,
    "glob": lambda: _builtins({"glob": _glob, "iglob": _glob, "escape": _textual(str)}),
    "shutil": _shutil,
    "pathlib": _pathlib,
}
