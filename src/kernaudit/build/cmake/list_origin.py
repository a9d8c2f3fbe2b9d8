"""Where the arch list of a source came from: the user, the build itself, the column's device, the compiler."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kernaudit.build.cmake.modules.cuda_legacy import NVCC_FLAGS
from kernaudit.build.cmake.request import ARCH_VARIABLE
from kernaudit.build.cmake.truth import is_false
from kernaudit.model.build import RequestRule

if TYPE_CHECKING:
    from kernaudit.build.cmake.program import Command
    from kernaudit.build.cmake.project.generate import CompiledSource
    from kernaudit.build.cmake.project.model import Target
    from kernaudit.build.cmake.request import ArchRequest
    from kernaudit.build.cmake.run import Run

__all__ = ["overall_rule", "source_rule"]


def source_rule(run: Run, compiled: CompiledSource) -> RequestRule:
    """Return the rule of one source: literal lists are the build's own, others come from where the build took them."""
    if compiled.sites:
        if any("native" in arg.text for site in compiled.sites for arg in site.command.args):
            return RequestRule.NATIVE
        literal = not any("$" in arg.text for site in compiled.sites for arg in site.command.args)
        return RequestRule.BUILD if literal else _asked_rule(run)
    target = compiled.target
    if NVCC_FLAGS in target.properties:
        return _asked_rule(run)
    return _property_rule(run, target)


def _property_rule(run: Run, target: Target) -> RequestRule:
    value = target.properties.get("CUDA_ARCHITECTURES", "")
    if value == "native":
        return RequestRule.NATIVE
    if is_false(value):
        return _flags_rule(run, target)
    write = target.writes.get("CUDA_ARCHITECTURES")
    request = run.state.request
    if write is None:
        if request.by_user:
            return RequestRule.USER
        if run.state.default_arch and value == request.compiler_default():
            return RequestRule.COMPILER_DEFAULT
        return _asked_rule(run)
    if _takes_native(write):
        return RequestRule.NATIVE
    return _asked_rule(run) if "$" in write.text else RequestRule.BUILD


def _flags_rule(run: Run, target: Target) -> RequestRule:
    """Return the rule of a list that stands in nvcc's own flags: `native`, written out, or put there by torch."""
    write = target.directory.writes.get("CMAKE_CUDA_FLAGS")
    if write is not None and "native" in write.text:
        return RequestRule.NATIVE
    written_out = write is not None and ("gencode" in write.text or "arch" in write.text)
    return RequestRule.BUILD if written_out else _asked_rule(run)


def _takes_native(write: Command) -> bool:
    return f"{ARCH_VARIABLE}_NATIVE" in write.text


def _asked_rule(run: Run) -> RequestRule:
    """Return the rule for a list that the build computes: from the user's if there is one, else as it was read."""
    request = run.state.request
    used = request.used
    if request.by_user:
        return RequestRule.BUILD if RequestRule.BUILD in used and RequestRule.USER not in used else RequestRule.USER
    for rule in (RequestRule.DEVICE, RequestRule.NATIVE):
        if rule in used:
            return rule
    return RequestRule.BUILD


def overall_rule(request: ArchRequest, rules: list[RequestRule]) -> RequestRule:
    """Return the rule of a whole evaluation: that of most sources, the first one where two are equal."""
    if not rules:
        return RequestRule.USER if request.by_user else next(iter(request.used), RequestRule.BUILD)
    return max(dict.fromkeys(rules), key=rules.count)
