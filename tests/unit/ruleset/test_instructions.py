from __future__ import annotations

import pytest

from kernaudit.errors import RuleError
from kernaudit.model.arch import SmTarget
from kernaudit.ruleset.files import RuleFile
from kernaudit.ruleset.instruction_check import check_instruction_files
from kernaudit.ruleset.instruction_load import build_instruction_rules
from kernaudit.ruleset.load import load_rules

SHIPPED = load_rules()
ENTRY = """
family: probe
vocabulary: {probe: "b32"}
rules:
  - id: probe
    title: A probe
    match: {ptx: ["probe .fast"], names: ["ns::probe_*", "add(float2|float4)", "bounds#3", __exact]}
    targets: TARGETS
    since_cuda: "12.8"
    reference: "PTX ISA 9.0, probe"
"""


@pytest.fixture(autouse=True)
def no_cache(monkeypatch):
    monkeypatch.setenv("KERNAUDIT_CACHE_DIR", "")


def build(text):
    file = RuleFile("instructions/probe.yaml", "rules/instructions/probe.yaml", text.encode())
    return build_instruction_rules([file], SHIPPED.devices)


def rules_with(targets="{minimum: '90'}", extra=""):
    return build(ENTRY.replace("TARGETS", targets) + extra)


def accepted(targets, release="13.5", extra=""):
    (rule,) = rules_with(targets, extra)
    return {target.short for target in rule.accepted(SHIPPED.toolkit(release))}


def test_minimum_is_every_target_from_there_on():
    found = accepted("{minimum: '100'}", "12.9")
    assert found == {"100", "100a", "100f", "101", "101a", "101f", "103", "103a", "103f"} | {
        "120", "120a", "120f", "121", "121a", "121f"
    }  # fmt: skip


def test_only_is_exact_and_follows_a_renumbered_chip():
    assert accepted("{only: [sm_90a]}") == {"90a"}
    assert accepted("{only: [sm_110a]}", "12.9") == {"101a"}
    assert accepted("{only: [sm_110a]}", "13.0") == {"110a"}


def test_suffixed_is_a_and_f_of_that_chip():
    assert accepted("{suffixed: ['100']}") == {"100a", "100f"}


def test_families_never_hold_plain_targets_and_never_go_down():
    assert accepted("{families: [100f]}") == {"100a", "100f", "103a", "103f", "107a", "107f"}
    assert accepted("{families: [103f]}") == {"103a", "103f", "107a", "107f"}
    assert accepted("{families: [110f]}", "12.9") == {"101a", "101f"}


def test_several_forms_are_a_union():
    assert accepted("{only: [sm_90a], families: [120f]}") == {"90a", "120a", "120f", "121a", "121f"}


def test_nothing_has_a_feature_before_its_first_toolkit():
    assert accepted("{minimum: '90'}", "12.6") == set()


def test_changes_replace_the_targets_from_their_release_on():
    extra = "    changes: [{since_cuda: '13.1', targets: {minimum: '100'}}]\n    until_cuda: '13.2'\n"
    assert "90" in accepted("{minimum: '90'}", "13.0", extra)
    assert "90" not in accepted("{minimum: '90'}", "13.1", extra)
    assert accepted("{minimum: '90'}", "13.3", extra) == set()


def test_names_match_alone_qualified_by_glob_and_by_arguments():
    rules = rules_with()

    def hits(name, arguments=None):
        return [hit.rule.id for hit in rules.match_identifier(name, arguments)]

    assert hits("__exact") == hits("a::b::__exact") == ["probe"]
    assert hits("my__exact") == hits("probe_x") == hits("other") == []
    assert hits("x::ns::probe_x::copy") == ["probe"]
    assert hits("add") == hits("add", ("int*", "make_float4x")) == []
    assert hits("add", ("(float4*)p",)) == ["probe"]
    assert hits("bounds", ("1", "2", "3")) == ["probe"]
    assert hits("bounds", ("1", "2")) == []


def test_modifiers_that_no_rule_mentions_are_unknown():
    rules = rules_with()
    assert rules.unknown_modifiers("probe", ("fast", "b32")) == ()
    assert rules.unknown_modifiers("probe", ("fast", "b64")) == ("b64",)
    assert rules.knows("probe")
    assert not rules.knows("prob")


def test_an_emulated_feature_is_emulated_on_the_chip_whatever_the_suffix():
    (rule,) = rules_with(extra="    emulated_on: {numbers: ['9.0', '11.0'], source: measured}\n")
    emulated = {text for text in ("90", "90a", "100a", "101a", "110") if rule.emulated_on(SmTarget.parse(text))}
    assert emulated == {"90", "90a", "101a", "110"}


def test_only_what_every_device_has_is_universal():
    assert [rule.universal for rule in rules_with("{minimum: '50'}")] == [True]
    assert [rule.universal for rule in rules_with("{minimum: '75'}")] == [False]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("TARGETS", "{}", "rules/instructions/probe.yaml:8: rules.0.targets: say minimum, only, suffixed or families"),
        ("probe .fast", "probe fast", "is no condition"),
        ("bounds#3", "bounds#x", "is no pattern of a name"),
        ('"12.8"', '"12"', "since_cuda"),
        ("title: A probe", "titel: A probe", "title"),
        ("id: probe", "id: Probe_X", "rules.0.id"),
    ],
)
def test_a_wrong_file_is_named_with_its_line(old, new, message):
    text = ENTRY.replace(old, new).replace("TARGETS", "{minimum: '90'}")
    with pytest.raises(RuleError) as caught:
        build(text)
    assert str(caught.value).startswith("rules/instructions/probe.yaml:")
    assert message in str(caught.value)


def test_an_id_may_stand_only_once():
    file = RuleFile("instructions/p.yaml", "p.yaml", ENTRY.replace("TARGETS", "{minimum: '90'}").encode())
    with pytest.raises(RuleError, match=r"p\.yaml:5: the rule 'probe' exists twice"):
        check_instruction_files([file, file])


def test_shipped_rules_never_name_a_target_that_no_profile_knows():
    known = {entry.target for device in SHIPPED.devices for entry in device.targets}
    named = {target for rule in SHIPPED.instructions for claim in rule.claims for target in claim.targets.only}
    old = {SmTarget.parse(text) for text in ("50", "52", "53", "60", "61", "62")}
    assert named <= known | old


def test_arch_specific_families_hold_what_the_isa_says():
    """The traps of the PTX ISA's Target Notes, one by one."""
    toolkit = SHIPPED.toolkit("13.0")

    def on(rule_id):
        return {target.short for target in SHIPPED.instructions.get(rule_id).accepted(toolkit)}

    assert on("wgmma") == {"90a"}
    assert on("tcgen05-mma") == {"100a", "100f", "103a", "103f", "110a", "110f"}
    assert on("setmaxnreg") == on("tensormap-replace") == on("tcgen05-mma") | {"90a", "120a", "120f", "121a", "121f"}
    assert {"90", "120"} <= on("cp-async-bulk-tensor")
    assert on("cvt-stochastic") == {"100a", "103a"}
    assert on("mma-block-scale") == {"120a", "120f", "121a", "121f"}
    assert on("mma-sparse-fp4") == {"120a", "121a"}


def test_quick_words_find_every_name_that_could_be_used() -> None:
    for rule in SHIPPED.instructions.rules:
        for pattern in rule.names:
            name = pattern.partition("#")[0].partition("(")[0].replace("*", "1")
            parts = name.split("::")
            if not rule.universal:
                assert any(SHIPPED.instructions.name_words.search(part) for part in parts), name
            if rule.refuses and not rule.universal:
                assert any(SHIPPED.instructions.refusable_words.search(part) for part in parts), name


def test_quick_words_leave_out_what_every_target_has() -> None:
    assert SHIPPED.instructions.name_words.search("__syncthreads") is None
    assert SHIPPED.instructions.refusable_words.search("this_cluster")
    assert SHIPPED.instructions.name_words.search("SM90_TMA_LOAD")
    assert SHIPPED.instructions.refusable_words.search("SM90_TMA_LOAD") is None
    assert SHIPPED.instructions.name_words.search("cudaStream_t") is None
    assert SHIPPED.instructions.name_words.search("cp_async_fence") is None
