"""Which columns share an evaluation."""

from __future__ import annotations

import pytest

from fakes.builds import build, rules, source
from kernaudit.model.build import BuildEvaluation, BuildRequest, RequestRule
from kernaudit.scan.columns import evaluate_columns
from kernaudit.scan.options import silent


class _Builds:
    """Answers with one rule and remembers what it was asked."""

    def __init__(self, rule: RequestRule) -> None:
        self.rule = rule
        self.asked: list[tuple[str, str]] = []

    def __call__(self, root: str, request: BuildRequest) -> BuildEvaluation:
        self.asked.append((root, str(request.device)))
        return build(source("a.cu", "90>sm_90"), root=root, rule=self.rule)


def _columns(builds: _Builds, roots: tuple[str, ...] = ("CMakeLists.txt",), **asked):
    devices = [rules().device(text) for text in ("8.0", "9.0", "10.0")]
    request = BuildRequest(rules().toolkit("13.0"), **asked)
    return evaluate_columns(roots, devices, request, builds, silent)


@pytest.mark.parametrize("rule", [RequestRule.DEVICE, RequestRule.NATIVE])
def test_a_build_for_the_device_is_evaluated_once_per_column(rule: RequestRule) -> None:
    builds = _Builds(rule)
    columns = _columns(builds)
    assert [device for _, device in builds.asked] == ["8.0", "9.0", "10.0"]
    assert len({id(column.evaluations[0]) for column in columns}) == 3


@pytest.mark.parametrize("rule", [RequestRule.USER, RequestRule.BUILD, RequestRule.COMPILER_DEFAULT])
def test_a_list_that_no_device_enters_is_evaluated_once(rule: RequestRule) -> None:
    builds = _Builds(rule)
    columns = _columns(builds, request="8.0;9.0")
    assert len(builds.asked) == 1
    assert len({id(column.evaluations[0]) for column in columns}) == 1


@pytest.mark.parametrize("asked", [{"request": "native"}, {"defines": {"CMAKE_CUDA_ARCHITECTURES": "Native"}}])
def test_native_is_another_list_in_every_column(asked: dict) -> None:
    builds = _Builds(RequestRule.USER)
    _columns(builds, **asked)
    assert len(builds.asked) == 3


def test_every_root_is_asked_in_order() -> None:
    builds = _Builds(RequestRule.DEVICE)
    columns = _columns(builds, ("CMakeLists.txt", "sub/CMakeLists.txt"))
    assert [root for root, _ in builds.asked[:2]] == ["CMakeLists.txt", "sub/CMakeLists.txt"]
    assert [one.root for one in columns[2].evaluations] == ["CMakeLists.txt", "sub/CMakeLists.txt"]


def test_progress_is_told_per_column() -> None:
    told = []
    devices = [rules().device(text) for text in ("8.0", "9.0")]
    request = BuildRequest(rules().toolkit("13.0"))
    evaluate_columns(("CMakeLists.txt",), devices, request, _Builds(RequestRule.USER), lambda *step: told.append(step))
    assert told == [("builds", 1, 2), ("builds", 2, 2)]
