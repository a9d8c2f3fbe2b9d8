"""`find_program`, `find_library`, `find_path`, `find_file`: only what every CUDA build machine has is found."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kernaudit.build.cmake.arguments import parse_keywords
from kernaudit.build.cmake.files.layout import TREE_ROOT, join
from kernaudit.build.cmake.project.languages import CUDA_ROOT
from kernaudit.build.cmake.project.state import state_of
from kernaudit.build.cmake.truth import is_true
from kernaudit.build.cmake.unknown import contains_unknown

if TYPE_CHECKING:
    from kernaudit.build.cmake.interpreter import Handler, Interpreter

__all__ = ["COMMANDS"]

_FLAGS: Final = (
    "REQUIRED",
    "OPTIONAL",
    "NO_CACHE",
    "NAMES_PER_DIR",
    "NO_DEFAULT_PATH",
    "NO_PACKAGE_ROOT_PATH",
    "NO_CMAKE_PATH",
    "NO_CMAKE_ENVIRONMENT_PATH",
    "NO_SYSTEM_ENVIRONMENT_PATH",
    "NO_CMAKE_SYSTEM_PATH",
    "NO_CMAKE_INSTALL_PREFIX",
    "CMAKE_FIND_ROOT_PATH_BOTH",
    "ONLY_CMAKE_FIND_ROOT_PATH",
    "NO_CMAKE_FIND_ROOT_PATH",
)
_PROGRAMS: Final = {"git": "/usr/bin/git", "nvcc": f"{CUDA_ROOT}/bin/nvcc"}
_TOOLKIT_LIBRARIES: Final = frozenset(
    [
        "cuda",
        "cudart",
        "cudart_static",
        "cudadevrt",
        "cublas",
        "cublasLt",
        "cublas_static",
        "cublasLt_static",
        "cufft",
        "curand",
        "cusolver",
        "cusparse",
        "nvrtc",
        "nvJitLink",
        "nvjpeg",
        "nvToolsExt",
        "nvidia-ml",
        "cupti",
        "nppc",
        "npps",
    ]
)
_TOOLKIT_HEADERS: Final = frozenset(
    ["cuda.h", "cuda_runtime.h", "cuda_runtime_api.h", "cuda_fp16.h", "cublas_v2.h", "nvrtc.h"]
)


def _find(interp: Interpreter, args: list[str], kind: str) -> None:
    if len(args) < 2:
        interp.fail(f"find_{kind} called with incorrect number of arguments")
    variable, *rest = args
    current = interp.get(variable)
    if current and is_true(current):
        return
    keys = parse_keywords(
        rest,
        flags=_FLAGS,
        single=("DOC", "REGISTRY_VIEW", "VALIDATOR"),
        lists=("NAMES", "HINTS", "PATHS", "PATH_SUFFIXES", "ENV"),
    )
    names = keys.values("NAMES") or keys.rest[:1]
    places = [*keys.values("HINTS"), *keys.values("PATHS"), *(keys.rest[1:] if not keys.values("NAMES") else [])]
    found = _PROGRAMS.get(names[0]) if kind == "program" and names else None
    for name in names[1:] if kind == "program" else ():
        found = found or _PROGRAMS.get(name)
    found = found or _in_toolkit(names, kind) or _in_tree(interp, names, places, keys.values("PATH_SUFFIXES"), kind)
    state = state_of(interp)
    state.looked_for.add(variable)
    if found is None and ("REQUIRED" in keys.flags or variable in state.assumed_found):
        found = interp.unknown(f"where {names[0] if names else variable} is installed")
    value = found or f"{variable}-NOTFOUND"
    if "NO_CACHE" in keys.flags:
        interp.set(variable, value)
    else:
        interp.cache[variable] = value
        interp.variables.pop(variable, None)


def _in_toolkit(names: list[str], kind: str) -> str | None:
    """Find what the assumed CUDA toolkit installs."""
    for name in names:
        if kind == "library" and name in _TOOLKIT_LIBRARIES:
            return f"{CUDA_ROOT}/lib64/lib{name}.so"
        if kind in ("path", "file") and name in _TOOLKIT_HEADERS:
            return f"{CUDA_ROOT}/include" if kind == "path" else f"{CUDA_ROOT}/include/{name}"
    return None


def _in_tree(interp: Interpreter, names: list[str], places: list[str], suffixes: list[str], kind: str) -> str | None:
    """Look where the command says, in the tree and in fetched projects; never on this machine."""
    state = state_of(interp)
    files = state.files
    for place in places:
        if contains_unknown(place) or not place:
            continue
        base = join(state.directory.source, place)
        if not (base.startswith(TREE_ROOT) or files.is_external(base)):
            continue
        for directory in (*(join(base, suffix) for suffix in suffixes), base):
            for name in names:
                path = join(directory, name)
                if files.exists(path):
                    return directory if kind == "path" else path
    return None


def _finder(kind: str) -> Handler:
    def command(interp: Interpreter, args: list[str]) -> None:
        _find(interp, args, kind)

    return command


COMMANDS: dict[str, Handler] = {f"find_{kind}": _finder(kind) for kind in ("program", "library", "path", "file")}
