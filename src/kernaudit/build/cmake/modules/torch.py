"""`find_package(Torch)`: enables CUDA and turns the arch list into -gencode flags in CMAKE_CUDA_FLAGS.

The list is read as PyTorch's `cmake/Modules_CUDA_fix/upstream/FindCUDA/select_compute_arch.cmake` reads it: one
`-gencode arch=compute_N,code=sm_N` per entry, then one per entry with PTX.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from kernaudit.build.arch_lists import ArchListError
from kernaudit.build.cmake.files.layout import TREE_ROOT
from kernaudit.build.cmake.modules.cudatoolkit import TOOLKIT_TARGETS, legacy_variables
from kernaudit.build.cmake.modules.package import PackageQuery, define, import_targets
from kernaudit.build.cmake.project.languages import enable
from kernaudit.build.cmake.project.state import state_of
from kernaudit.build.cmake.request import ARCH_VARIABLE, TORCH_VARIABLE
from kernaudit.build.cmake.restart import Restart
from kernaudit.build.cmake.unknown import contains_unknown
from kernaudit.model.build import RequestRule
from kernaudit.model.evidence import AssumptionKind, Finding, FindingLevel

if TYPE_CHECKING:
    from kernaudit.build.cmake.interpreter import Interpreter
    from kernaudit.model.arch import Gencode

__all__ = ["torch"]

_LIBRARIES: Final = ("torch", "torch_library", "torch_cpu", "torch_cuda", "c10", "c10_cuda", "torch_python")
_PIN: Final = re.compile(r"""["']torch\s*==\s*([0-9]+(?:\.[0-9]+)*)""")
_PREFIX: Final = "/usr/lib/python3/dist-packages/torch"


def torch(interp: Interpreter, query: PackageQuery) -> str:  # noqa: ARG001 - the shape of a package model
    """Define what PyTorch's package file defines for a CUDA build."""
    state = state_of(interp)
    if not state.torch:
        raise Restart(torch=True)
    state.torch_found = True
    interp.set(ARCH_VARIABLE, "OFF")
    enable(interp, "CUDA")
    version = _version(interp)
    define(interp, legacy_variables(state.request.toolkit))
    define(
        interp,
        {
            "Torch_FOUND": "TRUE",
            "TORCH_FOUND": "TRUE",
            "Torch_VERSION": version,
            "TORCH_VERSION": version,
            "TORCH_INSTALL_PREFIX": _PREFIX,
            "TORCH_INCLUDE_DIRS": f"{_PREFIX}/include;{_PREFIX}/include/torch/csrc/api/include",
            "TORCH_LIBRARIES": "torch;torch_library",
            "TORCH_LIBRARY": f"{_PREFIX}/lib/libtorch.so",
            "TORCH_CXX_FLAGS": interp.unknown("TORCH_CXX_FLAGS of the installed torch"),
            "PYTORCH_FOUND_HIP": "FALSE",
            "CMAKE_CUDA_FLAGS": _flags(interp),
        },
    )
    import_targets(interp, (*_LIBRARIES, *TOOLKIT_TARGETS))
    return version


def _version(interp: Interpreter) -> str:
    """Return the version that the project's own build requirements pin, else an unknown one."""
    for place in (state_of(interp).directory.source, TREE_ROOT):
        text = interp.tree.read_text(f"{place}/pyproject.toml")
        match = _PIN.search(text) if text else None
        if match is not None:
            return match[1]
    return interp.unknown("the version of the installed torch")


def _flags(interp: Interpreter) -> str:
    before = interp.get("CMAKE_CUDA_FLAGS") or ""
    flags = ["-DONNX_NAMESPACE=onnx_c2"]
    flags += state_of(interp).request.flags_of(_gencodes(interp))
    return " ".join([*([before] if before else []), *flags])


def _gencodes(interp: Interpreter) -> tuple[Gencode, ...]:
    request = state_of(interp).request
    text, rule = _list(interp)
    if text is None:
        interp.assume(
            AssumptionKind.REQUEST, f"no arch list: torch adds no -gencode flags; {TORCH_VARIABLE} names them"
        )
        state_of(interp).find(
            Finding(
                "no-arch-list",
                FindingLevel.WARNING,
                f"the build takes its architectures from {TORCH_VARIABLE}, and none was given: use --request",
                interp.user_site.location,
            )
        )
        return ()
    if contains_unknown(text):
        interp.assume(
            AssumptionKind.UNKNOWN_CONDITION, f"{TORCH_VARIABLE} is not known", interp.unknowns.describe(text)
        )
        return ()
    request.use(rule)
    try:
        return request.torch_gencodes(text)
    except ArchListError as error:
        interp.fail(str(error))


def _list(interp: Interpreter) -> tuple[str | None, RequestRule]:
    """Return the list torch would use: the build's own variable or environment, else the user's, else the device."""
    request = state_of(interp).request
    user = request.text
    for written in (interp.get(TORCH_VARIABLE), interp.env.get(TORCH_VARIABLE)):
        if written:
            if user is not None and written == user:
                request.read = True
                return written, RequestRule.USER
            return written, RequestRule.USER if written in request.given else RequestRule.BUILD
    return request.device_text(), RequestRule.DEVICE
