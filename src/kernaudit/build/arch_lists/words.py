"""What the three grammars share: words, whole-chip-set keywords, and the error."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kernaudit.errors import UsageError
from kernaudit.model.arch import Code, Gencode, SmTarget

if TYPE_CHECKING:
    from kernaudit.model.device import DeviceProfile
    from kernaudit.model.toolkit import Toolkit

__all__ = ["ArchListError", "both", "every_target", "own_target", "ptx", "sass", "split_words", "target_of"]

_SEPARATORS = re.compile(r"[;\s]+")
_MAX_WORDS = 1000
_MAX_LENGTH = 100_000


class ArchListError(UsageError):
    """An arch list that its reader (torch, CMake or nvcc) would refuse too."""


def split_words(text: str, what: str) -> list[str]:
    """Words between semicolons and blanks.

    Raises:
        ArchListError: the list is absurdly long.
    """
    words = [word for word in _SEPARATORS.split(text) if word] if len(text) <= _MAX_LENGTH else [""] * (_MAX_WORDS + 1)
    if len(words) > _MAX_WORDS:
        raise ArchListError(f"{what}: more than {_MAX_WORDS} entries")
    return words


def target_of(digits: str, shown: str, what: str) -> SmTarget:
    """The SM target that `90a`, `9.0a` or `sm_90a` names.

    Raises:
        ArchListError: it names none; the message shows the entry as it was written.
    """
    try:
        return SmTarget.parse(digits)
    except ValueError:
        raise ArchListError(f"{what}: {shown!r} is no architecture such as 9.0a or 90a") from None


def sass(target: SmTarget, virtual: SmTarget | None = None) -> Gencode:
    """SASS for the target, compiled as `virtual` (itself if not given)."""
    return Gencode(virtual or target, (Code(target),))


def ptx(target: SmTarget) -> Gencode:
    """PTX of the target."""
    return Gencode(target, (Code(target, ptx=True),))


def both(target: SmTarget) -> Gencode:
    """One flag with PTX and SASS, as CMake writes it for a bare number."""
    return Gencode(target, (Code(target, ptx=True), Code(target)))


def own_target(device: DeviceProfile | None, toolkit: Toolkit, what: str) -> SmTarget:
    """What `native` means in a column: the device's own plain target, under the toolkit's number for it.

    Raises:
        ArchListError: there is no column to take the device from.
    """
    if device is None:
        raise ArchListError(f"{what}: `native` depends on the machine; name the device (--to)")
    known = device.own_targets(toolkit)
    return known[0] if known else SmTarget(device.capability)


def every_target(toolkit: Toolkit, *, major_only: bool) -> tuple[Gencode, ...]:
    """`all` and `all-major`: SASS for every plain target (of the X.0 ones and the oldest), PTX for the newest X.0.

    Measured with `nvcc --dryrun -arch=all` and `-arch=all-major` of CUDA 13.0 to 13.5.
    """
    plain = sorted(target for target in toolkit.targets if not target.suffix)
    majors = [target for target in plain if target.capability.minor == 0]
    chosen = [target for target in plain if target in majors or target == plain[0]] if major_only else plain
    return (*(sass(target) for target in chosen), ptx(majors[-1]))
