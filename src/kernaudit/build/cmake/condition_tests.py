"""The tests of `if()`: unary predicates and comparisons, each compiled to a closure."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from kernaudit.build.cmake.condition_values import leading_number
from kernaudit.build.cmake.files.layout import join
from kernaudit.build.cmake.lib.lists import split_list
from kernaudit.build.cmake.lib.regex import RegexError, compile_regex
from kernaudit.build.cmake.lib.regex_replace import clear_matches, match_writes
from kernaudit.build.cmake.lib.text import to_bytes
from kernaudit.build.cmake.lib.version import compare_versions
from kernaudit.build.cmake.policy import is_policy
from kernaudit.build.cmake.unknown import contains_unknown

if TYPE_CHECKING:
    from kernaudit.build.cmake.interpreter import Interpreter
    from kernaudit.build.cmake.operand import Operand, Test, Values

__all__ = ["COMPARISONS", "PREDICATES", "compile_comparison", "compile_matches", "compile_predicate"]

_Order = Callable[[int, int], bool]
_ORDERS: Final[dict[str, Callable[[float, float], bool]]] = {
    "LESS": operator.lt,
    "LESS_EQUAL": operator.le,
    "GREATER": operator.gt,
    "GREATER_EQUAL": operator.ge,
    "EQUAL": operator.eq,
}
_Compare = Callable[["Interpreter", str, str], "bool | None"]


def compile_predicate(keyword: str, operand: Operand) -> Test:
    """Compile `KEYWORD operand`; the operand is taken as it is written."""
    check, read = PREDICATES[keyword], operand.literal()

    def test(interp: Interpreter, values: Values) -> bool | None:
        text = read(interp, values)
        return None if contains_unknown(text) else check(interp, text)

    return test


def compile_comparison(keyword: str, left: Operand, right: Operand) -> Test:
    """Compile `left KEYWORD right`."""
    compare = COMPARISONS[keyword]
    first, second = left.value(), right.literal() if keyword == "IN_LIST" else right.value()
    if keyword == "IS_NEWER_THAN":
        first, second = left.literal(), right.literal()
    return lambda interp, values: compare(interp, first(interp, values), second(interp, values))


def compile_matches(left: Operand, right: Operand) -> Test:
    """Compile `left MATCHES right`, which also sets `CMAKE_MATCH_<n>`."""
    first, second = left.value(), right.literal()

    def test(interp: Interpreter, values: Values) -> bool | None:
        text, pattern = first(interp, values), second(interp, values)
        interp.assign(clear_matches(interp.get))
        if contains_unknown(text) or contains_unknown(pattern):
            return None
        interp.touch(text)
        try:
            match = compile_regex(pattern).search(text)
        except RegexError:
            interp.fail(f'if given arguments:\n  Regular expression "{pattern}" cannot compile')
        if match is None:
            return False
        interp.assign(match_writes((match,)))
        return True

    return test


# -- predicates ------------------------------------------------------------------------------------------------------


def _defined(interp: Interpreter, name: str) -> bool:
    if name.endswith("}"):
        if name.startswith("ENV{"):
            return name[4:-1] in interp.env
        if name.startswith("CACHE{"):
            return name[6:-1] in interp.cache
    return interp.get(name) is not None


def _exists(interp: Interpreter, path: str) -> bool:
    return bool(path) and interp.tree.exists(_full(interp, path))


def _is_directory(interp: Interpreter, path: str) -> bool:
    return bool(path) and interp.tree.is_dir(_full(interp, path))


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


def _numbers(compare: Callable[[float, float], bool]) -> _Compare:
    def test(_interp: Interpreter, left: str, right: str) -> bool | None:
        if contains_unknown(left) or contains_unknown(right):
            return None
        first, second = leading_number(left), leading_number(right)
        return first is not None and second is not None and compare(first, second)

    return test


def _strings(compare: _Order) -> _Compare:
    def test(_interp: Interpreter, left: str, right: str) -> bool | None:
        if contains_unknown(left) or contains_unknown(right):
            return None
        first, second = to_bytes(left), to_bytes(right)
        return compare((first > second) - (first < second), 0)

    return test


def _equal_strings(_interp: Interpreter, left: str, right: str) -> bool | None:
    if contains_unknown(left) or contains_unknown(right):
        return None
    return left == right


def _versions(compare: _Order) -> _Compare:
    def test(_interp: Interpreter, left: str, right: str) -> bool | None:
        if contains_unknown(left) or contains_unknown(right):
            return None
        return compare(compare_versions(left, right), 0)

    return test


def _is_element(item: str, value: str) -> bool:
    if "[" in value or "\\" in value or ";" in item:
        return item in split_list(value)
    return f";{item};" in f";{value};"


def _in_list(interp: Interpreter, item: str, name: str) -> bool | None:
    if contains_unknown(name):
        return None
    value = interp.get(name)
    if value is None:
        return None if contains_unknown(item) else False
    interp.touch(value)
    if _is_element(item, value):
        return True
    return None if contains_unknown(item) or contains_unknown(value) else False


def _newer(interp: Interpreter, left: str, right: str) -> bool | None:
    if contains_unknown(left) or contains_unknown(right):
        return None
    return None if _exists(interp, left) and _exists(interp, right) else True


def _same_path(_interp: Interpreter, left: str, right: str) -> bool | None:
    if contains_unknown(left) or contains_unknown(right):
        return None
    return _path_parts(left) == _path_parts(right)


def _path_parts(path: str) -> list[str]:
    """The root and the components; repeated separators are one, a final one counts (`a/` is not `a`)."""
    parts = [part for part in path.split("/") if part]
    return [*(["/"] if path.startswith("/") else []), *parts, *([""] if parts and path.endswith("/") else [])]


COMPARISONS: dict[str, _Compare] = {
    "IN_LIST": _in_list,
    "IS_NEWER_THAN": _newer,
    "PATH_EQUAL": _same_path,
}
COMPARISONS |= {name: _numbers(order) for name, order in _ORDERS.items()}
COMPARISONS |= {f"STR{name}": _strings(order) for name, order in _ORDERS.items()}
COMPARISONS |= {f"VERSION_{name}": _versions(order) for name, order in _ORDERS.items()}
COMPARISONS["STREQUAL"] = _equal_strings
