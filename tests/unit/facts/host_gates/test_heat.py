"""Names that are spelled like the kinds of nodes in a syntax tree stay names."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from fakes.host_code import host, row

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize("name", ["assign", "addr", "call", "path", "decl", "cond", "index"])
def test_functions_that_are_called_like_a_node(tmp_path: Path, name: str) -> None:
    before = f"template <class T> int {name}(T* p);\nint {name}();\n"
    body = f"for (int i = 0; i < 3; i++) {{ int n = {name}<float>(p) + {name}(); (void)n; }}\n"
    body += "if (get_sm_version_num() >= 90) k<<<1, 1>>>(p);"
    assert row(host(tmp_path, body, before=before)) == "nnnYYYYY"
