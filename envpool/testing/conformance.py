# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""What each face promises of its results, for any id."""

from __future__ import annotations

from typing import Any

import numpy as np

import envpool
from envpool.testing.rollout import Script, family_of, leaves, scaled

__all__ = [
    "check_dm",
    "check_gym",
    "check_gymnasium",
    "check_members",
    "check_memory",
]

NUM_ENVS = 6
NUM_STEPS = 600
LONGEST = 400  # until something happens; some games take their time


def check_gymnasium(task_id: str) -> None:
    """Spaces, flags, counters and autoreset of `env_type="gymnasium"`."""
    steps = scaled(task_id, NUM_STEPS)
    script = Script(task_id, NUM_ENVS, steps)
    env = envpool.make_gymnasium(task_id, num_envs=NUM_ENVS, seed=3, infos="all")
    obs, info = env.reset()
    assert env.observation_space.contains(obs), (env.observation_space, obs)
    assert (info["elapsed_step"] == 0).all()
    over = np.zeros(NUM_ENVS, dtype=bool)
    elapsed = np.zeros(NUM_ENVS, dtype=np.int64)
    everyone = np.arange(NUM_ENVS)
    for step in range(steps):
        actions = script.at(np.full(NUM_ENVS, step), everyone)
        obs, reward, terminated, truncated, info = env.step(actions)
        assert env.observation_space.contains(obs), (step, obs)
        elapsed = np.where(over, 0, elapsed + 1)
        np.testing.assert_array_equal(info["elapsed_step"], elapsed)
        np.testing.assert_array_equal(info["env_id"], everyone)
        _check_row_types(reward, terminated, truncated)
        assert (reward[over] == 0).all(), "a reset row has no reward"
        assert not (terminated | truncated)[over].any()
        limit = env.spec.config.max_episode_steps
        np.testing.assert_array_equal(truncated, elapsed >= limit)
        over = terminated | truncated
        for key, value in info.items():
            if not key.startswith("_"):
                assert info[f"_{key}"].all(), key
                for path, column in leaves(value).items():
                    assert len(column) == NUM_ENVS, (key, path)
    env.close()


def check_members(task_id: str) -> None:
    """Results are in the spaces: first ones, last ones, those after the end."""
    if envpool.make_spec(task_id).config.max_num_players > 1:
        return  # players may come and go, and with them rows
    for mode in ("next_step", "same_step", "disabled"):
        env = envpool.make_gymnasium(
            task_id,
            num_envs=NUM_ENVS,
            seed=3,
            max_episode_steps=2,
            autoreset_mode=mode,
        )
        env.action_space.seed(3)
        one, space = env.single_observation_space, env.observation_space
        for _ in range(3):
            obs, info = env.reset()
            assert obs in space, obs
            _check_masks(info)
            for _ in range(2 if mode == "disabled" else 5):
                action = env.action_space.sample()
                assert action in env.action_space
                obs, _, terminated, truncated, info = env.step(action)
                assert obs in space, obs
                _check_masks(info)
                over = terminated | truncated
                if mode == "same_step":
                    assert over.any() == ("final_obs" in info)
                    for row in np.flatnonzero(over):
                        assert info["final_obs"][row] in one, info["final_obs"]
                if mode == "disabled" and over.any():
                    break
            if mode == "disabled":
                obs, info = env.reset(options={"reset_mask": over})
                assert obs in space, obs
                np.testing.assert_equal(_masks(info), len(_masks(info)) * [over])
        env.close()


def _masks(info: dict[str, Any]) -> list[Any]:
    return [value for key, value in info.items() if key.startswith("_")]


def _check_masks(info: dict[str, Any]) -> None:
    """Each info has a mask with an entry for each of its rows."""
    for key, value in info.items():
        if not key.startswith("_"):
            mask = info[f"_{key}"]
            assert mask.dtype == np.bool_, key
            for path, column in leaves(value).items():
                assert len(column) == len(mask), (key, path)


def _check_row_types(reward: Any, terminated: Any, truncated: Any) -> None:
    assert reward.shape == (NUM_ENVS,)
    assert reward.dtype == np.float32
    assert np.isfinite(reward).all()
    assert terminated.dtype == truncated.dtype == np.bool_
    assert terminated.shape == truncated.shape == (NUM_ENVS,)


def check_gym(task_id: str) -> None:
    """Single-env spaces and both results of `env_type="gym"`."""
    steps = scaled(task_id, 50)
    script = Script(task_id, NUM_ENVS, steps)
    everyone = np.arange(NUM_ENVS)
    new = envpool.make_gym(task_id, num_envs=NUM_ENVS, seed=3)
    old = envpool.make_gym(task_id, num_envs=NUM_ENVS, seed=3, gym_api="0.21")
    first, info = new.reset()
    np.testing.assert_equal(old.reset(), first)
    assert set(info) >= {"env_id", "players", "elapsed_step"}
    for step in range(steps):
        actions = script.at(np.full(NUM_ENVS, step), everyone)
        obs, reward, terminated, truncated, info = new.step(actions)
        old_obs, old_reward, done, old_info = old.step(actions)
        np.testing.assert_equal(old_obs, obs)
        np.testing.assert_equal(old_reward, reward)
        np.testing.assert_array_equal(done, terminated | truncated)
        np.testing.assert_equal(old_info["elapsed_step"], info["elapsed_step"])
        for row in range(NUM_ENVS):
            one = _row(obs, row)
            assert new.observation_space.contains(one), one
    new.close()
    old.close()


def _row(tree: Any, row: int) -> Any:
    if isinstance(tree, dict):
        return {key: _row(value, row) for key, value in tree.items()}
    value = tree[row]
    return int(value) if np.ndim(value) == 0 and value.dtype.kind == "i" else value


def check_dm(task_id: str) -> None:
    """The FIRST, MID, LAST automaton of `env_type="dm"`, row by row."""
    steps = scaled(task_id, NUM_STEPS)
    script = Script(task_id, NUM_ENVS, steps)
    everyone = np.arange(NUM_ENVS)
    env = envpool.make_dm(task_id, num_envs=NUM_ENVS, seed=3)
    env.observation_spec()
    env.action_spec()
    timestep = env.reset()
    assert (timestep.step_type == 0).all()
    assert timestep.first().all()
    before = timestep.step_type
    for step in range(steps):
        actions = script.at(np.full(NUM_ENVS, step), everyone)
        timestep = env.step(actions)
        kind = timestep.step_type
        assert ((kind >= 0) & (kind <= 2)).all()
        # After LAST comes FIRST, and FIRST comes after nothing else.
        np.testing.assert_array_equal(kind == 0, before == 2)
        assert (timestep.discount[kind != 2] == 1).all()
        assert (timestep.discount >= 0).all()
        assert (timestep.discount <= 1).all()
        assert timestep.reward.dtype == np.float32
        before = kind
    env.close()


def check_memory(task_id: str) -> None:
    """Results are the caller's: never rewritten, writable, not shared."""
    num_envs = 64
    steps = scaled(task_id, 40)
    script = Script(task_id, num_envs, steps)
    everyone = np.arange(num_envs)
    env = envpool.make_gym(task_id, num_envs=num_envs, seed=5)
    kept = []
    copies = []
    seen: dict[str, Any] = {}
    varies: dict[str, Any] = {}
    has_constants = getattr(family_of(task_id), "TEST_CONSTANTS", False)

    def changes(path: str) -> bool:
        # Of a picture, or of a machine's memory, much may stay as it is.
        elements = varies[path]
        is_raw = seen[path].dtype == np.uint8 or has_constants
        return bool(np.any(elements) if is_raw else np.all(elements))

    env.reset()
    for step in range(LONGEST):
        result = env.step(script.at(np.full(num_envs, step % steps), everyone))
        arrays = leaves(result)
        for path, array in arrays.items():
            assert array.flags.writeable, path
            assert array.flags.c_contiguous, path
            assert array.ctypes.data % array.itemsize == 0
            if path.split(".")[0] == "0":
                first = seen.setdefault(path, array[0].copy())
                varies[path] = varies.get(path, False) | (array != first).any(axis=0)
        if step < steps:
            kept.append(arrays)
            copies.append({path: array.copy() for path, array in arrays.items()})
        elif all(changes(path) for path in varies):
            break
    for path in varies:
        assert changes(path), f"{path}: an element never changes"
    for arrays in kept[1:]:
        for path, array in arrays.items():
            assert not np.shares_memory(array, kept[0][path]), path
    kept[-1]["1"][:] = -123
    env.step(script.at(np.full(num_envs, 0), everyone))
    env.close()
    del env
    for arrays, expected in zip(kept[:-1], copies[:-1], strict=True):
        for path, array in arrays.items():
            np.testing.assert_array_equal(array, expected[path])
