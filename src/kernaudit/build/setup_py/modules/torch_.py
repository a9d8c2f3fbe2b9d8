"""`torch`: a CUDA build of it, for the assumed toolkit, on a machine with the column's device."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from kernaudit.build.setup_py.commands import KIND, build_class
from kernaudit.build.setup_py.items import items_of
from kernaudit.build.setup_py.paths import CUDA_HOME, absolute, join_path
from kernaudit.build.setup_py.text import text_of
from kernaudit.build.setup_py.torch_flags import torch_arch_flags
from kernaudit.build.setup_py.values import Builtin, ClassValue, Instance, Unknown
from kernaudit.model.evidence import AssumptionKind

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from kernaudit.build.setup_py.machine import Machine

__all__ = ["MODULES"]

_HOME: Final = "/usr/lib/python3/dist-packages/torch"
_UTILITIES: Final = "torch.utils.cpp_extension"


def _inner(name: str) -> Callable[[Machine], Any]:
    def lazily(machine: Machine) -> Any:
        return machine.load(name)

    return lazily


def _fixed(value: Any) -> Any:
    def run(machine: Machine, *args: Any, **kwargs: Any) -> Any:
        return value

    return run


def _available(machine: Machine, *args: Any) -> bool:
    machine.assume(AssumptionKind.NATIVE, "the build machine has a GPU")
    return True


def _device_text(machine: Machine) -> str:
    return "the column's device" if machine.device is None else f"one of {machine.device}"


def _capability(machine: Machine, *args: Any, **kwargs: Any) -> Any:
    machine.device_used = True
    if machine.device is None:
        return machine.unknown("the compute capability of the build machine's GPU")
    machine.assume(AssumptionKind.NATIVE, f"the build asks for the GPU of its machine: {_device_text(machine)}")
    return (machine.device.major, machine.device.minor)


def _properties(machine: Machine, *args: Any, **kwargs: Any) -> Any:
    found = _capability(machine)
    if isinstance(found, Unknown):
        return found
    return Instance(ClassValue("device properties", open=True), {"major": found[0], "minor": found[1]})


def _cuda_version(machine: Machine) -> str:
    return machine.toolkit.release


def _torch_version(machine: Machine) -> Unknown:
    return machine.unknown("the version of the installed torch")


def _torch() -> dict[str, Any]:
    return {
        "version": _inner("torch.version"), "cuda": _inner("torch.cuda"), "utils": _inner("torch.utils"),
        "_C": _inner("torch._C"), "__version__": _torch_version,
        "__path__": [_HOME], "__file__": f"{_HOME}/__init__.py",
        "compiled_with_cxx11_abi": Builtin("compiled_with_cxx11_abi", _fixed(True)),
    }  # fmt: skip


def _cuda() -> dict[str, Any]:
    return {
        "is_available": Builtin("is_available", _available),
        "device_count": Builtin("device_count", _fixed(1)),
        "current_device": Builtin("current_device", _fixed(0)),
        "get_device_capability": Builtin("get_device_capability", _capability),
        "get_device_properties": Builtin("get_device_properties", _properties),
    }


def _make_extension(kind: str) -> Any:
    def run(machine: Machine, *args: Any, **kwargs: Any) -> Any:
        extension = machine.call(build_class(machine, "Extension"), list(args), kwargs)
        if isinstance(extension, Instance):
            extension.attributes[KIND] = kind
        return extension

    return run


def _is_cuda_file(machine: Machine, path: Any) -> Any:
    return machine.hole(path) or text_of(machine, path).endswith((".cu", ".cuh"))


def _maybe_write(machine: Machine, path: Any, text: Any) -> None:
    machine.written[absolute(machine, text_of(machine, path))] = text_of(machine, text)


def _cuda_path(machine: Machine, *parts: Any) -> str:
    return join_path(CUDA_HOME, *(text_of(machine, one) for one in parts))


def _arch_flags(machine: Machine, flags: Any = None) -> Any:
    found = [] if flags is None else items_of(machine, flags)
    return found if isinstance(found, Unknown) else torch_arch_flags(machine, found)


def _cpp_extension() -> dict[str, Any]:
    return {
        "BuildExtension": lambda machine: build_class(machine, "BuildExtension"),
        "CUDAExtension": Builtin("CUDAExtension", _make_extension("cuda")),
        "CppExtension": Builtin("CppExtension", _make_extension("cpp")),
        "CUDA_HOME": CUDA_HOME, "ROCM_HOME": None, "HIP_HOME": None, "CUDNN_HOME": None, "SYCL_HOME": None,
        "IS_HIP_EXTENSION": False, "IS_WINDOWS": False, "IS_LINUX": True, "IS_MACOS": False, "LIB_EXT": ".so",
        "COMMON_HIP_FLAGS": [], "COMMON_NVCC_FLAGS": [], "SUBPROCESS_DECODE_ARGS": (), "TORCH_LIB_PATH": f"{_HOME}/lib",
        "_is_cuda_file": Builtin("_is_cuda_file", _is_cuda_file),
        "_maybe_write": Builtin("_maybe_write", _maybe_write),
        "_join_cuda_home": Builtin("_join_cuda_home", _cuda_path),
        "_find_cuda_home": Builtin("_find_cuda_home", _fixed(CUDA_HOME)),
        "_get_cuda_arch_flags": Builtin("_get_cuda_arch_flags", _arch_flags),
        "get_cxx_compiler": Builtin("get_cxx_compiler", _fixed("c++")),
        "is_ninja_available": Builtin("is_ninja_available", _fixed(True)),
        "include_paths": Builtin("include_paths", _fixed([f"{_HOME}/include"])),
        "library_paths": Builtin("library_paths", _fixed([f"{_HOME}/lib"])),
    }  # fmt: skip


MODULES: Final[dict[str, Callable[[], Mapping[str, Any]]]] = {
    "torch": _torch,
    "torch.version": lambda: {"cuda": _cuda_version, "hip": None, "xpu": None, "__version__": _torch_version},
    "torch.cuda": _cuda,
    "torch._C": lambda: {"_GLIBCXX_USE_CXX11_ABI": True},
    "torch.utils": lambda: {"cpp_extension": _inner(_UTILITIES)},
    _UTILITIES: _cpp_extension,
}
