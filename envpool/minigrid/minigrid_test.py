# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""MiniGrid against the official package: same seed, same levels, same episodes."""

import gymnasium
import numpy as np
import pytest
from minigrid.core.world_object import Lava, Wall
from minigrid.envs import MultiRoomEnv

import envpool
from envpool.minigrid import missions
from envpool.minigrid.oracle import IDS, Official, case_of, official_of
from envpool.python.errors import ConfigError, EnvStepError
from envpool.testing.oracle import Case, comparisons

pytestmark = pytest.mark.filterwarnings("ignore:.*is out of date")


@pytest.mark.parametrize("task_id", [i for i in IDS if i.startswith("MiniGrid-")])
def test_official_limits(task_id):
    official_id, options = official_of(task_id)
    official = gymnasium.make(official_id, disable_env_checker=True, **options)
    limit = official.unwrapped.max_steps
    assert envpool.make_spec(task_id).config.max_episode_steps == limit


# Ids, EnvPool's options, and the official options that have another name.
OPTIONS = [
    ("Empty-Random-6x6-v0", {"size": 10, "agent_view_size": 9}, {}),
    ("Empty-8x8-v0", {"agent_start_pos": (3, 4), "agent_start_dir": 2}, {}),
    ("Empty-8x8-v0", {"agent_start_pos": None, "see_through_walls": False}, {}),
    ("Empty-16x16-v0", {"size": 4, "agent_start_pos": (2, 1)}, {}),
    (
        "DistShift1-v0",
        {"width": 12, "height": 9, "strip2_row": 6, "agent_start_pos": (2, 3)},
        {},
    ),
    ("DistShift2-v0", {"agent_start_pos": None}, {}),
    (
        "LavaCrossingS9N1-v0",
        {"size": 13, "num_crossings": 7, "obstacle_type": "wall"},
        {"obstacle_type": Wall},
    ),
    (
        "SimpleCrossingS9N1-v0",
        {"size": 7, "num_crossings": 9, "obstacle_type": "lava"},
        {"obstacle_type": Lava},
    ),
    (
        "LavaGapS7-v0",
        {"size": 10, "obstacle_type": "wall", "agent_view_size": 5},
        {"obstacle_type": Wall},
    ),
    (
        "Dynamic-Obstacles-8x8-v0",
        {"size": 7, "n_obstacles": 9, "agent_start_pos": None},
        {},
    ),
    ("Fetch-8x8-N3-v0", {"size": 9, "num_objs": 7}, {"numObjs": 7}),
    ("FourRooms-v0", {"agent_pos": (2, 3), "goal_pos": (15, 16)}, {}),
    ("FourRooms-v0", {"goal_pos": (4, 4), "agent_view_size": 3}, {}),
    ("FourRooms-v0", {"see_through_walls": True, "agent_view_size": 13}, {}),
    ("GoToDoor-8x8-v0", {"size": 12, "agent_view_size": 3}, {}),
    ("GoToObject-8x8-N2-v0", {"size": 7, "num_objs": 5}, {"numObjs": 5}),
    (
        "KeyCorridorS6R3-v0",
        {"room_size": 5, "num_rows": 4, "obj_type": "key"},
        {},
    ),
    ("KeyCorridorS3R1-v0", {"room_size": 4, "obj_type": "box"}, {}),
    ("LockedRoom-v0", {"size": 16}, {}),
    ("MemoryS13Random-v0", {"size": 15}, {}),
    (
        "MultiRoom-N6-v0",
        {"min_num_rooms": 3, "max_num_rooms": 8, "max_room_size": 6},
        {"minNumRooms": 3, "maxNumRooms": 8, "maxRoomSize": 6},
    ),
    *(
        (
            f"ObstructedMaze-Full-v{version}",
            {
                "agent_room": (0, 2),
                "key_in_box": False,
                "num_quarters": 3,
                "num_rooms_visited": 7,
            },
            {},
        )
        for version in (0, 1)
    ),
    ("ObstructedMaze-1Dl-v0", {"blocked": True, "agent_view_size": 15}, {}),
    ("PutNear-8x8-N3-v0", {"size": 9, "num_objs": 5}, {"numObjs": 5}),
    ("RedBlueDoors-8x8-v0", {"size": 9, "see_through_walls": True}, {}),
    ("Playground-v0", {"see_through_walls": True, "agent_view_size": 5}, {}),
    ("DoorKey-8x8-v0", {"size": 7, "see_through_walls": True}, {}),
]
CAMEL = {"num_objs", "min_num_rooms", "max_num_rooms", "max_room_size"}


def test_grids_of_multi_room():
    """As in minigrid 3.2.0, sides are options; in 3.0.0 both are a constant."""

    class Sized(MultiRoomEnv):
        def __init__(self):
            super().__init__(3, 3, 5, max_steps=60)
            self.width, self.height = 17, 12

    official = Sized()
    pool = envpool.make_gymnasium(
        "MiniGrid-MultiRoom-N2-S4-v0",
        width=17,
        height=12,
        min_num_rooms=3,
        max_num_rooms=3,
        max_room_size=5,
        observation="fully_observed",
        seed=3,
    )
    assert pool.single_observation_space["image"].shape == (17, 12, 3)
    for seed in (3, None, None, None):
        obs, _ = pool.reset()
        official.reset(seed=seed)
        grid = official.grid.encode()
        grid[official.agent_pos] = (10, 0, official.agent_dir)
        np.testing.assert_array_equal(obs["image"][0], grid)


def option_case(name, options, renamed):
    official = {k: v for k, v in options.items() if k not in CAMEL} | renamed
    return case_of(f"MiniGrid-{name}", options, official)


test_options = comparisons(Official(), [option_case(*each) for each in OPTIONS])


@pytest.mark.parametrize(("name", "options", "renamed"), OPTIONS)
def test_limits_follow_from_options(name, options, renamed):
    """With max_episode_steps=0, the limit is as in the official env."""
    official = option_case(name, options, renamed).official
    env = Official().make(Case(f"MiniGrid-{name}", official=no_limit(official)), 0).env
    limit = env.unwrapped.max_steps
    options = {**options, "max_episode_steps": 0}
    with envpool.make_gym(f"MiniGrid-{name}", **options) as pool:
        pool.reset()
        ends = [pool.step(np.array([0]))[3][0] for _ in range(limit)]
    assert ends == [False] * (limit - 1) + [True]


def no_limit(options):
    return {key: value for key, value in options.items() if key != "max_steps"}


test_limits = comparisons(
    Official(),
    [
        case_of(f"MiniGrid-{name}", {}, {}, limit=1000)
        for name in ("Empty-5x5-v0", "Dynamic-Obstacles-5x5-v0", "MultiRoom-N6-v0")
    ],
)


@pytest.mark.parametrize(
    ("name", "options", "key"),
    [
        ("DoorKey-5x5-v0", {"size": 4}, "size"),
        ("MemoryS7-v0", {"size": 8}, "size"),
        ("Empty-8x8-v0", {"agent_view_size": 6}, "agent_view_size"),
        ("Empty-8x8-v0", {"agent_start_pos": (8, 1)}, "agent_start_pos"),
        ("DistShift1-v0", {"strip2_row": 7}, "strip2_row"),
        ("PutNear-8x8-N3-v0", {"num_objs": 1}, "num_objs"),
        ("GoToObject-8x8-N2-v0", {"num_objs": 19}, "num_objs"),
        ("MultiRoom-N6-v0", {"max_num_rooms": 5}, "min_num_rooms"),
    ],
)
def test_options_are_checked(name, options, key):
    with pytest.raises(ConfigError, match=f"^{key}: expected"):
        envpool.make_spec(f"MiniGrid-{name}", **options)


@pytest.mark.parametrize(
    ("name", "options", "reason"),
    [
        ("Fetch-5x5-N2-v0", {"num_objs": 10}, "no free place"),
        ("Empty-5x5-v0", {"agent_start_pos": (0, 2)}, "cannot stand"),
        ("MultiRoom-N6-v0", {"max_num_rooms": 25, "min_num_rooms": 25}, "do not fit"),
    ],
)
def test_levels_that_cannot_be(name, options, reason):
    """The official env hangs or fails; EnvPool's reset raises an error."""
    pool = envpool.make_gym(f"MiniGrid-{name}", **options)
    with pytest.raises(EnvStepError, match=reason):
        pool.reset()
    pool.close()


def texts_of(column):
    return tuple(bytes(row).rstrip(b"\0").decode() for row in column)


def test_missions_are_texts():
    """Missions are tuples of str, as in Gymnasium's vector envs."""
    options = {"num_envs": 3, "max_episode_steps": 4, "autoreset_mode": "same_step"}
    pool = envpool.make_gymnasium("MiniGrid-Fetch-8x8-N3-v0", **options)
    raw = envpool.make_gym("MiniGrid-Fetch-8x8-N3-v0", **options)
    seen, ends = set(), 0
    (obs, info), (bytes_obs, _) = pool.reset(), raw.reset()
    for _ in range(30):
        assert obs["mission"] == texts_of(bytes_obs["mission"])
        assert obs in pool.observation_space
        assert set(info) <= {"final_obs", "_final_obs", "final_info", "_final_info"}
        seen |= set(obs["mission"])
        action = np.full(3, 2)
        obs, _, _, _, info = pool.step(action)
        bytes_obs, _, _, _, bytes_info = raw.step(action)
        for i in np.flatnonzero(bytes_info["_final_obs"]):
            ends += 1
            final = bytes_info["final_obs"]["mission"]
            assert info["final_obs"][i]["mission"] == texts_of(final)[i]
    assert len(seen) > 10
    assert ends > 10
    before = obs["mission"]
    obs, _ = pool.reset(options={"reset_mask": np.array([False, True, False])})
    assert (obs["mission"][0], obs["mission"][2]) == (before[0], before[2])
    pool.close()
    raw.close()


@pytest.mark.parametrize("name", ["PutNear-6x6-N2-v0", "Playground-v0", "Unlock-v0"])
def test_missions_without_the_package(name, monkeypatch):
    config = envpool.make_spec(f"MiniGrid-{name}").config._asdict()
    official = missions.mission_space(config)
    monkeypatch.setattr(missions, "_official", lambda module, name: None)
    own = missions.mission_space(config)
    assert isinstance(own, missions.OwnMissionSpace)
    assert own == missions.mission_space(config)
    assert own != missions.mission_space({**config, "env_name": "fetch"})
    for space in (own, official):
        space.seed(3)
    for _ in range(20):
        mission = own.sample()
        assert mission == official.sample()
        assert mission in own
    assert "get to the moon" not in own
