"""How large an object of a pack becomes, told from its header before anything is unpacked.

The format is git's own (gitformat-pack): a size in seven-bit groups, and for a delta its base and, at the start of its
compressed data, the size of what it is applied to and of what comes out.
"""

from __future__ import annotations

import os
import zlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["largest_in_chain"]

_OFFSET_DELTA, _REF_DELTA = 6, 7
_ID_BYTES = 20
_HEAD = 256
_DEEPEST = 4096
"""Git makes chains of at most 50 unless told otherwise, and reads at most 4,095."""


def largest_in_chain(pack: int, offset: int) -> int:
    """Return the largest size in bytes that reading an object needs: its own, its deltas', those of its bases.

    Args:
        pack: file descriptor of the pack.
        offset: where the object starts.

    Raises:
        ValueError: the pack is damaged, or the chain is too long.
    """
    largest = 0
    for _ in range(_DEEPEST):
        sizes, base = _entry(os.pread(pack, _HEAD, offset), offset)
        largest = max(largest, *sizes)
        if base is None:
            return largest
        offset = base
    raise ValueError("a chain of deltas without end")


def _entry(head: bytes, offset: int) -> tuple[tuple[int, ...], int | None]:
    """The sizes that an entry needs, and where its base is; a base in another place is not followed."""
    at = _end_of_number(head, 0)
    kind = head[0] >> 4 & 7
    size = head[0] & 15 | _number(head[1:at], 4)
    if kind not in {_OFFSET_DELTA, _REF_DELTA}:
        return (size,), None
    if kind == _REF_DELTA:
        return (size, *_delta_sizes(head[at + _ID_BYTES :])), None
    end = _end_of_number(head, at)
    back = _distance(head[at:end])
    if not 0 < back <= offset:
        raise ValueError("a delta whose base is outside of the pack")
    return (size, *_delta_sizes(head[end:])), offset - back


def _distance(data: bytes) -> int:
    """Git's number for the way back to a base: every further group counts one more."""
    value = data[0] & 127
    for byte in data[1:]:
        value = (value + 1) << 7 | byte & 127
    return value


def _delta_sizes(compressed: bytes) -> Iterator[int]:
    data = zlib.decompressobj().decompress(compressed, 40)
    at = 0
    for _ in range(2):
        end = _end_of_number(data, at)
        yield _number(data[at:end], 0)
        at = end


def _number(data: bytes, shift: int) -> int:
    return sum((byte & 127) << shift + 7 * place for place, byte in enumerate(data))


def _end_of_number(data: bytes, at: int) -> int:
    for end in range(at, min(at + 10, len(data))):
        if not data[end] & 128:
            return end + 1
    raise ValueError("a number without end")
