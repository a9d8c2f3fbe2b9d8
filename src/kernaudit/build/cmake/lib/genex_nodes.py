"""The table of generator expressions, and those about truth, numbers, text and the build itself."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from kernaudit.build.cmake.lib import strings
from kernaudit.build.cmake.lib.commands import is_off
from kernaudit.build.cmake.lib.genex_compiler import COMPILER_NODES
from kernaudit.build.cmake.lib.genex_list import LIST_NODES
from kernaudit.build.cmake.lib.genex_path import PATH_NODES
from kernaudit.build.cmake.lib.genex_spec import ANY_NUMBER, ONE_OR_MORE, Node, Operands, first_unknown, flag
from kernaudit.build.cmake.lib.genex_string import STRING_NODES
from kernaudit.build.cmake.lib.genex_target import TARGET_NODES
from kernaudit.build.cmake.lib.lists import join_list
from kernaudit.build.cmake.lib.text import lower, upper
from kernaudit.build.cmake.lib.version import compare_versions

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

__all__ = ["NODES"]

_CONFIG: Final = re.compile(r"[A-Za-z0-9_]*")
_NUMBER: Final = re.compile(
    r"[ \t\n\v\f\r]*(?P<sign>[+-]?)"
    r"(?:0[bB](?P<two>[01]+)|0[xX](?P<hex>[0-9a-fA-F]+)|0(?P<oct>[0-7]*)|(?P<ten>[1-9][0-9]*))"
)


def _content(use: Operands) -> str:
    return use.values[0]


def _nothing(_: Operands) -> str:
    return ""


def _text(value: str) -> Node:
    return Node(lambda _: value, count=0)


def _connective(decides: str) -> Node:
    """AND (decided by a 0) and OR (decided by a 1)."""

    def run(use: Operands) -> str:
        if decides in use.values:
            return decides
        unknown = first_unknown(use.values)
        if unknown:
            return unknown
        if any(value not in ("0", "1") for value in use.values):
            raise use.error(f"Parameters to $<{use.name}> must resolve to either '0' or '1'.")
        return flag(decides == "0")

    return Node(run, ONE_OR_MORE, takes_unknown=True, needs=lambda before: not before or before[-1] != decides)


def _not(use: Operands) -> str:
    if use.values[0] not in ("0", "1"):
        raise use.error("$<NOT> parameter must resolve to exactly one '0' or '1' value.")
    return flag(use.values[0] == "0")


def _if(use: Operands) -> str:
    condition, yes, no = use.values
    unknown = first_unknown((condition,))
    if unknown:
        return unknown
    if condition not in ("0", "1"):
        raise use.error("First parameter to $<IF> must resolve to exactly one '0' or '1' value.")
    return yes if condition == "1" else no


def _if_needs(before: Sequence[str]) -> bool:
    """The condition, then the branch that it chooses."""
    if not before:
        return True
    return bool(before[0] == ("1" if len(before) == 1 else "0"))


def _string_order(mode: str) -> Node:
    return Node(lambda use: flag(strings.compare(mode, use.values[0], use.values[1])), count=2)


def _version_order(test: Callable[[int], bool]) -> Node:
    return Node(lambda use: flag(test(compare_versions(use.values[0], use.values[1]))), count=2)


def _integer(use: Operands, text: str) -> int:
    match = _NUMBER.fullmatch(text)
    if match is None or len(text) > 66:
        raise use.error(f"$<EQUAL> parameter {text} is not a valid integer.")
    for base, name in ((2, "two"), (16, "hex"), (8, "oct"), (10, "ten")):
        digits = match.group(name)
        if digits is not None:
            value = int(digits or "0", base)
            return -value if match.group("sign") == "-" else value
    return 0


def _equal(use: Operands) -> str:
    return flag(_integer(use, use.values[0]) == _integer(use, use.values[1]))


def _config(use: Operands) -> str:
    if not use.values:
        return use.context.config
    if not _CONFIG.fullmatch(use.values[0]):
        raise use.error("Expression syntax not recognized.")
    return flag(lower(use.context.config) in map(lower, use.values))


def _platform(use: Operands) -> str:
    return flag(use.context.platform in use.values) if use.values else use.context.platform


def _shell_path(use: Operands) -> str:
    paths = [path for path in use.values[0].split(";") if path]
    for path in paths or [""]:
        if not path.startswith("/"):
            raise use.error(f'"{path}" is not an absolute path.')
    return ":".join(paths)


def _unread(use: Operands) -> str:
    """An expression whose answer this reader does not work out."""
    if use.context.unknown is None:
        raise use.error(f"$<{use.name}> is not modelled.")
    return use.context.unknown(f"$<{use.name}>")


_LANGUAGES: Final = ("C", "CXX", "CUDA", "OBJC", "OBJCXX", "Fortran", "HIP")
_LINKER_NAMES: Final = [
    f"{language}_COMPILER_LINKER_{what}" for language in _LANGUAGES for what in ("ID", "FRONTEND_VARIANT")
]
_SOURCE_NAMES: Final = ("SOURCE_EXISTS", "SOURCE_PROPERTY", "FILE_SET_EXISTS", "FILE_SET_PROPERTY")
_PASS: Final = Node(_content, absorbs_commas=True, takes_unknown=True)
_DROP: Final = Node(_nothing, ignores_content=True)

NODES: Final[dict[str, Node]] = {
    "0": _DROP,
    "1": _PASS,
    "BUILD_INTERFACE": _PASS,
    "BUILD_LOCAL_INTERFACE": _PASS,
    "INSTALL_INTERFACE": _DROP,
    "COMMAND_CONFIG": _PASS,
    "OUTPUT_CONFIG": _PASS,
    "HOST_LINK": _PASS,
    "DEVICE_LINK": _DROP,
    "LINK_ONLY": Node(
        lambda use: use.values[0] if use.context.linking else "", absorbs_commas=True, takes_unknown=True
    ),
    "COMPILE_ONLY": Node(
        lambda use: "" if use.context.linking else use.values[0], absorbs_commas=True, takes_unknown=True
    ),
    "AND": _connective("0"),
    "OR": _connective("1"),
    "NOT": Node(_not),
    "BOOL": Node(lambda use: flag(not is_off(use.values[0]))),
    "IF": Node(_if, count=3, takes_unknown=True, needs=_if_needs),
    "STREQUAL": _string_order("EQUAL"),
    "STRLESS": _string_order("LESS"),
    "STRLESS_EQUAL": _string_order("LESS_EQUAL"),
    "STRGREATER": _string_order("GREATER"),
    "STRGREATER_EQUAL": _string_order("GREATER_EQUAL"),
    "EQUAL": Node(_equal, count=2),
    "VERSION_LESS": _version_order(lambda order: order < 0),
    "VERSION_LESS_EQUAL": _version_order(lambda order: order <= 0),
    "VERSION_EQUAL": _version_order(lambda order: order == 0),
    "VERSION_GREATER_EQUAL": _version_order(lambda order: order >= 0),
    "VERSION_GREATER": _version_order(lambda order: order > 0),
    "CONFIG": Node(_config, ANY_NUMBER),
    "CONFIGURATION": Node(lambda use: use.context.config, count=0),
    "PLATFORM_ID": Node(_platform, ANY_NUMBER),
    "INSTALL_PREFIX": Node(lambda use: use.context.install_prefix, count=0),
    "LOWER_CASE": Node(lambda use: lower(use.values[0]), absorbs_commas=True),
    "UPPER_CASE": Node(lambda use: upper(use.values[0]), absorbs_commas=True),
    "MAKE_C_IDENTIFIER": Node(lambda use: strings.make_c_identifier(use.values[0]), absorbs_commas=True),
    "SHELL_PATH": Node(_shell_path),
    "LINK_LIBRARY": Node(lambda use: join_list(use.values[1:]), ONE_OR_MORE, takes_unknown=True),
    "LINK_GROUP": Node(lambda use: join_list(use.values[1:]), ONE_OR_MORE, takes_unknown=True),
    **dict.fromkeys(("COMPILE_FEATURES", "TARGET_POLICY", *_SOURCE_NAMES, *_LINKER_NAMES), Node(_unread, ANY_NUMBER)),
    "ANGLE-R": _text(">"),
    "COMMA": _text(","),
    "SEMICOLON": _text(";"),
    "QUOTE": _text('"'),
    **COMPILER_NODES,
    **LIST_NODES,
    **PATH_NODES,
    **STRING_NODES,
    **TARGET_NODES,
}
