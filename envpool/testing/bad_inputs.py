# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Wrong arguments, from tables: each raises one clear exception, the pool survives."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np

import envpool
from envpool.python.config.rules import find_rules
from envpool.python.errors import (
    ClosedError,
    EnvPoolError,
    ProtocolError,
)
from envpool.python.results import trees
from envpool.registration import registry
from envpool.testing.determinism import saved
from envpool.testing.rollout import Script, assert_same, leaves, owners_of

__all__ = [
    "check_actions",
    "check_config",
    "check_ids",
    "check_moments",
    "check_states",
    "refuses",
]

NUM_ENVS = 5
EVERYONE = tuple(range(NUM_ENVS))

# Values that every integer key refuses, except for whole numbers in its own range.
NOT_INTEGERS: tuple[Any, ...] = (
    2**31,
    2**63,
    -(2**31) - 1,
    2.5,
    float("nan"),
    "4",
    "",
    [],
    [1],
    {},
    object(),
    np.array([4, 5]),
    np.float64(3),
    b"1",
)

# Integer keys, with values just outside of their range.
COMMON_KEYS: dict[str, tuple[Any, ...]] = {
    "num_envs": (0, -1, None),
    "batch_size": (-1, NUM_ENVS + 1, None),
    "num_threads": (-1, None),
    "max_num_players": (0, -1, None),
    "thread_affinity_offset": (-2, None),
    "max_episode_steps": (-1,),
}
SEEDS: tuple[Any, ...] = (
    -(2**31) - 1,
    2**63,
    1.5,
    float("nan"),
    "7",
    [1, 2],
    [1, 2, 3, 4, "5"],
    [1, 2, 3, 4, 2**63],
    [[1, 2, 3, 4, 5]],
    np.zeros(NUM_ENVS + 1, dtype=np.int64),
    np.full(NUM_ENVS, 0.5),
    {},
    object(),
)
OPTIONS: dict[str, tuple[Any, ...]] = {
    "autoreset_mode": ("later", 3, None, ""),
    "episode_stats": ("yes", 2, []),
    "render_mode": ("rgb", 1),
    "render_env_id": (-1, NUM_ENVS, 1.5, "0"),
    "render_width": (-5, 10**6, "84"),
    "chunk": (-1, 1.5),
    "caller_helps": ("no", 7),
    "numa": ("on", 1),
    "gym_api": ("0.25", 21),
}


def refuses(
    call: Callable[[], Any], *words: str, either: Sequence[str] = ("",)
) -> None:
    """Demands one of our exceptions, with `words` and the expected value in its text.

    Args:
      call: the call that must be refused.
      *words: words that the text must contain.
      either: words; the text must contain at least one of them.
    """
    text = _refusal(call, words)
    for word in words:
        assert word in text, (word, text)
    assert any(word in text for word in either), (either, text)


def _refusal(call: Callable[[], Any], words: tuple[str, ...]) -> str:
    """Returns the text of the exception, which must be helpful."""
    try:
        result = call()
    except ProtocolError as error:
        return str(error)
    except EnvPoolError as error:
        text = str(error)
        if any(word in text for word in ("expected", "known", "no env is")):
            return text
        raise AssertionError(f"{words}: not helpful: {text}") from error
    except Exception as error:
        raise AssertionError(f"{words}: {type(error).__name__}: {error}") from error
    raise AssertionError(f"{words}: accepted, returned {type(result).__name__}")


class _Pool:
    """A pool with valid actions, and a check of its health."""

    def __init__(self, task_id: str, **kwargs: Any) -> None:
        self.env: Any = envpool.make_gym(task_id, num_envs=NUM_ENVS, **kwargs)
        self.script = Script(task_id, NUM_ENVS, 8)
        self.steps = 0
        self.info = self.env.reset()[1]

    def action(self, ids: Sequence[int] = EVERYONE) -> Any:
        """Returns the action of envs, for the players in their last result."""
        step = np.full(NUM_ENVS, self.steps % 8)
        return self.script.at(step, np.array(ids, int), self.info)

    def step(self, action: Any) -> Any:
        """Steps all envs."""
        result = self.env.step(action)
        self.info = result[4]
        return result

    def check_still_works(self, rounds: int = 2) -> None:
        """Demands that valid calls still give valid results."""
        for _ in range(rounds):
            self.steps += 1
            _, reward, terminated, _, info = self.step(self.action())
            rows = len(owners_of(info)) if self.script.is_team else NUM_ENVS
            assert reward.shape == (rows,)
            assert terminated.shape == (NUM_ENVS,)
            assert info["env_id"].tolist() == list(range(NUM_ENVS))
        assert self.env._outstanding == 0


def check_config(task_id: str) -> None:
    """Every key refuses what it cannot be, and names itself."""

    def make(**kwargs: Any) -> Callable[[], Any]:
        return lambda: envpool.make_gym(task_id, **{"num_envs": NUM_ENVS, **kwargs})

    for key, values in COMMON_KEYS.items():
        for value in (*values, *NOT_INTEGERS):
            refuses(make(**{key: value}), key)
    for value in SEEDS:
        refuses(make(seed=value), "seed")
    for key, values in OPTIONS.items():
        for value in values:
            refuses(make(**{key: value}), key)
    for key, value in _bad_config_values(task_id):
        refuses(make(**{key: value}), key)
    for key, value in envpool.make_spec(task_id).config._asdict().items():
        if isinstance(value, str) and key != "base_path":
            _may_refuse(make(**{key: "no such value"}), key)
    refuses(make(no_such_keyword=1), "no_such_keyword")
    refuses(make(num_env=1), "num_env", "num_envs")
    refuses(lambda: envpool.make(task_id + "x", "gym"), task_id)
    refuses(lambda: envpool.make_spec(task_id + "x"), task_id)
    wrong: Any = "gymn"
    refuses(lambda: envpool.make(task_id, wrong), "env_type")
    _Pool(task_id).check_still_works()


def _bad_config_values(task_id: str) -> Iterator[tuple[str, Any]]:
    """Yields values of wrong types for the family's keys, by the default's type."""
    spec = envpool.make_spec(task_id)
    common = set(COMMON_KEYS) | {"seed", "env_seed", "base_path"}
    rules = find_rules(registry.specs[task_id][0], type(spec).__name__).keys
    for key, value in spec.config._asdict().items():
        if key in common or key == "gym_reset_return_info":
            continue
        yield key, object()
        if not isinstance(value, dict):
            yield key, {"a": 1}
        for bad_value in _not_of_type(value, rules.get(key, {})):
            yield key, bad_value


def _not_of_type(value: Any, rule: Mapping[str, Any]) -> tuple[Any, ...]:
    if isinstance(value, bool):
        return ("yes", 2, 0.5, [])
    if isinstance(value, int):
        low, high = rule.get("min", 0), rule.get("max", 0)
        return tuple(
            bad
            for bad in NOT_INTEGERS
            if not (isinstance(bad, int) and low <= bad <= high)
        )
    if isinstance(value, float):
        return ("1.0", float("nan"), [], [1.0])
    return (3, 2.5, [[]]) if isinstance(value, str) else (3, 2.5, "no such value")


def _may_refuse(call: Callable[[], Any], word: str) -> None:
    """Demands that a value is either accepted, or refused with a good error."""
    try:
        call()
    except EnvPoolError:
        refuses(call, word)


def check_ids(task_id: str) -> None:
    """Env ids: in range, once each, whole numbers, one-dimensional."""
    pool = _Pool(task_id)
    one = pool.action([0])
    two = pool.action([0, 1])
    bad_values: tuple[tuple[Any, Any], ...] = (
        ([-1], one),
        ([NUM_ENVS], one),
        ([10**9], one),
        ([2**31], one),
        (np.array([2**40]), one),
        ([1, 1], two),
        (np.array([3, 3], dtype=np.int32), two),
        ([0.0], one),
        ([float("nan")], one),
        ([1.7], one),
        (["0"], one),
        ([[0, 1]], two),
        (np.array([True, False]), one),
        ([None], one),
        (object(), one),
        ("0", one),
        ({"a": 1}, one),
    )
    for ids, action in bad_values:
        refuses(partial(pool.env.step, action, ids), "env_id")
        refuses(partial(pool.env.send, action, ids), "env_id")
        refuses(partial(pool.env.reset, ids), "env_id")
        refuses(partial(pool.env.save_state, ids), "env_id")
        pool.check_still_works(1)
    # These ids are valid.
    goods: tuple[Any, ...] = ([2], 2, np.uint8(2), np.arange(5) == 2, (2,))
    info = pool.info
    for good in goods:
        step = np.zeros(NUM_ENVS, int)
        info = pool.env.step(pool.script.at(step, np.array([2]), info), good)[4]
        assert info["env_id"].tolist() == [2]
    assert len(pool.env.step(pool.action([]), np.zeros(0, np.int32))[1]) == 0
    pool = _Pool(task_id)
    pool.check_still_works()


def check_actions(task_id: str) -> None:
    """Actions: count, shape, dtype and range, on the first call and later."""
    pool = _Pool(task_id)
    for _ in range(2):
        for entry in pool.script.entries:
            for bad_value in _bad_action_values(pool, entry.key):
                bad = _with(pool.action(), entry.key, bad_value)
                for call in (pool.env.step, pool.env.send):
                    refuses(partial(call, bad), either=("action", entry.key))
                assert pool.env._outstanding == 0
        pool.check_still_works(3)
    _check_awkward_actions(task_id)
    pool.check_still_works()


def _with(action: Any, key: str, value: Any) -> Any:
    """Returns an action with one of its arrays replaced."""
    if not isinstance(action, dict):
        return value
    level, *below = trees.gym_path(key)
    inner = _with(action[level], ".".join(below), value) if below else value
    return {**action, level: inner}


def _array(action: Any, key: str) -> Any:
    for level in trees.gym_path(key) if isinstance(action, dict) else ():
        action = action[level]
    return action


def _bad_action_values(pool: _Pool, key: str) -> Iterator[Any]:
    good = _array(pool.action(), key)
    yield from (good[:-1], good[:0], np.concatenate([good, good[:1]]))
    if not pool.script.legal.is_turn_based:  # with turns, an action per player is valid
        yield np.concatenate([good, good])
    yield from (good[None], good[..., None, None])
    yield from (None, object(), "abc", b"abc", {}, {"nothing": good}, [], [[]])
    yield from (good.astype(object), good.astype(str), good.astype(complex))
    yield np.zeros(good.shape, dtype="datetime64[s]")
    yield np.zeros((len(good), 7, 3), dtype=good.dtype)
    if good.dtype.kind in "iub":
        yield good + 0.5
        if pool.script.spec.action_array_spec[key].dtype.kind != "f":
            yield good.astype(np.float32)
        yield np.full(good.shape, np.nan)
        low, high = _bounds(pool, key)
        for value in {low - 1, high + 1, 2**31 - 1, -(2**31), 2**32 + low}:
            if low <= value <= high:
                continue
            bad = good.astype(np.int64)
            bad[-1] = value
            yield bad
            yield bad.tolist()
            if abs(value) < 2**31:
                yield bad.astype(np.int32)


def _bounds(pool: _Pool, key: str) -> tuple[int, int]:
    """Returns the lowest and the highest bound over all elements."""
    spec = pool.script.spec.action_array_spec[key]
    if spec.dtype.kind == "b":
        return 0, 1
    low, high = np.min(spec.minimum), np.max(spec.maximum)
    if spec.dtype.kind == "f":  # a discrete action
        return int(low), int(high)
    info = np.iinfo(spec.dtype)
    return max(int(low), info.min), min(int(high), info.max)


def _check_awkward_actions(task_id: str) -> None:
    """Unusual but valid actions have the same effect as the plain array."""
    odd, plain = _Pool(task_id), _Pool(task_id)
    for number in range(len(_forms(np.zeros(1)))):
        action = odd.action()
        for entry in odd.script.entries:
            # An env with double actions may compute in the array's precision;
            # lists count as float64, so the reference array must be float64 too.
            if odd.script.spec.action_array_spec[entry.key].dtype == np.float64:
                array = _array(action, entry.key).astype(np.float64)
                action = _with(action, entry.key, array)
        form = action
        for entry in odd.script.entries:
            array = _array(action, entry.key)
            form = _with(form, entry.key, _forms(array)[number])
        assert_same(odd.step(form), plain.step(action), repr(form))
        odd.steps += 1
    for extra in ({}, {"env_id": np.arange(NUM_ENVS, dtype=np.int32)}):
        action = odd.action()
        form = (
            action if isinstance(action, dict) else {odd.script.entries[0].key: action}
        )
        assert_same(odd.step({**form, **extra}), plain.step(action))
    # Changing the buffer after send has no effect on the step.
    action, same = odd.action(), odd.action()
    odd.env.send(action)
    for array in leaves(action).values():
        array[...] = 0
    assert_same(odd.env.recv(), plain.env.step(same))


def _forms(good: Any) -> list[Any]:
    """Returns equivalent arrays and array-likes."""
    frozen = good.copy()
    frozen.flags.writeable = False
    forms = [
        good.tolist(),
        tuple(good.tolist()),
        np.repeat(good, 2, axis=0)[::2],
        np.asfortranarray(good),
        good.astype(good.dtype.newbyteorder(">")),
        np.ma.masked_array(good),
        good.view(np.recarray) if good.ndim == 1 else good,
        frozen,
    ]
    if good.dtype.kind == "i":
        small = np.min_scalar_type(int(good.min(initial=0)) - int(good.max(initial=0)))
        short = np.dtype(np.int16) if np.can_cast(small, np.int16) else small
        return [*forms, *(good.astype(t) for t in (np.int64, short, small))]
    wide = good if good.dtype.kind == "b" else good.astype(np.float64)
    return [*forms, wide, good, good]


def check_moments(task_id: str) -> None:
    """Calls at the wrong moment, in sync and async mode."""
    pool = _Pool(task_id)
    env, action = pool.env, pool.action
    env.send(action([0, 1]), [0, 1])
    refuses(lambda: env.send(action()), "pending result")
    refuses(lambda: env.send(action([1]), [1]), "pending result")
    refuses(env.async_reset)
    refuses(lambda: env.save_state([0]), "pending result")
    env.send(action([4, 2, 3]), [4, 2, 3])
    assert env.recv()[4]["env_id"].tolist() == [0, 1, 4, 2, 3]
    assert len(env.recv()[1]) == 0
    for timeout in (-1, "1", float("nan")):
        try:
            env.recv(timeout=timeout)
        except (EnvPoolError, TypeError):
            continue
        raise AssertionError(f"timeout={timeout!r} accepted")
    pool = _Pool(task_id)
    pool.check_still_works()
    env = pool.env
    env.close()
    env.close()
    late = pool.action()
    for call in (lambda: env.step(late), env.reset, env.recv, env.async_reset):
        try:
            call()
        except ClosedError:
            continue
        raise AssertionError("a closed pool was used")
    _check_async_moments(task_id)


def _check_async_moments(task_id: str) -> None:
    env: Any = envpool.make_gym(task_id, num_envs=NUM_ENVS, batch_size=2)
    script = Script(task_id, NUM_ENVS, 1)
    refuses(env.recv)
    env.async_reset()
    refuses(env.async_reset)
    infos = [env.recv(timeout=10.0)[4], env.recv()[4]]
    refuses(env.recv)  # one result is left, the batch size is two
    for info in infos:
        ids = info["env_id"]
        env.send(script.at(np.zeros(NUM_ENVS, dtype=int), ids, info), ids)
    assert len(env.recv()[2]) == 2
    env.reset()
    env.close()


def check_states(task_id: str) -> None:
    """Wrong states, and too few of them."""
    pool = _Pool(task_id)
    env = pool.env
    states = saved(env)
    for bad in (b"", b"abc", states[0][:-1], states[0] + b"x", None, 3):
        refuses(partial(env.load_state, [bad], [0]), "states")
    refuses(lambda: env.load_state(states[:2]), "states")
    pool.check_still_works()
