"""`schema`: the JSON Schemas of what the program reads and writes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kernaudit.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from pydantic import BaseModel

__all__ = ["KINDS", "schema_document"]

_DIALECT = "https://json-schema.org/draft/2020-12/schema"


def schema_document(kind: str) -> dict[str, Any]:
    """Return the schema of one kind of document.

    Raises:
        UsageError: there is no such kind.
    """
    make = KINDS.get(kind)
    if make is None:
        raise UsageError(f"schema {kind}: choose one of {', '.join(KINDS)}")
    return make()


def _report() -> dict[str, Any]:
    from kernaudit.render.report_schema import report_schema  # noqa: PLC0415 - one of four

    return report_schema()


def _config() -> dict[str, Any]:
    from kernaudit.config.schema import ConfigFile  # noqa: PLC0415 - pydantic is slow to import

    return {"$schema": _DIALECT, **ConfigFile.model_json_schema(), "title": "kernaudit.yaml"}


def _baseline() -> dict[str, Any]:
    from kernaudit.gate.schema import BaselineFile  # noqa: PLC0415 - as above

    return {"$schema": _DIALECT, **BaselineFile.model_json_schema(), "title": "A baseline of kernaudit"}


def _rules() -> dict[str, Any]:
    from pydantic.json_schema import models_json_schema  # noqa: PLC0415 - as above

    from kernaudit.ruleset.schema import device, instruction, kernel, tables  # noqa: PLC0415

    models: list[type[BaseModel]] = [
        instruction.InstructionFile,
        device.DeviceFile,
        kernel.KernelFile,
        kernel.CostFile,
        kernel.LagFile,
        tables.DevicesFile,
        tables.ImagesFile,
        tables.MacrosFile,
        tables.ToolkitsFile,
        tables.TorchFile,
    ]
    refs, definitions = models_json_schema([(model, "validation") for model in models])
    choices = [refs[model, "validation"] for model in models]
    return {"$schema": _DIALECT, "title": "A file of rules", "anyOf": choices, **definitions}


KINDS: Mapping[str, Callable[[], dict[str, Any]]] = {
    "report": _report,
    "config": _config,
    "rules": _rules,
    "baseline": _baseline,
}
"""Kind as typed -> what makes its schema."""
