"""Walks that are found again in other texts and units: what was looked up decides, nothing else."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

import pytest

from kernaudit.discover.tree import SourceTree
from kernaudit.facts.bodies import Body, BodyFact
from kernaudit.facts.builtins import Builtins
from kernaudit.facts.walker import Walker
from kernaudit.kernels.instance_bodies import instance_bodies
from kernaudit.kernels.read import KernelReader
from kernaudit.model.arch import SmTarget
from kernaudit.ruleset.device_functions import load_device_functions
from kernaudit.ruleset.library_macros import load_library_macros
from kernaudit.ruleset.load import load_rules
from kernaudit.ruleset.macros import image_macros
from kernaudit.sources.project import SourceProject

if TYPE_CHECKING:
    from pathlib import Path
    from typing import Any

HEADER = """\
#pragma once
template <int N> __device__ void put(float* o) { if constexpr (N > LEAST) { o[N] = 1; } }
template <int N> __global__ void k(float* o) { put<N>(o); }
"""


def unit(value: int, least: int = 0) -> str:
    return f'#define LEAST {least}\n#include "k.cuh"\nvoid run(float* o) {{ k<{value}><<<1, 1>>>(o); }}\n'


class Reading:
    """Reads units of one small tree with one reader, and counts walks."""

    def __init__(self, root: Path, files: dict[str, str], patch: pytest.MonkeyPatch) -> None:
        for name, text in files.items():
            (root / name).write_text(text)
        rules = load_rules()
        units = [name for name in files if name.endswith(".cu")]
        library = load_library_macros(rules.files)
        project = SourceProject(SourceTree(root), units, library, defines={})
        self.toolkit = rules.toolkit("13.0")
        self.reader = KernelReader(
            project, rules.instructions, Builtins(load_device_functions(rules.files), rules.generations)
        )
        self.macros = rules.macros
        self.walks = 0
        run = Walker.run

        def counted(walker: Walker, *arguments: Any, **named: Any) -> Any:
            self.walks += 1
            return run(walker, *arguments, **named)

        patch.setattr(Walker, "run", counted)

    def bodies(self, name: str, target: str = "sm_90") -> dict[str, Body]:
        sm = SmTarget.parse(target)
        facts = self.reader.read(name, sm, self.toolkit, image_macros(sm, self.toolkit, self.macros))
        return {kernel.name: kernel.body.body for kernel in facts.kernels}


@pytest.fixture
def reading(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    return lambda files: Reading(tmp_path, files, monkeypatch)


def test_the_same_instantiation_in_a_second_unit_needs_no_walk(reading: Any) -> None:
    it = reading({"k.cuh": HEADER, "a.cu": unit(3), "b.cu": unit(3)})
    assert it.bodies("a.cu") == {"k": Body.CODE}
    walks = it.walks
    assert walks > 0
    assert it.bodies("b.cu") == {"k": Body.CODE}
    assert it.walks == walks


@pytest.mark.parametrize("first", ["a.cu", "b.cu"])
def test_another_argument_is_another_question_whichever_comes_first(reading: Any, first: str) -> None:
    it = reading({"k.cuh": HEADER, "a.cu": unit(3), "b.cu": unit(0)})
    it.bodies(first)
    assert it.bodies("a.cu") == {"k": Body.CODE}
    assert it.bodies("b.cu") == {"k": Body.EMPTY}


@pytest.mark.parametrize("first", ["a.cu", "b.cu"])
def test_another_text_of_a_function_that_is_called_is_another_question(reading: Any, first: str) -> None:
    it = reading({"k.cuh": HEADER, "a.cu": unit(3), "b.cu": unit(3, least=5)})
    it.bodies(first)
    assert it.bodies("a.cu") == {"k": Body.CODE}
    assert it.bodies("b.cu") == {"k": Body.EMPTY}


def test_a_change_that_nothing_looks_at_asks_for_no_walk(reading: Any) -> None:
    other = "#if __CUDA_ARCH__ >= 900\n__device__ void put_both(float* o);\n#endif\n"
    it = reading({"k.cuh": HEADER + other, "a.cu": unit(3)})
    assert it.bodies("a.cu", "sm_80") == {"k": Body.CODE}
    walks = it.walks
    assert it.bodies("a.cu", "sm_90") == {"k": Body.CODE}
    assert it.walks == walks


def test_a_name_that_becomes_declared_is_another_answer(reading: Any) -> None:
    put = "__device__ void put(float* o) { o[0] = 1; }", "__device__ void put(float*) {}"
    header = f"#if __CUDA_ARCH__ >= 900\n{put[0]}\n#else\n{put[1]}\n#endif\n"
    kernel = "__global__ void k(float* o) { put(o); }\n"
    it = reading({"p.cuh": header, "a.cu": f'#include "p.cuh"\n{kernel}'})
    assert it.bodies("a.cu", "sm_80") == {"k": Body.EMPTY}
    assert it.bodies("a.cu", "sm_90") == {"k": Body.CODE}
    assert it.bodies("a.cu", "sm_80") == {"k": Body.EMPTY}


def test_circles_of_templates_give_the_same_instances_in_any_order(reading: Any) -> None:
    circle = """\
template <int N> __global__ void one(float* o) { if constexpr (N > 0) { o[0] = 1; } }
template <int N> __global__ void two(float* o) { if constexpr (N > 1) { o[0] = 1; } }
template <int N> void left(float* o);
template <int N> void right(float* o) { two<N><<<1, 1>>>(o); left<N>(o); }
template <int N> void left(float* o) { one<N><<<1, 1>>>(o); right<N>(o); }
void start(float* o) { left<1>(o); }
"""
    it = reading({"a.cu": circle})
    assert it.bodies("a.cu") == {"one": Body.CODE, "two": Body.EMPTY}


class Judged:
    """Judges instantiations by two of their arguments, and remembers what it was asked."""

    def __init__(self) -> None:
        self.asked: list[dict[str, Any]] = []

    def __call__(self, arguments: dict[str, Any], *, final: bool = False) -> BodyFact:
        del final
        self.asked.append(arguments)
        known = [arguments[name] for name in ("A", "B")]
        if all(isinstance(value, int) for value in known):
            return BodyFact(Body.CODE if sum(known) else Body.EMPTY, certain=True)
        sure = any(isinstance(value, int) and value for value in known)
        return BodyFact(Body.CODE, certain=sure)


def test_instances_are_judged_as_if_each_were_walked() -> None:
    every = [dict(zip("ABCD", values, strict=True)) for values in product(range(3), range(3), range(6), range(6))]
    judge = Judged()
    found = instance_bodies(judge, every)
    assert [one.body for one in found] == [Body.CODE if one["A"] + one["B"] else Body.EMPTY for one in every]
    assert len(judge.asked) < len(every) / 3


@pytest.mark.parametrize(
    ("stub", "on_80", "on_90", "shared"),
    [
        ('printf("%d", arch); __trap();', Body.PRINT_TRAP, Body.PRINT_TRAP, True),
        ("if (arch < 900) { __trap(); }", Body.TRAP, Body.EMPTY, False),
    ],
)
def test_targets_share_what_only_prints_their_number(
    reading: Any, stub: str, on_80: Body, on_90: Body, *, shared: bool
) -> None:
    text = (
        f"__device__ void stub(int arch) {{ {stub} }}\n"
        "#ifdef __CUDA_ARCH__\n#define STUB stub(__CUDA_ARCH__)\n#else\n#define STUB\n#endif\n"
        "__global__ void k(float* o) { STUB; }\n"
    )
    it = reading({"a.cu": text})
    assert it.bodies("a.cu", "sm_80") == {"k": on_80}
    walks = it.walks
    assert it.bodies("a.cu", "sm_90") == {"k": on_90}
    assert (it.walks == walks) is shared


def test_what_is_left_behind_decides_nothing(reading: Any) -> None:
    it = reading({"k.cuh": HEADER, "a.cu": unit(1), "b.cu": unit(0)})
    assert it.bodies("a.cu") == {"k": Body.CODE}
    walks = it.walks
    it.reader.leave()
    assert it.bodies("a.cu") == {"k": Body.CODE}
    assert it.walks == walks
    it.reader.leave()
    assert it.bodies("b.cu") == {"k": Body.EMPTY}


@pytest.mark.parametrize("order", [(4, 16), (16, 4)])
def test_a_class_of_the_body_tells_instantiations_apart(tmp_path: Path, order: tuple[int, int]) -> None:
    """What a class in a function asks of the arguments around it, the function asks."""
    text = """template <int N> __global__ void k(float* o) {
  struct Size { static constexpr bool large = N > 8; };
  if constexpr (Size::large) { *o = 1; }
}
"""
    calls = " ".join(f"k<{one}><<<1, 1>>>(o);" for one in order)
    (tmp_path / "u.cu").write_text(f"{text}void run(float* o) {{ {calls} }}\n")
    rules = load_rules()
    project = SourceProject(SourceTree(tmp_path), ["u.cu"], load_library_macros(rules.files), defines={})
    builtins = Builtins(load_device_functions(rules.files), rules.generations)
    reader, toolkit = KernelReader(project, rules.instructions, builtins), rules.toolkit("13.0")
    target = SmTarget.parse("sm_80")
    [kernel] = reader.read("u.cu", target, toolkit, image_macros(target, toolkit, rules.macros)).kernels
    bodies = {dict(one.arguments)["N"]: one.body.body for one in kernel.instances}
    assert bodies == {"4": Body.EMPTY, "16": Body.CODE}
