# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0

from benchmark import memory

# A quarter of a MiB, and batches of frames.
MAX_KIB_PER_ENV = 400


def test_memory_per_env():
    assert 0 < memory.per_env("resident", "Pong-v5") < MAX_KIB_PER_ENV
