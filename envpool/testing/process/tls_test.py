# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Our libraries use almost no thread-local storage.

The system allocates the storage for each thread of the process at its first use, and
ends the process if the allocation fails.
"""

import os
import struct
from pathlib import Path

import pytest

import envpool

MAX_BYTES = 512
PT_TLS = 7
PACKAGE = Path(envpool.__file__).parent
LIBRARIES = sorted(str(path.relative_to(PACKAGE)) for path in PACKAGE.rglob("*.so"))


def thread_local_bytes(path):
    """Reads the segment's size from the program headers of a 64-bit ELF file."""
    data = path.read_bytes()
    assert data[:6] == b"\x7fELF\x02\x01"
    (offset,) = struct.unpack_from("<Q", data, 32)
    size, count = struct.unpack_from("<HH", data, 54)
    headers = (
        struct.unpack_from("<IIQQQQQQ", data, offset + i * size) for i in range(count)
    )
    return sum(header[6] for header in headers if header[0] == PT_TLS)


def test_all_are_found():
    names = {os.path.basename(name) for name in LIBRARIES}
    assert {"_core.so", "libenvpool_core.so", "libenvpool_engine.so"} < names
    assert len(names) >= 8


@pytest.mark.parametrize("name", LIBRARIES)
def test_thread_local_storage(name):
    assert thread_local_bytes(PACKAGE / name) <= MAX_BYTES
