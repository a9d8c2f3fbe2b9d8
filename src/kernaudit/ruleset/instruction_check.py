"""Checks `instructions/*.yaml` and turns it into plain data that can be cached."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pydantic import ValidationError

from kernaudit.ruleset.ptx_pattern import opcodes_of
from kernaudit.ruleset.schema.instruction import InstructionFile
from kernaudit.ruleset.yaml_text import parse_rule_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kernaudit.ruleset.files import RuleFile
    from kernaudit.ruleset.yaml_text import RuleText

__all__ = ["check_instruction_files"]


def check_instruction_files(files: Sequence[RuleFile]) -> dict[str, Any]:
    """Return `rules` (entries in file order, with their family) and `vocabulary` (opcode -> words).

    Raises:
        RuleError: a file breaks the schema, a pattern is malformed or an id stands twice; starts with `file:line`.
    """
    rules: dict[str, dict[str, Any]] = {}
    vocabulary: dict[str, list[str]] = {}
    for file in files:
        source = parse_rule_text(file.label, file.text())
        content = _validated(source)
        for opcodes, words in content.vocabulary.items():
            for opcode in opcodes.split("|"):
                vocabulary.setdefault(opcode, []).extend(words.split())
        for index, entry in enumerate(content.rules):
            if entry.id in rules:
                raise source.error(("rules", index, "id"), f"the rule {entry.id!r} exists twice")
            rules[entry.id] = {"family": content.family, **entry.model_dump(exclude_defaults=True)}
            for opcode in {opcode for text in entry.match.ptx for opcode in opcodes_of(text)}:
                vocabulary.setdefault(opcode, []).extend(entry.match.modifiers.split())
    return {"rules": list(rules.values()), "vocabulary": vocabulary}


def _validated(source: RuleText) -> InstructionFile:
    try:
        return InstructionFile.model_validate(source.data)
    except ValidationError as error:
        first = error.errors()[0]
        message = first["msg"].removeprefix("Value error, ")
        raise source.error(first["loc"], f"{'.'.join(map(str, first['loc']))}: {message}") from error
