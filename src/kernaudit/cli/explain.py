"""`kernaudit explain`: why a kernel has its verdict on a device."""

from __future__ import annotations

import shutil
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from kernaudit.cli.options import (
    DefineOption,
    EnvOption,
    ExcludeOption,
    IncludeOption,
    OutputOption,
    RequestOption,
    RulesOption,
    pairs,
)

__all__ = ["register"]

_WIDEST = 120


class _Format(StrEnum):
    TEXT = "text"
    JSON = "json"


def register(app: typer.Typer) -> None:
    """Add the verb to the command."""
    app.command("explain")(_explain)


def _explain(
    kernel: Annotated[str, typer.Argument(metavar="KERNEL", help="Name, id, op, source or glob.")],
    path: Annotated[Path, typer.Argument(metavar="[PATH]", help="The source tree.")] = Path(),
    *,
    on: Annotated[str, typer.Option("--on", metavar="DEVICE", help="One device: 9.0, h100, sm_103.")],
    cuda: Annotated[str | None, typer.Option("--cuda", metavar="VERSION", help="CUDA toolkit to assume.")] = None,
    request: RequestOption = None,
    define: DefineOption = None,
    env: EnvOption = None,
    include: IncludeOption = None,
    exclude: ExcludeOption = None,
    rules: RulesOption = None,
    format_: Annotated[_Format, typer.Option("--format", help="How to print it.")] = _Format.TEXT,
    output: OutputOption = None,
    no_cache: Annotated[bool, typer.Option("--no-cache", help="Read everything again.")] = False,
) -> None:
    """Print the chain of reasons: build line, image, guards with their macro values, instructions, bytes, gates."""
    from kernaudit.cli.output import emit, emit_json
    from kernaudit.scan.explain import explanation_document, explanation_text
    from kernaudit.scan.options import ScanOptions

    options = ScanOptions(
        path=path,
        to=(on,),
        cuda=cuda,
        request=request,
        defines=pairs(define, "-D"),
        env=pairs(env, "--env"),
        include=tuple(include or ()),
        exclude=tuple(exclude or ()),
        rules=tuple(rules or ()),
        cache=not no_cache,
    )
    if format_ is _Format.JSON:
        emit_json(explanation_document(kernel, options), output)
    else:
        width = min(shutil.get_terminal_size((100, 24)).columns, _WIDEST)
        emit(explanation_text(kernel, options, width), output)
