"""What flags say to the preprocessor: the values are those of `nvcc -E` 13.0."""

from __future__ import annotations

import shlex

import pytest

from kernaudit.build.preprocessor_flags import read_preprocessor_flags


def defines(flags: str, *given: str, nvcc: bool = True) -> str:
    return " ".join(read_preprocessor_flags(shlex.split(flags), given, nvcc=nvcc).defines)


@pytest.mark.parametrize(
    ("flags", "expected"),
    [
        ("-DA=1", "A=1"),
        ("-D A=1", "A=1"),
        ("-D=A=1", "A=1"),
        ("--define-macro A=1", "A=1"),
        ("--define-macro=A=1,B", "A=1 B"),
        ("-DA=1,B=2", "A=1 B=2"),
        ("-DA=1 -DA=2", "A=2"),
        ("-DA -UA", ""),
        ("-DA -U A", ""),
        ("-DA --undefine-macro=A", ""),
        ("-UA -DA", "A"),
        ("-Xcompiler -DA", "A"),
        ("--compiler-options=-DA,-DB=3", "A B=3"),
        ("--compiler-options '-DA -DB'", "A B"),
        ("-Xcompiler -UA -DA", "A"),
        ("-DA -Xcompiler -UA", "A"),  # what the host compiler gets comes first
        ("-Xptxas -DA", ""),
    ],
)
def test_macros_of_nvcc(flags: str, expected: str) -> None:
    assert defines(flags) == expected


def test_a_comma_in_quotes_is_no_list() -> None:
    assert read_preprocessor_flags(['-DA="x,y"'], nvcc=True).defines == ('A="x,y"',)


def test_gcc_takes_no_lists() -> None:
    assert defines("-DA=1,B=2", nvcc=False) == "A=1,B=2"


def test_definitions_come_before_the_flags() -> None:
    assert defines("-UA -DB=2", "A", "B=1", "C") == "C B=2"


@pytest.mark.parametrize(
    ("flags", "expected"),
    [
        ("-include pre.h", ["pre.h"]),
        ("-include=pre.h", ["pre.h"]),
        ("--pre-include=pre.h,other.h", ["pre.h", "other.h"]),
        ("-include other.h -include pre.h", ["other.h", "pre.h"]),
        ("-include pre.h -Xcompiler -include,other.h", ["other.h", "pre.h"]),
    ],
)
def test_files_that_are_included_first(flags: str, expected: list[str]) -> None:
    # `-include pre.h,other.h` defines what pre.h says before other.h is read
    assert list(read_preprocessor_flags(shlex.split(flags), nvcc=True).before) == expected


def test_directories() -> None:
    flags = shlex.split("-Ia -I b --include-path=c -isystem d -isystem=e")
    assert read_preprocessor_flags(flags, nvcc=True).include_dirs == ("a", "b", "c", "d", "e")
