"""The scan verb: options, formats, files, and what goes to which stream."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kernaudit.cli import app as app_module
from kernaudit.discover import stamp

LISTS = "cmake_minimum_required(VERSION 3.26)\nproject(x LANGUAGES CUDA)\n"


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    root = tmp_path / "tree"
    root.mkdir()
    (root / "CMakeLists.txt").write_text(
        LISTS
        + "set(CMAKE_CUDA_ARCHITECTURES 80-real 90a-real)\nadd_library(core a.cu)\nadd_library(mla b.cu)\n"
        + "set_property(TARGET mla PROPERTY CUDA_ARCHITECTURES 100f-real)\n"
    )
    for name in ("a.cu", "b.cu"):
        (root / name).write_text("__global__ void k(float* x) { x[0] = 1; }\n")
    return root


def _run(*arguments: str) -> int:
    with pytest.raises(SystemExit) as ended:
        app_module.run(("scan", *map(str, arguments)))
    assert isinstance(ended.value.code, int)
    return ended.value.code


def _json(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict:
    assert _run(*arguments, "--format", "json", "--jobs", "1") == 0
    return json.loads(capsys.readouterr().out)


def test_the_default_is_a_table_with_the_default_devices(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert _run(tree) == 0
    out, err = capsys.readouterr()
    assert out.startswith("tree: 2 kernels in 2 families, CUDA 13.0\n")
    assert "8.0      8.9      9.0      10.0     10.3     12.0" in out
    assert "\x1b" not in out
    assert err == "kernaudit: tree: 2 kernels in 2 families, CUDA 13.0, 6 devices; no findings\n"


def test_from_is_the_first_column_and_counts_once(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    document = _json(capsys, tree, "--to", "b200,9.0", "--from", "h100")
    assert [device["id"] for device in document["devices"]] == ["sm_90a", "sm_100"]
    assert (document["input"]["from"], document["input"]["to"]) == ("sm_90a", ["sm_100"])


def test_what_was_asked_stands_in_the_report(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    options = ("--cuda", "12.9", "-D", "A:BOOL=ON", "--env", "B=1", "--request", "9.0", "--as-of", "2026-11-30")
    given = _json(capsys, tree, *options)["input"]
    assert (given["root_name"], given["cuda"], given["request"]) == ("tree", "12.9", "9.0")
    assert (given["defines"], given["env"], given["as_of"]) == ({"A": "ON"}, {"B": "1"}, "2026-11-30")
    assert given["config"] is None


def test_several_files_in_one_run_by_their_extensions(
    tree: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert _run(tree, "-o", tmp_path / "r.json", "-o", tmp_path / "r.md", "-o", tmp_path / "r.csv") == 0
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert json.loads((tmp_path / "r.json").read_text())["schema"] == "kernaudit/report/1"
    assert (tmp_path / "r.md").read_text().startswith("# tree: 2 kernels")
    assert (tmp_path / "r.csv").read_text().startswith("kernel,family")


def test_an_explicit_format_beats_the_extension(tree: Path, tmp_path: Path) -> None:
    assert _run(tree, "--format", "json", "-o", tmp_path / "report.data") == 0
    assert json.loads((tmp_path / "report.data").read_text())["kernels"]


def test_one_format_for_files_that_ask_for_several_is_refused(
    tree: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = (tmp_path / "r.md", tmp_path / "r.html")
    assert _run(tree, "--format", "table", "-o", files[0], "-o", files[1]) == 2
    assert "--format table would be the format of every -o" in capsys.readouterr().err
    assert not any(file.exists() for file in files)
    assert _run(tree, "--format", "table", "-o", files[0], "-o", tmp_path / "r.data") == 0
    assert _run(tree, "--format", "json", "-o", files[0], "-o", f"html:{files[1]}") == 0
    assert files[1].read_text().startswith("<!DOCTYPE html>")


def test_detail_and_filters(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert _run(tree, "--detail", "sources") == 0
    assert "\n  b.cu " in capsys.readouterr().out
    assert _run(tree, "--kernel", "mla") == 0
    assert capsys.readouterr().out.startswith("tree: 1 kernel in 1 family")
    assert _run(tree, "--only", "failing", "--to", "10.0") == 0
    out = capsys.readouterr().out
    assert "core" in out
    assert "mla" not in out


def test_include_and_exclude_reach_the_tree(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tree / "tests").mkdir()
    (tree / "tests" / "t.cu").write_text("__global__ void t() {}\n")
    without = _json(capsys, tree)
    assert {kernel["file"] for kernel in without["kernels"]} == {"a.cu", "b.cu"}
    assert [item["path"] for item in without["skipped"]] == ["tests"]
    assert "tests/t.cu" in {kernel["file"] for kernel in _json(capsys, tree, "--include", "tests")["kernels"]}
    assert "b.cu" not in {kernel["file"] for kernel in _json(capsys, tree, "--exclude", "b.cu")["kernels"]}


def test_the_title_heads_the_table(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert _run(tree, "--title", "Fleet of\nMay") == 0
    assert capsys.readouterr().out.startswith("Fleet of May: 2 kernels")


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--to", "blackwell"), "ambiguous"),
        (("--to", "sm_42"), "unknown device"),
        (("--cuda", "9"), "not a CUDA version"),
        (("--format", "yaml"), "unknown format 'yaml'"),
        (("-o", "report.docx"), "no format has this extension"),
        (("--detail", "everything"), "everything"),
        (("-D", "novalue"), "expected NAME=VALUE"),
        (("--as-of", "2026-13-01"), "not a date"),
        (("--as-of", ""), "the value is empty"),
        (("--as-of", "20261101"), "not a date"),
    ],
)
def test_usage_errors_come_before_any_work(
    options: tuple[str, ...], said: str, tree: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert _run(tree, *options) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert said in err
    assert err.count("\n") == 1


def test_nothing_to_report(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "notes.txt").write_text("no kernel")
    assert _run(tmp_path) == 3
    assert capsys.readouterr().err.endswith("nothing to report\n")


def test_a_configuration_that_stops_is_a_report(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tree / "CMakeLists.txt").write_text(LISTS + 'message(FATAL_ERROR "not today")\n')
    document = _json(capsys, tree, "--to", "9.0")
    assert document["devices"][0]["status"] == "configure-error"
    assert "not today" in document["devices"][0]["message"]
    assert {kernel["cells"]["sm_90a"]["detail"] for kernel in document["kernels"]} == {"configure-error"}
    assert document["summary"]["finishes"] is False


def test_an_unchanged_tree_is_answered_as_before_and_a_changed_one_anew(
    tree: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("KERNAUDIT_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setattr(stamp, "_FINE", -60_000_000_000)  # the files of this test are old
    arguments = ("--to", "h100", "--format", "json", "--jobs", "1")
    assert _run(tree, *arguments) == 0
    first = capsys.readouterr()
    with monkeypatch.context() as patched:
        patched.setattr("kernaudit.scan.pipeline.run_scan", None)  # nothing is worked out again
        assert _run(tree, *arguments) == 0
    assert capsys.readouterr() == first
    (tree / "b.cu").write_text("__global__ void other(float* x) { x[0] = 1; }\n")
    assert _run(tree, *arguments) == 0
    assert '"other"' in capsys.readouterr().out
