"""Reads small host sources and says, per kernel, on which devices it is launched."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from kernaudit.discover.tree import SourceTree
from kernaudit.facts.host_gates.gates import Admission, HostGate, HostGates
from kernaudit.facts.host_gates.reader import HostReader, HostUnit, host_macros
from kernaudit.model.arch import SmTarget
from kernaudit.ruleset.host_api import load_host_api
from kernaudit.ruleset.library_macros import load_library_macros
from kernaudit.ruleset.load import Rules, load_rules
from kernaudit.ruleset.macros import image_macros
from kernaudit.sources.project import SourceProject

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

LETTERS = {Admission.ACCEPTED: "Y", Admission.REJECTED: "n", Admission.UNDECIDED: "?", Admission.NO_GATE: "."}
SHOWN = ("sm_75", "sm_80", "sm_89", "sm_90a", "sm_100", "sm_103", "sm_120", "sm_121")
KERNELS = "__global__ void k(float* p) { *p = 1; }\n__global__ void other(float* p) { *p = 2; }\n"
PROPERTIES = """
struct cudaDeviceProp;
cudaDeviceProp* getCurrentDeviceProperties();
int get_sm_version_num();
"""


@lru_cache(maxsize=1)
def rules() -> Rules:
    return load_rules()


def gates(root: Path, files: Mapping[str, str], defines: Sequence[str] = (), jit: Sequence[str] = ()) -> HostGates:
    """Read files, all linked together; those of `jit` are compiled while the program runs."""
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    units = [name for name in files if name.endswith((".cu", ".cpp")) and name not in jit]
    project = SourceProject(SourceTree(root), units, load_library_macros(rules().files), defines={})
    target = SmTarget.parse("90a")
    image = image_macros(target, rules().toolkit("13.0"), rules().macros, all_targets=[target])
    made = [HostUnit(unit, host_macros(image, defines, cuda=unit.endswith(".cu"))) for unit in units]
    return HostReader(project, load_host_api(rules().files), rules().devices).gates(made, jit)


def gate(found: HostGates, device: str, name: str = "k") -> HostGate:
    [node] = [node for node in found.program.by_name[name] if found.program.is_kernel(node)]
    return found.of(node, device)


def row(found: HostGates, name: str = "k") -> str:
    """One letter per device of `SHOWN`: Y launched, n refused, ? undecided, . no gate."""
    return "".join(LETTERS[gate(found, device, name).admission] for device in SHOWN)


def host(root: Path, body: str, *defines: str, before: str = "") -> HostGates:
    """Read one unit: kernels `k` and `other`, and a host function `run(int flag)` with this body."""
    text = f"{KERNELS}{PROPERTIES}{before}\nvoid run(int flag, float* p) {{\n{body}\n}}\n"
    text += 'void entry(int flag, float* p) { run(flag, p); }\nTORCH_LIBRARY(ops, m) { m.def("entry", &entry); }\n'
    return gates(root, {"u.cu": text}, defines)
