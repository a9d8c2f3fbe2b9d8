"""Template arguments: bind them to parameters, deduce them from call arguments, choose a specialisation.

C++ standard [temp.deduct] and [temp.spec.partial], as far as a match can be decided without the types of headers that
are not in the tree. "Not decidable" is None everywhere.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kernaudit.facts.packs import MARK, PackValue, packs_of
from kernaudit.facts.values import DEPENDENT, ClassInstance, TypeValue, Unknown
from kernaudit.sources.constraints import ENABLING

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
    if left is right and left.settled:
        return True
    if left.pointers != right.pointers or left.reference != right.reference or left.name != right.name:
        return False
    if len(left.arguments) != len(right.arguments):
        open_ = any(value is DEPENDENT for value in (*left.arguments, *right.arguments))  # it may be a whole pack
        return False if left.instance and right.instance and not open_ else None
    sure = True
    for one, other in zip(left.arguments, right.arguments, strict=True):
        found = same(one, other)
        if found is False:
            return False
        sure &= found is not None
    return True if sure else None


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
    conditions = _enabling(pattern)
    if conditions:
        return _enabled(conditions, value, lookup)
    arguments = pattern[1][-1][1] if pattern[1] else None
    if arguments is None or not _mentions(pattern, names):
        return same(lookup(pattern), value if pattern[3] else value.plain())
    if pattern[1][-1][0] == "void_t":
        return _void(arguments, value, lookup)
    if pattern[2] != value.pointers or pattern[1][-1][0] != value.name:
        return False
    return _unify_all(arguments, value.arguments, names, bound, lookup)


def _void(arguments: Tuple, value: TypeValue, lookup: Callable[[Tuple], Value]) -> bool | None:
    """Whether `void_t<...>` is there and is this type: it is where all its arguments are."""
    found = [lookup(("exists", part)) for part in arguments]
    if any(one is False for one in found):
        return False
    return same(TypeValue("void"), value) if all(one is True for one in found) else None


def _enabling(pattern: Tuple) -> Tuple:
    """The arguments of `enable_if_t<...>` or `enable_if<...>::type`."""
    path = pattern[1]
    name, arguments = path[-2] if len(path) > 1 and path[-1] == ("type", None) else path[-1] if path else ("", None)
    return arguments or () if name in ENABLING else ()


def _enabled(conditions: Tuple, value: TypeValue, lookup: Callable[[Tuple], Value]) -> bool | None:
    worth = lookup(conditions[0])
    if not isinstance(worth, int):
        return None
    return same(lookup(conditions[1]) if len(conditions) > 1 else TypeValue("void"), value) if worth else False


def _unify_all(
    patterns: Tuple,
    values: Sequence[Value],
    names: frozenset[str],
    bound: dict[str, Value],
    lookup: Callable[[Tuple], Value],
) -> bool | None:
    if patterns and patterns[-1][0] == "pack":
        pack = _parameter(patterns[-1][1], names)
        if pack is None or any(v is DEPENDENT for v in values):
            return None
        if len(values) < len(patterns) - 1:
            return False
        bound[MARK + pack] = PackValue(tuple(values[len(patterns) - 1 :]))
        patterns, values = patterns[:-1], values[: len(patterns) - 1]
    if any(pattern[0] == "pack" for pattern in patterns):
        return None
    if len(patterns) != len(values):
        return None if len(patterns) < len(values) or any(v is DEPENDENT for v in values) else False
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
    packs: dict[str, Value] = {}
    variadic = any(map(_takes_pack, specials))
    if primary is not None and primary.template:
        packs = packs_of(primary.template, given)
        full = bind_arguments(primary.template, given, evaluate, {})
        given = given if packs else [full[name] for name, *_ in primary.template]
        variadic |= bool(packs)
    fitting: list[tuple[int, ClassInstance]] = []
    for special in specials:
        parameters = special.template or ()
        bound: dict[str, Value] = {}
        names = frozenset(name for name, *_ in parameters)
        if variadic and _is_too_short(special, given):
            continue
        result = _unify_all(special.special or (), given, names, bound, _within(evaluate, bound))
        if result is None:
            return None
        if result:
            arguments = {name: bound.get(name, DEPENDENT) for name, *_ in parameters}
            arguments |= {name: pack for name, pack in bound.items() if name.startswith(MARK)}
            fitting.append((len(parameters), ClassInstance(special, tuple(arguments.items()))))
    if fitting:
        return min(fitting, key=lambda item: item[0])[1]
    if primary is None:
        return None
    return ClassInstance(primary, (*_named(primary, given), *packs.items()))


def _within(evaluate: Callable[[Tuple, dict[str, Value]], Value], bound: dict[str, Value]) -> Callable[[Tuple], Value]:
    return lambda part: evaluate(part, bound)


def _takes_pack(special: ClassDef) -> bool:
    patterns: Tuple = special.special or ()
    return bool(patterns) and patterns[-1][0] == "pack"


def _is_too_short(special: ClassDef, given: Sequence[Value]) -> bool:
    """Whether a specialisation of a template with a pack has fewer arguments: no default stands for the others."""
    known = not any(value is DEPENDENT for value in given)
    return known and not _takes_pack(special) and len(special.special or ()) < len(given)


def _named(primary: ClassDef, given: Sequence[Value]) -> list[tuple[str, Value]]:
    """Arguments by parameter; what a pack holds stands apart."""
    pairs = zip(primary.template or (), (*given, DEPENDENT), strict=False)
    return [(parameter[0], DEPENDENT if parameter[3] else value) for parameter, value in pairs]
