"""The one rule file of a name: rules that are a table of names, and not a folder of entries."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from kernaudit.errors import RuleError
from kernaudit.ruleset.yaml_text import parse_rule_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from kernaudit.ruleset.files import RuleFile

__all__ = ["read_one_file"]

T = TypeVar("T")


def read_one_file(files: Iterable[RuleFile], name: str, what: str, read: Callable[[Any], T]) -> T:
    """Return what `read` makes of the file of this name; `what` names its rules in errors.

    Raises:
        RuleError: the file is missing or no YAML, or a part of it is.
    """
    for file in files:
        if file.name == name:
            try:
                return read(parse_rule_text(file.label, file.text()).data)
            except (KeyError, TypeError, AttributeError) as error:
                raise RuleError(f"{file.label}:1: not the form of {what} rules ({error})") from error
    raise RuleError(f"rules/{name}:1: is missing")
