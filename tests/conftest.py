"""Fixtures for tests of every kind."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from realworld.trees import TreeUnavailableError, tree

ROOT = Path(__file__).parents[1]
PUBLIC = {"vllm_0_33", "vllm_0_11", "vllm_0_6", "llama_cpp", "flash_attn_4", "public_tree"}
"""Fixtures that are public trees."""

# Examples are judged by what comes out, never by how long a busy machine takes to make them.
settings.register_profile("kernaudit", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("kernaudit")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A test that asks for a public tree is one of the `realworld` tests, wherever it stands."""
    for item in items:
        if PUBLIC & set(getattr(item, "fixturenames", ())):
            item.add_marker(pytest.mark.realworld)


def _public(folder: str) -> Path:
    try:
        return tree(folder)
    except TreeUnavailableError as error:
        pytest.skip(f"public source tree {folder}: {error}")


@pytest.fixture(scope="session")
def vllm_0_33() -> Path:
    """vLLM 0.33.0, unpacked."""
    return _public("vllm-0.33.0")


@pytest.fixture(scope="session")
def vllm_0_11() -> Path:
    """vLLM 0.11.0, unpacked."""
    return _public("vllm-0.11.0")


@pytest.fixture(scope="session")
def vllm_0_6() -> Path:
    """vLLM 0.6.6, unpacked."""
    return _public("vllm-0.6.6")


@pytest.fixture(scope="session")
def llama_cpp() -> Path:
    """llama_cpp_python 0.3.36, unpacked; llama.cpp itself is `vendor/llama.cpp` in it."""
    return _public("llama_cpp_python-0.3.36")


@pytest.fixture(scope="session")
def flash_attn_4() -> Path:
    """FlashAttention-4 4.0.0b36, unpacked: kernels in Python alone."""
    return _public("flash_attn_4-4.0.0b36")


@pytest.fixture(scope="session")
def repository() -> Path:
    """The checkout that these tests belong to."""
    return ROOT
