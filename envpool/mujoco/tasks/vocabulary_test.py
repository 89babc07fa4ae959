# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Each quantity and function equals NumPy's and MuJoCo's own results."""

import mujoco
import numpy as np
import pytest

import envpool
from envpool.mujoco.tasks.functions import FUNCTIONS
from envpool.mujoco.tasks.quantities import Quantities
from envpool.mujoco.tasks.task import task

MODEL = """
<mujoco>
  <worldbody>
    <geom name="floor" type="plane" size="5 5 1"/>
    <body name="base" pos="0 0 0.4">
      <freejoint name="root"/>
      <geom name="trunk" type="box" size="0.2 0.1 0.05" mass="2"/>
      <site name="imu" pos="0.1 0 0.05"/>
      <body name="leg" pos="0.2 0 0">
        <joint name="hip" axis="0 1 0" range="-1 1.5" limited="true" damping="0.1"/>
        <geom name="shin" type="capsule" fromto="0 0 0 0 0 -0.3" size="0.03"/>
        <body name="foot" pos="0 0 -0.3">
          <joint name="ankle" axis="0 1 0"/>
          <geom name="sole" type="sphere" size="0.05" mass="0.1"/>
          <site name="toe" pos="0.02 0 0" size="0.01 0.02 0.03"/>
        </body>
      </body>
    </body>
  </worldbody>
  <tendon>
    <fixed name="cord">
      <joint joint="hip" coef="1"/>
      <joint joint="ankle" coef="2"/>
    </fixed>
  </tendon>
  <actuator>
    <motor name="hip" joint="hip" ctrlrange="-2 2" ctrllimited="true"/>
  </actuator>
  <sensor><gyro name="gyro" site="imu"/><jointpos name="bend" joint="hip"/></sensor>
  <keyframe><key name="home" qpos="0 0 0.5 1 0 0 0 0.2 -0.1"/></keyframe>
</mujoco>
"""
RESETS = [
    "qpos = key_pos('home') + uniform(-0.1, 0.1, nq)",
    "qpos[2] = 0.36",
    "qvel = normal(nv)",
]


def row(name, kind, field, width):
    return lambda m, d: getattr(d, field).reshape(-1, width)[
        mujoco.mj_name2id(m, kind, name)
    ]


def velocity(kind, name, local, first):
    def expected(m, d):
        found = np.zeros(6)
        number = mujoco.mj_name2id(m, kind, name)
        mujoco.mj_objectVelocity(m, d, kind, number, found, local)
        return found[first : first + 3]

    return expected


def forces(m, d, first, second=None):
    """The contacts of a geom: their number, normal forces, and force on it."""
    count, normal, total = 0, 0.0, np.zeros(3)
    number = mujoco.mj_name2id(m, mujoco.mjtObj.mjOBJ_GEOM, first)
    for i in range(d.ncon):
        contact = d.contact[i]
        if number not in contact.geom:
            continue
        force = np.zeros(6)
        mujoco.mj_contactForce(m, d, i, force)
        sign = 1 if contact.geom[1] == number else -1
        count, normal = count + 1, normal + force[0]
        total += sign * contact.frame.reshape(3, 3).T @ force[:3]
    return count, normal, total


def ray(m, d, point, direction):
    geom = np.zeros(1, np.int32)
    body = mujoco.mj_name2id(m, mujoco.mjtObj.mjOBJ_BODY, "base")
    return mujoco.mj_ray(m, d, point, direction, None, 1, body, geom)


def heights(m, d):
    base = d.body("base")
    yaw = np.arctan2(base.xmat[3], base.xmat[0])
    turn = np.array([[np.cos(yaw), -np.sin(yaw)], [np.sin(yaw), np.cos(yaw)]])
    found = []
    for point in ([0.0, 0.0], [1.0, 0.5]):
        start = base.xpos + np.append(turn @ point, 10)
        found.append(ray(m, d, start, np.array([0.0, 0.0, -1.0])) - 10)
    return found


OBJ = mujoco.mjtObj
CASES = {
    "qpos": lambda m, d: d.qpos,
    "qvel": lambda m, d: d.qvel,
    "cvel[6:]": lambda m, d: d.cvel[1:],
    "time + dt": lambda m, d: d.time + m.opt.timestep * 3,
    "gravity": lambda m, d: m.opt.gravity,
    "joint_pos('hip')": lambda m, d: d.qpos[7],
    "joint_pos('ankle', 'hip')": lambda m, d: d.qpos[[8, 7]],
    "joint_pos('*')": lambda m, d: d.qpos,
    "joint_vel('hip')": lambda m, d: d.qvel[6],
    "joint_default('hip', 'ankle')": lambda m, d: m.qpos0[7:],
    "joint_low('hip')": lambda m, d: m.jnt_range[1, 0],
    "joint_high('hip')": lambda m, d: m.jnt_range[1, 1],
    "joint_damping_of('hip')": lambda m, d: 0.1,
    "sensor('gyro')": lambda m, d: d.sensor("gyro").data,
    "sensor('bend')": lambda m, d: d.sensor("bend").data,
    "actuator_force_of('hip')": lambda m, d: d.actuator_force,
    "tendon_length('cord')": lambda m, d: d.ten_length,
    "key_pos('home')": lambda m, d: m.key_qpos[0],
    "body('foot')": row("foot", OBJ.mjOBJ_BODY, "xpos", 3),
    "body_com('leg')": row("leg", OBJ.mjOBJ_BODY, "xipos", 3),
    "body_mat('leg')": row("leg", OBJ.mjOBJ_BODY, "xmat", 9),
    "body_quat_world('leg')": row("leg", OBJ.mjOBJ_BODY, "xquat", 4),
    "geom('shin')": row("shin", OBJ.mjOBJ_GEOM, "geom_xpos", 3),
    "geom_mat('shin')": row("shin", OBJ.mjOBJ_GEOM, "geom_xmat", 9),
    "site('toe')": row("toe", OBJ.mjOBJ_SITE, "site_xpos", 3),
    "site_mat('toe')": row("toe", OBJ.mjOBJ_SITE, "site_xmat", 9),
    "body_pos_of('leg')": lambda m, d: m.body("leg").pos,
    "geom_pos_of('shin')": lambda m, d: m.geom("shin").pos,
    "geom_size_of('shin')": lambda m, d: m.geom("shin").size,
    "site_pos_of('toe')": lambda m, d: m.site("toe").pos,
    "site_size_of('toe')": lambda m, d: m.site("toe").size,
    "subtree_velocity('leg')": row("leg", OBJ.mjOBJ_BODY, "subtree_linvel", 3),
    "linear_velocity('leg')": velocity(OBJ.mjOBJ_XBODY, "leg", 0, 3),
    "linear_velocity('leg', 'local')": velocity(OBJ.mjOBJ_XBODY, "leg", 1, 3),
    "linear_velocity('toe', 'world', 'site')": velocity(OBJ.mjOBJ_SITE, "toe", 0, 3),
    "angular_velocity('shin', 'local', of='geom')": velocity(
        OBJ.mjOBJ_GEOM, "shin", 1, 0
    ),
    "projected_gravity('base')": lambda m, d: (
        d.body("base").xmat.reshape(3, 3).T @ [0, 0, -1]
    ),
    "to_frame('base', [1, 2, 3])": lambda m, d: (
        d.body("base").xmat.reshape(3, 3).T @ [1, 2, 3]
    ),
    "centre_of_mass()": lambda m, d: (m.body_mass @ d.xipos) / m.body_mass.sum(),
    "unstable()": lambda m, d: 0,
    "contacts()": lambda m, d: d.ncon,
    "contact('sole')": lambda m, d: forces(m, d, "sole")[0] > 0,
    "contact('foot', 'floor')": lambda m, d: forces(m, d, "sole")[0] > 0,
    "contact('trunk', 'shin')": lambda m, d: 0,
    "contact_count('sole')": lambda m, d: forces(m, d, "sole")[0],
    "normal_force('sole')": lambda m, d: forces(m, d, "sole")[1],
    "contact_force('sole')": lambda m, d: forces(m, d, "sole")[2],
    "ray(body('base'), [0, 0.1, -1], 'base')": lambda m, d: ray(
        m, d, d.body("base").xpos, np.array([0, 0.1, -1])
    ),
    "height_scan('base', [0, 0, 1, 0.5])": heights,
    "phase(0.5, 0.25)": lambda m, d: [np.sin(np.pi / 2), np.cos(np.pi / 2)],
    "steps": lambda m, d: 0,
    "last(qpos)": lambda m, d: d.qpos,
    "history(qvel[:2], 3)": lambda m, d: np.tile(d.qvel[:2], 3),
    "delay(qvel[:2], 3)": lambda m, d: d.qvel[:2],
    "since(qpos[2] > 9)": lambda m, d: 0,
    "air_time('sole')": lambda m, d: 0,
    # Functions of NumPy.
    "sqrt(abs(qpos)) + log(qpos[3]) - exp(-qpos)": lambda m, d: (
        np.sqrt(abs(d.qpos)) + np.log(d.qpos[3]) - np.exp(-d.qpos)
    ),
    "[sin(qpos[0]), cos(qpos[0]), tan(qpos[0]), tanh(qpos[0])]": lambda m, d: [
        f(d.qpos[0]) for f in (np.sin, np.cos, np.tan, np.tanh)
    ],
    "[arcsin(qpos[0]), arccos(qpos[0]), arctan(qpos[0])]": lambda m, d: [
        f(d.qpos[0]) for f in (np.arcsin, np.arccos, np.arctan)
    ],
    "arctan2(qvel[0], qvel[1])": lambda m, d: np.arctan2(d.qvel[0], d.qvel[1]),
    "floor(9 * qvel) + sign(qvel)": lambda m, d: np.floor(9 * d.qvel) + np.sign(d.qvel),
    "qvel % 0.3": lambda m, d: d.qvel % 0.3,
    "qvel // 0.3": lambda m, d: np.floor(d.qvel / 0.3),
    "abs(qvel) ** 1.5": lambda m, d: abs(d.qvel) ** 1.5,
    "log1p(square(qvel))": lambda m, d: np.log1p(np.square(d.qvel)),
    "isfinite(log(qvel * 0))": lambda m, d: np.zeros(m.nv),
    "isnan(log(qvel * 0 - 1))": lambda m, d: np.ones(m.nv),
    "minimum(qvel, 0.1) - maximum(qvel, 0.1)": lambda m, d: (
        np.minimum(d.qvel, 0.1) - np.maximum(d.qvel, 0.1)
    ),
    "clip(qvel, -0.5, 0.5)": lambda m, d: np.clip(d.qvel, -0.5, 0.5),
    "where(qvel > 0, qvel, -1)": lambda m, d: np.where(d.qvel > 0, d.qvel, -1),
    "qvel if qvel[0] > 0 else 2 * qvel": lambda m, d: (
        d.qvel if d.qvel[0] > 0 else 2 * d.qvel
    ),
    "sum(cinert)": lambda m, d: d.cinert.ravel().sum(),
    "prod(qvel)": lambda m, d: np.prod(d.qvel),
    "mean(qvel)": lambda m, d: np.mean(d.qvel),
    "[min(qvel), max(qvel)]": lambda m, d: [d.qvel.min(), d.qvel.max()],
    "any(qvel > 1) + 2 * all(qvel > -9)": lambda m, d: (d.qvel > 1).any() + 2,
    "0 < qpos[2] <= 0.5 and not qpos[3] == 2": lambda m, d: 1,
    "qpos[0] > 9 or qpos[2] != 3": lambda m, d: 1,
    "dot(qvel[:3], qvel[3:6])": lambda m, d: d.qvel[:3] @ d.qvel[3:6],
    "norm(qvel)": lambda m, d: np.linalg.norm(d.qvel),
    "cross(qvel[:3], qvel[3:6])": lambda m, d: np.cross(d.qvel[:3], d.qvel[3:6]),
    "rotate(body_mat('leg'), qvel[:3])": lambda m, d: (
        d.body("leg").xmat.reshape(3, 3) @ d.qvel[:3]
    ),
    "unrotate(body_mat('leg'), qvel[:3])": lambda m, d: (
        d.body("leg").xmat.reshape(3, 3).T @ d.qvel[:3]
    ),
    "quat_rotate(body_quat_world('leg'), qvel[:3])": lambda m, d: (
        d.body("leg").xmat.reshape(3, 3) @ d.qvel[:3]
    ),
    "quat_unrotate(body_quat_world('leg'), qvel[:3])": lambda m, d: (
        d.body("leg").xmat.reshape(3, 3).T @ d.qvel[:3]
    ),
    "quat_mat(body_quat_world('leg'))": lambda m, d: d.body("leg").xmat,
    "quat_mul(body_quat_world('leg'), axis_angle([0, 0, 1], 0))": lambda m, d: (
        d.body("leg").xquat
    ),
    "quat_error(body_quat_world('leg'), body_quat_world('leg'))": lambda m, d: [0] * 3,
    "concat(qpos[0], qvel[::-2], 1)": lambda m, d: [d.qpos[0], *d.qvel[::-2], 1],
    "full(3, qpos[0]) + zeros(3)": lambda m, d: np.full(3, d.qpos[0]),
    "total(qvel)": lambda m, d: sum(d.qvel),
    "track(qvel[:2], 0.5)": lambda m, d: np.exp(-(d.qvel[:2] ** 2).sum() / 0.25),
    "inside(qvel, -9, 9)": lambda m, d: 1,
    "[pi, inf > 1, True, nq, nv, nu, nbody, frame_skip]": lambda m, d: [
        np.pi, 1, 1, m.nq, m.nv, m.nu, m.nbody, 3
    ],
}  # fmt: skip
RANDOM = {"random", "normal", "uniform", "integers"}
ELSEWHERE = {"tolerance", "effort", "mocap_pos_of"}  # see tables_test.py


@pytest.fixture(scope="module")
def results():
    """All cases: our values, and MuJoCo's for the same state."""
    observations = ["qpos", "qvel", *CASES]
    robot = task(MODEL, observations, resets=RESETS, frame_skip=3)
    slices = list(robot.observation_slices.values())
    pool = envpool.make_gymnasium(robot, num_envs=4, seed=5)
    obs = pool.reset()[0]
    model = mujoco.MjModel.from_xml_string(MODEL)
    found = []
    for env in obs:
        data = mujoco.MjData(model)
        data.qpos, data.qvel = env[: model.nq], env[model.nq : model.nq + model.nv]
        mujoco.mj_forward(model, data)
        mujoco.mj_subtreeVel(model, data)
        found.append((env, model, data))
    return dict(zip(CASES, slices[-len(CASES) :], strict=True)), found


@pytest.mark.parametrize("expression", CASES)
def test_equals_numpy(results, expression):
    slices, found = results
    for env, model, data in found:
        expected = np.ravel(np.asarray(CASES[expression](model, data), float))
        got = env[slices[expression]]
        np.testing.assert_allclose(got, expected, rtol=1e-9, atol=1e-9)


def test_every_name_has_a_case():
    text = " ".join(CASES)
    names = {*FUNCTIONS, *(n for n in vars(Quantities) if n[0] != "_")}
    missing = {name for name in names if f"{name}(" not in text}
    assert missing == RANDOM | ELSEWHERE | {"names", "functions"}


def test_random_numbers_are_numpy_s():
    draws = ["random(2)", "normal(2)", "uniform(-1, [2, 3])", "integers(0, 5, 3)"]
    for kind in ("pcg64", "mt19937"):
        robot = task(MODEL, draws, random=kind)
        obs = envpool.make_gymnasium(robot, num_envs=1, seed=9).reset()[0][0]
        if kind == "pcg64":
            g = np.random.default_rng(9)
            want = [g.random(2), g.standard_normal(2), g.uniform(-1, [2, 3])]
            want.append(g.integers(0, 5, 3))
        else:
            r = np.random.RandomState(9)
            want = [r.random_sample(2), r.randn(2), r.uniform(-1, [2, 3])]
            want.append([r.randint(0, 5) for _ in range(3)])
        assert np.array_equal(obs, np.concatenate(want))


def test_assignments_reach_parts_in_any_order():
    resets = [
        "joint_pos('ankle', 'hip') = [0.3, 0.4]",
        "[qpos[0], qvel[2], qpos[1]] = [1, 2, 3]",
        "joint_vel('ankle', 'hip') = 5",
    ]
    observations = ["joint_pos('hip', 'ankle')", "qpos[:2]", "qvel[[2, 6, 7]]"]
    pool = envpool.make_gymnasium(task(MODEL, observations, resets=resets))
    assert pool.reset()[0][0].tolist() == [0.4, 0.3, 1, 3, 2, 5, 5]
    with pytest.raises(envpool.errors.ConfigError, match="'xpos' cannot be assigned"):
        task(MODEL, ["qpos"], resets=["[qpos[0], xpos[0]] = [1, 2]"])
