"""Template arguments: bind them to parameters, deduce them from call arguments, choose a specialisation.

C++ standard [temp.deduct] and [temp.spec.partial], as far as a match can be decided without the types of headers that
are not in the tree. "Not decidable" is None everywhere.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kernaudit.facts.values import DEPENDENT, ClassInstance, TypeValue, Unknown

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kernaudit.facts.values import Value
    from kernaudit.sources.ast import Tuple
    from kernaudit.sources.outline import ClassDef

__all__ = ["bind_arguments", "choose_class", "same", "unify"]


def same(left: object, right: object) -> bool | None:
    """Whether two template arguments are the same, or None."""
    if isinstance(left, Unknown) or isinstance(right, Unknown) or left is None or right is None:
        return None
    if isinstance(left, TypeValue) != isinstance(right, TypeValue):
        return None
    if not isinstance(left, TypeValue) or not isinstance(right, TypeValue):
        return bool(left == right) if isinstance(left, int) and isinstance(right, int) else None
    if left.pointers != right.pointers or left.reference != right.reference or left.name != right.name:
        return False
    if len(left.arguments) != len(right.arguments):
        return False if left.instance and right.instance else None
    results = [same(one, other) for one, other in zip(left.arguments, right.arguments, strict=True)]
    return False if False in results else None if None in results else True


def bind_arguments(
    parameters: Tuple,
    given: Sequence[Value],
    evaluate: Callable[[Tuple, dict[str, Value]], Value],
    outer: dict[str, Value],
) -> dict[str, Value]:
    """Return parameter -> argument; a missing one takes its default, else it is DEPENDENT.

    `evaluate(expression, environment)` works out defaults, which may name earlier parameters.
    """
    bound = dict(outer)
    for index, (name, _, default, pack) in enumerate(parameters):
        if pack:
            bound[name] = DEPENDENT
        elif index < len(given):
            bound[name] = given[index]
        else:
            bound[name] = DEPENDENT if default is None else evaluate(default, bound)
    return bound


def unify(
    pattern: Tuple, value: Value, names: frozenset[str], bound: dict[str, Value], lookup: Callable[[Tuple], Value]
) -> bool | None:
    """Match a pattern that mentions the parameters `names` with an argument, and fill `bound`.

    `lookup` evaluates a pattern without parameters. Returns True, False, or None where it cannot be decided.
    """
    parameter = _parameter(pattern, names)
    if parameter is not None:
        return _bind(parameter, pattern, value, bound)
    if (pattern[0] != "type" or isinstance(value, int)) and not _mentions(pattern, names):  # `A::b` is read as a type
        return same(lookup(pattern), value)
    if isinstance(value, Unknown) or value is None:
        return None
    if pattern[0] == "path":
        pattern = ("type", pattern[1], 0, False)
    if pattern[0] != "type" or not isinstance(value, TypeValue):
        return None
    arguments = pattern[1][-1][1] if pattern[1] else None
    if arguments is None or not _mentions(pattern, names):
        return same(lookup(pattern), value if pattern[3] else value.plain())
    if pattern[2] != value.pointers or pattern[1][-1][0] != value.name:
        return False
    return _unify_all(arguments, value.arguments, names, bound, lookup)


def _unify_all(
    patterns: Tuple,
    values: Sequence[Value],
    names: frozenset[str],
    bound: dict[str, Value],
    lookup: Callable[[Tuple], Value],
) -> bool | None:
    if any(pattern[0] == "pack" for pattern in patterns):
        return None
    if len(patterns) != len(values):
        return None if len(patterns) < len(values) else False
    results = [unify(p, v, names, bound, lookup) for p, v in zip(patterns, values, strict=True)]
    return False if False in results else None if None in results else True


def _parameter(pattern: Tuple, names: frozenset[str]) -> str | None:
    if pattern[0] not in ("type", "path") or len(pattern[1]) != 1 or pattern[1][0][1] is not None:
        return None
    name = pattern[1][0][0]
    return name if name in names else None


def _bind(name: str, pattern: Tuple, value: Value, bound: dict[str, Value]) -> bool | None:
    if pattern[0] == "type" and isinstance(value, TypeValue):
        if pattern[2] > value.pointers:
            return False
        value = TypeValue(value.name, value.arguments, value.pointers - pattern[2], False, value.instance)
    if name in bound:
        return same(bound[name], value)
    bound[name] = value
    return None if isinstance(value, Unknown) else True


def _mentions(pattern: object, names: frozenset[str]) -> bool:
    if isinstance(pattern, str):
        return pattern in names
    return isinstance(pattern, tuple) and any(_mentions(part, names) for part in pattern)


def choose_class(
    candidates: Sequence[ClassDef], given: Sequence[Value], evaluate: Callable[[Tuple, dict[str, Value]], Value]
) -> ClassInstance | None:
    """Return the class that these arguments name, or None where it cannot be decided which."""
    primary = next((c for c in candidates if c.special is None), None)
    specials = [c for c in candidates if c.special is not None]
    if primary is None and not specials:
        return None
    if primary is not None and primary.template:
        full = bind_arguments(primary.template, given, evaluate, {})
        given = [full[name] for name, *_ in primary.template]
    fitting: list[tuple[int, ClassInstance]] = []
    for special in specials:
        parameters = special.template or ()
        bound: dict[str, Value] = {}
        names = frozenset(name for name, *_ in parameters)
        result = _unify_all(special.special or (), given, names, bound, lambda p: evaluate(p, {}))
        if result is None:
            return None
        if result:
            arguments = tuple((name, bound.get(name, DEPENDENT)) for name, *_ in parameters)
            fitting.append((len(parameters), ClassInstance(special, arguments)))
    if fitting:
        return min(fitting, key=lambda item: item[0])[1]
    if primary is None:
        return None
    names_of = [name for name, *_ in primary.template or ()]
    return ClassInstance(primary, tuple(zip(names_of, given, strict=False)))
