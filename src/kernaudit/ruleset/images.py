"""The image rules (design section 3) out of checked rule data, as questions with yes-or-no answers."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from kernaudit.model.arch import SmTarget
from kernaudit.model.device import Sourced
from kernaudit.ruleset.devices import release_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from kernaudit.model.arch import Code, ComputeCapability, Image, Suffix
    from kernaudit.model.device import DeviceProfile, Form
    from kernaudit.model.toolkit import Toolkit

__all__ = ["Clause", "ImageRules", "LoadRule", "build_image_rules"]

_SUFFIX: dict[str, Suffix] = {"plain": "", "a": "a", "f": "f"}


@dataclass(frozen=True, slots=True)
class LoadRule:
    """When an image of one suffix loads: all `conditions` hold."""

    conditions: tuple[str, ...]
    as_written: bool
    source: str


@dataclass(frozen=True, slots=True)
class Clause:
    """One way in which a virtual architecture may be compiled to SASS of the suffixes `real`."""

    real: frozenset[Suffix]
    conditions: tuple[str, ...]
    since: tuple[int, int]
    until: tuple[int, int] | None
    source: str

    def covers(self, suffix: Suffix, release: tuple[int, int]) -> bool:
        """Whether this clause speaks about that suffix under that toolkit release."""
        return suffix in self.real and self.since <= release and (self.until is None or release <= self.until)


@dataclass(frozen=True, slots=True)
class ImageRules:
    """The rules, together with what the device profiles contribute to them."""

    sass: Mapping[Suffix, LoadRule]
    ptx: Mapping[Suffix, LoadRule]
    suffix_rank: Mapping[Suffix, int]
    tegra_note: Sourced
    renumbered_note: Sourced
    assembler: Mapping[Suffix, tuple[Clause, ...]]
    driver: Mapping[Suffix, tuple[Clause, ...]]
    shorthand_adds_plain_ptx: bool
    renumbered: Mapping[ComputeCapability, ComputeCapability]
    families: Mapping[ComputeCapability, frozenset[SmTarget]]
    forms: Mapping[ComputeCapability, Form]
    _answers: dict[tuple[Code, str], bool] = field(default_factory=dict, compare=False, repr=False)

    def present(self, number: ComputeCapability) -> ComputeCapability:
        """The number that the chip has today."""
        return self.renumbered.get(number, number)

    def loads(self, image: Image, device: DeviceProfile) -> bool:
        """Whether the driver of that device can use the image: load its SASS, or compile its PTX."""
        question = image.code, device.id
        answer = self._answers.get(question)
        if answer is None:
            answer = self._answers[question] = self._loads(image, device)
        return answer

    def _loads(self, image: Image, device: DeviceProfile) -> bool:
        target = image.code.target
        rule = (self.ptx if image.code.ptx else self.sass)[target.suffix]
        number = target.capability if rule.as_written else self.present(target.capability)
        shown = SmTarget(number, target.suffix)
        return all(self._holds(name, shown, target, device.capability) for name in rule.conditions)

    def assembles(self, virtual: SmTarget, real: SmTarget, toolkit: Toolkit) -> bool:
        """Whether the toolkit's assembler turns PTX for `virtual` into SASS for `real`."""
        return self._allowed(self.assembler, virtual, real, toolkit)

    def driver_accepts(self, virtual: SmTarget, real: SmTarget, toolkit: Toolkit) -> bool:
        """Whether nvcc itself lets the pair through; the assembler may still refuse it."""
        return self._allowed(self.driver, virtual, real, toolkit)

    def gencode_fault(self, virtual: SmTarget, code: Code, toolkit: Toolkit) -> str | None:
        """Why the toolkit cannot build that pair, in words for a reader; None if it can."""
        for target, text in ((virtual, virtual.virtual), (code.target, str(code))):
            if target not in toolkit.targets:
                return f"CUDA {toolkit.release} does not know {text}"
        if code.ptx:
            if code.target != virtual:
                return f"PTX of {virtual.virtual} cannot be stored as {code}"
            return None
        if not self.driver_accepts(virtual, code.target, toolkit):
            return f"nvcc of CUDA {toolkit.release} refuses {code} for {virtual.virtual}"
        if not self.assembles(virtual, code.target, toolkit):
            return f"the assembler of CUDA {toolkit.release} refuses to make {code} from {virtual.virtual}"
        return None

    def _allowed(
        self, clauses: Mapping[Suffix, tuple[Clause, ...]], virtual: SmTarget, real: SmTarget, toolkit: Toolkit
    ) -> bool:
        release = release_of(toolkit.table)
        return any(
            clause.covers(real.suffix, release)
            and all(self._holds(name, virtual, virtual, real.capability) for name in clause.conditions)
            for clause in clauses[virtual.suffix]
        )

    def _holds(self, condition: str, shown: SmTarget, written: SmTarget, number: ComputeCapability) -> bool:
        """One condition between an image's target (as shown today, as written) and a device's or chip's number."""
        match condition:
            case "same-major":
                return shown.capability.major == number.major
            case "not-newer":
                return shown.capability <= number
            case "same-number":
                return shown.capability == number
            case "same-family":
                return SmTarget(written.capability, "f") in self.families.get(number, frozenset())
        raise AssertionError(condition)


def build_image_rules(data: Mapping[str, Any], devices: Sequence[DeviceProfile]) -> ImageRules:
    """The rules from `images.yaml` and the device profiles."""
    sources: dict[str, str] = data["sources"]
    notes = {key: Sourced(note["text"], sources[note["source"]]) for key, note in data["unproven"].items()}
    numbers = [(number, device) for device in devices for number in device.numbers]
    return ImageRules(
        sass=_load_rules(data["loads"]["sass"], sources),
        ptx=_load_rules(data["loads"]["ptx"], sources),
        suffix_rank={_SUFFIX[word]: rank for rank, word in enumerate(data["choice"]["suffix_order"])},
        tegra_note=notes["tegra"],
        renumbered_note=notes["renumbered"],
        assembler=_clauses(data["gencode"]["assembler"], sources),
        driver=_clauses(data["gencode"]["driver"], sources),
        shorthand_adds_plain_ptx=data["shorthand"]["suffixed_adds_plain_ptx"],
        renumbered={number: device.capability for number, device in numbers},
        families={number: frozenset(device.families) for number, device in numbers},
        forms={number: device.form for number, device in numbers},
    )


def _load_rules(data: Mapping[str, Any], sources: Mapping[str, str]) -> dict[Suffix, LoadRule]:
    return {
        _SUFFIX[word]: LoadRule(tuple(rule["conditions"]), rule.get("numbers") == "as-written", sources[rule["source"]])
        for word, rule in data.items()
    }


def _clauses(data: Mapping[str, Any], sources: Mapping[str, str]) -> dict[Suffix, tuple[Clause, ...]]:
    return {_SUFFIX[word]: tuple(_clause(entry, sources) for entry in entries) for word, entries in data.items()}


def _clause(entry: Mapping[str, Any], sources: Mapping[str, str]) -> Clause:
    until = entry.get("until")
    return Clause(
        real=frozenset(_SUFFIX[word] for word in entry["real"]),
        conditions=tuple(entry["conditions"]),
        since=release_of(entry.get("since") or "0.0"),
        until=None if until is None else release_of(until),
        source=sources[entry["source"]],
    )
