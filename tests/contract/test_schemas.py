"""The JSON Schemas that the program prints hold for what it writes, and refuse what it refuses."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import yaml
from jsonschema import Draft202012Validator

from kernaudit.cli.app import run
from kernaudit.scan.schema import KINDS, schema_document

if TYPE_CHECKING:
    from collections.abc import Iterator

EXAMPLES = Path(__file__).parents[2] / "examples"
RULES = Path(__file__).parents[2] / "rules"


def _errors(kind: str, document: Any) -> list[str]:
    return [f"{list(e.path)}: {e.message}" for e in Draft202012Validator(schema_document(kind)).iter_errors(document)]


def _json(tmp_path: Path, *arguments: object) -> Any:
    output = tmp_path / "out.json"
    with pytest.raises(SystemExit):
        run([str(one) for one in (*arguments, "-o", output)])
    return json.loads(output.read_text())


@pytest.mark.parametrize("kind", KINDS)
def test_every_schema_is_one(kind: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        run(["schema", kind])
    assert ended.value.code == 0
    document = json.loads(capsys.readouterr().out)
    Draft202012Validator.check_schema(document)
    assert document["$schema"].startswith("https://json-schema.org/")


@pytest.mark.parametrize("example", ["remapped", "stages"])
@pytest.mark.parametrize("verb", ["scan", "check"])
def test_reports_keep_the_schema(verb: str, example: str, tmp_path: Path) -> None:
    document = _json(tmp_path, verb, EXAMPLES / example, "--to", "all")
    assert _errors("report", document) == []
    document["kernels"][0]["cells"]["sm_90a"]["status"] = "fine"
    assert len(_errors("report", document)) == 1
    del document["summary"]
    assert len(_errors("report", document)) == 2


def test_every_field_of_a_report_is_in_the_schema(tmp_path: Path) -> None:
    document = _json(tmp_path, "check", EXAMPLES / "remapped", "--to", "9.0,10.3", "--from", "8.0")
    schema = schema_document("report")
    assert set(document) == set(schema["properties"])
    for name in ("devices", "families", "kernels", "findings", "build_breaks"):
        assert set(document[name][0]) == set(schema["properties"][name]["items"]["properties"]), name
    cell = document["kernels"][0]["cells"]["sm_90a"]
    assert set(cell) == set(schema["$defs"]["cell"]["properties"])


@pytest.mark.parametrize("example", ["fp8/nine", "fp8/both", "gate"])
def test_a_report_holds_no_field_that_the_schema_lacks(example: str, tmp_path: Path) -> None:
    document = _json(tmp_path, "check", EXAMPLES / example, "--from", "h100", "--to", "b200", "--as-of", "2026-11-30")
    assert document["decisions"]
    schema = schema_document("report")
    assert _errors("report", document) == []
    assert set(_unknown(document, schema, schema["$defs"], "")) == set()


def _unknown(value: Any, schema: Any, named: Any, where: str) -> Iterator[str]:
    """Yield the fields of a document that its schema does not name."""
    schema = named[schema["$ref"].rpartition("/")[2]] if "$ref" in schema else schema
    forms = [form for form in schema.get("anyOf", ()) if form.get("type") != "null"]
    if len(forms) == 1:
        yield from _unknown(value, forms[0], named, where)
    elif isinstance(value, dict):
        fields, rest = schema.get("properties", {}), schema.get("additionalProperties")
        for name, part in value.items():
            form = fields.get(name, rest if isinstance(rest, dict) else None)
            yield from [f"{where}.{name}"] if form is None else _unknown(part, form, named, f"{where}.{name}")
    elif isinstance(value, list):
        for part in value:
            yield from _unknown(part, schema.get("items", {}), named, f"{where}[]")


def test_a_baseline_keeps_the_schema(tmp_path: Path) -> None:
    document = _json(tmp_path, "baseline", "write", EXAMPLES / "remapped")
    assert _errors("baseline", document) == []
    document["entries"][0]["status"] = "fine"
    assert _errors("baseline", document) != []


GOOD = """\
from: h100
to: [b200, 10.3]
toolkit: 13.0
define: {GGML_CUDA: ON, N: 3}
pins:
  - {op: mm, owner: me, decision: keep, time_share: 0.2}
cost: {engineer_week: 5000}
gate:
  require:
    - {family: GEMM, on: [h100, 10.0], status: compatible-sass}
    - {kernel: k, on: h100}
  unknown: fail
  fail_on: [regression]
  ignore:
    - {kernel: k, reason: why, device: b200, expiry: "2027-01-01"}
"""


def test_the_configuration_keeps_the_schema_that_editors_see() -> None:
    from kernaudit.config.load import parse_config  # noqa: PLC0415 - beside the schema it has to agree with

    assert parse_config("kernaudit.yaml", GOOD) is not None
    document = yaml.safe_load(GOOD.replace(" on:", ' "on":'))  # YAML 1.1 reads a bare `on` as true, editors do not
    assert _errors("config", document) == []
    for wrong in ("gates: {}", "gate: {unknown: maybe}", "gate: {fail_on: [everything]}", "pins: {op: mm}"):
        assert _errors("config", yaml.safe_load(wrong)) != [], wrong


@pytest.mark.parametrize("file", ["instructions/wgmma.yaml", "archs/sm_100.yaml", "kernels/marlin.yaml", "cost.yaml"])
def test_rules_keep_the_schema(file: str) -> None:
    document = yaml.safe_load((RULES / file).read_text(encoding="utf-8"))
    assert _errors("rules", document) == []
    document["nonsense"] = "x"
    assert _errors("rules", document) != []
