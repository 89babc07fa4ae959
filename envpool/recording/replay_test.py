# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Recordings of all kinds of pools play again bit for bit."""

import os
import pickle
import re
import signal
import subprocess
import sys
import textwrap

import gymnasium
import numpy as np
import pytest

import envpool
from envpool.python.errors import (
    ArgumentError,
    ClosedError,
    ConfigError,
    EnvIdError,
    EnvStepError,
    NotSupportedError,
    ProtocolError,
    ReplayError,
)
from envpool.recording.forgery import change_header
from envpool.registration.env_registry import registry
from envpool.replays import recording as replays
from envpool.testing import two_players  # noqa: F401  registers Duel-v0

NUM_ENVS = 4
SHAPES = {
    "sync": {},
    "async": {"batch_size": 2, "num_threads": 2},
}


def make(path, task_id="CartPole-v1", env_type="gymnasium", **kwargs):
    kwargs = {"num_envs": NUM_ENVS, "seed": 7, **kwargs}
    return envpool.make(task_id, env_type, record_actions=str(path), **kwargs)


def rows_of(env, result, env_type):
    """Yields the env id, the observation, and whether it begins an episode."""
    columns = env._last_columns()
    index = env._columns.index
    obs = result.observation.obs if env_type == "dm" else result[0]
    for row, env_id in enumerate(columns[index["info:env_id"]]):
        yield (
            int(env_id),
            np.array(obs[row]),
            columns[index["elapsed_step"]][row] == 0,
            bool(columns[index["done"]][row]),
        )


def draw_actions(env, rng, count):
    space = env.spec.action_space
    if hasattr(space, "n"):
        return rng.integers(space.n, size=count)
    shape = (count, *space.shape)
    return rng.uniform(space.low, space.high, shape).astype(space.dtype)


def play(env, env_type, steps):
    """Returns the observations of each env's episodes, step by step."""
    rng = np.random.default_rng(0)
    seen = [[] for _ in range(NUM_ENVS)]
    same_step = env._options.autoreset_mode == "same_step"

    def note(result):
        ids, over = [], []
        for env_id, obs, first, done in rows_of(env, result, env_type):
            if first and not (same_step and done):
                seen[env_id].append([])
            seen[env_id][-1].append(obs)
            if same_step and done:
                seen[env_id].append([obs])
            ids.append(env_id)
            over.append(done)
        return np.array(ids, np.int32), np.array(over)

    if env.is_async:
        env.async_reset()
        for _ in range(steps):
            ids, _ = note(env.recv())
            env.send(draw_actions(env, rng, len(ids)), ids)
        return seen
    note(env.reset())
    for step in range(steps):
        if step == 7:  # the other envs wait
            ids = np.array([2, 0], np.int32)
            note(env.step(draw_actions(env, rng, 2), ids))
            continue
        _, over = note(env.step(draw_actions(env, rng, NUM_ENVS)))
        if env._options.autoreset_mode == "disabled" and over.any():
            note(env.reset(np.flatnonzero(over)))
    return seen


def check(path, seen, env_type):
    recording = envpool.replay(path)
    for env_id, episodes in enumerate(seen):
        found = recording.episodes_of(env_id)
        assert len(found) in (len(episodes), len(episodes) + 1)  # async mode
        for episode, expected in zip(found, episodes, strict=False):
            steps = list(episode.steps())
            assert len(steps) in (len(expected), len(expected) + 1)
            assert episode.length == len(steps) - 1
            for step, obs in zip(steps, expected, strict=False):
                value = step.observation.obs if env_type == "dm" else step.observation
                np.testing.assert_array_equal(np.array(value[0]), obs)
    return recording


@pytest.mark.parametrize("mode", ["next_step", "same_step", "disabled"])
@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("env_type", ["gym", "gymnasium", "dm"])
def test_every_api_and_mode(tmp_path, env_type, shape, mode):
    if (env_type, mode) == ("dm", "same_step"):
        pytest.skip("dm has no such mode")
    if (shape, mode) == ("async", "disabled"):
        pytest.skip("the loop of this test does not reset single envs")
    path = tmp_path / "actions"
    env = make(
        path,
        env_type=env_type,
        autoreset_mode=mode,
        max_episode_steps=9,
        **SHAPES[shape],
    )
    seen = play(env, env_type, 40)
    env.close()
    recording = check(path, seen, env_type)
    episode = recording.episode(1, 0)
    assert episode.ended in ("truncated", "terminated")
    assert episode.total_reward == episode.length
    assert recording.versions["envpool"] == envpool.__version__


@pytest.mark.parametrize(
    ("task_id", "config"),
    [
        ("Taxi-v3", {"is_rainy": True}),
        ("FrozenLake-v1", {"map_name": "random"}),
        ("Pendulum-v1", {"max_episode_steps": 13}),
        ("MountainCarContinuous-v0", {"max_episode_steps": 13}),
    ],
)
def test_other_envs(tmp_path, task_id, config):
    path = tmp_path / "actions"
    env = make(path, task_id, "gym", **config)
    seen = play(env, "gym", 30)
    env.close()
    check(path, seen, "gym")


def test_seeds_and_resets(tmp_path):
    path = tmp_path / "actions"
    env = make(path, env_type="gym", seed=[2**40, 3, 5, 8])
    expected = [env.reset()[0][i] for i in range(1)]
    expected.append(env.reset(seed=11)[0][0])
    expected.append(env.reset([0, 3], seed=[None, 4])[0][0])
    mask = np.array([True, False, False, False])
    expected.append(env.reset(options={"reset_mask": mask})[0][0])
    env.send(np.zeros(4, int))
    expected.append(env.reset()[0][0])  # discards pending results
    env.close()
    recording = envpool.replay(path)
    found = [next(iter(e.steps())).observation[0] for e in recording.episodes_of(0)]
    np.testing.assert_array_equal(found, expected)
    assert [e.ended for e in recording.episodes_of(0)] == [""] * 5


def test_loaded_states_begin_an_episode(tmp_path):
    path = tmp_path / "actions"
    env = make(path, env_type="gym")
    env.reset()
    states = env.save_state()
    for _ in range(5):
        env.step(np.ones(4, int))
    env.load_state(states)
    expected = env.step(np.ones(4, int))[0]
    env.clone_state(2, [1])
    cloned = env.step(np.zeros(4, int))[0]
    env.close()
    _, loaded, clone = envpool.replay(path).episodes_of(1)
    (step,) = loaded.steps()
    np.testing.assert_array_equal(step.observation[0], expected[1])
    (step,) = clone.steps()
    np.testing.assert_array_equal(step.observation[0], cloned[1])


def test_parameters(tmp_path):
    """Those set before the first reset, during an episode, and for the next one."""
    path = tmp_path / "actions"
    env = make(path, max_episode_steps=6)
    env.set_params({"length": [0.3, 0.4, 0.5, 0.6]})
    seen = [env.reset()[0][1]]
    for step in range(14):
        if step in (3, 6, 9):
            env.set_params({"gravity": 9.0 + step}, [1, 2])
            env.set_params({"tau": 0.01 * step}, [1], when="reset")
        seen.append(env.step(np.full(4, step % 2))[0][1])
    env.close()
    episodes = envpool.replay(path).episodes_of(1)
    assert [episode.length for episode in episodes] == [6, 6, 0]
    found = [step.observation[0] for episode in episodes for step in episode.steps()]
    np.testing.assert_array_equal(found, seen)


def test_players_and_dicts_of_actions(tmp_path):
    path = tmp_path / "actions"
    env = make(path, "Duel-v0", "gym", num_envs=3)
    _, info = env.reset()
    rewards = [[], [], []]
    for step in range(12):
        owners = info["players"]["env_id"]
        moves = np.arange(step, step + len(owners), dtype=np.int32) % 10
        spec = env.spec.action_array_spec
        other = {k: np.zeros((3, *s.inner_shape), s.dtype) for k, s in spec.items()}
        other = {
            k: v for k, v in other.items() if k not in ("env_id", "players.env_id")
        }
        action = {**other, "players.move": moves, "players.env_id": owners}
        obs, *_, info = env.step(action)
        for env_id in range(3):
            mine = info["players"]["env_id"] == env_id
            rewards[env_id].append(obs["players"]["hand"][mine])
    env.close()
    recording = envpool.replay(path)
    for env_id in range(3):
        steps = [s for e in recording.episodes_of(env_id) for s in e.steps()][1:]
        assert len(steps) == 12
        for step, expected in zip(steps, rewards[env_id], strict=True):
            found = step.observation["players"]["hand"]
            np.testing.assert_array_equal(found, expected)


@pytest.mark.parametrize("seed", [2**40, [5, 2**40, 3, -1]])
@pytest.mark.parametrize(("task_id", "made"), [("CartPole-v1", 1), ("Duel-v0", 4)])
def test_only_the_envs_that_are_needed_are_made(
    tmp_path, monkeypatch, task_id, made, seed
):
    path = tmp_path / "actions"
    env = make(path, task_id, "gym", seed=seed)
    obs, _ = env.reset()
    env.close()
    counts = []
    make_pool = registry.make

    def counted(*args, **kwargs):
        counts.append(kwargs["num_envs"])
        return make_pool(*args, **kwargs)

    monkeypatch.setattr(registry, "make", counted)
    (step,) = envpool.replay(path).episode(3, 0).steps()
    assert counts == [made]
    assert step.result[1]["env_id"].tolist() == [3]
    assert set(step.result[1]["players"]["env_id"].tolist()) == {3}
    if task_id == "CartPole-v1":
        np.testing.assert_array_equal(step.observation[0], obs[3])


def test_refused_calls_are_not_played(tmp_path):
    path = tmp_path / "actions"
    env = make(path, env_type="gym")
    env.reset()
    env.send(np.zeros(4, int))
    with pytest.raises(ProtocolError):
        env.send(np.ones(4, int))
    with pytest.raises(ProtocolError):
        env.reset([0])
    with pytest.raises(ArgumentError):
        env.step(np.full(4, 2))
    expected = env.recv()[0]
    env.close()
    (episode,) = envpool.replay(path).episodes_of(3)
    np.testing.assert_array_equal(list(episode.steps())[-1].observation[0], expected[3])


@pytest.mark.parametrize("env_type", ["gym", "gymnasium"])
def test_options_of_resets(tmp_path, env_type):
    path = tmp_path / "actions"
    env = make(path, env_type=env_type)
    far, near = {"low": -0.2, "high": -0.1}, {"low": 0.04, "high": 0.04}
    obs = [env.reset(seed=3, options=far)[0], env.reset()[0]]
    third = env.reset([1, 3], options=near)[0]
    env.close()
    recording = envpool.replay(path)
    for env_id in range(NUM_ENVS):
        expected = [rows[env_id] for rows in obs]
        if env_id in (1, 3):
            expected.append(third[env_id // 2])
        steps = [s for e in recording.episodes_of(env_id) for s in e.steps()]
        found = [step.observation[0] for step in steps]
        np.testing.assert_array_equal(found, expected)


def test_a_closed_pool_says_so(tmp_path):
    path = tmp_path / "actions"
    env = make(path)
    env.reset()
    env.close()
    actions = np.zeros(NUM_ENVS, int)
    calls = (lambda: env.step(actions), lambda: env.send(actions), env.reset, env.recv)
    for call in calls:
        with pytest.raises(ClosedError):
            call()
    assert len(envpool.replay(path).episodes) == NUM_ENVS


def test_an_interrupt_after_a_step(tmp_path, monkeypatch):
    path = tmp_path / "actions"
    env = make(path, env_type="gym")
    env.reset()
    actions = np.zeros(NUM_ENVS, int)
    with monkeypatch.context() as patch:
        episodes = env._episodes
        patch.setattr(episodes, "record", lambda _: signal.raise_signal(signal.SIGINT))
        with pytest.raises(KeyboardInterrupt):
            env.step(actions)
    expected = env.step(actions)[0]
    env.close()
    *_, last = envpool.replay(path).episode(3, -1).steps()
    np.testing.assert_array_equal(last.observation[0], expected[3])


def test_a_failing_step(tmp_path):
    path = tmp_path / "actions"
    env = make(path, "Duel-v0", "gym", num_envs=2, fail_at=3, num_players=1)
    env.reset()
    spec = env.spec.action_array_spec
    action = {
        key: np.zeros((2, *entry.inner_shape), entry.dtype)
        for key, entry in spec.items()
        if key not in ("env_id", "players.env_id")
    }
    for _ in range(2):
        env.step(action)
    with pytest.raises(EnvStepError) as caught:
        env.step(action)
    assert caught.value.recording == str(path)
    (note,) = caught.value.__notes__
    assert f"python -m envpool replay {path} --env 1 --failed" in note
    env.step(action)
    env.close()
    failed, _ = envpool.replay(path).episodes_of(1)
    assert failed.ended == "failed"
    *_, last = failed.steps()
    assert str(last.error).split(":")[0] == str(caught.value).split(":")[0]
    error = replays._with_id(last.error, 12)  # as if only that env had been made
    assert str(error).startswith("env ids [12] failed; env 12 (seed 8, ")
    assert error.env_ids == [12]


def test_a_file_may_end_anywhere(tmp_path):
    path = tmp_path / "actions"
    env = make(path, env_type="gym", num_envs=1, max_episode_steps=5)
    env.reset()
    for _ in range(20):
        env.step(np.zeros(1, int))
    env.close()
    whole = path.read_bytes()
    lengths, refusals = set(), set()
    cut = tmp_path / "cut"
    for size in range(0, len(whole), 7):
        cut.write_bytes(whole[:size])
        try:
            recording = envpool.replay(cut)
        except ReplayError as error:
            refusals.add(str(error).partition(": ")[2])
            continue
        lengths.add(len(recording.episodes))
        assert sum(len(list(e.steps())) for e in recording.episodes[:1]) <= 6
    assert lengths == {0, 1, 2, 3, 4}
    assert refusals == {
        "expected a file that record_actions has made",
        "expected a header, but the file ends before it",
    }
    damaged = bytearray(whole)
    damaged[-60] ^= 1
    cut.write_bytes(damaged)
    assert envpool.replay(cut).is_cut


def test_killed(tmp_path):
    code = f"""
        import os, signal, numpy as np, envpool
        env = envpool.make("CartPole-v1", "gym", record_actions={str(tmp_path / "a")!r})
        env.reset()
        for _ in range(5):
            env.step(np.zeros(1, int))
        os.kill(os.getpid(), signal.SIGKILL)
    """
    done = subprocess.run([sys.executable, "-c", textwrap.dedent(code)], check=False)
    assert done.returncode == -signal.SIGKILL
    (episode,) = envpool.replay(tmp_path / "a").episodes
    assert episode.length == 5
    assert len(list(episode.steps())) == 6


def test_a_single_env_of_gymnasium(tmp_path):
    path = tmp_path / "actions"
    env = gymnasium.make("envpool/CartPole-v1", record_actions=str(path))
    env.reset(seed=3)
    expected = [env.step(action)[0] for action in (0, 1, 1, 0)]
    env.close()
    _, *steps = envpool.replay(path).episode(0, -1).steps()
    np.testing.assert_array_equal([s.observation[0] for s in steps], expected)


def test_the_file_has_only_what_differs(tmp_path):
    path = tmp_path / "actions"
    env = make(path, "Taxi-v3", "gym", is_rainy=True, num_threads=1)
    env.close()
    assert envpool.replay(path)._header.config == {"is_rainy": True}


def test_size(tmp_path):
    path = tmp_path / "actions"
    env = make(path, env_type="gym", num_envs=100, seed=0)
    env.reset()
    before = os.path.getsize(path)
    for _ in range(5):
        env.step(np.zeros(100, int))
    assert (os.path.getsize(path) - before) / 500 < 1.2  # bytes for each env's step
    env.close()


def test_wrong_files(tmp_path):
    path = tmp_path / "actions"
    with pytest.raises(OSError, match="No such file"):
        envpool.replay(path)
    path.write_text("something else")
    with pytest.raises(ReplayError, match="expected a file that record_actions"):
        envpool.replay(path)
    with pytest.raises(ConfigError, match="expected a new file"):
        make(path)
    with pytest.raises(ConfigError, match="expected a path for a new file"):
        make(tmp_path / "no" / "folder")
    with pytest.raises(ConfigError, match="got an empty string"):
        make("")


def play_all(recording):
    for episode in recording.episodes:
        list(episode.steps())


def test_what_plays_differently_is_an_error(tmp_path):
    path = tmp_path / "actions"
    env = make(path, env_type="gym", num_envs=1)
    env.reset()
    for _ in range(60):
        env.step(np.zeros(1, int))
    env.close()
    change_header(path, lambda header: header.update(seed=8))
    with pytest.raises(ReplayError, match="expected the recorded return"):
        play_all(envpool.replay(path))
    change_header(path, lambda header: header["versions"].update(envpool="1.9"))
    with pytest.raises(ReplayError, match=re.escape("got one of version 1.9")):
        list(envpool.replay(path).episodes[0].steps())
    with pytest.raises(EnvIdError, match="expected an integer in"):
        envpool.replay(path).episodes_of(1)
    with pytest.raises(EnvIdError, match="expected an episode of env 0"):
        envpool.replay(path).episode(0, 99)


def test_what_is_not_recorded(tmp_path):
    env = make(tmp_path / "actions")
    with pytest.raises(NotSupportedError, match="not recorded"):
        env.xla()
    copy = pickle.loads(pickle.dumps(env))
    assert copy._options.record_actions is None
    copy.close()
    cls = type(envpool.make("CartPole-v1", "gym"))
    options = {"record_actions": str(tmp_path / "other")}
    with pytest.raises(ConfigError, match=r"only in envpool\.make"):
        cls(envpool.make_spec("CartPole-v1"), options)
    assert not (tmp_path / "other").exists()
    env.close()


def test_pools_that_do_not_record_are_of_the_usual_class():
    env = envpool.make("CartPole-v1", "gym")
    assert "recording" not in str(type(env).__mro__)
    assert type(env).step is type(env)._native.step
    env.close()
