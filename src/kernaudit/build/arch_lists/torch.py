"""TORCH_CUDA_ARCH_LIST: `8.0;9.0a;10.0+PTX`, names such as Hopper, blanks or semicolons.

Torch reads it in two places that differ in order, names and PTX: its CMake package
(select_compute_arch.cmake) and torch.utils.cpp_extension. Names are data (`rules/torch.yaml`).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Literal

from kernaudit.build.arch_lists.words import ArchListError, own_target, ptx, sass, split_words, target_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from kernaudit.model.arch import Gencode, SmTarget
    from kernaudit.model.device import DeviceProfile
    from kernaudit.model.toolkit import Toolkit
    from kernaudit.ruleset.load import Rules

__all__ = ["TorchReader", "format_torch_list", "parse_torch_list"]

TorchReader = Literal["cmake", "setuptools"]

_WHAT = "TORCH_CUDA_ARCH_LIST"
_NUMBER = re.compile(r"([0-9]{1,3}\.[0-9][af]?)(?:\(([0-9]{1,3}\.[0-9][af]?)\))?")
_PTX = "+PTX"
_NATIVE = frozenset({"native", "Auto"})
_UNMODELLED = frozenset({"All", "Common"})


def parse_torch_list(
    text: str,
    toolkit: Toolkit,
    rules: Rules,
    *,
    device: DeviceProfile | None = None,
    reader: TorchReader = "cmake",
) -> tuple[Gencode, ...]:
    """The gencodes that torch makes of the list.

    Args:
        text: the list, `8.0;9.0a 10.0+PTX`; `native` (and CMake's `Auto`) is the device's own number.
        toolkit: for the number of `native`.
        rules: for the names.
        device: the column, where there is one.
        reader: `cmake` puts SASS in list order first, then PTX; `setuptools` sorts the flags as text.

    Raises:
        ArchListError: torch would refuse an entry.
    """
    names = rules.torch_names[reader]
    if reader == "setuptools":
        return _setuptools(text, toolkit, names, device)
    return _cmake(text, toolkit, names, device)


def format_torch_list(gencodes: Iterable[Gencode]) -> str:
    """The list that torch's CMake package turns into these gencodes, if there is one: the inverse of the reader.

    Raises:
        ArchListError: torch's grammar cannot express a gencode, such as PTX without SASS.
    """
    entries: dict[SmTarget, str] = {}
    for image in (image for gencode in gencodes for image in gencode.images):
        target = image.code.target
        if image.is_ptx and target in entries and not entries[target].endswith(_PTX):
            entries[target] += _PTX
        elif not image.is_ptx and target not in entries:
            entries[target] = target.dotted if image.virtual == target else f"{target.dotted}({image.virtual.dotted})"
        else:
            raise ArchListError(f"{_WHAT} cannot ask for {image}")
    return ";".join(entries.values())


def _cmake(
    text: str, toolkit: Toolkit, names: Mapping[str, Mapping[str, str]], device: DeviceProfile | None
) -> tuple[Gencode, ...]:
    binaries: list[Gencode] = []
    forward: list[Gencode] = []
    for entry in split_words(text, _WHAT):
        name = entry.removesuffix(_PTX)
        if name in _UNMODELLED:
            raise ArchListError(f"{_WHAT}: {name!r} depends on the torch release; list the architectures")
        for part, adds_ptx in _entries(name, entry.endswith(_PTX), names):
            target, virtual = _number(part, entry, toolkit, device)
            if not adds_ptx or part in _NATIVE or name not in names:
                binaries.append(sass(target, virtual))
            if adds_ptx:
                forward += [ptx(target), *([ptx(virtual)] if virtual else [])]
    return tuple(dict.fromkeys([*binaries, *forward]))


def _entries(name: str, adds_ptx: bool, names: Mapping[str, Mapping[str, str]]) -> list[tuple[str, bool]]:
    """A list entry as numbers: a name stands for several, and its PTX for its own numbers."""
    if name not in names:
        return [(name, adds_ptx)]
    meaning = names[name]
    numbers = [(part, False) for part in meaning["stands_for"].split(";")]
    extra = (meaning.get("ptx") or meaning["stands_for"]).split(";") if adds_ptx else []
    return [*numbers, *((part, True) for part in extra)]


def _number(part: str, entry: str, toolkit: Toolkit, device: DeviceProfile | None) -> tuple[SmTarget, SmTarget | None]:
    """`9.0a` as a target; `5.2(5.0)` = SASS for 5.2 compiled as 5.0."""
    if part in _NATIVE:
        return own_target(device, toolkit, _WHAT), None
    match = _NUMBER.fullmatch(part)
    if match is None:
        raise ArchListError(f"{_WHAT}: {entry!r} is neither a number such as 9.0a nor a name that torch knows")
    virtual = match[2]
    return target_of(match[1], entry, _WHAT), None if virtual is None else target_of(virtual, entry, _WHAT)


def _setuptools(
    text: str, toolkit: Toolkit, names: Mapping[str, Mapping[str, str]], device: DeviceProfile | None
) -> tuple[Gencode, ...]:
    expanded = text
    for name, meaning in names.items():  # plain replacement of text, in this order, as torch does it
        expanded = expanded.replace(name, meaning["stands_for"])
    found: set[Gencode] = set()
    for entry in split_words(expanded, _WHAT):
        target, virtual = _number(entry.removesuffix(_PTX), entry, toolkit, device)
        if virtual is not None:
            raise ArchListError(f"{_WHAT}: torch's setuptools reader does not take {entry!r}")
        found.add(sass(target))
        if entry.endswith(_PTX):
            found.add(ptx(target))
    return tuple(sorted(found, key=_flag_text))


def _flag_text(gencode: Gencode) -> str:
    return f"arch={gencode.virtual.virtual},code={gencode.codes[0]}"
