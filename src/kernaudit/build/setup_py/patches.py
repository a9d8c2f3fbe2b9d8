"""What a script puts in the place of torch's own functions: flags that these no longer decide are not known."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from kernaudit.build.setup_py.items import items_of
from kernaudit.build.setup_py.values import Function, Unknown

if TYPE_CHECKING:
    from kernaudit.build.setup_py.machine import Machine

__all__ = ["TORCH_UTILITIES", "common_flags", "replaced_function", "torch_patch"]

TORCH_UTILITIES: Final = "torch.utils.cpp_extension"
_COMMON: Final = "COMMON_NVCC_FLAGS"
_EVALUATED: Final = frozenset({"_get_cuda_arch_flags", "_write_ninja_file"})
"""Functions in whose place the script's own are evaluated."""
_TELLING: Final = re.compile(r"flags|arch|ninja|compile|build|extension", re.IGNORECASE)
_HARMLESS: Final = re.compile(r"check|available|version|directory|verify", re.IGNORECASE)


def replaced_function(machine: Machine, name: str) -> Any:
    """Return what the script put in the place of a function of torch's; None where it left that alone."""
    if (TORCH_UTILITIES, name) not in machine.replaced:
        return None
    return machine.modules[TORCH_UTILITIES].attributes[name]


def common_flags(machine: Machine) -> list[Any]:
    """Return the flags that the script adds to those that torch gives nvcc in every build."""
    module = machine.modules.get(TORCH_UTILITIES)
    given = None if module is None else module.attributes.get(_COMMON)
    found = items_of(machine, [] if given is None else given)
    return [found.several()] if isinstance(found, Unknown) else found


def torch_patch(machine: Machine) -> str | None:
    """Return why torch's rules for flags do not hold for this script; None where they do."""
    for (module, name), place in sorted(machine.replaced.items()):
        if module != TORCH_UTILITIES or _HARMLESS.search(name) or not _TELLING.search(name):
            continue
        if name == _COMMON:
            continue
        if name not in _EVALUATED or not isinstance(machine.modules[module].attributes[name], Function):
            return f"the script puts its own {name} in the place of torch's ({place})"
    return None
