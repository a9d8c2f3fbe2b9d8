"""The `images` document, field by field."""

from __future__ import annotations

import pytest

from kernaudit.errors import InputError, NothingFoundError, UsageError
from kernaudit.scan.images import images_document
from kernaudit.scan.options import ScanOptions

TEXT = """cmake_minimum_required(VERSION 3.26)
project(p LANGUAGES CXX CUDA)
add_library(k SHARED a.cu)
if(WANTED)
  target_sources(k PRIVATE b.cu)
endif()
"""


@pytest.fixture
def tree(tmp_path):
    for name in ("a.cu", "b.cu"):
        (tmp_path / name).write_text("")
    (tmp_path / "CMakeLists.txt").write_text(TEXT)
    return tmp_path


def test_all_fields(tree):
    document = images_document(ScanOptions(tree, cuda="13.0.88", request="9.0a"))
    assert document == {
        "status": "ok",
        "message": None,
        "assumptions": [],
        "findings": [],
        "effective": ["90a>compute_90a,sm_90a"],
        "sources": [
            {
                "target": "k",
                "path": "a.cu",
                "language": "CUDA",
                "gencode": ["90a>compute_90a,sm_90a"],
                "defines": ["NDEBUG", "k_EXPORTS"],
                "glob": False,
                "external": False,
                "file": "CMakeLists.txt",
                "line": 3,
                "undecided": None,
            }
        ],
        "not_built": [{"path": "b.cu", "file": "CMakeLists.txt", "line": 4, "condition": "if(WANTED)"}],
    }


def test_a_configuration_that_stops_is_an_answer(tree):
    (tree / "CMakeLists.txt").write_text(TEXT + 'message(FATAL_ERROR "enough")\n')
    document = images_document(ScanOptions(tree, cuda="13.0"))
    assert document["status"] == "configure-error"
    assert document["message"] == "CMakeLists.txt:7: enough"
    assert document["sources"] == []
    assert [item["path"] for item in document["not_built"]] == ["a.cu", "b.cu"]


def test_several_roots_stand_in_one_document(tree):
    (tree / "other").mkdir()
    (tree / "other" / "CMakeLists.txt").write_text("project(o CUDA)\nadd_library(o c.cu)\n")
    (tree / "other" / "c.cu").write_text("")
    document = images_document(ScanOptions(tree, defines={"WANTED": "1"}))
    assert [(s["target"], s["path"]) for s in document["sources"]] == [
        ("k", "a.cu"),
        ("k", "b.cu"),
        ("o", "other/c.cu"),
    ]


def test_errors_of_the_user(tree, tmp_path):
    with pytest.raises(InputError):
        images_document(ScanOptions(tmp_path / "missing"))
    with pytest.raises(UsageError):
        images_document(ScanOptions(tree, cuda="twelve"))
    with pytest.raises(UsageError):
        images_document(ScanOptions(tree, request="9.x"))
    (tree / "CMakeLists.txt").unlink()
    with pytest.raises(NothingFoundError):
        images_document(ScanOptions(tree))


def test_the_same_bytes_on_every_run(tree):
    assert images_document(ScanOptions(tree)) == images_document(ScanOptions(tree))
