"""The form of a baseline file."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from kernaudit.model.verdict import Status

__all__ = ["BaselineFile", "EntryForm"]

Named = Annotated[Status, Field()]
Text = Annotated[str, StringConstraints(min_length=1, max_length=4000)]


class _Form(BaseModel):
    model_config = ConfigDict(extra="ignore", frozen=True)


class EntryForm(_Form):
    """One cell that was agreed on; `fingerprint` follows from the other names and tells a damaged entry."""

    fingerprint: Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{16}$")]
    kernel: Text
    device: Text
    status: Named


class BaselineFile(_Form):
    """The whole file; `code` says whether the code behind the images was read."""

    schema_: Literal["kernaudit/baseline/0"] = Field(alias="schema")
    rules_digest: Text
    cuda: Text | None = None
    request: Text | None = None
    code: bool | None = None
    entries: list[EntryForm]
