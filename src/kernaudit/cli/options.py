"""The options that several verbs share, spelled and explained once."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kernaudit.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = [
    "CudaOption",
    "DefineOption",
    "EnvOption",
    "ExcludeOption",
    "IncludeOption",
    "OutputOption",
    "RequestOption",
    "RulesOption",
    "TreeArgument",
    "iso_date",
    "macro_pairs",
    "pairs",
]

TreeArgument = Annotated[Path, typer.Argument(metavar="PATH", help="The source tree to read; nothing in it is run.")]
CudaOption = Annotated[str, typer.Option("--cuda", metavar="VERSION", help="CUDA toolkit to assume, 13.0 or 13.0.88.")]
RequestOption = Annotated[
    str | None,
    typer.Option(
        "--request",
        metavar="LIST",
        help="Arch list given to the build, such as '9.0a;10.0+PTX'; @FILE:LINE takes one that the tree names, "
        "`released` the one of its release files.",
        show_default=False,
    ),
]
DefineOption = Annotated[
    list[str] | None,
    typer.Option(
        "-D", "--define", metavar="NAME=VALUE", help="CMake cache variable; may be repeated.", show_default=False
    ),
]
EnvOption = Annotated[
    list[str] | None,
    typer.Option(
        "--env", metavar="NAME=VALUE", help="Environment variable of the build; may be repeated.", show_default=False
    ),
]
IncludeOption = Annotated[
    list[str] | None,
    typer.Option(
        "--include",
        metavar="PATTERN",
        help="Bring back what is left out by default (tests, benchmarks, examples, third-party code); "
        ".gitignore syntax, may be repeated.",
        show_default=False,
    ),
]
ExcludeOption = Annotated[
    list[str] | None,
    typer.Option(
        "--exclude", metavar="PATTERN", help="Leave out; .gitignore syntax, may be repeated.", show_default=False
    ),
]
RulesOption = Annotated[
    list[Path] | None,
    typer.Option("--rules", metavar="DIR", help="Further directory of rules; may be repeated.", show_default=False),
]
OutputOption = Annotated[
    Path | None,
    typer.Option(
        "-o", "--output", metavar="FILE", help="Write there instead of to standard output.", show_default=False
    ),
]


def pairs(texts: Iterable[str] | None, option: str) -> dict[str, str]:
    """Return `NAME=VALUE` texts as a dict, the last value of a name winning; a CMake type (`NAME:BOOL=ON`) is dropped.

    Raises:
        UsageError: a text has no `=` or no name.
    """
    found: dict[str, str] = {}
    for text in texts or ():
        name, equals, value = text.partition("=")
        name = name.partition(":")[0] if option == "-D" else name
        if not equals or not name:
            message = f"{option} {text}: expected NAME=VALUE"
            raise UsageError(message)
        found[name] = value
    return found


def macro_pairs(texts: Iterable[str] | None) -> dict[str, str]:
    """Return `-D` texts of a compiler command line as macros: `X=1` is X with the value 1, and so is a bare `X`.

    Raises:
        UsageError: a text has no name.
    """
    found: dict[str, str] = {}
    for text in texts or ():
        name, equals, value = text.partition("=")
        if not name:
            message = f"-D {text}: expected NAME or NAME=VALUE"
            raise UsageError(message)
        found[name] = value if equals else "1"
    return found


def iso_date(text: str | None, option: str) -> str | None:
    """Return a date as it was given, None for none.

    Raises:
        UsageError: the text is no date of the calendar written as `YYYY-MM-DD`.
    """
    if text is None:
        return None
    try:
        given = date.fromisoformat(text).isoformat() == text
    except ValueError:
        given = False
    if not given:
        message = f"{option} {text!r} is not a date such as 2026-01-31"
        raise UsageError(message)
    return text
