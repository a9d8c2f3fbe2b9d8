"""Statements of host code: declarations, branches, loops, and what leaves a function."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from kernaudit.facts.host_gates.conditions import fork
from kernaudit.facts.host_gates.number import FREE, OPEN, Number, truth, without_sign
from kernaudit.facts.host_gates.parameters import is_unsigned, made_from_type
from kernaudit.facts.host_gates.switches import execute_switch, line_of
from kernaudit.facts.host_gates.values import Row, clouds

if TYPE_CHECKING:
    from collections.abc import Callable

    from kernaudit.facts.host_gates.env import Env
    from kernaudit.facts.host_gates.values import Value
    from kernaudit.facts.host_gates.walk import Walk
    from kernaudit.sources.ast import Tuple

__all__ = ["execute"]

_NOTHING: Final[frozenset[Any]] = frozenset()
_ANY: Final = ("opaque", ())
_EMPTY: Final = ("block", ())


def execute(walk: Walk, statement: Tuple, env: Env) -> None:
    """Walk one statement."""
    handler = _HANDLERS.get(statement[0])
    if handler is not None:
        handler(walk, statement, env)


def _expression(walk: Walk, statement: Tuple, env: Env) -> None:
    walk.value(statement[1], env)


def _declaration(walk: Walk, statement: Tuple, env: Env) -> None:
    _, _, made, name, shape, init, _ = statement
    value: Value = FREE
    if init is not None:
        if init[0] in ("construct", "init") and made[1] and made[1][0][0] != "auto":
            init = ("construct", made, init[2] if init[0] == "construct" else init[1], statement[6])
        value = walk.literal(init[1]) if init[0] == "const" and init[1] is not None else walk.value(init, env)
    elif made[1]:
        value = walk.value(("construct", made, (), statement[6]), env) if not shape else FREE
    if value == FREE:
        value = made_from_type(walk, env, made) or value
    if isinstance(value, Number) and not shape and is_unsigned(made):
        value = without_sign(value)
    names = [part.strip() for part in name.split(",")]
    if len(names) > 1:
        _unpack(env, names, value)
    else:
        env.put(name, value)


def _unpack(env: Env, names: list[str], value: Value) -> None:
    if isinstance(value, Row) and len(value.items) == len(names):
        for name, one in zip(names, value.items, strict=True):
            env.put(name, one)
    else:
        for name in names:
            env.put(name, OPEN if clouds(value) else FREE)


def _if(walk: Walk, statement: Tuple, env: Env) -> None:
    _, _, init, condition, yes, no, line = statement
    walk.statement(init, env)
    value = walk.number(condition, env)
    ways = (lambda: _way(walk, yes, env), lambda: _way(walk, no, env))
    fork(walk, value, (condition, line), ways, (yes, no), env)


def _way(walk: Walk, statement: Tuple, env: Env) -> Value:
    walk.block(statement[1] if statement[0] == "block" else (statement,), env)
    return FREE


def _loop(walk: Walk, condition: Tuple, body: Tuple, step: Tuple | None, env: Env) -> None:
    _forget(walk, (condition, body, step), env)
    value = walk.number(condition, env)
    if value.varies:
        ways = (lambda: _pass(walk, condition, body, step, env), lambda: FREE)
        fork(walk, value, (condition, line_of(condition) or line_of(body)), ways, (body, _EMPTY), env)
        return
    yes, no, _ = truth(value, walk.lanes.count)
    entered, maybe, passed = walk.mask, walk.maybe, walk.passed
    kept, env.broken, env.continued = (env.broken, env.continued), 0, 0
    walk.mask = entered & yes
    if walk.mask:
        _way(walk, body, env)
        walk.mask |= env.continued
        if step is not None:
            walk.value(step, env)
        _forget(walk, (condition, body, step), env)
    # a lane that is still there after one pass may leave later; one that can only leave inside has left
    forever = entered & yes & ~no
    skipped = entered & no
    walk.mask = skipped | env.broken | (walk.mask & forever)
    walk.maybe = (maybe & skipped) | (walk.maybe & walk.mask & ~skipped)
    walk.passed = passed if skipped else walk.passed
    env.broken, env.continued = kept


def _pass(walk: Walk, condition: Tuple, body: Tuple, step: Tuple | None, env: Env) -> Value:
    """One pass of a loop whose condition hangs on the device; a lane that is still there may leave later."""
    kept, env.broken, env.continued = (env.broken, env.continued), 0, 0
    _way(walk, body, env)
    walk.mask |= env.continued
    if step is not None:
        walk.value(step, env)
    _forget(walk, (condition, body, step), env)
    walk.mask |= env.broken
    env.broken, env.continued = kept
    return FREE


def _forget(walk: Walk, parts: Tuple, env: Env) -> None:
    """What a loop assigns is not known while it runs."""
    for part in parts:
        env.forget(walk.heat.assigned(part))


def _for(walk: Walk, statement: Tuple, env: Env) -> None:
    _, init, condition, step, body = statement
    walk.statement(init, env)
    _loop(walk, condition, body, step, env)


def _while(walk: Walk, statement: Tuple, env: Env) -> None:
    _loop(walk, statement[1], statement[2], None, env)


def _do(walk: Walk, statement: Tuple, env: Env) -> None:
    _, body, condition = statement
    once = condition[0] == "const" and not condition[1]
    if not once:
        _forget(walk, (condition, body), env)
    kept, env.broken, env.continued = (env.broken, env.continued), 0, 0
    _way(walk, body, env)
    walk.mask |= env.continued
    walk.value(condition, env)
    walk.mask |= env.broken
    env.broken, env.continued = kept
    if not once:
        _forget(walk, (condition, body), env)


def _each(walk: Walk, statement: Tuple, env: Env) -> None:
    _, declared, source, body = statement
    env.put(declared[3], OPEN if clouds(walk.value(source, env)) else FREE)
    _loop(walk, _ANY, body, None, env)


def _return(walk: Walk, statement: Tuple, env: Env) -> None:
    value = FREE if statement[1] is None else walk.value(statement[1], env)
    env.leave(value, walk.mask, walk.passed, walk.lanes.count)
    walk.mask = 0


def _throw(walk: Walk, statement: Tuple, env: Env) -> None:
    del statement, env
    walk.doubt |= walk.maybe & walk.mask
    walk.mask = 0


def _try(walk: Walk, statement: Tuple, env: Env) -> None:
    """What a handler does may follow on every lane; on those that were refused inside it surely may."""
    _, body, handlers = statement
    entered = walk.mask
    walk.block(body, env)
    lost = entered & ~walk.mask & ~env.returned
    if not handlers:
        return
    after = walk.mask
    walk.mask = entered
    for handler in handlers:
        walk.reach(_NOTHING.union(*(walk.regions.of(part, env.node) for part in handler)), maybe=True)
    walk.mask = after | lost
    walk.cause = None


def _jump(walk: Walk, statement: Tuple, env: Env) -> None:
    """Where a `goto` goes is not followed: whatever is behind may or may not be reached."""
    del statement
    walk.reach(walk.regions.behind(env), maybe=True)
    walk.maybe |= walk.mask


def _block(walk: Walk, statement: Tuple, env: Env) -> None:
    before = dict(env.names)
    declared = {part[3] for part in statement[1] if part[0] == "decl"}
    walk.block(statement[1], env)
    for name in declared & set(before):
        env.put(name, before[name])


def _break(walk: Walk, statement: Tuple, env: Env) -> None:
    if statement[0] == "break":
        env.broken |= walk.mask
    else:
        env.continued |= walk.mask
    walk.mask = 0


def _using(walk: Walk, statement: Tuple, env: Env) -> None:
    walk.value(statement[3], env)


_HANDLERS: Final[dict[str, Callable[[Walk, Tuple, Env], None]]] = {
    "expr": _expression,
    "decl": _declaration,
    "using": _using,
    "if": _if,
    "for": _for,
    "each": _each,
    "while": _while,
    "do": _do,
    "switch": execute_switch,
    "return": _return,
    "throw": _throw,
    "try": _try,
    "jump": _jump,
    "block": _block,
    "break": _break,
    "continue": _break,
}
