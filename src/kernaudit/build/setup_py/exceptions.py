"""The exception classes of Python that scripts raise and catch."""

from __future__ import annotations

from typing import Any, Final

from kernaudit.build.setup_py.values import ClassValue, Instance

__all__ = ["EXCEPTIONS", "exception", "from_native", "matches"]

_PARENTS: Final = {
    "BaseException": None,
    "Exception": "BaseException",
    "SystemExit": "BaseException",
    "KeyboardInterrupt": "BaseException",
    "ArithmeticError": "Exception",
    "ZeroDivisionError": "ArithmeticError",
    "OverflowError": "ArithmeticError",
    "AssertionError": "Exception",
    "AttributeError": "Exception",
    "ImportError": "Exception",
    "ModuleNotFoundError": "ImportError",
    "LookupError": "Exception",
    "IndexError": "LookupError",
    "KeyError": "LookupError",
    "NameError": "Exception",
    "OSError": "Exception",
    "FileNotFoundError": "OSError",
    "PermissionError": "OSError",
    "RuntimeError": "Exception",
    "NotImplementedError": "RuntimeError",
    "StopIteration": "Exception",
    "SyntaxError": "Exception",
    "TypeError": "Exception",
    "ValueError": "Exception",
    "UnicodeDecodeError": "ValueError",
    "Warning": "Exception",
    "UserWarning": "Warning",
    "DeprecationWarning": "Warning",
    "RuntimeWarning": "Warning",
    "CalledProcessError": "Exception",
    "TimeoutExpired": "Exception",
    "InvalidVersion": "ValueError",
}


def _make() -> dict[str, ClassValue]:
    made: dict[str, ClassValue] = {}
    for name, parent in _PARENTS.items():
        made[name] = ClassValue(name, () if parent is None else (made[parent],))
    made["IOError"] = made["EnvironmentError"] = made["OSError"]
    return made


EXCEPTIONS: Final = _make()


def exception(name: str) -> ClassValue:
    """Return an exception class by name."""
    return EXCEPTIONS[name]


def from_native(error: Exception) -> ClassValue:
    """Return the script's class for an exception that Python's own operators raised on plain values."""
    for cls in type(error).__mro__:
        if cls.__name__ in EXCEPTIONS:
            return EXCEPTIONS[cls.__name__]
    return EXCEPTIONS["Exception"]


def matches(value: Any, wanted: Any) -> bool:
    """Tell whether `except wanted` catches an exception; a class that is not known catches nothing."""
    if isinstance(wanted, tuple):
        return any(matches(value, one) for one in wanted)
    cls = value.cls if isinstance(value, Instance) else value
    return isinstance(cls, ClassValue) and isinstance(wanted, ClassValue) and cls.derives(wanted)
