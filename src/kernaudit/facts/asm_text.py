"""What an inline assembly string does, as far as its opcodes tell."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Literal

__all__ = ["asm_kind"]

_STATEMENT = re.compile(r"(?:^|[;{}:])\s*(?:@!?%?\w+\s+)?([a-z]\w*)")
_TRAPS = frozenset({"trap", "brkpt"})
_QUIET = frozenset({
    "reg", "mov", "cvt", "cvta", "selp", "prmt", "lop3", "bfe", "bfi", "shl", "shr", "and", "or", "xor", "not",
    "add", "sub", "mul", "mad", "fma", "neg", "abs", "min", "max", "setp", "set", "ex2", "lg2", "rcp", "sqrt",
    "rsqrt", "tanh", "sin", "cos", "bar", "barrier", "griddepcontrol", "fence", "membar", "nanosleep",
    "prefetch", "elect", "activemask", "shfl", "vote", "match", "redux", "isspacep", "mapa", "getctarank",
    "pragma", "createpolicy", "dp4a", "dp2a", "popc", "clz", "brev", "fns", "copysign", "testp", "slct",
    "szext", "bmsk", "discard", "applypriority", "pmevent",
})  # fmt: skip
"""Opcodes whose only result is a register, or an order: PTX ISA, instruction groups of integer, floating-point,
comparison, logic, conversion and synchronisation instructions."""


@lru_cache(maxsize=4096)
def asm_kind(text: str, *, volatile: bool) -> Literal["nothing", "trap", "exit", "effect"]:
    """Return what the compiler must keep of an inline assembly: a `trap`, an effect, or nothing.

    Args:
        text: the assembly string.
        volatile: it is marked volatile, or has no outputs (which means the same).
    """
    opcodes = _STATEMENT.findall(text.replace("\\n", "\n").strip())
    if not opcodes:
        return "nothing"
    if opcodes[0] in _TRAPS:
        return "trap"
    if opcodes[0] == "exit":
        return "exit"
    if not volatile or all(opcode in _QUIET for opcode in opcodes):
        return "nothing"
    return "effect"
