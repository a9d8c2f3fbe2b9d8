"""Bringing variables into a frame: what they are worth, and whose storage they are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kernaudit.facts.expressions import Expressions
from kernaudit.facts.frame import Binding
from kernaudit.facts.values import DEPENDENT, RUNTIME, LambdaValue, ObjectValue, TypeValue, Unknown

if TYPE_CHECKING:
    from kernaudit.facts.frame import Frame
    from kernaudit.facts.values import Value
    from kernaudit.sources.ast import Tuple

__all__ = ["Declaring"]


class Declaring(Expressions):
    """Walks declarations."""

    def declare(self, statement: Tuple, frame: Frame) -> None:
        """Bring the variable of a declaration into the frame."""
        _, flags, made, name, shape, init, *_ = statement
        automatic = not made[1] or made[1][0][0] == "auto"
        value = RUNTIME if init is None else self._initial(init, made, frame)
        described = None if automatic else self.type_of(made, frame)
        self.effects.hidden |= described is DEPENDENT and shape in ("", "[]")
        described = described if isinstance(described, TypeValue) else None
        if described is None and init is not None:
            described = value.type if isinstance(value, ObjectValue) else self.static_type(init, frame)
        value = _object(value, described, shape)
        if shape in ("", "[]") and described is not None and described.instance is not None and not described.pointers:
            several = shape == "[]" and init is not None and init[0] == "init"
            for one in init[1] if several and init is not None else (init,):
                self.declared(described.instance, one, frame)
        elif described is not None and described.instance is None and init is not None:
            self.converted(init, value, frame)
        pointer = shape in ("*", "&") or (automatic and described is not None and described.pointers > 0)
        shared = "__shared__" in flags and not flags.isdisjoint(("extern", "volatile"))  # nvcc keeps what is written
        outside = shared or ("static" in flags and "constexpr" not in flags)
        own = not pointer and not outside
        binding = Binding(value, described, own=own, array=shape == "[]", reference=shape == "&")
        binding.local = not outside and shape != "&" and not made[3]
        if init is not None:
            self._alias(binding, init, shape, frame, pointer=pointer)
            binding.view = self._leads_out(init, frame)
            if automatic and not shape and not isinstance(value, LambdaValue):
                binding.inside = self.points_inside(init, frame)
                binding.own = True
        if shape == "[]" and init is not None and init[0] == "init" and not flags.isdisjoint(("const", "constexpr")):
            binding.elements = init[1]
        for part in name.split(","):
            frame.names[part.strip()] = binding

    def _alias(self, binding: Binding, init: Tuple, shape: str, frame: Frame, *, pointer: bool) -> None:
        """Note where a pointer or a reference leads."""
        if pointer:
            binding.inside = self.inside(init, frame) if shape == "&" else self.points_inside(init, frame)

    def _leads_out(self, init: Tuple, frame: Frame) -> bool:
        """Whether an initial value is made from something that is not the kernel's own: a view of that memory."""
        kind = init[0]
        if kind in ("construct", "call"):
            return any(self._leads_out(part, frame) for part in init[2])
        if kind in ("init", "opaque"):
            return any(self._leads_out(part, frame) for part in init[1])
        return self._may_point(init, frame) and not self.points_inside(init, frame)

    def _initial(self, init: Tuple, made: Tuple, frame: Frame) -> Value:
        if init[0] == "construct" and made[1] and made[1][0][0] != "auto":
            init = ("construct", made, init[2], init[3])
        if init[0] == "init" and len(init[1]) == 1:
            return self.constant(init[1][0], frame)
        return self.constant(init, frame)


def _object(value: Value, described: TypeValue | None, shape: str) -> Value:
    """The value of a variable: an object of its class, where the tree has that."""
    if described is not None and described.instance is not None:
        made = not shape and not isinstance(value, Unknown | int)
        if made or (shape in ("", "[]") and value is RUNTIME):
            return ObjectValue(described)
    return RUNTIME if "[" in shape and not isinstance(value, ObjectValue) else value
