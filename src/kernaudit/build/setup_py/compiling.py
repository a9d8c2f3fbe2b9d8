"""Extensions as build sources: each source with the flags that its compiler gets."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from kernaudit.build.cmake.files.layout import shown
from kernaudit.build.cmake.unknown import contains_unknown
from kernaudit.build.nvcc_environment import environment_flags
from kernaudit.build.setup_py.commands import KIND
from kernaudit.build.setup_py.flags import preprocessor_flags, read_gencodes
from kernaudit.build.setup_py.items import items_of
from kernaudit.build.setup_py.patches import common_flags, torch_patch
from kernaudit.build.setup_py.paths import absolute
from kernaudit.build.setup_py.text import text_of
from kernaudit.build.setup_py.torch_flags import torch_arch_flags
from kernaudit.build.setup_py.values import Unknown
from kernaudit.build.setup_py.writers import ninja_flags, patched_writer
from kernaudit.model.build import BuildSource

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from kernaudit.build.setup_py.origins import OriginFinder
    from kernaudit.build.setup_py.running import ScriptRun
    from kernaudit.build.setup_py.values import Instance
    from kernaudit.model.device import DeviceProfile

__all__ = ["compiled_sources"]

_CUDA: Final = (".cu", ".cuh")
_NVCC: Final = "nvcc"
_CXX: Final = "cxx"


@dataclass(frozen=True, slots=True)
class _Flags:
    """The command line of one source; `torch` tells that torch added the architectures, `problem` what is not known."""

    words: tuple[Any, ...]
    torch: bool = False
    problem: str | None = None


def compiled_sources(run: ScriptRun, finder: OriginFinder, device: DeviceProfile | None) -> Iterator[BuildSource]:
    """Yield the sources of all extensions, in order.

    Raises:
        ProgramError: torch refuses the arch list.
        EvaluationStoppedError: a bound is reached.
    """
    for extension in run.building.extensions:
        yield from _sources_of(run, extension, finder, device)


def _sources_of(
    run: ScriptRun, extension: Instance, finder: OriginFinder, device: DeviceProfile | None
) -> Iterator[BuildSource]:
    machine = run.machine
    listed = items_of(machine, extension.attributes.get("sources") or [])
    sources = [listed] if isinstance(listed, Unknown) else listed
    run.building.undecided += [hole for one in sources if (hole := machine.hole(one)) is not None]
    paths = [text_of(machine, one) for one in sources if machine.hole(one) is None]
    cuda = [path for path in paths if path.endswith(_CUDA)]
    flags = _flags_of(run, extension, paths) if cuda else {}
    name = machine.registry.describe(text_of(machine, extension.attributes.get("name") or "extension"))
    cxx = _compiler_flags(run, extension, _CXX)
    for path in paths:
        place = extension.location or machine.here
        if path not in flags:
            yield _with_macros(run, extension, BuildSource(name, _shown(run, path), "CXX", (), place), cxx)
            continue
        found = flags[path]
        before, behind = environment_flags(_texts(machine.environ.values))
        doubt = machine.environ.doubt
        words = [*before, *common_flags(machine), *found.words, *behind, *([] if doubt is None else [doubt.several()])]
        gencodes, problem = read_gencodes(words, machine, device)
        problem = found.problem or problem
        origin = finder.find(run, found.words, () if problem else gencodes, torch=found.torch)
        made = BuildSource(
            target=name,
            path=_shown(run, path),
            language="CUDA",
            gencodes=() if problem else gencodes,
            location=place,
            gate=origin.gate(name),
            request_rule=origin.rule,
            undecided=problem,
        )
        yield _with_macros(run, extension, made, words)


def _with_macros(run: ScriptRun, extension: Instance, source: BuildSource, words: Sequence[Any]) -> BuildSource:
    """The source with what its command line says to the preprocessor."""
    given = extension.attributes
    nvcc = source.language == "CUDA"
    found = preprocessor_flags(words, given.get("define_macros"), given.get("undef_macros"), run.machine, nvcc=nvcc)
    more = (_shown(run, one) for one in found.include_dirs if not contains_unknown(one))
    return replace(
        source,
        defines=found.defines,
        include_dirs=tuple(dict.fromkeys((*_include_dirs(run, extension), *more))),
        pre_includes=tuple(_shown(run, one) if one.startswith("/") else one for one in found.before),
    )


def _texts(environ: Mapping[str, Any]) -> dict[str, str]:
    return {name: value for name, value in environ.items() if isinstance(value, str)}


def _shown(run: ScriptRun, path: str) -> str:
    return shown(absolute(run.machine, path))


def _include_dirs(run: ScriptRun, extension: Instance) -> tuple[str, ...]:
    machine = run.machine
    listed = items_of(machine, extension.attributes.get("include_dirs") or [])
    known = [] if isinstance(listed, Unknown) else [one for one in listed if machine.hole(one) is None]
    return tuple(_shown(run, text_of(machine, one)) for one in known)


def _flags_of(run: ScriptRun, extension: Instance, paths: list[str]) -> dict[str, _Flags]:
    """Return the command line of each CUDA source."""
    machine = run.machine
    own = _compiler_flags(run, extension, _NVCC)
    by_torch = extension.attributes.get(KIND) != "plain" or id(extension) in run.building.torch
    run.asked_device = run.asked_device or machine.device_used
    added = torch_arch_flags(machine, own) if by_torch else []
    cuda = [path for path in paths if path.endswith(_CUDA)]
    if (patch := torch_patch(machine)) is not None and by_torch:
        return {path: _Flags((), problem=patch) for path in cuda}
    if (place := run.building.by_hand.get(id(extension))) is not None:
        return {path: _Flags((), problem=f"the build command at {place} compiles it in its own way") for path in cuda}
    plain = _Flags((*own, *added), torch=bool(added))
    writer = patched_writer(machine) if by_torch else None
    if writer is None:
        return dict.fromkeys(cuda, plain)
    written = ninja_flags(machine, writer, [*own, *added], paths)
    return {path: _Flags(*_of_writer(written, path)) for path in cuda}


def _of_writer(written: dict[str, list[str]] | Unknown, path: str) -> tuple[tuple[Any, ...], bool, str | None]:
    if isinstance(written, Unknown):
        return (), False, f"{written.origin} ({written.location})"
    words = written.get(path)
    if words is None:
        return (), False, "the ninja file that the script writes has no rule for it"
    return tuple(words), False, None


def _compiler_flags(run: ScriptRun, extension: Instance, compiler: str) -> list[Any]:
    """The flags of one of torch's two compilers; a plain list is for both."""
    machine = run.machine
    given = extension.attributes.get("extra_compile_args")
    if isinstance(given, dict):
        hole = next((key for key in given if isinstance(key, Unknown)), None)
        given = given.get(compiler, [] if hole is None else hole)
    listed = items_of(machine, given if given is not None else [])
    return [listed.several()] if isinstance(listed, Unknown) else listed
