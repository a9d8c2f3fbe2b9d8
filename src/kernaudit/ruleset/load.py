"""The one door to the rules: reads them once, builds each part when it is first asked for."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from kernaudit.errors import RuleError
from kernaudit.ruleset.devices import build_devices
from kernaudit.ruleset.files import digest_of, read_rule_files
from kernaudit.ruleset.images import build_image_rules
from kernaudit.ruleset.instruction_load import build_instruction_rules
from kernaudit.ruleset.kinds import schema_of
from kernaudit.ruleset.knowledge import build_cost, build_kernels, build_lag
from kernaudit.ruleset.macros import build_macros
from kernaudit.ruleset.resolve import build_names
from kernaudit.ruleset.store import stored
from kernaudit.ruleset.toolkits import build_toolkits

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from kernaudit.model.device import DeviceProfile
    from kernaudit.model.lag import LagRow
    from kernaudit.model.toolkit import Toolkit
    from kernaudit.ruleset.files import RuleFile
    from kernaudit.ruleset.images import ImageRules
    from kernaudit.ruleset.instructions import InstructionRules
    from kernaudit.ruleset.kernels import KernelBase
    from kernaudit.ruleset.knowledge import CostDefaults
    from kernaudit.ruleset.macros import MacroRule
    from kernaudit.ruleset.resolve import DeviceNames
    from kernaudit.ruleset.toolkits import ToolkitTable

__all__ = ["Rules", "load_rules"]


class Rules:
    """All rules of one run; immutable, and every part is parsed on first use.

    `files` are the rule files in name order; readers of other kinds of rules take theirs from it.
    """

    def __init__(self, files: tuple[RuleFile, ...]) -> None:
        self.files = files

    @cached_property
    def digest(self) -> str:
        """Names this set of rules; part of every report."""
        return digest_of(self.files)

    @cached_property
    def devices(self) -> tuple[DeviceProfile, ...]:
        """All device profiles, in the order of their capabilities."""
        return build_devices(self._known_files, self._data)

    @property
    def generations(self) -> frozenset[str]:
        """The names of the generations that the profiles belong to."""
        return frozenset(device.generation for device in self.devices)

    def device(self, text: str) -> DeviceProfile:
        """The device of any accepted spelling.

        Raises:
            UsageError: no device, or several, are called so; the message lists the choices.
        """
        return self.names.device(text)

    def device_set(self, texts: Sequence[str] = ()) -> tuple[DeviceProfile, ...]:
        """The devices of `--to` values (commas separate, `all` is every profile); without any, the default set.

        Raises:
            UsageError: as `device`.
        """
        return self.names.several(texts)

    @cached_property
    def names(self) -> DeviceNames:
        """All spellings of all devices."""
        return build_names(self._table("devices.yaml"), self.devices)

    @cached_property
    def toolkits(self) -> ToolkitTable:
        """All that is known of CUDA toolkits."""
        return build_toolkits(self._table("toolkits.yaml"), self.devices)

    def toolkit(self, text: str | None = None) -> Toolkit:
        """The toolkit that `13.0` or `13.0.88` names; without text the default one.

        Raises:
            UsageError: the text is no CUDA version, or one that the rules know nothing about.
        """
        return self.toolkits.resolve(text)

    @cached_property
    def images(self) -> ImageRules:
        """Which image loads where, and which gencodes are legal."""
        return build_image_rules(self._table("images.yaml"), self.devices)

    @cached_property
    def macros(self) -> tuple[MacroRule, ...]:
        """The macros that compilers define per image."""
        return build_macros(self._table("macros.yaml"))

    @cached_property
    def instructions(self) -> InstructionRules:
        """Which SM target has which PTX instruction, intrinsic or library name.

        Raises:
            RuleError: a file under `instructions/` breaks its schema.
        """
        return build_instruction_rules(self.files, self.devices)

    @cached_property
    def kernels(self) -> KernelBase:
        """What is known of kernels, libraries and systems that people pin.

        Raises:
            RuleError: a file under `kernels/` breaks its schema.
        """
        return build_kernels(self.files)

    @cached_property
    def lag(self) -> tuple[LagRow, ...]:
        """How long kernels took to reach new GPUs."""
        return build_lag(self.files)

    @cached_property
    def cost(self) -> CostDefaults:
        """What the cost model takes where the user gives nothing."""
        return build_cost(self.files)

    @cached_property
    def torch_names(self) -> Mapping[str, Mapping[str, Mapping[str, str]]]:
        """Names in TORCH_CUDA_ARCH_LIST: reader, name, then `stands_for` and perhaps `ptx`."""
        names: dict[str, Any] = self._table("torch.yaml")["names"]
        return names

    @cached_property
    def _known_files(self) -> tuple[RuleFile, ...]:
        return tuple(file for file in self.files if schema_of(file.name) is not None)

    @cached_property
    def _data(self) -> Mapping[str, Any]:
        return stored("profiles", self._known_files, _check)

    def _table(self, name: str) -> Mapping[str, Any]:
        if name not in self._data:
            raise RuleError(f"rules/{name}:1: is missing")
        table: Mapping[str, Any] = self._data[name]
        return table


def _check(files: Sequence[RuleFile]) -> dict[str, Any]:
    from kernaudit.ruleset.check import check_files  # noqa: PLC0415 - YAML and pydantic, for changed rules only

    return check_files(files)


def load_rules(folders: Sequence[Path] = ()) -> Rules:
    """The shipped rules, with the files of `folders` over them.

    Raises:
        UsageError: a folder does not exist.
        RuleError: a file cannot be read. What a file says is checked when that part is first used.
    """
    return Rules(read_rule_files(folders))
