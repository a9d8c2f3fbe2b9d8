"""Makes inputs from inputs: bytes, tokens and lines that are lost, doubled, moved, nested or replaced."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

__all__ = ["mutated"]

_LONGEST = 20_000
_TOKEN = re.compile(rb"\w+|\s+|[^\w\s]")
_ODD = (
    b'', b'\x00', b'\xff', b'\xef\xbb\xbf', b'\r', b'\\\n', b'\\', b'"', b"'", b'${', b'}', b'$<', b'>', b'(',
    b')', b'[[', b']]', b'{', b'/*', b'*/', b'//', b'#', b'#if', b'#else', b'#endif', b'#define X X', b'R"(',
    b'<<<', b'>>>', b'::', b'__CUDA_ARCH__', b'template <', b'asm volatile("', b'0', b'-1',
    b'99999999999999999999', b'1e999', b'0x', b'%s', b'&a', b'*a', b'!!python/object', b'- ', b': ', b'\t',
    b'while(TRUE)', b'endwhile()', b'foreach(a b)', b'endforeach()', b'return()', b'lambda: ',
    b'for x in range(10**9):', b'import os', b'null', b'true', b'\xe2\x80\xae', b'\x1b[31m',
)  # fmt: skip


def mutated(data: bytes, others: Sequence[bytes], random: Random) -> bytes:
    """Return a changed input.

    Args:
        data: what to change.
        others: inputs to take parts from.
        random: decides; the same state gives the same result.
    """
    for _ in range(1 + int(random.expovariate(0.5))):
        data = random.choice(_WAYS)(data, others, random)
    return data[:_LONGEST]


def _tokens(data: bytes) -> list[bytes]:
    return _TOKEN.findall(data)


def _flip(data: bytes, others: Sequence[bytes], random: Random) -> bytes:
    del others
    changed = bytearray(data or b"x")
    changed[random.randrange(len(changed))] ^= 1 << random.randrange(8)
    return bytes(changed)


def _cut(data: bytes, others: Sequence[bytes], random: Random) -> bytes:
    del others
    start = random.randrange(len(data) + 1)
    return data[:start] + data[start + random.randrange(1, 60) :] if random.random() < 0.8 else data[:start]


def _put(data: bytes, others: Sequence[bytes], random: Random) -> bytes:
    del others
    at = random.randrange(len(data) + 1)
    return data[:at] + random.choice(_ODD) * random.choice((1, 1, 1, 2, 50)) + data[at:]


def _swap(data: bytes, others: Sequence[bytes], random: Random) -> bytes:
    del others
    tokens = _tokens(data)
    if tokens:
        tokens[random.randrange(len(tokens))] = random.choice((*_ODD, *tokens[:200]))
    return b"".join(tokens)


def _splice(data: bytes, others: Sequence[bytes], random: Random) -> bytes:
    lines, more = data.split(b"\n"), random.choice(others).split(b"\n")
    at, start = random.randrange(len(lines) + 1), random.randrange(len(more))
    return b"\n".join([*lines[:at], *more[start : start + random.randrange(1, 12)], *lines[at:]])


def _repeat(data: bytes, others: Sequence[bytes], random: Random) -> bytes:
    del others
    lines = data.split(b"\n")
    at = random.randrange(len(lines))
    return b"\n".join([*lines[:at], *[lines[at]] * random.choice((2, 3, 200)), *lines[at:]])


def _nest(data: bytes, others: Sequence[bytes], random: Random) -> bytes:
    """Put a part of the input into deep brackets of a kind."""
    del others
    left, right = random.choice(
        ((b"(", b")"), (b"{", b"}"), (b"[", b"]"), (b"${", b"}"), (b"$<1:", b">"), (b"<", b">"))
    )
    at, end = sorted((random.randrange(len(data) + 1), random.randrange(len(data) + 1)))
    depth = random.choice((2, 10, 300, 3000))
    return data[:at] + left * depth + data[at:end] + right * depth + data[end:]


_BRACKETS = ((b"(", b")"), (b"{", b"}"), (b"[", b"]"), (b"${", b"}"), (b"$<1:", b">"), (b"<", b">"))
_WAYS = (_flip, _cut, _put, _put, _swap, _swap, _splice, _splice, _repeat, _nest)
