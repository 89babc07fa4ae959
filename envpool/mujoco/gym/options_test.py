# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Options of the MuJoCo tasks, and features that Gymnasium lacks."""

import inspect
import os
import re

import gymnasium
import mujoco
import numpy as np
import pytest

import envpool
from envpool.mujoco.gym.oracle import IDS, TASKS, MujocoEnvs, Theirs, case_of
from envpool.python.errors import (
    ConfigError,
    EnvPoolError,
    EnvStepError,
)
from envpool.testing.oracle import compare, comparisons

POSITIONS = {"exclude_current_positions_from_observation": False}
FREE = {"terminate_when_unhealthy": False}
SHOWN = {
    "include_cinert_in_observation": False,
    "include_qfrc_actuator_in_observation": False,
}

# Configs with official names, for both EnvPool and Gymnasium.
CASES = [
    ("Ant-v5", {**POSITIONS, **FREE, "frame_skip": 3}),
    ("Ant-v5", {"include_cfrc_ext_in_observation": False, "main_body": "torso"}),
    (
        "Ant-v5",
        {
            "healthy_z_range": (0.3, 0.9),
            "contact_force_range": (-0.5, 2.0),
            "contact_cost_weight": 0.01,
            "forward_reward_weight": 2.0,
            "ctrl_cost_weight": 0.25,
            "healthy_reward": 0.5,
            "reset_noise_scale": 0.05,
        },
    ),
    ("HalfCheetah-v5", {**POSITIONS, "frame_skip": 2, "ctrl_cost_weight": 1.0}),
    ("Hopper-v5", {**POSITIONS, **FREE}),
    (
        "Hopper-v5",
        {
            "healthy_state_range": (-5.0, 5.0),
            "healthy_z_range": (0.5, 1.5),
            "healthy_angle_range": (-0.5, 0.5),
        },
    ),
    ("Humanoid-v5", {**POSITIONS, **FREE, **SHOWN}),
    (
        "Humanoid-v5",
        {"contact_cost_range": (0.0, 0.5), "contact_cost_weight": 1e-4},
    ),
    ("Humanoid-v5", {"include_cvel_in_observation": False, "healthy_reward": 2.0}),
    ("Humanoid-v5", {"include_cfrc_ext_in_observation": False}),
    (
        "HumanoidStandup-v5",
        {**SHOWN, "uph_cost_weight": 0.5, "impact_cost_range": (0.0, 0.01)},
    ),
    ("HumanoidStandup-v5", {"impact_cost_weight": 1e-5, **POSITIONS}),
    ("InvertedDoublePendulum-v5", {"healthy_reward": 3.0, "reset_noise_scale": 0.01}),
    ("InvertedPendulum-v5", {"reset_noise_scale": 0.1, "frame_skip": 4}),
    (
        "Pusher-v5",
        {
            "reward_near_weight": 1.0,
            "reward_dist_weight": 2.0,
            "reward_control_weight": 0.3,
        },
    ),
    ("Reacher-v5", {"reward_dist_weight": 3.0, "reward_control_weight": 0.1}),
    ("Swimmer-v5", {**POSITIONS, "forward_reward_weight": 4.0}),
    ("Walker2d-v5", {**POSITIONS, **FREE}),
    (
        "Walker2d-v5",
        {"healthy_z_range": (0.5, 3.0), "healthy_angle_range": (-0.4, 0.6)},
    ),
    ("Walker2d-v5", {"xml_file": "walker2d.xml"}),
    ("Ant-v4", {**POSITIONS, **FREE}),
    ("Hopper-v4", FREE),
]


test_options = comparisons(
    MujocoEnvs(), [case_of(task_id, 1001, **config) for task_id, config in CASES]
)

# NumPy computes the official control costs in float32 for such actions.
test_actions_of_float32 = comparisons(
    MujocoEnvs(np.float32), [case_of(task_id, 100) for task_id in IDS]
)

# With contact forces, the official info reward_ctrl is the contact cost.
FORCES = {"use_contact_forces": True}
ANT_4 = Theirs("Ant-v4", FORCES, skipped_infos=("reward_ctrl",))
test_contact_forces_of_version_4 = comparisons(
    MujocoEnvs(),
    [
        case_of("Ant-v4", 500, theirs=ANT_4, **FORCES),
        case_of("Ant-v3", 500, theirs=ANT_4, **FORCES, post_constraint=True),
    ],
)


@pytest.mark.parametrize("task", TASKS)
def test_official_arguments_are_known(task):
    cls = gymnasium.spec(f"{task}-v5").entry_point
    module, _, name = cls.partition(":")
    parameters = inspect.signature(
        getattr(__import__(module, fromlist=[name]), name)
    ).parameters
    known = set(envpool.make_spec(f"{task}-v5").config._fields)
    assert set(parameters) - known <= {"kwargs", "default_camera_config"}


@pytest.mark.parametrize("task", TASKS)
def test_infos_are_those_of_the_official(task):
    official = gymnasium.make(f"{task}-v5")
    official.reset()
    theirs = official.step(official.action_space.sample())[-1]
    env = envpool.make_gymnasium(f"{task}-v5")
    ours = env.step(env.action_space.sample())[-1]
    assert {key for key in ours if not key.startswith("_")} == set(theirs)


@pytest.mark.parametrize(
    ("official", "other"),
    [
        (
            {"healthy_z_range": (0.4, 0.8), "contact_force_range": (-2, 2)},
            {
                "healthy_z_min": 0.4,
                "healthy_z_max": 0.8,
                "contact_force_min": -2.0,
                "contact_force_max": 2.0,
            },
        ),
    ],
)
def test_other_names(official, other):
    pools = [
        envpool.make_gymnasium("Ant-v5", num_envs=2, seed=3, **config)
        for config in (official, other)
    ]
    for pool in pools:
        pool.reset()
    random = np.random.default_rng(0)
    for _ in range(200):
        actions = random.uniform(-1, 1, (2, 8))
        a, b = (pool.step(actions) for pool in pools)
        for x, y in zip(a[:4], b[:4], strict=True):
            np.testing.assert_array_equal(x, y)


def test_frame_stack():
    env = envpool.make_gymnasium("Hopper-v5", num_envs=2, seed=3, frame_stack=3)
    one = envpool.make_gymnasium("Hopper-v5", num_envs=2, seed=3, infos="all")
    assert env.single_observation_space.shape == (3, 11)
    obs, _ = env.reset()
    new, _ = one.reset()
    stack = np.repeat(new[:, None], 3, 1)
    random = np.random.default_rng(0)
    resets = 0
    for _ in range(200):
        np.testing.assert_array_equal(obs, stack)
        actions = random.uniform(-1, 1, (2, 3))
        obs, *_ = env.step(actions)
        new, _, _, _, info = one.step(actions)
        for i in range(2):
            if info["elapsed_step"][i] == 0:
                stack[i] = new[i]
                resets += 1
            else:
                stack[i] = [*stack[i, 1:], new[i]]
    assert resets > 2


@pytest.mark.parametrize(
    "task_id", ["Ant-v5", "Humanoid-v4", "Pusher-v4", "Reacher-v5", "Swimmer-v3"]
)
@pytest.mark.parametrize("frame_stack", [1, 2])
def test_states_in_a_fresh_pool(task_id, frame_stack):
    def play(env, actions):
        for action in actions:
            obs, reward, *flags, info = env.step(action)
            yield obs.tobytes(), reward.tolist(), [x.tolist() for x in flags]
            yield {k: np.asarray(v).tolist() for k, v in info.items() if k != "players"}

    config = {"num_envs": 2, "frame_stack": frame_stack}
    env = envpool.make_gymnasium(task_id, seed=1, **config)
    env.reset()
    space = env.single_action_space
    actions = np.random.default_rng(1).uniform(
        space.low, space.high, (300, 2, *space.shape)
    )
    list(play(env, actions[:70]))
    states = env.save_state()
    expected = list(play(env, actions[70:]))
    other = envpool.make_gymnasium(task_id, seed=77, **config)
    other.reset()
    other.load_state(states)
    assert list(play(other, actions[70:])) == expected


def official_model(name):
    folder = os.path.dirname(inspect.getfile(gymnasium.envs.mujoco))
    with open(os.path.join(folder, "assets", name), encoding="utf-8") as file:
        return file.read()


def test_own_model(tmp_path):
    path = tmp_path / "own.xml"
    text = official_model("hopper.xml").replace('ctrlrange="-1.0 1.0"', "X")
    bounds = iter(["-1 1", "-2 0.5", "-0.25 3"])
    while "X" in text:
        text = text.replace("X", f'ctrlrange="{next(bounds)}"', 1)
    path.write_text(text)
    compare(MujocoEnvs(), case_of("Hopper-v5", 300, xml_file=str(path)))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "expected a MuJoCo model"),
        ("<mujoco><nonsense/></mujoco>", "nonsense"),
        ("<mujoco/>", "positions"),
        (None, "expected a model's file"),
    ],
)
def test_bad_models(tmp_path, capfd, text, said):
    path = tmp_path / "bad.xml"
    if text is not None:
        path.write_text(text)
    with pytest.raises(EnvPoolError, match=f"(?s)^xml_file.*{said}"):
        envpool.make_gym("Ant-v5", num_envs=2, xml_file=str(path))
    assert capfd.readouterr() == ("", "")


def test_wrong_robot():
    with pytest.raises(EnvPoolError, match=r'^xml_file.*"tips_arm"'):
        envpool.make_gym("Pusher-v5", xml_file="humanoid.xml")
    with pytest.raises(EnvPoolError, match=r'main_body.*"tail"'):
        envpool.make_gym("Ant-v5", main_body="tail")
    with pytest.raises(EnvPoolError, match=r"^xml_file: expected a robot"):
        envpool.make_gym("Ant-v5", xml_file="inverted_pendulum.xml")


def episodes_that_break(env):
    """Steps 200 times, also after errors. Returns the number of errors."""
    env.reset()
    errors = 0
    for _ in range(200):
        try:
            env.step(np.ones((1, 8)))
        except EnvStepError as error:
            assert "MuJoCo: mj_stackAlloc" in str(error)  # noqa: PT017 - not every step
            errors += 1
    return errors


def test_error_of_mujoco_in_a_step(tmp_path, capfd):
    path = tmp_path / "small.xml"
    model = official_model("ant.xml")
    path.write_text(model.replace("<worldbody>", '<size memory="9K"/><worldbody>', 1))
    env = envpool.make_gymnasium("Ant-v5", xml_file=str(path))
    assert episodes_that_break(env) > 1
    assert capfd.readouterr() == ("", "")


def test_unstable_simulation(tmp_path, monkeypatch, capfd):
    path = tmp_path / "strong.xml"
    path.write_text(
        re.sub('gear="[0-9.]+"', 'gear="1e9"', official_model("half_cheetah.xml"))
    )
    monkeypatch.chdir(tmp_path)
    config = {"num_envs": 3, "seed": 5, "xml_file": str(path)}
    env = envpool.make_gymnasium("HalfCheetah-v5", **config)
    like = envpool.make_gymnasium("HalfCheetah-v5", **config)
    env.reset()
    like.reset()
    calm = np.zeros((3, 6))
    wild = calm.copy()
    wild[1] = 1
    like.step(calm)
    with pytest.raises(EnvStepError, match=r"env 1.*unstable"):
        env.step(wild)
    for _ in range(3):
        obs, *_ = env.step(calm)
        expected, *_ = like.step(calm)
        np.testing.assert_array_equal(obs[[0, 2]], expected[[0, 2]])
        assert np.isfinite(obs).all()
    assert capfd.readouterr() == ("", "")
    assert os.listdir(tmp_path) == ["strong.xml"]  # no log file of MuJoCo


def test_beside_the_users_mujoco():
    """EnvPool's MuJoCo does not call callbacks of the user's MuJoCo library."""
    calls = []

    def control(model, data):
        calls.append(1)

    mujoco.set_mjcb_control(control)
    try:
        env = envpool.make_gymnasium("Hopper-v5", num_envs=2)
        env.reset()
        env.step(np.zeros((2, 3)))
    finally:
        mujoco.set_mjcb_control(None)
    assert calls == []


def test_actions_of_several_kinds_cost_the_same():
    """Costs depend on an action's dtype, not on its container or memory order."""
    rewards = {}
    for dtype in (np.float32, np.float64):
        action = np.full((2, 6), 0.7, dtype)
        ids = np.arange(2)
        for kind in (action, {"action": action}, np.asfortranarray(action)):
            env = envpool.make_gymnasium("HalfCheetah-v5", num_envs=2, seed=1)
            env.reset()
            env.step(1.0 - action.astype(np.float32))
            info = env.step(kind, ids)[-1]
            rewards.setdefault(dtype, set()).add(float(info["reward_ctrl"][1]))
    assert rewards[np.float32] == {float(np.float32(-0.1) * np.float32(2.94))}
    assert rewards[np.float64] == {-0.1 * np.square(np.full(6, 0.7)).sum()}


def test_no_start_that_the_config_allows():
    env = envpool.make_gym("Pusher-v5", num_envs=1, cylinder_dist_min=0.36055)
    with pytest.raises(EnvStepError, match="found no start"):
        env.reset()


@pytest.mark.parametrize(
    ("task_id", "config", "text"),
    [
        ("Ant-v5", {"frame_skip": 0}, "frame_skip"),
        ("Ant-v5", {"frame_stack": 0}, "frame_stack"),
        ("Ant-v5", {"healthy_z_range": (1.0,)}, "healthy_z_range.*two"),
        ("Ant-v5", {"healthy_z_range": (1.0, 0.5)}, "healthy_z_min.*at most"),
        ("Ant-v5", {"reset_noise_scale": -1.0}, "reset_noise_scale"),
        ("Ant-v5", {"main_body": "nose"}, "nose"),
        ("Ant-v5", {"reset_noise_scale": 1e308}, "reset_noise_scale"),
        ("Pusher-v5", {"cylinder_dist_min": 1.0}, "cylinder_dist_min"),
        ("Pusher-v5", {"cylinder_x_min": -1e200}, "cylinder_x_min"),
        ("Reacher-v5", {"reset_goal_scale": 1e308}, "reset_goal_scale"),
        ("InvertedDoublePendulum-v5", {"constraint_obs_dim": 4}, "constraint_obs_dim"),
    ],
)
def test_bad_config(task_id, config, text):
    with pytest.raises((ConfigError, EnvPoolError), match=text):
        envpool.make_gym(task_id, **config)


@pytest.mark.parametrize(
    ("task_id", "config"),
    [
        ("Ant-v5", {}),
        ("Hopper-v4", {"frame_stack": 3}),
        ("InvertedPendulum-v5", {"autoreset_mode": "same_step"}),
        ("Humanoid-v5", {"num_threads": 2, "batch_size": 4}),
    ],
)
def test_float32_observations_are_rounded_once(task_id, config):
    exact, rounded = (
        envpool.make_gymnasium(task_id, num_envs=4, seed=3, obs_dtype=dtype, **config)
        for dtype in ("float64", "float32")
    )
    assert exact.observation_space.dtype == np.float64
    assert rounded.observation_space.dtype == np.float32
    assert rounded.single_observation_space.shape == exact.observation_space.shape[1:]
    want, got = exact.reset(), rounded.reset()
    for _ in range(60):
        check_rounded(want, got)
        action = exact.action_space.sample()
        want, got = exact.step(action), rounded.step(action)


def check_rounded(want, got):
    assert got[0].dtype == np.float32
    np.testing.assert_array_equal(got[0], want[0].astype(np.float32))
    for ours, theirs in zip(got[1:-1], want[1:-1], strict=True):
        np.testing.assert_array_equal(ours, theirs)
    assert got[-1].keys() == want[-1].keys()
    for key in got[-1].keys() - {"final_obs", "final_info"}:
        np.testing.assert_array_equal(got[-1][key], want[-1][key])
    for ours, theirs in zip(
        got[-1].get("final_obs", ()), want[-1].get("final_obs", ()), strict=True
    ):
        if theirs is not None:
            np.testing.assert_array_equal(ours, theirs.astype(np.float32))


def test_states_have_the_stack_of_float32():
    env = envpool.make_gymnasium(
        "Hopper-v5", num_envs=2, frame_stack=3, obs_dtype="float32"
    )
    env.reset()
    action = np.full((2, 3), 0.5, np.float32)
    for _ in range(4):
        env.step(action)
    states = env.save_state()
    expected = env.step(action)[0]
    env.load_state(states)
    np.testing.assert_array_equal(env.step(action)[0], expected)
    wide = envpool.make_gymnasium("Hopper-v5", num_envs=2, frame_stack=3)
    with pytest.raises(EnvPoolError, match="different env or config"):
        wide.load_state(states)


def test_unknown_obs_dtype():
    with pytest.raises(ConfigError, match=r"obs_dtype: expected one of .*float32"):
        envpool.make_gymnasium("Hopper-v5", obs_dtype="float16")
