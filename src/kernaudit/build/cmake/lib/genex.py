"""Generator expressions: evaluation.

Unknown markers pass through content. A condition or a computation that depends on one is that marker itself: a caller
that finds a marker in the result (`contains_unknown`) knows that this value is not decided. AND and OR are decided
where the known operands suffice, and only the branch that counts is evaluated.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kernaudit.build.cmake.lib.commands import check_size
from kernaudit.build.cmake.lib.genex_nodes import NODES
from kernaudit.build.cmake.lib.genex_parse import Expression, GenexError, Part, parse_genex
from kernaudit.build.cmake.lib.genex_spec import Operands, first_unknown

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kernaudit.build.cmake.lib.genex_context import GenexContext
    from kernaudit.build.cmake.lib.genex_spec import Node

__all__ = ["evaluate_genex", "has_genex"]

_MAX_DEPTH: Final = 30


def has_genex(text: str) -> bool:
    """Whether the text may hold a generator expression."""
    return "$<" in text


def evaluate_genex(text: str, context: GenexContext) -> str:
    """The text with every generator expression replaced by its value.

    Raises:
        GenexError: an expression that cmake refuses, with cmake's words.
    """
    if "$<" not in text:
        return text
    if "TARGET" in text or "GENEX_EVAL" in text:
        return _Evaluation(context).text(text)
    key = (text, context.language, context.linking, context.link_language)
    found = context.cache.get(key)
    if found is None:
        found = context.cache[key] = _Evaluation(context).text(text)
    return found


class _Evaluation:
    """One evaluation of one text."""

    __slots__ = ("context",)

    def __init__(self, context: GenexContext) -> None:
        self.context = context

    def text(self, text: str) -> str:
        if self.context.depth > _MAX_DEPTH:
            raise GenexError(text, "Expressions refer to each other without end.")
        result = self.parts(parse_genex(text))
        check_size(len(result))
        return result

    def parts(self, parts: Sequence[Part]) -> str:
        return "".join([part if isinstance(part, str) else self.expression(part) for part in parts])

    def again(self, text: str, context: GenexContext) -> str:
        """Evaluate a text that an expression produced."""
        return _Evaluation(context.deeper()).text(text)

    def expression(self, expression: Expression) -> str:
        name = self.parts(expression.identifier)
        unknown = first_unknown((name,))
        if unknown:
            return unknown
        node = NODES.get(name)
        if node is None:
            message = "Expression did not evaluate to a known generator expression"
            raise GenexError(expression.source, message)
        if node.ignores_content:
            if not expression.parameters:
                raise GenexError(expression.source, f"$<{name}> expression requires a parameter.")
            return ""
        parameters = self.parameters(node, expression)
        node.check_count(name, parameters, expression.source)
        unknown = "" if node.takes_unknown else first_unknown(parameters)
        return unknown or node.run(Operands(name, parameters, expression.source, self))

    def parameters(self, node: Node, expression: Expression) -> list[str]:
        values: list[str] = []
        parameters = expression.parameters or ()
        for at, parameter in enumerate(parameters):
            if node.absorbs_commas and at + 1 == node.count:
                values.append(",".join(map(self.parts, parameters[at:])))
                break
            values.append(self.parts(parameter) if node.needs(values) else "")
        return values
