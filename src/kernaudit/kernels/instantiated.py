"""With which arguments a unit instantiates a kernel template, asked after the unit was read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kernaudit.facts.instances import InstanceFinder
from kernaudit.facts.scope import UnitScope

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

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
        files, numbers = self._files[target], dict(self._texts[target].numbers)
        key = (tuple(map(id, files)), tuple(numbers.items()))
        if key not in self._finders:
            scope = UnitScope(files, numbers)
            self._finders[key] = scope, InstanceFinder(scope, self._reader.builtins)
        scope, finder = self._finders[key]
        return self._reader.recollection.instances(finder, scope, function)
