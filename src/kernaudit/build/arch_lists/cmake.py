"""CMAKE_CUDA_ARCHITECTURES and CUDA_ARCHITECTURES: `80-real`, `90a-virtual`, `native`, `all-major`, `all`, OFF."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kernaudit.build.arch_lists.words import (
    ArchListError,
    both,
    every_target,
    own_target,
    ptx,
    sass,
    split_words,
    target_of,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kernaudit.model.arch import Gencode
    from kernaudit.model.device import DeviceProfile
    from kernaudit.model.toolkit import Toolkit

__all__ = ["format_cmake_architectures", "parse_cmake_architectures", "request_to_cmake"]

_WHAT = "CUDA_ARCHITECTURES"
_ENTRY = re.compile(r"([0-9]{2,4}[af]?)(?:-(.*))?")
_OFF = re.compile(r"(?i:0|off|no|false|n|ignore|notfound|.*-notfound)")
_KEYWORDS = frozenset({"native", "all", "all-major"})
_REQUEST = re.compile(r"(?:sm_|compute_)?([0-9]{1,3})\.?([0-9])([af]?)(?:\+PTX)?(-real|-virtual)?")


def parse_cmake_architectures(
    text: str, toolkit: Toolkit, *, device: DeviceProfile | None = None
) -> tuple[Gencode, ...]:
    """The gencodes that CMake passes to nvcc for this value; none for OFF.

    A bare number gives PTX and SASS in one flag, `-real` SASS only, `-virtual` PTX only.

    Raises:
        ArchListError: CMake would stop: an empty value, an unknown specifier, or no architecture at all.
    """
    words = split_words(text, _WHAT)
    if not words:
        raise ArchListError(f"{_WHAT} is empty: CMake wants architectures, or OFF")
    if len(words) == 1 and _OFF.fullmatch(words[0]):
        return ()
    return tuple(gencode for word in words for gencode in _entry(word, toolkit, device))


def format_cmake_architectures(gencodes: Iterable[Gencode]) -> str:
    """The value that CMake turns into these gencodes: the inverse of the reader.

    Raises:
        ArchListError: CMake's grammar cannot express a gencode (another virtual architecture than its own).
    """
    return ";".join(_word(gencode) for gencode in gencodes) or "OFF"


def request_to_cmake(text: str) -> str:
    """A request as CMAKE_CUDA_ARCHITECTURES, for trees that do not read torch's flags: `10.3;9.0a` -> `103;90a`.

    `-real`, `-virtual`, `native`, `all`, `all-major` and OFF pass through; `+PTX` says what a bare number
    means there anyway.

    Raises:
        ArchListError: an entry is none of these.
    """
    words = split_words(text.replace(",", ";"), "--request")
    return ";".join(_request_word(word) for word in words)


def _entry(word: str, toolkit: Toolkit, device: DeviceProfile | None) -> tuple[Gencode, ...]:
    if word == "native":
        return (sass(own_target(device, toolkit, _WHAT)),)
    if word in _KEYWORDS:
        return every_target(toolkit, major_only=word == "all-major")
    match = _ENTRY.fullmatch(word)
    if match is None:
        raise ArchListError(f"{_WHAT}: {word!r} is no architecture such as 90a, 80-real, native or all-major")
    target = target_of(match[1], word, _WHAT)
    match match[2]:
        case None:
            return (both(target),)
        case "real":
            return (sass(target),)
        case "virtual":
            return (ptx(target),)
    raise ArchListError(f"{_WHAT}: unknown specifier {match[2]!r} in {word!r}; CMake knows -real and -virtual")


def _word(gencode: Gencode) -> str:
    target = gencode.virtual
    for word, meaning in ((target.short, both), (f"{target.short}-real", sass), (f"{target.short}-virtual", ptx)):
        if meaning(target) == gencode:
            return word
    raise ArchListError(f"{_WHAT} cannot ask for {gencode}")


def _request_word(word: str) -> str:
    if word in _KEYWORDS or _OFF.fullmatch(word):
        return word
    match = _REQUEST.fullmatch(word)
    if match is None:
        raise ArchListError(f"--request: {word!r} is no architecture such as 9.0a, 10.3 or 80-real")
    major, minor, suffix, specifier = match.groups()
    kind = specifier or ("-virtual" if word.startswith("compute_") else "")
    return f"{major}{minor}{suffix}{kind}"
