# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0

from benchmark import xla


def test_each_way_plays():
    speeds = xla.measure("CartPole-v1", num_envs=4, steps=10, rounds=1)
    assert set(speeds) == {"numpy", "callback", "xla"}
    assert min(speeds.values()) > 0
