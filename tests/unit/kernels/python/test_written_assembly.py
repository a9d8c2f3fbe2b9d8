"""Inline PTX that stands elsewhere: at the left margin, in an argument, under another name of the decorator."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from unit.kernels.python.reading import read_python, statuses

if TYPE_CHECKING:
    from pathlib import Path

HEAD = "import triton\nimport triton.language as tl\nfrom triton import jit as fast\n"
KERNEL = """
@{decorator}
def fill(x, A: tl.constexpr):
    tl.store(x, tl.inline_asm_elementwise({text}, "=r,r", [x], dtype=tl.int32, is_pure=True, pack=1))
"""
HOPPER = {"8.0": "missing-instruction", "9.0": "native", "10.0": "missing-instruction"}
UNKNOWN = dict.fromkeys(HOPPER, "unknown")


@pytest.mark.parametrize(
    ("before", "text", "expected"),
    [
        ("", '"wgmma.fence.sync.aligned;"', HOPPER),
        ('P = "wgmma.fence.sync.aligned;"\n', "P", HOPPER),
        ('P = tl.constexpr("wgmma.fence.sync.aligned;")\n', "P", HOPPER),
        ("from elsewhere import P\n", "P", UNKNOWN),
        ("", "A", UNKNOWN),
        ("", "A + 'fence.sync.aligned;'", UNKNOWN),
        ("OP = 'x'\n", "f'{OP}.sync.aligned;'", UNKNOWN),
    ],
)
def test_the_text_is_found_or_missed(tmp_path: Path, before: str, text: str, expected: dict[str, str]) -> None:
    code = HEAD + before + KERNEL.format(decorator="triton.jit", text=text)
    (kernel,) = read_python(tmp_path, {"a.py": code}).kernels
    assert statuses(kernel, *expected) == expected


def test_a_decorator_under_another_name_makes_a_kernel(tmp_path: Path) -> None:
    code = HEAD + KERNEL.format(decorator="fast", text='"wgmma.fence.sync.aligned;"')
    (kernel,) = read_python(tmp_path, {"a.py": code}).kernels
    assert statuses(kernel, *HOPPER) == HOPPER


def test_a_function_under_another_name_is_part_of_its_caller(tmp_path: Path) -> None:
    helper = "@triton.jit\ndef hop(x):\n    return tl.inline_asm_elementwise('wgmma.fence.sync.aligned;', '=r', [x])\n"
    code = f"{HEAD}J = triton.jit\n{helper}other = hop\n@J\ndef fill(x):\n    tl.store(x, other(x))\n"
    kernels = {kernel.name: kernel for kernel in read_python(tmp_path, {"a.py": code}).kernels}
    assert statuses(kernels["fill"], *HOPPER) == HOPPER
