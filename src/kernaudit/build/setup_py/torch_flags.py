"""torch's rule for extensions: flags that name an architecture stand, else the request or the device gives them.

As `_get_cuda_arch_flags` of torch.utils.cpp_extension: any flag with `arch` in it (but the extension's own name)
turns the rule off.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from kernaudit.build.arch_lists import ArchListError, format_gencode_flags, parse_torch_list
from kernaudit.build.setup_py.errors import ProgramError
from kernaudit.build.setup_py.exceptions import exception
from kernaudit.build.setup_py.items import items_of
from kernaudit.build.setup_py.patches import replaced_function
from kernaudit.build.setup_py.values import Unknown
from kernaudit.ruleset.load import load_rules

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kernaudit.build.setup_py.machine import Machine

__all__ = ["TORCH_VARIABLE", "names_arch", "torch_arch_flags"]

TORCH_VARIABLE: Final = "TORCH_CUDA_ARCH_LIST"


def names_arch(flags: Sequence[Any]) -> bool:
    """Tell whether flags turn torch's own off."""
    return any(isinstance(flag, str) and "arch" in flag and "TORCH_EXTENSION_NAME" not in flag for flag in flags)


def _of_script(machine: Machine, function: Any, flags: Sequence[Any]) -> list[Any]:
    """What a function of the script gives in the place of torch's own."""
    try:
        found = items_of(machine, machine.call(function, [list(flags)], {}))
    except ProgramError as error:
        found = machine.unknown(f"the flags that the script's own _get_cuda_arch_flags gives: {error.message}")
    return [found.several()] if isinstance(found, Unknown) else found


def torch_arch_flags(machine: Machine, flags: Sequence[Any]) -> list[Any]:
    """Return the flags that torch adds to those of an extension.

    Raises:
        ProgramError: torch refuses the list.
    """
    own = replaced_function(machine, "_get_cuda_arch_flags")
    if own is not None:
        return _of_script(machine, own, flags)
    if names_arch(flags):
        return []
    text = machine.environ.look(TORCH_VARIABLE, machine.here)
    if not text:
        machine.device_used = True
        if machine.device is None:
            return [machine.unknown(f"{TORCH_VARIABLE}, which is not set")]
        text = str(machine.device)
    hole = machine.hole(text)
    if hole is not None:
        return [hole]
    rules = machine.rules or load_rules()
    device = next((one for one in rules.devices if one.capability == machine.device), None)
    try:
        gencodes = parse_torch_list(text, machine.toolkit, rules, device=device, reader="setuptools")
    except ArchListError as error:
        raise machine.fail(exception("ValueError"), str(error), deliberate=True) from None
    return [word for flag in format_gencode_flags(gencodes) for word in flag.replace("=", " ", 1).split(" ")]
