"""Which schema a rule file must satisfy, by its place in the rules."""

from __future__ import annotations

__all__ = ["schema_of"]

_SCHEMAS = "kernaudit.ruleset.schema"
_TABLES = {
    "toolkits.yaml": "ToolkitsFile",
    "images.yaml": "ImagesFile",
    "macros.yaml": "MacrosFile",
    "devices.yaml": "DevicesFile",
    "torch.yaml": "TorchFile",
}


def schema_of(name: str) -> tuple[str, str] | None:
    """Module and class of the schema of the file `name`; None for files that other readers own."""
    if name in _TABLES:
        return f"{_SCHEMAS}.tables", _TABLES[name]
    if name.startswith("archs/"):
        return f"{_SCHEMAS}.device", "DeviceFile"
    return None
