"""`sys.exit`: the script ends."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kernaudit.build.setup_py.exceptions import EXCEPTIONS
from kernaudit.build.setup_py.text import text_of

if TYPE_CHECKING:
    from kernaudit.build.setup_py.machine import Machine

__all__ = ["leave"]


def leave(machine: Machine, code: Any = 0) -> None:
    """Raise SystemExit.

    Raises:
        ProgramError: always.
    """
    text = text_of(machine, code)
    error = machine.fail(EXCEPTIONS["SystemExit"], f"the script exits: {text}", deliberate=True)
    error.value.attributes["args"] = (code,)
    raise error
