"""`file()` subcommands that write, move or fetch: all of it stays in memory."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kernaudit.build.cmake.arguments import parse_keywords
from kernaudit.build.cmake.files.configure_command import configured
from kernaudit.build.cmake.files.layout import OUTPUT_ROOT, join, shown
from kernaudit.build.cmake.files.read_commands import absolute
from kernaudit.build.cmake.project.state import state_of
from kernaudit.build.cmake.unknown import contains_unknown
from kernaudit.model.evidence import AssumptionKind

if TYPE_CHECKING:
    from collections.abc import Callable

    from kernaudit.build.cmake.interpreter import Interpreter

__all__ = ["SUBCOMMANDS", "write_text"]


def write_text(interp: Interpreter, path: str, text: str, *, append: bool = False) -> None:
    """Write below the build; a path that is not known is left alone, too much text is cmake's out of memory."""
    if contains_unknown(path):
        return
    try:
        state_of(interp).files.write(path, text, append=append)
    except MemoryError:
        interp.fail(f"file: more text is written to {shown(path)} than a build writes")


def _write(interp: Interpreter, args: list[str]) -> None:
    if not args:
        interp.fail("file WRITE must be called with a file name")
    write_text(interp, absolute(interp, args[0]), "".join(args[1:]))


def _append(interp: Interpreter, args: list[str]) -> None:
    if not args:
        interp.fail("file APPEND must be called with a file name")
    write_text(interp, absolute(interp, args[0]), "".join(args[1:]), append=True)


def _touch(interp: Interpreter, args: list[str]) -> None:
    for path in args:
        write_text(interp, absolute(interp, path), "", append=True)


def _generate(interp: Interpreter, args: list[str]) -> None:
    keys = parse_keywords(args, single=("OUTPUT", "INPUT", "CONTENT", "CONDITION", "TARGET", "NEWLINE_STYLE"))
    output = keys.get("OUTPUT")
    if output and "$<" not in output and not contains_unknown(output):
        state_of(interp).files.generated.add(join(state_of(interp).directory.binary, output))


def _configure(interp: Interpreter, args: list[str]) -> None:
    keys = parse_keywords(args, flags=("ESCAPE_QUOTES", "@ONLY"), single=("OUTPUT", "CONTENT", "NEWLINE_STYLE"))
    output = keys.get("OUTPUT")
    if output:
        content = keys.get("CONTENT") or ""
        text = configured(interp, content, keys.flags)
        text = text if content.endswith("\n") or not text else text[:-1]
        write_text(interp, join(state_of(interp).directory.binary, output), text)


def _make_directory(interp: Interpreter, args: list[str]) -> None:
    for path in args:
        if path and not contains_unknown(path):
            state_of(interp).files.make_directory(absolute(interp, path))


def _remove(interp: Interpreter, args: list[str]) -> None:
    for path in args:
        if path and not contains_unknown(path):
            state_of(interp).files.remove(absolute(interp, path))


def _copy(interp: Interpreter, args: list[str]) -> None:
    keys = parse_keywords(args, single=("DESTINATION",), lists=("FILES_MATCHING", "PATTERN", "REGEX", "PERMISSIONS"))
    place = keys.get("DESTINATION")
    if not place or contains_unknown(place):
        return
    target = join(state_of(interp).directory.binary, place)
    for source in keys.rest:
        if not contains_unknown(source) and not source.isupper():
            _copy_one(interp, absolute(interp, source), f"{target}/{source.rstrip('/').rpartition('/')[2]}")


def _copy_file(interp: Interpreter, args: list[str]) -> None:
    if len(args) < 2:
        interp.fail("file COPY_FILE must be called with at least two additional arguments")
    keys = parse_keywords(args[2:], single=("RESULT",))
    if not contains_unknown(args[0] + args[1]):
        _copy_one(interp, absolute(interp, args[0]), absolute(interp, args[1]))
    if variable := keys.get("RESULT"):
        interp.set(variable, "0")


def _copy_one(interp: Interpreter, source: str, target: str) -> None:
    text = interp.tree.read_text(source)
    if text is not None:
        write_text(interp, target, text)
    elif interp.tree.is_dir(source):
        state_of(interp).files.make_directory(target)
        state_of(interp).files.open_directory(target)
    else:
        state_of(interp).files.generated.add(target)


def _rename(interp: Interpreter, args: list[str]) -> None:
    if len(args) < 2:
        interp.fail("file RENAME must be called with at least two additional arguments")
    _copy_file(interp, args)
    _remove(interp, args[:1])


def _link(interp: Interpreter, args: list[str]) -> None:
    if len(args) < 2:
        interp.fail("file CREATE_LINK must be called with at least two additional arguments")
    keys = parse_keywords(args[2:], flags=("COPY_ON_ERROR", "SYMBOLIC"), single=("RESULT",))
    if not contains_unknown(args[0] + args[1]):
        _copy_one(interp, absolute(interp, args[0]), absolute(interp, args[1]))
    if variable := keys.get("RESULT"):
        interp.set(variable, "0")


def _download(interp: Interpreter, args: list[str]) -> None:
    if not args:
        interp.fail("file DOWNLOAD must be called with at least two additional arguments")
    keys = parse_keywords(
        args[1:],
        flags=("SHOW_PROGRESS",),
        single=("STATUS", "LOG", "EXPECTED_HASH", "EXPECTED_MD5", "TIMEOUT", "INACTIVITY_TIMEOUT", "TLS_VERIFY"),
        lists=("HTTPHEADER", "USERPWD", "NETRC", "RANGE_START", "RANGE_END"),
    )
    if keys.rest and not contains_unknown(keys.rest[0]):
        path = join(state_of(interp).directory.binary, keys.rest[0])
        write_text(interp, path, interp.unknown(f"the content of {shown(path)}, which is downloaded"))
        interp.assume(AssumptionKind.EXTERNAL, f"{shown(path)} is downloaded: its content is not known", args[0])
    if variable := keys.get("STATUS"):
        interp.set(variable, '0;"No error"')
    if variable := keys.get("LOG"):
        interp.set(variable, interp.unknown("the log of a download"))


def _archive_extract(interp: Interpreter, args: list[str]) -> None:
    keys = parse_keywords(
        args, flags=("LIST_ONLY", "VERBOSE", "TOUCH"), single=("INPUT", "DESTINATION"), lists=("PATTERNS",)
    )
    place = join(state_of(interp).directory.binary, keys.get("DESTINATION") or "")
    if place != OUTPUT_ROOT:
        state_of(interp).files.make_directory(place)
        state_of(interp).files.open_directory(place)


def _lock(interp: Interpreter, args: list[str]) -> None:
    keys = parse_keywords(args, single=("RESULT_VARIABLE", "GUARD", "TIMEOUT"))
    if variable := keys.get("RESULT_VARIABLE"):
        interp.set(variable, "0")


def _nothing(interp: Interpreter, args: list[str]) -> None:
    """Neither permissions nor uploads change what is built."""


def _read_symlink(interp: Interpreter, args: list[str]) -> None:
    if len(args) != 2:
        interp.fail("file READ_SYMLINK must be called with a file name and an output variable")
    interp.fail(f"file READ_SYMLINK requested of path that is not a symlink: {shown(absolute(interp, args[0]))}")


def _runtime_dependencies(interp: Interpreter, args: list[str]) -> None:
    keys = parse_keywords(args, single=("RESOLVED_DEPENDENCIES_VAR", "UNRESOLVED_DEPENDENCIES_VAR"))
    for variable in keys.single.values():
        interp.set(variable, interp.unknown("the libraries of a built file"))


SUBCOMMANDS: dict[str, Callable[[Interpreter, list[str]], None]] = {
    "APPEND": _append,
    "ARCHIVE_CREATE": _nothing,
    "ARCHIVE_EXTRACT": _archive_extract,
    "CHMOD": _nothing,
    "CHMOD_RECURSE": _nothing,
    "CONFIGURE": _configure,
    "COPY": _copy,
    "COPY_FILE": _copy_file,
    "CREATE_LINK": _link,
    "DOWNLOAD": _download,
    "GENERATE": _generate,
    "GET_RUNTIME_DEPENDENCIES": _runtime_dependencies,
    "INSTALL": _nothing,
    "LOCK": _lock,
    "MAKE_DIRECTORY": _make_directory,
    "READ_SYMLINK": _read_symlink,
    "REMOVE": _remove,
    "REMOVE_RECURSE": _remove,
    "RENAME": _rename,
    "TOUCH": _touch,
    "TOUCH_NOCREATE": _nothing,
    "UPLOAD": _nothing,
    "WRITE": _write,
}
