"""Puts a request into words: the arithmetic as a reader would check it, and sizes in KiB where they are whole."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kernaudit.facts.shared_memory.stage import find_stage
from kernaudit.facts.shared_memory.term import Choice, Missing, Named, Number, Operation, Query, bare, walk

if TYPE_CHECKING:
    from kernaudit.facts.shared_memory.interval import Range
    from kernaudit.facts.shared_memory.stage import Stage
    from kernaudit.facts.shared_memory.term import Term

__all__ = ["arithmetic", "missing_names", "size_text", "spelling"]

_MAX_TEXT: Final = 160
_KIB: Final = 1024
_MAX_DEPTH: Final = 7
_PLAUSIBLE: Final = 1 << 30


def size_text(value: int) -> str:
    """Return a number of bytes in words: `48 KiB`, else `101,377 bytes`."""
    return f"{value // _KIB:,} KiB" if value >= _KIB and value % _KIB == 0 else f"{value:,} bytes"


def arithmetic(term: Term, found: Range) -> str:
    """Return the arithmetic of a request whose range is known: `4 stages x 48 KiB = 192 KiB`, or the expression."""
    stage = find_stage(term) if found.value is not None else None
    if stage is not None and stage.rest is not None and found.value is not None:
        return f"{_linear(stage)} = {size_text(found.value)}"
    text = spelling(term)
    if found.value is not None:
        shown = size_text(found.value)
        return shown if text in (str(found.value), shown) else f"{text} = {shown}"
    low = found.low or 0
    if found.high is not None and found.high <= _PLAUSIBLE:
        return f"{text}: {f'from {size_text(low)} ' if low > 0 else ''}up to {size_text(found.high)}"
    return f"{text}: at least {size_text(low)}" if low > 1 else text


def _linear(stage: Stage) -> str:
    rest = f" + {size_text(stage.rest)}" if stage.rest else ""
    return f"{stage.value} {stage.name} x {size_text(stage.each)}{rest}"


def missing_names(term: Term) -> tuple[str, ...]:
    """Return what is not known of a term, in the order in which it stands there."""
    return tuple(dict.fromkeys(part.name for part in walk(term) if isinstance(part, Missing)))


def spelling(term: Term) -> str:
    """Return a term as text; the name of the whole is left out, names inside stand for their terms."""
    text = _spell(_unwrapped(term))
    return text if len(text) <= _MAX_TEXT else f"{text[:_MAX_TEXT]}..."


def _unwrapped(term: Term) -> Term:
    """The arithmetic under a name: `bytes`, and not the name alone."""
    inner = term
    while True:
        if isinstance(inner, Operation) and inner.op == "as":
            inner = inner.operands[0]
        elif isinstance(inner, Named) and not isinstance(bare(inner), Missing | Query | Number) and not _is_size(inner):
            inner = inner.term
        else:
            return inner


def _is_size(term: Named) -> bool:
    return term.name.startswith("sizeof(")


def _spell(term: Term, depth: int = 0) -> str:
    match term:
        case Number(value=value):
            return str(value)
        case Query(fact=fact):
            return str(fact)
        case Missing(name=name) | Named(name=name):
            return name
        case Operation(op="as", operands=(operand,)):
            return _spell(operand, depth)
        case Operation() | Choice():
            return "..." if depth >= _MAX_DEPTH else _composed(term, depth)


def _composed(term: Operation | Choice, depth: int) -> str:
    inner = depth + 1
    if isinstance(term, Choice):
        text = " ".join((_spell(term.condition, inner), "?", _spell(term.yes, inner), ":", _spell(term.no, inner)))
    elif len(term.operands) == 1:
        return f"{'-' if term.op == 'neg' else term.op}{_spell(term.operands[0], inner)}"
    elif term.op in ("min", "max"):
        return f"{term.op}({', '.join(_spell(operand, 0) for operand in term.operands)})"
    else:
        text = f" {term.op} ".join(_operand(operand, term.op, inner) for operand in term.operands)
    return f"({text})" if depth else text


def _operand(operand: Term, op: str, depth: int) -> str:
    """A sum inside a sum and a product inside a product need no brackets."""
    text = _spell(operand, depth)
    inner = _unconverted(operand)
    same = op in ("+", "*") and isinstance(inner, Operation) and inner.op == op
    return text[1:-1] if same and text.startswith("(") else text


def _unconverted(term: Term) -> Term:
    """Return a term without its conversions, with its name."""
    while isinstance(term, Operation) and term.op == "as":
        term = term.operands[0]
    return term
