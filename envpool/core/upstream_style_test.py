# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Steps the envs of upstream_style_test_module.cc."""

import abc

import cv2
import numpy as np
import pytest

from envpool.core import upstream_style_test_module as native
from envpool.core._core import NativePool
from envpool.python.api import py_env
from envpool.python.envpool import _normalize_render_env_ids
from envpool.python.errors import (
    EnvCreationError,
    EnvIdError,
    EnvStepError,
    NotSupportedError,
)

N = 3
ALL = np.arange(N, dtype=np.int32)


def raw_pool(kind, **config):
    """Makes a native pool without any API class."""
    spec = getattr(native, f"_{kind}EnvSpec")
    values = dict(zip(spec._config_keys, spec._default_config_values, strict=True))
    values |= {"num_envs": N, **config}
    return getattr(native, f"_{kind}EnvPool")(spec(tuple(values.values())))


def received(pool):
    return dict(zip(pool._state_keys, pool._recv(), strict=True))


def started(pool, ids=ALL):
    pool._reset(np.asarray(ids, np.int32))
    return received(pool)


def paint(pool, action, ids=ALL):
    """Steps painters once, without an API class."""
    ids = np.asarray(ids, np.int32)
    pool._send([ids, ids, np.full(len(ids), action, np.int32)])
    return received(pool)


def team(**config):
    return raw_pool("Team", max_num_players=3, **config)


def play(pool, ids, owners, votes=None):
    """Steps teams once, without an API class; each player says its row number."""
    say = np.stack([np.arange(len(owners)), np.full(len(owners), -1.0)], axis=1)
    pool._send(
        [
            np.asarray(ids, np.int32),
            np.asarray(owners, np.int32),
            say,
            np.asarray([0] * len(ids) if votes is None else votes, np.int32),
        ]
    )
    return received(pool)


def test_players_are_grouped_by_env_in_send_order():
    pool = team()
    first = started(pool, [2, 0, 1])
    # Env i has 1 + (i + step) % 3 players.
    assert first["info:env_id"].tolist() == [2, 0, 1]
    assert first["info:players.env_id"].tolist() == [2, 2, 2, 0, 1, 1]
    assert first["obs:players.number"].tolist() == [200, 201, 202, 0, 100, 101]
    assert first["info:count"].tolist() == [3, 1, 2]
    assert first["obs:board"].shape == (3, 3)
    second = play(pool, [1, 2, 0], first["info:players.env_id"])
    assert second["info:env_id"].tolist() == [1, 2, 0]
    assert second["info:players.env_id"].tolist() == [1, 1, 1, 2, 0, 0]
    assert second["reward"].tolist() == [10, 11, 12, 20, 0, 1]
    assert second["elapsed_step"].tolist() == [1, 1, 1]
    assert second["discount"].tolist() == [1] * 6


def test_actions_of_players_in_any_order():
    pool = team()
    started(pool)
    owners = [1, 2, 0, 2, 1, 2]
    state = play(pool, [0, 1, 2], owners, votes=[7, 8, 9])
    assert state["info:players.env_id"].tolist() == [0, 0, 1, 1, 1, 2]
    heard = state["info:players.heard"]
    # Env 0 heard row 2; env 1 rows 0 and 4; env 2 has one player left.
    assert heard[:, 0].tolist() == [2, 0, 0, 4, 0, 1]
    assert heard[:, 1].tolist() == [-1, 0, -1, -1, 0, -1]
    assert state["obs:board"][:, 2].tolist() == [7, 8, 9]


def test_several_sends_and_an_env_without_players():
    pool = team(empty_at=1)
    started(pool)
    for ids, owners in (([2], [2, 2]), ([0, 1], [])):
        say = np.zeros((len(owners), 2))
        arrays = [np.array(ids, np.int32), np.array(owners, np.int32), say]
        pool._send([*arrays, np.zeros(len(ids), np.int32)])
    state = received(pool)
    assert state["info:env_id"].tolist() == [2, 0, 1]
    assert state["info:players.env_id"].tolist() == []
    assert state["reward"].shape == (0,)
    assert state["info:count"].tolist() == [0, 0, 0]
    state = play(pool, [0, 1, 2], [])
    assert state["info:count"].tolist() == [3, 1, 2]


def test_own_time_limit():
    pool = team(steps=2, max_episode_steps=1000)
    owners = started(pool)["info:players.env_id"]
    rows = []
    for _ in range(4):
        state = play(pool, ALL, owners)
        owners = state["info:players.env_id"]
        row = [state[key][0] for key in ("elapsed_step", "done", "trunc", "step_type")]
        rows.append([int(value) for value in row])
    assert rows == [[1, 0, 0, 1], [2, 1, 1, 2], [0, 0, 0, 0], [1, 0, 0, 1]]


def test_apis_of_a_team():
    spec, _, gymnasium = py_env(native._TeamEnvSpec, native._TeamEnvPool)
    env = gymnasium(spec({"num_envs": N, "max_num_players": 3}))
    _, info = env.reset()
    assert info["players"]["env_id"].tolist() == [0, 1, 1, 2, 2, 2]
    action = {"players.say": np.zeros((6, 2)), "vote": np.arange(N, dtype=np.int32)}
    obs, reward, _, _, info = env.step(action)
    assert reward.tolist() == [0, 1, 10, 11, 12, 20]
    assert obs["players"]["number"][:, 0].tolist() == [0, 1, 100, 101, 102, 200]
    assert obs["board"][:, 2].tolist() == [0, 1, 2]


def test_render():
    pool = raw_pool("Painter")
    started(pool)
    paint(pool, 2, [2])
    frames = pool._render(np.array([2, 0], np.int32), -1, -1, 7)
    assert frames.shape == (2, 3, 6, 3)
    assert frames.dtype == np.uint8
    assert (frames[0] == [2, 7, 2]).all()
    assert (frames[1] == [0, 7, 0]).all()
    assert pool._render(ALL, 9, 4, 0).shape == (N, 4, 9, 3)
    with pytest.raises(NotSupportedError, match="cannot be rendered"):
        team()._render(ALL, -1, -1, 0)


def failed_step(fail, action=2):
    """Returns the error text of a step in which env 1 fails; checks the other envs."""
    pool = raw_pool("Painter", fail=fail)
    started(pool)
    with pytest.raises(EnvStepError) as caught:
        paint(pool, action)
    assert caught.value.env_ids == [1]
    assert paint(pool, 0)["elapsed_step"].tolist() == [2, 0, 2]
    return str(caught.value)


def test_failing_check():
    text = failed_step("step")
    assert "Check failed: act < 2" in text
    assert "no brush for 2" in text
    assert "upstream_style_test_module.cc:" in text
    assert "env 1 (seed 43, episode step 1)" in text


@pytest.mark.parametrize(
    ("fail", "says"),
    [
        ("fatal", "the roof fell down"),
        ("throw", "not a std::exception"),
        ("twice", "Allocate was called twice"),
        ("never", "without calling Allocate"),
    ],
)
def test_other_failures(fail, says):
    assert says in failed_step(fail)


def test_debug_check():
    if native.checks:
        assert "Check failed: (act) == (-1)" in failed_step("dcheck")
    else:
        pool = raw_pool("Painter", fail="dcheck")
        started(pool)
        assert paint(pool, 2)["reward"].tolist() == [2, 2, 2]


def test_failing_check_in_reset_and_constructor():
    pool = raw_pool("Painter", fail="reset")
    with pytest.raises(EnvStepError, match="no paint") as caught:
        started(pool)
    assert caught.value.env_ids == [1]
    assert started(pool, [0, 2])["info:env_id"].tolist() == [0, 2]
    with pytest.raises(EnvCreationError, match=r"env 1: .*no canvas"):
        raw_pool("Painter", fail="construct")


def test_failing_check_through_an_api():
    spec, _, gymnasium = py_env(native._PainterEnvSpec, native._PainterEnvPool)
    env = gymnasium(spec({"num_envs": N, "fail": "step"}))
    env.reset()
    with pytest.raises(EnvStepError, match="no brush") as caught:
        env.step(np.array([0, 2, 1]))
    obs, reward, *_ = caught.value.result
    assert reward.tolist() == [0, 0, 1]
    assert obs[1].tolist() == [[0, 0]] * 4


def test_random_streams():
    """`gen_` is seeded with seed + env id, and the draws are libstdc++'s."""
    draws = [started(raw_pool("Painter", seed=seed))["info:draw"] for seed in (7, 8)]
    assert draws[0][1:].tolist() == draws[1][:-1].tolist()
    # std::mt19937(7), std::uniform_int_distribution<>(0, 99), first draw.
    engine = np.random.MT19937()
    engine._legacy_seeding(7)
    assert draws[0][0] == (int(engine.random_raw()) * 100) >> 32


KINDS = {"Painter": "Painter", "Sketch": "Painter", "Own": "Own"}


def by_hand(kind):
    """Returns the API classes of a pool class bound by hand."""
    spec = getattr(native, f"_{KINDS[kind]}EnvSpec")
    return py_env(spec, getattr(native, f"_{kind}EnvPool"))


@pytest.mark.parametrize("kind", KINDS)
def test_bound_by_hand(kind):
    spec, dm, gymnasium = by_hand(kind)
    pool = getattr(native, f"_{kind}EnvPool")
    assert isinstance(pool, abc.ABCMeta)
    assert issubclass(pool, NativePool)
    config = spec({"num_envs": N, "seed": 5, "size": 2})
    env = gymnasium(config)
    assert env.reset()[0].shape == (N, 2, 2)
    obs, reward, *_ = env.step(np.array([0, 1, 2]))
    assert obs[:, 0, 1].tolist() == reward.tolist() == [0, 1, 2]
    assert env._debug_states() == [[0, 5, 0], [1, 6, 1], [2, 7, 2]]
    assert env._spec._config_values == env.spec._config_values
    assert dm(config).reset().observation.obs.shape == (N, 2, 2)
    # The native layer, which programs for EnvPool 1.x use directly.
    raw = pool(config)
    assert started(raw)["obs"].shape == (N, 2, 2)
    assert paint(raw, 1)["obs"][:, 0, 1].tolist() == [1] * N
    assert raw._render(ALL, 5, 4, 0).shape == (N, 4, 5, 3)


@pytest.mark.parametrize("kind", KINDS)
def test_options_of_a_pool_bound_by_hand(kind):
    spec, _, gymnasium = by_hand(kind)
    config = spec({"num_envs": N})
    env = gymnasium(config, {"autoreset_mode": "same_step", "episode_stats": True})
    env.reset()
    for _ in range(3):
        obs, *_, info = env.step(np.full(N, 2))
    assert (obs == 0).all()  # the third step ended the episode
    assert info["final_obs"][0][0, 1] == 6
    assert info["episode"]["l"].tolist() == [3] * N
    # The options apply to that pool only.
    env = gymnasium(config)
    env.reset()
    for _ in range(3):
        obs, *_ = env.step(np.full(N, 2))
    assert obs[:, 0, 1].tolist() == [6] * N


def test_classes_that_draw_in_python():
    """Families for EnvPool 1.x may define `render` in Python."""
    spec, _, gymnasium = by_hand("Painter")

    class Drawing(gymnasium):
        def render(self, env_ids=None, camera_id=None):
            mode, env_id, width, height, camera = self._render_config()
            assert mode == "rgb_array"
            ids = _normalize_render_env_ids(env_ids, env_id)
            return self._render(ids, width, height, camera)

    options = {"render_mode": "rgb_array", "render_env_id": 2, "render_width": 5}
    env = Drawing(spec({"num_envs": N}), options)
    env.reset()
    assert env.render().shape == (1, 3, 5, 3)
    assert env.render([0, 1])[:, 0, 0].tolist() == [[0, 255, 0], [1, 255, 0]]
    for ids in (1, np.int64(1), np.array(1), [1]):
        assert _normalize_render_env_ids(ids, 0).tolist() == [1]
        assert _normalize_render_env_ids(ids, 0).dtype == np.int32
    with pytest.raises(EnvIdError, match="env_ids"):
        _normalize_render_env_ids([-1], 0)


@pytest.mark.parametrize("limit", [0, 1000])
def test_limit_of_the_env_alone(limit):
    """The env's own limit applies, also with max_episode_steps=0."""
    pool = team(steps=2, max_episode_steps=limit)
    owners = started(pool)["info:players.env_id"]
    truncated = []
    for _ in range(4):
        state = play(pool, ALL, owners)
        owners = state["info:players.env_id"]
        truncated.append(bool(state["trunc"][0]))
    assert truncated == [False, True, False, False]


def test_no_limit():
    spec, _, gymnasium = by_hand("Painter")
    env = gymnasium(spec({"num_envs": N, "max_episode_steps": 0}))
    env.reset()
    for _ in range(20):
        assert not env.step(np.zeros(N, int))[3].any()


def picture(*shape):
    return np.random.default_rng(7).integers(0, 256, shape, dtype=np.uint8)


@pytest.mark.parametrize("channels", [1, 3, 4])
@pytest.mark.parametrize("size", [(42, 42), (21, 16), (100, 70), (84, 160), (30, 30)])
@pytest.mark.parametrize("area", [True, False])
def test_resize(channels, size, area):
    source = picture(84, 64, channels)
    target = np.zeros((*size, channels), np.uint8)
    native.resize(source, target, area)
    how = cv2.INTER_AREA if area else cv2.INTER_LINEAR
    expected = cv2.resize(source, size[::-1], interpolation=how)
    np.testing.assert_array_equal(target, expected.reshape(target.shape))


@pytest.mark.parametrize("shape", [(50, 13, 1), (17, 5, 3), (3, 40, 1), (33, 17, 1)])
def test_resize_of_narrow_pictures(shape):
    source = picture(*shape)
    height, width, channels = shape
    target = np.zeros((2 * height // 3, 3 * width // 4, channels), np.uint8)
    native.resize(source, target, True)
    size = target.shape[1::-1]
    expected = cv2.resize(source, size, interpolation=cv2.INTER_AREA)
    np.testing.assert_array_equal(target, expected.reshape(target.shape))


def test_gray_scale():
    source = picture(300, 200, 3)
    for shape in ((300, 200, 1), (300, 200)):
        target = np.zeros(shape, np.uint8)
        native.gray_scale(source, target)
        expected = cv2.cvtColor(source, cv2.COLOR_RGB2GRAY)
        np.testing.assert_array_equal(target, expected.reshape(shape))


def test_pictures_that_do_not_fit():
    source = picture(8, 8, 3)
    with pytest.raises(ValueError, match="tgt: expected 3 channels, got 1"):
        native.resize(source, picture(4, 4, 1), True)
    with pytest.raises(ValueError, match="src: expected 3 channels, got 4"):
        native.gray_scale(picture(8, 8, 4), picture(8, 8, 1))
    with pytest.raises(ValueError, match="height and width"):
        native.gray_scale(source, picture(8, 7, 1))
    with pytest.raises(ValueError, match="tgt: expected a uint8 picture"):
        native.resize(source, picture(0, 4, 3), True)
