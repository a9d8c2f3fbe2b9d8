"""Names of the CUDA runtime and driver that ask for shared memory, launch kernels or say what a device allows.

CUDA Runtime API and Driver API, sections Execution Control, Device Management and Data types.
"""

from __future__ import annotations

import re
from typing import Final

from kernaudit.facts.shared_memory.term import DeviceFact

__all__ = [
    "ASSERTION",
    "ATTRIBUTE_QUERIES",
    "CONFIG_BLOCKS",
    "CONFIG_BYTES",
    "CONFIG_FIELDS",
    "CONFIG_LAUNCHES",
    "CONFIG_TYPES",
    "DEVICE_ATTRIBUTES",
    "DIMENSION_FIELDS",
    "OPTIN_ATTRIBUTES",
    "OPTIN_CALLS",
    "PLAIN_BLOCKS",
    "PLAIN_LAUNCHES",
    "PROPERTIES",
    "PROPERTY_CALL",
    "PROPERTY_TYPES",
    "UNMISTAKABLE",
]

OPTIN_CALLS: Final = frozenset({"cudaFuncSetAttribute", "cuFuncSetAttribute", "cudaKernelSetAttributeForDevice"})
"""Calls of (kernel, attribute, value)."""

OPTIN_ATTRIBUTES: Final = frozenset(
    {"cudaFuncAttributeMaxDynamicSharedMemorySize", "CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES"}
)

PLAIN_LAUNCHES: Final = {
    "cudaLaunchKernel": 4,
    "cudaLaunchCooperativeKernel": 4,
    "cuLaunchKernel": 7,
    "cuLaunchCooperativeKernel": 7,
}
"""Calls that take the kernel first; where the dynamic bytes stand."""

PLAIN_BLOCKS: Final = {
    "cudaLaunchKernel": (2,),
    "cudaLaunchCooperativeKernel": (2,),
    "cuLaunchKernel": (4, 5, 6),
    "cuLaunchCooperativeKernel": (4, 5, 6),
}
"""Where the block stands in those calls: one `dim3`, or its three sides."""

CONFIG_LAUNCHES: Final = frozenset({"cudaLaunchKernelEx", "cudaLaunchKernelExC", "cuLaunchKernelEx"})
"""Calls of (configuration, kernel, ...)."""

CONFIG_BYTES: Final = ("dynamicSmemBytes", "sharedMemBytes")
"""The field of the configuration that holds the dynamic bytes: cudaLaunchConfig_t, CUlaunchConfig."""

CONFIG_BLOCKS: Final = ("blockDim", "blockDimX", "blockDimY", "blockDimZ")
"""The fields of the configuration that hold the block, or its sides."""

CONFIG_TYPES: Final = frozenset({"cudaLaunchConfig_t", "cudaLaunchConfig_st"})

CONFIG_FIELDS: Final = ("gridDim", "blockDim", "dynamicSmemBytes", "stream", "attrs", "numAttrs")
"""Fields of cudaLaunchConfig_t in their order."""

DIMENSION_FIELDS: Final = {"dim3": ("x", "y", "z"), "uint3": ("x", "y", "z")}
"""Types of the sides of grids and blocks, with their fields in order; `dim3` takes 1 for each that is not given."""

ATTRIBUTE_QUERIES: Final = frozenset({"cudaDeviceGetAttribute", "cuDeviceGetAttribute"})
"""Calls of (pointer to the answer, attribute, device)."""

_SHARED: Final = {
    "MaxSharedMemoryPerBlockOptin": DeviceFact.SHARED_OPTIN,
    "MaxSharedMemoryPerBlock": DeviceFact.SHARED,
    "MaxSharedMemoryPerMultiprocessor": DeviceFact.SHARED_PER_SM,
    "ReservedSharedMemoryPerBlock": DeviceFact.SHARED_RESERVED,
    "ComputeCapabilityMajor": DeviceFact.MAJOR,
    "ComputeCapabilityMinor": DeviceFact.MINOR,
    "WarpSize": DeviceFact.WARP,
    "MaxThreadsPerBlock": DeviceFact.THREADS,
}

DEVICE_ATTRIBUTES: Final = {
    **{f"cudaDevAttr{name}": fact for name, fact in _SHARED.items()},
    **{
        "CU_DEVICE_ATTRIBUTE_" + re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).upper(): fact
        for name, fact in _SHARED.items()
    },
}
"""Enumerators of cudaDeviceAttr and CUdevice_attribute."""

UNMISTAKABLE: Final = {
    "sharedMemPerBlockOptin": DeviceFact.SHARED_OPTIN,
    "sharedMemPerBlock": DeviceFact.SHARED,
    "sharedMemPerMultiprocessor": DeviceFact.SHARED_PER_SM,
    "reservedSharedMemPerBlock": DeviceFact.SHARED_RESERVED,
}
"""Fields of cudaDeviceProp whose name says what they are, whatever the object is called."""

PROPERTIES: Final = {
    **UNMISTAKABLE,
    "major": DeviceFact.MAJOR,
    "minor": DeviceFact.MINOR,
    "warpSize": DeviceFact.WARP,
    "maxThreadsPerBlock": DeviceFact.THREADS,
}
"""Fields of cudaDeviceProp."""

PROPERTY_TYPES: Final = frozenset({"cudaDeviceProp", "cudaDeviceProp_t"})

PROPERTY_CALL: Final = re.compile(r"device_?prop", re.IGNORECASE)
"""Functions that return device properties: `at::cuda::getCurrentDeviceProperties`, `get_device_prop`."""

ASSERTION: Final = re.compile(r"assert|check|enforce|require", re.IGNORECASE)
"""Functions and macros that do not come back unless their first argument holds: `TORCH_CHECK`, `GGML_ASSERT`."""
