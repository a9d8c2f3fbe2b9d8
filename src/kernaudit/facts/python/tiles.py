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
    from collections.abc import Mapping, Sequence

    from kernaudit.facts.python.configs import TileConfig
    from kernaudit.facts.python.shapes import TileNames

__all__ = ["Tiles", "estimate_tiles"]


@dataclass(frozen=True, slots=True)
class Tiles:
    """One configuration's estimate.

    Attributes:
        low: bytes at least, None where something is not known.
        high: bytes at most.
        expression: as arithmetic.
        location: the configuration, else the multiplication.
        missing: what was not known.
    """

    low: int | None
    high: int | None
    expression: str
    location: Location
    missing: str | None = None


def estimate_tiles(
    node: ast.FunctionDef | ast.AsyncFunctionDef,
    path: str,
    names: TileNames,
    configs: Sequence[TileConfig],
) -> tuple[Tiles, ...]:
    """Return an estimate per configuration; nothing where the function multiplies no tiles."""
    reader = TileReader(names)
    reader.read(node.body)
    if not reader.dots:
        return ()
    first = Location(path, reader.dots[0].line)
    if not configs:
        return (Tiles(None, None, "", first, "the values of its compile-time arguments"),)
    return tuple(_estimate(reader, config, first) for config in configs)


def _estimate(reader: TileReader, config: TileConfig, first: Location) -> Tiles:
    place = config.location or first
    tiles: dict[str, Tile] = {}
    for dot in reader.dots:
        for operand in dot.operands:
            if operand.tile is None:
                return Tiles(None, None, "", place, f"the shape of {operand.text}")
            tiles.setdefault(operand.text, operand.tile)
    sizes: dict[str, int] = {}
    for text, tile in tiles.items():
        size, missing = _bytes(tile, config.values)
        if size is None:
            return Tiles(None, None, "", place, missing.format(text))
        sizes[text] = size
    if config.stages is None:
        return Tiles(None, None, "", place, "the number of pipeline stages")
    looped = sum(size for text, size in sizes.items() if tiles[text].loaded and tiles[text].in_loop)
    low = looped * max(config.stages - 1, 1)
    high = sum(sizes.values()) * max(config.stages, 1)
    return Tiles(low, high, _arithmetic(tiles, config), place)


def _bytes(tile: Tile, values: Mapping[str, int]) -> tuple[int | None, str]:
    """The size of a tile, or what is missing (with a place for the operand's name)."""
    sides = [side if isinstance(side, int) else values.get(side) for side in tile.shape]
    known = [side for side in sides if side is not None]
    if len(known) < len(sides):
        unknown = next(side for side, value in zip(tile.shape, sides, strict=True) if value is None)
        return None, f"the value of {unknown}, a side of {{}}"
    if tile.element is None:
        return None, "the element size of {}"
    return prod(known) * tile.element, ""


def _arithmetic(tiles: Mapping[str, Tile], config: TileConfig) -> str:
    parts = []
    for tile in tiles.values():
        sides = [str(side if isinstance(side, int) else config.values[side]) for side in tile.shape]
        parts.append(f"{' x '.join(sides)} x {tile.element} B")
    stages = config.stages or 1
    return f"({' + '.join(parts)}) x {max(stages - 1, 1)} to {max(stages, 1)} stages"
