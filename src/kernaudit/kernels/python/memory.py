"""The shared memory of Triton kernels and their like: tiles under each configuration, at each launch."""

from __future__ import annotations

from itertools import product
from math import prod
from typing import TYPE_CHECKING, Any

from kernaudit.facts.python.configs import TileConfig, lists_configs, prunes_configs, read_configs
from kernaudit.facts.python.tiles import estimate_tiles
from kernaudit.facts.python.values import OneOf, PerLane
from kernaudit.kernels.python.lexical import FileNames
from kernaudit.kernels.python.survey import Memory, TileGroup
from kernaudit.model.evidence import Location

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from kernaudit.facts.python.lanes import DeviceLanes
    from kernaudit.facts.python.tiles import TileEstimate, Tiles
    from kernaudit.kernels.python.find import FoundKernel
    from kernaudit.kernels.python.launches import KernelLaunches, Launch
    from kernaudit.kernels.python.lexical import TextFacts
    from kernaudit.kernels.python.names import LanguageNames

__all__ = ["MemoryReader"]

_MOST = 64
"""So many combinations of arguments of one launch are looked at."""
_Combination = tuple[tuple[str, int], ...]


class MemoryReader:
    """Reads the memory of kernels whose text says all.

    Args:
        languages: names of the languages.
        lanes: the devices.
        launches: how a kernel is launched.
    """

    def __init__(
        self, languages: LanguageNames, lanes: DeviceLanes, launches: Callable[[FoundKernel], KernelLaunches]
    ) -> None:
        self._languages, self._lanes, self._launches = languages, lanes, launches

    def of(self, kernel: FoundKernel, helpers: Sequence[FoundKernel], facts: Mapping[int, TextFacts]) -> Memory:
        """Return what is known; tiles of its helpers have shapes that only the kernel knows."""
        for one in (kernel, *helpers):
            explicit = next((name for name in facts[id(one)].names if self._languages.allocates(name.dotted)), None)
            if explicit is not None:
                return Memory((), explicit.location)
        if not kernel.language.dots:
            return Memory()
        node = kernel.syntax() if _multiplies(kernel) else None
        names = FileNames(kernel.module, self._languages)
        estimate = None if node is None else estimate_tiles(node, kernel.module.path, names)
        groups = () if estimate is None else tuple(self._groups(kernel, estimate))
        hidden = next((one for one in helpers if _multiplies(one)), None)
        if hidden is not None:
            unread = f"the tiles that {hidden.name} multiplies for it, whose shapes only the caller knows"
            return Memory(groups, Location(hidden.module.path, hidden.line), unread)
        if node is None and _multiplies(kernel):
            return Memory((), Location(kernel.module.path, kernel.line))
        return Memory(groups)

    def _groups(self, kernel: FoundKernel, estimate: TileEstimate) -> Iterator[TileGroup]:
        """Per launch and device what is compiled there."""
        node = kernel.syntax()
        assert node is not None
        every = frozenset(self._lanes.ids)
        launches = self._launches(kernel)
        configs: tuple[TileConfig, ...] | None = None
        if lists_configs(node):
            configs = read_configs(node, kernel.module, kernel.language)
            if not configs:
                missing = "the list of configurations, which code makes"
                yield TileGroup(every, (estimate.unread(missing),))
                return
        whole = not prunes_configs(node)
        if not launches.known:
            if configs is None:
                missing = f"the values of its compile-time arguments ({launches.unread})"
                yield TileGroup(every, (estimate.unread(missing),))
            else:
                yield TileGroup(every, tuple(map(estimate.of, configs)), one_is_enough=whole)
            return
        launched = 0
        for one in launches.launches:
            launched |= one.lanes
        for one in launches.launches:
            lanes = one.lanes | (self._lanes.full & ~launched)
            for mask, made in self._made(one, estimate, configs, kernel):
                devices = frozenset(self._lanes.devices(mask & lanes))
                if devices:
                    tiles = made if made is not None else (estimate.unread("which of many values its arguments have"),)
                    yield TileGroup(devices, tiles, one_is_enough=configs is not None and whole)

    def _made(
        self, launch: Launch, estimate: TileEstimate, configs: Sequence[TileConfig] | None, kernel: FoundKernel
    ) -> Iterator[tuple[int, tuple[Tiles, ...] | None]]:
        """Lanes with the same arguments, and the estimates for each choice of those; None of too many."""
        stages = kernel.language.stages_keyword
        wanted = [name for name in estimate.sides if name in launch.values]
        given: dict[str, Any] = {name: launch.values[name] for name in wanted}
        if stages in launch.keywords:
            given[stages] = launch.keywords[stages]
        elif launch.whole:
            given[stages] = kernel.language.stages_default
        by_values: dict[tuple[Any, ...], int] = {}
        for index in range(self._lanes.count):
            row = tuple(_at(value, index) for value in given.values())
            by_values[row] = by_values.get(row, 0) | 1 << index
        for row, mask in by_values.items():
            yield mask, self._estimates(dict(zip(given, row, strict=True)), launch, estimate, configs, stages)

    @staticmethod
    def _estimates(
        row: Mapping[str, Any],
        launch: Launch,
        estimate: TileEstimate,
        configs: Sequence[TileConfig] | None,
        stages: str,
    ) -> tuple[Tiles, ...] | None:
        choices = {name: _numbers(value) for name, value in row.items()}
        if prod(max(len(found), 1) for found in choices.values()) * len(configs or (0,)) > _MOST * 8:
            return None
        made: list[TileConfig] = []
        for values in _combinations(choices):
            sides = {name: value for name, value in values.items() if name != stages}
            if configs is None:
                made.append(TileConfig(sides, values.get(stages), launch.location, launch.texts))
            else:
                made += [TileConfig({**sides, **one.values}, one.stages, one.location, launch.texts) for one in configs]
        return tuple(dict.fromkeys(map(estimate.of, made)))


def _combinations(choices: Mapping[str, Sequence[int]]) -> Iterable[dict[str, int]]:
    """Each choice of numbers; what is not known is in none."""
    known = {name: found for name, found in choices.items() if found}
    return (dict(zip(known, row, strict=True)) for row in product(*known.values()))


def _numbers(value: Any) -> tuple[int, ...]:  # noqa: ANN401 - a value of the evaluated language
    if isinstance(value, OneOf):
        return value.values
    return (value,) if isinstance(value, int) and not isinstance(value, bool) else ()


def _at(value: Any, index: int) -> Any:  # noqa: ANN401 - a value of the evaluated language
    return value.values[index] if isinstance(value, PerLane) else value


def _multiplies(kernel: FoundKernel) -> bool:
    return any(name.rpartition(".")[2] + "(" in kernel.text for dot in kernel.language.dots for name in dot.names)
