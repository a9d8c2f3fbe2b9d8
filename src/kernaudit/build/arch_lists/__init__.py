"""Grammars of arch lists: what torch, CMake and nvcc make of the text that a build gives them.

Every reader returns gencodes in the order in which the flags reach nvcc, and never asks whether the toolkit
knows a target: an unknown one is the build's mistake, which the report shows.
"""

from __future__ import annotations

from kernaudit.build.arch_lists.cmake import format_cmake_architectures, parse_cmake_architectures, request_to_cmake
from kernaudit.build.arch_lists.nvcc import format_gencode_flags, parse_gencode_flags
from kernaudit.build.arch_lists.torch import TorchReader, format_torch_list, parse_torch_list
from kernaudit.build.arch_lists.words import ArchListError

__all__ = [
    "ArchListError",
    "TorchReader",
    "format_cmake_architectures",
    "format_gencode_flags",
    "format_torch_list",
    "parse_cmake_architectures",
    "parse_gencode_flags",
    "parse_torch_list",
    "request_to_cmake",
]
