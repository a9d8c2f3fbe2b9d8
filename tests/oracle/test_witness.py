"""Each rule's witness, assembled by NVIDIA's assembler for every target that it knows.

The answer of the rules for the whole line is compared, so that rules which restrict each other are checked together.
"""

from __future__ import annotations

import pytest

from kernaudit.facts.ptx_rules import match_ptx
from kernaudit.model.arch import SmTarget
from kernaudit.ruleset.load import load_rules
from oracle.assembler import Assembler, find_assembler

pytestmark = [pytest.mark.ptxas, pytest.mark.slow]

RULES = load_rules()
WITNESSES = [(rule.id, line) for rule in RULES.instructions for line in rule.witness]


@pytest.fixture(scope="module")
def assembler() -> Assembler:
    found = find_assembler()
    if found is None:
        pytest.skip("no ptxas: it is neither in PATH nor in the package nvidia-cuda-nvcc")
    return found


def test_rules_and_assembler_agree_on_every_witness_and_target(assembler):
    toolkit = RULES.toolkit(assembler.release)
    lines = [line for _, line in WITNESSES]
    uses = [match_ptx(RULES.instructions, line) for line in lines]
    differences = []
    for name in assembler.targets:
        target = SmTarget.parse(name)
        for (rule_id, line), parts, real in zip(
            WITNESSES, uses, assembler.accepted(lines, name, toolkit.ptx_isa), strict=True
        ):
            claimed = all(use.accepted(target, toolkit) for use in parts)
            if claimed is not real:
                differences.append(f"{rule_id} on {name}: rules say {claimed}, ptxas says {real}: {line}")
    assert not differences, "\n".join(differences)


def test_the_assembler_knows_the_targets_that_the_rules_know(assembler):
    toolkit = RULES.toolkit(assembler.release)
    assert {target.real for target in toolkit.targets} == set(assembler.targets)


def test_every_witness_is_covered_completely():
    assert [
        line for _, line in WITNESSES if not all(use.is_complete for use in match_ptx(RULES.instructions, line))
    ] == []
