# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""`sample_actions` draws what `step` takes; for games, see testing/rare_features."""

import numpy as np
import pytest

import envpool
from envpool.errors import ArgumentError, ProtocolError
from envpool.policies import Random

N = 50


@pytest.mark.parametrize(
    ("task_id", "options"),
    [
        ("CartPole-v1", {}),
        ("Pendulum-v1", {}),
        ("Pendulum-v1", {"rescale_action": (-0.5, 0.25)}),
        ("Blackjack-v1", {}),
    ],
)
@pytest.mark.parametrize("env_type", ["gym", "gymnasium", "dm"])
def test_actions_fill_the_space(task_id, options, env_type):
    env = envpool.make(task_id, env_type, num_envs=N, **options)
    action = env.sample_actions(seed=0)  # a result is not needed
    spec = env.spec.action_array_spec["action"]
    if options:
        spec.minimum, spec.maximum = options["rescale_action"]
    size = spec.maximum - spec.minimum
    assert action.shape == (N, *spec.inner_shape)
    assert spec.minimum <= action.min() < spec.minimum + 0.1 * size
    assert spec.maximum - 0.1 * size < action.max() <= spec.maximum
    env.reset()
    for _ in range(3):
        env.step(env.sample_actions())


def test_the_seed_decides():
    env = envpool.make_gymnasium("Pendulum-v1", num_envs=3)
    first = [env.sample_actions(seed=7), env.sample_actions()]
    again = [env.sample_actions(seed=7), env.sample_actions()]
    np.testing.assert_array_equal(first, again)
    assert (first[0] != first[1]).all()
    other = envpool.make_gymnasium("Pendulum-v1", num_envs=3)
    assert (env.sample_actions() != other.sample_actions()).all()
    for wrong in (-1, 1.5, "one"):
        with pytest.raises((ArgumentError, TypeError), match="seed"):
            env.sample_actions(seed=wrong)


def test_actions_are_legal_after_each_kind_of_result():
    env = envpool.make_gymnasium("Taxi-v3", num_envs=N)
    with pytest.raises(ProtocolError, match=r"sample_actions: .* call reset\(\)"):
        env.sample_actions()
    _, info = env.reset()
    for _ in range(20):
        action = env.sample_actions()
        assert info["action_mask"][np.arange(N), action].all()
        *_, info = env.step(action)
    batch = env.rollout(5, Random(0), infos=["action_mask"])
    action = env.sample_actions()
    assert batch.info["action_mask"][-1][np.arange(N), action].all()
    env.load_state(env.save_state())
    with pytest.raises(ProtocolError, match="sample_actions"):
        env.sample_actions()
    env.step(action)
    env.step(env.sample_actions())


def test_asynchronous_pools():
    env = envpool.make("Taxi-v3", "gym", num_envs=6, batch_size=2)
    env.async_reset()
    for _ in range(20):
        info = env.recv()[-1]
        action = env.sample_actions()
        assert info["action_mask"][np.arange(2), action].all()
        env.send(action, info["env_id"])
