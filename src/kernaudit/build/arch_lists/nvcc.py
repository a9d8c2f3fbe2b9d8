"""Architecture flags of nvcc, in all their spellings.

Measured with `nvcc --dryrun` of CUDA 13.0 and 13.5: `-arch=sm_90` is SASS and PTX, `-arch=sm_90a` also embeds
the PTX of the plain architecture, the last `-arch` wins, `-gencode` adds to it, and `-arch=compute_X -code=...`
is one gencode.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from kernaudit.build.arch_lists.words import ArchListError, every_target, own_target, ptx, sass, target_of
from kernaudit.model.arch import Code, Gencode, SmTarget

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from kernaudit.model.device import DeviceProfile
    from kernaudit.model.toolkit import Toolkit

__all__ = ["FOREIGN_OPTIONS", "format_gencode_flags", "parse_gencode_flags"]

_GENCODE = frozenset({"-gencode", "--generate-code"})
_ARCH = frozenset({"-arch", "--gpu-architecture"})
_CODE = frozenset({"-code", "--gpu-code"})
FOREIGN_OPTIONS = frozenset(
    {"-Xcompiler", "-Xptxas", "-Xcudafe", "-Xlinker", "-Xnvlink", "-Xarchive", "-Xfatbinary", "--compiler-options",
     "--ptxas-options", "--linker-options", "--nvlink-options", "--fatbin-options", "--archive-options"}
)  # fmt: skip
"""Options whose value belongs to another program."""
_UNREAD = {
    **dict.fromkeys(("-optf", "--options-file"), "takes flags from a file, which was not read"),
    **dict.fromkeys(("-ptx", "--ptx"), "writes PTX to a file instead of an image into the build"),
    **dict.fromkeys(("--cuda-gpu-arch", "--offload-arch"), "is an arch flag of clang, which nvcc refuses"),
}
"""Options after which the other flags do not tell what is built, and why."""


@dataclass(slots=True)
class _Flags:
    """What one command line says about architectures."""

    gencodes: list[Gencode] = field(default_factory=list)
    arch: str | None = None
    arch_at: int = 0
    code: str | None = None


def parse_gencode_flags(
    flags: Sequence[str], toolkit: Toolkit, *, device: DeviceProfile | None = None
) -> tuple[Gencode, ...]:
    """The gencodes of an nvcc command line, in its order; none where it names no architecture.

    Flags may be one argument or two (`-gencode`, `arch=...`), or two written as one with a blank between.
    What is no architecture flag is passed over.

    Args:
        flags: arguments of nvcc.
        toolkit: for `all`, `all-major` and the number of `native`.
        device: the column, for `native`.

    Raises:
        ArchListError: nvcc would refuse the flag, it asks for link-time code (`lto_90`), which is not modelled, or
            another option says that these flags are not what the build holds (a file of options, PTX as output).
    """
    found = _Flags()
    for name, value in _options(flags):
        if name in _GENCODE:
            found.gencodes.append(_gencode(value))
        elif name in _ARCH:
            found.arch, found.arch_at = value, len(found.gencodes)
        elif name in _CODE:
            found.code = value
    shorthand = _shorthand(found, toolkit, device)
    found.gencodes[found.arch_at : found.arch_at] = shorthand
    return tuple(found.gencodes)


def format_gencode_flags(gencodes: Iterable[Gencode]) -> list[str]:
    """The gencodes as nvcc arguments: the inverse of the reader."""
    return [f"-gencode=arch={gencode.virtual.virtual},code={_codes_text(gencode)}" for gencode in gencodes]


def _options(flags: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Name and value of every architecture option; values of foreign options are skipped."""
    words = iter([word for flag in flags for word in flag.split()])
    for word in words:
        name, separator, value = word.partition("=")
        if name in FOREIGN_OPTIONS and not separator:
            next(words, None)
        elif name in _UNREAD:
            raise ArchListError(f"{name} {_UNREAD[name]}")
        elif name in _GENCODE or name in _ARCH or name in _CODE:
            yield name, (value if separator else next(words, "")).strip("\"'")


def _gencode(value: str) -> Gencode:
    """`arch=compute_90a,code=sm_90a`, `code` perhaps a list in brackets or quotes."""
    parts: dict[str, list[str]] = {"arch": [], "code": []}
    key = ""
    for word in value.replace("[", "").replace("]", "").replace('"', "").replace("'", "").split(","):
        name, separator, rest = word.strip().partition("=")
        if separator and name not in parts:
            raise ArchListError(f"-gencode {value}: {name!r} is neither arch nor code")
        key = name if separator else key
        if not key:
            raise ArchListError(f"-gencode {value}: needs arch=compute_X,code=...")
        parts[key].append(rest if separator else word.strip())
    if len(parts["arch"]) != 1 or not any(parts["code"]):
        raise ArchListError(f"-gencode {value}: needs arch=compute_X and code=...")
    return _assemble(parts["arch"][0], parts["code"], f"-gencode {value}")


def _assemble(arch: str, codes: Sequence[str], what: str) -> Gencode:
    if not arch.startswith("compute_"):
        raise ArchListError(f"{what}: {arch!r} must be a virtual architecture (compute_X)")
    return Gencode(target_of(arch, arch, what), tuple(_code(code, what) for code in codes if code))


def _code(text: str, what: str) -> Code:
    if text.startswith("lto_"):
        raise ArchListError(f"{what}: link-time code ({text}) is not modelled; name a real architecture")
    if not text.startswith(("sm_", "compute_")):
        raise ArchListError(f"{what}: {text!r} is neither sm_X nor compute_X")
    return Code(target_of(text, text, what), ptx=text.startswith("compute_"))


def _shorthand(found: _Flags, toolkit: Toolkit, device: DeviceProfile | None) -> list[Gencode]:
    """What `-arch` and `-code` ask for."""
    arch, code = found.arch, found.code
    if arch is None:
        if code is not None:
            raise ArchListError(f"-code={code}: needs -arch=compute_X")
        return []
    what = f"-arch={arch}"
    if code is not None:
        return [_assemble(arch, code.split(","), f"{what} -code={code}")]
    if arch == "native":
        return [sass(own_target(device, toolkit, what))]
    if arch in {"all", "all-major"}:
        return list(every_target(toolkit, major_only=arch == "all-major"))
    asked = _code(arch, what)
    plain = [ptx(SmTarget(asked.target.capability))] if asked.target.suffix else []
    return [*plain, *([] if asked.ptx else [sass(asked.target)]), ptx(asked.target)]


def _codes_text(gencode: Gencode) -> str:
    codes = ",".join(map(str, gencode.codes))
    return f"[{codes}]" if len(gencode.codes) > 1 else codes
