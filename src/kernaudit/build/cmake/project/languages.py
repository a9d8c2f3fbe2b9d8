"""What enabling a language defines: the assumed compilers (GNU 13.3, the assumed nvcc) on Linux x86_64."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kernaudit.build.cmake.project.evidence import site_of
from kernaudit.build.cmake.project.state import state_of

if TYPE_CHECKING:
    from kernaudit.build.cmake.interpreter import Interpreter

__all__ = ["CUDA_ROOT", "GNU_VERSION", "enable", "language_of"]

GNU_VERSION: Final = "13.3.0"
CUDA_ROOT: Final = "/usr/local/cuda"

_PROGRAMS: Final = {
    "C": "/usr/bin/gcc",
    "CXX": "/usr/bin/g++",
    "ASM": "/usr/bin/gcc",
    "Fortran": "/usr/bin/gfortran",
    "CUDA": f"{CUDA_ROOT}/bin/nvcc",
}
_ABSENT: Final = frozenset({"HIP", "ISPC", "Swift", "CSharp", "ASM_MASM", "ASM_MARMASM"})
_RELEASE_FLAGS: Final = {
    "DEBUG": "-g",
    "RELEASE": "-O3 -DNDEBUG",
    "RELWITHDEBINFO": "-O2 -g -DNDEBUG",
    "MINSIZEREL": "-Os -DNDEBUG",
}
_SUFFIXES: Final = {
    "c": "C",
    "m": "OBJC",
    "cc": "CXX",
    "cpp": "CXX",
    "cxx": "CXX",
    "c++": "CXX",
    "C": "CXX",
    "M": "CXX",
    "CPP": "CXX",
    "cppm": "CXX",
    "ixx": "CXX",
    "mpp": "CXX",
    "ccm": "CXX",
    "cxxm": "CXX",
    "c++m": "CXX",
    "cu": "CUDA",
    "hip": "HIP",
    "s": "ASM",
    "S": "ASM",
    "asm": "ASM",
    "f": "Fortran",
    "F": "Fortran",
    "f90": "Fortran",
    "F90": "Fortran",
    "mm": "OBJCXX",
}


def language_of(path: str) -> str | None:
    """Return the language cmake gives a file by its suffix, or None for headers and everything else."""
    return _SUFFIXES.get(path.rpartition("/")[2].rpartition(".")[2])


def enable(interp: Interpreter, language: str) -> None:
    """Enable a language in the current directory, once per evaluation."""
    state = state_of(interp)
    if language in ("NONE", ""):
        return
    if language in _ABSENT:
        interp.fail(f"No CMAKE_{language}_COMPILER could be found.")
    if language not in state.languages:
        state.languages[language] = site_of(interp)
    _define(interp, language)


def _define(interp: Interpreter, language: str) -> None:
    prefix = f"CMAKE_{language}"
    cuda = language == "CUDA"
    program = interp.get(f"{prefix}_COMPILER") or _PROGRAMS.get(language, "/usr/bin/cc")
    values = {
        "COMPILER_ID": "NVIDIA" if cuda else "GNU",
        "COMPILER_VERSION": state_of(interp).request.toolkit.version if cuda else GNU_VERSION,
        "COMPILER_LOADED": "1",
        "COMPILER_WORKS": "TRUE",
        "COMPILER_ID_RUN": "1",
        "COMPILER_FRONTEND_VARIANT": "GNU",
        "PLATFORM_ID": "Linux",
        "SIZEOF_DATA_PTR": "8",
        "STANDARD_DEFAULT": "17",
        "EXTENSIONS_DEFAULT": "ON",
        "COMPILER": program,
    }
    for name, value in values.items():
        interp.set(f"{prefix}_{name}", value)
    interp.cache.setdefault(f"{prefix}_COMPILER", program)
    interp.cache.setdefault(f"{prefix}_FLAGS", _initial_flags(interp, language))
    for config, flags in _RELEASE_FLAGS.items():
        interp.cache.setdefault(f"{prefix}_FLAGS_{config}", flags)
    if cuda:
        _define_cuda(interp)
    elif language in ("C", "CXX"):
        interp.set("CMAKE_COMPILER_IS_GNUCXX" if language == "CXX" else "CMAKE_COMPILER_IS_GNUCC", "1")
        interp.set(f"{prefix}_COMPILE_FEATURES", _features(language))


def _initial_flags(interp: Interpreter, language: str) -> str:
    variable = {"C": "CFLAGS", "CXX": "CXXFLAGS", "CUDA": "CUDAFLAGS"}.get(language)
    flags = [interp.get(f"CMAKE_{language}_FLAGS_INIT") or "", interp.env.get(variable or "", "")]
    return " ".join(flag for flag in flags if flag)


def _define_cuda(interp: Interpreter) -> None:
    request = state_of(interp).request
    major = request.toolkit.version.partition(".")[0]
    for name, value in {
        "CMAKE_CUDA_COMPILER_TOOLKIT_ROOT": CUDA_ROOT,
        "CMAKE_CUDA_COMPILER_TOOLKIT_VERSION": request.toolkit.version,
        "CMAKE_CUDA_COMPILER_LIBRARY_ROOT": CUDA_ROOT,
        "CMAKE_CUDA_TOOLKIT_INCLUDE_DIRECTORIES": f"{CUDA_ROOT}/include",
        "CMAKE_CUDA_HOST_COMPILER": interp.get("CMAKE_CUDA_HOST_COMPILER") or "",
        "CMAKE_CUDA_HOST_COMPILER_ID": "GNU",
        "CMAKE_CUDA_HOST_COMPILER_VERSION": GNU_VERSION,
        "CMAKE_CUDA_ARCHITECTURES_ALL": ";".join(request.known_architectures()),
        "CMAKE_CUDA_ARCHITECTURES_ALL_MAJOR": ";".join(request.known_architectures(major_only=True)),
        "CMAKE_CUDA_ARCHITECTURES_NATIVE": request.native_architecture() or "",
        "CMAKE_CUDA_COMPILE_FEATURES": _features("CUDA"),
        "CMAKE_CUDA_DEVICE_LINK_OPTIONS_WARNING": "",
        "CMAKE_CUDA_COMPILER_VERSION_MAJOR": major,
    }.items():
        interp.set(name, value)
    if not interp.get("CMAKE_CUDA_ARCHITECTURES"):
        environment = interp.env.get("CUDAARCHS")
        state_of(interp).default_arch = environment is None
        interp.cache["CMAKE_CUDA_ARCHITECTURES"] = environment or request.compiler_default()


def _features(language: str) -> str:
    prefix = {"C": "c_std_", "CXX": "cxx_std_", "CUDA": "cuda_std_"}[language]
    years = ("90", "99", "11", "17", "23") if language == "C" else ("98", "11", "14", "17", "20", "23")
    if language == "CUDA":
        years = ("03", *years[1:])
    return ";".join(prefix + year for year in years)
