"""What the preprocessor leaves of a unit, file by file."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernaudit.discover.tree import SourceTree
from kernaudit.model.build import CommandLine
from kernaudit.model.library_macro import LibraryMacro, LibraryMacros
from kernaudit.sources.directives import read_directives
from kernaudit.sources.project import SourceProject

if TYPE_CHECKING:
    from pathlib import Path

    from kernaudit.sources.preprocess import UnitText

EMPTY = LibraryMacros((), frozenset(), ())


def make(root: Path, files: dict[str, str], library: LibraryMacros = EMPTY, **defines: str) -> SourceProject:
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return SourceProject(SourceTree(root), ["unit.cu"], library, defines=defines)


def run(
    root: Path, files: dict[str, str], arch: str = "900", library: LibraryMacros = EMPTY, **defines: str
) -> UnitText:
    return make(root, files, library, **defines).preprocess("unit.cu", {"__CUDA_ARCH__": arch})


def words(text: UnitText, path: str = "unit.cu") -> list[str]:
    return [word for file in text.files if file.file.path == path for word in file.text.split()]


def test_branches_follow_the_image_and_lines_stay(tmp_path: Path) -> None:
    source = "first\n#if __CUDA_ARCH__ >= 900\nnew\n#elif __CUDA_ARCH__ >= 800\nmiddle\n#else\nold\n#endif\nlast\n"
    project = make(tmp_path, {"unit.cu": source})
    for arch, kept, line in (("900", "new", 3), ("860", "middle", 5), ("750", "old", 7)):
        text = project.preprocess("unit.cu", {"__CUDA_ARCH__": arch})
        assert words(text) == ["first", kept, "last"]
        assert text.files[0].text.split("\n")[line - 1] == kept


def test_decisions_keep_the_directive_and_the_values(tmp_path: Path) -> None:
    text = run(tmp_path, {"unit.cu": "#if __CUDA_ARCH__ >= LIMIT\na\n#else\nb\n#endif\n"}, arch="890", LIMIT="900")
    first, second = text.files[0].decisions
    assert (first.line, first.end, first.text, first.holds, first.taken) == (
        1,
        2,
        "__CUDA_ARCH__ >= LIMIT",
        False,
        False,
    )
    assert first.values == (("LIMIT", "900"), ("__CUDA_ARCH__", "890"))
    assert (second.line, second.text, second.taken) == (3, "else", True)


def test_a_macro_defined_under_a_guard_reaches_the_files_after(tmp_path: Path) -> None:
    files = {
        "config.h": "#pragma once\n#if __CUDA_ARCH__ >= 800\n#define HAS_COPY\n#endif\n",
        "body.cuh": '#include "config.h"\n#ifdef HAS_COPY\nfast\n#else\nslow\n#endif\n',
        "unit.cu": '#include "config.h"\n#include "body.cuh"\nmain\n',
    }
    project = make(tmp_path, files)
    assert words(project.preprocess("unit.cu", {"__CUDA_ARCH__": "750"}), "body.cuh") == ["slow"]
    assert words(project.preprocess("unit.cu", {"__CUDA_ARCH__": "800"}), "body.cuh") == ["fast"]
    assert words(project.preprocess("unit.cu", {"__CUDA_ARCH__": "750"}), "body.cuh") == ["slow"]


def test_order_of_definitions_matters(tmp_path: Path) -> None:
    source = "#define N 1\na N\n#undef N\n#define N 2\nb N\n#undef N\nc N\n"
    assert words(run(tmp_path, {"unit.cu": source})) == ["a", "1", "b", "2", "c", "N"]


def test_include_guard_and_pragma_once_include_a_file_once(tmp_path: Path) -> None:
    files = {
        "once.h": "#pragma once\nonce\n",
        "guard.h": "#ifndef GUARD_H\n#define GUARD_H\nguarded\n#endif\n",
        "unit.cu": '#include "once.h"\n#include "once.h"\n#include "guard.h"\n#include "guard.h"\nmain\n',
    }
    text = run(tmp_path, files)
    assert words(text, "once.h") == ["once"]
    assert words(text, "guard.h") == ["guarded"]


def test_a_cycle_of_includes_ends(tmp_path: Path) -> None:
    files = {"a.h": '#include "b.h"\na\n', "b.h": '#include "a.h"\nb\n', "unit.cu": '#include "a.h"\nmain\n'}
    assert "main" in words(run(tmp_path, files))


def test_error_directives_count_only_where_they_are_active(tmp_path: Path) -> None:
    source = "#if __CUDA_ARCH__ < 800\n#error needs Ampere\n#endif\n"
    project = make(tmp_path, {"unit.cu": source})
    [hit] = project.preprocess("unit.cu", {"__CUDA_ARCH__": "750"}).errors
    assert (hit.path, hit.line, hit.text) == ("unit.cu", 2, "needs Ampere")
    assert project.preprocess("unit.cu", {"__CUDA_ARCH__": "800"}).errors == ()


def test_directives_in_raw_strings_and_comments_are_text(tmp_path: Path) -> None:
    source = 'a = R"(\n#if 0\n)";\n/*\n#if 0\n*/\nb\n'
    assert words(run(tmp_path, {"unit.cu": source}))[-1] == "b"


def test_line_continuations_belong_to_the_directive(tmp_path: Path) -> None:
    source = "#if defined(A) && \\\n    defined(B)\nboth\n#endif\n#define F(x) \\\n  x + \\\n  1\nF(2)\n"
    text = run(tmp_path, {"unit.cu": source}, A="1", B="1")
    assert words(text) == ["both", "2", "+", "1"]
    assert text.files[0].text.split("\n")[7] == "2 + 1"


def test_a_default_value_is_set_even_where_only_a_missing_header_could_know_better(tmp_path: Path) -> None:
    source = "#include <cutlass/x.h>\n#ifndef CUTLASS_STAGES\n#define CUTLASS_STAGES 4\n#endif\nn CUTLASS_STAGES\n"
    text = run(tmp_path, {"unit.cu": source})
    assert words(text) == ["n", "4"]
    assert text.undecided == ()


def test_conditions_on_missing_headers_are_undecided(tmp_path: Path) -> None:
    source = "#include <cutlass/x.h>\n#if CUTLASS_FANCY\na\n#else\nb\n#endif\n"
    project = make(tmp_path, {"unit.cu": source})
    text = project.preprocess("unit.cu", {"__CUDA_ARCH__": "900"})
    assert [(d.line, d.holds) for d in text.undecided] == [(2, None)]
    assert words(text) == ["b"]
    assert words(project.preprocess("unit.cu", {"__CUDA_ARCH__": "900"}, unknown_is=True)) == ["a"]


def test_library_macros_apply_where_their_condition_holds_and_the_tree_does_not_define_them(tmp_path: Path) -> None:
    entries = (
        LibraryMacro("LIB_ON", "1", None, "__CUDA_ARCH__ >= 900", "guards/x.yaml"),
        LibraryMacro("LIB_TOO", "", None, "defined(LIB_ON)", "guards/x.yaml"),
        LibraryMacro("OWN", "1", None, None, "guards/x.yaml"),
    )
    library = LibraryMacros(entries, frozenset(), (("lib/", "LIB_"),))
    source = "#include <lib/a.h>\n#ifdef LIB_TOO\non\n#else\noff\n#endif\n"
    source += "#if 0\n#define OWN\n#endif\n#ifdef OWN\nown\n#endif\n"
    project = make(tmp_path, {"unit.cu": source}, library)
    assert words(project.preprocess("unit.cu", {"__CUDA_ARCH__": "900"})) == ["on"]
    text = project.preprocess("unit.cu", {"__CUDA_ARCH__": "800"})
    assert words(text) == ["off"]
    assert text.undecided == ()


def test_equal_texts_are_one_object(tmp_path: Path) -> None:
    project = make(tmp_path, {"unit.cu": "#if __CUDA_ARCH__ >= 900\na\n#endif\nb\n"})
    texts = [project.preprocess("unit.cu", {"__CUDA_ARCH__": arch}).files[0] for arch in ("750", "800", "900")]
    first, second, third = (project.text(file) for file in texts)
    assert first is second
    assert first is not third


@pytest.mark.parametrize(
    ("include", "files", "found"),
    [
        ('"x.h"', ["a/x.h", "b/x.h"], "a/x.h"),
        ('"../b/x.h"', ["a/x.h", "b/x.h"], "b/x.h"),
        ('"deep/x.h"', ["lib/include/deep/x.h"], "lib/include/deep/x.h"),
        ("<deep/x.h>", ["lib/include/deep/x.h"], "lib/include/deep/x.h"),
        ("<x.h>", ["lib/x.h"], None),
        ('"../../../etc/x.h"', [], None),
        ('"/etc/passwd"', [], None),
        ('"deep/x.h"', ["far/deep/x.h", "a/near/deep/x.h"], "a/near/deep/x.h"),
    ],
)
def test_includes_resolve_inside_the_tree(tmp_path: Path, include: str, files: list[str], found: str | None) -> None:
    make(tmp_path, {**dict.fromkeys(files, "x\n"), "a/unit.cu": f"#include {include}\n"})
    project = SourceProject(SourceTree(tmp_path), ["a/unit.cu"], EMPTY, defines={})
    closure = project.closure("a/unit.cu")
    assert closure.files == (("a/unit.cu", found) if found else ("a/unit.cu",))


_TEXT = """#if 1|#if 0|#elif 1|#else|#endif|#ifdef A|#define A 1|#undef A|#error x|A b|#|# 1|#include "unit.cu"|#if (
R"(|)"|/*|*/|\\|'|\""""
_LINES = st.lists(st.sampled_from(_TEXT.replace("\n", "|").split("|")), max_size=25)


@given(_LINES)
def test_malformed_files_end_and_keep_their_lines(lines: list[str]) -> None:
    text = "\n".join(lines)
    file = read_directives("unit.cu", text)
    assert file.lines == text.count("\n") + 1


@given(st.binary(max_size=200))
def test_arbitrary_bytes_never_crash_the_reader(data: bytes) -> None:
    read_directives("x.cu", data.decode("latin-1"))


GATED = "#include <cfg.h>\n#ifdef OFF\noff\n#else\non\n#endif\n"
IMAGE = {"__CUDA_ARCH__": "900"}


def compiled(root: Path, files: dict[str, str], command: CommandLine) -> list[str]:
    make(root, files)
    project = SourceProject(
        SourceTree(root),
        ["unit.cu"],
        EMPTY,
        defines={},
        names=frozenset(command.macros),
        commands={"unit.cu": [command]},
    )
    return words(project.preprocess("unit.cu", IMAGE, project.relevant("unit.cu", command)))


@pytest.mark.parametrize(("dirs", "expected"), [(("a", "b"), ["on"]), (("b", "a"), ["off"]), ((), ["on"])])
def test_included_files_are_looked_for_where_the_command_line_says(
    tmp_path: Path, dirs: tuple[str, ...], expected: list[str]
) -> None:
    files = {"unit.cu": GATED, "a/cfg.h": "#define ON\n", "b/cfg.h": "#define OFF\n"}
    assert compiled(tmp_path, files, CommandLine(include_dirs=dirs)) == expected


def test_directories_of_one_command_line_are_not_those_of_another(tmp_path: Path) -> None:
    project = make(tmp_path, {"unit.cu": GATED, "a/cfg.h": "#define ON\n", "b/cfg.h": "#define OFF\n"})
    for directory, expected in (("a", "on"), ("b", "off"), ("a", "on")):
        assert words(project.preprocess("unit.cu", IMAGE, CommandLine(include_dirs=(directory,)))) == [expected]


@pytest.mark.parametrize("before", ["sub/pre.h", "pre.h"])
def test_a_file_that_a_flag_includes_comes_first(tmp_path: Path, before: str) -> None:
    files = {"unit.cu": "#ifdef OFF\noff\n#else\non\n#endif\n", "sub/pre.h": "#define OFF\n"}
    assert compiled(tmp_path, files, CommandLine(before=(before,))) == ["off"]


@pytest.mark.parametrize(
    "directives",
    [
        '#define HEADER "cfg.h"\n#include HEADER\n',
        "#define TEXT(x) #x\n#define QUOTE(x) TEXT(x)\n#define NAME cfg\n#include QUOTE(NAME.h)\n",
        '#define FIRST "on.h"\n#undef FIRST\n#define FIRST SECOND\n#define SECOND "cfg.h"\n#include FIRST\n',
        '#include "names.h"\n#include HEADER\n',
    ],
)
def test_an_include_may_name_a_macro(tmp_path: Path, directives: str) -> None:
    files = {
        "unit.cu": directives + "#ifdef OFF\noff\n#else\non\n#endif\n",
        "cfg.h": "#define OFF\n",
        "on.h": "#define ON\n",
        "names.h": '#define HEADER "cfg.h"\n',
    }
    assert compiled(tmp_path, files, CommandLine()) == ["off"]


def test_a_macro_of_the_command_line_may_name_what_is_included(tmp_path: Path) -> None:
    files = {"unit.cu": "#include HEADER\n#ifdef OFF\noff\n#else\non\n#endif\n", "cfg.h": "#define OFF\n"}
    assert compiled(tmp_path, files, CommandLine(('HEADER="cfg.h"',))) == ["off"]


def test_what_a_unit_cannot_see_of_a_command_line_is_left_out(tmp_path: Path) -> None:
    make(tmp_path, {"unit.cu": '#include "a/cfg.h"\n#ifdef SEEN\n#endif\n', "a/cfg.h": "", "b/x.h": ""})
    command = CommandLine(("OTHER=1", "SEEN=2"), ("b/x.h",), ("b",))
    project = SourceProject(
        SourceTree(tmp_path), ["unit.cu"], EMPTY, defines={}, names=frozenset({"OTHER", "SEEN"}),
        commands={"unit.cu": [command]},
    )  # fmt: skip
    assert project.relevant("unit.cu", command) == CommandLine(("SEEN=2",), ("b/x.h",), ())


ON_OFF = "#ifdef OFF\noff\n#else\non\n#endif\n"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('#define OFF\n#pragma push_macro("OFF")\n#undef OFF\n#pragma pop_macro("OFF")\n', "off"),
        ('#pragma push_macro("OFF")\n#define OFF\n#pragma pop_macro("OFF")\n', "on"),
        ('#include "push.h"\n#define OFF\n#include "pop.h"\n', "on"),
        ('#if __has_include("sub/there.h")\n#define OFF\n#endif\n', "off"),
        ("#ifdef __has_include\n#define OFF\n#endif\n", "off"),
        ("#define CAT_(a, b) a##b\n#define CAT(a, b) CAT_(a, b)\n#define ON_900 1\n#define A __CUDA_ARCH__\n"
         "#if CAT(ON_, A)\n#define OFF\n#endif\n", "off"),
    ],
)  # fmt: skip
def test_less_usual_directives(tmp_path: Path, text: str, expected: str) -> None:
    files = {
        "unit.cu": text + ON_OFF,
        "sub/there.h": "",
        "push.h": '#pragma push_macro("OFF")\n',
        "pop.h": '#pragma pop_macro("OFF")\n',
    }
    assert compiled(tmp_path, files, CommandLine()) == [expected]


def test_a_file_that_nobody_has_leaves_the_question_open(tmp_path: Path) -> None:
    text = run(tmp_path, {"unit.cu": "#if __has_include(<elsewhere.h>)\nthere\n#endif\n"})
    assert [decision.holds for decision in text.undecided] == [None]


@pytest.mark.parametrize(
    ("before", "after", "taken_in"),
    [
        ("void f() {\n", "\n}", True),
        ("struct S {\n", "\n};", True),
        ("namespace n {\nvoid f() { if (x) {\n", "\n} } }", True),
        ("namespace n {\nvoid f() { }\n", "\n}", False),
        ("namespace a::b {\n", "\n}", False),
        ('extern "C" {\n', "\n}", False),
        ('const char* s = "{";\n', "", False),
        ("", "", False),
    ],
)
def test_what_is_included_inside_code_belongs_to_it(tmp_path: Path, before: str, after: str, taken_in: bool) -> None:
    files = {
        "unit.cu": f'{before}#include "part.inc"{after}',
        "part.inc": "one;\n#if __CUDA_ARCH__ >= 900\ntwo;\n#endif\n",
    }
    text = run(tmp_path, files)
    own = next(file for file in text.files if file.file.path == "unit.cu") if before else None
    assert [file.file.path for file in text.files].count("part.inc") == (0 if taken_in else 1)
    assert own is None or ("one; " in own.text) is taken_in
    if taken_in and own is not None:
        place = next(index for index, line in enumerate(own.text.split("\n"), 1) if "one;" in line and "two;" in line)
        assert place == before.count("\n") + 1
        assert [decision.line for decision in own.decisions] == [place]


@pytest.mark.parametrize("before", ["", "void f() {\n"])
def test_files_that_include_each_other_twice_end(tmp_path: Path, before: str) -> None:
    chain = {f"f{i}.inc": f'x{i};\n#include "f{i + 1}.inc"\n#include "f{i + 1}.inc"\n' for i in range(40)}
    text = run(tmp_path, {"unit.cu": f'{before}#include "f0.inc"\n', **chain})
    assert sum(len(file.text) for file in text.files) < 10_000_000
