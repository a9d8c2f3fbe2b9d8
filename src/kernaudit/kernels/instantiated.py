"""With which arguments a unit instantiates a kernel template, asked after the unit was read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kernaudit.facts.instances import InstanceFinder
from kernaudit.facts.scope import UnitScope

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from kernaudit.kernels.read import KernelReader
    from kernaudit.model.arch import SmTarget
    from kernaudit.sources.outline import Function
    from kernaudit.sources.preprocess import UnitText
    from kernaudit.sources.syntax import FileText

__all__ = ["Instantiated"]

_Key = tuple[object, ...]


class Instantiated:
    """Answers for one unit; targets that leave the same text share them.

    Args:
        reader: that read the unit, and remembers what it found.
        texts: of the unit, per target.
        files: their files.
    """

    def __init__(
        self, reader: KernelReader, texts: Mapping[SmTarget, UnitText], files: Mapping[SmTarget, tuple[FileText, ...]]
    ) -> None:
        self._reader, self._texts, self._files = reader, texts, files
        self._finders: dict[_Key, tuple[UnitScope, InstanceFinder]] = {}

    def of(self, target: SmTarget, function: Function) -> Sequence[Mapping[str, Any]]:
        """Return the sets of arguments of a kernel template on a target; an open argument is an unknown."""
        scope, finder = self._finder(target)
        return self._reader.recollection.instances(finder, scope, function)

    def value(self, target: SmTarget, arguments: Mapping[str, Any]) -> Callable[[str], int | None]:
        """Return what tells the number that a name stands for, among these template arguments or in the unit."""
        scope, _ = self._finder(target)

        def of(name: str) -> int | None:
            if name in arguments:
                return arguments[name] if isinstance(arguments[name], int) else None
            values = {_number(one.value) for one in scope.constants(name)}
            return values.pop() if len(values) == 1 else None

        return of

    def _finder(self, target: SmTarget) -> tuple[UnitScope, InstanceFinder]:
        files, numbers = self._files[target], dict(self._texts[target].numbers)
        key = (tuple(map(id, files)), tuple(numbers.items()))
        if key not in self._finders:
            scope = UnitScope(files, numbers)
            self._finders[key] = scope, InstanceFinder(scope, self._reader.builtins)
        return self._finders[key]


def _number(value: object) -> int | None:
    if isinstance(value, tuple) and len(value) > 1 and value[0] == "const":
        value = value[1]
    return value if isinstance(value, int) else None
