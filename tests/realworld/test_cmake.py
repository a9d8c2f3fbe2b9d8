"""Public trees against what the real cmake recorded over them, where those records are at hand."""

from __future__ import annotations

import fnmatch
import json
from pathlib import Path

import pytest

from kernaudit.build.cmake.files import BuildFiles, TreeView
from kernaudit.build.cmake.files.layout import OUTPUT_ROOT, tree_path
from kernaudit.build.cmake.interpreter import Interpreter
from kernaudit.build.cmake.programs import ProgramCache
from kernaudit.build.cmake.project.model import Directory
from kernaudit.build.cmake.project.state import ProjectState
from kernaudit.build.cmake.project_commands import PROJECT_COMMANDS
from kernaudit.build.cmake.reader import CmakeProject
from kernaudit.build.cmake.request import ArchRequest
from kernaudit.discover import SourceTree
from kernaudit.model.build import BuildRequest, BuildStatus
from kernaudit.model.evidence import AssumptionKind
from kernaudit.ruleset.load import load_rules

RECORDS = Path(__file__).parents[2].parent / "shared" / "truth" / "cmake"
FULL = {"12.4": "12.4.131", "12.8": "12.8.93", "12.9": "12.9.86", "13.0": "13.0.88", "13.4": "13.4.0"}
TREES = {"0.33.0": "vllm_0_33", "0.11.0": "vllm_0_11", "0.6.6": "vllm_0_6"}

pytestmark = pytest.mark.realworld


def record(name: str):
    path = RECORDS / name
    if not path.is_file():
        pytest.skip(f"no record {name}")
    return json.loads(path.read_text())


def answers(project: CmakeProject, row, defines):
    request = row["arch_requested"] and row["arch_requested"].replace(" ", ";")
    toolkit = project.rules.toolkit(FULL[row["cuda_version"]])
    return project.evaluate(BuildRequest(toolkit, request, None, defines, {}))


def differences(lists, row, evaluation, tree: SourceTree):
    """What is built otherwise than recorded; a generated file counts as its pattern."""
    cuda = [s for s in evaluation.sources if s.language == "CUDA" and "deepselect" not in s.path]
    built = {(s.target, s.path): " ".join(map(str, s.gencodes)) or "(none)" for s in cuda}
    patterns = [(s.target, s.path) for s in cuda if s.glob]
    wanted: dict[tuple[str, str], str] = {}
    for target, entry in row["targets"].items():
        for gencode, index in entry["sources"].items():
            for path in () if gencode.startswith("lang:") else lists[index]:
                if "deepselect" in path:
                    continue
                key = (target, path)
                if key not in built and not tree.is_file(path):
                    key = next((p for p in patterns if p[0] == target and fnmatch.fnmatchcase(path, p[1])), key)
                wanted[key] = gencode
    return {
        key: (wanted.get(key), built.get(key))
        for key in wanted.keys() | built.keys()
        if wanted.get(key) != built.get(key)
    }


TAKEN_BACK = {"_flashkda_C": {"Py_LIMITED_API=3"}}
"""Definitions that flags undefine again (`-UPy_LIMITED_API`, cmake/external_projects/flashkda.cmake:73, vLLM 0.33.0).

The record holds the property of the target; what a source is compiled with is what is left of it.
"""


def definitions(lists, row, evaluation):
    wanted = {
        name: set(lists[entry["cuda_definitions"]]) - TAKEN_BACK.get(name, set())
        for name, entry in row["targets"].items()
    }
    found: dict[str, set[str]] = {name: set() for name, names in wanted.items() if names}
    for source in evaluation.sources:
        if source.language == "CUDA" and source.target in found:
            found[source.target] |= set(source.defines)
    return {name: found[name] ^ wanted[name] for name in found if found[name] != wanted[name]}


def check(path: Path, name: str, defines):
    data = record(name)
    tree = SourceTree(path)
    project = CmakeProject(tree, "CMakeLists.txt", load_rules())
    for row in data["rows"]:
        label = f"{row['arch_requested']} with CUDA {row['cuda_version']}"
        found = answers(project, row, defines)
        if "error" in row:
            assert found.status is BuildStatus.CONFIGURE_ERROR, label
            assert found.error_at is not None
            assert f"{found.error_at}" in row["error"], label
            continue
        assert found.error is None, label
        assert differences(data["lists"], row, found, tree) == {}, label
        assert definitions(data["lists"], row, found) == {}, label


def test_vllm_0_33(vllm_0_33):
    check(vllm_0_33, "vllm-0.33.0.json", {})


def test_vllm_0_6(vllm_0_6):
    check(vllm_0_6, "vllm-0.6.6.json", {})


def test_llama_cpp(llama_cpp):
    switches = {"GGML_CUDA": "ON", "GGML_NATIVE": "OFF"}
    check(llama_cpp / "vendor" / "llama.cpp", "llama.cpp-0.3.36.json", switches)


@pytest.mark.parametrize("version", TREES)
def test_the_projects_own_intersection(version, request):
    """Every recorded call of `cuda_archs_loose_intersection`, run from that version's own file."""
    calls = [call for call in record("intersection.json") if call["version"] == version]
    assert calls
    rules = load_rules()
    files = BuildFiles(TreeView(SourceTree(request.getfixturevalue(TREES[version]))))
    interp = Interpreter(files, ProgramCache(), PROJECT_COMMANDS)
    state = ProjectState(files, ArchRequest(rules.toolkit("13.0"), rules), Directory(tree_path(""), OUTPUT_ROOT))
    interp.project = state
    interp.call("cmake_minimum_required", ["VERSION", "3.26"])
    interp.run_file(tree_path("cmake/utils.cmake"))
    for call in calls:
        interp.unset("OUT")
        interp.call("cuda_archs_loose_intersection", ["OUT", call["src"], call["tgt"]])
        assert (interp.get("OUT") or "") == call["out"], call


def test_the_families_of_vllm(vllm_0_33):
    project = CmakeProject(SourceTree(vllm_0_33), "CMakeLists.txt", load_rules())
    toolkit = project.rules.toolkit("13.0.88")
    names: dict[str, set[str]] = {}
    for request in ("7.5", "9.0", "10.0", "12.0"):
        found = project.evaluate(BuildRequest(toolkit, request))
        for item in (*found.sources, *found.not_built):
            if item.gate is not None and item.path.startswith("csrc/") and "rocm" not in item.path:
                names.setdefault(item.path, set()).add(item.gate.name)
    assert all(len(found) == 1 for found in names.values())  # one family, whatever is built
    families = {next(iter(found)) for found in names.values()}
    assert {"MLA", "MACHETE", "COOPERATIVE_TOPK", "MARLIN_FP8", "SCALED_MM_SM100", "FP4_SM100", "HADACORE"} <= families
    assert 30 <= len(families) <= 45


def test_the_gate_of_machete_on_blackwell(vllm_0_33):
    project = CmakeProject(SourceTree(vllm_0_33), "CMakeLists.txt", load_rules())
    found = project.evaluate(BuildRequest(project.rules.toolkit("13.0.88"), "10.0"))
    gate = next(n.gate for n in found.not_built if n.path == "csrc/quantization/machete/generated/*.cu")
    assert gate is not None
    assert (str(gate.location), gate.before, gate.after) == ("CMakeLists.txt:553", ("10.0",), ())
    assert gate.text == 'cuda_archs_loose_intersection(MACHETE_ARCHS "9.0a" "${CUDA_ARCHS}")'


def test_a_request_that_is_remapped_is_a_finding(vllm_0_33):
    project = CmakeProject(SourceTree(vllm_0_33), "CMakeLists.txt", load_rules())
    found = project.evaluate(BuildRequest(project.rules.toolkit("13.0.88"), "10.3"))
    assert [finding.id for finding in found.findings] == ["arch-remapped"]
    unknown = project.evaluate(BuildRequest(project.rules.toolkit("12.8.93"), "10.3"))
    assert "unknown-target" in {finding.id for finding in unknown.findings}


def test_the_package_around_llama_cpp_turns_cuda_on(llama_cpp):
    project = CmakeProject(SourceTree(llama_cpp), "CMakeLists.txt", load_rules())
    device = project.rules.device("12.0").capability
    found = project.evaluate(BuildRequest(project.rules.toolkit("13.0.88"), None, device))
    assert found.assumptions[0].kind is AssumptionKind.SWITCH_ON
    assert found.assumptions[0].origin == "GGML_CUDA"
    assert found.effective == ("120a>sm_120a",)
    assert len({s.path for s in found.sources if s.language == "CUDA"}) == 144
