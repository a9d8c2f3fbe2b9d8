"""Clusters on devices without them, and above the portable size without the attribute that allows them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from kernaudit.scan.options import ScanOptions
from kernaudit.scan.pipeline import run_scan

if TYPE_CHECKING:
    from pathlib import Path

BUILD = """project(x LANGUAGES CUDA CXX)
set(CMAKE_CUDA_ARCHITECTURES 90a-real 100a-real)
add_library(a k.cu)
"""
ALLOW = "cudaFuncSetAttribute(k, cudaFuncAttributeNonPortableClusterSizeAllowed, 1);"


def statuses(root: Path, head: str, host: str = "") -> dict[str, str]:
    kernel = f"__global__ void {head} k(float* p) {{ p[threadIdx.x] = 1; }}\n"
    return scanned(root, f"{kernel}void run(float* p) {{ {host} k<<<16, 128>>>(p); }}\n")


def scanned(root: Path, text: str, *devices: str) -> dict[str, str]:
    (root / "CMakeLists.txt").write_text(BUILD.replace("90a", "80-real 90a") if "8.0" in devices else BUILD)
    (root / "k.cu").write_text(text)
    [row] = run_scan(ScanOptions(root, to=devices or ("9.0", "10.0"), cache=False, jobs=1)).kernels
    return {device: cell.status.value for device, cell in row.cells.items()}


@pytest.mark.parametrize("dims", ["16, 1, 1", "1, 16, 1", "4, 3", "9"])
def test_a_cluster_above_the_portable_size_is_not_known_to_launch(tmp_path: Path, dims: str) -> None:
    assert statuses(tmp_path, f"__cluster_dims__({dims})") == {"sm_90a": "unknown", "sm_100": "unknown"}


@pytest.mark.parametrize(("dims", "host"), [("8, 1, 1", ""), ("2, 2, 2", ""), ("16, 1, 1", ALLOW)])
def test_a_portable_cluster_and_one_that_host_code_allows_run(tmp_path: Path, dims: str, host: str) -> None:
    assert set(statuses(tmp_path, f"__cluster_dims__({dims})", host).values()) == {"native"}


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("template <int N> __global__ void __cluster_dims__(N, 1, 1) k(float* p) { p[0] = N; }", "unknown"),
        ("constexpr int C = 16;\n__global__ void __cluster_dims__(C) k(float* p) { p[0] = 1; }", "unknown"),
        ("#define C 4\n__global__ void __cluster_dims__(C, C, 1) k(float* p) { p[0] = 1; }", "unknown"),
        ("constexpr int C = 8;\n__global__ void __cluster_dims__(C) k(float* p) { p[0] = 1; }", "native"),
    ],
)
def test_a_size_that_a_name_or_an_argument_gives(tmp_path: Path, text: str, status: str) -> None:
    made = "template __global__ void k<16>(float*);\n" if "template" in text else ""
    assert set(scanned(tmp_path, f"{text}\n{made}").values()) == {status}


LAUNCH = """__global__ void k(float* p) {{ p[threadIdx.x] = 1; }}
void run(float* p, int n) {{
  cudaLaunchConfig_t config = {{}};
  cudaLaunchAttribute attribute[1];
  {}
  config.attrs = attribute;
  config.numAttrs = {};
  {}
  cudaLaunchKernelEx(&config, k, p);
}}
"""
CLUSTER = "attribute[0].id = cudaLaunchAttributeClusterDimension; attribute[0].val.clusterDim"
SERIAL = "attribute[0].id = cudaLaunchAttributeProgrammaticStreamSerialization;"


@pytest.mark.parametrize(
    ("attribute", "number", "before", "expected"),
    [
        pytest.param(f"{CLUSTER}.x = 2; attribute[0].val.clusterDim.y = 1;", "1", "", ("rejected", "native"), id="two"),
        pytest.param(f"{CLUSTER} = {{2, 2, 1}};", "1", "", ("rejected", "native"), id="four"),
        pytest.param(f"{CLUSTER}.x = 16;", "1", "", ("rejected", "unknown"), id="above the portable size"),
        pytest.param(f"{CLUSTER}.x = 16;", "1", ALLOW, ("rejected", "native"), id="above, allowed"),
        pytest.param(f"{CLUSTER}.x = 1;", "1", "", ("native", "native"), id="one block"),
        pytest.param(f"{CLUSTER}.x = n;", "1", "", ("native", "native"), id="not known"),
        pytest.param(f"{CLUSTER}.x = 2;", "n > 1 ? 1 : 0", "", ("native", "native"), id="perhaps not passed"),
        pytest.param(SERIAL, "1", "", ("native", "native"), id="another attribute"),
    ],
)
def test_clusters_by_attributes_of_a_launch(
    tmp_path: Path, attribute: str, number: str, before: str, expected: tuple[str, str]
) -> None:
    """A device of 8.0 has no clusters; one of 9.0 has those of up to eight blocks."""
    found = scanned(tmp_path, LAUNCH.format(attribute, number, before), "8.0", "9.0")
    assert tuple(one.removeprefix("runtime-") for one in found.values()) == expected
