"""The blocks of a cluster, as the attributes of a launch ask for them (CUDA Runtime API, cudaLaunchAttributeID)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kernaudit.facts.shared_memory.blocks import product, threads_of
from kernaudit.facts.shared_memory.nodes import root_name
from kernaudit.facts.shared_memory.term import Number
from kernaudit.facts.shared_memory.value import Record, is_term

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kernaudit.facts.shared_memory.term import Term
    from kernaudit.facts.shared_memory.value import Value
    from kernaudit.sources.ast import Tuple
    from kernaudit.sources.syntax import FileText

__all__ = ["ClusterNotes", "allows_large_clusters", "asks_for_cluster"]

_ALLOWS: Final = frozenset(
    {"cudaFuncAttributeNonPortableClusterSizeAllowed", "CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED"}
)
_FIELD: Final = "clusterDim"
_SIDES: Final = frozenset({"x", "y", "z"})
_WHOLE: Final = ""


def asks_for_cluster(text: str) -> bool:
    """Whether a text gives a launch the size of its clusters."""
    return _FIELD in text and ("AttributeClusterDimension" in text or "ATTRIBUTE_CLUSTER_DIMENSION" in text)


def allows_large_clusters(files: Iterable[FileText]) -> bool:
    """Whether host code names the attribute that allows clusters above the portable size."""
    return any(not _ALLOWS.isdisjoint(file.words) for file in files)


class ClusterNotes:
    """What a walk has met: by the variable that holds the attributes, the sides of the cluster."""

    def __init__(self) -> None:
        self._sides: dict[str, dict[str, Value]] = {}

    def store(self, place: Tuple, value: Value) -> None:
        """Take note of an assignment to `attribute.val.clusterDim`, or to a side of it."""
        if place[0] != "member":
            return
        name, inside = place[2][0], place[1]
        if name in _SIDES and inside[0] == "member" and inside[2][0] == _FIELD:
            self._note(place, name, value)
        elif name == _FIELD:
            self._note(place, _WHOLE, value)

    def _note(self, place: Tuple, side: str, value: Value) -> None:
        holder = root_name(place) or ""
        sides = {} if side == _WHOLE else self._sides.pop(holder, {})
        self._sides[holder] = {**sides, side: value}

    def of(self, config: Value) -> Term | None:
        """Return the blocks of the cluster that a configuration asks for; None where it asks for none, or may not.

        Its attributes are taken to be those that were met last.
        """
        if not isinstance(config, Record) or "attrs" not in config.fields or not self._sides:
            return None
        number = config.fields.get("numAttrs", Number(1))
        if not is_term(number) or not number.value:
            return None
        sides = self._sides[next(reversed(self._sides))]
        return threads_of(sides[_WHOLE]) if len(sides) == 1 and _WHOLE in sides else product(list(sides.values()))
