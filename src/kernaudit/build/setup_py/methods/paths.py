"""Attributes and methods of `pathlib.Path`."""

from __future__ import annotations

import posixpath
from functools import partial
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any, Final

from kernaudit.build.setup_py import paths
from kernaudit.build.setup_py.files import open_file, read_whole
from kernaudit.build.setup_py.text import text_of
from kernaudit.build.setup_py.values import Builtin, PathValue, Unknown

if TYPE_CHECKING:
    from kernaudit.build.setup_py.machine import Machine

__all__ = ["path_attribute"]

_PROPERTIES: Final = frozenset({"name", "stem", "suffix", "suffixes", "parts"})


def path_attribute(machine: Machine, value: PathValue, name: str) -> Any:
    """Return an attribute of a path."""
    if name == "parent":
        return PathValue(posixpath.dirname(value.path.rstrip("/")) or ".")
    if name == "parents":
        return [PathValue(str(one)) for one in PurePosixPath(value.path).parents]
    if name in _PROPERTIES:
        found = getattr(PurePosixPath(value.path), name)
        return tuple(found) if name == "parts" else found
    if name in _METHODS:
        return Builtin(name, partial(_receive, _METHODS[name], value))
    return machine.unknown(f"Path.{name}")


def _receive(run: Any, value: PathValue, machine: Machine, *args: Any, **kwargs: Any) -> Any:
    return run(machine, value, *args, **kwargs)


def _text(machine: Machine, value: PathValue, *args: Any, **kwargs: Any) -> str:
    return value.path


def _resolve(machine: Machine, value: PathValue, *args: Any, **kwargs: Any) -> PathValue:
    return PathValue(paths.absolute(machine, value.path))


def _joinpath(machine: Machine, value: PathValue, *parts: Any) -> PathValue:
    return PathValue(paths.join_path(value.path, *(text_of(machine, part) for part in parts)))


def _exists(machine: Machine, value: PathValue) -> Any:
    return paths.exists(machine, value.path)


def _is_file(machine: Machine, value: PathValue) -> Any:
    return paths.is_file(machine, value.path)


def _is_dir(machine: Machine, value: PathValue) -> Any:
    return paths.is_dir(machine, value.path)


def _glob(machine: Machine, value: PathValue, pattern: Any) -> Any:
    return _matches(machine, paths.join_path(value.path, text_of(machine, pattern)))


def _rglob(machine: Machine, value: PathValue, pattern: Any) -> Any:
    return _matches(machine, paths.join_path(value.path, "**", text_of(machine, pattern)))


def _matches(machine: Machine, pattern: str) -> Any:
    found = paths.glob(machine, pattern, recursive=True)
    return found if isinstance(found, Unknown) else [PathValue(one) for one in found]


def _iterdir(machine: Machine, value: PathValue) -> Any:
    names = paths.listdir(machine, value.path)
    return [PathValue(paths.join_path(value.path, name)) for name in names] if isinstance(names, list) else names or []


def _read_text(machine: Machine, value: PathValue, *args: Any, **kwargs: Any) -> Any:
    return read_whole(machine, value.path)


def _write_text(machine: Machine, value: PathValue, text: Any = "", *args: Any, **kwargs: Any) -> None:
    machine.written[paths.absolute(machine, value.path)] = text_of(machine, text)


def _open(machine: Machine, value: PathValue, mode: Any = "r", *args: Any, **kwargs: Any) -> Any:
    return open_file(machine, value.path, mode)


def _as_uri(machine: Machine, value: PathValue) -> str:
    return f"file://{value.path}"


def _with_suffix(machine: Machine, value: PathValue, suffix: Any) -> PathValue:
    return PathValue(str(PurePosixPath(value.path).with_suffix(text_of(machine, suffix))))


def _with_name(machine: Machine, value: PathValue, name: Any) -> PathValue:
    return PathValue(str(PurePosixPath(value.path).with_name(text_of(machine, name))))


def _relative_to(machine: Machine, value: PathValue, base: Any) -> PathValue:
    return PathValue(
        posixpath.relpath(paths.absolute(machine, value.path), paths.absolute(machine, text_of(machine, base)))
    )


def _nothing(machine: Machine, value: PathValue, *args: Any, **kwargs: Any) -> None:
    """Change nothing on disk."""


_METHODS: Final = {
    "as_posix": _text, "__str__": _text, "__fspath__": _text, "resolve": _resolve, "absolute": _resolve,
    "expanduser": _resolve, "joinpath": _joinpath, "exists": _exists, "is_file": _is_file, "is_dir": _is_dir,
    "glob": _glob, "rglob": _rglob, "iterdir": _iterdir, "read_text": _read_text, "read_bytes": _read_text,
    "write_text": _write_text, "write_bytes": _write_text, "open": _open, "as_uri": _as_uri, "mkdir": _nothing,
    "unlink": _nothing, "touch": _nothing, "chmod": _nothing, "with_suffix": _with_suffix, "with_name": _with_name,
    "relative_to": _relative_to,
}  # fmt: skip
