"""string(JSON ...): arguments to assignments."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kernaudit.build.cmake.lib.errors import LibError
from kernaudit.build.cmake.lib.json_text import Json, number_text, read_json, write_json

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kernaudit.build.cmake.lib.commands import Read, Writes

__all__ = ["json_command"]


class _JsonError(Exception):
    """A failure, with the path walked so far where cmake tells it."""

    def __init__(self, message: str, path: Sequence[str] | None = None) -> None:
        super().__init__(message)
        self.path = path


def json_command(args: Sequence[str], _: Read) -> Writes:
    """Run `string(JSON <out> [ERROR_VARIABLE <error>] <mode> ...)`; args[0] is `JSON`.

    With ERROR_VARIABLE a failure is a value (`...-NOTFOUND` in the output), otherwise a LibError.
    """
    if len(args) < 2:
        raise LibError("sub-command JSON missing out-var argument.")
    out, rest = args[1], list(args[2:])
    error: str | None = None
    if rest and rest[0] == "ERROR_VARIABLE":
        if len(rest) < 2:
            raise LibError("sub-command JSON missing error-var argument.")
        error = rest[1]
        del rest[:2]
    try:
        value = _run(rest)
    except _JsonError as failure:
        if error is None:
            raise LibError(f"sub-command JSON {failure}.") from None
        missing = "NOTFOUND" if failure.path is None else f"{'-'.join(failure.path)}-NOTFOUND"
        return [(out, missing), (error, str(failure))]
    return [(out, value)] if error is None else [(error, "NOTFOUND"), (out, value)]


def _run(rest: list[str]) -> str:
    mode = _pop_front(rest, "missing mode argument")
    if mode not in _MODES and mode != "STRING_ENCODE":
        known = "GET, GET_RAW, TYPE, MEMBER, LENGTH, REMOVE, SET, EQUAL, PARTIAL_EQUAL, STRING_ENCODE"
        raise _JsonError(f"got an invalid mode '{mode}', expected one of {known}")
    text = _pop_front(rest, "missing json string argument")
    return write_json(text) if mode == "STRING_ENCODE" else _MODES[mode](_read(text), rest)


def _pop_front(rest: list[str], missing: str) -> str:
    if not rest:
        raise _JsonError(missing)
    return rest.pop(0)


def _pop_back(rest: list[str], missing: str) -> str:
    if not rest:
        raise _JsonError(missing)
    return rest.pop()


def _read(text: str) -> Json:
    try:
        return read_json(text)
    except LibError as error:
        raise _JsonError(str(error)) from None


def _index(word: str, progress: Sequence[str] | None, size: int | None) -> int:
    digits = word.strip(" \t\n\v\f\r").removeprefix("+")
    if not (digits.isascii() and digits.isdigit()) or len(digits) > 18:
        raise _JsonError(f"expected an array index, got: '{word}'", progress)
    if size is not None and int(digits) >= size:
        raise _JsonError(f"expected an index less than {size} got '{word}'", progress)
    return int(digits)


def _resolve(value: Json, path: Sequence[str]) -> Json:
    for at, field in enumerate(path):
        progress = path[: at + 1]
        if isinstance(value, list):
            value = value[_index(field, progress, len(value))]
        elif isinstance(value, dict):
            if field not in value:
                raise _JsonError(f"member '{' '.join(progress)}' not found", progress)
            value = value[field]
        else:
            need = "need element of OBJECT or ARRAY type to lookup"
            raise _JsonError(f"invalid path '{' '.join(progress)}', {need} '{field}' got {_kind(value)}", progress)
    return value


def _kind(value: Json) -> str:
    if isinstance(value, bool):
        return "BOOLEAN"
    names = {dict: "OBJECT", list: "ARRAY", str: "STRING", int: "NUMBER", float: "NUMBER"}
    return "NULL" if value is None else names[type(value)]


def _get(document: Json, path: list[str]) -> str:
    value = _resolve(document, path)
    if isinstance(value, bool):
        return "ON" if value else "OFF"
    if isinstance(value, dict | list):
        return write_json(value)
    if value is None or isinstance(value, str):
        return value or ""
    return number_text(value)


def _get_raw(document: Json, path: list[str]) -> str:
    return write_json(_resolve(document, path))


def _type(document: Json, path: list[str]) -> str:
    return _kind(_resolve(document, path))


def _member(document: Json, path: list[str]) -> str:
    word = _pop_back(path, "missing member index")
    value = _resolve(document, path)
    if not isinstance(value, dict):
        raise _JsonError(f"MEMBER needs to be called with an element of type OBJECT, got {_kind(value)}", path)
    return sorted(value)[_index(word, [*path, word], len(value))]


def _length(document: Json, path: list[str]) -> str:
    value = _resolve(document, path)
    if not isinstance(value, dict | list):
        kind = _kind(value)
        raise _JsonError(f"LENGTH needs to be called with an element of type ARRAY or OBJECT, got {kind}", path)
    return str(len(value))


def _remove(document: Json, path: list[str]) -> str:
    word = _pop_back(path, "missing member or index to remove")
    value = _resolve(document, path)
    if isinstance(value, list):
        del value[_index(word, [*path, word], len(value))]
    elif isinstance(value, dict):
        value.pop(word, None)
    else:
        kind = _kind(value)
        raise _JsonError(f"REMOVE needs to be called with an element of type ARRAY or OBJECT, got {kind}", path)
    return write_json(document)


def _set(document: Json, path: list[str]) -> str:
    text = _pop_back(path, "missing new value remove")
    word = _pop_back(path, "missing member name to add")
    value = _resolve(document, path)
    new = _read(text)
    if isinstance(value, dict):
        value[word] = new
    elif isinstance(value, list):
        index = _index(word, [*path, word], None)
        value[index : index + 1] = [new]
    else:
        raise _JsonError(f"SET needs to be called with an element of type OBJECT or ARRAY, got {_kind(value)}")
    return write_json(document)


def _equal(document: Json, rest: list[str]) -> str:
    other = _read(_pop_front(rest, "missing second json string argument"))
    return "ON" if _same(document, other) else "OFF"


def _partial_equal(document: Json, rest: list[str]) -> str:
    other = _read(_pop_front(rest, "missing second json string argument"))
    return "ON" if _within(document, other) else "OFF"


def _same(one: Json, two: Json) -> bool:
    """Equality that tells 1 from 1.0 and from true."""
    if type(one) is not type(two):
        return False
    if isinstance(one, dict) and isinstance(two, dict):
        return one.keys() == two.keys() and all(_same(value, two[name]) for name, value in one.items())
    if isinstance(one, list) and isinstance(two, list):
        return len(one) == len(two) and all(map(_same, one, two))
    return one == two


def _within(pattern: Json, actual: Json) -> bool:
    """Whether `actual` has at least what `pattern` has; array elements match in any order, first fit."""
    if isinstance(pattern, dict) and isinstance(actual, dict):
        return all(name in actual and _within(value, actual[name]) for name, value in pattern.items())
    if isinstance(pattern, list) and isinstance(actual, list):
        return _first_fit(pattern, actual)
    return _same(pattern, actual)


def _first_fit(pattern: list[Json], actual: list[Json]) -> bool:
    left = list(actual)
    for wanted in pattern:
        for at, candidate in enumerate(left):
            if _within(wanted, candidate):
                del left[at]
                break
        else:
            return False
    return True


_MODES: Final[dict[str, Callable[[Json, list[str]], str]]] = {
    "GET": _get,
    "GET_RAW": _get_raw,
    "TYPE": _type,
    "MEMBER": _member,
    "LENGTH": _length,
    "REMOVE": _remove,
    "SET": _set,
    "EQUAL": _equal,
    "PARTIAL_EQUAL": _partial_equal,
}
