"""Ops: names that Python sees, what they reach, and which kernels serve them on a device."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from fakes.host_code import KERNELS, PROPERTIES, gates, rules
from kernaudit.kernels.ops import Op, OpKernel, read_ops

if TYPE_CHECKING:
    from pathlib import Path

RUN = (
    "void run(float* p) { if (get_sm_version_num() >= 90) { k<<<1, 1>>>(p); return; } other<<<1, 1>>>(p); }\n"
    "void none(float* p) {}\n"
)
DEVICES = [device.id for device in rules().devices]
FORMS = {
    "torch library": 'TORCH_LIBRARY(_C, m) { m.def("op(Tensor! p) -> ()"); m.impl("op", torch::kCUDA, &run); }',
    "torch library, at once": 'TORCH_LIBRARY_FRAGMENT(_C, m) { m.def("op(Tensor! p) -> ()", &run); }',
    "torch implementation": 'TORCH_LIBRARY_IMPL(_C, CUDA, m) { m.impl("op", TORCH_FN(run)); }',
    "stable": 'STABLE_TORCH_LIBRARY_IMPL(_C, CUDA, ops) { ops.impl("op", TORCH_BOX(&run)); }',
    "qualified name": 'TORCH_LIBRARY(_C, m) { m.def("_C::op(Tensor! p) -> ()", run); }',
    "pybind": 'PYBIND11_MODULE(TORCH_EXTENSION_NAME, m) { m.def("op", &run, "does it", py::arg("p")); }',
    "lambda": 'PYBIND11_MODULE(ext, m) { m.def("op", [](float* p) { return run(p); }); }',
    "tvm": "TVM_FFI_DLL_EXPORT_TYPED_FUNC(op, run);",
}


def ops(root: Path, text: str, *defines: str) -> dict[str, Op]:
    found = gates(root, {"u.cu": f"{KERNELS}{PROPERTIES}{RUN}{text}\n"}, defines)
    rows = [OpKernel(node.path, node.line, node.name) for node in found.program.nodes if found.program.is_kernel(node)]
    return {op.name: op for op in read_ops(found, DEVICES, rows)}


def names(kernels: tuple[OpKernel, ...]) -> list[str]:
    return [kernel.name for kernel in kernels]


@pytest.mark.parametrize("form", FORMS)
def test_every_form_of_registration_leads_to_kernels(tmp_path: Path, form: str) -> None:
    op = ops(tmp_path, FORMS[form])["op"]
    assert op.implemented
    assert op.location.line == 9
    assert names(op.kernels) == ["k", "other"]
    assert names(op.served["sm_80"]) == ["other"]
    assert names(op.served["sm_103"]) == ["k"]


def test_a_library_has_a_namespace_and_a_module_has_none(tmp_path: Path) -> None:
    assert ops(tmp_path / "a", FORMS["torch library"])["op"].library == "_C"
    assert ops(tmp_path / "b", FORMS["stable"])["op"].library == "_C"
    assert ops(tmp_path / "c", FORMS["pybind"])["op"].library == ""


def test_a_schema_without_function_is_no_implementation(tmp_path: Path) -> None:
    text = 'TORCH_LIBRARY(_C, m) { m.def("op(Tensor! run) -> ()"); }'
    op = ops(tmp_path, text)["op"]
    assert (op.implemented, op.kernels, op.served) == (False, (), {})


def test_a_registration_under_a_macro_of_the_build(tmp_path: Path) -> None:
    text = 'TORCH_LIBRARY(_C, m) {\n#ifdef ENABLE_OP\nm.def("op", &run);\n#endif\nm.def("rest", &none);\n}'
    assert set(ops(tmp_path / "a", text)) == {"rest"}
    found = ops(tmp_path / "b", text, "-DENABLE_OP=1")
    assert set(found) == {"op", "rest"}
    assert found["op"].location.line == 11
    assert found["rest"].kernels == ()


def test_an_op_of_another_namespace_is_not_mixed_up(tmp_path: Path) -> None:
    files = {
        "a.cu": f"{KERNELS}namespace a {{ void mm(float* p) {{ k<<<1, 1>>>(p); }} void run(float* p) {{ mm(p); }}\n"
        'TORCH_LIBRARY_FRAGMENT(_C, m) { m.def("a_mm", &run); } }\n',
        "b.cu": "namespace b { void mm(float* p); void run(float* p) { mm(p); }\n"
        'TORCH_LIBRARY_FRAGMENT(_C, m) { m.def("b_mm", &run); } }\n',
    }
    found = gates(tmp_path, files)
    by_name = {op.name: op for op in read_ops(found, DEVICES, [OpKernel("a.cu", 1, "k")])}
    assert names(by_name["a_mm"].kernels) == ["k"]
    assert by_name["b_mm"].kernels == ()


def test_kernels_of_other_programs_are_left_out(tmp_path: Path) -> None:
    found = gates(tmp_path, {"u.cu": f"{KERNELS}{PROPERTIES}{RUN}{FORMS['pybind']}\n"})
    [op] = read_ops(found, ["sm_80"], [OpKernel("elsewhere.cu", 3, "k"), OpKernel("u.cu", 2, "other")])
    assert op.kernels == op.served["sm_80"] == (OpKernel("u.cu", 2, "other"),)


@pytest.mark.parametrize(
    "text", ['m.def("', 'm.def("op', "m.def(", 'm.def("op", &run', 'm.def("op(", ((((((', 'm.def("")']
)
def test_broken_registrations_are_no_error(tmp_path: Path, text: str) -> None:
    ops(tmp_path, f"TORCH_LIBRARY(_C, m) {{ {text} }}")
