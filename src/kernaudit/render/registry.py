"""Which output formats there are: the modules of `kernaudit.render.formats`, found by listing that package."""

from __future__ import annotations

import importlib
import pkgutil

from kernaudit.errors import UsageError
from kernaudit.render import formats
from kernaudit.render.base import Format

__all__ = ["find_format", "format_names", "formats_by_extension"]


def format_names() -> tuple[str, ...]:
    """Return the names of all formats, sorted; no format is imported for that."""
    return tuple(sorted(module.name.rstrip("_") for module in pkgutil.iter_modules(formats.__path__)))


def find_format(name: str) -> Format:
    """Return the format of this name.

    Raises:
        UsageError: there is none; the message lists the choices.
    """
    for module in pkgutil.iter_modules(formats.__path__):
        if module.name.rstrip("_") == name:
            found = importlib.import_module(f"{formats.__name__}.{module.name}").FORMAT
            assert isinstance(found, Format)
            return found
    raise UsageError(f"unknown format {name!r}; choose one of {', '.join(format_names())}")


def formats_by_extension() -> dict[str, str]:
    """Return which format a file's extension (without dot) asks for."""
    return {extension: name for name in format_names() for extension in find_format(name).extensions}
