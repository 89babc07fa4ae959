# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The number of allocations for a batch of envs."""

import os

import pytest

from benchmark import memory
from envpool.testing.kit_plugin import ids_of
from envpool.testing.profile import profile_of
from envpool.testing.selection import one_of_each_class

# A sanitizer's runtime, preloaded by third_party/sanitize.sh, replaces malloc.
pytestmark = pytest.mark.skipif(
    "san.so" in os.environ.get("LD_PRELOAD", ""), reason="runs under a sanitizer"
)


@pytest.mark.parametrize("with_python", [False, True])
def test_mallocs_per_batch(package, with_python):
    ids = [each for each in ids_of(package) if not profile_of(each).engine_allocates]
    if not ids:
        pytest.skip(f"{package}: its engine allocates memory in steps")
    # The last id, because the first ids may have many infos, each with an array.
    *others, last = one_of_each_class(ids)
    tasks = [(last, env_type, 8) for env_type in ("gym", "gymnasium", "dm")]
    if not with_python:  # without Python, the API makes no difference
        tasks += [(each, "gym", 8) for each in others]
    counts = memory.count_mallocs(tasks, 50, with_python)
    found = dict(zip(tasks, counts, strict=True))
    assert {t: n for t, n in found.items() if n > memory.MAX_MALLOCS} == {}
