"""What `init` writes can be read back, whatever the tree calls its parts."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from kernaudit.config.load import parse_config
from kernaudit.config.schema import ConfigFile
from kernaudit.config.template import FoundPin, config_text

COST = {"gpus": ("8", "GPUs")}


def test_a_tree_that_pins_something() -> None:
    text = config_text([FoundPin("deepgemm", "v1", "CMakeLists.txt:3"), FoundPin("triton", "3.5", "req.txt:1")], COST)
    config = parse_config("kernaudit.yaml", text)
    assert config is not None
    assert [pin.value for pin in config.pins] == ["deepgemm", "triton"]
    assert '  - package: "deepgemm"  # v1, CMakeLists.txt:3\n' in text
    assert "#   gpus: 8  # GPUs\n" in text


def test_a_tree_that_pins_nothing_gets_an_example() -> None:
    config = parse_config("kernaudit.yaml", config_text([], COST))
    assert config is not None
    assert config.pins == ()


def test_the_commented_lines_are_a_configuration_too() -> None:
    lines = config_text([], COST).splitlines()
    code = [line.removeprefix("# ") for line in lines if line.startswith(("# from", "# to", "# toolkit", "# request"))]
    config = parse_config("kernaudit.yaml", "\n".join(code))
    assert config is not None
    assert config.to == ("b200", "rtx-5090")


def test_every_key_that_a_configuration_knows_is_shown() -> None:
    lines = config_text([], COST).splitlines()
    shown = {line.removeprefix("# ").partition(":")[0] for line in lines if line.startswith("# ")}
    assert {field.alias or name for name, field in ConfigFile.model_fields.items()} <= shown


def test_the_keys_of_the_head_are_a_configuration_together() -> None:
    head = config_text([], COST).partition("\n\n")[0].splitlines()[1:]
    config = parse_config("kernaudit.yaml", "\n".join(line.removeprefix("# ") for line in head))
    assert config is not None
    assert (config.project, config.title, config.defines) == ("deepgemm", "Fleet of May", {"BUILD_TESTS": "OFF"})
    assert (config.env, config.include) == ({"MAX_JOBS": "4"}, ("tests/**",))


NAMES = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=40)


@given(NAMES.filter(lambda name: name == name.strip() and name.strip()), st.text(max_size=40))
def test_any_name_is_read_back_as_it_is(name: str, version: str) -> None:
    config = parse_config("kernaudit.yaml", config_text([FoundPin(name, version, version)], COST))
    assert config is not None
    assert [pin.value for pin in config.pins] == [name]
