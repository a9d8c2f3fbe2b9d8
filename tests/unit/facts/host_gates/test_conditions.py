"""Which devices get to a launch: one small function per form of test that real projects use.

Devices, in this order: 7.5, 8.0, 8.9, 9.0, 10.0, 10.3, 12.0, 12.1.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from fakes.host_code import host, row

if TYPE_CHECKING:
    from pathlib import Path

PROP = "auto* prop = getCurrentDeviceProperties();\n"
NUMBER = "int version = get_sm_version_num();\n"
ATTRIBUTES = """
int major = 0, minor = 0, device = 0;
cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device);
cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, device);
int cc = major * 10 + minor;
"""
CASES = {
    "no test": ("k<<<1, 1>>>(p);", "........"),
    "floor": (PROP + "if (prop->major >= 9) k<<<1, 1>>>(p);", "nnnYYYYY"),
    "floor with minor": (
        PROP + "if (prop->major > 8 || (prop->major == 8 && prop->minor >= 9)) k<<<1, 1>>>(p);",
        "nnYYYYYY",
    ),
    "equal": (PROP + "if (prop->major == 9) { k<<<1, 1>>>(p); }", "nnnYnnnn"),
    "not equal": (PROP + "if (prop->major != 9) { k<<<1, 1>>>(p); }", "YYYnYYYY"),
    "family": (PROP + "if (prop->major == 10) k<<<1, 1>>>(p);", "nnnnYYnn"),
    "closed range": (NUMBER + "if (version >= 90 && version < 120) k<<<1, 1>>>(p);", "nnnYYYnn"),
    "number": (NUMBER + "if (version == 120 || version == 121) k<<<1, 1>>>(p);", "nnnnnnYY"),
    "attributes": (ATTRIBUTES + "if (cc >= 100 && cc < 110) k<<<1, 1>>>(p);", "nnnnYYnn"),
    "division": (NUMBER + "if (version / 10 == 12) k<<<1, 1>>>(p);", "nnnnnnYY"),
    "check": (PROP + 'TORCH_CHECK(prop->major >= 9, "Hopper only");\nk<<<1, 1>>>(p);', "nnnYYYYY"),
    "check, behind": (PROP + "k<<<1, 1>>>(p);\nTORCH_CHECK(prop->major >= 9);", "........"),
    "throw": (PROP + 'if (prop->major < 9) throw std::runtime_error("no");\nk<<<1, 1>>>(p);', "nnnYYYYY"),
    "return": (PROP + "if (prop->major < 8) { return; }\nk<<<1, 1>>>(p);", "nYYYYYYY"),
    "assert": (PROP + "assert(prop->major >= 9 && flag);\nk<<<1, 1>>>(p);", "nnnYYYYY"),
    "dispatch": (NUMBER + "if (version >= 90) { other<<<1, 1>>>(p); return; }\nk<<<1, 1>>>(p);", "YYYnnnnn"),
    "else": (NUMBER + "if (version >= 100) other<<<1, 1>>>(p);\nelse if (version >= 80) k<<<1, 1>>>(p);", "nYYYnnnn"),
    "choice": (NUMBER + "version >= 90 ? k<<<1, 1>>>(p) : other<<<1, 1>>>(p);", "nnnYYYYY"),
    "flag": (NUMBER + "if (flag && version >= 90) k<<<1, 1>>>(p);", "nnnYYYYY"),
    "flag or": (NUMBER + "if (flag || version >= 90) k<<<1, 1>>>(p);", "........"),
    "flag only": ("if (flag > 3) k<<<1, 1>>>(p);", "........"),
    "flag variable": (
        NUMBER + "bool fast = version >= 90 && flag;\nif (fast) k<<<1, 1>>>(p); else other<<<1, 1>>>(p);",
        "nnnYYYYY",
    ),
    "negated": (NUMBER + "const bool old = !(version >= 90);\nif (!old) k<<<1, 1>>>(p);", "nnnYYYYY"),
    "assigned": (NUMBER + "int kind = 0;\nif (version >= 90) kind = 1;\nif (kind == 1) k<<<1, 1>>>(p);", "nnnYYYYY"),
    "switch": (
        PROP + "switch (prop->major) {\ncase 8: other<<<1, 1>>>(p); break;\ncase 9: k<<<1, 1>>>(p); break;\n"
        'default: throw std::runtime_error("no");\n}',
        "nnnYnnnn",
    ),
    "switch default": (
        PROP + "switch (prop->major) {\ncase 8: other<<<1, 1>>>(p); break;\ndefault: k<<<1, 1>>>(p);\n}",
        "YnnYYYYY",
    ),
    "switch falls": (
        PROP + "switch (prop->major) {\ncase 7:\ncase 8: k<<<1, 1>>>(p); break;\ncase 9: other<<<1, 1>>>(p);\n}",
        "YYYnnnnn",
    ),
    "loop": (NUMBER + "for (int i = 0; i < flag; i++) { if (version < 90) continue; k<<<1, 1>>>(p); }", "nnnYYYYY"),
    "while": (NUMBER + "while (flag--) { if (version < 90) break; k<<<1, 1>>>(p); }", "nnnYYYYY"),
    "lambda": (NUMBER + "auto go = [&](int n) { if (version >= n) k<<<1, 1>>>(p); };\ngo(90);", "nnnYYYYY"),
    "limit that nobody knows": ("int v = prop_of(get_sm_version_num());\nif (v == 3) k<<<1, 1>>>(p);", "????????"),
    "both paths": (NUMBER + "if (version == 90) k<<<1, 1>>>(p); else k<<<2, 2>>>(p);", "........"),
    "catch": (
        PROP + "try { if (prop->major < 9) throw 1; other<<<1, 1>>>(p); } catch (int e) { k<<<1, 1>>>(p); }",
        "????????",
    ),
    "goto": (PROP + "if (prop->major < 9) goto end;\nk<<<1, 1>>>(p);\nend: return;", "???....."),
    "shared memory limit": (PROP + "if (prop->sharedMemPerBlockOptin >= 232448) k<<<1, 1>>>(p);", "nnnYYYnn"),
}


@pytest.mark.parametrize("name", CASES)
def test_devices_that_get_to_a_launch(tmp_path: Path, name: str) -> None:
    body, want = CASES[name]
    assert row(host(tmp_path, body)) == want
