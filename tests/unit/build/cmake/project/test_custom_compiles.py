"""CUDA sources that a custom command compiles: of their images nothing is known, so nothing is claimed."""

from __future__ import annotations

import pytest

LIBRARY = "add_library(k SHARED a.cu)\nset_target_properties(k PROPERTIES CUDA_ARCHITECTURES 80)\n"


@pytest.mark.parametrize(
    "text",
    [
        "add_custom_command(OUTPUT h.cubin COMMAND ${CMAKE_CUDA_COMPILER} -cubin -arch=sm_90a\n"
        "  ${CMAKE_CURRENT_SOURCE_DIR}/h.cu -o h.cubin DEPENDS h.cu)\n",
        "add_custom_command(OUTPUT h.cubin COMMAND nvcc ARGS -cubin h.cu)\n",
        "add_custom_target(hh ALL COMMAND ccache nvcc -ptx ${CMAKE_CURRENT_SOURCE_DIR}/h.cu)\n",
    ],
)
def test_a_source_that_only_a_custom_command_compiles_is_undecided(evaluate, text):
    found = evaluate(LIBRARY + text, sources=("a.cu", "h.cu"))
    assert {s.path: (s.gencodes, bool(s.undecided)) for s in found.sources if s.path == "h.cu"} == {"h.cu": ((), True)}
    assert next(s for s in found.sources if s.path == "h.cu").location.line == 5
    assert [missing.path for missing in found.not_built] == []


def test_a_source_of_a_target_keeps_the_images_of_the_target(evaluate):
    found = evaluate(LIBRARY + "add_custom_command(OUTPUT a.ptx COMMAND nvcc -ptx a.cu)\n")
    assert [(s.path, s.undecided) for s in found.sources] == [("a.cu", None)]


def test_a_command_that_compiles_nothing_brings_no_images(evaluate):
    found = evaluate(LIBRARY + "add_custom_target(fmt COMMAND clang-format -i h.cu)\n", sources=("a.cu", "h.cu"))
    assert [s.path for s in found.sources] == ["a.cu"]
    assert [missing.path for missing in found.not_built] == ["h.cu"]
