"""A condition that asks something outside of the tree for the target: what hangs on it is unknown, never code."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from kernaudit.facts.bodies import Body

from .test_read import kernel, read

if TYPE_CHECKING:
    from pathlib import Path

STORE = "{ o[0] = 1.0f; }"


def body(root: Path, text: str) -> Body:
    return kernel(read(root, {"u.cu": f"#include <far/arch.h>\n{text}\n"}, "sm_90a"), "k").body.body


@pytest.mark.parametrize(
    "inside",
    [
        f"if constexpr (far::arch_at_least<900>()) {STORE}",
        f"if constexpr (far::ok<__CUDA_ARCH__>::value) {STORE} else {{ __trap(); }}",
        f"if constexpr (kArch >= 900) {STORE}",
        f"if (far::sm_version() >= 90) {STORE} else {{ __trap(); }}",
        f"constexpr bool ok = far::is_hopper; if constexpr (ok) {STORE}",
        f"switch (far::kArch) {{ case 90: {STORE} break; default: __trap(); }}",
        "if constexpr (!far::arch_ok<90>()) { __trap(); } o[0] = 1.0f;",
    ],
)
def test_code_behind_a_test_of_the_target_outside(tmp_path: Path, inside: str) -> None:
    assert body(tmp_path, f"__global__ void k(float* o) {{ {inside} }}") is Body.UNKNOWN
    template = f"template <int N> __global__ void k(float* o) {{ {inside} }}\ntemplate __global__ void k<3>(float*);"
    assert body(tmp_path, template) is Body.UNKNOWN


@pytest.mark.parametrize(
    "inside",
    [
        f"if constexpr (far::enabled) {STORE} else {{ __trap(); }}",
        f"if constexpr (far::is_searchable<float>) {STORE}",
        f"if constexpr (far::arch_at_least<900>()) {STORE} else {{ o[1] = 2.0f; }}",
        "o[0] = 1.0f; if constexpr (far::arch_at_least<900>()) { __trap(); }",
        f"if (threadIdx.x == 0 && __CUDA_ARCH__ >= 800) {STORE}",
    ],
)
def test_code_that_no_target_can_lose(tmp_path: Path, inside: str) -> None:
    assert body(tmp_path, f"__global__ void k(float* o) {{ {inside} }}") is Body.CODE


def test_a_function_of_the_tree_that_asks_outside(tmp_path: Path) -> None:
    asking = "__device__ constexpr bool ok() { return far::compute_capability >= 900; }\n"
    assert body(tmp_path, f"{asking}__global__ void k(float* o) {{ if constexpr (ok()) {STORE} }}") is Body.UNKNOWN


def test_the_doubt_says_where(tmp_path: Path) -> None:
    text = f"__global__ void k(float* o) {{\n\n  if constexpr (far::is_sm90) {STORE}\n}}\n"
    doubt = kernel(read(tmp_path, {"u.cu": text}, "sm_90a"), "k").doubt
    assert doubt is not None
    assert str(doubt.location) == "u.cu:3"
