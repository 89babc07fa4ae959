# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""`xla()` of envs with specs that few others have."""

import jax
import numpy as np
import pytest
from jax.errors import JaxRuntimeError

import envpool


@pytest.mark.parametrize("mode", ["next_step", "same_step"])
def test_infos_of_terminations(mode):
    """A lap is finished by the first step; the mask tells which rows have that."""
    kwargs = {"num_envs": 2, "lap_complete_percent": 0.0, "autoreset_mode": mode}
    env = envpool.make_gymnasium("CarRacing-v3", **kwargs)
    env.reset(seed=1)
    handle, _, _, step = env.xla()
    ends = 0
    for _ in range(3):
        handle, result = step(handle, np.zeros((2, 3), np.float32))
        terminated, info = np.asarray(result[2]), result[-1]
        ends += terminated.sum()
        if mode == "next_step":
            np.testing.assert_array_equal(info["_lap_finished"], terminated)
        else:
            assert "lap_finished" not in info
            info = info["final_info"]
        assert np.asarray(info["lap_finished"])[terminated].all()
    assert ends


def test_other_ranges_of_actions():
    """The arrays are the same, but Breakout has fewer actions."""
    games = ("Pong-v5", "Breakout-v5")
    env, other = (envpool.make_gymnasium(game, num_envs=2) for game in games)
    env.reset()
    other.reset()
    step = jax.jit(env.xla()[-1])
    action = np.full(2, 5, np.int32)
    jax.block_until_ready(step(env.xla()[0], action))
    with pytest.raises(JaxRuntimeError, match="that the call was traced for"):
        jax.block_until_ready(step(other.xla()[0], action))
