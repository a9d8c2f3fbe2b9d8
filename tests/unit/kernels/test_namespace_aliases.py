"""Names of rules behind an alias of a namespace; CCCL declares `cuda::ptx::tcgen05_alloc` for sm_100a and relatives."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from kernaudit.facts.namespace_aliases import declared_aliases, meanings

from .test_read import kernel, read

if TYPE_CHECKING:
    from pathlib import Path

CALL = "__global__ void k(unsigned* o) { %stcgen05_alloc(cuda::ptx::cta_group_1, o, 32); o[0] = 1; }\n"
INSIDE = "__global__ void k(unsigned* o) { namespace p = cuda::ptx; p::tcgen05_alloc(x, o, 32); o[0] = 1; }\n"
USING = INSIDE.replace("namespace p = cuda::ptx; p::", "using namespace cuda::ptx; ")


@pytest.mark.parametrize(
    ("files", "found"),
    [
        pytest.param({"u.cu": CALL % "cuda::ptx::"}, True, id="written out"),
        pytest.param({"u.cu": "namespace ptx = cuda::ptx;\n" + CALL % "ptx::"}, True, id="alias"),
        pytest.param({"u.cu": "namespace ptx = ::cuda :: ptx;\n" + CALL % "ptx::"}, True, id="alias from the root"),
        pytest.param(
            {"u.cu": "namespace c = cuda;\nnamespace p = c::ptx;\n" + CALL % "p::"}, True, id="alias of an alias"
        ),
        pytest.param(
            {"u.cu": "namespace own { namespace p = cuda::ptx; }\n" + CALL % "own::p::"}, True, id="inside of one"
        ),
        pytest.param(
            {"u.cu": '#include "a.h"\n' + CALL % "ptx::", "a.h": "#pragma once\nnamespace ptx = cuda::ptx;\n"},
            True,
            id="alias in a header",
        ),
        pytest.param({"u.cu": INSIDE}, True, id="alias in the kernel"),
        pytest.param({"u.cu": "using namespace cuda::ptx;\n" + CALL % ""}, True, id="using namespace"),
        pytest.param({"u.cu": "using namespace cuda;\n" + CALL % "ptx::"}, True, id="using the namespace around"),
        pytest.param({"u.cu": "using cuda::ptx::tcgen05_alloc;\n" + CALL % ""}, True, id="using the function"),
        pytest.param({"u.cu": USING}, True, id="using in the kernel"),
        pytest.param({"u.cu": "namespace p = cuda::ptx;\nusing namespace p;\n" + CALL % ""}, True, id="using an alias"),
        pytest.param(
            {"u.cu": '#include "a.h"\n' + CALL % "", "a.h": "#pragma once\nusing namespace cuda::ptx;\n"},
            True,
            id="using namespace in a header",
        ),
        pytest.param({"u.cu": "using namespace mine;\n" + CALL % ""}, False, id="using another namespace"),
        pytest.param({"u.cu": "using mine::tcgen05_alloc;\n" + CALL % ""}, False, id="using another function"),
        pytest.param({"u.cu": "namespace ptx = mine::ptx;\n" + CALL % "ptx::"}, False, id="alias of another namespace"),
        pytest.param({"u.cu": CALL % "ptx::", "a.h": "namespace ptx = cuda::ptx;\n"}, False, id="header not included"),
    ],
)
def test_names_behind_an_alias(tmp_path: Path, files: dict[str, str], found: bool) -> None:
    rules = kernel(read(tmp_path, files, "sm_100a")).rules
    assert any(rule.startswith("tcgen05") for rule in rules) is found


def test_aliases_of_a_text() -> None:
    assert declared_aliases("using namespace a; using b::c; using d = e; using ::f;") == (("", "a"), ("c", "b::c"))
    assert declared_aliases("namespace a = b :: c; namespace d { } namespace e=::f;") == (("a", "b::c"), ("e", "f"))


def test_aliases_that_name_each_other_come_to_an_end() -> None:
    assert len(meanings("a::x", (("a", "b::a"), ("a", "a::a"), ("b", "a::b")))) <= 16
