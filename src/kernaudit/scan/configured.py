"""The options of a scan with what the tree's configuration adds; the command line wins."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from kernaudit.config.load import load_config
from kernaudit.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable

    from kernaudit.config.model import Config
    from kernaudit.ruleset.load import Rules
    from kernaudit.scan.options import ScanOptions

__all__ = ["check_names", "configured", "merged"]


def configured(options: ScanOptions) -> tuple[ScanOptions, Config | None]:
    """The options as a scan takes them, and the configuration they come from; None where there is none.

    What names one thing comes from the command line if it stands there. Patterns add up, the command line's last, and
    so do macros and environment, where the command line wins by name.

    Raises:
        UsageError: the configuration cannot be read or breaks its form; starts with `file:line`.
    """
    config = load_config(options.path, options.config)
    return (options, None) if config is None else (merged(options, config), config)


def merged(options: ScanOptions, config: Config) -> ScanOptions:
    """The options with what a configuration adds (see `configured`)."""
    return replace(
        options,
        to=options.to or config.to,
        from_=options.from_ or config.from_,
        cuda=options.cuda or config.toolkit,
        request=config.request if options.request is None else options.request,
        defines={**config.defines, **options.defines},
        env={**config.env, **options.env},
        include=(*config.include, *options.include),
        exclude=(*config.exclude, *options.exclude),
        title=config.title if options.title is None else options.title,
    )


def check_names(config: Config, rules: Rules) -> None:
    """See that the devices and the toolkit of a configuration exist, whether the command line replaces them or not.

    Raises:
        UsageError: one does not; starts with `file:line` and the key.
    """
    _check(config, "from", lambda: config.from_ is None or rules.device(config.from_))
    _check(config, "to", lambda: rules.device_set(config.to))
    _check(config, "toolkit", lambda: rules.toolkit(config.toolkit))


def _check(config: Config, key: str, ask: Callable[[], object]) -> None:
    try:
        ask()
    except UsageError as error:
        place = config.places.get(key, config.file)
        text = str(error).removeprefix("--cuda ")  # the value comes from the file, not from that option
        raise UsageError(f"{place}: {key}: {text}") from error
