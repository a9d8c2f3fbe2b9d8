from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernaudit.build.cmake.lib.configure import Lookups, configure_file_text, configure_text
from kernaudit.build.cmake.lib.errors import LibError

VALUES = {"A": "1", "N": "A", "OFF_": "OFF", "Q": 'say "hi"', "D": "${A}"}
LOOK = Lookups(VALUES.get, {"HOME": "/h"}.get, {"C": "cached"}.get)


@pytest.mark.parametrize(
    ("text", "want"),
    [
        ("@A@ ${A}", "1 1"),
        ("${${N}}", "1"),
        ("${@N@}", "1"),
        ("@NOPE@${NOPE}!", "!"),
        ("$ENV{HOME} $CACHE{C}", "/h cached"),
        ("a@b.c @ @@ $ $x $<1:y> }", "a@b.c @ @@ $ $x $<1:y> }"),
        ("@D@", "${A}"),
        ("#cmakedefine A @A@", "#define A 1"),
        ("#cmakedefine OFF_", "/* #undef OFF_ */"),
        ("#  cmakedefine01 A", "#  define A 1"),
        ("#cmakedefine01 OFF_\n#cmakedefine01 NOPE", "#define OFF_ 0\n#define NOPE 0"),
    ],
)
def test_values(text, want):
    assert configure_text(text, LOOK) == want


def test_only_at_references():
    assert configure_text("@A@ ${A} $ENV{HOME}", LOOK, at_only=True) == "1 ${A} $ENV{HOME}"


def test_quotes_are_escaped_on_request():
    assert configure_text('"@Q@"', LOOK, escape_quotes=True) == '"say \\"hi\\""'


@pytest.mark.parametrize("text", ["${A", "${a b}", "$FOO{A}", "${@}"])
def test_malformed_references(text):
    with pytest.raises(LibError):
        configure_text(text, LOOK)


def test_files_are_read_by_lines():
    assert configure_file_text("@A@\r\n${A}", LOOK) == "1\n1\n"
    with pytest.raises(LibError, match="unterminated"):
        configure_file_text("${\nA}", LOOK)


@given(st.text(alphabet="ab \n;.", max_size=30))
def test_text_without_references_stays(text):
    assert configure_text(text, LOOK) == text


def test_growth_is_bounded():
    big = Lookups({"A": "x" * 1_000_000}.get)
    with pytest.raises(LibError, match="the limit is"):
        configure_text("@A@" * 100, big)
