# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Checks of physical parameters; nothing to check in an env without any."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

import envpool
from envpool.python.apis import states as states_of
from envpool.python.errors import ArgumentError, EnvStepError, NotSupportedError
from envpool.testing.diagnosis import finding
from envpool.testing.forged_states import forgeries
from envpool.testing.rollout import Script, assert_same

__all__ = ["check_params"]

NUM_ENVS = 2
NUM_STEPS = 12
MAX_CHANGED = 24  # number of parameters to change

NO_CHANGE = (
    "Parameters that were changed and changed back change the results: SetParam or "
    "ParamsChanged resets or derives something that it should not, or GetParam returns "
    "other values than those in use."
)


def check_params(task_id: str) -> None:
    """Parameters can be read, set, refused, saved and drawn."""
    with _make(task_id) as env:
        if not len(env.params):
            return
        names = _sample(list(env.params))
        values = {name: env.params[name].default for name in names}
        _check_ranges(env, values)
        near = _check_changes(env, values)
    if near:
        _check_no_change(task_id, values, near)
        _check_states(task_id, near)
        _check_draws(task_id, near)


def _make(task_id: str, **options: Any) -> Any:
    options = {"num_envs": NUM_ENVS, "seed": 5, **options}
    return envpool.make_gym(task_id, **options)


def _sample(names: list[str]) -> list[str]:
    step = max(1, len(names) // MAX_CHANGED)
    return names[::step][:MAX_CHANGED]


def _check_ranges(env: Any, values: dict[str, NDArray[Any]]) -> None:
    """Values that do not fit are refused, and change nothing."""
    for name, current in values.items():
        parameter = env.params[name]
        assert current.shape == (NUM_ENVS, *parameter.shape), name
        assert parameter.meaning, f"{name}: no meaning"
        if current.size == 0:
            continue
        wrong = [np.nan, np.inf]
        wrong += [x for x in (parameter.low - 1, parameter.high + 1) if abs(x) < 1e15]
        wrong += [0.5] if parameter.dtype.kind == "i" else []
        for value in wrong:
            try:
                env.set_params({name: value})
            except ArgumentError:
                continue
            raise AssertionError(f"{name}: accepts {value}")
        np.testing.assert_array_equal(env.get_params(name)[name], current, name)


def _near(parameter: Any, current: NDArray[Any]) -> NDArray[Any] | None:
    """Returns allowed values near the current ones; None if there are none."""
    scale = np.where(current == 0, 1e-2, 1e-2 * np.abs(current))
    step = 1 if parameter.dtype.kind == "i" else scale
    for moved in (current + step, current - step):
        near = np.clip(moved, parameter.low, parameter.high)
        if (near != current).any():
            return np.asarray(near, parameter.dtype)
    return None


def _check_changes(
    env: Any, values: dict[str, NDArray[Any]]
) -> dict[str, NDArray[Any]]:
    """Sets each parameter in one env alone; returns the values that it accepts."""
    accepted = {}
    env.reset()
    for name in values:
        parameter = env.params[name]
        current = env.get_params(name)[name]  # a reset may have changed some parameters
        near = _near(parameter, current)
        if near is None or near.size == 0:
            continue
        if (current != np.clip(current, parameter.low, parameter.high)).any():
            continue  # a task has set values out of the range
        try:
            env.set_params({name: near[1]}, 1)
        except ArgumentError:  # does not fit the other parameters
            pass
        else:
            # An env may round values or normalize vectors.
            found = env.get_params(name)[name]
            np.testing.assert_array_equal(found[0], current[0], name)
            env.set_params({name: found[1]}, 1)
            np.testing.assert_array_equal(env.get_params(name)[name], found, name)
            accepted[name] = found[1]
        env.set_params({name: current})
        np.testing.assert_array_equal(env.get_params(name)[name], current, name)
    return accepted


def _check_no_change(
    task_id: str, values: dict[str, NDArray[Any]], near: dict[str, NDArray[Any]]
) -> None:
    """Values that are set and then taken back before the next step leave no trace."""
    script = Script(task_id, NUM_ENVS, NUM_STEPS)
    names = list(near)
    with _make(task_id) as plain, _make(task_id) as env:
        first = plain.reset()
        assert_same(env.reset(), first, "reset:")
        info = first[1]
        for step in range(NUM_STEPS):
            for name in names[step::NUM_STEPS]:
                env.set_params({name: near[name]})
                env.set_params({name: values[name]})
            actions = script.at(np.full(NUM_ENVS, step), np.arange(NUM_ENVS), info)
            result = plain.step(actions)
            with finding(NO_CHANGE):
                assert_same(env.step(actions), result, f"step {step}:")
            info = result[4]


def _check_states(task_id: str, near: dict[str, NDArray[Any]]) -> None:
    """States bring their parameters; forged ones do no harm."""
    names = list(near)
    last = {names[-1]: near[names[-1]]}
    with _make(task_id) as env, _make(task_id) as other:
        env.reset()
        other.reset()
        for name, value in near.items():
            try:
                env.set_params({name: value}, 1)
            except ArgumentError:  # the value does not fit the other parameters
                continue
        env.set_params(last, 0, when="reset")
        try:
            states = env.save_state()
        except NotSupportedError:
            return
        other.load_state(states)
        assert_same(other.get_params(), env.get_params(), "after load_state:")
        assert other.save_state() == states
        payload = states_of.unpack(states, [env._fingerprint] * NUM_ENVS)[1].state
        for forged in forgeries(payload, task_id):
            try:
                other.load_state(states_of.pack([forged], [env._fingerprint]), [1])
            except (ArgumentError, EnvStepError):
                assert other.save_state() == states
            else:
                other.load_state(states)
        other.reset()
        found = other.get_params(names[-1], 0)[names[-1]]
        np.testing.assert_array_equal(found[0], last[names[-1]])


def _check_draws(task_id: str, near: dict[str, NDArray[Any]]) -> None:
    """Draws are the same for any number of threads."""
    name, value = next(iter(near.items()))
    with _make(task_id) as env:
        parameter = env.params[name]
        current = np.clip(parameter.default[0], parameter.low, parameter.high)
    ends = sorted({float(np.min([current, value])), float(np.max([current, value]))})
    found = []
    for threads in (1, 2):
        options: dict[str, Any] = {"caller_helps": False} if threads == 2 else {}
        draws = {name: ("uniform", ends[0], ends[-1])}
        with _make(task_id, randomize=draws, num_threads=threads, **options) as env:
            try:
                env.reset()
                env.reset()
            except EnvStepError:  # the env refuses the drawn values
                return
            found.append(env.get_params(name)[name])
    np.testing.assert_array_equal(*found)
    assert found[0].min() >= ends[0]
    assert found[0].max() <= ends[-1]
