"""What a configuration adds to the options of a scan, and what the command line takes back."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from kernaudit.errors import UsageError
from kernaudit.scan.configured import configured
from kernaudit.scan.options import ScanOptions
from kernaudit.scan.pipeline import run_scan

CMAKE = """\
cmake_minimum_required(VERSION 3.26)
project(x LANGUAGES CUDA)
set(CMAKE_CUDA_ARCHITECTURES 90a-real)
add_library(core k.cu)
"""
CONFIG = """\
from: h100
to: [b200]
toolkit: "12.9"
request: "9.0"
define: {A: "1", B: "2"}
exclude: [old/]
title: Ours
pins:
  - {kernel: k, owner: serving}
"""


_TWO = "__global__ void k(float* x) { x[0] = 1; }\n__global__ void other(float* x) { x[0] = 2; }\n"


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    (tmp_path / "CMakeLists.txt").write_text(CMAKE)
    (tmp_path / "k.cu").write_text("__global__ void k(float* x) { x[0] = 1; }\n")
    (tmp_path / "kernaudit.yaml").write_text(CONFIG)
    return tmp_path


def test_the_configuration_of_the_tree_is_taken(tree: Path) -> None:
    options, config = configured(ScanOptions(tree))
    assert config is not None
    assert (options.from_, options.to, options.cuda, options.request) == ("h100", ("b200",), "12.9", "9.0")
    assert (options.defines, options.exclude, options.title) == ({"A": "1", "B": "2"}, ("old/",), "Ours")


def test_the_command_line_wins(tree: Path) -> None:
    given = ScanOptions(tree, to=("l4",), from_="a100", cuda="13.0", request="", defines={"B": "3"}, title="")
    options, _ = configured(replace(given, exclude=("new/",)))
    assert (options.from_, options.to, options.cuda, options.request) == ("a100", ("l4",), "13.0", "")
    assert (options.defines, options.exclude, options.title) == ({"A": "1", "B": "3"}, ("old/", "new/"), "")


def test_a_chosen_file_replaces_that_of_the_tree(tree: Path) -> None:
    other = tree / "other.yaml"
    other.write_text("to: l4\n")
    options, config = configured(ScanOptions(tree, config=other))
    assert (options.to, options.from_) == (("l4",), None)
    assert config is not None
    assert config.pins == ()


def test_a_tree_without_one_changes_nothing(tmp_path: Path) -> None:
    options = ScanOptions(tmp_path)
    assert configured(options) == (options, None)


def test_a_report_names_its_configuration_and_holds_its_pins(tree: Path) -> None:
    report = run_scan(ScanOptions(tree, jobs=1, cache=False))
    (pin,) = report.pins
    assert (report.input.config, report.input.cuda, report.input.title) == ("kernaudit.yaml", "12.9", "Ours")
    assert (pin.id, pin.owner, pin.matched) == ("1:kernel:k", "serving", ("k.cu#k",))
    assert [one.device for one in report.decisions] == ["sm_100"]


def test_a_pin_of_nothing_names_what_is_near(tree: Path) -> None:
    (tree / "kernaudit.yaml").write_text("from: h100\nto: b200\npins:\n  - kernel: k1\n")
    message = r"^kernaudit\.yaml:4: pin kernel 'k1' matches nothing; near names: k$"
    with pytest.raises(UsageError, match=message):
        run_scan(ScanOptions(tree, jobs=1, cache=False))


def test_a_kept_report_follows_a_change_of_the_configuration(
    tree: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
    first = run_scan(ScanOptions(tree, jobs=1))
    (tree / "kernaudit.yaml").write_text(CONFIG.replace("b200", "rtx-5090").replace("serving", "training"))
    second = run_scan(ScanOptions(tree, jobs=1))
    assert (first.input.to, first.pins[0].owner) == (("sm_100",), "serving")
    assert (second.input.to, second.pins[0].owner) == (("sm_120",), "training")


def test_filters_take_no_decision_away(tree: Path) -> None:
    (tree / "k.cu").write_text(_TWO)
    whole = run_scan(ScanOptions(tree, jobs=1, cache=False))
    narrowed = run_scan(ScanOptions(tree, jobs=1, cache=False, kernels=("other",)))
    assert [one.name for one in narrowed.kernels] == ["other"]
    assert narrowed.decisions == whole.decisions != ()


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("from: h1000", r"^kernaudit\.yaml:2: from: unknown device 'h1000'; did you mean H100"),
        ("to: [b200, b20x]", r"^kernaudit\.yaml:2: to: unknown device 'b20x'"),
        ("toolkit: 99", r"^kernaudit\.yaml:2: toolkit: '99' is not a CUDA version"),
        ("project: deepgem", r"^kernaudit\.yaml:2: no project is called 'deepgem'; near names: deepgemm$"),
        ("cost: {gpu: 3}", r"^kernaudit\.yaml:2: no cost input is called 'gpu'; near names: gpus$"),
    ],
)
def test_a_wrong_name_is_told_with_file_line_and_key(tree: Path, line: str, message: str) -> None:
    (tree / "kernaudit.yaml").write_text(f"title: x\n{line}\n")
    with pytest.raises(UsageError, match=message):
        run_scan(ScanOptions(tree, from_="a100", to=("l4",), cuda="13.0", jobs=1, cache=False))
