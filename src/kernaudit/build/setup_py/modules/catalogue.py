"""Which modules are modelled, by name; each machine gets modules of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from kernaudit.build.setup_py.modules import (
    collections_,
    importing,
    machine_,
    os_,
    packaging_,
    programs,
    regexes,
    setuptools_,
    texts,
    torch_,
)
from kernaudit.build.setup_py.values import ModuleValue

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

__all__ = ["modelled_module"]

_MODELS: Final[dict[str, Callable[[], Mapping[str, Any]]]] = {
    **collections_.MODULES,
    **importing.MODULES,
    **machine_.MODULES,
    **os_.MODULES,
    **packaging_.MODULES,
    **programs.MODULES,
    **regexes.MODULES,
    **setuptools_.MODULES,
    **texts.MODULES,
    **torch_.MODULES,
}


def modelled_module(name: str) -> ModuleValue | None:
    """Return a fresh module, None for one that is not modelled."""
    make = _MODELS.get(name)
    return None if make is None else ModuleValue(name, dict(make()))
