from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernaudit.facts.ptx import parse_statements, split_operands


def shapes(text):
    return [(part.opcode, part.modifiers, part.operands) for part in parse_statements(text)]


def test_a_statement_is_opcode_modifiers_operands():
    assert shapes("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], 128, [%2];") == [
        (
            "cp",
            ("async", "bulk", "shared::cluster", "global", "mbarrier::complete_tx::bytes"),
            ("[%0]", "[%1]", "128", "[%2]"),
        )
    ]


def test_several_statements_of_one_string():
    text = "{\n.reg .pred p;\nsetp.ne.b32 p, %4, 0;\nwgmma.fence.sync.aligned;\n@p bra DONE;\nDONE:\n}\n"
    assert [part.opcode for part in parse_statements(text)] == [".reg", "setp", "wgmma", "bra"]


@pytest.mark.parametrize(
    "text",
    [
        "@p trap;",
        "@!%p3 trap;",
        "@ p trap;",
        "LAB_WAIT: trap;",
        "$L__BB0_1: @p1 trap;",
        "{ trap; }",
        "}{;; trap",
        "trap",
        "trap // ; wgmma.fence;",
        "/* wgmma.fence; */ trap;",
    ],
)
def test_guards_labels_blocks_and_comments_are_no_part_of_a_statement(text):
    assert shapes(text) == [("trap", (), ())]


def test_a_mnemonic_may_touch_the_brace():
    (part,) = parse_statements("wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16{%0, %1}, %2, p, 1;")
    assert part.modifiers[-1] == "f16"
    assert part.operands == ("{%0, %1}", "%2", "p", "1")


def test_percent_signs_of_inline_assembly():
    (part,) = parse_statements("mov.u32 %0, %%cluster_ctarank;")
    assert part.operands == ("%0", "%cluster_ctarank")


def test_a_colon_inside_a_modifier_is_no_label():
    (part,) = parse_statements("spcompress.b16.b4.sp::2:4.x1 {%0}, {%1}, {%2}, %3;")
    assert part.modifiers == ("b16", "b4", "sp::2:4", "x1")


def test_declarations_are_told_apart_from_directives_that_ask_for_something():
    declared = {part.opcode: part.is_declaration for part in parse_statements(".reg .b32 a; .maxnreg 64; trap;")}
    assert declared == {".reg": True, ".maxnreg": False, "trap": False}


def test_the_offset_is_where_the_opcode_stands():
    text = "{\n  @p cp.async.wait_all;\n  trap;\n}"
    assert [text[part.offset :].partition(";")[0] for part in parse_statements(text)] == ["cp.async.wait_all", "trap"]


def test_a_statement_without_semicolon_ends_with_its_block():
    assert shapes("{ trap } exit;") == [("trap", (), ()), ("exit", (), ())]


@pytest.mark.parametrize(
    ("text", "operands"),
    [
        ("", ()),
        ("a", ("a",)),
        ("{a, b}, [c, {d, e}], 1", ("{a, b}", "[c, {d, e}]", "1")),
        ("a|p, b", ("a|p", "b")),
        ("a,, b", ("a", "b")),
        ("}, a", ("}", "a")),
    ],
)
def test_operands_split_at_top_level_commas(text, operands):
    assert split_operands(text) == operands


@given(st.text(max_size=300))
def test_any_text_parses_and_offsets_are_in_order(text):
    parts = parse_statements(text)
    offsets = [part.offset for part in parts]
    assert offsets == sorted(set(offsets))
    assert all(0 <= offset < len(text) for offset in offsets)


@given(
    st.lists(st.sampled_from(["trap;", "mov.u32 %r1, %r2;", "wgmma.fence.sync.aligned;", "{", "}", "\n"]), max_size=40)
)
def test_every_statement_is_found_whatever_stands_around_it(pieces):
    found = [part.opcode for part in parse_statements(" ".join(pieces))]
    assert found == [piece.split(".")[0].rstrip(";").split()[0] for piece in pieces if piece.endswith(";")]


@pytest.mark.parametrize("piece", ["a}", "{", "a:", "a.", "/*", ";@", "a{", "%", "a,", "["])
def test_hostile_text_is_read_in_one_pass(piece):
    assert len(parse_statements(piece * 50_000)) <= 50_000


def test_time_grows_with_the_text_only():
    assert parse_statements("{" * 200_000) == ()
    assert len(parse_statements("mov.b32 {a, b}, c;" * 20_000)) == 20_000
