"""Which columns share an evaluation."""

from __future__ import annotations

from fakes.builds import build, rules, source
from kernaudit.model.build import BuildEvaluation, BuildRequest
from kernaudit.scan.columns import evaluate_columns
from kernaudit.scan.options import silent


class _Builds:
    """Answers alike and remembers what it was asked."""

    def __init__(self, *, device_dependent: bool) -> None:
        self.device_dependent = device_dependent
        self.asked: list[tuple[str, str]] = []

    def __call__(self, root: str, request: BuildRequest) -> BuildEvaluation:
        self.asked.append((root, str(request.device)))
        return build(source("a.cu", "90>sm_90"), root=root, device_dependent=self.device_dependent)


def _columns(builds: _Builds, roots: tuple[str, ...] = ("CMakeLists.txt",)):
    devices = [rules().device(text) for text in ("8.0", "9.0", "10.0")]
    return evaluate_columns(roots, devices, BuildRequest(rules().toolkit("13.0")), builds, silent)


def test_a_build_for_the_device_is_evaluated_once_per_column() -> None:
    builds = _Builds(device_dependent=True)
    columns = _columns(builds)
    assert [device for _, device in builds.asked] == ["8.0", "9.0", "10.0"]
    assert len({id(column.evaluations[0]) for column in columns}) == 3


def test_a_list_that_no_device_enters_is_evaluated_once() -> None:
    builds = _Builds(device_dependent=False)
    columns = _columns(builds)
    assert len(builds.asked) == 1
    assert len({id(column.evaluations[0]) for column in columns}) == 1


def test_every_root_is_asked_in_order() -> None:
    builds = _Builds(device_dependent=True)
    columns = _columns(builds, ("CMakeLists.txt", "sub/CMakeLists.txt"))
    assert [root for root, _ in builds.asked[:2]] == ["CMakeLists.txt", "sub/CMakeLists.txt"]
    assert [one.root for one in columns[2].evaluations] == ["CMakeLists.txt", "sub/CMakeLists.txt"]


def test_progress_is_told_per_column() -> None:
    told = []
    devices = [rules().device(text) for text in ("8.0", "9.0")]
    request = BuildRequest(rules().toolkit("13.0"))
    evaluate_columns(
        ("CMakeLists.txt",), devices, request, _Builds(device_dependent=False), lambda *step: told.append(step)
    )
    assert told == [("builds", 1, 2), ("builds", 2, 2)]
