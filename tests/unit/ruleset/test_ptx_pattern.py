from __future__ import annotations

import pytest

from kernaudit.ruleset.ptx_pattern import compile_pattern, dotted, opcodes_of


def matches(pattern, opcode, modifiers="", operands=()):
    words = dotted(modifiers.split())
    return any(
        found.opcode == opcode and found.accepts_modifiers(words) and found.accepts_operands(operands)
        for found in compile_pattern(pattern)
    )


@pytest.mark.parametrize(
    ("pattern", "opcode", "modifiers", "expected"),
    [
        ("wgmma", "wgmma", "fence sync", True),
        ("wgmma", "mma", "sync", False),
        ("cp.async !.bulk", "cp", "async cg", True),
        ("cp.async !.bulk", "cp", "async bulk", False),
        ("ld|st .v8", "st", "global v8 f32", True),
        ("ld|st .v8", "ld", "global v4 f32", False),
        ("mma .e4m3|.e5m2", "mma", "f32 e5m2 e5m2 f32", True),
        ("mma .e4m3|.e5m2 !.kind::*", "mma", "kind::f8f6f4 f32 e5m2", False),
        ("cvt .f16x2.e4m3x2", "cvt", "rn f16x2 e4m3x2", True),
        ("cvt .f16x2.e4m3x2", "cvt", "rn e4m3x2 f16x2", False),
        ("cvt .f16x2", "cvt", "rn bf16x2 f32", False),
        ("wgmma .m64n*k16", "wgmma", "mma_async m64n128k16 f32", True),
        ("wgmma .m64n*k16", "wgmma", "mma_async m64n128k8 f32", False),
        (".maxclusterrank", ".maxclusterrank", "", True),
    ],
)
def test_modifiers(pattern, opcode, modifiers, expected):
    assert matches(pattern, opcode, modifiers) is expected


@pytest.mark.parametrize(
    ("pattern", "operands", "expected"),
    [
        ("max #4", ("d", "a", "b", "c"), True),
        ("max #4", ("d", "a", "b"), False),
        ("max #>2", ("d", "a", "b"), True),
        ("max #<3", ("d", "a", "b"), False),
        ("max {}", ("{a, b}", "c"), True),
        ("max !{}", ("{a, b}", "c"), False),
        ("max %cluster_*", ("%r1", "%cluster_ctaid.x"), True),
        ("max %clusterid|nclusterid", ("%r1", "%nclusterid.x"), True),
        ("max %clusterid", ("%r1", "%nclusterid.x"), False),
        ("max last=13|14", ("[a]", "14"), True),
        ("max last=13|14", ("[a]", "4"), False),
        ("max last=13", (), False),
    ],
)
def test_operands(pattern, operands, expected):
    assert matches(pattern, "max", "", operands) is expected


@pytest.mark.parametrize("pattern", ["ld v8", "ld #", "ld last", "ld {8}"])
def test_other_conditions_are_refused(pattern):
    with pytest.raises(ValueError, match="is no condition"):
        compile_pattern(pattern)


def test_the_vocabulary_is_what_a_pattern_names_positively():
    (found,) = compile_pattern("cp.async.bulk .tile::gather4|.im2col !.multicast::*")
    assert found.vocabulary == {"async", "bulk", "tile::gather4", "im2col"}


def test_opcodes_are_known_without_compiling():
    assert opcodes_of("cp.async.bulk|multimem.cp.async.bulk .x") == ("cp", "multimem")
    assert opcodes_of(".maxclusterrank|.explicitcluster") == (".maxclusterrank", ".explicitcluster")
