"""cmake strings are bytes: conversions, and the ASCII-only case and space rules of its C locale."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

__all__ = ["SPACES", "from_bytes", "lower", "narrow", "strip", "to_bytes", "to_int", "upper", "widen"]

SPACES: Final = " \t\n\v\f\r"
_LOWER: Final = {code: code + 32 for code in range(ord("A"), ord("Z") + 1)}
_UPPER: Final = {code: code - 32 for code in range(ord("a"), ord("z") + 1)}


def to_bytes(text: str) -> bytes:
    """The bytes that cmake sees; undecodable input survives a round trip through `from_bytes`."""
    return text.encode("utf-8", "surrogateescape")


def from_bytes(data: bytes) -> str:
    """The text of bytes, invalid UTF-8 kept as surrogates."""
    return data.decode("utf-8", "surrogateescape")


def widen(text: str) -> str:
    """One character per byte, so that positions and `.` count bytes as cmake does."""
    return text if text.isascii() else to_bytes(text).decode("latin-1")


def narrow(text: str) -> str:
    """The inverse of `widen`."""
    return text if text.isascii() else from_bytes(text.encode("latin-1"))


def lower(text: str) -> str:
    """ASCII letters in lower case, everything else untouched."""
    return text.lower() if text.isascii() else text.translate(_LOWER)


def upper(text: str) -> str:
    """ASCII letters in upper case, everything else untouched."""
    return text.upper() if text.isascii() else text.translate(_UPPER)


def strip(text: str) -> str:
    """Without the white space of the C locale at both ends."""
    return text.strip(SPACES)


@lru_cache(maxsize=1024)
def to_int(text: str, bits: int = 64) -> int | None:
    """A whole decimal number as `strtol` reads it, or None where text remains or the value overflows `bits`."""
    digits = text.lstrip(SPACES)
    body = digits[1:] if digits[:1] in ("+", "-") else digits
    if not (body.isascii() and body.isdigit()) or len(body.lstrip("0")) > 20:
        return None
    value = int(body.lstrip("0") or "0")
    value = -value if digits[0] == "-" else value
    limit = 1 << (bits - 1)
    return value if -limit <= value < limit else None
