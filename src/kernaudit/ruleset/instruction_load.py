"""Builds the instruction rules of a rule set."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kernaudit.model.arch import SmTarget
from kernaudit.model.instruction import Claim, FamilyTable, InstructionRule, TargetSet
from kernaudit.ruleset.instructions import InstructionRules
from kernaudit.ruleset.store import stored

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from kernaudit.model.arch import ComputeCapability
    from kernaudit.model.device import DeviceProfile
    from kernaudit.ruleset.files import RuleFile

__all__ = ["build_instruction_rules"]

_FOLDER = "instructions/"
_REFUSED = "the assembler refuses an instruction that the target lacks"


def build_instruction_rules(files: Sequence[RuleFile], devices: Sequence[DeviceProfile]) -> InstructionRules:
    """Build the rules from the files below `instructions/`; the profiles say which chips a family target covers.

    Raises:
        RuleError: a file breaks the schema; starts with `file:line`.
    """
    own = [file for file in files if file.name.startswith(_FOLDER)]
    data = stored("instructions", own, _check)
    families = FamilyTable.of(devices)
    oldest = min((device.capability for device in devices), default=None)
    vocabulary = {opcode: frozenset(words) for opcode, words in data["vocabulary"].items()}
    return InstructionRules((_rule(entry, families, oldest) for entry in data["rules"]), vocabulary)


def _check(files: Sequence[RuleFile]) -> dict[str, Any]:
    from kernaudit.ruleset.instruction_check import (  # noqa: PLC0415 - YAML and pydantic, for changed rules only
        check_instruction_files,
    )

    return check_instruction_files(files)


def _rule(entry: Mapping[str, Any], families: FamilyTable, oldest: ComputeCapability | None) -> InstructionRule:
    changes = [(entry["since_cuda"], entry["targets"])]
    changes += [(change["since_cuda"], change["targets"]) for change in entry.get("changes", ())]
    claims = tuple(Claim(_release(since), _targets(targets)) for since, targets in changes)
    stub, emulation = entry.get("on_unsupported", {}), entry.get("emulated_on", {})
    until = entry.get("until_cuda")
    return InstructionRule(
        id=entry["id"],
        title=entry["title"],
        family=entry["family"],
        claims=claims,
        until=_release(until) if until else None,
        families=families,
        replacement=entry.get("replacement"),
        emulated=frozenset(map(_capability, emulation.get("numbers", ()))),
        emulated_source=emulation.get("source"),
        effort=entry.get("effort"),
        on_unsupported=stub.get("what", "refused"),
        unsupported_source=stub.get("source", _REFUSED),
        reference=entry["reference"],
        ptx=tuple(entry["match"].get("ptx", ())),
        names=tuple(entry["match"].get("names", ())),
        witness=tuple(entry.get("witness", ())),
        is_tag=entry.get("kind") == "tag",
        universal=oldest is not None and all(_covers(claim.targets.minimum, oldest) for claim in claims),
    )


def _covers(minimum: ComputeCapability | None, oldest: ComputeCapability) -> bool:
    return minimum is not None and minimum <= oldest


def _targets(entry: Mapping[str, Any]) -> TargetSet:
    minimum = entry.get("minimum")
    return TargetSet(
        _capability(minimum) if minimum else None,
        frozenset(map(SmTarget.parse, entry.get("only", ()))),
        frozenset(map(_capability, entry.get("suffixed", ()))),
        frozenset(map(_capability, entry.get("families", ()))),
    )


def _capability(text: str) -> ComputeCapability:
    return SmTarget.parse(text).capability


def _release(text: str) -> tuple[int, int]:
    major, _, minor = text.partition(".")
    return int(major), int(minor)
