"""What a report is about: the images of a build alone, or also the code behind them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kernaudit.model.report import Language

if TYPE_CHECKING:
    from kernaudit.model.report import Report

__all__ = ["is_code_read", "noun", "scope_sentence", "unknown_sentence"]


def is_code_read(report: Report) -> bool:
    """Whether the code of the tree's units was read; a finding says so where it was not."""
    return all(finding.id != "code-not-read" for finding in report.findings)


def noun(report: Report) -> str:
    """What one row of the finest detail stands for."""
    in_python = any(kernel.language is not Language.CUDA for kernel in report.kernels)
    if is_code_read(report):
        return "kernel"
    return "source or kernel" if in_python else "CUDA source"


def scope_sentence(report: Report) -> str:
    """Return which layers behind the images the cells leave out."""
    if is_code_read(report):
        return "Read: the build, guards, instructions, shared memory and checks in C++ and Python on the host."
    return (
        "This is what the build holds. What the code does there (guards, instructions, shared memory, "
        "checks on the host) was not read. Kernels in Python are judged by their text, without their callers."
    )


def unknown_sentence(report: Report) -> str:
    """Return how many cells are unknown, by what was missing; nothing where none is."""
    counts = sorted(report.summary.unknown_by_reason.items(), key=lambda one: (-one[1], one[0]))
    return f"Unknown cells: {', '.join(f'{count} {reason}' for reason, count in counts)}." if counts else ""
