"""Estimates the shared memory of a Triton kernel: the tiles that its multiplications read, times pipeline stages.

What the compiler really allocates differs by its version; the ends of the estimate are one stage apart, and what is
computed instead of loaded counts at the high end only.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import prod
from typing import TYPE_CHECKING

from kernaudit.facts.python.shapes import Tile, TileReader
from kernaudit.model.evidence import Location

if TYPE_CHECKING:
    import ast
    from collections.abc import Mapping

    from kernaudit.facts.python.configs import TileConfig
    from kernaudit.facts.python.shapes import Dot, TileNames

__all__ = ["TileEstimate", "Tiles", "estimate_tiles"]


@dataclass(frozen=True, slots=True)
class Tiles:
    """One configuration's estimate.

    Attributes:
        low: bytes at least, None where something is not known.
        high: bytes at most.
        expression: as arithmetic.
        location: the configuration or launch, else the multiplication.
        missing: what was not known.
    """

    low: int | None
    high: int | None
    expression: str
    location: Location
    missing: str | None = None


def estimate_tiles(node: ast.FunctionDef | ast.AsyncFunctionDef, path: str, names: TileNames) -> TileEstimate | None:
    """Return what estimates a function's memory; None where it multiplies no tiles."""
    reader = TileReader(names)
    reader.read(node.body)
    return TileEstimate(tuple(reader.dots), Location(path, reader.dots[0].line)) if reader.dots else None


@dataclass(frozen=True, slots=True)
class TileEstimate:
    """The multiplications of a function; `first` is the place of the first one."""

    dots: tuple[Dot, ...]
    first: Location

    @property
    def sides(self) -> tuple[str, ...]:
        """The compile-time arguments that are sides of tiles."""
        tiles = (operand.tile for dot in self.dots for operand in dot.operands)
        sides = (side for tile in tiles if tile is not None for side in tile.shape if isinstance(side, str))
        return tuple(dict.fromkeys(sides))

    def unread(self, missing: str) -> Tiles:
        """The estimate where nothing is known of the arguments."""
        return Tiles(None, None, "", self.first, missing)

    def of(self, config: TileConfig) -> Tiles:
        """The estimate for one configuration."""
        place = config.location or self.first
        tiles: dict[str, Tile] = {}
        for dot in self.dots:
            for operand in dot.operands:
                if operand.tile is None or not operand.tile.shape:
                    return Tiles(None, None, "", place, f"the shape of {operand.text}")
                tiles.setdefault(operand.text, operand.tile)
        missing = next((text for name, tile in tiles.items() if (text := _missing(name, tile, config))), None)
        if missing is None and config.stages is None:
            missing = "the number of pipeline stages"
        return Tiles(None, None, "", place, missing) if missing else _estimated(tiles, config, place)


def _missing(name: str, tile: Tile, config: TileConfig) -> str | None:
    """What is not known of a tile."""
    side = next((one for one in tile.shape if isinstance(one, str) and one not in config.values), None)
    if side is not None:
        given = f" (`{config.texts[side]}`)" if side in config.texts else ""
        return f"the value of {side}{given}, a side of {name}"
    return f"the element size of {name}" if tile.element is None else None


def _estimated(tiles: Mapping[str, Tile], config: TileConfig, place: Location) -> Tiles:
    stages = config.stages or 1
    sizes = {name: prod(_sides(tile, config)) * (tile.element or 0) for name, tile in tiles.items()}
    looped = sum(size for name, size in sizes.items() if tiles[name].loaded and tiles[name].in_loop)
    parts = [f"{' x '.join(map(str, _sides(tile, config)))} x {tile.element} B" for tile in tiles.values()]
    expression = f"({' + '.join(parts)}) x {max(stages - 1, 1)} to {max(stages, 1)} stages"
    return Tiles(looped * max(stages - 1, 1), sum(sizes.values()) * max(stages, 1), expression, place)


def _sides(tile: Tile, config: TileConfig) -> list[int]:
    return [side if isinstance(side, int) else config.values[side] for side in tile.shape]
