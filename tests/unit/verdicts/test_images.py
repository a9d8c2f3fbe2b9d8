"""Which image loads where: written out by hand, and against every pair that NVIDIA's tools were asked about."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernaudit.model.arch import Gencode, Image, SmTarget
from kernaudit.model.verdict import NoteKind, Status
from kernaudit.ruleset.load import Rules, load_rules
from kernaudit.verdicts.images import choose_image, is_legal_gencode, loads

SHARED = Path(__file__).parents[3].parent / "shared" / "truth" / "ptx"
RULES = load_rules()
ALL = [str(device.capability) for device in RULES.devices]


def _image(text: str) -> Image:
    return Gencode.parse(text).images[0]


def _on(text: str) -> list[str]:
    return [str(device.capability) for device in RULES.devices if loads(_image(text), device, RULES.images)]


def _choose(images: str, device: str) -> tuple[str | None, Status, list[str]]:
    found = choose_image([_image(text) for text in images.split()], RULES.device(device), RULES.images)
    notes = [note.kind for note in found.notes]
    return (str(found.chosen) if found.chosen else None, found.status, [str(kind) for kind in notes])


LOADS = {
    "70>sm_70": "7.0 7.5",
    "72>sm_72": "7.5",
    "75>sm_75": "7.5",
    "80>sm_80": "8.0 8.6 8.7 8.8 8.9",
    "86>sm_86": "8.6 8.7 8.8 8.9",
    "87>sm_87": "8.7 8.8 8.9",
    "88>sm_88": "8.8 8.9",
    "89>sm_89": "8.9",
    "90>sm_90": "9.0",
    "90a>sm_90a": "9.0",
    "80>sm_90a": "9.0",
    "100>sm_100": "10.0 10.3 10.7",
    "100a>sm_100a": "10.0",
    "100f>sm_100f": "10.0 10.3 10.7",
    "100f>sm_103": "10.3 10.7",
    "103>sm_103": "10.3 10.7",
    "103a>sm_103a": "10.3",
    "103f>sm_103f": "10.3 10.7",
    "107a>sm_107a": "10.7",
    "107f>sm_107f": "10.7",
    "110>sm_110": "11.0",
    "110f>sm_110f": "11.0",
    "120>sm_120": "12.0 12.1",
    "120a>sm_120a": "12.0",
    "120f>sm_120f": "12.0 12.1",
    "121>sm_121": "12.1",
    "121a>sm_121a": "12.1",
    "121f>sm_121f": "12.1",
    "101>sm_101": "11.0",  # the chip that is 11.0 today, whatever the digits say
    "101a>sm_101a": "11.0",
    "101f>sm_101f": "11.0",
    "52>compute_52": " ".join(ALL),
    "80>compute_80": " ".join(ALL[2:]),
    "89>compute_89": " ".join(ALL[6:]),
    "90>compute_90": " ".join(ALL[7:]),
    "90a>compute_90a": "9.0",
    "100>compute_100": "10.0 10.3 10.7 11.0 12.0 12.1",
    "100a>compute_100a": "10.0",
    "100f>compute_100f": "10.0 10.3 10.7",
    "101>compute_101": "10.3 10.7 11.0 12.0 12.1",
    "101a>compute_101a": "11.0",
    "103>compute_103": "10.3 10.7 11.0 12.0 12.1",
    "103f>compute_103f": "10.3 10.7",
    "110f>compute_110f": "11.0",
    "120>compute_120": "12.0 12.1",
    "120f>compute_120f": "12.0 12.1",
    "121>compute_121": "12.1",
    "121a>compute_121a": "12.1",
}


@pytest.mark.parametrize("image", LOADS)
def test_loads(image: str) -> None:
    assert _on(image) == LOADS[image].split()


@pytest.mark.parametrize(
    ("images", "device", "chosen", "status", "notes"),
    [
        ("90a>sm_90a 90>compute_90", "9.0", "90a>sm_90a", Status.NATIVE, []),
        ("90>sm_90 90a>sm_90a", "9.0", "90a>sm_90a", Status.NATIVE, []),
        ("100>sm_100 100f>sm_100f 100a>sm_100a", "10.0", "100a>sm_100a", Status.NATIVE, []),
        ("100>sm_100 100f>sm_100f 100a>sm_100a", "10.3", "100f>sm_100f", Status.COMPATIBLE_SASS, []),
        ("100>sm_100 103>sm_103 100f>sm_100f", "10.7", "103>sm_103", Status.COMPATIBLE_SASS, []),
        ("100f>sm_103 103>compute_103", "10.3", "100f>sm_103", Status.NATIVE, []),
        ("80>sm_80 86>sm_86 80>compute_80", "8.9", "86>sm_86", Status.COMPATIBLE_SASS, []),
        ("80>sm_80 89>compute_89", "8.9", "80>sm_80", Status.COMPATIBLE_SASS, []),  # SASS before newer PTX
        ("80>compute_80 89>compute_89 90>sm_90", "10.0", "89>compute_89", Status.PTX_JIT, []),
        ("100>compute_100 100f>compute_100f", "10.3", "100f>compute_100f", Status.PTX_JIT, []),
        ("90a>sm_90a 90a>compute_90a", "10.0", None, Status.NOT_BUILT, []),
        ("100a>sm_100a", "10.3", None, Status.NOT_BUILT, []),
        ("120>sm_120", "10.0", None, Status.NOT_BUILT, []),
        ("", "9.0", None, Status.NOT_BUILT, []),
        ("80>sm_80", "8.7", "80>sm_80", Status.COMPATIBLE_SASS, ["unproven"]),
        ("87>sm_87", "8.9", "87>sm_87", Status.COMPATIBLE_SASS, ["unproven"]),
        ("87>sm_87", "8.7", "87>sm_87", Status.NATIVE, []),
        ("80>sm_80 87>sm_87", "8.7", "87>sm_87", Status.NATIVE, []),
        ("101a>sm_101a", "11.0", "101a>sm_101a", Status.NATIVE, ["unproven"]),
        ("101a>compute_101a", "11.0", "101a>compute_101a", Status.PTX_JIT, []),
        ("80>compute_80", "8.7", "80>compute_80", Status.PTX_JIT, []),
    ],
)
def test_choice(images: str, device: str, chosen: str | None, status: Status, notes: list[str]) -> None:
    assert _choose(images, device) == (chosen, status, notes)


def test_all_that_load_are_named_best_first() -> None:
    images = [
        _image(text) for text in ["80>compute_80", "86>sm_86", "89>compute_89", "90>sm_90", "80>sm_80", "86>sm_86"]
    ]
    found = choose_image(images, RULES.device("8.9"), RULES.images)
    assert [str(image) for image in found.loadable] == ["86>sm_86", "80>sm_80", "89>compute_89", "80>compute_80"]


def test_the_note_says_which_pair_and_why() -> None:
    found = choose_image([_image("80>sm_80")], RULES.device("8.7"), RULES.images)
    assert [note.kind for note in found.notes] == [NoteKind.UNPROVEN]
    assert found.notes[0].text == "sm_80 on 8.7: SASS between Tegra parts and other GPUs was not seen to load"


TARGETS = sorted(RULES.toolkit("13.5").targets | RULES.toolkit("12.9").targets)
IMAGES = st.builds(
    lambda target, ptx: _image(f"{target.short}>{target.virtual if ptx else target.real}"),
    st.sampled_from(TARGETS),
    st.booleans(),
)


@given(st.lists(IMAGES, max_size=8), st.sampled_from(RULES.devices), st.randoms())
def test_the_choice_depends_on_neither_order_nor_repeats(images, device, random) -> None:
    shuffled = images + images[:2]
    random.shuffle(shuffled)
    assert choose_image(shuffled, device, RULES.images) == choose_image(images, device, RULES.images)


@given(st.lists(IMAGES, max_size=8), IMAGES, st.sampled_from(RULES.devices))
def test_one_image_more_never_makes_it_worse(images, more, device) -> None:
    before = choose_image(images, device, RULES.images)
    after = choose_image([*images, more], device, RULES.images)
    assert after.status.rank >= before.status.rank
    assert set(before.loadable) <= set(after.loadable)


@given(IMAGES, st.sampled_from(RULES.devices))
def test_suffixed_images_never_cross_a_major_version(image, device) -> None:
    target = image.code.target
    if (target.suffix or not image.is_ptx) and loads(image, device, RULES.images):
        assert device.capability.major == RULES.images.present(target.capability).major


# Gencodes ----------------------------------------------------------------------------------------------------------

LEGAL = [
    ("80>sm_80", "12.4 12.8 13.0 13.5", ""),
    ("80>sm_90a", "12.0 12.8 13.0 13.5", "11.8"),
    ("80>compute_80", "11.8 12.8 13.0", ""),
    ("70>sm_70", "11.8 12.9", "13.0 13.5"),
    ("90a>sm_90a", "12.0 13.5", "11.8"),
    ("90a>sm_90", "", "12.8 13.0 13.5"),
    ("90a>sm_100a", "", "12.8 13.0 13.5"),  # nvcc lets it through, its assembler does not
    ("90a>compute_90", "", "12.8 13.0"),
    ("90>compute_90a", "", "12.8 13.0"),
    ("80>compute_75", "", "12.8 13.0"),
    ("100f>sm_100", "12.9 13.0 13.5", "12.8"),
    ("100f>sm_103", "12.9 13.0 13.5", "12.8"),
    ("100f>sm_103f", "12.9 13.0 13.5", ""),
    ("100f>sm_103a", "12.9 13.0 13.5", ""),
    ("100f>sm_110a", "", "13.0 13.5"),
    ("100f>sm_120", "", "13.0 13.5"),
    ("103f>sm_100f", "", "12.9 13.0 13.5"),
    ("100>sm_103f", "12.9 13.0 13.5", "12.8"),
    ("100>sm_110f", "13.1 13.5", "13.0"),
    ("75>sm_120f", "13.1 13.4", "13.0 12.9"),
    ("101a>sm_101a", "12.8 12.9", "12.4 13.0"),
    ("110a>sm_110a", "13.0", "12.9"),
    ("103>sm_103", "12.9 13.0", "12.8"),
    ("107f>sm_107f", "13.4 13.5", "13.0 13.3"),
    ("100f>sm_107", "13.4", "13.0"),
    ("120f>sm_121", "12.9 13.0", ""),
    ("120>sm_100", "", "13.0"),
]


@pytest.mark.parametrize(("pair", "yes", "no"), LEGAL)
def test_legal_gencodes(pair: str, yes: str, no: str) -> None:
    gencode = Gencode.parse(pair)
    for release in yes.split():
        assert is_legal_gencode(gencode.virtual, gencode.codes[0], RULES.toolkit(release), RULES.images), release
    for release in no.split():
        assert not is_legal_gencode(gencode.virtual, gencode.codes[0], RULES.toolkit(release), RULES.images), release


@pytest.mark.parametrize(
    ("pair", "release", "fault"),
    [
        ("103>sm_103", "12.8", "CUDA 12.8 does not know compute_103"),
        ("80>sm_88", "12.9", "CUDA 12.9 does not know sm_88"),
        ("90a>compute_90", "13.0", "PTX of compute_90a cannot be stored as compute_90"),
        ("90a>sm_90", "13.0", "nvcc of CUDA 13.0 refuses sm_90 for compute_90a"),
        ("90a>sm_100a", "13.0", "the assembler of CUDA 13.0 refuses to make sm_100a from compute_90a"),
        ("80>sm_89", "13.0", None),
    ],
)
def test_a_fault_is_told_in_words(pair: str, release: str, fault: str | None) -> None:
    gencode = Gencode.parse(pair)
    assert RULES.images.gencode_fault(gencode.virtual, gencode.codes[0], RULES.toolkit(release)) == fault


def _rows(name: str) -> list[list[str]]:
    path = SHARED / name
    if not path.exists():
        pytest.skip("no ../shared")
    return [line.split("\t") for line in path.read_text(encoding="utf-8").splitlines()[1:]]


def test_the_assembler_rules_agree_with_every_pair_that_ptxas_was_asked_for() -> None:
    rows = _rows("compat_ptx_to_sm.tsv")
    cells = 0
    for tool in dict.fromkeys(row[0] for row in rows):
        toolkit = RULES.toolkit(tool.removeprefix("cuda"))
        accepted = {row[1]: set(row[2].split()) for row in rows if row[0] == tool}
        for virtual, real in product(accepted, accepted):
            answer = RULES.images.assembles(SmTarget.parse(virtual), SmTarget.parse(real), toolkit)
            assert answer == (real in accepted[virtual]), (tool, virtual, real)
            cells += 1
    assert cells == sum(n * n for n in (15, 24, 23, 26))


def test_the_driver_rules_agree_with_every_pair_that_nvcc_was_asked_for() -> None:
    rows = [row for row in _rows("nvcc_gencode.tsv") if row[1].startswith("compute_")]
    cells = 0
    for tool in dict.fromkeys(row[0] for row in rows):
        toolkit = RULES.toolkit(tool.removeprefix("cuda"))
        accepted = {row[1]: set(row[2].split()) for row in rows if row[0] == tool}
        for virtual, target in product(accepted, accepted):
            real = SmTarget.parse(target).real
            answer = RULES.images.driver_accepts(SmTarget.parse(virtual), SmTarget.parse(target), toolkit)
            assert answer == (real in accepted[virtual]), (tool, virtual, real)
            cells += 1
    assert cells == 23 * 23 + 26 * 26


def test_rules_name_their_source() -> None:
    rules: Rules = RULES
    named = [rule.source for table in (rules.images.sass, rules.images.ptx) for rule in table.values()]
    named += [c.source for table in (rules.images.assembler, rules.images.driver) for cs in table.values() for c in cs]
    assert len(named) == 15
    assert all(len(source) > 20 for source in named)
