"""`find_package(CUDAToolkit)` and the variables of the older `find_package(CUDA)`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kernaudit.build.cmake.modules.package import PackageQuery, define, import_targets, version_parts
from kernaudit.build.cmake.project.languages import CUDA_ROOT
from kernaudit.build.cmake.project.state import state_of

if TYPE_CHECKING:
    from kernaudit.build.cmake.interpreter import Interpreter
    from kernaudit.model.toolkit import Toolkit

__all__ = ["TOOLKIT_TARGETS", "cuda_toolkit", "legacy_variables"]

_LIBRARIES: Final = (
    "cublas",
    "cublasLt",
    "cublas_static",
    "cublasLt_static",
    "cuda_driver",
    "cudart",
    "cudart_static",
    "cudla",
    "cufft",
    "cufft_static",
    "cufftw",
    "cuFile",
    "culibos",
    "cupti",
    "cupti_static",
    "curand",
    "curand_static",
    "cusolver",
    "cusolver_static",
    "cusparse",
    "cusparse_static",
    "nppc",
    "nppial",
    "nppicc",
    "nppidei",
    "nppif",
    "nppig",
    "nppim",
    "nppist",
    "nppisu",
    "nppitc",
    "npps",
    "nvJitLink",
    "nvJitLink_static",
    "nvjpeg",
    "nvjpeg_static",
    "nvml",
    "nvptxcompiler_static",
    "nvrtc",
    "nvrtc_builtins",
    "nvrtc_static",
    "nvtx3",
    "nvToolsExt",
    "OpenCL",
    "toolkit",
)
TOOLKIT_TARGETS: Final = tuple(f"CUDA::{name}" for name in _LIBRARIES)


def cuda_toolkit(interp: Interpreter, query: PackageQuery) -> str:  # noqa: ARG001 - the shape of a package model
    """Define the assumed toolkit: its full version, its places and its imported targets."""
    version = state_of(interp).request.toolkit.version
    define(interp, version_parts("CUDAToolkit", version))
    define(
        interp,
        {
            "CUDAToolkit_FOUND": "TRUE",
            "CUDAToolkit_BIN_DIR": f"{CUDA_ROOT}/bin",
            "CUDAToolkit_INCLUDE_DIR": f"{CUDA_ROOT}/include",
            "CUDAToolkit_INCLUDE_DIRS": f"{CUDA_ROOT}/include",
            "CUDAToolkit_LIBRARY_DIR": f"{CUDA_ROOT}/lib64",
            "CUDAToolkit_LIBRARY_ROOT": CUDA_ROOT,
            "CUDAToolkit_TARGET_DIR": CUDA_ROOT,
            "CUDAToolkit_ROOT_DIR": CUDA_ROOT,
            "CUDAToolkit_NVCC_EXECUTABLE": f"{CUDA_ROOT}/bin/nvcc",
            "CUDA_CUDART": f"{CUDA_ROOT}/lib64/libcudart.so",
        },
    )
    import_targets(interp, TOOLKIT_TARGETS)
    return version


def legacy_variables(toolkit: Toolkit) -> dict[str, str]:
    """Return what FindCUDA defines."""
    major, _, minor = toolkit.release.partition(".")
    libraries = {
        f"CUDA_{name}_LIBRARY": f"{CUDA_ROOT}/lib64/lib{name}.so"
        for name in ("cublas", "cufft", "curand", "cusolver", "cusparse", "nvrtc", "cudadevrt")
    }
    return libraries | {
        "CUDA_FOUND": "TRUE",
        "CUDA_VERSION": toolkit.release,
        "CUDA_VERSION_STRING": toolkit.release,
        "CUDA_VERSION_MAJOR": major,
        "CUDA_VERSION_MINOR": minor,
        "CUDA_TOOLKIT_ROOT_DIR": CUDA_ROOT,
        "CUDA_TOOLKIT_INCLUDE": f"{CUDA_ROOT}/include",
        "CUDA_TOOLKIT_TARGET_DIR": CUDA_ROOT,
        "CUDA_NVCC_EXECUTABLE": f"{CUDA_ROOT}/bin/nvcc",
        "CUDA_INCLUDE_DIRS": f"{CUDA_ROOT}/include",
        "CUDA_CUDART_LIBRARY": f"{CUDA_ROOT}/lib64/libcudart.so",
        "CUDA_CUDA_LIBRARY": f"{CUDA_ROOT}/lib64/stubs/libcuda.so",
        "CUDA_LIBRARIES": f"{CUDA_ROOT}/lib64/libcudart.so",
        "CUDA_CUBLAS_LIBRARIES": f"{CUDA_ROOT}/lib64/libcublas.so",
        "CUDA_CUFFT_LIBRARIES": f"{CUDA_ROOT}/lib64/libcufft.so",
        "CUDA_NVRTC_LIB": f"{CUDA_ROOT}/lib64/libnvrtc.so",
        "CUDA_HAS_FP16": "TRUE",
    }
