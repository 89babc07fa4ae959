# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""BabyAI against the official package: same seed, same levels, same episodes."""

from __future__ import annotations

from typing import Any

import gymnasium
import minigrid  # noqa: F401  registers the official ids
import numpy as np
import pytest
from minigrid.utils.baby_ai_bot import BabyAIBot

import envpool
from envpool.python.errors import ConfigError, EnvStepError
from envpool.testing.oracle import Adapter, Case, GymnasiumEnv, compare, comparisons

IDS = [name for name in envpool.list_all_envs() if name.startswith("BabyAI-")]

# The official bot cannot solve these tasks: it ignores an object that it carries at
# the start, keys in boxes, and that other doors are forbidden. Its search may not end.
NOT_FOR_THE_BOT = (
    "Carrying-v0",
    "Debug-v0",
    "KeyInBox-v0",
    "ToUnlock-v0",
)


class OfficialEnv(GymnasiumEnv):
    """An official env, and the official bot that solves it."""

    def reset(self) -> Any:
        self._bot: Any = None
        self._last: Any = None
        return super().reset()

    def step(self, action: Any) -> Any:
        self._last = action
        return super().step(action)

    def advice(self) -> int:
        """Returns the bot's next action."""
        if self._bot is None:
            self._bot = BabyAIBot(self.env.unwrapped)
        return int(self._bot.replan(self._last))


class Official(Adapter):
    """Official envs; `case.official` are arguments of their constructor."""

    def make(self, case: Case, seed: int) -> OfficialEnv:
        options = {**case.options, **(case.official or {})}
        if "max_episode_steps" in options:
            options["max_steps"] = options.pop("max_episode_steps")
        see_through_walls = options.pop("see_through_walls", False)
        env = gymnasium.make(case.task_id, disable_env_checker=True, **options)
        # The constructor of room grids sets it, so it cannot be an argument.
        env.unwrapped.see_through_walls = see_through_walls
        return OfficialEnv(env, seed)


class Random(Official):
    """Random actions, with a preference for moving forward."""

    def actions(self, case: Case, pool: Any, rows: Any, step: int, random: Any) -> Any:
        return random.choice([0, 1, 2, 2, 2, 3, 4, 5, 6], self.num_envs)


class Bot(Official):
    """Actions of the official bot; counts its successes."""

    num_envs = 1

    def __init__(self) -> None:
        self.envs: list[OfficialEnv] = []
        self.successes = 0

    def make(self, case: Case, seed: int) -> OfficialEnv:
        self.envs.append(super().make(case, seed))
        return self.envs[-1]

    def check_spaces(self, pool: Any, official: Any) -> None:
        assert pool.single_observation_space == official.env.observation_space
        assert pool.single_action_space == official.env.action_space

    def actions(self, case: Case, pool: Any, rows: Any, step: int, random: Any) -> Any:
        self.successes += sum(row["reward"] > 0 for row in rows)
        over = [row["terminated"] or row["truncated"] for row in rows]
        return np.array(
            [6 if over[i] else env.advice() for i, env in enumerate(self.envs)]
        )


@pytest.mark.parametrize(
    "task_id", [name for name in IDS if not name.endswith(NOT_FOR_THE_BOT)]
)
def test_missions_end_as_officially(task_id: str) -> None:
    adapter = Bot()
    compare(adapter, Case(task_id, 1, 3, max_steps=4000))
    assert adapter.successes >= 2  # the last episode's end is not counted


test_random_actions = comparisons(
    Random(), [Case(name, 125, 3, {"max_episode_steps": 40}) for name in IDS]
)

# Every second step starts an episode. A large view through walls shows most of a level.
test_levels = comparisons(
    Random(),
    [
        Case(
            name,
            20,
            10,
            {
                "max_episode_steps": 1,
                "agent_view_size": 15,
                "see_through_walls": True,
            },
        )
        for name in IDS
    ],
    seeds=[2**31 - 2],
)

LISTS = {
    "action_kinds": ["goto", "open"],
    "instr_kinds": ["and", "seq", "seq"],
}
OPTIONS: list[tuple[str, dict[str, Any], dict[str, Any]]] = [
    ("GoToRedBall-v0", {"room_size": 5, "num_dists": 1}, {}),
    ("GoTo-v0", {"room_size": 5, "num_rows": 2, "num_cols": 4, "num_dists": 5}, {}),
    ("GoToDoor-v0", {"num_rows": 4, "agent_view_size": 3}, {}),
    ("GoToImpUnlock-v0", {"room_size": 5, "num_rows": 1, "num_cols": 3}, {}),
    ("Unlock-v0", {"room_size": 5, "num_rows": 2, "num_cols": 2}, {}),
    ("OpenDoor-v0", {"select_by": "loc", "debug": True}, {}),
    ("OpenTwoDoors-v0", {"second_color": "grey", "strict": True}, {}),
    ("OpenDoorsOrderN2-v0", {"num_doors": 3, "debug": True}, {}),
    ("KeyCorridor-v0", {"obj_type": "key", "room_size": 4, "num_cols": 4}, {}),
    ("KeyCorridorS3R1-v0", {"obj_type": "box"}, {}),
    ("FindObjS5-v0", {"num_rows": 4, "num_cols": 4}, {}),
    ("MoveTwoAcrossS5N2-v0", {"room_size": 6, "objs_per_room": 3}, {}),
    ("PutNextS5N1-v0", {"start_carrying": True}, {}),
    ("PutNextLocal-v0", {"room_size": 10, "num_objs": 18}, {}),
    ("BossLevel-v0", {"locked_room_prob": 1.0, "implicit_unlock": False}, {}),
    ("BossLevel-v0", {"unblocking": False, "locations": False, "room_size": 6}, {}),
    (
        "BossLevel-v0",
        {key: ",".join(names) for key, names in LISTS.items()},
        LISTS,
    ),
    ("SynthSeq-v0", {"num_rows": 1, "num_cols": 2, "num_dists": 3}, {}),
]
test_options = comparisons(
    Random(),
    [
        Case(f"BabyAI-{name}", 90, 3, {"max_episode_steps": 29, **options}, official)
        for name, options, official in OPTIONS
    ],
)


@pytest.mark.parametrize(
    "name", ["MiniBossLevel", "OpenDoorsOrderN4Debug", "PutNextS4N1", "GoToSeqS5R2"]
)
def test_instructions_are_part_of_the_state(name: str) -> None:
    first = envpool.make_gymnasium(f"BabyAI-{name}-v0", num_envs=64, seed=1)
    second = envpool.make_gymnasium(f"BabyAI-{name}-v0", num_envs=64, seed=100)
    random = np.random.default_rng(0)
    actions = random.choice([0, 1, 2, 2, 2, 3, 4, 5], (200, 64))
    first.reset()
    second.reset()
    for each in actions[:50]:
        first.step(each)
    second.load_state(first.save_state())
    rewards = 0.0
    for each in actions[50:]:
        expected, got = first.step(each), second.step(each)
        for key, value in expected[0].items():
            np.testing.assert_array_equal(got[0][key], value)
        for i in (1, 2, 3):
            np.testing.assert_array_equal(got[i], expected[i])
        rewards += expected[1].sum()
    assert rewards > 0
    first.close()
    second.close()


def test_a_seed_means_the_same_levels_at_any_time() -> None:
    # The official LevelGen remembers the locked room of the last level that had one.
    env = envpool.make_gymnasium("BabyAI-SynthSeq-v0", num_envs=16, max_episode_steps=1)
    actions = np.zeros(16, int)
    first = [env.reset(seed=3), *(env.step(actions) for _ in range(20))]
    again = [env.reset(seed=3), *(env.step(actions) for _ in range(20))]
    for one, other in zip(first, again, strict=True):
        np.testing.assert_array_equal(one[0]["mission"], other[0]["mission"])
        np.testing.assert_array_equal(one[0]["image"], other[0]["image"])
    env.close()


@pytest.mark.parametrize(
    ("name", "options", "text"),
    [
        ("GoToDoor-v0", {"num_rows": 2}, "num_rows: expected a number from 3 on"),
        ("Unlock-v0", {"num_rows": 1, "num_cols": 1}, "num_rows: expected 2 rooms"),
        ("GoTo-v0", {"num_dists": 0}, "num_dists: expected a number from 1 on"),
        ("PutNextLocal-v0", {"num_objs": 19}, r"num_objs: expected .* \[2, 18\]"),
        ("BossLevel-v0", {"instr_kinds": "or"}, "instr_kinds: expected a comma-"),
        ("BossLevel-v0", {"action_kinds": ""}, "action_kinds: expected a comma-"),
    ],
)
def test_levels_that_cannot_be(name: str, options: dict[str, Any], text: str) -> None:
    with pytest.raises(ConfigError, match=text):
        envpool.make_gymnasium(f"BabyAI-{name}", **options)


@pytest.mark.parametrize(("num_rows", "num_cols"), [(2, 5), (4, 3)])
def test_find_obj_exchanges_rows_and_columns(num_rows: int, num_cols: int) -> None:
    """A reset fails exactly where the official reset fails an assertion."""
    options = {"num_rows": num_rows, "num_cols": num_cols}
    task_id = "BabyAI-FindObjS6-v0"
    official = gymnasium.make(task_id, disable_env_checker=True, **options).unwrapped
    env = envpool.make_gymnasium(task_id, **options)
    levels = 0
    for seed in [*range(20), *[None] * 20]:
        try:
            expected = official.reset(seed=seed)[0]
        except AssertionError:
            with pytest.raises(EnvStepError, match="no room in column"):
                env.reset(seed=seed)
            continue
        found = env.reset(seed=seed)[0]
        np.testing.assert_array_equal(found["image"][0], expected["image"])
        assert found["mission"][0] == expected["mission"]
        levels += 1
    assert 10 < levels < 40
    env.close()


def test_rooms_that_are_too_small() -> None:
    env = envpool.make_gymnasium("BabyAI-GoToLocal-v0", room_size=4, num_dists=9)
    with pytest.raises(EnvStepError, match="found no level that will do"):
        env.reset()
    env.close()
