"""The plain subcommands of string() as functions. Positions and lengths count bytes, letters are ASCII."""

from __future__ import annotations

import hashlib
import re
import uuid
from typing import Final

from kernaudit.build.cmake.lib.commands import check_size
from kernaudit.build.cmake.lib.errors import LibError
from kernaudit.build.cmake.lib.text import from_bytes, narrow, to_bytes, widen

__all__ = [
    "HASHES",
    "compare",
    "find",
    "from_codes",
    "hash_text",
    "leading_int",
    "make_c_identifier",
    "pseudo_random",
    "repeat",
    "replace",
    "substring",
    "timestamp",
    "uuid_text",
]

HASHES: Final = frozenset(
    {"MD5", "SHA1", "SHA224", "SHA256", "SHA384", "SHA512", "SHA3_224", "SHA3_256", "SHA3_384", "SHA3_512"}
)
_NOT_IDENTIFIER: Final = re.compile(r"[^A-Za-z0-9_]")
_LEADING_INT: Final = re.compile(r"[ \t\n\v\f\r]*([+-]?[0-9]{1,18})")
_UUID: Final = re.compile(r"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")
_EPOCH: Final = {
    "a": "Thu", "A": "Thursday", "b": "Jan", "B": "January", "d": "01", "H": "00", "I": "12", "j": "001", "m": "01",
    "M": "00", "S": "00", "U": "00", "V": "01", "w": "4", "y": "70", "Y": "1970", "s": "0", "f": "000000", "Z": "GMT",
    "z": "+0000", "%": "%",
}  # fmt: skip


def leading_int(text: str) -> int:
    """The number a text starts with, 0 if none (C's atoi)."""
    match = _LEADING_INT.match(text)
    return int(match.group(1)) if match else 0


def find(text: str, part: str, *, reverse: bool = False) -> int:
    """Byte position of the first (last) occurrence, -1 if none."""
    wide = widen(text)
    return wide.rfind(widen(part)) if reverse else wide.find(widen(part))


def replace(text: str, old: str, new: str) -> str:
    """Every occurrence replaced; an empty `old` replaces nothing."""
    if not old:
        return text
    check_size(len(text) + text.count(old) * len(new))
    return text.replace(old, new)


def substring(text: str, begin: int, length: int) -> str:
    """`length` bytes from `begin`; -1 means to the end."""
    wide = widen(text)
    if not 0 <= begin <= len(wide):
        raise LibError(f"begin index: {begin} is out of range 0 - {len(wide)}")
    if length < -1:
        raise LibError(f"end index: {length} should be -1 or greater")
    return narrow(wide[begin:] if length == -1 else wide[begin : begin + length])


def repeat(text: str, times: int) -> str:
    """The text `times` times over."""
    check_size(len(text) * times)
    return text * times if text else ""


def compare(mode: str, left: str, right: str) -> bool:
    """COMPARE: byte order."""
    one, two = to_bytes(left), to_bytes(right)
    if mode in ("EQUAL", "NOTEQUAL"):
        return (one == two) is (mode == "EQUAL")
    if mode.startswith("LESS"):
        return one < two or (mode == "LESS_EQUAL" and one == two)
    return one > two or (mode == "GREATER_EQUAL" and one == two)


def hash_text(algorithm: str, text: str) -> str:
    """Hexadecimal digest; `algorithm` is one of `HASHES`."""
    return hashlib.new(algorithm.lower(), to_bytes(text), usedforsecurity=False).hexdigest()


def from_codes(codes: tuple[str, ...]) -> str:
    """ASCII: the text of these byte values."""
    values = bytearray()
    for code in codes:
        value = leading_int(code)
        if not 0 < value < 256:
            raise LibError(f"Character with code {code} does not exist.")
        values.append(value)
    return from_bytes(bytes(values))


def make_c_identifier(text: str) -> str:
    """Every byte that a C identifier cannot hold becomes `_`; a leading digit gets one in front."""
    name = _NOT_IDENTIFIER.sub("_", widen(text))
    return f"_{name}" if name[:1].isdigit() else name


def pseudo_random(alphabet: str, length: int) -> str:
    """RANDOM without chance: the same text in every run, so that a report is reproducible."""
    if length < 1:
        raise LibError("sub-command RANDOM: Invoked with bad length..")
    check_size(length)
    letters = alphabet or "qwertyuiopasdfghjklzxcvbnmQWERTYUIOPASDFGHJKLZXCVBNM0123456789"
    return (letters * (length // len(letters) + 1))[:length]


def timestamp(pattern: str, *, utc: bool) -> str:
    """TIMESTAMP of a clock that stands at 1970-01-01T00:00:00 UTC: a static reader has no other."""
    pattern = pattern or ("%Y-%m-%dT%H:%M:%SZ" if utc else "%Y-%m-%dT%H:%M:%S")
    return re.sub(r"%(.)", lambda match: _EPOCH.get(match.group(1), match.group()), pattern, flags=re.DOTALL)


def uuid_text(namespace: str, name: str, kind: str, *, upper: bool) -> str:
    """UUID: a name-based identifier (RFC 4122, versions 3 and 5)."""
    if not _UUID.fullmatch(namespace):
        raise LibError("UUID sub-command, malformed NAMESPACE UUID.")
    algorithm, version = ("md5", 3) if kind == "MD5" else ("sha1", 5)
    data = uuid.UUID(namespace).bytes + to_bytes(name)
    digest = hashlib.new(algorithm, data, usedforsecurity=False).digest()
    text = str(uuid.UUID(bytes=digest[:16], version=version))
    return text.upper() if upper else text
