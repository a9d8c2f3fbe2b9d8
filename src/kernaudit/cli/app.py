"""The `kernaudit` command: which verbs there are, and what becomes of an error.

A verb is one module of this package with `register(app)`, listed in `VERBS`. It parses options, calls one function
of `kernaudit.scan` and writes the result through `kernaudit.cli.output`. Whatever is slow to import is imported
inside the verb's function, so that `--help` and `--version` answer at once.
"""

from __future__ import annotations

import importlib
import os
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer
from typer.core import TyperGroup

from kernaudit import __version__
from kernaudit.cli.empty import refuse_empty_words
from kernaudit.cli.messages import print_error
from kernaudit.errors import KernauditError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

__all__ = ["VERBS", "create_app", "run"]

VERBS: Mapping[str, str] = {
    "scan": "scan",
    "check": "check",
    "diff": "diff",
    "baseline": "baseline",
    "explain": "explain",
    "images": "images",
    "facts": "facts",
    "query": "query",
    "archs": "archs",
    "rules": "rules",
    "init": "init",
    "schema": "schema",
    "cmake-eval": "cmake_eval",
}
"""Verb as typed -> module of this package, in the order of `--help`."""

_EXIT_CODES = """Exit codes: 0 a report was made, 1 the gate failed, 2 usage, configuration, rule or input error,
3 nothing at all to report, 4 the report could not be completed."""

_INTERRUPTED, _PIPE_CLOSED, _INCOMPLETE = 130, 141, 4
"""What shells expect after SIGINT and SIGPIPE; and a fault of this program is a report that was not completed."""


@contextmanager
def _quiet_pipe() -> Iterator[None]:
    try:
        yield
    except BrokenPipeError as error:
        _discard_stdout()
        raise typer.Exit(_PIPE_CLOSED) from error


class _Verbs(TyperGroup):
    """The group of all verbs; a reader that went away (`| head`) ends it quietly."""

    def make_context(self, *args: Any, **extra: Any) -> Any:  # noqa: ANN401 - typer's own signature
        """Parse the options before the verb; --help and --version print here."""
        with _quiet_pipe():
            return super().make_context(*args, **extra)

    def invoke(self, ctx: Any) -> Any:  # noqa: ANN401 - typer's own signature
        """Run the chosen verb."""
        with _quiet_pipe():
            result = super().invoke(ctx)
            sys.stdout.flush()
            return result


def create_app(verbs: Sequence[str] = tuple(VERBS)) -> typer.Typer:
    """Return the command with the named verbs; only their modules are imported."""
    app = typer.Typer(
        cls=_Verbs,
        name="kernaudit",
        help="Which CUDA kernel of a source tree runs on which GPU, from which image, and why not where not.",
        epilog=_EXIT_CODES,
        add_completion=True,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback()(_options)
    for verb in verbs:
        importlib.import_module(f"kernaudit.cli.{VERBS[verb]}").register(app)
    return app


def run(argv: Sequence[str] | None = None) -> NoReturn:
    """Parse `argv` (the process's arguments by default), run the verb and exit with its code."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    _use_utf8()
    try:
        code = _dispatch(arguments)
    except KeyboardInterrupt:
        code = _INTERRUPTED
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        _discard_stdout()
        code = _PIPE_CLOSED
    except OSError:  # said already, where the report was written
        _discard_stdout()
        code = code or _INCOMPLETE
    sys.exit(code)


def _dispatch(arguments: list[str]) -> int:
    named = arguments[0] if arguments else ""
    command = typer.main.get_command(create_app((named,) if named in VERBS else tuple(VERBS)))
    try:
        refuse_empty_words(arguments)
        result = command.main(arguments, prog_name="kernaudit", standalone_mode=False)
    except KernauditError as error:
        print_error(str(error))
        return error.exit_code
    except typer.TyperException as error:
        print_error(f"{error.format_message()} ({_hint(error)})")
        return error.exit_code
    except typer.Abort:
        return _INTERRUPTED
    except Exception as error:  # a fault of this program: never exit code 1, which says "the gate failed"
        if os.environ.get("KERNAUDIT_DEBUG"):
            raise
        print_error(f"internal error: {type(error).__name__}: {error} (KERNAUDIT_DEBUG=1 shows where)")
        return _INCOMPLETE
    return result if isinstance(result, int) else 0


def _hint(error: typer.TyperException) -> str:
    context = getattr(error, "ctx", None)
    return f"see `{context.command_path if context else 'kernaudit'} --help`"


def _version(shown: bool) -> None:
    if shown:
        typer.echo(f"kernaudit {__version__}")
        raise typer.Exit


def _options(
    version: Annotated[
        bool,
        typer.Option("--version", help="Print the version.", callback=_version, is_eager=True),
    ] = False,
) -> None:
    """Hold the options that stand before the verb."""


def _use_utf8() -> None:
    """Write the same bytes whatever the locale says."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(encoding="utf-8", errors="backslashreplace", newline="\n")


def _discard_stdout() -> None:
    """Keep the interpreter from flushing into the closed pipe once more when it ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
