"""Macros that the compiler defines when it makes an image; they follow the virtual architecture."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from kernaudit.ruleset.devices import release_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from kernaudit.model.arch import SmTarget, Suffix
    from kernaudit.model.toolkit import Toolkit

__all__ = ["MacroRule", "Tool", "build_macros", "image_macros"]

Tool = Literal["nvcc", "nvrtc"]

_SUFFIX: dict[str, Suffix] = {"plain": "", "a": "a", "f": "f"}
_ALL = tuple(_SUFFIX)


@dataclass(frozen=True, slots=True)
class MacroRule:
    """One macro: a name and value with `{number}` and the like, and when it is defined."""

    name: str
    value: str
    suffixes: frozenset[Suffix]
    since: tuple[int, int]
    tools: frozenset[str]
    except_nvrtc: frozenset[int]
    source: str

    def applies(self, target: SmTarget, release: tuple[int, int], tool: Tool) -> bool:
        """Whether that compiler of that release defines the macro for that virtual architecture."""
        if target.suffix not in self.suffixes or tool not in self.tools or release < self.since:
            return False
        return tool != "nvrtc" or target.capability.number not in self.except_nvrtc


def image_macros(
    target: SmTarget,
    toolkit: Toolkit,
    rules: Iterable[MacroRule],
    *,
    tool: Tool = "nvcc",
    all_targets: Iterable[SmTarget] = (),
) -> dict[str, str]:
    """The predefined macros of an image, by name.

    Args:
        target: the image's virtual architecture (`Image.virtual`).
        toolkit: whose compiler.
        rules: `Rules.macros`.
        tool: nvcc, or NVRTC for code that is compiled at run time.
        all_targets: all virtual architectures of the same compilation, for `__CUDA_ARCH_LIST__`.
    """
    values = _values(target, toolkit, all_targets)
    release = toolkit.release_tuple
    return {
        rule.name.format_map(values): rule.value.format_map(values)
        for rule in rules
        if rule.applies(target, release, tool)
    }


def _values(target: SmTarget, toolkit: Toolkit, all_targets: Iterable[SmTarget]) -> dict[str, str]:
    major, minor, build = [*toolkit.version.split("."), "0", "0"][:3]
    numbers = sorted({target.capability.number, *(other.capability.number for other in all_targets)})
    return {
        "number": str(target.capability.number),
        "list": ",".join(f"{number}0" for number in numbers),
        "major": major,
        "minor": minor,
        "build": build,
        "cuda_version": str(int(major) * 1000 + int(minor) * 10),
    }


def build_macros(data: Mapping[str, Any]) -> tuple[MacroRule, ...]:
    """The macros of `macros.yaml`, in its order."""
    sources: dict[str, str] = data["sources"]
    return tuple(
        MacroRule(
            name=entry["name"],
            value=entry["value"],
            suffixes=frozenset(_SUFFIX[word] for word in entry.get("suffixes") or _ALL),
            since=release_of(entry.get("since") or "0.0"),
            tools=frozenset(entry.get("tools") or ("nvcc", "nvrtc")),
            except_nvrtc=frozenset(int(text) for text in entry.get("except_nvrtc") or ()),
            source=sources[entry["source"]],
        )
        for entry in data["macros"]
    )
