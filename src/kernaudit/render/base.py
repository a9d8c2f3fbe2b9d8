"""What an output format is, and what a reader may choose about it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from kernaudit.model.report import Report

__all__ = ["Format", "RowDetail", "View"]


class RowDetail(StrEnum):
    """Which rows a matrix shows."""

    FAMILIES = "families"
    SOURCES = "sources"
    KERNELS = "kernels"


@dataclass(frozen=True, slots=True)
class View:
    """How a report is laid out; formats that are data ignore it.

    Attributes:
        detail: families, or below each family its sources or kernels.
        width: columns of the terminal.
        colour: whether to write terminal colours.
        prefix: where the tree stands in its repository, ending in a slash if it is not the top; for services that show
            problems at the lines of a repository.
    """

    detail: RowDetail = RowDetail.FAMILIES
    width: int = 80
    colour: bool = False
    prefix: str = ""


@dataclass(frozen=True, slots=True)
class Format:
    """A way to write a report: its name, the file extensions that mean it, and the function that does it."""

    name: str
    extensions: tuple[str, ...]
    render: Callable[[Report, View], str]
