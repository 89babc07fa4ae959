# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The keyword arguments of the official constructors make the same envs."""

import inspect

import gymnasium
import minigrid  # noqa: F401  registers the official ids
import numpy as np
import pytest
from minigrid.core.world_object import Lava, Wall

import envpool
from envpool.minigrid.official_options import NAMES
from envpool.python.errors import ConfigError, ConfigTypeError
from envpool.registration import registry

# Parameters of windows, and parameters that every id or its class sets.
NOT_OURS = {"self", "kwargs", "mission_space", "grid_size", "screen_size"}
CASES = [
    ("MiniGrid-Empty-8x8-v0", {"agent_view_size": 5, "max_steps": 9}),
    ("MiniGrid-Fetch-8x8-N3-v0", {"numObjs": 5, "size": 9}),
    ("MiniGrid-GoToObject-8x8-N2-v0", {"numObjs": 4}),
    ("MiniGrid-PutNear-8x8-N3-v0", {"numObjs": 4, "max_steps": 12}),
    (
        "MiniGrid-MultiRoom-N6-v0",
        {"minNumRooms": 2, "maxNumRooms": 3, "maxRoomSize": 6, "max_steps": 15},
    ),
    ("MiniGrid-LavaCrossingS9N2-v0", {"obstacle_type": Wall, "num_crossings": 3}),
    ("MiniGrid-SimpleCrossingS9N2-v0", {"obstacle_type": Lava}),
    ("MiniGrid-FourRooms-v0", {"agent_pos": None, "goal_pos": (3, 3)}),
    ("MiniGrid-Playground-v0", {"max_steps": 7}),
    ("BabyAI-GoToLocal-v0", {"num_dists": 3, "room_size": 6, "max_steps": 11}),
    ("BabyAI-OpenTwoDoors-v0", {"first_color": "red", "second_color": None}),
    ("BabyAI-OpenDoor-v0", {"select_by": None, "debug": True}),
    ("BabyAI-MiniBossLevel-v0", {"max_steps": None, "agent_view_size": 9}),
]


@pytest.mark.parametrize(("task_id", "options"), CASES)
def test_same_episodes(task_id, options):
    theirs = {**options, "disable_env_checker": True}
    official = envpool.from_gymnasium(task_id, env_kwargs=theirs, threads=True)
    with envpool.make_gymnasium(task_id, **options) as pool, official:
        pool.action_space.seed(1)
        found, expected = pool.reset(seed=21), official.reset(seed=21)
        for _ in range(40):
            for key, values in expected[0].items():
                np.testing.assert_array_equal(found[0][key], values)
            action = pool.action_space.sample()
            found, expected = pool.step(action), official.step(action)
            np.testing.assert_array_equal(found[1:4], expected[1:4])


def parameters(cls):
    """Returns the parameters of the constructors of a class and its bases."""
    names = set()
    for each in cls.__mro__:
        if "__init__" in each.__dict__ and each.__module__.startswith("minigrid"):
            names |= set(inspect.signature(each.__init__).parameters)
    return names - NOT_OURS


def test_all_official_options_are_known():
    for task_id, (package, _, _) in registry.specs.items():
        if package != "envpool.minigrid" or task_id not in gymnasium.registry:
            continue
        known = {*envpool.make_spec(task_id).config._fields, *NAMES}
        known |= {"render_mode"}
        entry_point = gymnasium.registry[task_id].entry_point
        cls = gymnasium.envs.registration.load_env_creator(entry_point)
        assert parameters(cls) <= known, task_id


def test_both_names():
    with pytest.raises(ConfigError, match=r"^numObjs: expected no num_objs"):
        envpool.make_spec("MiniGrid-Fetch-8x8-N3-v0", numObjs=3, num_objs=3)
    with pytest.raises(ConfigError, match=r"^obstacle_type: expected one of"):
        envpool.make_spec("MiniGrid-LavaGapS7-v0", obstacle_type=int)
    with pytest.raises(ConfigTypeError, match=r"^action_kinds: expected a string"):
        envpool.make_spec("BabyAI-GoToSeq-v0", action_kinds=["goto", 3])
    spec = envpool.make_spec("BabyAI-BossLevel-v0", action_kinds=["goto", "open"])
    assert spec.config.action_kinds == "goto,open"


@pytest.mark.parametrize("options", [{"highlight": False}, {"agent_pov": True}])
def test_same_frames(options):
    """`tile_size` sets the tile size of rendered frames, as officially."""
    options = {**options, "tile_size": 16, "render_mode": "rgb_array"}
    task_id = "MiniGrid-DoorKey-8x8-v0"
    official = gymnasium.make(task_id, disable_env_checker=True, **options)
    pool = envpool.make_gymnasium(task_id, **options)
    official.reset(seed=2)
    pool.reset(seed=2)
    np.testing.assert_array_equal(pool.render()[0], official.render())
