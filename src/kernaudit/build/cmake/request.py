"""The arch list a build is asked for, and where the list it used came from (design section 10)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from kernaudit.build.arch_lists import (
    format_gencode_flags,
    parse_cmake_architectures,
    parse_gencode_flags,
    parse_torch_list,
    request_to_cmake,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kernaudit.model.arch import Gencode
    from kernaudit.model.build import RequestRule
    from kernaudit.model.device import DeviceProfile
    from kernaudit.model.toolkit import Toolkit
    from kernaudit.ruleset.load import Rules

__all__ = ["ARCH_VARIABLE", "TORCH_VARIABLE", "ArchRequest"]

TORCH_VARIABLE = "TORCH_CUDA_ARCH_LIST"
ARCH_VARIABLE = "CMAKE_CUDA_ARCHITECTURES"


@dataclass(slots=True)
class ArchRequest:
    """What one evaluation was asked, and which lists it read.

    Attributes:
        toolkit: the assumed CUDA toolkit.
        rules: names and numbers of architectures.
        text: the user's list, None if the user named none.
        device: the device of the column, None if the question has none.
        given: lists that the user gave in variables of the build (`-D`, `--env`).
        read: the user's list was handed to the build where the build looked for it.
        used: where the lists came from that the build used, first use first.
    """

    toolkit: Toolkit
    rules: Rules
    text: str | None = None
    device: DeviceProfile | None = None
    given: frozenset[str] = frozenset()
    read: bool = False
    used: dict[RequestRule, None] = field(default_factory=dict)

    @property
    def by_user(self) -> bool:
        """Whether the user named a list, in whatever way."""
        return self.text is not None or bool(self.given)

    def use(self, rule: RequestRule) -> None:
        """Note that a list of this origin was used."""
        self.used[rule] = None

    def cmake_text(self) -> str | None:
        """Return the user's list as CMAKE_CUDA_ARCHITECTURES spells it."""
        return None if self.text is None else request_to_cmake(self.text)

    def device_text(self) -> str | None:
        """Return the device's own number as a request names it, such as `9.0`."""
        return None if self.device is None else str(self.device.capability)

    def native_architecture(self) -> str | None:
        """Return what `native` stands for: the device's own number, or None without a device."""
        return None if self.device is None else f"{self.device.capability.number}-real"

    def compiler_default(self) -> str:
        """Return what cmake finds as the compiler's own default: `75`, `52`."""
        defaults = self.toolkit.default_gencodes
        return str(defaults[0].virtual.capability.number) if defaults else ""

    def known_architectures(self, *, major_only: bool = False) -> list[str]:
        """Return the plain numbers that the toolkit knows, in order; `major_only` keeps x.0."""
        found = sorted({target.capability for target in self.toolkit.targets if not target.suffix})
        return [str(capability.number) for capability in found if not major_only or capability.minor == 0]

    def torch_gencodes(self, text: str) -> tuple[Gencode, ...]:
        """Return what torch's package file makes of a list; raises `ArchListError` where it refuses one."""
        return parse_torch_list(text, self.toolkit, self.rules, device=self.device)

    def cmake_gencodes(self, text: str) -> tuple[Gencode, ...]:
        """Return what cmake makes of CUDA_ARCHITECTURES; raises `ArchListError` where it refuses a value."""
        return parse_cmake_architectures(text, self.toolkit, device=self.device)

    def flag_gencodes(self, flags: Sequence[str]) -> tuple[Gencode, ...]:
        """Return what nvcc makes of flags; raises `ArchListError` where it refuses one."""
        return parse_gencode_flags(flags, self.toolkit, device=self.device)

    @staticmethod
    def flags_of(gencodes: Sequence[Gencode]) -> list[str]:
        """Return gencodes as `-gencode arch=...,code=...`, spelled as torch and FindCUDA spell them."""
        return [flag.replace("-gencode=", "-gencode ", 1) for flag in format_gencode_flags(gencodes)]
