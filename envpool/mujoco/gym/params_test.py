# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Parameters of models, compared with official envs that have the same model values."""

import os

import gymnasium
import mujoco
import numpy as np
import pytest

import envpool
from envpool.errors import ArgumentError, NotSupportedError
from envpool.registration import package_base_path
from envpool.testing.params_walk import walk

pytestmark = pytest.mark.filterwarnings("ignore:.*out of date")

SEED = 5
STEPS = 60
N = 2  # env 1 keeps the shared model

# Factors by field, or the values of single elements.
ALL = {
    "opt.gravity": 0.7,
    "body_mass": 1.3,
    "body_inertia": 1.2,
    "dof_damping": 0.8,
    "dof_armature": 1.5,
    "jnt_stiffness": 0.9,
    "geom_friction": 0.6,
    "geom_solref": 1.5,
    "actuator_gear": 0.8,
    "body_pos": 1.02,
}
MORE = {
    "Ant-v5": {"opt.density": 100.0, "opt.viscosity": 0.1, "jnt_range": 0.9},
    "HalfCheetah-v5": {"opt.timestep": 0.5, "qpos_spring": 1.0},
    "Hopper-v5": {"opt.wind": 1.0, "geom_solimp": 0.99, "actuator_ctrlrange": 0.4},
    "Humanoid-v5": {"tendon_stiffness": 2.0, "body_gravcomp": 1.0, "qpos0": 0.95},
    "HumanoidStandup-v5": {"actuator_gainprm": 0.9, "qpos0": 1.1},
    "InvertedDoublePendulum-v5": {"jnt_axis": -1.0},
    "Pusher-v5": {"opt.impratio": 2.0, "jnt_margin": 1.0},
    "Reacher-v5": {"body_quat": 1.0},
    "Swimmer-v5": {"opt.viscosity": 2.0, "opt.density": 0.5},
    "Walker2d-v5": {"opt.iterations": 0.01, "jnt_range": 0.8},
}


def array_of(model, name):
    """Returns a field of an official model, to be written to."""
    if name.startswith("opt."):
        return np.atleast_1d(getattr(model.opt, name[4:]))
    return getattr(model, name)


def write(model, values):
    """Writes to an official model and derives its constants."""
    for name, value in values.items():
        if name.startswith("opt.") and np.ndim(value) == 0:
            number = type(getattr(model.opt, name[4:]))
            setattr(model.opt, name[4:], number(value))
        else:
            array = array_of(model, name)
            array[...] = np.reshape(value, array.shape)
    mujoco.mj_setConst(model, mujoco.MjData(model))


def official(task_id, **config):
    return gymnasium.make(task_id, disable_env_checker=True, **config)


def pool(task_id, **config):
    return envpool.make_gymnasium(task_id, num_envs=N, seed=SEED, **config)


def scaled(env, factors):
    """Returns values by field: the present ones, times factors."""
    present = env.get_params(list(factors), env_id=[0])
    return {name: present[name][0] * factor for name, factor in factors.items()}


def assert_same_step(found, row, expected):
    obs, reward, terminated, *_ = expected
    np.testing.assert_array_equal(found[0][row], obs)
    assert found[1][row] == np.float32(reward)
    assert found[2][row] == terminated


def play(ours, theirs, steps, random):
    """Plays until the first episode ends. Row i is compared to theirs[i]."""
    space = ours.single_action_space
    for _ in range(steps):
        action = random.uniform(space.low, space.high, (N, *space.shape))
        found = ours.step(action)
        ended = found[2] | found[3]
        for row, env in enumerate(theirs):
            assert_same_step(found, row, env.step(action[row]))
        if ended.any():
            return


def play_episodes(ours, theirs):
    random = np.random.default_rng(SEED)
    for episode in range(3):
        obs, _ = ours.reset()
        for row, env in enumerate(theirs):
            expected, _ = env.reset(seed=SEED + row if episode == 0 else None)
            np.testing.assert_array_equal(obs[row], expected)
        play(ours, theirs, STEPS, random)


@pytest.mark.parametrize("task_id", MORE)
def test_as_official(task_id):
    ours = pool(task_id)
    names = set(ours.params)
    values = scaled(
        ours, {k: v for k, v in (ALL | MORE[task_id]).items() if k in names}
    )
    theirs = [official(task_id) for _ in range(N)]
    model = theirs[0].unwrapped.model
    write(model, values)
    if "qpos0" in values:  # equals an XML file with these positions
        theirs[0].unwrapped.init_qpos[:] = values["qpos0"]
    ours.set_params(values, env_id=[0])
    play_episodes(ours, theirs)


@pytest.mark.parametrize("task_id", ["Hopper-v5", "HalfCheetah-v5"])
def test_in_make(task_id):
    """By name, with a key of the config beside it."""
    theirs = [official(task_id, reset_noise_scale=noise) for noise in (0.01, 0.1)]
    model = theirs[0].unwrapped.model
    model.body("torso").mass = 5.0
    write(model, {"opt.gravity": [0.5, 0.0, -5.0]})
    params = {"body_mass[torso]": 5.0, "opt.gravity": np.array([0.5, 0.0, -5.0])}
    config = [{"reset_noise_scale": 0.01, **params}, {"reset_noise_scale": 0.1}]
    play_episodes(pool(task_id, env_config=config), theirs)


@pytest.mark.parametrize("name", ["body_mass", "opt.gravity", "dof_damping"])
def test_in_the_middle_of_an_episode(name):
    """Equals a write to the official model with derived constants."""
    ours, theirs = (
        pool("HalfCheetah-v5"),
        [official("HalfCheetah-v5") for _ in range(N)],
    )
    random = np.random.default_rng(SEED)
    ours.reset()
    for row, env in enumerate(theirs):
        env.reset(seed=SEED + row)
    play(ours, theirs, 20, random)
    values = scaled(ours, {name: 1.5})
    ours.set_params(values, env_id=[0])
    write(theirs[0].unwrapped.model, values)
    play(ours, theirs, 20, random)


def test_limits_of_controls_leave_the_action_space_as_it_is():
    """Controls are clipped to the new limits, and may go beyond the space."""
    ours, theirs = pool("Hopper-v5"), [official("Hopper-v5") for _ in range(N)]
    space = ours.single_action_space
    limits = np.array([[-0.2, 0.3], [-2.0, 1.5], [-1.0, 1.0]])
    ours.set_params({"actuator_ctrlrange": limits}, env_id=[0])
    theirs[0].unwrapped.model.actuator_ctrlrange[...] = limits
    assert ours.single_action_space == space
    ours.reset()
    for row, env in enumerate(theirs):
        env.reset(seed=SEED + row)
    random = np.random.default_rng(SEED)
    for _ in range(STEPS):
        action = random.uniform(-2.5, 2.5, (N, 3))
        found = ours.step(action)
        for row, env in enumerate(theirs):
            assert_same_step(found, row, env.unwrapped.step(action[row]))
        if found[2].any():
            return


EDITS = {
    "Hopper-v5": [
        ({"geom_friction[foot_geom][0]": 1.5}, 'friction="2.0"', 'friction="1.5"'),
        ({"opt.gravity": [0, 0, -5.0]}, "<worldbody>",
         '<option gravity="0 0 -5"/><worldbody>'),
        ({"dof_damping[thigh_joint]": 2.0},
         'name="thigh_joint"', 'name="thigh_joint" damping="2"'),
    ],
    "HalfCheetah-v5": [
        ({"jnt_stiffness[bthigh]": 200.0}, 'stiffness="240"', 'stiffness="200"'),
        ({"actuator_gear[bthigh][0]": 100.0}, 'gear="120"', 'gear="100"'),
    ],
}  # fmt: skip


@pytest.mark.parametrize(
    ("task_id", "params", "before", "after"),
    [(task, *edit) for task, edits in EDITS.items() for edit in edits],
)
def test_as_xml(tmp_path, task_id, params, before, after):
    name = {"Hopper-v5": "hopper.xml", "HalfCheetah-v5": "half_cheetah.xml"}[task_id]
    source = os.path.join(package_base_path, "mujoco", "assets", name)
    with open(source, encoding="utf-8") as file:
        text = file.read()
    assert before in text
    path = tmp_path / name
    path.write_text(text.replace(before, after, 1))
    ours = pool(task_id)
    ours.set_params(params, env_id=[0])
    theirs = [official(task_id, xml_file=str(path)), official(task_id)]
    ours.reset()
    for row, env in enumerate(theirs):
        env.reset(seed=SEED + row)
    play(ours, theirs, STEPS, np.random.default_rng(SEED))


def test_states_carry_them():
    one, two = pool("Ant-v5"), pool("Ant-v5")
    one.reset()
    two.reset()
    factors = {"body_mass": 1.5, "opt.gravity": 0.5, "jnt_axis": -3.0}
    one.set_params(scaled(one, factors), env_id=[0])
    random = np.random.default_rng(SEED)
    actions = random.uniform(-1, 1, (30, N, 8))
    for action in actions[:10]:
        one.step(action)
    two.load_state(one.save_state())
    for name in factors:
        np.testing.assert_array_equal(
            one.get_params(name)[name], two.get_params(name)[name]
        )
    for action in actions[10:]:
        for a, b in zip(one.step(action)[:4], two.step(action)[:4], strict=True):
            np.testing.assert_array_equal(a, b)
    fresh = pool("Ant-v5")
    fresh.reset()
    two.load_state(fresh.save_state())
    assert two.get_params("opt.gravity")["opt.gravity"].tolist() == [[0, 0, -9.81]] * N
    for action in actions:
        np.testing.assert_array_equal(fresh.step(action)[0], two.step(action)[0])


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"body_mass[torso]": np.nan}, "body_mass"),
        ({"body_mass[torso]": 0.0}, r"body_mass\[torso\]: expected a mass"),
        ({"jnt_axis[foot_joint]": [0, 0, 0]}, r"jnt_axis\[foot_joint\]: expected"),
        ({"jnt_range[foot_joint]": [1, -1]}, r"jnt_range\[foot_joint\]: expected"),
        ({"geom_size[foot_geom]": [0, 1, 0]}, r"geom_size\[foot_geom\]: expected"),
        ({"actuator_ctrlrange[0]": [1, -1]}, r"actuator_ctrlrange\[0\]: expected"),
        ({"opt.iterations": 2.5}, "opt.iterations"),
        ({"actuator_length0": 1.0}, "unknown parameter"),
        ({"body_parentid": 1.0}, "unknown parameter"),
    ],
)
def test_refused(values, words):
    ours = pool("Hopper-v5")
    ours.reset()
    with pytest.raises(ArgumentError, match=words):
        ours.set_params({"opt.gravity": [0, 0, -1.0]} | values, env_id=[0])
    fresh = pool("Hopper-v5")
    fresh.reset()
    assert ours.get_params("opt.gravity")["opt.gravity"].tolist() == [[0, 0, -9.81]] * N
    for _ in range(20):
        found, expected = ours.step(np.ones((N, 3))), fresh.step(np.ones((N, 3)))
        np.testing.assert_array_equal(found[0], expected[0])


def test_names():
    ours = pool("HalfCheetah-v5")
    assert len(ours.params) > 80
    assert {"opt.gravity", "geom_friction", "actuator_gainprm"} <= set(ours.params)
    found = ours.get_params(
        ["body_mass[torso]", "geom_friction[*]", "dof_damping[bfoot]"]
    )
    model = official("HalfCheetah-v5").unwrapped.model
    assert found["body_mass[torso]"].tolist() == [model.body("torso").mass[0]] * N
    np.testing.assert_array_equal(found["geom_friction[*]"][0], model.geom_friction)
    assert found["dof_damping[bfoot]"][1] == model.dof_damping[5]


def test_draws_of_unlike_models():
    def drawn(name):
        with envpool.make_mixed(
            [("Hopper-v5", 2), ("Walker2d-v5", 1)],
            env_type="gymnasium",
            randomize={name: ("uniform", 0.8, 1.2, "scale")},
            infos=["params"],
        ) as env:
            info = env.reset(seed=0)[1]["params"]
            for ids in ([0, 1], [2]):
                np.testing.assert_array_equal(
                    info[name][ids], env.get_params(name, ids)[name]
                )
            return info[name]

    assert len(set(drawn("body_mass[torso]"))) == 3
    assert drawn("opt.gravity").shape == (3, 3)
    with pytest.raises(NotSupportedError, match="values of one shape"):
        drawn("body_mass")


@pytest.mark.parametrize("task", ["Ant", "Hopper", "Humanoid", "Pusher", "Reacher"])
def test_all_values_are_safe(task):
    walk(f"{task}-v5")
