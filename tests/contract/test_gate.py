"""The gate as people run it: known answers between two states of a tree, and what goes wrong around it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from fakes.repositories import commit, init
from kernaudit.cli.app import run

HEAD = """\
cmake_minimum_required(VERSION 3.26)
project(mini LANGUAGES CXX CUDA)
"""
COPY = "__global__ void copy(float* x) { x[threadIdx.x] = 1.0f; }\n"
WGMMA = """\
__global__ void gemm(float* x) {
#if __CUDA_ARCH__ >= 900
  asm volatile("wgmma.fence.sync.aligned;");
  x[0] = 1.0f;
#endif
}
"""


def _gained(arch_list: str) -> dict[str, str]:
    """A kernel for one device only, and the arch list that its sources get."""
    build = f"""\
set(GEMM_ARCHS {arch_list})
add_library(mini k.cu)
foreach(_arch IN LISTS GEMM_ARCHS)
  string(REPLACE "." "" _code "${{_arch}}")
  target_compile_options(mini PRIVATE "-gencode=arch=compute_${{_code}},code=sm_${{_code}}")
endforeach()
set_target_properties(mini PROPERTIES CUDA_ARCHITECTURES OFF)
"""
    return {"CMakeLists.txt": HEAD + build, "k.cu": WGMMA}


def _matched(keep: str) -> dict[str, str]:
    """A loop over what is asked that collects what is supported; `keep` is the line that collects."""
    build = f"""\
function(supported_of OUT)
  set(_found)
  foreach(_asked IN LISTS ARGN)
    if(_asked IN_LIST SUPPORTED)
      {keep}
    endif()
  endforeach()
  set(${{OUT}} ${{_found}} PARENT_SCOPE)
endfunction()
set(SUPPORTED 80 90 100)
supported_of(CMAKE_CUDA_ARCHITECTURES 80 90 100)
add_library(mini k.cu)
"""
    return {"CMakeLists.txt": HEAD + build, "k.cu": COPY}


def _filtered(pattern: str) -> dict[str, str]:
    """A filter over the arch list, by the spelling of its entries."""
    build = f"""\
set(ARCHS 90a 100f 120f)
list(FILTER ARCHS INCLUDE REGEX "{pattern}")
set(CMAKE_CUDA_ARCHITECTURES ${{ARCHS}})
add_library(mini k.cu)
"""
    return {"CMakeLists.txt": HEAD + build, "k.cu": COPY}


GOOD_BAD = {
    "an arch list gained 10.0 for code that only 9.0a has": (
        _gained("9.0a"), _gained("9.0a 10.0"), "sm_100", "not-built", "missing-instruction", "build-break",
    ),
    "a loop keeps only the last match": (
        _matched("list(APPEND _found ${_asked})"), _matched("set(_found ${_asked})"),
        "sm_90a", "native", "not-built", "regression",
    ),
    "a filter drops names of families": (
        _filtered("^[0-9]+[af]?$"), _filtered("^[0-9]+a?$"), "sm_103", "compatible-sass", "not-built", "regression",
    ),
}  # fmt: skip
TO = ("--to", "9.0,10.0,10.3,12.0")


def _run(*arguments: object) -> int:
    with pytest.raises(SystemExit) as ended:
        run([str(one) for one in arguments])
    code = ended.value.code
    assert isinstance(code, int)
    return code


def _write(root: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return root


@pytest.fixture(autouse=True)
def _own_cache(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KERNAUDIT_CACHE_DIR", str(tmp_path_factory.getbasetemp() / "cache"))


@pytest.mark.parametrize("case", GOOD_BAD)
def test_a_cell_flips_between_revisions_and_check_fails_on_the_right_one(case: str, tmp_path: Path, capsys) -> None:
    good, bad, device, before, after, rule = GOOD_BAD[case]
    repo = init(tmp_path / "repo")
    commit(repo, good)
    commit(repo, bad)
    assert _run("diff", "--rev", "HEAD~1..HEAD", tmp_path / "repo", *TO, "--format", "json") == 0
    changed = {
        one["device"]: (one["a"]["status"], one["b"]["status"])
        for one in json.loads(capsys.readouterr().out)["changed"]
    }
    assert changed[device] == (before, after)
    assert _run("diff", "--rev", "HEAD..HEAD", tmp_path / "repo", *TO, "--format", "json") == 0
    assert json.loads(capsys.readouterr().out)["changed"] == []

    first, second, kept = _write(tmp_path / "a", good), _write(tmp_path / "b", bad), tmp_path / "baseline.json"
    assert _run("baseline", "write", first, *TO, "-o", kept) == 0
    assert _run("check", first, "--baseline", kept) == 0
    capsys.readouterr()
    assert _run("check", second, "--baseline", kept, "-o", tmp_path / "r.json") == 1
    problems = json.loads((tmp_path / "r.json").read_text())["gate"]["problems"]
    failing = {(one["rule"], one["device"]) for one in problems if one["level"] == "error"}
    assert (rule, device) in failing
    lost = {device for device, (was, now) in changed.items() if was in {"native", "compatible-sass", "ptx-jit"}}
    assert {one for named, one in failing if named == "regression"} == lost


def test_a_requirement_fails_on_the_right_revision(tmp_path: Path) -> None:
    config = {"kernaudit.yaml": "gate:\n  require:\n    - {kernel: copy, on: [h100], status: native}\n"}
    good, bad, *_ = GOOD_BAD["a loop keeps only the last match"]
    assert _run("check", _write(tmp_path / "a", {**good, **config})) == 0
    assert _run("check", _write(tmp_path / "b", {**bad, **config})) == 1


def test_a_suppression_changes_the_gate_and_no_cell(tmp_path: Path) -> None:
    files = dict(GOOD_BAD["an arch list gained 10.0 for code that only 9.0a has"][1])
    root = _write(tmp_path / "t", files)
    assert _run("check", root, *TO) == 1
    _write(root, {"k.cu": WGMMA.replace('aligned;");', 'aligned;");  // kernaudit: ignore[build-break] until 3.0')})
    assert _run("check", root, *TO, "-o", tmp_path / "r.json") == 0
    report = json.loads((tmp_path / "r.json").read_text())
    assert report["kernels"][0]["cells"]["sm_100"]["status"] == "missing-instruction"
    assert {one["ignored"]["reason"] for one in report["gate"]["problems"] if one["ignored"]} == {"until 3.0"}
    assert _run("check", root, *TO, "--no-ignores") == 1


def test_an_update_takes_improvements_and_keeps_losses(tmp_path: Path) -> None:
    good, bad, *_ = GOOD_BAD["a loop keeps only the last match"]
    first, second, kept = _write(tmp_path / "a", good), _write(tmp_path / "b", bad), tmp_path / "baseline.json"
    assert _run("baseline", "write", first, *TO, "-o", kept) == 0
    written = kept.read_text()
    assert _run("baseline", "update", second, "--baseline", kept) == 0
    assert kept.read_text() == written
    assert _run("check", second, "--baseline", kept) == 1
    assert _run("baseline", "update", second, "--baseline", kept, "--accept-losses") == 0
    assert _run("check", second, "--baseline", kept) == 0


def _one_line(capsys) -> str:
    said = capsys.readouterr()
    assert said.out == ""
    errors = [line for line in said.err.splitlines() if "error: " in line]
    assert len(errors) == 1
    return errors[0]


def test_no_kernels(tmp_path: Path, capsys) -> None:
    assert _run("check", _write(tmp_path / "t", {"notes.txt": "none"})) == 3
    assert "nothing to report" in _one_line(capsys)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (None, "No such file"),
        ("", "only half of a file"),
        ('{"schema": "kernaudit/baseline/0", "rules_digest": "x", "entries": [{"finger', "only half of a file"),
        ('{"schema": "kernaudit/baseline/9", "entries": []}', "not a baseline of this version"),
        ("\xff\xfe", "not UTF-8"),
    ],
)
def test_a_baseline_that_cannot_be_used_is_one_line_and_exit_2(
    text: str | None, said: str, tmp_path: Path, capsys
) -> None:
    root = _write(tmp_path / "t", GOOD_BAD["a loop keeps only the last match"][0])
    kept, output = tmp_path / "b.json", tmp_path / "old.json"
    output.write_text("old")
    if text is not None:
        kept.write_bytes(text.encode("latin-1"))
    assert _run("check", root, "--baseline", kept, "-o", output) == 2
    assert said in _one_line(capsys)
    assert output.read_text() == "old"
    assert _run("baseline", "update", root, "--baseline", kept) == 2
    _one_line(capsys)
    assert (kept.read_bytes().decode("latin-1") if text is not None else None) == text


def test_a_baseline_that_exists_is_replaced_only_by_force(tmp_path: Path, capsys) -> None:
    """Writing over it would agree on every loss since, and pass."""
    good, bad, *_ = GOOD_BAD["a loop keeps only the last match"]
    kept = tmp_path / "b.json"
    assert _run("baseline", "write", _write(tmp_path / "a", good), *TO, "-o", kept) == 0
    agreed = kept.read_text()
    capsys.readouterr()
    assert _run("baseline", "write", _write(tmp_path / "b", bad), *TO, "-o", kept) == 2
    assert "b.json: exists already" in _one_line(capsys)
    assert kept.read_text() == agreed
    assert _run("baseline", "write", tmp_path / "b", *TO, "-o", kept, "--force") == 0
    assert kept.read_text() != agreed


def test_half_a_report_is_one_line_and_exit_2(tmp_path: Path, capsys) -> None:
    root, whole, half = _write(tmp_path / "t", _filtered("a")), tmp_path / "w.json", tmp_path / "h.json"
    assert _run("scan", root, "-o", whole) == 0
    text = whole.read_text()
    assert _run("diff", whole, root) == 0
    capsys.readouterr()
    for damaged in (text[: len(text) // 2], "{}", '{"schema": "kernaudit/report/0"}', text.replace('"status"', '"x"')):
        half.write_text(damaged)
        assert _run("diff", whole, half) == 2
        assert "h.json" in _one_line(capsys)
    half.write_text(text.replace("kernaudit/report/1", "kernaudit/report/9"))
    assert _run("diff", half, whole) == 2
    assert "no report of this version (schema 'kernaudit/report/9')" in _one_line(capsys)


def test_a_disk_that_cannot_be_written(tmp_path: Path, capsys) -> None:
    root = _write(tmp_path / "t", GOOD_BAD["a loop keeps only the last match"][0])
    for verb in (("check", root), ("baseline", "write", root)):
        assert _run(*verb, "-o", "/proc/nowhere/out.json") == 2
        assert "-o /proc/nowhere/out.json" in _one_line(capsys)


def test_a_report_compared_with_its_tree_finds_nothing(tmp_path: Path, capsys) -> None:
    root, whole = _write(tmp_path / "t", _filtered("^[0-9]+a?$")), tmp_path / "w.json"
    assert _run("scan", root, *TO, "-o", whole) == 0
    capsys.readouterr()
    assert _run("diff", whole, root, "--format", "json", "--fail-on", "regression") == 0
    document = json.loads(capsys.readouterr().out)
    assert (document["changed"], document["remarks"]) == ([], [])
    assert len(document["devices"]) == 4


FORMATS = ("table", "json", "markdown", "csv", "gate", "sarif", "github", "junit", "gitlab", "summary", "html")


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_has_the_same_exit_codes(name: str, tmp_path: Path, capsys) -> None:
    good, bad, *_ = GOOD_BAD["an arch list gained 10.0 for code that only 9.0a has"]
    assert _run("check", _write(tmp_path / "a", good), *TO, "--format", name) == 0
    assert _run("check", _write(tmp_path / "b", bad), *TO, "--format", name) == 1
    assert _run("scan", tmp_path / "b", *TO, "--format", name) == 0
    assert _run("scan", tmp_path / "b", *TO, "--format", name, "--fail-on", "build-break") == 1
    assert _run("scan", tmp_path / "b", *TO, "--format", name, "--fail-on", "silent-no-op") == 0
    assert _run("check", tmp_path / "nowhere", "--format", name) == 2
    (tmp_path / "empty").mkdir()
    assert _run("check", tmp_path / "empty", "--format", name) == 3
    capsys.readouterr()


def test_several_outputs_in_one_run(tmp_path: Path) -> None:
    root, output = _write(tmp_path / "t", GOOD_BAD["a loop keeps only the last match"][0]), tmp_path / "out"
    output.mkdir()
    names = {"r.sarif": "runs", "r.xml": "testsuites", "r.json": "kernels", "gitlab:q.json": "[", "summary:s": "## "}
    arguments = [
        part for name in names for part in ("-o", name.replace(":", f":{output}/") if ":" in name else output / name)
    ]
    assert _run("check", root, *arguments) == 0
    for name, said in names.items():
        assert said in (output / name.partition(":")[2] if ":" in name else output / name).read_text()


def test_fail_on_knows_its_rules(tmp_path: Path, capsys) -> None:
    root = _write(tmp_path / "t", GOOD_BAD["a loop keeps only the last match"][0])
    assert _run("scan", root, "--fail-on", "nonsense") == 2
    assert "silent-no-op" in _one_line(capsys)
    assert _run("scan", root, "--fail-on", "regression") == 2
    assert "check --baseline" in _one_line(capsys)


BREAKING = {
    "the configuration stops": ("CMakeLists.txt", HEAD + 'message(FATAL_ERROR "no")\n'),
    "the build file cannot be parsed": ("CMakeLists.txt", HEAD + "add_library(mini k.cu"),
    "the source leaves the build": ("CMakeLists.txt", HEAD),
    "the source holds NUL bytes": ("k.cu", COPY + "\0"),
    "the source is cut off": ("k.cu", COPY[: len(COPY) // 2]),
    "the guard hangs on a missing header": ("k.cu", f'#include "gone.h"\n#if GONE(__CUDA_ARCH__)\n{COPY}#endif\n'),
}


@pytest.mark.parametrize("case", BREAKING)
def test_a_change_that_leaves_less_to_read_does_not_pass(case: str, tmp_path: Path) -> None:
    good = {"CMakeLists.txt": HEAD + "set(CMAKE_CUDA_ARCHITECTURES 90a)\nadd_library(mini k.cu l.cu)\n", "k.cu": COPY}
    good["l.cu"] = COPY.replace("copy", "other")
    name, text = BREAKING[case]
    kept = tmp_path / "b.json"
    assert _run("baseline", "write", _write(tmp_path / "a", good), "--to", "h100", "-o", kept) == 0
    code = _run("check", _write(tmp_path / "b", {**good, name: text}), "--baseline", kept, "-o", tmp_path / "r.json")
    assert code == 1, (tmp_path / "r.json").read_text()
    repo = init(tmp_path / "r")
    commit(repo, good)
    commit(repo, {**good, name: text})
    assert _run("diff", "--rev", "HEAD~1..", tmp_path / "r", "--to", "h100", "--fail-on", "regression") == 1


def test_a_kernel_that_was_removed_or_renamed_is_stale_and_no_failure(tmp_path: Path) -> None:
    good = {"CMakeLists.txt": HEAD + "set(CMAKE_CUDA_ARCHITECTURES 90a)\nadd_library(mini k.cu)\n"}
    good["k.cu"] = COPY + COPY.replace("copy", "other")
    kept = tmp_path / "b.json"
    assert _run("baseline", "write", _write(tmp_path / "a", good), "--to", "h100", "-o", kept) == 0
    renamed = {**good, "k.cu": COPY + COPY.replace("copy", "another")}
    arguments = ("check", _write(tmp_path / "b", renamed), "--baseline", kept, "-o", tmp_path / "r.json")
    assert _run(*arguments) == 0
    gate = json.loads((tmp_path / "r.json").read_text())["gate"]
    assert [one["kernel"] for one in gate["stale"]] == ["k.cu#other"]
