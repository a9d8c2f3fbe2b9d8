from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernaudit.build.cmake.lib.errors import LibError
from kernaudit.build.cmake.lib.json_text import number_text, read_json, write_json

SCALAR = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(2**63), 2**64 - 1),
    st.floats(allow_nan=False, allow_infinity=False),
    st.text(max_size=8).filter(lambda text: not any("\ud800" <= char <= "\udfff" for char in text)),
)
VALUE = st.recursive(
    SCALAR,
    lambda inner: st.one_of(
        st.lists(inner, max_size=4), st.dictionaries(st.text("abc", max_size=3), inner, max_size=4)
    ),
    max_leaves=12,
)


@given(VALUE)
def test_what_is_written_reads_back(value):
    assert read_json(write_json(value)) == value
    assert json.loads(write_json(value)) == value


@given(VALUE)
def test_python_and_cmake_read_the_same(value):
    assert read_json(json.dumps(value)) == value


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("[1,]", [1]),
        ("// c\n{/* d */}", {}),
        ("[1] rest", [1]),
        ("+1", 1.0),
        ("-", 0),
        ('"\\ud83d\\ude00"', "\U0001f600"),
    ],
)
def test_leniency(text, value):
    assert read_json(text) == value


@pytest.mark.parametrize("text", ["", "tru", "{", "[1 2]", '"a', "{a:1}", "1e", '"\\x"', "[" * 100_000])
def test_malformed_text(text):
    with pytest.raises(LibError, match="failed parsing json string"):
        read_json(text)


def test_layout():
    assert write_json({"b": [1, 2.5], "a": {"c": []}}) == '{\n  "a" : \n  {\n    "c" : []\n  },\n  "b" : [ 1, 2.5 ]\n}'


def test_numbers():
    assert [number_text(value) for value in (1, 1.0, 0.1, 1e300)] == [
        "1",
        "1.0",
        "0.10000000000000001",
        "1.0000000000000001e+300",
    ]
