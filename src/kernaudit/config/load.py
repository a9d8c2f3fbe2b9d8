"""Finds the configuration of a tree and turns it into values; every complaint starts with `file:line`."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from kernaudit.config.model import Config, ConfiguredIgnore, ConfiguredPin, GatePolicy, GivenNumber, Requirement
from kernaudit.errors import UsageError
from kernaudit.model.evidence import Location

if TYPE_CHECKING:
    from pathlib import Path

    from pydantic import BaseModel

    from kernaudit.config.document import Document
    from kernaudit.config.schema import ConfigFile

__all__ = ["config_text", "load_config", "parse_config"]

_FILES = ("kernaudit.yaml", "pyproject.toml")
_MAX_BYTES = 1024 * 1024
_SHOWN = 10
"""Faults that are told at once."""

_MESSAGES = {
    "model_type": "must hold keys with values",
    "dict_type": "must hold keys with values",
    "list_type": "must be a list",
    "string_type": "must be text",
    "float_parsing": "must be a number",
    "float_type": "must be a number",
    "int_parsing": "must be a whole number",
    "missing": "must be given",
}
"""What the kinds of faults mean to the writer of the file, where pydantic says it in terms of the program."""


def load_config(root: Path, chosen: Path | None = None) -> Config | None:
    """The configuration `chosen`, else `kernaudit.yaml` of the root, else `[tool.kernaudit]` of its pyproject.toml.

    None where there is none. A link out of the root is not followed unless the user chose it: as `kernaudit.yaml` it
    is an error.

    Raises:
        UsageError: it cannot be read or breaks the form.
    """
    if chosen is not None:
        config = parse_config(str(chosen), _read(chosen, str(chosen)))
        if config is None:
            raise UsageError(f"{chosen}:1: holds no [tool.kernaudit]")
        return config
    for name in _present(root):
        config = parse_config(name, _read(root / name, name))
        if config is not None:
            return config
    return None


def config_text(root: Path, chosen: Path | None = None) -> tuple[tuple[str, str], ...]:
    """The names and texts of the files among which `load_config` chooses, unchecked.

    Raises:
        UsageError: one cannot be read.
    """
    if chosen is not None:
        return ((str(chosen), _read(chosen, str(chosen))),)
    return tuple((name, _read(root / name, name)) for name in _present(root))


def _present(root: Path) -> list[str]:
    """The files of the root that may hold a configuration.

    Others have a pyproject.toml too, so that one which is no file of the tree holds none. A gate whose own
    configuration was left out would pass whatever it asks for.
    """
    found = [name for name in _FILES if _is_inside(root, root / name)]
    own = _FILES[0]
    if own not in found and os.path.lexists(root / own):
        raise UsageError(f"{own}:1: no file of the tree (a link out of it, or to nothing); name it with --config")
    return found


def _is_inside(root: Path, path: Path) -> bool:
    return path.is_file() and path.resolve().is_relative_to(root.resolve())


def parse_config(label: str, text: str) -> Config | None:
    """The configuration in a text; None for a TOML file without `[tool.kernaudit]`.

    Raises:
        UsageError: it breaks the form.
    """
    from kernaudit.config.document import read_toml, read_yaml  # noqa: PLC0415 - only where there is a configuration

    document = read_toml(label, text) if label.endswith(".toml") else read_yaml(label, text)
    return None if document is None else _config(document, _checked(document))


def _read(path: Path, label: str) -> str:
    try:
        if path.stat().st_size > _MAX_BYTES:
            raise UsageError(f"{label}:1: larger than a configuration may be ({_MAX_BYTES} bytes)")
        return path.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise UsageError(f"{label}:1: not UTF-8 text") from error
    except OSError as error:
        raise UsageError(f"{label}:1: cannot be read: {error.strerror}") from error


def _checked(document: Document) -> ConfigFile:
    from pydantic import ValidationError  # noqa: PLC0415 - only where there is a configuration

    from kernaudit.config.schema import ConfigFile  # noqa: PLC0415

    try:
        return ConfigFile.model_validate(document.data)
    except ValidationError as error:
        details = error.errors(include_url=False, include_context=False, include_input=False)
        told = [_complaint(document, one["loc"], one["type"], one["msg"]) for one in details[:_SHOWN]]
        raise UsageError("; ".join(told)) from None


def _complaint(document: Document, path: tuple[str | int, ...], kind: str, message: str) -> str:
    name = ".".join(map(str, path)) or "the file"
    if kind == "extra_forbidden":
        message = f"no such key; known: {', '.join(_known(path))}"
    message = _MESSAGES.get(kind, message)
    return str(document.error(path, f"{name}: {message.removeprefix('Value error, ')}"))


def _known(path: tuple[str | int, ...]) -> list[str]:
    from kernaudit.config.schema import (  # noqa: PLC0415
        ConfigFile,
        GateEntry,
        IgnoreEntry,
        PinEntry,
        RequirementEntry,
    )

    entries: dict[str, type[BaseModel]] = {"require": RequirementEntry, "ignore": IgnoreEntry}
    of_gate = entries.get(str(path[1]) if len(path) > 2 else "", GateEntry)
    forms: dict[str, type[BaseModel]] = {"pins": PinEntry, "gate": of_gate}
    form = forms.get(str(path[0]), ConfigFile) if len(path) > 1 else ConfigFile
    return [field.alias or name for name, field in form.model_fields.items()]


def _config(document: Document, file: ConfigFile) -> Config:
    return Config(
        file=document.label,
        from_=file.from_,
        to=tuple(file.to),
        toolkit=file.toolkit,
        request=file.request,
        defines=file.define,
        env=file.env,
        include=tuple(file.include),
        exclude=tuple(file.exclude),
        title=file.title,
        project=file.project,
        stale_before=file.stale_before,
        pins=_pins(document, file),
        cost={name: GivenNumber(value, _at(document, "cost", name)) for name, value in file.cost.items()},
        gate=_gate(document, file),
        places={name: _at(document, name) for name in document.data},
    )


def _pins(document: Document, file: ConfigFile) -> tuple[ConfiguredPin, ...]:
    return tuple(
        ConfiguredPin(
            *pin.named[0],
            location=_at(document, "pins", index),
            owner=pin.owner,
            note=pin.note,
            decision=pin.decision,
            expiry=pin.expiry,
            time_share=pin.time_share,
            speed_ratio=pin.speed_ratio,
            port_lines=pin.port_lines,
        )
        for index, pin in enumerate(file.pins)
    )


def _gate(document: Document, file: ConfigFile) -> GatePolicy:
    require = tuple(
        Requirement(*one.named[0], tuple(one.on), one.status, _at(document, "gate", "require", index))
        for index, one in enumerate(file.gate.require)
    )
    ignore = tuple(
        ConfiguredIgnore(
            reason=one.reason,
            location=_at(document, "gate", "ignore", index),
            kernel=one.kernel,
            rule=one.rule,
            device=tuple(one.device),
            path=one.path,
            expiry=one.expiry,
        )
        for index, one in enumerate(file.gate.ignore)
    )
    return GatePolicy(require, file.gate.unknown, tuple(file.gate.fail_on), ignore)


def _at(document: Document, *path: str | int) -> Location:
    return Location(document.label, document.line(path))
