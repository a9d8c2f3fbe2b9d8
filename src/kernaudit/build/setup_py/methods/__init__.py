"""Methods of plain values, as `run(machine, value, *args, **kwargs)`."""

from __future__ import annotations
