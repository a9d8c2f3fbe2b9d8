"""The tests of `if()`: unary predicates and comparisons, each compiled to a closure."""

from __future__ import annotations

import operator
from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from kernaudit.build.cmake.condition_values import leading_number
from kernaudit.build.cmake.files.layout import MADE_UP_ROOTS, join
from kernaudit.build.cmake.lib.lists import split_list
from kernaudit.build.cmake.lib.regex import RegexError, compile_regex
from kernaudit.build.cmake.lib.regex_replace import MATCH_COUNT, clear_matches, match_writes
from kernaudit.build.cmake.lib.text import to_bytes
from kernaudit.build.cmake.lib.version import compare_versions
from kernaudit.build.cmake.policy import is_policy
from kernaudit.build.cmake.unknown import contains_unknown
from kernaudit.model.evidence import AssumptionKind

if TYPE_CHECKING:
    from kernaudit.build.cmake.interpreter import Interpreter
    from kernaudit.build.cmake.lib.commands import Writes
    from kernaudit.build.cmake.operand import Operand, Source, Test, Values

__all__ = ["COMPARISONS", "PREDICATES", "compile_comparison", "compile_matches", "compile_predicate"]

_Order = Callable[[float, float], bool]
_ORDERS: Final[dict[str, _Order]] = {
    "LESS": operator.lt,
    "LESS_EQUAL": operator.le,
    "GREATER": operator.gt,
    "GREATER_EQUAL": operator.ge,
    "EQUAL": operator.eq,
}
_Compile = Callable[["Source", "Source"], "Test"]
_KEPT: Final = 2_000
_SHORT: Final = 200
"""Characters up to which answers are kept for the next time."""


def compile_predicate(keyword: str, operand: Operand) -> Test:
    """Compile `KEYWORD operand`; the operand is taken as it is written."""
    check, read = PREDICATES[keyword], operand.literal()

    def test(interp: Interpreter, values: Values) -> bool | None:
        text = read(interp, values)
        return None if contains_unknown(text) else check(interp, text)

    return test


def compile_comparison(keyword: str, left: Operand, right: Operand) -> Test:
    """Compile `left KEYWORD right`; IN_LIST and IS_NEWER_THAN take operands as they are written."""
    first = left.literal() if keyword == "IS_NEWER_THAN" else left.value()
    second = right.literal() if keyword in ("IS_NEWER_THAN", "IN_LIST") else right.value()
    return COMPARISONS[keyword](first, second)


def compile_matches(left: Operand, right: Operand) -> Test:
    """Compile `left MATCHES right`, which also sets `CMAKE_MATCH_<n>`."""
    first, second = left.value(), right.literal()

    def test(interp: Interpreter, values: Values) -> bool | None:
        text, pattern = first(interp, values), second(interp, values)
        count = interp.get(MATCH_COUNT)
        if count is not None and (count != "0" or interp.get("CMAKE_MATCH_0")):
            interp.assign(clear_matches(interp.get))
        if contains_unknown(text) or contains_unknown(pattern):
            return None
        try:
            writes = _cached_match(pattern, text) if len(text) <= _KEPT else _match(interp, pattern, text)
        except RegexError:
            interp.fail(f'if given arguments:\n  Regular expression "{pattern}" cannot compile')
        if writes is None:
            return False
        interp.assign(writes)
        return True

    return test


def _match(interp: Interpreter, pattern: str, text: str) -> Writes | None:
    interp.touch(text)
    match = compile_regex(pattern).search(text)
    return None if match is None else match_writes((match,))


@lru_cache(maxsize=8192)
def _cached_match(pattern: str, text: str) -> Writes | None:
    match = compile_regex(pattern).search(text)
    return None if match is None else match_writes((match,))


# -- predicates ------------------------------------------------------------------------------------------------------


def _defined(interp: Interpreter, name: str) -> bool:
    if name.endswith("}"):
        if name.startswith("ENV{"):
            return name[4:-1] in interp.env
        if name.startswith("CACHE{"):
            return name[6:-1] in interp.cache
    return interp.get(name) is not None


def _exists(interp: Interpreter, path: str) -> bool:
    return bool(path) and (interp.tree.exists(_full(interp, path)) or _absent(interp, path))


def _is_directory(interp: Interpreter, path: str) -> bool:
    return bool(path) and (interp.tree.is_dir(_full(interp, path)) or _absent(interp, path))


def _absent(interp: Interpreter, path: str) -> bool:
    """What lies outside of the tree is taken not to be there, which is said."""
    full = _full(interp, path)
    if not full.startswith(MADE_UP_ROOTS):
        text = f"{full} lies outside of the tree: taken not to exist"
        interp.assume(AssumptionKind.UNKNOWN_CONDITION, text, full)
    return False


def _is_executable(interp: Interpreter, path: str) -> bool | None:
    return True if _is_directory(interp, path) else None if _exists(interp, path) else False


def _full(interp: Interpreter, path: str) -> str:
    """The path as an absolute one; cmake runs in the build directory."""
    return path if path.startswith("/") else join(interp.get("CMAKE_BINARY_DIR") or "/", path)


def _is_absolute(_interp: Interpreter, path: str) -> bool:
    return path.startswith(("/", "~"))


PREDICATES: Final[dict[str, Callable[[Interpreter, str], bool | None]]] = {
    "DEFINED": _defined,
    "EXISTS": _exists,
    "TARGET": lambda interp, name: interp.has_target(name),
    "COMMAND": lambda interp, name: interp.has_command(name),
    "IS_ABSOLUTE": _is_absolute,
    "IS_DIRECTORY": _is_directory,
    "IS_SYMLINK": lambda _interp, _path: False,
    "IS_READABLE": _exists,
    "IS_WRITABLE": _exists,
    "IS_EXECUTABLE": _is_executable,
    "POLICY": lambda _interp, name: is_policy(name),
    "TEST": lambda interp, name: interp.has_test(name),
    "DIAGNOSTIC": lambda _interp, name: name.startswith("CMD_"),
}


# -- comparisons -----------------------------------------------------------------------------------------------------


def _comparison(compare: Callable[[str, str], bool]) -> _Compile:
    """A comparison of two texts that both must be known."""

    def compile_it(first: Source, second: Source) -> Test:
        def test(interp: Interpreter, values: Values) -> bool | None:
            left, right = first(interp, values), second(interp, values)
            if contains_unknown(left) or contains_unknown(right):
                return None
            return compare(left, right)

        return test

    return compile_it


def _numbers(order: _Order) -> _Compile:
    def compare(left: str, right: str) -> bool:
        first, second = leading_number(left), leading_number(right)
        return first is not None and second is not None and order(first, second)

    return _comparison(compare)


def _strings(order: _Order) -> _Compile:
    def compare(left: str, right: str) -> bool:
        first, second = to_bytes(left), to_bytes(right)
        return order((first > second) - (first < second), 0)

    return _comparison(compare)


def _versions(order: _Order) -> _Compile:
    def compare(left: str, right: str) -> bool:
        short = len(left) + len(right) <= _SHORT
        return order(_cached_versions(left, right) if short else compare_versions(left, right), 0)

    return _comparison(compare)


_cached_versions: Final = lru_cache(maxsize=8192)(compare_versions)


def _in_list(first: Source, second: Source) -> Test:
    def test(interp: Interpreter, values: Values) -> bool | None:
        item, name = first(interp, values), second(interp, values)
        value = interp.get(name)
        if value is None:
            return None if contains_unknown(item) or contains_unknown(name) else False
        interp.touch(value)
        if _is_element(item, value):
            return True
        return None if contains_unknown(item) or contains_unknown(value) else False

    return test


def _is_element(item: str, value: str) -> bool:
    if "[" in value or "\\" in value or ";" in item:
        return item in split_list(value)
    return f";{item};" in f";{value};"


def _newer(first: Source, second: Source) -> Test:
    def test(interp: Interpreter, values: Values) -> bool | None:
        left, right = first(interp, values), second(interp, values)
        if contains_unknown(left) or contains_unknown(right):
            return None
        return None if _exists(interp, left) and _exists(interp, right) else True

    return test


def _same_path(left: str, right: str) -> bool:
    return _path_parts(left) == _path_parts(right)


def _path_parts(path: str) -> list[str]:
    """The root and the components; repeated separators are one, a final one counts (`a/` is not `a`)."""
    parts = [part for part in path.split("/") if part]
    return [*(["/"] if path.startswith("/") else []), *parts, *([""] if parts and path.endswith("/") else [])]


COMPARISONS: dict[str, _Compile] = {
    "IN_LIST": _in_list,
    "IS_NEWER_THAN": _newer,
    "PATH_EQUAL": _comparison(_same_path),
}
COMPARISONS |= {name: _numbers(order) for name, order in _ORDERS.items()}
COMPARISONS |= {f"STR{name}": _strings(order) for name, order in _ORDERS.items()}
COMPARISONS |= {f"VERSION_{name}": _versions(order) for name, order in _ORDERS.items()}
COMPARISONS["STREQUAL"] = _comparison(operator.eq)
