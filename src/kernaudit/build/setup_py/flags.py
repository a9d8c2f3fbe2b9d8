"""nvcc's flags of an extension: which architectures they name, and whether what is not known could name more."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from kernaudit.build.arch_lists import ArchListError, parse_gencode_flags
from kernaudit.build.cmake.unknown import contains_unknown
from kernaudit.build.preprocessor_flags import PreprocessorFlags, read_preprocessor_flags
from kernaudit.build.setup_py.text import text_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kernaudit.build.setup_py.machine import Machine
    from kernaudit.build.setup_py.values import Unknown
    from kernaudit.model.arch import Gencode
    from kernaudit.model.device import DeviceProfile

__all__ = ["preprocessor_flags", "read_gencodes", "undecided_flag"]

_ARCH_OPTIONS: Final = (
    "-gencode", "--generate-code", "-arch", "--gpu-architecture", "-code", "--gpu-code", "-optf", "--options-file",
)  # fmt: skip
_TAKES_VALUE: Final = frozenset(
    {"--threads", "-t", "-Xcompiler", "--compiler-options", "-Xptxas", "--ptxas-options", "-ccbin", "-I", "-isystem",
     "-include", "-D", "-U", "-std", "-x", "-O", "-L", "-l", "--maxrregcount",
     "-maxrregcount", "-Xcudafe", "-diag-suppress"}
)  # fmt: skip


def undecided_flag(flags: Sequence[Any], machine: Machine) -> Unknown | None:
    """Return the first value among flags that is not known and that could name an architecture."""
    before = ""
    for flag in flags:
        hole = machine.hole(flag)
        if hole is not None and before not in _TAKES_VALUE and not _is_harmless(flag):
            return hole
        before = flag if isinstance(flag, str) else ""
    return None


def _is_harmless(flag: Any) -> bool:
    """Tell whether the known beginning of a flag already says that it names no architecture."""
    if not isinstance(flag, str) or any(letter.isspace() for letter in flag):
        return False
    known = flag[: next(n for n in range(len(flag) + 1) if contains_unknown(flag[:n])) - 1] if flag else ""
    if len(known) < 2 or not known.startswith("-"):
        return False
    return not any(one.startswith(known) or known.startswith(one) for one in _ARCH_OPTIONS)


def read_gencodes(
    flags: Sequence[Any], machine: Machine, device: DeviceProfile | None
) -> tuple[tuple[Gencode, ...], str | None]:
    """Return the gencodes of flags, and why they are not (all) known, if they are not."""
    hole = undecided_flag(flags, machine)
    texts = [flag for flag in flags if isinstance(flag, str) and not contains_unknown(flag)]
    if hole is not None:
        return (), f"{hole.origin} ({hole.location})"
    try:
        return parse_gencode_flags(texts, machine.toolkit, device=device), None
    except ArchListError as error:
        return (), str(error)


def preprocessor_flags(
    flags: Sequence[Any], macros: Any, undefined: Any, machine: Machine, *, nvcc: bool
) -> PreprocessorFlags:
    """Return what a command line says to the preprocessor; setuptools writes `define_macros` before the flags."""
    pairs = (
        [one for one in macros if isinstance(one, tuple) and one and isinstance(one[0], str)]
        if isinstance(macros, list)
        else []
    )
    given = [_macro_flag(pair, machine) for pair in pairs]
    given += [f"-U{one}" for one in undefined if isinstance(one, str)] if isinstance(undefined, list) else []
    found = read_preprocessor_flags([*given, *(flag for flag in flags if isinstance(flag, str))], nvcc=nvcc)
    return replace(found, defines=tuple(map(machine.registry.describe, found.defines)))


def _macro_flag(pair: tuple[Any, ...], machine: Machine) -> str:
    """The flag that setuptools makes of one macro; a name alone in its tuple is taken back."""
    if len(pair) == 1:
        return f"-U{pair[0]}"
    return f"-D{pair[0]}" if pair[1] is None else f"-D{pair[0]}={text_of(machine, pair[1])}"
