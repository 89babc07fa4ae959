# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Checks the promises of each API about its results, for any id."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import gymnasium
import numpy as np

import envpool
from envpool.python.errors import NotSupportedError
from envpool.testing.diagnosis import finding
from envpool.testing.profile import how_many_envs, profile_of, scaled
from envpool.testing.rollout import (
    NotApplicable,
    Script,
    assert_same,
    copy_of,
    leaves,
    owners_of,
    row_of,
)
from envpool.testing.standard_infos import StandardInfos

__all__ = [
    "Spaces",
    "check_dm",
    "check_gym",
    "check_gymnasium",
    "check_members",
    "check_memory",
    "check_rows",
]

NUM_ENVS = 6
NUM_STEPS = 600
LONGEST = 400  # until an episode ends; some games are slow


def check_gymnasium(task_id: str) -> None:
    """Spaces, flags, counters and autoreset of `env_type="gymnasium"`."""
    steps = scaled(task_id, NUM_STEPS)
    script = Script(task_id, NUM_ENVS, steps)
    env: Any = envpool.make_gymnasium(task_id, num_envs=NUM_ENVS, seed=3, infos="all")
    spaces, standard = Spaces(script), StandardInfos(script)
    obs, info = env.reset()
    spaces.check(env, obs, owners_of(info))
    assert (info["elapsed_step"] == 0).all()
    over = np.zeros(NUM_ENVS, dtype=bool)
    standard.check(info, over)
    paid = False
    elapsed = np.zeros(NUM_ENVS, dtype=np.int64)
    everyone = np.arange(NUM_ENVS)
    for step in range(steps):
        actions = script.at(np.full(NUM_ENVS, step), everyone, info)
        obs, reward, terminated, truncated, info = env.step(actions)
        owners = owners_of(info) if script.is_team else everyone
        spaces.check(env, obs, owners)
        elapsed = np.where(over, 0, elapsed + 1)
        np.testing.assert_array_equal(info["elapsed_step"], elapsed)
        np.testing.assert_array_equal(info["env_id"], everyone)
        _check_row_types(reward, terminated, truncated, len(owners))
        assert (reward[over[owners]] == 0).all(), (
            "the row of a reset has a reward: Reset wrote one"
        )
        assert not (terminated | truncated)[over].any(), "a reset ended an episode"
        _check_limit(env, truncated, elapsed)
        over = terminated | truncated
        standard.check(info, over)
        _check_infos(script, info, elapsed > 0)
        paid |= bool(reward.any())
    env.close()
    assert paid or profile_of(task_id).rare_rewards, (
        f'All rewards of {steps} steps are 0: Step does not write state["reward"_], '
        "or rewards are rare; if so, set rare_rewards=True in kit_profile.py"
    )
    spaces.report()


def check_members(task_id: str) -> None:
    """Results are in the spaces: first ones, last ones, those after the end."""
    spec: Any = envpool.make_spec(task_id)
    if spec.config.max_num_players > 1:
        raise NotApplicable("players may come and go, and with them rows")
    try:
        spec.gymnasium_observation_space  # noqa: B018  may not exist
    except NotSupportedError as error:
        raise NotApplicable(f"observations have no space: {error}") from None
    for mode in ("next_step", "same_step", "disabled"):
        env: Any = envpool.make_gymnasium(
            task_id,
            num_envs=how_many_envs(task_id, NUM_ENVS, 2),
            seed=3,
            max_episode_steps=2,
            autoreset_mode=mode,
        )
        env.action_space.seed(3)
        one, space = env.single_observation_space, env.observation_space
        for _ in range(3):
            obs, info = env.reset()
            _check_member(space, obs)
            _check_masks(info)
            for _ in range(2 if mode == "disabled" else 5):
                action = env.action_space.sample()
                assert action in env.action_space
                obs, _, terminated, truncated, info = env.step(action)
                _check_member(space, obs)
                _check_masks(info)
                over = terminated | truncated
                if mode == "same_step":
                    assert over.any() == ("final_obs" in info)
                    for row in np.flatnonzero(over):
                        assert info["final_obs"][row] in one, info["final_obs"]
                if mode == "disabled" and over.any():
                    break
            if mode == "disabled" and over.any():
                obs, info = env.reset(options={"reset_mask": over})
                _check_member(space, obs)
                np.testing.assert_equal(_masks(info), len(_masks(info)) * [over])
        env.close()


def _check_member(space: Any, obs: Any) -> None:
    with finding(OUTSIDE):
        assert obs in space, outside(space, obs)


def _masks(info: dict[str, Any]) -> list[Any]:
    return [value for key, value in info.items() if key.startswith("_")]


def _check_masks(info: dict[str, Any]) -> None:
    """Demands that each info has a mask with one entry per row."""
    for key, value in info.items():
        if not key.startswith("_"):
            mask = info[f"_{key}"]
            assert mask.dtype == np.bool_, key
            for path, column in leaves(value).items():
                assert len(column) == len(mask), (key, path)


OUTSIDE = (
    "An observation is not in its space: shape, dtype or bounds in StateSpec are not "
    "those of what the env writes."
)


def outside(space: Any, value: Any, name: str = "obs") -> str:
    """Returns a text that names the part of a value outside of a space.

    Args:
      space: a Gymnasium space.
      value: a value that is not in the space.
      name: the name of the value.
    """
    if isinstance(value, dict) and isinstance(space, gymnasium.spaces.Dict):
        for key, inner in space.spaces.items():
            if key in value and not inner.contains(value[key]):
                return outside(inner, value[key], f"{name}:{key}")
    array = np.asarray(value)
    if isinstance(space, gymnasium.spaces.Box) and array.shape == space.shape:
        wrong = ~((array >= space.low) & (array <= space.high))
        if wrong.any():
            at = tuple(int(i) for i in np.argwhere(wrong)[0])
            return (
                f"{name}: expected values in [{space.low[at]}, {space.high[at]}] at "
                f"{at}, got {array[at]}"
            )
    return f"{name}: expected a member of {space}, got {value}"


class Spaces:
    """Checks that observations are in their spaces, if they have spaces."""

    def __init__(self, script: Script) -> None:
        self._script = script
        self._reason = ""
        try:
            script.spec.gymnasium_observation_space  # noqa: B018  may not exist
        except NotSupportedError as error:
            self._reason = f"observations were not compared with a space: {error}"

    def check(self, env: Any, obs: Any, owners: Any) -> None:
        """Checks all rows at once or, with several players, row by row."""
        if self._reason:
            return
        if not self._script.is_team:
            with finding(OUTSIDE):
                assert env.observation_space.contains(obs), outside(
                    env.observation_space, obs
                )
            return
        space = self._script.spec.gymnasium_observation_space
        for one in rows(self._script, obs, NUM_ENVS, owners):
            with finding(OUTSIDE):
                assert space.contains(one), outside(space, one)

    @property
    def exist(self) -> bool:
        """Whether the observations have spaces."""
        return not self._reason

    def report(self) -> None:
        """Raises NotApplicable if there was nothing to check."""
        if self._reason:
            raise NotApplicable(self._reason)


def rows(script: Script, obs: Any, num_envs: int, owners: Any) -> Iterator[Any]:
    """Yields the observation of each env or, with several players, of each player."""
    for row in range(num_envs):
        if not script.is_team:
            yield _row(script, obs, "0", row, None)
            continue
        for player in np.flatnonzero(owners == row):
            yield _row(script, obs, "0", row, [player])


def _row(script: Script, tree: Any, path: str, row: int, owner: Any) -> Any:
    if isinstance(tree, dict):
        return {
            key: _row(script, value, f"{path}.{key}", row, owner)
            for key, value in tree.items()
        }
    value = row_of(script, path, tree, row, owner)
    if path in script.per_player:
        value = value[0]
    if np.ndim(value) > 0:
        return value
    return int(value) if value.dtype.kind == "i" else np.asarray(value)


def _check_row_types(
    reward: Any, terminated: Any, truncated: Any, players: int
) -> None:
    assert reward.shape == (players,)
    assert reward.dtype == np.float32
    assert np.isfinite(reward).all(), f"Step writes the reward {reward}"
    assert terminated.dtype == truncated.dtype == np.bool_
    assert terminated.shape == truncated.shape == (NUM_ENVS,)


def _check_limit(env: Any, truncated: Any, elapsed: Any) -> None:
    """Checks truncation by max_episode_steps; an env's own limit (0) is not checked."""
    limit = env.spec.config.max_episode_steps
    if limit > 0:
        np.testing.assert_array_equal(truncated, elapsed >= limit)


def _check_infos(script: Script, info: Any, stepped: Any) -> None:
    """Every info has a mask; only a reset may lack infos that a step has."""
    owners = owners_of(info)
    for path, column in leaves(info, "4").items():
        level = path.rpartition(".")[2]
        if level.startswith("_"):
            continue
        rows = owners if path in script.per_player else np.arange(NUM_ENVS)
        assert len(column) == len(rows), path
        if path.count(".") == 1:
            mask = info[f"_{level}"]
            assert (mask if path in script.per_player else mask[stepped]).all(), path


def check_gym(task_id: str) -> None:
    """Single-env spaces and both results of `env_type="gym"`."""
    steps = scaled(task_id, 50)
    num_envs = how_many_envs(task_id, NUM_ENVS, 2)
    script = Script(task_id, num_envs, steps)
    everyone = np.arange(num_envs)
    new: Any = envpool.make_gym(task_id, num_envs=num_envs, seed=3)
    old: Any = envpool.make_gym(task_id, num_envs=num_envs, seed=3, gym_api="0.21")
    first, info = new.reset()
    assert_same(old.reset(), first)
    assert set(info) >= {"env_id", "players", "elapsed_step"}
    spaces = Spaces(script)
    for step in range(steps):
        actions = script.at(np.full(num_envs, step), everyone, info)
        obs, reward, terminated, truncated, info = new.step(actions)
        old_obs, old_reward, done, old_info = old.step(actions)
        assert_same(old_obs, obs)
        np.testing.assert_equal(old_reward, reward)
        np.testing.assert_array_equal(done, terminated | truncated)
        np.testing.assert_equal(old_info["elapsed_step"], info["elapsed_step"])
        if spaces.exist:
            for one in rows(script, obs, num_envs, owners_of(info)):
                assert new.observation_space.contains(one), one
    new.close()
    old.close()
    spaces.report()


def check_dm(task_id: str) -> None:
    """The FIRST, MID, LAST automaton of `env_type="dm"`, row by row."""
    steps = scaled(task_id, NUM_STEPS)
    num_envs = how_many_envs(task_id, NUM_ENVS, 2)
    script = Script(task_id, num_envs, steps)
    everyone = np.arange(num_envs)
    env: Any = envpool.make_dm(task_id, num_envs=num_envs, seed=3)
    env.action_spec()
    timestep = env.reset()
    assert (timestep.step_type == 0).all()
    assert timestep.first().all()
    before = timestep.step_type
    for step in range(steps):
        last = timestep.observation
        actions = script.at(np.full(num_envs, step), everyone, last)
        timestep = env.step(actions)
        kind = timestep.step_type
        players = timestep.observation.players.env_id if script.is_team else everyone
        assert ((kind >= 0) & (kind <= 2)).all()
        # FIRST follows LAST, and only LAST.
        np.testing.assert_array_equal(kind == 0, before == 2)
        assert (timestep.discount[kind[players] != 2] == 1).all()
        assert (timestep.discount >= 0).all()
        assert (timestep.discount <= 1).all()
        assert timestep.reward.dtype == np.float32
        before = kind
    try:
        env.observation_spec()
    except NotSupportedError as error:
        raise NotApplicable(f"observation_spec was not read: {error}") from None
    finally:
        env.close()


def check_memory(task_id: str) -> None:
    """Results are the caller's: never rewritten, writable, not shared."""
    num_envs = how_many_envs(task_id, 64, 3)
    steps = scaled(task_id, 40)
    script = Script(task_id, num_envs, steps)
    everyone = np.arange(num_envs)
    env: Any = envpool.make_gym(task_id, num_envs=num_envs, seed=5)
    kept = []
    copies = []
    changes = _Changes(task_id)
    info = env.reset()[1]
    for step in range(LONGEST):
        at = np.full(num_envs, step % steps)
        result = env.step(script.at(at, everyone, info))
        info = result[4]
        arrays = leaves(result)
        for path, array in arrays.items():
            assert array.flags.writeable, path
            assert array.flags.c_contiguous, path
            assert array.ctypes.data % array.itemsize == 0
            if path.split(".")[0] == "0":
                changes.see(path, array)
        if step < steps:
            kept.append(arrays)
            copies.append({path: copy_of(array) for path, array in arrays.items()})
        elif not changes.constant():
            break
    for arrays in kept[1:]:
        for path, array in arrays.items():
            assert not np.shares_memory(array, kept[0][path]), path
    kept[-1]["1"][:] = -123
    env.step(script.at(np.full(num_envs, 0), everyone, info))
    env.close()
    del env
    for arrays, expected in zip(kept[:-1], copies[:-1], strict=True):
        assert_same(arrays, expected)
    changes.report()


def check_rows(task_id: str) -> None:
    """Rows are written whole: nothing of earlier results is left in their memory."""
    num_envs = how_many_envs(task_id, NUM_ENVS, 2)
    steps = scaled(task_id, 60)
    script = Script(task_id, num_envs, steps)
    everyone = np.arange(num_envs)
    pools = [envpool.make_gym(task_id, num_envs=num_envs, seed=5) for _ in range(2)]
    clean, dirty = pools
    expected: Any = clean.reset()
    found: list[Any] = [dirty.reset()]  # the list is the only reference to the arrays
    for step in range(steps):
        with finding(NOT_WRITTEN):
            assert_same(found[0], expected, f"step {step}:")
        actions = script.at(np.full(num_envs, step), everyone, expected[-1])
        expected = clean.step(actions)
        _spoil(found.pop())
        found.append(dirty.step(actions))
    for pool in pools:
        pool.close()


def _spoil(result: Any) -> None:
    """Overwrites the arrays of a result, so that reuse of their memory shows."""
    for path, array in leaves(result).items():
        if array.dtype != object and not path.endswith("env_id"):
            array.fill(True if array.dtype == np.bool_ else 77)


NOT_WRITTEN = (
    "A row has what was in its memory before: with kWritesAllFields or "
    "WritesAllFields, each element of each observation and info is to be written."
)


class _Changes:
    """Finds observation elements that never change, such as ones never written.

    The family's profile says whether observations may have constants.
    """

    def __init__(self, task_id: str) -> None:
        profile = profile_of(task_id)
        self._constants = profile.constants
        self._ignored = {f"0.{key}" for key in profile.constant_keys}
        self._first: dict[str, Any] = {}
        self._varies: dict[str, Any] = {}

    def see(self, path: str, array: Any) -> None:
        """Compares the rows of a column with its first row."""
        if path in self._ignored or array.dtype == object or not len(array):
            return
        first = self._first.setdefault(path, array[0].copy())
        self._varies[path] = self._varies.get(path, False) | (array != first).any(0)

    def constant(self) -> list[str]:
        """Returns the columns with elements that have not changed yet."""
        return [path for path in self._varies if not self._changes(path)]

    def _changes(self, path: str) -> bool:
        # Many bytes of a frame, or of a machine's memory, may stay the same.
        is_raw = self._first[path].dtype == np.uint8 or self._constants
        elements = self._varies[path]
        return bool(np.any(elements) if is_raw else np.all(elements))

    def report(self) -> None:
        """Complains about constants, unless the family's profile allows them."""
        if not (constant := self.constant()):
            return
        names = [path.replace("0", "obs", 1) for path in constant]
        text = f"{', '.join(names)}: an element never changes"
        assert self._constants is None, text
        raise NotApplicable(
            f"{text}; if that is right, set constants=True in kit_profile.py"
        )
