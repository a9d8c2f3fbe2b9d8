from __future__ import annotations

import pytest

from kernaudit.cli.options import pairs
from kernaudit.errors import UsageError


def test_pairs() -> None:
    assert pairs(None, "-D") == {}
    assert pairs(["A=1", "B:BOOL=ON", "A=x=y", "E="], "-D") == {"A": "x=y", "B": "ON", "E": ""}
    assert pairs(["PATH=/a:/b", "X:Y=1"], "--env") == {"PATH": "/a:/b", "X:Y": "1"}


@pytest.mark.parametrize("text", ["A", "=1", ":BOOL=1", ""])
def test_what_is_no_pair(text: str) -> None:
    with pytest.raises(UsageError, match=r"-D .*: expected NAME=VALUE"):
        pairs([text], "-D")
