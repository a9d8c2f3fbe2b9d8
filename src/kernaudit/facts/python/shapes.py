"""Infers the shapes and element sizes of the tiles in a Triton kernel, as far as its text tells."""

from __future__ import annotations

import ast
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from kernaudit.model.python_api import DotRule

__all__ = ["Dot", "Operand", "Side", "Tile", "TileNames", "TileReader"]

Side = int | str
"""A length, or the compile-time argument that holds it."""

_MOST = 20_000


class TileNames(Protocol):
    """What names mean in the kernel's file."""

    def dotted(self, node: ast.expr) -> str:
        """The short dotted name of an expression, empty if it is none."""

    def dot(self, dotted: str) -> DotRule | None:
        """The multiplication that a name is."""

    def bytes_of(self, name: str) -> int | None:
        """The size of an element type."""


@dataclass(frozen=True, slots=True)
class Tile:
    """A block of values, or of pointers to some."""

    shape: tuple[Side, ...]
    element: int | None = None
    loaded: bool = False
    in_loop: bool = False


@dataclass(frozen=True, slots=True)
class Operand:
    """What is multiplied, as written."""

    text: str
    tile: Tile | None


@dataclass(frozen=True, slots=True)
class Dot:
    """A multiplication."""

    line: int
    operands: tuple[Operand, ...]


_SCALAR = Tile(())


class TileReader:
    """Reads the statements of one kernel in their order."""

    def __init__(self, names: TileNames) -> None:
        self._names = names
        self._tiles: dict[str, Tile | None] = {}
        self._depth = 0
        self._steps = 0
        self.dots: list[Dot] = []

    def read(self, nodes: Iterable[ast.stmt]) -> None:
        """Read statements."""
        for node in nodes:
            if isinstance(node, ast.Assign):
                tile = self._tile(node.value)
                for target in node.targets:
                    self._store(target, tile, node.value)
            elif isinstance(node, ast.AugAssign | ast.AnnAssign | ast.Expr) and node.value is not None:
                self._tile(node.value)
            elif isinstance(node, ast.For | ast.While):
                self._depth += 1
                self.read(node.body)
                self._depth -= 1
            elif isinstance(node, ast.If):
                self._branches(node)
            elif isinstance(node, ast.With):
                self.read(node.body)

    def _branches(self, node: ast.If) -> None:
        """Of what both ways set, what they agree in; what one alone sets is used where it was set."""
        before = dict(self._tiles)
        self.read(node.body)
        then, self._tiles = self._tiles, before
        self.read(node.orelse)
        for name, tile in then.items():
            self._tiles[name] = _agreed(tile, self._tiles[name]) if name in self._tiles else tile

    def _store(self, target: ast.expr, tile: Tile | None, value: ast.expr) -> None:
        if isinstance(target, ast.Name):
            self._tiles[target.id] = tile
        elif isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple) and len(target.elts) == len(value.elts):
            for one, part in zip(target.elts, value.elts, strict=True):
                self._store(one, self._tile(part), part)
        elif isinstance(target, ast.Tuple):
            for one in target.elts:
                self._store(one, None, value)

    def _tile(self, node: ast.expr) -> Tile | None:
        """The shape of a value; a name that nothing is known of is taken for a number or a pointer."""
        self._steps += 1
        if self._steps > _MOST:
            return None
        if isinstance(node, ast.Name):
            return self._tiles.get(node.id, _SCALAR)
        if isinstance(node, ast.Constant):
            return _SCALAR
        if isinstance(node, ast.BinOp):
            return _broadcast(self._tile(node.left), self._tile(node.right))
        if isinstance(node, ast.Compare):
            return _broadcast(self._tile(node.left), self._tile(node.comparators[0]))
        if isinstance(node, ast.UnaryOp):
            return self._tile(node.operand)
        if isinstance(node, ast.Subscript):
            return self._subscript(node)
        if isinstance(node, ast.Call):
            return self._call(node)
        if isinstance(node, ast.Attribute) and node.attr == "T":
            return _transposed(self._tile(node.value))
        return _SCALAR if isinstance(node, ast.Attribute) else None

    def _subscript(self, node: ast.Subscript) -> Tile | None:
        tile = self._tile(node.value)
        parts = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        if tile is None:
            return None
        shape: list[Side] = []
        rest = list(tile.shape)
        for part in parts:
            if isinstance(part, ast.Constant) and part.value is None:
                shape.append(1)
            elif isinstance(part, ast.Slice) and part.lower is part.upper is part.step is None and rest:
                shape.append(rest.pop(0))
            else:
                return None if tile.shape else _SCALAR
        return replace(tile, shape=(*shape, *rest))

    def _call(self, node: ast.Call) -> Tile | None:
        dotted = self._names.dotted(node.func)
        rule = self._names.dot(dotted)
        if rule is not None:
            return self._multiplied(node, rule)
        if isinstance(node.func, ast.Attribute) and node.func.attr == "to" and node.args:
            return self._cast(self._tile(node.func.value), node.args[0])
        arguments = [self._tile(one) for one in node.args]
        last = dotted.rpartition(".")[2]
        if last == "load" and dotted != last:
            return self._loaded(node, arguments)
        if last == "arange" and len(node.args) == 2:
            return _range(node.args[0], node.args[1])
        if last in ("zeros", "full") and node.args:
            return self._filled(node)
        if last in ("trans", "transpose") and arguments:
            return _transposed(arguments[0])
        if last in ("make_block_ptr", "make_tensor_descriptor", "advance"):
            return self._block(node) or (arguments[0] if last == "advance" else None)
        if last in _ELEMENTWISE:
            found = arguments[0] if arguments else None
            for one in arguments[1:]:
                found = _broadcast(found, one)
            return None if found is None else replace(found, loaded=False)
        return _SCALAR if last in _SCALARS else None

    def _multiplied(self, node: ast.Call, rule: DotRule) -> Tile | None:
        given = [*node.args]
        chosen = [given[index] for index in rule.operands if index < len(given)]
        operands = [Operand(ast.unparse(one), self._tile(one)) for one in chosen]
        self.dots.append(Dot(node.lineno, tuple(operands)))
        tiles = [one.tile for one in operands]
        if len(tiles) == 2 and tiles[0] is not None and tiles[1] is not None and tiles[0].shape and tiles[1].shape:
            return Tile((tiles[0].shape[0], tiles[1].shape[-1]), 4)
        return None

    def _cast(self, tile: Tile | None, node: ast.expr) -> Tile | None:
        if tile is None:
            return None
        if isinstance(node, ast.Attribute) and node.attr == "dtype" and isinstance(node.value, ast.Name):
            like = self._tiles.get(node.value.id)
            return replace(tile, element=None if like is None else like.element)
        return replace(tile, element=self._names.bytes_of(self._names.dotted(node).rpartition(".")[2]))

    def _loaded(self, node: ast.Call, arguments: Sequence[Tile | None]) -> Tile | None:
        owner = node.func.value if isinstance(node.func, ast.Attribute) else None
        source = arguments[0] if self._names.dotted(node.func).startswith("tl.") and arguments else None
        if source is None and owner is not None and not self._names.dotted(owner).startswith("tl"):
            source = self._tile(owner)
        return None if source is None else Tile(source.shape, None, loaded=True, in_loop=self._depth > 0)

    def _filled(self, node: ast.Call) -> Tile | None:
        shape = _shape(node.args[0])
        kind = next((one.value for one in node.keywords if one.arg == "dtype"), node.args[-1])
        element = self._names.bytes_of(self._names.dotted(kind).rpartition(".")[2])
        return None if shape is None else Tile(shape, element)

    def _block(self, node: ast.Call) -> Tile | None:
        found = next((one.value for one in node.keywords if one.arg == "block_shape"), None)
        shape = None if found is None else _shape(found)
        return None if shape is None else Tile(shape)


_ELEMENTWISE = frozenset(
    {"where", "exp", "exp2", "log", "log2", "maximum", "minimum", "abs", "sqrt", "rsqrt", "sigmoid", "multiple_of"}
    | {"max_contiguous", "cast", "clamp", "broadcast_to", "fma"}
)
_SCALARS = frozenset({"program_id", "num_programs", "cdiv", "min", "max", "int", "float"})


def _agreed(one: Tile | None, other: Tile | None) -> Tile | None:
    """What two tiles have in common; nothing where their shapes differ."""
    if one is None or other is None or one.shape != other.shape:
        return None
    element = one.element if one.element == other.element else None
    return Tile(one.shape, element, one.loaded and other.loaded, one.in_loop and other.in_loop)


def _range(first: ast.expr, last: ast.expr) -> Tile | None:
    if isinstance(first, ast.Constant) and first.value == 0:
        side = _side(last)
        return None if side is None else Tile((side,), 4)
    return None


def _shape(node: ast.expr) -> tuple[Side, ...] | None:
    if not isinstance(node, ast.Tuple | ast.List):
        return None
    sides = [_side(one) for one in node.elts]
    known = [side for side in sides if side is not None]
    return tuple(known) if len(known) == len(sides) else None


def _side(node: ast.expr) -> Side | None:
    if isinstance(node, ast.Constant) and isinstance(node.value, int):
        return node.value
    return node.id if isinstance(node, ast.Name) else None


def _transposed(tile: Tile | None) -> Tile | None:
    return None if tile is None else replace(tile, shape=tuple(reversed(tile.shape)))


def _broadcast(left: Tile | None, right: Tile | None) -> Tile | None:
    """The shape of an operation on two blocks; a length of 1 stretches."""
    if left is None or right is None:
        return None
    if not left.shape or not right.shape:
        whole = left if left.shape else right
        return replace(whole, element=whole.element, loaded=False) if whole.shape else _SCALAR
    if len(left.shape) != len(right.shape):
        return None
    sides = []
    for one, other in zip(left.shape, right.shape, strict=True):
        if one != other and 1 not in (one, other):
            return None
        sides.append(other if one == 1 else one)
    return Tile(tuple(sides), left.element if left.element == right.element else None)
