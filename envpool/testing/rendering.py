# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Checks the promises of `render` and `from_pixels`, for any id with rendering."""

from __future__ import annotations

import contextlib
from typing import Any

import numpy as np

import envpool
from envpool.python.errors import ConfigError, NotSupportedError, ProtocolError
from envpool.testing.profile import scaled
from envpool.testing.rollout import Script, assert_same

__all__ = ["check_rendering"]

NUM_ENVS = 4
NUM_STEPS = 12
LONGEST = 400  # until frames change; some games are slow
EVERYONE = np.arange(NUM_ENVS)
FEW_ENVS = 2  # for checks of many frames
PAIR = EVERYONE[:FEW_ENVS]
# Small, because software renderers are slow per pixel.
SMALL = {"render_width": 96, "render_height": 72}


def check_rendering(task_id: str) -> None:
    """Frames, or an error that names the env and its family."""
    env = _make(task_id, render_mode="rgb_array", **SMALL)
    with contextlib.suppress(NotSupportedError):
        assert len(env.render(PAIR)) == FEW_ENVS  # before the first reset, too
    info = env.reset()[1]
    try:
        env._render_size(0, 0)
    except NotSupportedError:
        _check_refusal(env)
        return
    _check_arrays(env)
    _check_moments(task_id, env, info)
    env.close()
    _check_sizes(task_id)
    _check_trajectory(task_id)
    _check_pixels(task_id)


def _make(task_id: str, num_envs: int = NUM_ENVS, **kwargs: Any) -> Any:
    return envpool.make_gym(task_id, num_envs=num_envs, seed=3, **kwargs)


def _check_refusal(env: Any) -> None:
    for _ in range(2):
        text = _refusal(env, None, NotSupportedError)
        assert type(env).__module__ in text, text


def _refusal(env: Any, env_ids: Any, kind: type[RuntimeError]) -> str:
    try:
        env.render(env_ids)
    except kind as error:
        return str(error)
    raise AssertionError(f"{env_ids}: rendered, expected {kind.__name__}")


def _check_arrays(env: Any) -> None:
    """Checks shape, dtype and ownership; rendering one env at a time gives the same."""
    width, height = SMALL.values()
    frames = env.render(EVERYONE)
    assert frames.shape == (NUM_ENVS, height, width, 3)
    assert frames.dtype == np.uint8
    assert frames.flags.c_contiguous
    assert frames.flags.writeable
    copy = frames.copy()
    again = env.render(EVERYONE)
    assert not np.shares_memory(again, frames)
    np.testing.assert_array_equal(again, frames)
    again[:] = 1
    for env_id in reversed(range(NUM_ENVS)):
        np.testing.assert_array_equal(env.render(env_id), copy[env_id][None])
    np.testing.assert_array_equal(env.render(), copy[:1])
    np.testing.assert_array_equal(env.render([2, 0]), copy[[2, 0]])
    np.testing.assert_array_equal(frames, copy)


def _check_moments(task_id: str, env: Any, info: Any) -> None:
    """An env with a pending result cannot be rendered; the others can."""
    script = Script(task_id, NUM_ENVS, 1)
    action = script.at(np.zeros(NUM_ENVS, int), PAIR, info)
    before = env.render([2, 3])
    env.send(action, PAIR)
    np.testing.assert_array_equal(env.render([2, 3]), before)
    for ids in ([0], [3, 1]):
        assert "pending result" in _refusal(env, ids, ProtocolError)
    env.recv()
    assert len(env.render([0, 1])) == 2


def _check_sizes(task_id: str) -> None:
    for size in ({"render_width": 40, "render_height": 30}, {"render_width": 50}, {}):
        sizes: dict[str, Any] = size
        env = _make(task_id, 1, render_mode="rgb_array", **sizes)
        env.reset()
        width, height = env._render_size(0, 0)
        expected = (
            size.get("render_height", height),
            size.get("render_width", width),
        )
        assert env.render().shape == (1, *expected, 3)
        env.close()


def _check_trajectory(task_id: str) -> None:
    """Rendering changes nothing, and equal states give equal frames."""
    script = Script(task_id, FEW_ENVS, NUM_STEPS)
    rendered: dict[str, Any] = {"render_mode": "rgb_array", **SMALL}
    seen = _make(task_id, FEW_ENVS, **rendered)
    unseen = _make(task_id, FEW_ENVS)
    other = _make(task_id, FEW_ENVS, num_threads=1, **rendered)
    other.reset()
    result = seen.reset()
    assert_same(result, unseen.reset())
    first = seen.render(PAIR)
    changed = visible = False
    # Software renderers are slow, so only some steps are rendered.
    pause = 4 if scaled(task_id, NUM_STEPS) == NUM_STEPS else NUM_STEPS
    for step in range(LONGEST):
        at = np.full(FEW_ENVS, step % NUM_STEPS)
        actions = script.at(at, PAIR, result[-1])
        result = seen.step(actions)
        assert_same(result, unseen.step(actions))
        if step % pause:
            continue
        frames = seen.render(PAIR)
        changed |= not np.array_equal(frames, first)
        visible |= bool((frames != frames[:, :1, :1]).any())
        if step >= NUM_STEPS and changed and visible:
            break
        try:
            other.load_state(seen.save_state())
        except NotSupportedError:
            continue
        np.testing.assert_array_equal(other.render(PAIR), frames)
    assert visible, "nothing is to be seen"
    assert changed, "all frames are the same"
    for env in (seen, unseen, other):
        env.close()


def _check_pixels(task_id: str) -> None:
    """With from_pixels, observations are the frames of `render`; the rest is equal."""
    size = {"render_width": 40, "render_height": 30, "render_mode": "rgb_array"}
    try:
        env = _make(task_id, FEW_ENVS, from_pixels=True, frame_stack=2, **size)
    except ConfigError as error:
        if "from_pixels" in str(error):
            return
        raise
    plain = _make(task_id, FEW_ENVS)
    script = Script(task_id, FEW_ENVS, NUM_STEPS)
    assert env.observation_space.shape == (6, 30, 40)
    obs, info = env.reset()
    assert_same(info, plain.reset()[1])
    np.testing.assert_array_equal(obs[:, :3], obs[:, 3:])
    for step in range(2):
        last = obs
        actions = script.at(np.full(FEW_ENVS, step), PAIR, info)
        before = env.save_state()
        obs, *rest = env.step(actions)
        assert_same(tuple(rest), plain.step(actions)[1:])
        info = rest[-1]
        frames = env.render(PAIR).transpose(0, 3, 1, 2)
        np.testing.assert_array_equal(obs[:, 3:], frames)
        fresh = rest[-1]["elapsed_step"] == 0
        expected = np.where(fresh[:, None, None, None], frames, last[:, 3:])
        np.testing.assert_array_equal(obs[:, :3], expected)
        env.load_state(before)
        np.testing.assert_array_equal(env.step(actions)[0], obs)
    for each in (env, plain):
        each.close()
