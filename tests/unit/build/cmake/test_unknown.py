"""Unknown values: they travel, they never decide, and every decision taken without them is told."""

from __future__ import annotations

import pytest

from fakes.cmake_machine import run
from kernaudit.build.cmake.unknown import UnknownRegistry, any_unknown, contains_unknown, is_unknown, sanitize
from kernaudit.model.evidence import AssumptionKind, Location

HERE = Location("a.cmake", 1)


def _texts(text: str) -> list[str]:
    interp, error = run(f"mystery(U)\n{text}")
    assert error is None
    return [message for _, message in interp.out]


def _value(text: str, name: str = "r") -> str:
    interp, error = run(f"mystery(U)\n{text}")
    assert error is None
    value = interp.get(name)
    assert value is not None
    return value


def test_markers() -> None:
    registry = UnknownRegistry()
    one, two = registry.new("first", HERE), registry.new("second", HERE)
    assert one != two
    assert is_unknown(one)
    assert not is_unknown(one + "x")
    assert contains_unknown(f"a{one}b")
    assert any_unknown(["a", one])
    assert not any_unknown(["a", "b"])
    assert registry.describe(f"a/{two}/b") == "a/<unknown: second>/b"
    found = registry.first(["x", f"y{two}", one])
    assert found is not None
    assert found.origin == "second"


def test_text_from_outside_never_is_a_marker() -> None:
    registry = UnknownRegistry()
    marker = registry.new("x", HERE)
    assert not contains_unknown(sanitize(marker))
    assert sanitize("plain") == "plain"


@pytest.mark.parametrize(
    "code",
    [
        'set(r "${U}")',
        "set(r a ${U} b)",
        'string(APPEND r "x${U}")',
        'string(CONCAT r "x" "${U}")',
        'string(JOIN "," r a ${U})',
        "list(APPEND r a ${U})",
        'set(l a "${U}")\nlist(JOIN l "-" r)',
        'set(r a "${U}")\nlist(REVERSE r)',
        'set(r "${U}" a "${U}")\nlist(REMOVE_DUPLICATES r)',
        'set(r a "${U}")\nlist(REMOVE_ITEM r a)',
        'set(r b "${U}" a)\nlist(SORT r)',
        'set(r a "${U}")\nlist(FILTER r INCLUDE REGEX "^b")',
        'set(r a "${U}")\nlist(TRANSFORM r TOUPPER)',
        'set(l a "${U}")\nlist(LENGTH l r)',
        'set(l a "${U}")\nlist(GET l 0 r)',
        'set(l a "${U}")\nlist(FIND l b r)',
        'set(l a "${U}")\nlist(SUBLIST l 0 1 r)',
        'set(l a "${U}")\nlist(POP_FRONT l r)',
        'string(REPLACE "." "" r "${U}")',
        'string(REGEX REPLACE "a" "b" r "x${U}")',
        'string(REGEX MATCH "a" r "${U}")',
        'string(REGEX MATCHALL "a" r "${U}")',
        'string(LENGTH "${U}" r)',
        'string(FIND "${U}" "a" r)',
        'string(SUBSTRING "${U}" 0 1 r)',
        'string(TOUPPER "${U}" r)',
        'string(STRIP "${U}" r)',
        'string(COMPARE EQUAL "${U}" "a" r)',
        'string(SHA256 r "${U}")',
        'string(JSON r GET "${U}" a)',
        'string(JSON x ERROR_VARIABLE r GET "${U}" a)',
        'math(EXPR r "${U} + 1")',
        'get_filename_component(r "${U}" DIRECTORY)',
        'get_filename_component(r "${U}/x" ABSOLUTE)',
        'set(p "${U}")\ncmake_path(GET p FILENAME r)',
        'separate_arguments(r UNIX_COMMAND "-a ${U}")',
        'function(f x)\nset(r "${x}" PARENT_SCOPE)\nendfunction()\nf("${U}")',
        'macro(m x)\nset(r "${x}")\nendmacro()\nm("${U}")',
        'cmake_parse_arguments(A "" "S" "" S "${U}")\nset(r "${A_S}")',
        'set(ENV{V} "${U}")\nset(r "$ENV{V}")',
        'set(c "${U}" CACHE STRING "")\nset(r "${c}")',
    ],
)
def test_an_unknown_value_stays_unknown(code: str) -> None:
    assert contains_unknown(_value(code))


def test_its_origin_is_kept() -> None:
    interp, _ = run('mystery(U)\nstring(LENGTH "${U}" n)\nmath(EXPR r "${n} * 2")')
    found = interp.unknowns.first([interp.get("r") or ""])
    assert found is not None
    assert (found.origin, found.location) == ("the answer of U", Location("/src/main.cmake", 1))


def test_what_is_known_beside_it_stays_known() -> None:
    assert _value('get_filename_component(r "${U}/kernel.cu" NAME_WE)') == "kernel"
    assert _value('set(r b1 "${U}" a1)\nlist(FILTER r INCLUDE REGEX "^a")').startswith("a1;")
    assert _value('set(r a "${U}")\nlist(TRANSFORM r TOUPPER)').startswith("A;")
    assert _texts('foreach(i a ${U} b)\nnote("<${i}>")\nendforeach()')[::2] == ["<a>", "<b>"]


@pytest.mark.parametrize(
    ("condition", "answer"),
    [
        ("U", None),
        ("NOT U", None),
        ("${U}", None),
        ('"${U}"', None),
        ("U STREQUAL x", None),
        ('"${U}" STREQUAL "${U}"', None),
        ("U VERSION_LESS 3.0", None),
        ("U EQUAL 3", None),
        ("U MATCHES x", None),
        ("x MATCHES ${U}", None),
        ("EXISTS ${U}", None),
        ("DEFINED ${U}", None),
        ("DEFINED U", True),
        ("TARGET ${U}", None),
        ("U AND FALSE", False),
        ("FALSE AND U", False),
        ("U AND TRUE", None),
        ("U OR TRUE", True),
        ("TRUE OR U", True),
        ("U OR FALSE", None),
        ("NOT (U AND FALSE)", True),
        ("(U OR TRUE) AND NOT FALSE", True),
        ("a IN_LIST known", True),
        ("a IN_LIST mixed", True),
        ("b IN_LIST mixed", None),
        ("U IN_LIST known", None),
        ("b IN_LIST known", False),
        ("${U}-NOTFOUND", False),
    ],
)
def test_conditions_are_three_valued(condition: str, answer: bool | None) -> None:
    code = f'mystery(U)\nset(known a c)\nset(mixed a "${{U}}")\nif({condition})\nnote(T)\nelse()\nnote(F)\nendif()'
    interp, error = run(code)
    assert error is None
    assert interp.out == [("NOTE", "T" if answer else "F")]
    decisions = [a for a in interp.assumptions if a.kind is AssumptionKind.UNKNOWN_CONDITION]
    assert len(decisions) == (answer is None)


def test_a_decision_names_line_and_origin() -> None:
    interp, _ = run("mystery(U)\n\nif(U VERSION_LESS 3.0)\nendif()")
    (decision,) = interp.assumptions
    assert decision.location == Location("/src/main.cmake", 3)
    assert decision.text == "the condition if(U VERSION_LESS 3.0) is not known; taken as false"
    assert decision.origin == "the answer of U (/src/main.cmake:1)"


STOP = 'message(FATAL_ERROR "no")'


@pytest.mark.parametrize(
    ("code", "notes"),
    [
        (f"if(U)\n{STOP}\nendif()\nnote(on)", ["on"]),
        (f"if(NOT U)\n{STOP}\nendif()\nnote(on)", ["on"]),
        (f"if(U)\nnote(a)\nelse()\n{STOP}\nendif()", ["a"]),
        (f"if(U)\nnote(a)\nelseif(TRUE)\n{STOP}\nendif()", ["a"]),
        (f"if(U STREQUAL x)\n{STOP}\nelse()\nnote(b)\nendif()", ["b"]),
        (f"if(U STREQUAL x)\n{STOP}\nelseif(U)\nnote(b)\nelse()\n{STOP}\nendif()", ["b"]),
        (f"if(U)\nnote(a)\nelse()\nset(x 1)\nif(x)\n{STOP}\nelse()\n{STOP}\nendif()\nendif()", ["a"]),
        ("if(U)\nnote(a)\nelse()\nnote(b)\nendif()", ["b"]),
        (f"if(U)\nnote(a)\nelse()\nif(U)\n{STOP}\nendif()\nnote(b)\nendif()", ["b"]),
        (f"if(U)\nnote(a)\nelseif(TRUE)\nnote(c)\nelse()\n{STOP}\nendif()", ["c"]),
        ("while(U)\nnote(a)\nendwhile()\nnote(b)", ["b"]),
    ],
)
def test_a_branch_that_only_stops_is_never_entered_on_an_unknown_condition(code: str, notes: list[str]) -> None:
    assert _texts(code) == notes


def test_both_branches_stop() -> None:
    _, error = run(f"mystery(U)\nif(U)\n{STOP}\nelse()\n{STOP}\nendif()")
    assert error is not None
    assert error.fatal


def test_the_branch_taken_instead_is_told() -> None:
    interp, _ = run(f"mystery(U)\nif(U)\nelse()\n{STOP}\nendif()")
    (decision,) = interp.assumptions
    assert decision.text.endswith("taken as true (the other branch only stops the configuration)")


def test_a_known_error_is_still_one() -> None:
    _, error = run(f"if(NOT nope)\n{STOP}\nendif()")
    assert error is not None
    assert (error.message, error.here.line, error.fatal) == ("no", 2, True)
    assert error.condition == Location("/src/main.cmake", 1)


def test_an_unknown_value_is_described_in_messages() -> None:
    interp, error = run('mystery(U)\nmessage("is ${U}")\nmessage(FATAL_ERROR "bad ${U}")')
    assert interp.out[0] == ("NOTICE", "is <unknown: the answer of U>")
    assert error is not None
    assert error.message == "bad <unknown: the answer of U>"


def test_an_unknown_file_name_includes_nothing() -> None:
    interp, error = run("mystery(U)\ninclude(${U})\nnote(on)")
    assert error is None
    assert interp.out == [("NOTE", "on")]
    assert [a.kind for a in interp.assumptions] == [AssumptionKind.EXTERNAL]
