"""`images`: which source of which build target gets which gencodes, as one document."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kernaudit.build.projects import Projects
from kernaudit.discover import SourceTree
from kernaudit.errors import NothingFoundError
from kernaudit.model.build import BuildRequest, BuildStatus
from kernaudit.ruleset.load import load_rules
from kernaudit.scan.requested import with_request

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kernaudit.model.build import BuildEvaluation, BuildSource, NotBuilt
    from kernaudit.model.evidence import Assumption, Finding, Location
    from kernaudit.scan.options import ScanOptions

__all__ = ["images_document"]


def images_document(options: ScanOptions) -> dict[str, Any]:
    """Return the `images` document of a tree: all its build roots, in path order.

    Args:
        options: the tree, the toolkit, what the build is given; devices and kernels play no part.

    Raises:
        InputError: the path cannot be read.
        UsageError: the toolkit is not known, or the request is no arch list.
        NothingFoundError: the tree holds no build.
    """
    rules = load_rules(options.rules)
    tree = SourceTree(options.path, include=options.include, exclude=options.exclude)
    options = with_request(options, tree)
    asked = BuildRequest(rules.toolkit(options.cuda), options.request, None, options.defines, options.env)
    projects = Projects(tree, rules)
    roots = projects.find_roots()
    if not roots:
        raise NothingFoundError(f"{options.path}: no CMakeLists.txt and no setup.py with extensions to evaluate")
    return _document([projects.evaluate(root, asked) for root in roots])


def _document(answers: Sequence[BuildEvaluation]) -> dict[str, Any]:
    stopped = [answer for answer in answers if answer.status is BuildStatus.CONFIGURE_ERROR]
    return {
        "status": (BuildStatus.CONFIGURE_ERROR if stopped else BuildStatus.OK).value,
        "message": _message(stopped[0]) if stopped else None,
        "assumptions": [
            _assumption(item) for item in dict.fromkeys(one for answer in answers for one in answer.assumptions)
        ],
        "findings": [_finding(item) for answer in answers for item in answer.findings],
        "effective": list(dict.fromkeys(text for answer in answers for text in answer.effective)),
        "sources": [_source(item) for answer in answers for item in answer.sources],
        "not_built": [_not_built(item) for answer in answers for item in answer.not_built],
    }


def _message(answer: BuildEvaluation) -> str:
    return f"{answer.error_at}: {answer.error}" if answer.error_at is not None else answer.error or ""


def _place(location: Location | None) -> dict[str, Any]:
    return {"file": location.file if location else None, "line": location.line if location else None}


def _assumption(item: Assumption) -> dict[str, Any]:
    return {"kind": item.kind.value, "text": item.text, **_place(item.location), "origin": item.origin}


def _finding(item: Finding) -> dict[str, Any]:
    return {
        "id": item.id,
        "level": item.level.value,
        "text": item.text,
        **_place(item.location),
        "devices": list(item.devices),
        "families": list(item.families),
    }


def _source(item: BuildSource) -> dict[str, Any]:
    return {
        "target": item.target,
        "path": item.path,
        "language": item.language,
        "gencode": [str(gencode) for gencode in item.gencodes],
        "defines": list(item.defines),
        "glob": item.glob,
        "external": item.external,
        **_place(item.location),
        "undecided": item.undecided,
    }


def _not_built(item: NotBuilt) -> dict[str, Any]:
    return {"path": item.path, **_place(item.location), "condition": item.condition}
