# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Terrains: their shapes, the cells of episodes, and the curriculum."""

import mujoco
import numpy as np
import pytest

import envpool
import envpool.mujoco
from envpool.errors import ConfigError, ConfigTypeError

MODEL = """
<mujoco>
  <worldbody>
    <body name="probe" pos="0 0 5">
      <joint name="x" type="slide" axis="1 0 0"/>
      <joint name="y" type="slide" axis="0 1 0"/>
      <geom type="sphere" size="0.05" mass="1"/>
      <body name="arm" pos="0 0 -1">
        <geom type="box" size="2 2 0.01" mass="0.1"/>
      </body>
    </body>
  </worldbody>
  <actuator><motor joint="x"/></actuator>
</mujoco>
"""
TERRAIN = {
    "levels": 3,
    "cell": 4.0,
    "border": 1.0,
    "centre": 1.0,
    "columns": [
        "flat",
        {"kind": "rough", "low": 0.0, "high": 0.2},
        {"kind": "slope", "low": 0.1, "high": -0.3},
        {"kind": "stairs", "low": 0.1, "high": 0.3, "width": 0.5},
        {"kind": "boxes", "low": 0.1, "high": 0.3, "width": 0.5},
    ],
}
AT_ORIGIN = ["qpos = terrain_origin[:2]"]


def probe(observations, num_envs=1, seed=0, terrain=TERRAIN, **terms):
    robot = envpool.mujoco.task(MODEL, observations, terrain=terrain, **terms)
    return envpool.make_gymnasium(robot, num_envs=num_envs, seed=seed)


def ground(points, terrain=TERRAIN):
    """The heights of the ground at points of the world."""
    text = ", ".join(f"{x}, {y}" for x, y in points)
    pool = probe([f"5 - height_scan('probe', [{text}])"], terrain=terrain)
    return pool.reset()[0][0]


def cell(level, column, x=0.0, y=0.0):
    return np.array([(level - 1) * 4.0 + x, (column - 2) * 4.0 + y])


def test_the_ground_has_the_shapes_of_its_columns():
    assert np.allclose(ground([cell(1, 0), cell(2, 0, 1, -1), [6.5, 0]]), 0)
    # Slopes: from 1.5 m to 0.5 m from the centre, along either axis.
    centre = cell(0, 2)
    places = [[0, 0], [0, 0.4], [1, 0.2], [-0.3, 1.5], [1.95, 0]]
    heights = ground([centre + place for place in places])
    assert np.allclose(heights, [0.15, 0.15, 0.1, 0.05, 0.005], atol=1e-6)
    assert np.allclose(ground([cell(2, 2)]), -0.45, atol=1e-6)  # a pit
    # Stairs: three steps of 0.5 m, and a walk around them.
    centre = cell(2, 3)
    places = [[0, 0], [0.7, 0], [-1.2, 0.2], [0, 1.7]]
    heights = ground([centre + place for place in places])
    assert np.allclose(heights, [0.9, 0.6, 0.3, 0])
    # Boxes: of random heights, and none in the centre.
    heights = ground([cell(2, 4, x, 1.75) for x in np.arange(-1.75, 2, 0.5)])
    assert len(set(heights)) == 8
    assert heights.min() >= -1e-6
    assert heights.max() <= 0.3 + 1e-6
    assert ground([cell(2, 4, 0.2, 0.2)]) == pytest.approx(0, abs=1e-6)


def test_rough_ground_gets_rougher_and_depends_on_the_seed():
    points = [np.array([x, 1.3]) for x in np.arange(-1.8, 1.8, 0.1)]
    spreads = [ground([cell(level, 1) + p for p in points]).std() for level in range(3)]
    assert spreads[0] < 1e-6
    assert spreads[1] == pytest.approx(0.1 / 3**0.5, rel=0.3)
    assert spreads[2] == pytest.approx(0.2 / 3**0.5, rel=0.3)
    hard = [cell(2, 1) + p for p in points]
    assert np.array_equal(ground(hard), ground(hard))
    assert not np.allclose(ground(hard), ground(hard, {**TERRAIN, "seed": 1}))


def test_scans_equal_mujocos_rays():
    rng = np.random.default_rng(0)
    points = rng.uniform(-6, 6, (40, 2))
    box = '<geom type="box" size="1 1 0.2" pos="0.5 0 0" euler="10 20 30"/>'
    ball = '<geom type="ellipsoid" size="1 2 0.7" pos="3 3 1"/>'
    plane = '<geom type="plane" size="20 20 1"/>'
    scene = MODEL.replace("<worldbody>", f"<worldbody>{box}{ball}{plane}")
    text = ", ".join(f"{x}, {y}" for x, y in points)
    robot = envpool.mujoco.task(scene, [f"height_scan('probe', [{text}])"])
    obs = envpool.make_gymnasium(robot).reset()[0][0]
    bare = scene.replace('<geom type="box" size="2 2 0.01" mass="0.1"/>', "")
    bare = bare.replace('<body name="arm" pos="0 0 -1">\n        \n      </body>', "")
    model = mujoco.MjModel.from_xml_string(bare)
    data = mujoco.MjData(model)
    mujoco.mj_forward(model, data)
    down, geom = np.array([0.0, 0.0, -1.0]), np.zeros(1, np.int32)
    for height, (x, y) in zip(obs, points, strict=True):
        start = np.array([x, y, 15.0])
        expected = mujoco.mj_ray(model, data, start, down, None, 1, 1, geom) - 10
        assert height == pytest.approx(expected, abs=1e-12)


def test_the_cells_of_episodes():
    terms = ["terrain_level", "terrain_column", "terrain_origin", "qpos"]
    pool = probe(terms, num_envs=200, resets=AT_ORIGIN)
    obs = pool.reset()[0]
    level, column = obs[:, 0], obs[:, 1]
    assert set(level) == {0, 1, 2}
    assert set(column) == {0, 1, 2, 3, 4}
    assert np.allclose(obs[:, 2], (level - 1) * 4)
    assert np.allclose(obs[:, 3], (column - 2) * 4)
    assert np.array_equal(obs[:, 5:], obs[:, 2:4])
    stairs = column == 3
    assert np.allclose(obs[stairs, 4], 3 * (0.1 + 0.1 * level[stairs]))
    assert np.array_equal(pool.reset()[0], obs)  # without a curriculum, they stay


CURRICULUM = {**TERRAIN, "start": 0, "rise": "qpos[0] > terrain_origin[0]"}
CURRICULUM["fall"] = "qpos[0] < terrain_origin[0] - 0.001"


def play(pool, force, steps=10):
    for _ in range(steps):
        pool.step(np.full((pool.num_envs, 1), force))
    return pool.step(np.zeros((pool.num_envs, 1)))[0]  # the first of an episode


def test_the_level_rises_and_falls_with_success():
    terms = {"resets": AT_ORIGIN, "terrain": CURRICULUM, "episode_steps": 10}
    pool = probe(["terrain_level"], num_envs=4, **terms)
    assert pool.reset()[0].ravel().tolist() == [0] * 4
    assert play(pool, 10.0).ravel().tolist() == [1] * 4
    assert play(pool, 10.0).ravel().tolist() == [2] * 4
    assert play(pool, -10.0).ravel().tolist() == [1] * 4
    assert play(pool, 0.0).ravel().tolist() == [1] * 4
    assert play(pool, -10.0).ravel().tolist() == [0] * 4
    assert play(pool, -10.0).ravel().tolist() == [0] * 4
    state = pool.save_state()
    after = play(pool, 10.0)
    pool.load_state(state)
    assert np.array_equal(play(pool, 10.0), after)
    # A seed begins anew.
    assert pool.reset(seed=1)[0].ravel().tolist() == [0] * 4


def test_beyond_the_last_level_comes_any():
    terms = {"resets": AT_ORIGIN, "terrain": CURRICULUM, "episode_steps": 2}
    pool = probe(["terrain_level"], num_envs=100, **terms)
    pool.reset()
    levels = [play(pool, 100.0, 2).ravel() for _ in range(3)]
    assert set(levels[1]) == {2}
    assert set(levels[2]) == {0, 1, 2}


def test_models_of_files_and_pools_share_a_terrain(tmp_path):
    path = tmp_path / "probe.xml"
    path.write_text(MODEL)
    of_file = envpool.mujoco.task(path, ["terrain_origin"], terrain=TERRAIN)
    of_text = envpool.mujoco.task(MODEL, ["terrain_origin"], terrain=TERRAIN)
    one, two = (envpool.make_gymnasium(t, seed=5) for t in (of_file, of_text))
    assert np.array_equal(one.reset()[0], two.reset()[0])


WRONG = [
    ({"levels": 0}, "terrain: expected levels from"),
    ({"levels": 2.5}, "terrain: levels: expected int"),
    ({"cell": -1}, "terrain: expected a cell from"),
    ({"resolution": 0.01, "cell": 50.0}, "heights; use a larger resolution"),
    ({"columns": ["lava"]}, "terrain: kind: expected one of"),
    ({"columns": [{"kind": "stairs", "low": -1}]}, "expected an amount from"),
    ({"columns": [{"kind": "boxes", "width": 0.05}] * 9}, "boxes; use larger ones"),
    ({"columns": []}, "columns of four numbers"),
    ({"hills": 3}, "terrain: unknown key 'hills'"),
    ({"rise": "qpos"}, "terrain 'curriculum': .*rise: expected a condition"),
    ({"rise": "qpo"}, "no quantity 'qpo'"),
]


@pytest.mark.parametrize(("change", "text"), WRONG, ids=range(len(WRONG)))
def test_wrong_terrains_are_named(change, text):
    with pytest.raises((ConfigError, ConfigTypeError), match=text):
        probe(["qpos"], terrain={**TERRAIN, **change})


def test_a_binary_model_has_no_terrain():
    with pytest.raises(ConfigError, match="terrain: expected a model as XML"):
        envpool.mujoco.task(
            mujoco.MjModel.from_xml_string(MODEL), ["qpos"], terrain=TERRAIN
        )
