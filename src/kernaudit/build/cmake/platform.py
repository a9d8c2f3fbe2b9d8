"""The machine that a build is assumed to run on: Linux x86_64, Ninja, cmake 4.4.5, release build."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kernaudit.build.cmake.files.layout import OUTPUT_ROOT

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["CMAKE_VERSION", "ENVIRONMENT", "platform_cache", "platform_variables"]

CMAKE_VERSION: Final = "4.4.5"
ENVIRONMENT: Final[Mapping[str, str]] = {"PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": "/root"}

_VARIABLES: Final[Mapping[str, str]] = {
    "CMAKE_VERSION": CMAKE_VERSION,
    "CMAKE_SYSTEM": "Linux",
    "CMAKE_SYSTEM_NAME": "Linux",
    "CMAKE_SYSTEM_VERSION": "",
    "CMAKE_SYSTEM_PROCESSOR": "x86_64",
    "CMAKE_HOST_SYSTEM": "Linux",
    "CMAKE_HOST_SYSTEM_NAME": "Linux",
    "CMAKE_HOST_SYSTEM_PROCESSOR": "x86_64",
    "CMAKE_HOST_UNIX": "1",
    "CMAKE_HOST_LINUX": "1",
    "CMAKE_CROSSCOMPILING": "FALSE",
    "UNIX": "1",
    "LINUX": "1",
    "CMAKE_SIZEOF_VOID_P": "8",
    "CMAKE_LIBRARY_ARCHITECTURE": "x86_64-linux-gnu",
    "CMAKE_COMMAND": "/usr/bin/cmake",
    "CMAKE_CTEST_COMMAND": "/usr/bin/ctest",
    "CMAKE_CPACK_COMMAND": "/usr/bin/cpack",
    "CMAKE_ROOT": "/usr/share/cmake-4.4",
    "CMAKE_GENERATOR": "Ninja",
    "CMAKE_MAKE_PROGRAM": "/usr/bin/ninja",
    "CMAKE_STATIC_LIBRARY_PREFIX": "lib",
    "CMAKE_STATIC_LIBRARY_SUFFIX": ".a",
    "CMAKE_SHARED_LIBRARY_PREFIX": "lib",
    "CMAKE_SHARED_LIBRARY_SUFFIX": ".so",
    "CMAKE_SHARED_MODULE_PREFIX": "lib",
    "CMAKE_SHARED_MODULE_SUFFIX": ".so",
    "CMAKE_EXECUTABLE_SUFFIX": "",
    "CMAKE_DL_LIBS": "dl",
    "CMAKE_FIND_LIBRARY_PREFIXES": "lib",
    "CMAKE_FIND_LIBRARY_SUFFIXES": ".so;.a",
    "CMAKE_CFG_INTDIR": ".",
    "CMAKE_PARENT_LIST_FILE": "",
}
_CACHE: Final[Mapping[str, str]] = {
    "CMAKE_BUILD_TYPE": "Release",
    "CMAKE_INSTALL_PREFIX": "/usr/local",
    "CMAKE_SKIP_RPATH": "NO",
    "CMAKE_VERBOSE_MAKEFILE": "FALSE",
}


def platform_variables(source: str) -> dict[str, str]:
    """Return the variables that stand before the first command of the top directory."""
    major, minor, patch = CMAKE_VERSION.split(".")
    return {
        **_VARIABLES,
        "CMAKE_MAJOR_VERSION": major,
        "CMAKE_MINOR_VERSION": minor,
        "CMAKE_PATCH_VERSION": patch,
        "CMAKE_SOURCE_DIR": source,
        "CMAKE_BINARY_DIR": OUTPUT_ROOT,
        "CMAKE_HOME_DIRECTORY": source,
        "CMAKE_CURRENT_SOURCE_DIR": source,
        "CMAKE_CURRENT_BINARY_DIR": OUTPUT_ROOT,
    }


def platform_cache() -> dict[str, str]:
    """Return the cache entries that cmake makes by itself."""
    return dict(_CACHE)
