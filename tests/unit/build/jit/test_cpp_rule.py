"""C++ functions that name the architecture to a compiler at run time: what each device gets."""

from __future__ import annotations

import pytest

from kernaudit.build.cmake.files import TreeView
from kernaudit.build.jit.cpp_rule import find_cpp_rule
from kernaudit.build.jit.cpp_text import find_function, tokens
from kernaudit.build.jit.cpp_values import Undecided, call_function, evaluate_words
from kernaudit.discover import SourceTree
from kernaudit.model.arch import ComputeCapability
from kernaudit.model.build import BuildRequest
from kernaudit.ruleset.load import load_rules
from kernaudit.ruleset.runtime_compile import load_runtime_compile

RUNTIME = """
struct Runtime {
    // what the compiler is asked for
    std::string get_arch(const bool& number_only = false, const bool& family = false) {
        const auto [major, minor] = get_arch_pair();
        if (major == 10 and minor != 1) {
            if (number_only)
                return "100";
            return family ? "100f" : "100a";
        }
        return std::to_string(major * 10 + minor) + (number_only ? "" : "a");
    }
};
"""
COMPILER = """
Compiler() {
    const auto arch = runtime->get_arch(false, nvcc_major > 12 or nvcc_minor >= 9);
    flags = format("{} --gpu-architecture=sm_{} -O3", flags, arch);
}
"""


def _target(tmp_path, device, cuda, runtime=RUNTIME, compiler=COMPILER):
    rules = load_rules()
    rule = find_cpp_rule({"c.hpp": compiler, "r.hpp": runtime}, load_runtime_compile(rules.files))
    capability = ComputeCapability(*map(int, device.split(".")))
    target = rule.target(TreeView(SourceTree(tmp_path)), BuildRequest(rules.toolkit(cuda), None, capability, {}, {}))
    return target.problem or [str(one) for one in target.gencodes], str(target.location)


@pytest.mark.parametrize(
    ("device", "cuda", "expected"),
    [
        ("9.0", "13.0", "90a>sm_90a"),
        ("10.0", "13.0", "100f>sm_100f"),
        ("10.3", "12.9", "100f>sm_100f"),
        ("10.0", "12.8", "100a>sm_100a"),
        ("12.1", "13.0", "121a>sm_121a"),
    ],
)
def test_every_device_gets_what_the_function_returns(tmp_path, device, cuda, expected):
    assert _target(tmp_path, device, cuda) == ([expected], "r.hpp:4")


def test_what_the_function_does_otherwise_is_undecided(tmp_path):
    runtime = RUNTIME.replace("major * 10 + minor", "table[major]")
    problem, _ = _target(tmp_path, "9.0", "13.0", runtime)
    assert problem.startswith("get_arch(): ")


@pytest.mark.parametrize(
    ("compiler", "runtime"), [("", RUNTIME), (COMPILER, ""), (COMPILER.replace("sm_{}", ""), RUNTIME)]
)
def test_what_is_no_rule(compiler, runtime):
    names = load_runtime_compile(load_rules().files)
    assert find_cpp_rule({"c.hpp": compiler, "r.hpp": runtime}, names) is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1 + 2 * 3 == 7 && !(4 < 3)", True),
        ("not true or 5 % 3 == 2", True),
        ('1 > 2 ? "a" : "b"', "b"),
        ('std::to_string(9) + "0a"', "90a"),
        ("10u - 1", 9),
    ],
)
def test_expressions(text, expected):
    assert evaluate_words(tokens(text), {}, {}) == expected


@pytest.mark.parametrize("text", ["x", "f()", '1 + "a"', "(" * 200 + "1" + ")" * 200, "1 2", ""])
def test_what_is_not_computed_is_undecided(text):
    with pytest.raises(Undecided):
        evaluate_words(tokens(text), {}, {})


def test_branches_that_are_not_taken_are_passed_over():
    text = 'if (m > 1) { int y = 2; } else if (m == 1) return "one"; else { return "less"; } return "m";'
    function = find_function(f"std::string f(int m) {{ {text} }}", "f")
    assert [call_function(function, [m], {}) for m in (2, 1, 0)] == ["m", "one", "less"]
