# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""What tables keep between steps, and when the assignments of a step run."""

import numpy as np
import pytest

import envpool
import envpool.mujoco
from envpool.errors import ConfigError

CART = """
<mujoco>
  <option timestep="0.01"/>
  <worldbody>
    <body name="cart">
      <joint name="rail" type="slide" axis="1 0 0"/>
      <geom type="box" size="0.2 0.1 0.1" mass="1"/>
    </body>
  </worldbody>
  <actuator><motor joint="rail" ctrlrange="-1 1" ctrllimited="true"/></actuator>
</mujoco>
"""


def make(num_envs=1, **terms):
    task = envpool.mujoco.task(
        CART, **{"observations": ["qpos", "qvel"], "frame_skip": 4, **terms}
    )
    return envpool.make_gymnasium(task, num_envs=num_envs, seed=0, term_infos=True)


def play(pool, steps=3):
    pool.reset()
    found = [pool.step(np.ones((1, 1), np.float32)) for _ in range(steps)]
    return np.array([row[0][0] for row in found]), np.array(
        [row[-1].get("reward_terms", [None])[0] for row in found]
    )


def test_moments_of_a_step():
    """Each moment is counted; what a reward sees is what came before it."""
    pool = make(
        memory=dict.fromkeys(("before", "substeps", "strides", "ends"), 0),
        updates={
            "before": ["before = before + 1"],
            "substep": ["substeps = substeps + 1"],
            "step": ["strides = strides + before"],
            "end": ["ends = ends + substeps"],
        },
        observations=["before", "substeps", "strides", "ends"],
        rewards={"seen": "1000 * before + 100 * substeps + 10 * strides + ends"},
    )
    obs, rewards = play(pool)
    assert obs.tolist() == [[1, 4, 1, 4], [2, 8, 3, 12], [3, 12, 6, 24]]
    assert rewards[:, 0].tolist() == [1410, 2834, 4272]
    assert pool.reset()[0].tolist() == [[0, 0, 0, 0]]


def test_memory_starts_as_it_says_and_is_saved():
    pool = make(
        num_envs=3,
        define={"double": "2 * kept"},
        memory={"kept": "uniform(1, 2, 2)"},
        updates={"step": ["kept = kept + random(2)"]},
        observations=["kept", "double"],
    )
    obs, _ = pool.reset()
    assert ((obs[:, :2] >= 1) & (obs[:, :2] < 2)).all()
    assert np.array_equal(2 * obs[:, :2], obs[:, 2:])
    states = pool.save_state()
    action = np.zeros((3, 1), np.float32)
    first = [pool.step(action)[0] for _ in range(3)]
    assert np.array_equal(pool.load_state(states), obs)
    again = [pool.step(action)[0] for _ in range(3)]
    assert np.array_equal(first, again)


@pytest.mark.parametrize("physics", ["dm_control", "gymnasium", "mjlab"])
def test_when_places_are_up_to_date(physics):
    """The position of the body, seen by rewards and by observations."""
    pool = make(
        physics=physics,
        observations=["qpos[0]", "body('cart')[0]"],
        rewards={"late": "qpos[0] - body('cart')[0]"},
    )
    obs, rewards = play(pool)
    is_late = [not np.isclose(*row) for row in obs]
    assert is_late == [physics == "gymnasium"] * 3
    assert (rewards[:, 0] > 0).tolist() == [physics != "dm_control"] * 3


def test_the_end_of_a_step_may_push():
    """Observations of the same step see it if everything is computed again."""
    pool = make(
        physics="mjlab",
        observations=["qvel", "linear_velocity('cart')[0]"],
        updates={"end": ["qvel = 5"]},
    )
    assert np.allclose(play(pool)[0], 5)


@pytest.mark.parametrize(
    ("terms", "text"),
    [
        ({"updates": {"after": []}}, "updates: unknown key 'after'"),
        ({"updates": {"end": ["keyframe('home')"]}}, "expected `name = expression`"),
        ({"updates": {"end": ["kept = 1"]}}, "update 'kept = 1': no quantity 'kept'"),
        ({"updates": {"end": ["xpos[0] = 1"]}}, "'xpos' cannot be assigned"),
        ({"updates": []}, "updates: expected a dict"),
        ({"memory": {"qpos": 1}}, "memory 'qpos': this name has another meaning"),
        ({"define": {"a": "b", "b": "a + 1"}}, "it depends on itself"),
        (
            {"memory": {"a": "zeros(2)"}, "updates": {"end": ["a = [1, 2, 3]"]}},
            "update 'a = [1, 2, 3]': expected 2 values, got 3",
        ),
    ],
)
def test_mistakes(terms, text):
    with pytest.raises(ConfigError) as error:
        make(**terms)
    assert text in str(error.value)
