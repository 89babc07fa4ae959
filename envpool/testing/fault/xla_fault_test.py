# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Envs that fail within programs compiled by JAX."""

import jax
import numpy as np
import pytest
from jax import lax
from jax.errors import JaxRuntimeError

import envpool
from envpool.python.errors import NotSupportedError
from envpool.testing import fault

assert fault

N = 4


def make(**kwargs):
    env = envpool.make(
        "Fault-v0", "gymnasium", num_envs=N, seed=1, infos="all", **kwargs
    )
    env.reset()
    return env


@pytest.mark.parametrize("kind", ["std", "nonstd", "bad_alloc", "error", "check"])
@pytest.mark.parametrize("caller_helps", [False, True])
def test_error_of_an_env(kind, caller_helps):
    env = make(fault_env=2, place="step", nth=3, fault=kind, caller_helps=caller_helps)
    handle, _, _, step = env.xla()
    action = np.zeros((10, N), env._env_spec.action_array_spec["action"].dtype)
    play = jax.jit(lambda h, a: lax.scan(step, h, a))
    with pytest.raises(JaxRuntimeError, match=r"EnvStepError: env ids \[2\] failed"):
        jax.block_until_ready(play(handle, action))
    # The third step ended the episodes; the env that failed starts anew.
    _, result = step(handle, action[0])
    assert result[-1]["elapsed_step"].tolist() == [4, 4, 0, 4]
    jax.block_until_ready(play(handle, action))


def test_ragged_observations():
    env = envpool.make("Dummy-v0", "gymnasium", num_envs=2)
    with pytest.raises(NotSupportedError, match="of 'obs:dyn' differ"):
        env.xla()
