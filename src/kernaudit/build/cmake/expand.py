"""The argument list that a command is given."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kernaudit.build.cmake.argument import Op, Piece
from kernaudit.build.cmake.lib.lists import expand_list

if TYPE_CHECKING:
    from kernaudit.build.cmake.interpreter import Interpreter

__all__ = ["expand"]

_CONSTANT, _VARIABLE, _QUOTED_VARIABLE, _QUOTED = Op.CONSTANT, Op.VARIABLE, Op.QUOTED_VARIABLE, Op.QUOTED
_MANY: Final = 16


def expand(interp: Interpreter, pieces: list[Piece]) -> list[str]:
    """Return the values of compiled arguments: quoted ones as they are, others taken apart as lists.

    An unquoted argument that is empty vanishes; one without `;` is one value, whatever escapes it holds.
    """
    variables = interp.variables
    args: list[str] = []
    for op, text, read in pieces:
        if op is _CONSTANT:
            args.append(text)
            continue
        if read is None:
            value = variables.get(text)
            if value is None:
                value = interp.cache.get(text, "")
            if op is _QUOTED_VARIABLE:
                args.append(value)
                continue
        else:
            value = read(interp)
            if op is _QUOTED:
                args.append(value)
                continue
        if ";" in value:
            interp.touch(value)
            args.extend(expand_list(value))
        elif value:
            args.append(value)
    if len(args) > _MANY:
        interp.check_total(args)
    return args
