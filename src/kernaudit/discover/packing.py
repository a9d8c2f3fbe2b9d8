"""Frozen values as bytes: each is made again by a call of its class, which takes a third of what `dataclasses` takes.

The way that a slotted dataclass is pickled by itself asks for its fields anew for every single value.
"""

from __future__ import annotations

import gc
import io
import pickle
from contextlib import contextmanager
from dataclasses import fields, is_dataclass
from operator import attrgetter
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

__all__ = ["pack", "without_collection"]


def pack(value: object) -> bytes:
    """Return a pickle of a value; what is one object in it is one object again after `pickle.load`."""
    target = io.BytesIO()
    _Pickler(target, pickle.HIGHEST_PROTOCOL).dump(value)
    return target.getvalue()


@contextmanager
def without_collection() -> Iterator[None]:
    """Make many values at once without a look for garbage after every few hundred: all of them stay."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()


_UNASKED: Any = object()
_ARGUMENTS: dict[type, Any] = {}


class _Pickler(pickle.Pickler):
    def reducer_override(self, value: Any) -> Any:  # noqa: ANN401 - as pickle has it
        """Tell how a value is made again; NotImplemented leaves that to its class."""
        made = type(value)
        arguments = _ARGUMENTS.get(made, _UNASKED)
        if arguments is _UNASKED:
            arguments = _ARGUMENTS[made] = _arguments(made)
        return NotImplemented if arguments is None else (made, arguments(value))


def _arguments(made: type[object]) -> Callable[[Any], tuple[Any, ...]] | None:
    """What gives the arguments that a value of this class was made with; None where they cannot be told."""
    if not is_dataclass(made) or not made.__dataclass_params__.frozen:  # type: ignore[attr-defined]  # not declared
        return None
    if "__getstate__" in vars(made) and vars(made)["__getstate__"].__module__ != "dataclasses":
        return None
    if any(not field.init or field.kw_only for field in fields(made)):
        return None
    names = [field.name for field in fields(made)]
    if len(names) < 2:
        return lambda value: tuple(getattr(value, name) for name in names)
    return attrgetter(*names)
