# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The arenas of mazes against those of dm_control and labmaze, over many seeds."""

import os
import pathlib

import mujoco
import numpy as np
import pytest
from dm_control.locomotion.arenas import labmaze_textures, mazes

import envpool
from envpool.mujoco.dmc_locomotion.registration import task_id

ENVS = 32
EPISODES = 3
GLOBAL = np.random.mtrand._rand


def official_mazes(seed, scale, height, episodes):
    """Yields the places and sizes of an official arena's walls, and its targets."""
    GLOBAL.seed(seed)
    arena = mazes.RandomMazeWithTargets(
        x_cells=11,
        y_cells=11,
        xy_scale=scale,
        z_height=height,
        max_rooms=4,
        room_min_size=4,
        room_max_size=5,
        spawns_per_room=1,
        targets_per_room=3,
        wall_textures=labmaze_textures.WallTextures(style="style_01"),
        floor_textures=labmaze_textures.FloorTextures(style="style_01"),
    )
    state = GLOBAL.get_state()
    for _ in range(episodes):
        GLOBAL.set_state(state)
        arena.regenerate()
        state = GLOBAL.get_state()
        walls = arena.mjcf_model.find("body", "maze_body").geom
        places = np.array([wall.pos for wall in walls])
        sizes = np.array([wall.size for wall in walls])
        yield places, sizes, np.array(arena.target_positions)


def by_place(places):
    """Returns places in an order that does not depend on the original one."""
    return places[np.lexsort(places.T)]


def first_wall(name):
    """Returns the number of the first wall among a model's geoms."""
    config = envpool.make_spec(task_id(name)).config
    folder = pathlib.Path(config.base_path, "mujoco", "dmc_locomotion", "assets")
    model = mujoco.MjModel.from_xml_path(os.fspath(folder / f"{name}.xml"))
    return model.geom("wall_0").id


@pytest.mark.parametrize(
    ("name", "scale", "height"),
    [("cmu_humanoid_maze_forage", 3, 2), ("rodent_maze_forage", 0.5, 0.3)],
)
def test_official_mazes(name, scale, height):
    """Walls are equal in their order, targets as a set: their order is drawn."""
    env = envpool.make_gymnasium(task_id(name), num_envs=ENVS, seed=7)
    official = [official_mazes(7 + i, scale, height, EPISODES) for i in range(ENVS)]
    first = first_wall(name)
    for _ in range(EPISODES):
        env.reset()
        found = env.get_params(["geom_pos", "geom_size", "body_pos"])
        geom_places, geom_sizes, body_places = (
            each.reshape(ENVS, -1, 3) for each in found.values()
        )
        for i, arena in enumerate(official):
            places, sizes, targets = next(arena)
            walls = slice(first, first + len(places))
            np.testing.assert_array_equal(geom_places[i, walls], places)
            np.testing.assert_array_equal(geom_sizes[i, walls], sizes)
            bodies = body_places[i, -12:]
            np.testing.assert_array_equal(
                by_place(bodies[: len(targets)]), by_place(targets)
            )
            assert np.all(bodies[len(targets) :, 2] < -2)
    env.close()
