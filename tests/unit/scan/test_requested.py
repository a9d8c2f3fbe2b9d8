"""Arch lists that a user asks for by their place."""

from __future__ import annotations

import pytest

from kernaudit.discover.tree import SourceTree
from kernaudit.errors import UsageError
from kernaudit.scan.options import ScanOptions
from kernaudit.scan.requested import with_request

FILES = {
    "Dockerfile": "FROM x\nENV TORCH_CUDA_ARCH_LIST=8.0\n",
    ".github/workflows/publish.yml": "env:\n  TORCH_CUDA_ARCH_LIST: '8.0;9.0a'\n",
    "scripts/build.sh": 'A=1\nexport TORCH_CUDA_ARCH_LIST="$A 7.5"\n',
}


def _asked(folder, request, *names):
    for name in names or FILES:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(FILES[name])
    return with_request(ScanOptions(folder, request=request), SourceTree(folder)).request


@pytest.mark.parametrize(
    ("request_", "names", "expected"),
    [
        (None, (), None),
        ("9.0", (), "9.0"),
        ("@Dockerfile:2", (), "8.0"),
        ("@./Dockerfile:2", (), "8.0"),
        ("@.github/workflows/publish.yml:2", (), "8.0;9.0a"),
        ("released", (), "8.0;9.0a"),
        ("released", ("Dockerfile",), "8.0"),
    ],
)
def test_the_list_takes_the_place_of_its_name(tmp_path, request_, names, expected):
    assert _asked(tmp_path, request_, *names) == expected


@pytest.mark.parametrize(
    ("request_", "names", "message"),
    [
        ("@Dockerfile", (), "expected @FILE:LINE"),
        ("@Dockerfile:1", (), r"no arch list stands there; there are @.*publish.yml:2 \(8.0;9.0a\)"),
        ("@scripts/build.sh:2", (), "makes its list of variables"),
        ("released", ("Dockerfile", "scripts/build.sh"), "several lists could be meant"),
    ],
)
def test_what_names_no_list_is_an_error_that_lists_the_choices(tmp_path, request_, names, message):
    with pytest.raises(UsageError, match=message):
        _asked(tmp_path, request_, *names)


def test_a_tree_without_lists_releases_none(tmp_path):
    with pytest.raises(UsageError, match="no file of the tree names an arch list"):
        with_request(ScanOptions(tmp_path, request="released"), SourceTree(tmp_path))
