"""Calls into host functions and lambdas: equal calls are walked once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kernaudit.facts.host_gates.env import Env
from kernaudit.facts.host_gates.number import FREE, OPEN
from kernaudit.facts.host_gates.outcome import Item, Outcome, joined, merged_items
from kernaudit.facts.host_gates.parameters import bind, returned_as, through_references, written
from kernaudit.facts.host_gates.values import Closure, clouds, depends

if TYPE_CHECKING:
    from collections.abc import Hashable

    from kernaudit.facts.host_gates.node import Node
    from kernaudit.facts.host_gates.values import Record, Value
    from kernaudit.facts.host_gates.walk import Walk
    from kernaudit.sources.outline import Function

__all__ = ["enter", "invoke", "outcome_of"]

_MAX_CALLS: Final = 24
_MAX_CALL_DEPTH: Final = 115
_MAX_VARIANTS: Final = 12


def outcome_of(walk: Walk, node: Node, function: Function) -> Outcome:
    """Return what a function does that is entered on all lanes with arguments that are not known."""
    signature = walk.signature(node)
    kept = walk.store.get(function, signature)
    if kept is not None:
        for name, (value, mask) in kept[1].items():
            walk.mask = mask
            walk.write_field(name, value)
        return kept[0]
    walk.mask, walk.maybe, walk.passed, walk.items, walk.cuts = walk.lanes.full, 0, (), [], []
    before = dict(walk.fields)
    found = _run(walk, node, function, [FREE] * len(function.parameters), None, None)
    walk.store.put(function, signature, found, {n: v for n, v in walk.fields.items() if before.get(n) != v})
    return found


def _thinned(values: list[Value], given: list[Value] | None, variants: int) -> tuple[list[Value], list[Value] | None]:
    """Return less of the arguments of a function that was walked often: so it ends."""
    if variants >= _MAX_VARIANTS * 4:
        return [OPEN if clouds(value) else FREE for value in values], None
    if variants >= _MAX_VARIANTS:  # the capability itself is kept, what was made of it is not
        return [value if clouds(value) or isinstance(value, Closure) else FREE for value in values], None
    return values, given


def invoke(  # noqa: PLR0913, PLR0917 - the state of a call
    walk: Walk, node: Node, function: Function, values: list[Value], given: list[Value] | None, this: Record | None
) -> Value:
    """Walk into a function, or repeat what an equal call gave; `walk.last` keeps its outcome."""
    values, given = _thinned(values, given, walk.variants.get(id(function), 0))
    key = (id(function), walk.mask, tuple(values), None if given is None else tuple(given), this)
    found = walk.known.get(key)
    walk.last = None
    if found is None:
        if key in walk.active:
            return FREE
        if len(walk.active) >= _MAX_CALLS or walk.depth > _MAX_CALL_DEPTH:
            walk.record(node)
            return OPEN if any(map(clouds, values)) else FREE
        walk.active.add(key)
        walk.variants[id(function)] = walk.variants.get(id(function), 0) + 1
        try:
            found = walk.known[key] = _run(walk, node, function, values, given, this)
        finally:
            walk.active.discard(key)
    walk.items.append(Item(node, walk.mask, walk.maybe & walk.mask, walk.passed, walked=True))
    _apply(walk, found)
    walk.last = found
    return found.value


def enter(walk: Walk, closure: Closure, values: list[Value]) -> Value:
    """Walk into a lambda. Equal lambdas with equal variables, as nested macros write them, are walked once."""
    key = _closure_key(walk, closure, values)
    found = None if key is None else walk.known.get(key)
    if found is None:
        found = _run_closure(walk, closure, values)
        if key is not None:
            walk.known[key] = found
    _apply(walk, found)
    walk.last = found
    return found.value


def _closure_key(walk: Walk, closure: Closure, values: list[Value]) -> Hashable | None:
    """What a lambda's outcome depends on, or None if it writes variables around it."""
    if any(closure.env.holder(name) is not None for name in walk.heat.assigned(closure.body)):
        return None
    seen = tuple((name, closure.env.find(name)) for name in sorted(walk.heat.words(closure.body)))
    here = (walk.mask, walk.device_way, bool(walk.tested or walk.passed), bool(walk.free))
    method = closure.env.method_of()
    return (
        id(closure.body),
        tuple(one for one in seen if one[1] is not None),
        tuple(values),
        here,
        method and method.this,
    )


def _run_closure(walk: Walk, closure: Closure, values: list[Value]) -> Outcome:
    env = Env(closure.env.node, closure.env)
    for index, (name, *_) in enumerate(closure.parameters):
        env.put(name, values[index] if index < len(values) else FREE)
    kept = walk.maybe, walk.doubt, walk.passed, walk.items, walk.cuts, walk.mask, walk.tested
    walk.tested += bool(walk.passed)
    walk.maybe, walk.doubt, walk.passed, walk.items, walk.cuts = 0, 0, (), [], []
    walk.block(closure.body, env)
    found = _finished(walk, env, through_references(env, closure.parameters))
    walk.maybe, walk.doubt, walk.passed, walk.items, walk.cuts, walk.mask, walk.tested = kept
    return found


def _run(  # noqa: PLR0913, PLR0917 - the state of a call
    walk: Walk, node: Node, function: Function, values: list[Value], given: list[Value] | None, this: Record | None
) -> Outcome:
    kept = walk.mask, walk.maybe, walk.doubt, walk.passed, walk.items, walk.cuts
    ways = walk.device_way, walk.tested, walk.free
    walk.maybe, walk.doubt, walk.passed, walk.items, walk.cuts, walk.cause = 0, 0, (), [], [], None
    walk.device_way, walk.tested, walk.free = False, 0, 0
    env = Env(node, this=this)
    env.hot.update(name for name, value in (this.fields if this is not None else ()) if depends(value))
    bind(walk, env, function, values, given)
    walk.block(node.body(function), env)
    falls, walk.mask = walk.mask, walk.mask | env.returned
    env.value = returned_as(walk, env, function.returns, env.value)
    walk.mask = falls
    found = _finished(walk, env, written(env, function))
    walk.mask, walk.maybe, walk.doubt, walk.passed, walk.items, walk.cuts = kept
    walk.device_way, walk.tested, walk.free = ways
    return found


def _finished(walk: Walk, env: Env, results: tuple[tuple[int, Value], ...]) -> Outcome:
    after = walk.mask | env.returned
    return Outcome(
        value=env.value,
        this=env.this,
        written=results,
        after=after,
        maybe=walk.doubt & after,
        passed=env.common(walk.passed) if walk.mask else env.tests or (),
        items=merged_items(walk.items),
        cuts=tuple(walk.cuts),
        cause=walk.cause,
    )


def _apply(walk: Walk, found: Outcome) -> None:
    """Take over what a call did."""
    for item in found.items:
        maybe = (item.maybe | walk.maybe) & item.mask
        passed = joined(walk.passed, item.passed)
        walk.items.append(Item(item.node, item.mask, maybe, passed, item.arguments, item.walked))
    walk.cuts.extend(found.cuts)
    walk.doubt |= found.maybe | (walk.maybe & walk.mask & ~found.after)
    walk.mask = found.after
    walk.maybe = (walk.maybe | found.maybe) & walk.mask
    walk.passed = joined(walk.passed, found.passed)
    if found.cause is not None:
        walk.cause = found.cause
