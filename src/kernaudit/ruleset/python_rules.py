"""Reads `rules/python/`: the kernel languages, and the names of gates in Python code."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from kernaudit.errors import RuleError
from kernaudit.model.arch import ComputeCapability, SmTarget
from kernaudit.model.python_api import ClassGateNames, DotRule, PythonGateNames, PythonLanguage, Requirement
from kernaudit.ruleset.yaml_text import parse_rule_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from kernaudit.ruleset.files import RuleFile

__all__ = ["PythonRules", "load_python_rules"]

_FOLDER = "python/"
_GATES = "python/gates.yaml"


@dataclass(frozen=True, slots=True)
class PythonRules:
    """All of it."""

    languages: tuple[PythonLanguage, ...]
    gates: PythonGateNames


def load_python_rules(files: Iterable[RuleFile]) -> PythonRules:
    """Return the languages by name, and the names of gates.

    Raises:
        RuleError: a file is missing, no YAML, or not of the form that it must have.
    """
    languages: list[PythonLanguage] = []
    gates: PythonGateNames | None = None
    for file in files:
        if not file.name.startswith(_FOLDER):
            continue
        try:
            data = parse_rule_text(file.label, file.text()).data
            if file.name == _GATES:
                gates = _gates(data)
            else:
                languages.append(_language(data))
        except (KeyError, TypeError, AttributeError, ValueError) as error:
            raise RuleError(f"{file.label}:1: not the form of rules for Python ({error!r})") from error
    if gates is None:
        raise RuleError(f"rules/{_GATES}:1: is missing")
    return PythonRules(tuple(languages), gates)


def _language(data: Any) -> PythonLanguage:  # noqa: ANN401 - parsed YAML
    sources = dict(data["sources"])
    stages = data.get("stages", {})
    return PythonLanguage(
        id=str(data["language"]),
        decorators=tuple(data["decorators"]),
        wrappers=tuple(data.get("wrappers", ())),
        functions=tuple(data.get("functions", ())),
        calls=str(data["calls"]),
        modules={name: tuple(imports) for name, imports in data["modules"].items()},
        minimum=_capability(data["minimum"]["value"]),
        minimum_source=sources[data["minimum"]["source"]],
        assembler=data["assembler"]["value"],
        assembler_source=sources[data["assembler"]["source"]],
        suffix_from=_capability(data["suffix"]["from"]),
        suffix=str(data["suffix"]["value"]),
        known=frozenset(map(_capability, data.get("known", {}).get("capabilities", ()))),
        requires=tuple(_requirement(one, sources) for one in data["requires"]),
        inline_assembly=tuple(data.get("inline_assembly", ())),
        allocates=tuple(data.get("allocates", ())),
        dots=tuple(DotRule(tuple(one["names"]), tuple(one["operands"])) for one in data.get("dots", ())),
        element_bytes=dict(data.get("element_bytes", {})),
        stages_keyword=str(stages.get("keyword", "")),
        stages_default=int(stages.get("default", 1)),
        stages_config=str(stages.get("config", "")),
    )


def _requirement(data: Mapping[str, Any], sources: Mapping[str, str]) -> Requirement:
    rule, minimum = data.get("rule"), data.get("minimum")
    names = tuple(data["names"])
    return Requirement(
        id=rule or names[0],
        names=names,
        title=data.get("title", names[0]),
        rule=rule,
        minimum=None if minimum is None else _capability(minimum),
        never=data.get("never"),
        source=sources[data["source"]],
    )


def _gates(data: Any) -> PythonGateNames:  # noqa: ANN401 - parsed YAML
    classes = data["classes"]
    return PythonGateNames(
        functions={name: str(one["fact"]) for one in data["functions"] for name in one["names"]},
        asked={name: _capability(one["value"]) for one in data["functions"] if "value" in one for name in one["names"]},
        parameters=frozenset(data["parameters"]["names"]),
        attributes={name: value for name, value in data["attributes"].items() if name != "source"},
        classes=ClassGateNames(*(tuple(classes[kind]) for kind in ("minimum", "maximum", "predicates"))),
        decorators=frozenset(data["decorators"]["names"]),
        check_decorators=frozenset(data["decorators"]["checks"]),
        orders=tuple(data["orders"]["names"]),
        loaders=frozenset(data["loaders"]["names"]),
        path_makers=frozenset(data["loaders"]["paths"]),
        other_makers=frozenset(data["other_makers"]["names"]),
        ahead_of_time=frozenset(data["ahead_of_time"]["names"]),
        sources=dict(data["sources"]),
    )


def _capability(text: str) -> ComputeCapability:
    return SmTarget.parse(str(text)).capability
