"""Calls: arguments bound as Python binds them, bodies evaluated, models run, and what is not known left in doubt."""

from __future__ import annotations

import ast
import sys
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from kernaudit.build.setup_py.environ import Environ
from kernaudit.build.setup_py.exceptions import exception, from_native
from kernaudit.build.setup_py.frame import Flow, Frame
from kernaudit.build.setup_py.taint import taint
from kernaudit.build.setup_py.values import Builtin, ClassValue, Function, Instance, Method, Unknown

if TYPE_CHECKING:
    from kernaudit.build.setup_py.machine import Machine

__all__ = ["NATIVE_ERRORS", "call_value"]

NATIVE_ERRORS: Final = (
    TypeError, ValueError, KeyError, IndexError, AttributeError, ArithmeticError, UnicodeError,
)  # fmt: skip
"""What Python's own operators raise on plain values; the script gets them as its own exceptions."""

_TRUSTED: Final = frozenset(
    {"torch", "setuptools", "packaging", "wheel", "numpy", "pybind11", "pkg_resources", "distutils", "cmake", "ninja"}
)
"""Packages whose functions do not change the lists they are given."""
_PATCHING: Final = "unittest"
"""The package of the standard library that changes an environment it is given."""


def call_value(machine: Machine, function: Any, args: list[Any], kwargs: dict[str, Any]) -> Any:
    """Return `function(*args, **kwargs)`.

    Raises:
        ProgramError: the script raises.
        EvaluationStoppedError: a bound is reached.
    """
    machine.step()
    machine.deeper()
    try:
        return _call(machine, function, args, kwargs)
    finally:
        machine.back()


def _call(machine: Machine, function: Any, args: list[Any], kwargs: dict[str, Any]) -> Any:
    if isinstance(function, Method):
        return _call(machine, function.function, [function.receiver, *args], kwargs)
    if isinstance(function, Function):
        return _call_function(machine, function, args, kwargs)
    if isinstance(function, Builtin):
        return _run_builtin(machine, function, args, kwargs)
    if isinstance(function, ClassValue):
        return _construct(machine, function, args, kwargs)
    if isinstance(function, Instance):
        found = function.cls.find("__call__")
        if found is not None:
            return _call(machine, found[0], [function, *args], kwargs)
    return _call_unknown(machine, function, args, kwargs)


def _run_builtin(machine: Machine, function: Builtin, args: list[Any], kwargs: dict[str, Any]) -> Any:
    try:
        return function.run(machine, *args, **kwargs)
    except NATIVE_ERRORS as error:
        message = str(error.args[0]) if error.args else str(error)
        raise machine.fail(from_native(error), message) from None


def _call_unknown(machine: Machine, function: Any, args: list[Any], kwargs: dict[str, Any]) -> Any:
    """What an unread function returns is not known, and neither is what it was given to change."""
    origin = function.origin if isinstance(function, Unknown) else "an object that is called"
    result = machine.unknown(f"{origin}()")
    if origin.partition(".")[0] not in _TRUSTED | sys.stdlib_module_names:
        for value in (*args, *kwargs.values()):
            taint(value, result)
    elif origin.startswith(_PATCHING):
        for value in args:
            if isinstance(value, Environ):
                taint(value, result)
    return result


def _construct(machine: Machine, cls: ClassValue, args: list[Any], kwargs: dict[str, Any]) -> Any:
    instance = Instance(cls, {}, machine.here)
    found = cls.find("__init__")
    if found is not None:
        _call(machine, found[0], [instance, *args], kwargs)
    elif cls.derives(exception("BaseException")):
        instance.attributes["args"] = tuple(args)
    return instance


def _call_function(machine: Machine, function: Function, args: list[Any], kwargs: dict[str, Any]) -> Any:
    frame = Frame(function.frame.file, {}, function.frame, owner=function.owner)
    frame.receiver = args[0] if args else None
    _bind(machine, function, frame, args, dict(kwargs))
    node, place = function.node, (machine.file, machine.line)
    machine.file = frame.file
    try:
        if isinstance(node, ast.Lambda):
            return machine.evaluate(node.body, frame)
        frame.body = node.body
        if _is_generator(node):
            frame.yielded = []
        flow = machine.execute(node.body, frame)
    finally:
        machine.file, machine.line = place
    if frame.doubt is not None:
        return frame.doubt
    if frame.yielded is not None:
        return frame.yielded
    return frame.returned if flow is Flow.RETURN else None


@lru_cache(maxsize=4096)
def _is_generator(node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    pending: list[ast.AST] = list(node.body)
    while pending:
        one = pending.pop()
        if isinstance(one, ast.Yield | ast.YieldFrom):
            return True
        if not isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda | ast.ClassDef):
            pending += ast.iter_child_nodes(one)
    return False


def _bind(machine: Machine, function: Function, frame: Frame, args: list[Any], kwargs: dict[str, Any]) -> None:
    spec = function.node.args
    names = [one.arg for one in (*spec.posonlyargs, *spec.args)]
    several = next((one for one in args if isinstance(one, Unknown) and one.many), None) or kwargs.pop("**", None)
    for name, value in zip(names, args, strict=False):
        frame.names[name] = value
    extra = args[len(names) :]
    if spec.vararg is not None:
        frame.names[spec.vararg.arg] = tuple(extra)
    elif extra and several is None:
        raise machine.fail(exception("TypeError"), f"{function.name}() takes {len(names)} arguments, {len(args)} given")
    known = {*names, *(one.arg for one in spec.kwonlyargs)}
    for name in [one for one in kwargs if one in known]:
        frame.names[name] = kwargs.pop(name)
    if spec.kwarg is not None:
        frame.names[spec.kwarg.arg] = kwargs
    elif kwargs and several is None:
        raise machine.fail(
            exception("TypeError"), f"{function.name}() got an unexpected argument '{next(iter(kwargs))}'"
        )
    _bind_defaults(machine, function, frame, names, several)


def _bind_defaults(
    machine: Machine, function: Function, frame: Frame, names: list[str], several: Unknown | None
) -> None:
    first = len(names) - len(function.defaults)
    for number, name in enumerate(names):
        if name not in frame.names and number >= first:
            frame.names[name] = function.defaults[number - first]
    for one in function.node.args.kwonlyargs:
        if one.arg not in frame.names and one.arg in function.keyword_defaults:
            frame.names[one.arg] = function.keyword_defaults[one.arg]
    for name in (*names, *(one.arg for one in function.node.args.kwonlyargs)):
        if name not in frame.names:
            if several is None:
                raise machine.fail(exception("TypeError"), f"{function.name}() misses the argument '{name}'")
            frame.names[name] = several
