"""The argument list that a command is given."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kernaudit.build.cmake.argument import Op, Piece
from kernaudit.build.cmake.lib.lists import expand_list

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kernaudit.build.cmake.interpreter import Interpreter

__all__ = ["expand", "split_pieces"]

_CONSTANT, _VARIABLE, _QUOTED_VARIABLE, _QUOTED = Op.CONSTANT, Op.VARIABLE, Op.QUOTED_VARIABLE, Op.QUOTED
_MANY: Final = 16


def split_pieces(pieces: Sequence[Piece]) -> tuple[list[str], list[Piece]]:
    """Take the constants in front from the pieces that must be expanded anew each time."""
    at = next((at for at, piece in enumerate(pieces) if piece[0] is not _CONSTANT), len(pieces))
    return [piece[1] for piece in pieces[:at]], list(pieces[at:])


def expand(interp: Interpreter, pieces: Sequence[Piece], constants: Sequence[str] = ()) -> list[str]:
    """Return the values of compiled arguments: quoted ones as they are, others taken apart as lists.

    An unquoted argument that is empty vanishes; one without `;` is one value, whatever escapes it holds.

    Args:
        interp: the machine.
        pieces: the compiled arguments.
        constants: values that stand in front of them.
    """
    args = [*constants]
    variables = interp.variables
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
