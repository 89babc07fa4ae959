# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Parameters of models, compared with suite envs that have the same physics values."""

import mujoco
import numpy as np
import pytest
from dm_control.rl import control
from dm_control.suite import ball_in_cup

import envpool
from envpool.errors import ArgumentError
from envpool.mujoco.dmc.oracle import Suite, adapter_of, case_of, task_id
from envpool.testing.oracle import compare
from envpool.testing.params_walk import walk

STEPS = 60

ALL = {
    "opt.gravity": 0.7,
    "body_mass": 1.3,
    "body_inertia": 1.2,
    "dof_damping": 0.8,
    "dof_armature": 1.5,
    "jnt_stiffness": 0.9,
    "geom_friction": 0.6,
    "actuator_gear": 0.8,
    "body_pos": 1.02,
}
MORE = {
    ("acrobot", "swingup"): {"site_size": 1.5},
    ("ball_in_cup", "catch"): {"tendon_range": 0.9},
    ("cartpole", "two_poles"): {"jnt_range": 0.9},
    ("cheetah", "run"): {"jnt_range": 0.8, "geom_solref": 1.5},
    ("dog", "walk"): {"qpos0": 0.98},
    ("finger", "spin"): {"geom_solimp": 0.99},
    ("finger", "turn_hard"): {"geom_size": 1.1},
    ("fish", "swim"): {"opt.density": 0.5},
    ("hopper", "hop"): {"actuator_gainprm": 0.9},
    ("humanoid", "run"): {"opt.timestep": 0.5},
    ("manipulator", "bring_ball"): {"geom_solimp": 0.98},
    ("pendulum", "swingup"): {"opt.viscosity": 1.0},
    ("point_mass", "easy"): {"wrap_prm": 2.0, "geom_size": 1.2},
    ("quadruped", "escape"): {"hfield_size": 1.2},
    ("quadruped", "fetch"): {"tendon_stiffness": 2.0, "site_size": 1.1},
    ("reacher", "easy"): {"geom_size": 1.5},
    ("stacker", "stack_2"): {"tendon_stiffness": 2.0},
    ("swimmer", "swimmer6"): {"opt.viscosity": 2.0},
    ("walker", "walk"): {"jnt_range": 0.8, "actuator_ctrlrange": 0.5},
}


class Scaled:
    """Makes official envs with parameters times factors."""

    def __init__(self, adapter, factors):
        self._adapter, self._factors = adapter, factors

    def __getattr__(self, name):
        return getattr(self._adapter, name)

    def make(self, case, seed):
        official = self._adapter.make(case, seed)
        model = official.env.physics.model.ptr
        rbound = np.array(model.geom_rbound)
        for name, factor in self._factors.items():
            if name.startswith("opt."):
                part = name.removeprefix("opt.")
                setattr(model.opt, part, getattr(model.opt, part) * factor)
            else:
                getattr(model, name)[...] *= factor
        if "geom_size" in self._factors:  # the compiler derives it in this way
            factor = self._factors["geom_size"]
            model.geom_rbound[...] = rbound * factor
            model.geom_aabb[:, 3:] *= factor
        if "hfield_size" in self._factors:  # and this
            rows = model.geom_type == mujoco.mjtGeom.mjGEOM_HFIELD
            for derived in (model.geom_size, model.geom_rbound, model.geom_aabb):
                derived[rows] *= self._factors["hfield_size"]
        mujoco.mj_setConst(model, mujoco.MjData(model))
        return official


@pytest.mark.parametrize(("domain", "task"), MORE)
def test_as_official(domain, task):
    with envpool.make_dm(task_id(domain, task), num_envs=1) as env:
        names = set(env.params)
    factors = {k: v for k, v in (ALL | MORE[domain, task]).items() if k in names}
    draws = {name: ("uniform", v, v, "scale") for name, v in factors.items()}
    case = case_of(domain, task, STEPS, randomize=draws)
    compare(Scaled(adapter_of(domain), factors), case)


@pytest.mark.parametrize("name", ["body_mass", "opt.gravity", "jnt_range"])
def test_in_the_middle_of_an_episode(name):
    """Equals a write to the official model that is followed by a new computation."""
    ours = envpool.make_dm("WalkerWalk-v1", num_envs=1, seed=Suite.seed)
    adapter = Suite()
    theirs = adapter.make(case_of("walker", "walk", STEPS), Suite.seed)
    random = np.random.default_rng(1)
    ours.reset()
    theirs.reset()
    physics = theirs.env.physics
    for step in range(STEPS):
        if step == STEPS // 2:
            current = ours.get_params(name)[name]
            ours.set_params({name: current * 0.8})
            if name == "opt.gravity":
                physics.model.opt.gravity[...] = current[0] * 0.8
            else:
                getattr(physics.model, name)[...] = (
                    current[0].reshape(getattr(physics.model, name).shape) * 0.8
                )
            mujoco.mj_setConst(physics.model.ptr, mujoco.MjData(physics.model.ptr))
            warmstart = np.array(physics.data.qacc_warmstart)
            mujoco.mj_forward(physics.model.ptr, physics.data.ptr)
            physics.data.qacc_warmstart[...] = warmstart
        action = random.uniform(-1, 1, 6)
        found, expected = ours.step(action[None]), theirs.step(action)
        np.testing.assert_allclose(
            found.observation.velocity[0],
            expected["obs"]["velocity"],
            atol=adapter.tolerance("obs"),
            rtol=0,
        )
        assert found.reward[0] == pytest.approx(expected["reward"], abs=1e-6)


@pytest.mark.parametrize(
    ("domain", "task"),
    [("walker", "walk"), ("reacher", "hard"), ("dog", "walk"), ("lqr", "lqr_2_1")],
)
def test_states_carry_them(domain, task):
    one, two = (
        envpool.make_gymnasium(task_id(domain, task), num_envs=1, seed=seed)
        for seed in (1, 2)
    )
    one.reset()
    two.reset()
    random = np.random.default_rng(1)
    shape = one.single_action_space.shape
    actions = random.uniform(-1, 1, (20, 1, *shape))
    for action in actions[:10]:
        one.step(action)
    for name, factor in {"body_mass": 1.5, "opt.gravity": 0.5}.items():
        one.set_params({name: one.get_params(name)[name] * factor})
    two.load_state(one.save_state())
    for name in ("body_mass", "opt.gravity", "geom_pos"):
        np.testing.assert_array_equal(
            one.get_params(name)[name], two.get_params(name)[name]
        )
    for action in actions[10:]:
        found, expected = two.step(action), one.step(action)
        for key, value in found[0].items():
            np.testing.assert_array_equal(value, expected[0][key])
        np.testing.assert_array_equal(found[1], expected[1])


@pytest.mark.parametrize("size", [[1.9, 30, 5, 1], [30, 30, 101, 1]])
def test_terrains_that_a_task_cannot_build_are_refused(size):
    env = envpool.make_dm("QuadrupedEscape-v1", num_envs=1)
    before = env.get_params(["hfield_size", "geom_size"])
    with pytest.raises(ArgumentError, match=r"hfield_size\[terrain\]: expected"):
        env.set_params({"hfield_size[terrain]": size})
    after = env.get_params(["hfield_size", "geom_size"])
    for name, values in before.items():
        np.testing.assert_array_equal(after[name], values)
    env.reset()


def edited_cup(inertia_place):
    """Returns an official ball in cup with another centre of mass of the ball."""
    xml, assets = ball_in_cup.get_model_and_assets()
    model = ball_in_cup.Physics.from_xml_string(xml, assets).model
    ball = model.name2id("ball", "body")
    mass = model.body_mass[ball].item()
    inertia = " ".join(map(repr, model.body_inertia[ball].tolist()))
    place = " ".join(map(repr, inertia_place))
    tag = '<body name="ball" pos="0 0 .2">'
    text = xml.decode()
    assert text.count(tag) == 1
    inertial = f'<inertial pos="{place}" mass="{mass!r}" diaginertia="{inertia}"/>'
    physics = ball_in_cup.Physics.from_xml_string(
        text.replace(tag, tag + inertial), assets
    )
    task = ball_in_cup.BallInCup(random=Suite.seed)
    return control.Environment(physics, task, time_limit=20, control_timestep=0.02)


def test_the_inertia_of_a_body_may_stop_to_be_diagonal():
    """Equals a model that the compiler makes, also after changes in an episode."""
    place = [0.01, 0.0, 0.02]
    ours = envpool.make_dm("BallInCupCatch-v1", num_envs=2, seed=Suite.seed)
    plain = envpool.make_dm("BallInCupCatch-v1", num_envs=2, seed=Suite.seed)
    ours.set_params({"body_ipos[ball]": place}, env_id=[0])
    theirs = edited_cup(place)
    expected, found, second = theirs.reset(), ours.reset(), plain.reset()
    random = np.random.default_rng(1)
    for step in range(STEPS):
        position = found.observation.position
        np.testing.assert_array_equal(position[0], expected.observation["position"])
        np.testing.assert_array_equal(position[1], second.observation.position[1])
        if step == STEPS // 2:
            ours.set_params({"body_ipos[ball]": [0, 0, 0]}, env_id=[0])
            state = ours.save_state()
            ours.set_params({"body_ipos[ball]": [0, 0, 0.1]})
            ours.load_state(state)
            ours.set_params({"body_ipos[ball]": place}, env_id=[0])
        action = random.uniform(-1, 1, (2, 2))
        expected, found = theirs.step(action[0]), ours.step(action)
        second = plain.step(action)


@pytest.mark.parametrize(
    ("domain", "task"),
    [
        ("walker", "run"),
        ("quadruped", "escape"),
        ("manipulator", "bring_ball"),
        ("finger", "turn_easy"),
        ("swimmer", "swimmer6"),
        ("point_mass", "hard"),
    ],
)
def test_all_values_are_safe(domain, task):
    walk(task_id(domain, task))
