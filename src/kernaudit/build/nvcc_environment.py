"""Flags that nvcc takes from its environment: before and after those of every command line.

Source: CUDA Compiler Driver NVCC, section "NVCC Environment Variables". Architectures add up: the dry run of nvcc 13.0
with `-gencode arch=compute_80,code=sm_80` and `-arch=sm_90` appended makes sm_80, sm_90 and compute_90.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kernaudit.build.cmake.commands.command_line import split_unix

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["environment_flags"]


def environment_flags(environment: Mapping[str, str]) -> tuple[list[str], list[str]]:
    """Return the words that nvcc puts before a command line, and those that it puts behind."""
    return split_unix(environment.get("NVCC_PREPEND_FLAGS", "")), split_unix(environment.get("NVCC_APPEND_FLAGS", ""))
