"""cmake_parse_arguments() and separate_arguments()."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from kernaudit.build.cmake.commands.command_line import split_unix, split_windows
from kernaudit.build.cmake.lib.lists import expand_list
from kernaudit.build.cmake.unknown import contains_unknown

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kernaudit.build.cmake.flow import Handler
    from kernaudit.build.cmake.interpreter import Interpreter

__all__ = ["COMMANDS"]


def _parse_arguments(interp: Interpreter, args: list[str]) -> None:
    if len(args) < 4:
        interp.fail("cmake_parse_arguments must be called with at least 4 arguments.")
    exact = args[0] == "PARSE_ARGV"
    if exact:
        values = _function_arguments(interp, args)
        args = args[2:]
    else:
        values = [item for arg in args[4:] for item in expand_list(arg)]
    keywords = [expand_list(arg) for arg in args[1:4]]
    for name, count in Counter(name for names in keywords for name in names).items():
        for _ in range(count - 1):
            interp.say("WARNING", f"keyword defined more than once: {name}")
    parser = _Parser(*keywords)
    parser.read(values)
    parser.store(interp, f"{args[0]}_", exact)


def _function_arguments(interp: Interpreter, args: list[str]) -> list[str]:
    if len(args) != 6:
        interp.fail("PARSE_ARGV must be called with exactly 6 arguments.")
    if not args[1].isdigit():
        interp.fail(f"PARSE_ARGV index '{args[1]}' is not an unsigned integer")
    count = interp.get("ARGC") or ""
    if not count.isdigit():
        interp.fail(f"PARSE_ARGV called with ARGC='{count}' that is not an unsigned integer")
    values: list[str] = []
    for number in range(int(args[1]), int(count)):
        value = interp.get(f"ARGV{number}")
        if value is None:
            interp.fail(f"PARSE_ARGV called with ARGV{number} not set")
        values.append(value)
    return values


class _Parser:
    """Keywords with their values; a name in several lists is what the first of them says, and loses its result."""

    __slots__ = ("lists", "missing", "options", "seen", "singles", "unparsed")

    def __init__(self, options: Iterable[str], singles: Iterable[str], lists: Iterable[str]) -> None:
        self.options: dict[str, bool] = dict.fromkeys(options, False)
        self.singles: dict[str, str] = dict.fromkeys(singles, "")
        self.lists: dict[str, list[str]] = {name: [] for name in lists}
        self.unparsed: list[str] = []
        self.missing: set[str] = set()
        self.seen: set[str] = set()

    def read(self, values: Iterable[str]) -> None:
        """Sort the values under their keywords."""
        target: list[str] | None = self.unparsed
        single = ""
        open_keyword = ""
        for value in values:
            keyword = value in self.options or value in self.singles or value in self.lists
            if keyword and open_keyword:
                self.missing.add(open_keyword)
            if value in self.options:
                self.options[value] = True
                target, single, open_keyword = self.unparsed, "", ""
            elif value in self.singles:
                self.singles[value] = ""
                target, single, open_keyword = self.unparsed, value, value
            elif value in self.lists:
                target, single, open_keyword = self.lists[value], "", value
            elif single:
                self.singles[single] = value
                single = open_keyword = ""
            else:
                assert target is not None
                target.append(value)
                open_keyword = ""
            if keyword:
                self.seen.add(value)
        if open_keyword:
            self.missing.add(open_keyword)

    def store(self, interp: Interpreter, prefix: str, exact: bool) -> None:
        """Define the result variables; what was not given is removed."""
        keep_empty = exact and interp.policies.is_new("CMP0174")
        for name, given in self.options.items():
            interp.set(prefix + name, "TRUE" if given else "FALSE")
        for name, value in self.singles.items():
            wanted = name in self.seen and (bool(value) or keep_empty)
            _set_or_unset(interp, prefix + name, value if wanted else None)
        for name, values in self.lists.items():
            _set_or_unset(interp, prefix + name, _joined(values, exact) if values else None)
        rest = _joined(self.unparsed, exact) if self.unparsed else None
        _set_or_unset(interp, f"{prefix}UNPARSED_ARGUMENTS", rest)
        missing = ";".join(sorted(self.missing)) if self.missing else None
        _set_or_unset(interp, f"{prefix}KEYWORDS_MISSING_VALUES", missing)


def _set_or_unset(interp: Interpreter, name: str, value: str | None) -> None:
    if value is None:
        interp.unset(name)
    else:
        interp.set(name, value)


def _joined(values: list[str], escape: bool) -> str:
    return ";".join(value.replace(";", "\\;") for value in values) if escape else ";".join(values)


def _separate(interp: Interpreter, args: list[str]) -> None:
    if not args:
        interp.fail("separate_arguments must be given at least one argument.")
    if len(args) == 1:
        value = interp.get(args[0])
        if value is not None:
            interp.set(args[0], value.replace(" ", ";"))
        return
    flags = [arg for arg in args[1:] if arg in _MODES]
    rest = [arg for arg in args[1:] if arg not in _MODES]
    syntaxes = {flag for flag in flags if flag.endswith("_COMMAND")}
    if not syntaxes:
        interp.fail(
            "separate_arguments missing required option: 'UNIX_COMMAND' or 'WINDOWS_COMMAND' or 'NATIVE_COMMAND'"
        )
    if len(syntaxes) > 1:
        interp.fail("separate_arguments 'UNIX_COMMAND', 'WINDOWS_COMMAND' and 'NATIVE_COMMAND' are mutually exclusive")
    if "SEPARATE_ARGS" in flags and "PROGRAM" not in flags:
        interp.fail("separate_arguments `SEPARATE_ARGS` option requires `PROGRAM' option")
    if len(rest) > 1:
        interp.fail("separate_arguments given unexpected argument(s)")
    _store_separated(interp, args[0], rest[0] if rest else "", flags)


_MODES: Final = frozenset({"UNIX_COMMAND", "WINDOWS_COMMAND", "NATIVE_COMMAND", "PROGRAM", "SEPARATE_ARGS"})


def _store_separated(interp: Interpreter, name: str, command: str, flags: list[str]) -> None:
    if "PROGRAM" in flags and command and not contains_unknown(command):
        interp.set(name, interp.unknown("the program that separate_arguments(PROGRAM) looks for"))
        return
    split = split_windows if "WINDOWS_COMMAND" in flags else split_unix
    interp.set(name, ";".join(item.replace(";", "\\;") for item in split(command)))


COMMANDS: Final[dict[str, Handler]] = {
    "cmake_parse_arguments": _parse_arguments,
    "separate_arguments": _separate,
}
