"""The string() command: arguments to assignments."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kernaudit.build.cmake.lib import strings
from kernaudit.build.cmake.lib.commands import check_size, run_subcommand
from kernaudit.build.cmake.lib.configure import Lookups, configure_text
from kernaudit.build.cmake.lib.errors import LibError
from kernaudit.build.cmake.lib.genex_strip import strip_genex
from kernaudit.build.cmake.lib.json import json_command
from kernaudit.build.cmake.lib.regex import RegexError, compile_regex, quote_regex
from kernaudit.build.cmake.lib.regex_replace import (
    clear_matches,
    match_all,
    match_writes,
    parse_replacement,
    replace_all,
)
from kernaudit.build.cmake.lib.text import lower, strip, to_bytes, to_int, upper

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kernaudit.build.cmake.lib.commands import Command, Read, Writes
    from kernaudit.build.cmake.lib.regex import Regex

__all__ = ["string_command"]


def string_command(args: Sequence[str], read: Read, look: Lookups | None = None) -> Writes:
    """Run `string(<args>)`.

    Args:
        args: the expanded arguments, the subcommand first.
        read: the value of a variable.
        look: for CONFIGURE, where `$ENV{}` and `$CACHE{}` come from.

    Returns:
        The assignments in order, CMAKE_MATCH_<n> among them. RANDOM and TIMESTAMP are fixed.
    """
    if not args:
        raise LibError("string must be called with at least one argument.")
    table = COMMANDS
    if look is not None and args[0] == "CONFIGURE":
        table = {"CONFIGURE": lambda words, _: _configure(words, look)}
    return run_subcommand("string", table, args, read)


def _exactly(args: Sequence[str], count: int, words: str) -> None:
    if len(args) != count:
        raise LibError(f"sub-command {args[0]} requires {words} arguments.")


def _hash(args: Sequence[str], _: Read) -> Writes:
    if len(args) != 3:
        raise LibError(f"{args[0]} requires an output variable and an input string")
    return [(args[1], strings.hash_text(args[0], args[2]))]


def _case(change: Callable[[str], str]) -> Command:
    def run(args: Sequence[str], _: Read) -> Writes:
        if len(args) < 3:
            raise LibError("no output variable specified")
        return [(args[2], change(args[1]))]

    return run


def _ascii(args: Sequence[str], _: Read) -> Writes:
    if len(args) < 3:
        raise LibError("No output variable specified")
    return [(args[-1], strings.from_codes(tuple(args[1:-1])))]


def _hex(args: Sequence[str], _: Read) -> Writes:
    if len(args) != 3:
        raise LibError("Incorrect number of arguments")
    return [(args[2], to_bytes(args[1]).hex())]


def _configure(args: Sequence[str], look: Lookups) -> Writes:
    for count, what in ((2, "input string"), (3, "output variable")):
        if len(args) < count:
            raise LibError(f"No {what} specified.")
    for word in args[3:]:
        if word not in ("@ONLY", "ESCAPE_QUOTES"):
            raise LibError(f'Unrecognized argument "{word}"')
    options = frozenset(args[3:])
    text = configure_text(args[1], look, at_only="@ONLY" in options, escape_quotes="ESCAPE_QUOTES" in options)
    return [(args[2], text)]


def _regex(args: Sequence[str], read: Read) -> Writes:
    if len(args) < 2:
        raise LibError("sub-command REGEX requires a mode to be specified.")
    mode = args[1]
    if mode not in _REGEX_MODES:
        raise LibError(f"sub-command REGEX does not recognize mode {mode}")
    count, handler = _REGEX_MODES[mode]
    if len(args) < count:
        raise LibError(f"sub-command REGEX, mode {mode} needs at least {count} arguments total to command.")
    try:
        return handler(args, read)
    except RegexError as error:
        raise LibError(f"sub-command REGEX, mode {mode}: {error}.") from None


def _compiled(pattern: str) -> Regex:
    try:
        return compile_regex(pattern)
    except RegexError:
        raise RegexError(f'Failed to compile regex "{pattern}"') from None


def _regex_match(args: Sequence[str], read: Read) -> Writes:
    match = _compiled(args[2]).search("".join(args[4:]))
    writes = [*clear_matches(read), *match_writes([match] if match else ())]
    return [*writes, (args[3], match.groups[0] if match else "")]


def _regex_match_all(args: Sequence[str], read: Read) -> Writes:
    matches = match_all(_compiled(args[2]), "".join(args[4:]))
    writes = [*clear_matches(read), *match_writes(matches)]
    return [*writes, (args[3], ";".join(match.groups[0] for match in matches))]


def _regex_replace(args: Sequence[str], read: Read) -> Writes:
    parse_replacement(args[3])  # cmake looks at it first
    result = replace_all(_compiled(args[2]), args[3], "".join(args[5:]))
    return [*clear_matches(read), *match_writes(result.matches), (args[4], result.text)]


def _regex_quote(args: Sequence[str], _: Read) -> Writes:
    return [(args[2], quote_regex("".join(args[3:])))]


_REGEX_MODES: Final[dict[str, tuple[int, Command]]] = {
    "MATCH": (5, _regex_match),
    "MATCHALL": (5, _regex_match_all),
    "REPLACE": (6, _regex_replace),
    "QUOTE": (4, _regex_quote),
}


def _find(args: Sequence[str], _: Read) -> Writes:
    if len(args) not in (4, 5):
        raise LibError("sub-command FIND requires 3 or 4 parameters.")
    if len(args) == 5 and args[4] != "REVERSE":
        raise LibError("sub-command FIND: unknown last parameter")
    if args[3] == "REVERSE":
        raise LibError("sub-command FIND does not allow one to select REVERSE as the output variable.")
    return [(args[3], str(strings.find(args[1], args[2], reverse=len(args) == 5)))]


def _compare(args: Sequence[str], _: Read) -> Writes:
    if len(args) < 2:
        raise LibError("sub-command COMPARE requires a mode to be specified.")
    if args[1] not in ("EQUAL", "NOTEQUAL", "LESS", "LESS_EQUAL", "GREATER", "GREATER_EQUAL"):
        raise LibError(f"sub-command COMPARE does not recognize mode {args[1]}")
    if len(args) < 5:
        raise LibError(f"sub-command COMPARE, mode {args[1]} needs at least 5 arguments total to command.")
    return [(args[4], "1" if strings.compare(args[1], args[2], args[3]) else "0")]


def _replace(args: Sequence[str], _: Read) -> Writes:
    if len(args) < 5:
        raise LibError("sub-command REPLACE requires at least four arguments.")
    return [(args[3], strings.replace("".join(args[4:]), args[1], args[2]))]


def _substring(args: Sequence[str], _: Read) -> Writes:
    _exactly(args, 5, "four")
    begin, length = strings.leading_int(args[2]), strings.leading_int(args[3])
    return [(args[4], strings.substring(args[1], begin, length))]


def _length(args: Sequence[str], _: Read) -> Writes:
    _exactly(args, 3, "two")
    return [(args[2], str(len(to_bytes(args[1]))))]


def _extend(args: Sequence[str], read: Read) -> Writes:
    if len(args) < 2:
        raise LibError(f"sub-command {args[0]} requires at least one argument.")
    if len(args) < 3:
        return []
    old, new = read(args[1]) or "", "".join(args[2:])
    return [(args[1], old + new if args[0] == "APPEND" else new + old)]


def _concat(args: Sequence[str], _: Read) -> Writes:
    if len(args) < 2:
        raise LibError("sub-command CONCAT requires at least one argument.")
    return [(args[1], "".join(args[2:]))]


def _join(args: Sequence[str], _: Read) -> Writes:
    if len(args) < 3:
        raise LibError("sub-command JOIN requires at least two arguments.")
    check_size(len(args[1]) * len(args))
    return [(args[2], args[1].join(args[3:]))]


def _one_to_one(change: Callable[[str], str]) -> Command:
    def run(args: Sequence[str], _: Read) -> Writes:
        _exactly(args, 3, "two")
        return [(args[2], change(args[1]))]

    return run


def _repeat(args: Sequence[str], _: Read) -> Writes:
    _exactly(args, 4, "three")
    times = to_int(args[2])
    if times is None or times < 0 or args[2].lstrip().startswith("-"):
        raise LibError("repeat count is not a positive number.")
    return [(args[3], strings.repeat(args[1], times))]


def _random(args: Sequence[str], _: Read) -> Writes:
    if len(args) in (1, 3, 5):
        raise LibError("sub-command RANDOM requires at least one argument.")
    options = dict(zip(args[1:-1:2], args[2:-1:2], strict=False))
    length = strings.leading_int(options.get("LENGTH", "5"))
    return [(args[-1], strings.pseudo_random(options.get("ALPHABET", ""), length))]


def _timestamp(args: Sequence[str], _: Read) -> Writes:
    if len(args) < 2:
        raise LibError("sub-command TIMESTAMP requires at least one argument.")
    if len(args) > 4:
        raise LibError("sub-command TIMESTAMP takes at most three arguments.")
    rest = list(args[2:])
    pattern = rest.pop(0) if rest and rest[0] != "UTC" else ""
    if rest and rest[0] != "UTC":
        raise LibError(f" TIMESTAMP sub-command does not recognize option {rest[0]}.")
    return [(args[1], strings.timestamp(pattern, utc=bool(rest)))]


def _uuid(args: Sequence[str], _: Read) -> Writes:
    if len(args) < 2:
        raise LibError("UUID sub-command requires an output variable.")
    options = {"NAMESPACE": "", "NAME": "", "TYPE": "MD5"}
    upper_case = False
    words = iter(args[2:])
    for word in words:
        if word == "UPPER":
            upper_case = True
            continue
        if word not in options:
            raise LibError(f"UUID sub-command does not recognize option {word}.")
        value = next(words, None)
        if value is None:
            raise LibError(f"UUID sub-command, {word} requires a value.")
        options[word] = value
    if options["TYPE"] not in ("MD5", "SHA1"):
        raise LibError(f"UUID sub-command, unknown TYPE '{options['TYPE']}'.")
    text = strings.uuid_text(options["NAMESPACE"], options["NAME"], options["TYPE"], upper=upper_case)
    return [(args[1], text)]


COMMANDS: Final[dict[str, Command]] = {
    **dict.fromkeys(strings.HASHES, _hash),
    "REGEX": _regex,
    "REPLACE": _replace,
    "TOLOWER": _case(lower),
    "TOUPPER": _case(upper),
    "COMPARE": _compare,
    "ASCII": _ascii,
    "HEX": _hex,
    "CONFIGURE": lambda args, read: _configure(args, Lookups(read)),
    "LENGTH": _length,
    "APPEND": _extend,
    "PREPEND": _extend,
    "CONCAT": _concat,
    "JOIN": _join,
    "SUBSTRING": _substring,
    "STRIP": _one_to_one(strip),
    "REPEAT": _repeat,
    "RANDOM": _random,
    "FIND": _find,
    "TIMESTAMP": _timestamp,
    "MAKE_C_IDENTIFIER": _one_to_one(strings.make_c_identifier),
    "GENEX_STRIP": _one_to_one(strip_genex),
    "UUID": _uuid,
    "JSON": json_command,
}
