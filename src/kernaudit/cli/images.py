"""`kernaudit images`: which source of which build target gets which gencodes."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kernaudit.cli.options import (
    CudaOption,
    DefineOption,
    EnvOption,
    ExcludeOption,
    IncludeOption,
    OutputOption,
    RequestOption,
    RulesOption,
    TreeArgument,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

__all__ = ["register"]


class _Format(StrEnum):
    TABLE = "table"
    JSON = "json"


def register(app: typer.Typer) -> None:
    """Add the verb to the command."""
    app.command("images")(_images)


def _images(  # noqa: PLR0917 - one parameter per option
    path: TreeArgument,
    request: RequestOption = None,
    cuda: CudaOption = "13.0",
    define: DefineOption = None,
    env: EnvOption = None,
    include: IncludeOption = None,
    exclude: ExcludeOption = None,
    rules: RulesOption = None,
    format_: Annotated[_Format, typer.Option("--format", help="How to print it.")] = _Format.TABLE,
    output: OutputOption = None,
) -> None:
    """Show the images that each source gets in a build, without building: CMake and setup.py are evaluated."""
    from kernaudit.cli.options import pairs
    from kernaudit.cli.output import emit, emit_json
    from kernaudit.render.plain import printable
    from kernaudit.scan.images import images_document
    from kernaudit.scan.options import ScanOptions

    options = ScanOptions(
        path,
        cuda=cuda,
        request=request,
        defines=pairs(define, "-D"),
        env=pairs(env, "--env"),
        include=tuple(include or ()),
        exclude=tuple(exclude or ()),
        rules=tuple(rules or ()),
    )
    document = images_document(options)
    if format_ is _Format.JSON:
        emit_json(document, output)
    else:
        emit("\n".join(map(printable, _lines(document))), output)


def _lines(document: Mapping[str, Any]) -> Iterator[str]:
    """Yield one line per source that is compiled as CUDA; what was assumed and found stands above."""
    if document["message"]:
        yield f"{document['status']}: {document['message']}"
    for assumption in document["assumptions"]:
        yield f"assumed: {_where(assumption)}{assumption['text']}"
    for finding in document["findings"]:
        yield f"{finding['level']}: {_where(finding)}{finding['text']} [{finding['id']}]"
    for source in document["sources"]:
        if source["language"] == "CUDA":
            gencode = " ".join(source["gencode"]) or source["undecided"] or "(none)"
            yield f"{source['target']}  {source['path']}  {gencode}"
    for left in document["not_built"]:
        yield f"not built  {left['path']}  {left['condition'] or ''}".rstrip()


def _where(item: Mapping[str, Any]) -> str:
    return f"{item['file']}:{item['line']}: " if item["file"] else ""
