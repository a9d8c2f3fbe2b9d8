"""The same project through the real cmake: targets, properties, usage requirements, files.

The projects stand in `against_cmake/`; what is compared is what cmake's file API says (definitions and flags per
source) and what the script prints.
"""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from kernaudit.build.cmake.files import TREE_ROOT, TreeView
from kernaudit.build.cmake.lib.genex import evaluate_genex
from kernaudit.build.cmake.programs import ProgramCache
from kernaudit.build.cmake.project.flags import split_flags, words_of
from kernaudit.build.cmake.project.generate import Generator
from kernaudit.build.cmake.request import ArchRequest
from kernaudit.build.cmake.run import Lessons, RunInput, run_project
from kernaudit.discover import SourceTree

PROJECTS = Path(__file__).parent / "against_cmake"
NEEDED = ("cmake", "ninja", "g++", "gcc")
CHATTER = ("The C", "Detecting", "Check for", "Configuring", "Generating", "Build files", "Found", "Could NOT")

pytestmark = pytest.mark.skipif(
    any(shutil.which(name) is None for name in NEEDED), reason=f"needs {', '.join(NEEDED)} on the path"
)


def real(source: Path, build: Path):
    query = build / ".cmake/api/v1/query"
    query.mkdir(parents=True)
    (query / "codemodel-v2").touch()
    command = ["cmake", "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release", str(source)]
    done = subprocess.run(command, cwd=build, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    found = {}
    for path in sorted((build / ".cmake/api/v1/reply").glob("target-*.json")):
        target = json.loads(path.read_text())
        for group in target.get("compileGroups", ()):
            fragments = " ".join(part["fragment"] for part in group.get("compileCommandFragments", ()))
            flags = [f for f in fragments.split() if not f.startswith("-std=") and f not in ("-fPIC", "-fPIE")]
            defines = {part["define"] for part in group.get("defines", ())} | {
                f[2:] for f in flags if f.startswith("-D")
            }
            for index in group["sourceIndexes"]:
                name = target["sources"][index]["path"]
                inside = name.partition(f"{build.name}/")[2]
                found[target["name"], f"<build>/{inside}" if inside else name] = (group["language"], defines, flags)
    lines = done.stdout.replace(str(build), "BIN").replace(str(source), "ROOT").split("-- ")
    return found, [line.rstrip("\n") for line in lines[1:] if not line.startswith(CHATTER)]


def ours(source: Path, rules):
    given = RunInput(ArchRequest(rules.toolkit("13.0.88"), rules), {}, {}, {})
    run = run_project(TreeView(SourceTree(source)), "CMakeLists.txt", ProgramCache(), given, Lessons())
    assert run.error is None
    generator = Generator(run.interp, run.state)
    found = {}
    for compiled in generator.run():
        target, language, file = compiled.target, compiled.source.language, compiled.source.file
        context = generator.usage.context(target, language)
        entries = generator.usage.entries(target, "COMPILE_OPTIONS", language)
        flags = [*generator._language_flags(target, language), *generator._options(target, entries, context)]
        if file is not None:
            flags += split_flags(evaluate_genex(file.properties.get("COMPILE_FLAGS", ""), context))
            flags += words_of(file.options, context)
        found[target.name, compiled.path] = (language, set(compiled.defines), flags)
    said = [text for mode, text in run.interp.out if mode == "STATUS"]
    return found, [text.replace(TREE_ROOT, "ROOT").replace("/kernaudit/out", "BIN") for text in said]


@pytest.mark.parametrize("name", sorted(path.name for path in PROJECTS.iterdir()))
def test_agrees(name, tmp_path, rules):
    source = tmp_path / "tree"
    shutil.copytree(PROJECTS / name, source)
    (tmp_path / "bld").mkdir()
    expected, printed = real(source, tmp_path / "bld")
    found, said = ours(source, rules)
    assert said == printed
    assert found == expected
