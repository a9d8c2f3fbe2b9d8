"""Puts a request into words: the arithmetic as a reader would check it, and sizes in KiB where they are whole."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kernaudit.facts.shared_memory.bounds import possible
from kernaudit.facts.shared_memory.stage import find_stage
from kernaudit.facts.shared_memory.term import Choice, Missing, Named, Number, Operation, Query, bare, walk

if TYPE_CHECKING:
    from kernaudit.facts.shared_memory.bounds import View
    from kernaudit.facts.shared_memory.stage import Stage
    from kernaudit.facts.shared_memory.term import Term

__all__ = ["arithmetic", "missing_names", "size_text", "spelling"]

_MAX_TEXT: Final = 160
_KIB: Final = 1024


def size_text(value: int) -> str:
    """Return a number of bytes in words: `48 KiB`, else `101,377 bytes`."""
    return f"{value // _KIB:,} KiB" if value >= _KIB and value % _KIB == 0 else f"{value:,} bytes"


def arithmetic(term: Term, view: View) -> str:
    """Return the arithmetic of a request: `4 stages x 48 KiB = 192 KiB`, or the expression with its range."""
    found = possible(term, view)
    stage = find_stage(term, view) if found.value is not None else None
    if stage is not None and stage.rest is not None and found.value is not None:
        return f"{_linear(stage)} = {size_text(found.value)}"
    text = spelling(term)
    if found.value is not None:
        shown = size_text(found.value)
        return shown if text in (str(found.value), shown) else f"{text} = {shown}"
    if found.high is not None:
        low = "" if not found.low else f"from {size_text(found.low)} "
        return f"{text}: {low}up to {size_text(found.high)}"
    return f"{text}: not known" if not found.low else f"{text}: at least {size_text(found.low)}"


def _linear(stage: Stage) -> str:
    rest = f" + {size_text(stage.rest)}" if stage.rest else ""
    return f"{stage.value} {stage.name} x {size_text(stage.each)}{rest}"


def missing_names(term: Term) -> tuple[str, ...]:
    """Return what is not known of a term, in the order in which it stands there."""
    return tuple(dict.fromkeys(part.name for part in walk(term) if isinstance(part, Missing)))


def spelling(term: Term) -> str:
    """Return a term as text; the name of the whole is left out, names inside stand for their terms."""
    text = _spell(_unwrapped(term), top=True)
    return text if len(text) <= _MAX_TEXT else f"{text[:_MAX_TEXT]}..."


def _unwrapped(term: Term) -> Term:
    """The arithmetic under a name: `bytes`, and not the name alone."""
    inner = term
    while True:
        if isinstance(inner, Operation) and inner.op == "as":
            inner = inner.operands[0]
        elif isinstance(inner, Named) and not isinstance(bare(inner), Missing | Query | Number):
            inner = inner.term
        else:
            return inner


def _spell(term: Term, *, top: bool = False) -> str:
    match term:
        case Number(value=value):
            return str(value)
        case Query(fact=fact):
            return str(fact)
        case Missing(name=name):
            return name
        case Named(name=name):
            return name
        case Choice(condition=condition, yes=yes, no=no):
            text = f"{_spell(condition)} ? {_spell(yes)} : {_spell(no)}"
        case Operation(op="as", operands=(operand,)):
            return _spell(operand, top=top)
        case Operation(op="min" | "max" as op, operands=(left, right)):
            return f"{op}({_spell(left, top=True)}, {_spell(right, top=True)})"
        case Operation(op=op, operands=(operand,)):
            return f"{'-' if op == 'neg' else op}{_spell(operand)}"
        case Operation(op=op, operands=(left, right)):
            text = f"{_spell(left)} {op} {_spell(right)}"
        case _:
            return "?"
    return text if top else f"({text})"
