"""Calls that nobody writes, and calls that only types can tell: what a target lacks is found behind them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from kernaudit.facts.bodies import Body

from .implied_snippets import NEVER, REACHED
from .test_read import kernel, read

if TYPE_CHECKING:
    from pathlib import Path

    from kernaudit.kernels.model import KernelFacts

GONE = 'asm volatile("wgmma.fence.sync.aligned;");'
STORED = "\n#if __CUDA_ARCH__ == 900\n  G[0] = 1;\n#endif\n"


def made(root: Path, text: str, what: str, target: str) -> KernelFacts:
    unit = f"__device__ float* G;\n__device__ void hit() {{ {what} }}\n" + text
    return kernel(read(root, {"u.cu": unit.replace("HIT", "hit").replace("KER", "k")}, target))


@pytest.mark.parametrize("name", REACHED)
def test_what_is_gone_is_refused(tmp_path: Path, name: str) -> None:
    assert made(tmp_path, REACHED[name], GONE, "sm_100a").refused


@pytest.mark.parametrize("name", REACHED)
def test_the_only_effect_is_found_there(tmp_path: Path, name: str) -> None:
    assert made(tmp_path, REACHED[name], STORED, "sm_90a").body.body is Body.CODE
    assert made(tmp_path, REACHED[name], STORED, "sm_100a").body.body is Body.EMPTY


@pytest.mark.parametrize("name", NEVER)
def test_what_is_not_reached_is_not_refused(tmp_path: Path, name: str) -> None:
    found = made(tmp_path, NEVER[name], GONE, "sm_100a")
    assert not found.refused
    assert found.body.body is Body.EMPTY
