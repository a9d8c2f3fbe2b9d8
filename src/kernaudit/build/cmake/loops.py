"""`foreach` and `while` compiled."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from kernaudit.build.cmake.argument import compile_arguments
from kernaudit.build.cmake.branches import unknown_origin
from kernaudit.build.cmake.condition import compile_condition
from kernaudit.build.cmake.expand import expand
from kernaudit.build.cmake.flow import Signal
from kernaudit.build.cmake.lib.lists import split_list
from kernaudit.build.cmake.unknown import contains_unknown
from kernaudit.model.evidence import AssumptionKind

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from kernaudit.build.cmake.compile import Context
    from kernaudit.build.cmake.flow import Node
    from kernaudit.build.cmake.interpreter import Interpreter
    from kernaudit.build.cmake.program import Loop

__all__ = ["compile_loop"]

_CONTINUE: Final = Signal.CONTINUE
_RETURN: Final = Signal.RETURN
_INTEGER: Final = re.compile(r"[ \t\n\v\f\r]*([+-]?[0-9]+)")
_LIMIT: Final = 2**31


def compile_loop(loop: Loop, context: Context) -> Node:
    """Compile a loop."""
    return _compile_while(loop, context) if loop.command.key == "while" else _compile_foreach(loop, context)


def _compile_while(loop: Loop, context: Context) -> Node:
    command = loop.command
    test = compile_condition(command.args, context.slots)
    nodes = context.body(loop.body)

    def run(interp: Interpreter) -> Signal | None:
        interp.site = command
        if not command.args:
            interp.fail("while called with incorrect number of arguments")
        interp.loops += 1
        signal = None
        while signal is None:
            interp.site = command
            answer = test(interp)
            if not answer:
                if answer is None:
                    text = f"the condition {command.text} is not known; taken as false"
                    origin = unknown_origin(interp, command, context.slots)
                    interp.assume(AssumptionKind.UNKNOWN_CONDITION, text, origin)
                break
            signal = _iterate(interp, nodes)
        interp.loops -= 1
        return signal if signal is _RETURN else None

    return run


def _iterate(interp: Interpreter, nodes: tuple[Node, ...]) -> Signal | None:
    """Run a body once; BREAK or RETURN end the loop."""
    interp.budget -= len(nodes) + 1
    if interp.budget < 0:
        interp.out_of_steps()
    for node in nodes:
        signal = node(interp)
        if signal is not None:
            return None if signal is _CONTINUE else signal
    return None


def _compile_foreach(loop: Loop, context: Context) -> Node:
    command = loop.command
    pieces = compile_arguments(command.args, context.slots)
    nodes = context.body(loop.body)

    def run(interp: Interpreter) -> Signal | None:
        interp.site = command
        args = expand(interp, pieces)
        if not args:
            interp.fail("foreach called with incorrect number of arguments")
        interp.loops += 1
        if "IN" in args:
            signal = _run_in(interp, args, nodes)
        elif len(args) > 1 and args[1] == "RANGE":
            signal = _run_items(interp, args[0], _numbers(interp, args[2:]), nodes)
        else:
            signal = _run_items(interp, args[0], args[1:], nodes) if len(args) > 1 else None
        interp.loops -= 1
        return signal if signal is _RETURN else None

    return run


def _run_items(interp: Interpreter, name: str, items: Iterable[str], nodes: tuple[Node, ...]) -> Signal | None:
    variables = interp.variables
    before = variables.get(name)
    signal = None
    for item in items:
        interp.budget -= len(nodes) + 1
        if interp.budget < 0:
            interp.out_of_steps()
        variables[name] = item
        for node in nodes:
            signal = node(interp)
            if signal is not None:
                break
        if signal is not None:
            if signal is not _CONTINUE:
                break
            signal = None
    _restore(interp, name, before)
    return signal


def _restore(interp: Interpreter, name: str, before: str | None) -> None:
    if before is None and not interp.policies.is_new("CMP0124"):
        before = interp.cache.get(name, "")
    if before is None:
        interp.variables.pop(name, None)
    else:
        interp.variables[name] = before


def _numbers(interp: Interpreter, args: Sequence[str]) -> Iterable[str]:
    numbers = [_integer(interp, arg) for arg in args] if 1 <= len(args) <= 3 else []
    start, stop, step = (0, 0, 0)
    if len(numbers) == 1:
        stop = numbers[0]
    elif numbers:
        start, stop, step = (*numbers, 0)[:3]
    if not step:
        step = -1 if start > stop else 1
    if (start > stop and step > 0) or (start < stop and step < 0):
        interp.fail(f"foreach called with incorrect range specification: start {start}, stop {stop}, step {step}")
    return map(str, range(start, stop + (1 if step > 0 else -1), step))


def _integer(interp: Interpreter, text: str) -> int:
    match = _INTEGER.match(text)
    if contains_unknown(text) or match is None:
        interp.fail(f"foreach Invalid integer: '{interp.unknowns.describe(text)}'")
    digits = match.group(1)
    value = int(digits) if len(digits) < 20 else _LIMIT
    if not -_LIMIT <= value < _LIMIT:
        interp.fail(f"foreach Integer out of range: '{text}'")
    return value


# -- foreach(... IN ...) ---------------------------------------------------------------------------------------------


def _run_in(interp: Interpreter, args: list[str], nodes: tuple[Node, ...]) -> Signal | None:
    at = args.index("IN")
    names, rest = args[:at], args[at + 1 :]
    if rest[:1] == ["ZIP_LISTS"]:
        return _run_zip(interp, names, rest[1:], nodes)
    items = _listed(interp, names, rest)
    return _run_items(interp, names[0], items, nodes) if items else None


def _listed(interp: Interpreter, names: list[str], rest: list[str]) -> list[str]:
    items: list[str] = []
    mode = ""
    for arg in rest:
        if arg in ("LISTS", "ITEMS"):
            if len(names) != 1:
                interp.fail("ITEMS or LISTS require exactly one iteration variable")
            mode = arg
        elif arg == "ZIP_LISTS":
            interp.fail("ZIP_LISTS can not be used with LISTS or ITEMS")
        elif mode == "LISTS":
            value = interp.get(arg) or ""
            interp.touch(value)
            items.extend(split_list(value))
        elif mode == "ITEMS":
            items.append(arg)
        else:
            interp.fail(f"Unknown argument:\n  {arg}\n")
    return items


def _run_zip(interp: Interpreter, names: list[str], lists: list[str], nodes: tuple[Node, ...]) -> Signal | None:
    for word in ("LISTS", "ITEMS", "ZIP_LISTS"):
        if word in lists:
            interp.fail("ZIP_LISTS can not be used with LISTS or ITEMS")
    if len(names) > 1 and len(names) != len(lists):
        interp.fail(f"Expected {len(names)} list variables, but given {len(lists)}")
    if not names:
        return None
    columns = [split_list(interp.get(name) or "") for name in lists]
    targets = names if len(names) > 1 else [f"{names[0]}_{number}" for number in range(len(lists))]
    variables = interp.variables
    before = {name: variables.get(name) for name in targets}
    signal = None
    for row in range(max(map(len, columns), default=0)):
        for name, column in zip(targets, columns, strict=True):
            if row < len(column):
                variables[name] = column[row]
            else:
                variables.pop(name, None)
        signal = _iterate(interp, nodes)
        if signal is not None:
            break
    for name, value in before.items():
        _restore(interp, name, value)
    return signal
