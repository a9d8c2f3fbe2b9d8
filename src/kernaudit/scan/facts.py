"""The `facts` document: what one SM target makes of every translation unit, before any build (contract)."""

from __future__ import annotations

from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, Any

from kernaudit.discover.tree import SourceTree
from kernaudit.errors import NothingFoundError, UsageError
from kernaudit.facts.builtins import Builtins
from kernaudit.kernels.read import KernelReader
from kernaudit.model.arch import SmTarget
from kernaudit.ruleset.device_functions import load_device_functions
from kernaudit.ruleset.library_macros import load_library_macros
from kernaudit.ruleset.load import load_rules
from kernaudit.ruleset.macros import image_macros
from kernaudit.scan.collection import rarely_collected
from kernaudit.scan.workers import Workers
from kernaudit.sources.project import SourceProject

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from kernaudit.kernels.model import KernelFacts, Refusal, UnitFacts

__all__ = ["FactsOptions", "facts_document", "facts_text"]


@dataclass(frozen=True, slots=True)
class FactsOptions:
    """How to read the units.

    Attributes:
        cuda: toolkit version; None for the default.
        units: globs; only units whose path matches one are read.
        defines: macros of the command line.
        rules: further folders of rules.
        include: `.gitignore` patterns that bring back what is left out by default.
        exclude: `.gitignore` patterns of what to leave out.
    """

    cuda: str | None = None
    units: tuple[str, ...] = ()
    defines: Mapping[str, str] = field(default_factory=dict)
    rules: tuple[Path, ...] = ()
    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()


def facts_document(path: Path, target: str, options: FactsOptions | None = None) -> dict[str, Any]:
    """Return the document of a tree for one target, in any spelling of an SM target such as `sm_90a`.

    Raises:
        UsageError: the target or toolkit is not one.
        NothingFoundError: no unit is in the tree, or none matches.
    """
    how = options or FactsOptions()
    rules = load_rules(how.rules)
    toolkit = rules.toolkit(how.cuda)
    asked = _target(target)
    tree = SourceTree(path, include=how.include, exclude=how.exclude)
    chosen = _units(tree, how.units)
    project = SourceProject(tree, chosen, load_library_macros(rules.files), defines=dict(how.defines))
    reader = KernelReader(project, rules.instructions, Builtins(load_device_functions(rules.files), rules.generations))
    macros = image_macros(asked, toolkit, rules.macros)

    def read(unit: str) -> dict[str, Any]:
        return _unit(reader.read(unit, asked, toolkit, macros))

    with rarely_collected():
        found = Workers().spread(read, {unit: project.weight(unit) for unit in chosen})
    return {"target": asked.real, "units": [found[unit] for unit in chosen]}


def facts_text(document: Mapping[str, Any]) -> str:
    """Return the document as lines for a person."""
    lines = [f"{document['target']}"]
    for unit in document["units"]:
        lines.append(unit["unit"])
        lines.extend(f"  refused: {_place(refusal)}" for refusal in unit["refused"])
        for kernel in unit["kernels"]:
            lines.append(f"  {kernel['body']:<10} {kernel['name']}  {kernel['file']}:{kernel['line']}")
            lines.extend(f"    refused: {_place(refusal)}" for refusal in kernel["refused"])
    return "\n".join(lines)


def _place(refusal: Mapping[str, Any]) -> str:
    return f"{refusal['rule']}  {refusal['file']}:{refusal['line']}"


def _target(text: str) -> SmTarget:
    try:
        return SmTarget.parse(text)
    except ValueError:
        raise UsageError(f"--target {text}: not an SM target; write it like sm_90a or sm_100f") from None


def _units(tree: SourceTree, globs: Sequence[str]) -> list[str]:
    every = [path for path in tree.covered() if path.endswith(".cu")]
    chosen = [path for path in every if not globs or any(fnmatchcase(path, glob) for glob in globs)]
    if not chosen:
        what = f"no unit matches {', '.join(globs)}" if globs and every else "no CUDA source is in the tree"
        raise NothingFoundError(f"{tree.root.name}: {what}")
    return chosen


def _unit(facts: UnitFacts) -> dict[str, Any]:
    return {
        "unit": facts.unit,
        "refused": [_refusal(refusal) for refusal in facts.refused],
        "kernels": [_kernel(kernel) for kernel in facts.kernels],
    }


def _kernel(kernel: KernelFacts) -> dict[str, Any]:
    return {
        "name": kernel.name,
        "file": kernel.function.path,
        "line": kernel.function.name_line,
        "body": kernel.body.body.value,
        "rules": list(kernel.rules),
        "refused": [_refusal(refusal) for refusal in kernel.refused],
    }


def _refusal(refusal: Refusal) -> dict[str, Any]:
    return {"rule": refusal.rule, "file": refusal.location.file, "line": refusal.location.line}
