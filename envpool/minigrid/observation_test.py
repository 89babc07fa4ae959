# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Views, the observations and rewards of the official wrappers, and frames."""

from functools import partial

import gymnasium
import minigrid  # noqa: F401  registers the official ids
import numpy as np
import pytest
from minigrid import wrappers

import envpool
from envpool.python.errors import ConfigError, EnvStepError
from envpool.testing.oracle import Adapter, Case, GymnasiumEnv, comparisons

# Between them: portable objects, doors, lava, boxes, moving obstacles, grids that are
# not square.
IDS = [
    "MiniGrid-BlockedUnlockPickup-v0",
    "MiniGrid-DistShift1-v0",
    "MiniGrid-Dynamic-Obstacles-6x6-v0",
    "MiniGrid-Fetch-8x8-N3-v0",
    "MiniGrid-LavaCrossingS9N2-v0",
    "MiniGrid-MultiRoom-N2-S4-v0",
    "MiniGrid-ObstructedMaze-1Dlh-v0",
    "MiniGrid-Playground-v0",
    "MiniGrid-RedBlueDoors-6x6-v0",
]


class Official(Adapter):
    """The official envs; `case.official` is a function that wraps them."""

    num_envs = 2
    same_infos = False

    def make(self, case, seed):
        env = gymnasium.make(case.task_id, disable_env_checker=True)
        return GymnasiumEnv(case.official(env), seed)

    def check_spaces(self, pool, official):
        assert pool.single_observation_space == official.env.observation_space
        assert pool.single_action_space == official.env.action_space

    def is_random(self, case):
        return "DistShift" not in case.task_id


def with_view(size, see_through_walls, env):
    """Returns the env as its constructor would make it with these arguments."""
    env.unwrapped.agent_view_size = size
    env.unwrapped.see_through_walls = see_through_walls
    spaces = dict(env.observation_space.spaces)
    spaces["image"] = gymnasium.spaces.Box(0, 255, (size, size, 3), np.uint8)
    env.observation_space = gymnasium.spaces.Dict(spaces)
    return env


def view_cases():
    sizes = (3, 5, 7, 9, 15, 31, 63)
    for i, task_id in enumerate(IDS):
        for see in (False, True):
            for size in (sizes[i % 7], sizes[(i + 3) % 7]):
                options = {"agent_view_size": size, "see_through_walls": see}
                yield Case(
                    task_id,
                    steps=100 if size < 20 else 10,
                    episodes=0,
                    options=options,
                    official=partial(with_view, size, see),
                )


test_views = comparisons(Official(), list(view_cases()))


class Symbolic(gymnasium.ObservationWrapper):
    """SymbolicObsWrapper with its numbers converted to uint8, the space's dtype."""

    def __init__(self, env):
        super().__init__(wrappers.SymbolicObsWrapper(env))
        shape = self.observation_space["image"].shape
        self.observation_space["image"] = gymnasium.spaces.Box(0, 255, shape, np.uint8)

    def observation(self, obs):
        return {**obs, "image": obs["image"].astype(np.uint8)}


OBSERVATIONS = {
    "fully_observed": wrappers.FullyObsWrapper,
    "rgb_partial": wrappers.RGBImgPartialObsWrapper,
    "rgb_full": wrappers.RGBImgObsWrapper,
    "one_hot": wrappers.OneHotPartialObsWrapper,
    "symbolic": Symbolic,
    "flat": wrappers.FlatObsWrapper,
}


def observation_cases():
    for kind, wrapper in OBSERVATIONS.items():
        for task_id in IDS if not kind.startswith("rgb") else IDS[::2]:
            yield Case(
                task_id,
                steps=100,
                episodes=0,
                options={"observation": kind},
                official=wrapper,
            )
    # The reset of this task changes the world after the observation.
    for kind in ("fully_observed", "rgb_partial", "one_hot"):
        yield Case(
            "BabyAI-PutNextS5N2Carrying-v0",
            steps=20,
            episodes=0,
            options={"observation": kind},
            official=OBSERVATIONS[kind],
        )
    for tile_size in (1, 13):
        yield Case(
            IDS[0],
            steps=20,
            episodes=0,
            options={"observation": "rgb_full", "tile_size": tile_size},
            official=partial(wrappers.RGBImgObsWrapper, tile_size=tile_size),
        )
        yield Case(
            IDS[0],
            steps=20,
            episodes=0,
            options={
                "observation": "rgb_partial",
                "tile_size": tile_size,
                "agent_view_size": 5,
            },
            official=lambda env, tile_size=tile_size: wrappers.RGBImgPartialObsWrapper(
                with_view(5, False, env), tile_size=tile_size
            ),
        )


test_observations = comparisons(Official(), list(observation_cases()))


def rewarded(no_death=(), death_cost=-1.0, position=False, action=False, env=None):
    if no_death:
        env = wrappers.NoDeath(env, no_death_types=no_death, death_cost=death_cost)
    if position:
        env = wrappers.PositionBonus(env)
    return wrappers.ActionBonus(env) if action else env


def reward_case(task_id, **options):
    wrap = partial(
        rewarded,
        options.get("no_death", ()),
        options.get("death_cost", -1.0),
        options.get("position_bonus", False),
        options.get("action_bonus", False),
    )
    return Case(
        task_id,
        steps=400,
        episodes=1,
        max_steps=800,
        options=options,
        official=lambda env: wrap(env=env),
    )


LAVA = "MiniGrid-LavaCrossingS9N2-v0"
BALLS = "MiniGrid-Dynamic-Obstacles-6x6-v0"
test_rewards = comparisons(
    Official(),
    [
        reward_case(LAVA, no_death=("lava",)),
        reward_case(LAVA, no_death=("lava", "wall"), death_cost=-0.25),
        reward_case(BALLS, no_death=("ball",), death_cost=0.5),
        reward_case(BALLS, position_bonus=True),
        reward_case("MiniGrid-RedBlueDoors-6x6-v0", action_bonus=True),
        reward_case(
            "MiniGrid-Empty-Random-5x5-v0", position_bonus=True, action_bonus=True
        ),
        reward_case(LAVA, no_death=("lava",), position_bonus=True, action_bonus=True),
    ],
)


def test_saved_visits():
    """A loaded state restores the visit counts of the bonuses."""
    pool = envpool.make(
        "MiniGrid-Empty-5x5-v0", "gym", num_envs=1, action_bonus=True,
        position_bonus=True,
    )  # fmt: skip
    pool.reset()
    pool.step(np.array([0]))
    saved = pool.save_state()
    rewards = [pool.step(np.array([0]))[1][0] for _ in range(5)]
    pool.load_state(saved)
    assert [pool.step(np.array([0]))[1][0] for _ in range(5)] == rewards
    assert len(set(rewards)) > 1


FRAMES = [
    {},
    {"highlight": False},
    {"agent_pov": True},
    {"tile_size": 7},
    {"agent_pov": True, "tile_size": 20},
]


@pytest.mark.parametrize("options", FRAMES, ids=str)
@pytest.mark.parametrize("task_id", IDS[::3])
def test_frames(task_id, options):
    official = gymnasium.make(
        task_id, render_mode="rgb_array", disable_env_checker=True, **options
    )
    pool = envpool.make_gymnasium(
        task_id, num_envs=1, seed=5, render_mode="rgb_array", **options
    )
    assert pool.metadata["render_fps"] == official.metadata["render_fps"]
    official.reset(seed=5)
    pool.reset()
    random = np.random.default_rng(0)
    for step in range(60):
        if step % 6 == 0:
            np.testing.assert_array_equal(pool.render()[0], official.render())
        action = random.integers(7)
        _, _, terminated, truncated, _ = official.step(action)
        pool.step(np.array([action]))
        if terminated or truncated:
            official.reset()
            pool.step(np.array([0]))


def test_frames_of_any_size():
    def frame(**options):
        pool = envpool.make_gymnasium(
            "MiniGrid-RedBlueDoors-6x6-v0", render_mode="rgb_array", **options
        )
        before = pool.render()[0]
        assert (before == before[:, :, :1]).all()  # all grey: no agent yet
        pool.reset()
        return pool.render()[0]

    small = frame(render_width=12 * 9, render_height=6 * 9)
    np.testing.assert_array_equal(small, frame(tile_size=9))
    default = frame()
    assert default.shape == (6 * 32, 12 * 32, 3)
    odd = frame(render_width=100, render_height=100)
    assert odd.shape == (100, 100, 3)
    assert abs(odd.mean() - default.mean()) < 2
    assert frame(agent_pov=True).shape == (7 * 32, 7 * 32, 3)


@pytest.mark.parametrize(
    ("key", "options"),
    [
        ("observation", {"observation": "rgb"}),
        ("no_death", {"no_death": ("goal",)}),
        ("no_death", {"no_death": ("lava", "fire")}),
        ("tile_size", {"tile_size": -1}),
        ("tile_size", {"tile_size": 64, "observation": "rgb_full", "size": 255}),
    ],
)
def test_refused(key, options):
    with pytest.raises(ConfigError, match=f"{key}: "):
        envpool.make_gymnasium("MiniGrid-Empty-8x8-v0", **options)


def test_flat_is_an_array():
    for env_type in ("gym", "gymnasium"):
        pool = envpool.make(IDS[0], env_type, num_envs=3, observation="flat")
        assert pool.reset()[0].shape == (3, 7 * 7 * 3 + 96 * 28)


def test_mission_that_cannot_be_flat():
    pool = envpool.make(
        "BabyAI-BossLevel-v0", "gym", num_envs=64, seed=0, observation="flat"
    )
    with pytest.raises(EnvStepError, match="at most 96 characters"):
        pool.reset()
