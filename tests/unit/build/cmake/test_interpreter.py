"""The machine: scopes, files, where we are, who wrote what, and commands that are not there."""

from __future__ import annotations

import pytest

from fakes.cmake_machine import MAIN, machine, run
from kernaudit.build.cmake.errors import ConfigureError
from kernaudit.build.cmake.language import run_deferred
from kernaudit.build.cmake.programs import ProgramCache
from kernaudit.model.evidence import AssumptionKind, FindingLevel, Location


def _line(number: int) -> Location:
    return Location(MAIN, number)


def test_get_sees_the_variable_before_the_cache() -> None:
    interp = machine("")
    interp.cache["x"] = "cached"
    assert interp.get("x") == "cached"
    interp.set("x", "normal")
    assert interp.get("x") == "normal"
    interp.unset("x")
    assert interp.get("x") == "cached"
    assert interp.get("nope") is None


def test_scopes_are_copies() -> None:
    interp = machine("")
    interp.set("x", "outer")
    interp.push_scope()
    assert interp.get("x") == "outer"
    interp.set("x", "inner")
    interp.set_parent("y", "handed out")
    interp.set_parent("x", "changed")
    assert interp.get("x") == "inner"
    assert interp.get("y") is None
    interp.pop_scope()
    assert (interp.get("x"), interp.get("y")) == ("changed", "handed out")


def test_leaving_a_scope_can_hand_out_values_and_absences() -> None:
    interp = machine("")
    interp.set("gone", "1")
    interp.push_scope()
    interp.set("kept", "2")
    interp.unset("gone")
    interp.pop_scope(("kept", "gone"))
    assert (interp.get("kept"), interp.get("gone")) == ("2", None)


def test_writes_name_the_user_level_command() -> None:
    interp, error = run(
        "function(helper out)\nset(${out} 1 PARENT_SCOPE)\nset(local 2)\nendfunction()\n"
        "macro(wrap out)\nhelper(${out})\nendmacro()\n"
        "set(a x)\nhelper(b)\nwrap(c)\nlist(APPEND a y)\nstring(REGEX MATCH x d x)\n"
        "block(PROPAGATE e)\nset(e 1)\nendblock()"
    )
    assert error is None
    assert interp.writes is not None
    lines = {name: command.line for name, command in interp.writes.items() if len(name) == 1}
    assert lines == {"a": 11, "b": 9, "c": 10, "d": 12, "e": 14}
    assert interp.writes["c"].text == "wrap(c)"
    assert "local" not in interp.writes


def test_a_directory_scope_has_writes_of_its_own() -> None:
    interp = machine("")
    interp.set("x", "1")
    before = interp.writes
    interp.push_scope(directory=True)
    assert interp.writes is not None
    assert interp.writes is not before
    interp.pop_scope()
    assert interp.writes is before


def test_frames_and_conditions_lead_to_the_user_level_call() -> None:
    interp = machine(
        "function(inner)\nif(TRUE)\nprobe()\nendif()\nendfunction()\nfunction(outer)\ninner()\nendfunction()\n"
        "if(TRUE)\nif(1 EQUAL 1)\nouter()\nendif()\nendif()"
    )
    seen: list[tuple[object, ...]] = []

    def probe(interp: object, args: list[str]) -> None:  # noqa: ARG001 - the shape of a command
        calls = machine_state.user_calls
        conditions = [machine_state.condition(depth) for depth in range(3)]
        seen.append((calls, [c.line if c else None for c in conditions], machine_state.user_site.line))

    machine_state = interp
    interp.commands["probe"] = probe
    interp.run_file(MAIN)
    assert seen == [((_line(11), _line(7)), [10, 10, 2], 11)]
    assert interp.frames == []
    assert interp.conditions == []


def test_conditions_are_closed_after_break_and_return() -> None:
    interp, error = run("foreach(i 1 2)\nif(TRUE)\nbreak()\nendif()\nendforeach()\nif(TRUE)\nreturn()\nendif()")
    assert error is None
    assert (interp.conditions, interp.loops, interp.nesting) == ([], 0, -1)


def test_errors_carry_the_line_of_the_command() -> None:
    _, error = run('set(x 1)\nmath(EXPR y "1/0")')
    assert error is not None
    assert error.here == _line(2)
    assert str(error).startswith(f"{MAIN}:2: ")


def test_a_syntax_error_is_an_error_with_its_line() -> None:
    _, error = run("message(a)\nmessage(b) message(c)\n")
    assert error is not None
    assert error.here == _line(2)
    assert error.message == 'Parse error.  Expected a newline, got identifier with text "message".'


def test_a_file_that_is_not_there() -> None:
    interp = machine("")
    with pytest.raises(ConfigureError, match="could not load requested file"):
        interp.run_file("/src/nope.cmake")


def test_files_know_where_they_are() -> None:
    files = {"/src/sub/a.cmake": 'note("${CMAKE_CURRENT_LIST_DIR}|${CMAKE_PARENT_LIST_FILE}")'}
    interp, error = run("include(sub/a.cmake)\nnote(${CMAKE_CURRENT_LIST_FILE})", files=files)
    assert error is None
    assert [text for _, text in interp.out] == [f"/src/sub|{MAIN}", MAIN]


def test_programs_are_compiled_once() -> None:
    programs = ProgramCache()
    first = programs.compiled(MAIN, "set(x 1)")
    assert programs.compiled(MAIN, "set(x 1)") is first
    assert programs.compiled(MAIN, "set(x 2)") is not first
    assert list(programs.programs) == [MAIN]


def test_evaluations_share_programs_and_nothing_else() -> None:
    programs = ProgramCache()
    code = "if(NOT DEFINED x)\nset(x 1)\nfunction(f)\nset(y ${x} PARENT_SCOPE)\nendfunction()\nendif()\nf()"
    one, _ = run(code, programs=programs)
    two, _ = run(code, programs=programs)
    assert one.variables["y"] == two.variables["y"] == "1"
    assert one.commands["f"] is not two.commands["f"]


@pytest.mark.parametrize(
    ("name", "kind"), [("try_compile", "try_compile() is not modelled"), ("Check_Struct_Has_Member", "is not modelled")]
)
def test_a_command_of_cmake_that_is_not_modelled_is_told_once_per_place(name: str, kind: str) -> None:
    interp, error = run(f"foreach(i 1 2 3)\n{name}(x)\nendforeach()\n{name}(y)")
    assert error is None
    assert [(a.kind, a.location) for a in interp.assumptions] == [
        (AssumptionKind.UNMODELLED_COMMAND, _line(2)),
        (AssumptionKind.UNMODELLED_COMMAND, _line(4)),
    ]
    assert all(kind in a.text for a in interp.assumptions)


def test_a_command_that_no_cmake_has_is_an_error() -> None:
    _, error = run("foo_bar(x)")
    assert error is not None
    assert error.message == 'Unknown CMake command "foo_bar".'


def test_a_command_that_an_absent_package_may_define_is_told() -> None:
    interp = machine("foo_bar(x)")
    interp.foreign = "package Foo"
    interp.run_file(MAIN)
    (assumption,) = interp.assumptions
    assert assumption.kind is AssumptionKind.UNMODELLED_COMMAND
    assert "package Foo" in assumption.text


def test_a_script_knows_only_its_commands() -> None:
    _, error = run("try_compile(x)", script=True)
    assert error is not None


@pytest.mark.parametrize("name", ["CheckIPOSupported", "FindFoo"])
def test_a_module_of_cmake_that_is_not_modelled_is_told(name: str) -> None:
    interp, error = run(f"include({name})")
    assert error is None
    assert [a.kind for a in interp.assumptions] == [AssumptionKind.EXTERNAL]


def test_a_module_with_a_model_is_run() -> None:
    interp = machine("include(GNUInstallDirs)")
    interp.modules["GNUInstallDirs"] = lambda machine: machine.set("CMAKE_INSTALL_LIBDIR", "lib")
    interp.run_file(MAIN)
    assert interp.get("CMAKE_INSTALL_LIBDIR") == "lib"
    assert not interp.assumptions


def test_the_project_s_own_module_comes_first() -> None:
    files = {"/src/cmake/GNUInstallDirs.cmake": "note(own)"}
    interp, _ = run("list(APPEND CMAKE_MODULE_PATH /src/cmake)\ninclude(GNUInstallDirs)", files=files)
    assert interp.out == [("NOTE", "own")]


def test_a_newer_cmake_is_a_finding_in_a_project_and_an_error_in_a_script() -> None:
    interp, error = run("cmake_minimum_required(VERSION 99.0)\nnote(on)")
    assert error is None
    (finding,) = interp.findings
    assert (finding.level, finding.location) == (FindingLevel.WARNING, _line(1))
    assert "99.0 or higher is required" in finding.text
    _, error = run("cmake_minimum_required(VERSION 99.0)", script=True)
    assert error is not None


def test_send_error_is_remembered() -> None:
    interp, error = run("message(SEND_ERROR first)\nmessage(SEND_ERROR second)\nnote(on)")
    assert error is None
    assert [(e.message, e.here.line) for e in interp.errors] == [("first", 1), ("second", 2)]
    assert interp.out[-1] == ("NOTE", "on")


def test_deferred_calls_run_at_the_end_and_see_its_values() -> None:
    interp, error = run(
        'set(x 1)\ncmake_language(DEFER CALL note "x=${x}")\ncmake_language(DEFER ID a ID_VAR v CALL note gone)\n'
        "cmake_language(DEFER GET_CALL_IDS ids)\ncmake_language(DEFER GET_CALL a call)\n"
        "cmake_language(DEFER CANCEL_CALL a)\nset(x 2)\nnote(first)"
    )
    assert error is None
    run_deferred(interp, "/src")
    assert [text for _, text in interp.out] == ["first", "x=2"]
    assert (interp.get("ids"), interp.get("v"), interp.get("call")) == ("__0;a", "a", "note;gone")


def test_a_deferred_call_may_defer_another() -> None:
    interp, _ = run(
        "function(f)\nnote(f)\ncmake_language(DEFER CALL note g)\nendfunction()\ncmake_language(DEFER CALL f)"
    )
    run_deferred(interp, "/src")
    assert [text for _, text in interp.out] == ["f", "g"]


def test_the_cache_keeps_what_the_command_line_gave() -> None:
    interp = machine('set(a 1 CACHE STRING "doc")\noption(b "" OFF)\nset(c 1 CACHE STRING "" FORCE)')
    interp.cache.update({"a": "given", "b": "ON", "c": "given"})
    interp.run_file(MAIN)
    assert (interp.cache["a"], interp.cache["b"], interp.cache["c"]) == ("given", "ON", "1")
    assert interp.cache_types == {"a": "STRING", "b": "BOOL", "c": "STRING"}
    assert interp.cache_docs["a"] == "doc"


@pytest.mark.parametrize(("version", "shown"), [("3.12", "cached"), ("3.20", "cached"), ("3.21", "normal")])
def test_policies_decide_whether_a_cache_entry_hides_the_variable(version: str, shown: str) -> None:
    interp, _ = run(f'cmake_policy(VERSION {version})\nset(x normal)\nset(x cached CACHE STRING "")\nnote("${{x}}")')
    assert interp.out == [("NOTE", shown)]


@pytest.mark.parametrize(("version", "shown"), [("3.12", "OFF"), ("3.13", "ON")])
def test_policies_decide_whether_option_hides_the_variable(version: str, shown: str) -> None:
    interp, _ = run(f'cmake_policy(VERSION {version})\nset(x ON)\noption(x "" OFF)\nnote("${{x}}")')
    assert interp.out == [("NOTE", shown)]


def test_the_step_count_is_that_of_the_commands() -> None:
    interp, _ = run("set(a 1)\nforeach(i RANGE 1 10)\nset(b 1)\nendforeach()")
    assert interp.steps == 22


def test_list_calls_back_into_user_functions() -> None:
    code = (
        "function(shout in out)\nstring(TOUPPER ${in} ${out})\nset(${out} ${${out}} PARENT_SCOPE)\nendfunction()\n"
        'function(long in out)\nset(${out} FALSE PARENT_SCOPE)\nif(in MATCHES "..")\nset(${out} TRUE PARENT_SCOPE)\n'
        "endif()\nendfunction()\n"
        "set(x a bb c)\nlist(TRANSFORM x APPLY shout)\nnote(${x})\nlist(FILTER x INCLUDE PREDICATE long)\nnote(${x})"
    )
    interp, error = run(code)
    assert error is None
    assert [text for _, text in interp.out] == ["ABBC", "BB"]


@pytest.mark.parametrize(
    ("body", "deepest"),
    [
        ('if(n GREATER 0)\nmath(EXPR n "${n}-1")\nf(${n})\nendif()', 998),
        (
            'if(n GREATER 0)\nforeach(i 1)\nblock()\nmath(EXPR n "${n}-1")\nf(${n})\nendblock()\nendforeach()\nendif()',
            998,
        ),
        ('if(n GREATER 0)\nmath(EXPR n "${n}-1")\ncmake_language(EVAL CODE "f(${n})")\nendif()', 499),
        ('if(n GREATER 0)\nmath(EXPR n "${n}-1")\ncmake_language(CALL f ${n})\nendif()', 499),
    ],
)
def test_calls_nest_as_deep_as_in_cmake(body: str, deepest: int) -> None:
    """Depths found with cmake 4.4.5."""
    code = f"function(f n)\n{body}\nendfunction()\nf("
    assert run(f"{code}{deepest})")[1] is None
    _, error = run(f"{code}{deepest + 1})")
    assert error is not None
    assert error.message == "Maximum recursion depth of 1000 exceeded"
