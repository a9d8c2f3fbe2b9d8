"""Bad input, end to end: one clear line or a report all the same, and nothing lost."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from kernaudit.cli.app import VERBS

pytestmark = pytest.mark.skipif("scan" not in VERBS, reason="no scan verb yet")

HEAD = "cmake_minimum_required(VERSION 3.26)\nproject(demo LANGUAGES CUDA)\n"
BUILD = HEAD + "set(CMAKE_CUDA_ARCHITECTURES 90a)\nadd_library(kernels good.cu)\n"
KERNEL = "__global__ void good(float* out) { out[threadIdx.x] = 1.0f; }\n"
RUNS = {"native", "compatible-sass", "ptx-jit"}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = tmp_path / "tree"
    root.mkdir()
    (root / "CMakeLists.txt").write_text(BUILD)
    (root / "good.cu").write_text(KERNEL)
    return root


def _scan(root: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "kernaudit", "scan", str(root), "--to", "9.0,10.0", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)


def _report(root: Path, *arguments: str) -> dict[str, Any]:
    done = _scan(root, "--format", "json", *arguments)
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr
    report: dict[str, Any] = json.loads(done.stdout)
    return report


def _status(report: dict[str, Any], file: str = "good.cu", device: str = "sm_90a") -> str:
    (kernel,) = [k for k in report["kernels"] if k["file"] == file or file in k["units"]]
    status: str = kernel["cells"][device]["status"]
    return status


def _skipped(report: dict[str, Any]) -> dict[str, str]:
    return {item["path"]: item["reason"] for item in report["skipped"]}


def test_the_tree_itself_is_fine(root: Path) -> None:
    report = _report(root)
    assert _status(report) == "native"
    assert _status(report, device="sm_100") == "not-built"
    assert _skipped(report) == {}


@pytest.mark.parametrize(
    ("added", "line", "said"),
    [
        ("set(x [[never closed)\n", 5, "unterminated bracket"),
        ('message("never closed)\n', 5, "unterminated string"),
        ("set(x 1))\n", 5, "Parse error"),
        ("include(missing.cmake)\n", 5, "missing.cmake"),
        ("while(TRUE)\nendwhile()\n", 5, "commands"),
        ('message(FATAL_ERROR "not today")\n', 5, "not today"),
        ("include(CMakeLists.txt)\n", 4, "already exists"),
        ("function(f)\nf()\nendfunction()\nf()\n", 6, "recursion"),
        ("include(${CMAKE_CURRENT_LIST_DIR}/../outside.cmake)\n", 5, "outside.cmake"),
    ],
)
def test_a_build_that_stops_is_an_answer(root: Path, added: str, line: int, said: str) -> None:
    (root.parent / "outside.cmake").write_text("set(leak 1)\n")
    (root / "CMakeLists.txt").write_text(BUILD + added)
    report = _report(root)
    assert {device["status"] for device in report["devices"]} == {"configure-error"}
    assert all(said in device["message"] for device in report["devices"])
    (finding,) = [f for f in report["findings"] if f["id"] == "configure-error"]
    assert (finding["file"], finding["line"]) == ("CMakeLists.txt", line)
    assert _status(report) not in RUNS


def test_a_file_that_includes_itself(root: Path) -> None:
    (root / "CMakeLists.txt").write_text(BUILD + "include(loop.cmake)\n")
    (root / "loop.cmake").write_text("include(loop.cmake)\n")
    report = _report(root)
    assert "recursion" in report["devices"][0]["message"]
    assert report["findings"][0]["file"] == "loop.cmake"


def test_a_syntax_error_in_one_build_leaves_the_others(root: Path) -> None:
    (root / "other").mkdir()
    (root / "other" / "CMakeLists.txt").write_text("project(other LANGUAGES CUDA\n")
    report = _report(root)
    assert _status(report) == "native"
    (finding,) = [f for f in report["findings"] if f["id"] == "configure-error"]
    assert (finding["file"], finding["line"]) == ("other/CMakeLists.txt", 1)


def test_link_loops(root: Path) -> None:
    (root / "loop").symlink_to(".")
    (root / "self.cu").symlink_to("self.cu")
    report = _report(root)
    assert _status(report) == "native"
    assert _skipped(report) == {"self.cu": "unreadable"}


def test_a_link_out_of_the_tree(root: Path) -> None:
    (root.parent / "secret.cu").write_text("__global__ void secret() {}\n")
    (root / "secret.cu").symlink_to("../secret.cu")
    report = _report(root)
    assert _skipped(report) == {"secret.cu": "outside-root"}
    assert "void secret" not in json.dumps(report)


@pytest.mark.parametrize("name", ["huge.cu", "huge.h", "huge.cmake"])
def test_a_huge_file(root: Path, name: str) -> None:
    with (root / name).open("wb") as stream:
        stream.truncate(200 * 1024 * 1024)
    report = _report(root)
    assert _skipped(report) == {name: "too-large"}
    assert _status(report) == "native"


def test_a_binary_named_cu(root: Path) -> None:
    (root / "binary.cu").write_bytes(b"\x7fELF" + bytes(range(256)) * 10)
    report = _report(root)
    assert _skipped(report) == {"binary.cu": "binary"}
    assert _status(report) == "native"


def test_a_fifo_named_cu(root: Path) -> None:
    os.mkfifo(root / "pipe.cu")
    os.mkfifo(root / "CMakePresets.json")
    assert _skipped(_report(root))["pipe.cu"] == "unreadable"


def test_latin1_text(root: Path) -> None:
    (root / "good.cu").write_bytes("// Gr\u00f6\u00dfe in \u00b5m\n".encode("latin-1") + KERNEL.encode())
    (root / "CMakeLists.txt").write_bytes("# \u00e9\n".encode("latin-1") + BUILD.encode())
    report = _report(root)
    assert _status(report) == "native"
    assert _skipped(report) == {}


@pytest.mark.parametrize(
    "name", ["a\x1b[31mb.cu", "<script>alert(1)</script>.cu", "a|b`c.cu", "new\nline.cu", "[red]x.cu"]
)
def test_names_do_not_steer_what_shows_them(root: Path, name: str, tmp_path: Path) -> None:
    (root / name).parent.mkdir(parents=True, exist_ok=True)
    (root / name).write_text(KERNEL)
    outputs = {suffix: tmp_path / f"report.{suffix}" for suffix in ("json", "md", "csv")}
    done = _scan(root, "--detail", "sources", *(text for path in outputs.values() for text in ("-o", str(path))))
    assert done.returncode == 0, done.stderr
    shown = {suffix: path.read_text(encoding="utf-8") for suffix, path in outputs.items()}
    shown["table"] = _scan(root, "--detail", "sources").stdout
    assert not [suffix for suffix, text in shown.items() if "\x1b" in text]
    assert name in {kernel["file"] for kernel in json.loads(shown["json"])["kernels"]}
    assert "<script>" not in shown["md"]
    assert "[red]x" in shown["table"] or name != "[red]x.cu"


def test_names_that_are_not_utf8(root: Path) -> None:
    Path(os.fsdecode(os.fsencode(root) + b"/caf\xe9.cu")).write_text(KERNEL)
    done = _scan(root, "--format", "json")
    assert done.returncode == 0, done.stderr
    assert "caf\\xe9.cu" in json.dumps(json.loads(done.stdout), ensure_ascii=False).replace("\\\\", "\\")


def test_a_source_that_the_build_names_and_the_tree_lacks(root: Path) -> None:
    (root / "good.cu").unlink()
    report = _report(root)
    assert report["devices"][0]["status"] == "configure-error"
    assert "good.cu" in report["devices"][0]["message"]


def test_nothing_is_written_and_nothing_is_run(root: Path) -> None:
    (root / "CMakeLists.txt").write_text(
        BUILD
        + 'file(WRITE "${CMAKE_SOURCE_DIR}/written.txt" x)\n'
        + 'execute_process(COMMAND touch "${CMAKE_SOURCE_DIR}/ran.txt")\n'
        + 'configure_file(good.cu "${CMAKE_BINARY_DIR}/copied.cu")\n'
        + "file(MAKE_DIRECTORY made)\n"
    )
    before = sorted(root.rglob("*"))
    assert _status(_report(root)) == "native"
    assert sorted(root.rglob("*")) == before
