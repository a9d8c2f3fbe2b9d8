"""Releases that setup.py builds: the images that reading them (and running them with a stand-in torch) gave."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from kernaudit.model.report import FamilyKind, Language, Report
from kernaudit.scan.code_reading import CodeReading
from kernaudit.scan.images import images_document
from kernaudit.scan.options import ScanOptions
from kernaudit.scan.pipeline import run_scan
from realworld.trees import TreeUnavailableError, tree

WORDS = {"native": "n", "compatible-sass": "c", "ptx-jit": "j", "not-built": "-", "unknown": "?"}
DEVICES = ("7.5", "8.0", "8.6", "8.7", "8.9", "9.0", "10.0", "10.3", "11.0", "12.0", "12.1")

pytestmark = pytest.mark.realworld


@cache
def scanned(folder: str, cuda: str) -> Report:
    try:
        path = tree(folder)
    except TreeUnavailableError as error:
        pytest.skip(str(error))
    return run_scan(ScanOptions(path, to=("all",), cuda=cuda, code=CodeReading.NEVER, jobs=1))


def images(folder: str, request: str | None, env: dict[str, str]) -> list[dict[str, Any]]:
    """The CUDA sources of a release as `kernaudit images` gives them under CUDA 13.0.88."""
    try:
        path = tree(folder)
    except TreeUnavailableError as error:
        pytest.skip(str(error))
    document = images_document(ScanOptions(path, cuda="13.0.88", request=request, env=env))
    return [one for one in document["sources"] if one["language"] == "CUDA"]


def letters(report: Report, family: str) -> str:
    """The family's images, a letter per device of DEVICES."""
    ids = {device.capability: device.id for device in report.devices}
    cells = next(one for one in report.families if one.name == family and one.kind is FamilyKind.FAMILY).cells
    return "".join(WORDS[cells[ids[device]].status.value] for device in DEVICES)


@pytest.mark.parametrize(
    ("folder", "cuda", "family", "expected"),
    [
        ("flash_attn-2.8.3.post2", "12.8", "flash_attn_2_cuda", "-ncccnnc-nc"),
        ("flash_attn-2.8.3.post2", "12.4", "flash_attn_2_cuda", "-ncccn-----"),
        ("causal_conv1d-1.7.0", "12.8", "causal_conv1d_cuda", "nncncnnc-nc"),
        ("causal_conv1d-1.7.0", "13.0", "causal_conv1d_cuda", "nncncnnnnnn"),
        ("mamba_ssm-2.3.2.post1", "12.8", "selective_scan_cuda", "nncncnnc-nc"),
        ("mamba_ssm-2.3.2.post1", "13.0", "selective_scan_cuda", "nncncnnnnnn"),
        ("turbodiffusion-1.0.0", "13.0", "turbo_diffusion_ops", "-nccnn---n-"),
        ("xformers-0.0.35", "13.0", "xformers._C", "nnnnnnnnnnn"),
    ],
)
def test_images_of_extensions(folder, cuda, family, expected):
    assert letters(scanned(folder, cuda), family) == expected


def test_the_flags_of_mamba_follow_the_toolkit():
    for cuda, count in (("12.4", 4), ("12.8", 6), ("13.0", 9)):
        report = scanned("mamba_ssm-2.3.2.post1", cuda)
        families = [family for family in report.families if family.language is Language.CUDA]
        (effective,) = {cell.effective for family in families for cell in family.cells.values()}
        assert len(effective) == count


def test_the_per_suffix_rules_of_flash_attention_3():
    report = scanned("flash_attn-2.8.3.post2", "12.8")
    ids = {device.capability: device.id for device in report.devices}
    found = {
        suffix: {
            "".join(WORDS[row.cells[ids[device]].status.value] for device in DEVICES)
            for row in report.kernels
            if row.family == "flash_attn_3._C" and row.name.endswith(suffix)
        }
        for suffix in ("_sm80.cu", "_sm90.cu", "_combine.cu")
    }
    assert found == {"_sm80.cu": {"-nccc------"}, "_sm90.cu": {"-----n-----"}, "_combine.cu": {"-ncccn-----"}}


def test_natten_adds_sources_for_the_device_that_it_is_built_on():
    report = scanned("natten-0.21.7", "13.0")
    ids = {device.capability: device.id for device in report.devices}
    built = {
        name: "".join(
            WORDS[next(row for row in report.kernels if f"/{name}/" in row.id).cells[ids[device]].status.value]
            for device in DEVICES
        )
        for name in ("fna", "hopper_fna", "blackwell_fna")
    }
    assert built["fna"] == "nnnnnnnnnnn"
    assert built["hopper_fna"] == "-----n-----"
    assert built["blackwell_fna"] == "------nn---"
    assert {device.request_rule.value for device in report.devices} == {"native"}


def test_gptqmodel_compiles_its_kernels_at_run_time_by_the_rule_of_torch():
    report = scanned("gptqmodel-7.7.0", "13.0")
    compiled = [row for row in report.kernels if row.language is Language.CUDA]
    assert len(compiled) == 47
    ids = {device.capability: device.id for device in report.devices}
    rows = {row.file: {WORDS[row.cells[ids[device]].status.value] for device in DEVICES} for row in compiled}
    assert rows["gptqmodel_ext/qqq/qqq_gemm.cu"] == {"n"}
    assert rows["gptqmodel_ext/machete/machete_pytorch.cu"] == {"?"}  # flags of its own, made at run time


def test_natten_hands_its_arch_list_to_cmake():
    """The list that the script gave cmake when it ran with a stand-in torch: 80-real;90a-real;100a-real;120-real."""
    sources = images("natten-0.21.7", None, env={"NATTEN_CUDA_ARCH": "8.0;9.0;10.0;12.0"})
    gencodes = {"80>sm_80", "90a>sm_90a", "100a>sm_100a", "120>sm_120"}
    assert {code for one in sources for code in one["gencode"]} == gencodes
    generated = {one["path"].split("/")[-2] for one in sources if one["glob"]}
    assert {"fna", "hopper_fna", "blackwell_fna"} <= generated
    only = images("natten-0.21.7", None, env={"NATTEN_CUDA_ARCH": "8.0"})
    assert {one["path"].split("/")[-2] for one in only if one["glob"]} == {"fna", "fmha", "reference"}


def test_xformers_gets_its_sources_and_macros():
    """As the script gave them to CUDAExtension when it ran with a stand-in torch, for its own attention kernels."""
    env = {"XFORMERS_PT_CUTLASS_ATTN": "0", "FORCE_CUDA": "1"}
    sources = images("xformers-0.0.35", "9.0a;10.0+PTX", env=env)
    assert len(sources) == 11
    assert {tuple(one["gencode"]) for one in sources} == {("100>compute_100", "100>sm_100", "90a>sm_90a")}
    wanted = {"HAS_PYTORCH", "_ENABLE_EXTENDED_ALIGNED_STORAGE", "NDEBUG", "TORCH_STABLE_ONLY", "USE_CUDA"}
    assert all(set(one["defines"]) == {*wanted, "TORCH_TARGET_VERSION=0x020a000000000000"} for one in sources)
