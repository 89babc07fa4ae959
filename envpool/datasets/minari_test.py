# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Data sets that rollouts write, as Minari reads them."""

import errno
import json
import os
import signal
import subprocess
import sys

import gymnasium
import minari
import numpy as np
import pytest
from minari.data_collector import EpisodeBuffer

import envpool
from envpool.datasets import Minari
from envpool.errors import (
    ArgumentError,
    ArgumentTypeError,
    EnvStepError,
    NotSupportedError,
    ProtocolError,
)
from envpool.policies import OpenLoop, Random


@pytest.fixture(autouse=True)
def root(tmp_path, monkeypatch):
    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path))
    return tmp_path


def make(task_id="CartPole-v1", num_envs=5, **kwargs):
    return envpool.make_gymnasium(task_id, num_envs=num_envs, seed=3, **kwargs)


def same(one, other):
    """Whether two trees of arrays, or lists of texts, are equal."""
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(same(one[k], other[k]) for k in one)
    if isinstance(one, tuple):
        return all(same(a, b) for a, b in zip(one, other, strict=True))
    return np.array_equal(one, other)


def rows_of(tree, index):
    if isinstance(tree, dict):
        return {key: rows_of(value, index) for key, value in tree.items()}
    if isinstance(tree, tuple):
        return tuple(rows_of(value, index) for value in tree)
    return tree[index]


def check_by_steps(dataset, task_id, **kwargs):
    """Plays each seeded episode again in a single env, and compares all of it."""
    metadata = list(dataset.storage.get_episode_metadata(range(len(dataset))))
    seeded = 0
    for episode, about in zip(dataset, metadata, strict=True):
        assert len(episode.rewards) == about["total_steps"]
        ends = episode.terminations | episode.truncations
        assert ends[-1]
        assert not ends[:-1].any()
        assert dataset.action_space.contains(rows_of(episode.actions, 0))
        if "seed" not in about:
            continue
        seeded += 1
        env = envpool.make_gymnasium(task_id, num_envs=1, seed=about["seed"], **kwargs)
        obs, _ = env.reset()
        for t in range(len(episode)):
            expected = rows_of(episode.observations, t)
            assert dataset.observation_space.contains(expected)
            assert same(rows_of(obs, 0), expected), (episode.id, t)
            action = np.array([episode.actions[t]])
            obs, reward, terminated, truncated, _ = env.step(action)
            assert reward[0] == episode.rewards[t]
            assert terminated[0] == episode.terminations[t]
            assert truncated[0] == episode.truncations[t]
        if kwargs.get("autoreset_mode") != "same_step":
            assert same(rows_of(obs, 0), rows_of(episode.observations, len(episode)))
    return seeded


@pytest.mark.parametrize("mode", ["next_step", "same_step"])
@pytest.mark.parametrize(
    "task_id",
    ["CartPole-v1", "Pendulum-v1", "FrozenLake-v1", "Blackjack-v1", "Taxi-v3"],
)
def test_episodes_are_those_of_single_steps(task_id, mode):
    env = make(task_id, autoreset_mode=mode, max_episode_steps=30)
    with Minari("some/random-v0", author=["B", "A"], description="…") as data:
        env.reset()
        for steps in (1, 7, 40, 3, 60):
            env.rollout(steps, Random(steps), record=data)
    dataset = minari.load_dataset("some/random-v0")
    assert dataset.total_episodes == data.total_episodes > 5
    assert dataset.total_steps == data.total_steps
    assert dataset.total_steps == sum(len(episode) for episode in dataset)
    assert dataset.spec.env_spec.id == f"envpool/{task_id}"
    assert dataset.observation_space == env.single_observation_space
    assert dataset.action_space == env.single_action_space
    assert dataset.storage.metadata["author"] == {"A", "B"}
    seeded = check_by_steps(dataset, task_id, autoreset_mode=mode, max_episode_steps=30)
    assert seeded == 5
    recovered = dataset.recover_environment()
    assert recovered.observation_space == dataset.observation_space
    recovered.close()


def test_explicit_resets():
    env = make(autoreset_mode="disabled")
    done = np.zeros(5, np.bool_)
    with Minari("explicit-v0") as data:
        env.reset(seed=7)
        for _ in range(60):
            found = env.rollout(1, Random(0), record=data)
            done = (found.terminated | found.truncated)[0]
            if done.any():
                seeds = [100 + i for i in range(5)]
                env.reset(seed=seeds, options={"reset_mask": done})
    dataset = minari.load_dataset("explicit-v0")
    assert check_by_steps(dataset, "CartPole-v1") == len(dataset) > 5


def test_last_observations_of_same_step():
    actions = np.random.default_rng(0).integers(0, 2, (200, 5)).astype(np.int32)
    found = {}
    for mode in ("next_step", "same_step"):
        env = make(autoreset_mode=mode, num_envs=1)
        with Minari(f"{mode}-v0") as data:
            env.rollout(60, OpenLoop(actions[:60, :1]), record=data)
        found[mode] = minari.load_dataset(f"{mode}-v0")[0]
    for name in ("observations", "actions", "rewards", "terminations"):
        np.testing.assert_array_equal(
            getattr(found["next_step"], name), getattr(found["same_step"], name)
        )


def test_only_whole_episodes():
    env = make(num_envs=2)
    with Minari("whole-v0") as data:
        env.reset()
        env.rollout(3, Random(0))
        env.rollout(5, Random(0), record=data)  # begins within an episode
        env.reset(seed=1)
        env.rollout(4, Random(0), record=data)
        state = env.save_state()
        env.rollout(2, Random(1), record=data)
        env.load_state(state)  # these episodes have no known rows any more
        env.rollout(100, Random(2), record=data)
    dataset = minari.load_dataset("whole-v0")
    metadata = list(dataset.storage.get_episode_metadata(range(len(dataset))))
    assert all("seed" not in about for about in metadata)
    assert check_by_steps(dataset, "CartPole-v1") == 0


def test_evaluate_between_rollouts():
    env = make(num_envs=2)
    with Minari("evaluate-v0") as data:
        env.reset(seed=1)
        env.rollout(4, Random(0), record=data)
        env.evaluate(env.save_state(), np.zeros((2, 3, 20), np.int32))
        env.rollout(100, Random(2), record=data)
    dataset = minari.load_dataset("evaluate-v0")
    assert check_by_steps(dataset, "CartPole-v1") == 2


def test_append_and_several_pools():
    with Minari("more-v0") as data:
        for seed in (1, 2):
            env = envpool.make_dm("CartPole-v1", num_envs=3, seed=seed)
            env.reset()
            env.rollout(100, Random(seed), record=data)
    before = minari.load_dataset("more-v0")
    count = before.total_episodes
    old = [episode.observations for episode in before]
    with Minari("more-v0", append=True) as data:
        env = make()
        env.rollout(100, Random(5), record=data)
        data.flush()
        during = minari.load_dataset("more-v0")
        assert count < during.total_episodes == data.total_episodes
        with pytest.raises(ProtocolError, match="no other process"):
            Minari("more-v0", append=True)
    after = minari.load_dataset("more-v0")
    assert all(same(after[i].observations, old[i]) for i in range(count))
    # Minari itself adds to the file, and then this package again.
    after.update_dataset_from_buffer(
        [
            EpisodeBuffer(
                observations=list(np.zeros((3, 4), np.float32)),
                actions=[0, 1],
                rewards=[1.0, 1.0],
                terminations=[False, True],
                truncations=[False, False],
            )
        ]
    )
    with Minari("more-v0", append=True) as data:
        make().rollout(100, Random(6), record=data)
    last = minari.load_dataset("more-v0")
    assert last.total_episodes > after.total_episodes == during.total_episodes + 1
    assert last.total_steps == sum(len(episode) for episode in last)
    with Minari("more-v0", append=True) as data, pytest.raises(ArgumentError):
        make("Pendulum-v1").rollout(3, Random(0), record=data)


def test_infos():
    env = make("Taxi-v3", max_episode_steps=9)
    with Minari("infos-v0") as data:
        _, info = env.reset()
        names = ["action_mask", "elapsed_step"]
        first = {key: np.array(info[key]) for key in info}
        found = env.rollout(25, Random(0), infos=names, record=data)
        with pytest.raises(ArgumentError, match="arrays"):
            env.rollout(1, Random(0), record=data)
    dataset = minari.load_dataset("infos-v0")
    masks = dataset[0].infos["action_mask"]
    np.testing.assert_array_equal(masks[0], first["action_mask"][0])
    np.testing.assert_array_equal(masks[1:], found.info["action_mask"][:9, 0])
    assert list(dataset[0].infos) == ["action_mask"]


def test_drawn_parameters():
    draws = {"masspole": ("uniform", 0.05, 0.4)}
    env = make(num_envs=2, max_episode_steps=8, randomize=draws)
    env.reset()
    drawn = env.get_params("masspole")["masspole"]
    with Minari("params-v0") as data:
        env.rollout(40, Random(0), infos=["params"], record=data)
    masses = []
    for episode in minari.load_dataset("params-v0"):
        mass = episode.infos["params"]["masspole"]
        assert mass.shape == (len(episode.actions) + 1,)
        assert (mass == mass[0]).all()
        masses.append(mass[0])
    assert len(set(masses)) == len(masses) >= 8
    assert set(drawn) <= set(masses)


def test_python_envs():
    env = envpool.from_gymnasium("MountainCar-v0", num_envs=2, workers=1)
    with env, Minari("python-v0") as data:
        env.reset(seed=2)
        env.rollout(250, Random(0), record=data)
    dataset = minari.load_dataset("python-v0")
    assert dataset.spec.env_spec.id == "MountainCar-v0"
    assert [len(episode) for episode in dataset] == [200, 200]
    single = gymnasium.make("MountainCar-v0")
    obs, _ = single.reset(seed=2)
    episode = dataset[0]
    for t in range(200):
        np.testing.assert_array_equal(obs, episode.observations[t])
        obs = single.step(episode.actions[t])[0]


def test_rows_of_users_are_not_read_later():
    env = make(num_envs=1)
    out = {"obs": np.zeros((60, 1, 4), np.float32)}
    with Minari("kept-v0") as data:
        env.rollout(60, Random(0), out=out, record=data)
        out["obs"][:] = 7
    assert check_by_steps(minari.load_dataset("kept-v0"), "CartPole-v1") == 1


@pytest.mark.parametrize(
    ("dataset_id", "error"),
    [
        ("../up-v0", ArgumentError),
        ("/tmp/up-v0", ArgumentError),
        ("noversion", ArgumentError),
        ("", ArgumentError),
        ("a\0b-v0", ArgumentError),
        (3, ArgumentTypeError),
    ],
)
def test_wrong_ids(dataset_id, error):
    with pytest.raises(error, match="dataset_id"):
        Minari(dataset_id)


def test_wrong_arguments(root):
    with pytest.raises(ArgumentTypeError, match="record"):
        make().rollout(1, Random(0), record="data.h5")
    with pytest.raises(ArgumentTypeError, match="autor"):
        Minari("x-v0", autor="me")
    with pytest.raises(ArgumentTypeError, match="author"):
        Minari("x-v0", author=[1])
    with pytest.raises(ArgumentError, match="dataset_id"):
        Minari("x-v0", append=True)
    data = Minari("x-v0")
    data.close()
    data.close()
    assert not (root / "x-v0").exists()
    with pytest.raises(ProtocolError, match="closed"):
        make().rollout(1, Random(0), record=data)
    with Minari("x-v0") as data:
        make().rollout(60, Random(0), record=data)
    with pytest.raises(ArgumentError, match="dataset_id"):
        Minari("x-v0")
    mixed = envpool.make_mixed([("CartPole-v1", 1), ("Acrobot-v1", 1)])
    with Minari("y-v0") as data, pytest.raises(NotSupportedError, match="mixed"):
        mixed.rollout(1, Random(0), record=data)


def test_missing_packages(monkeypatch):
    monkeypatch.setitem(sys.modules, "minari", None)
    with pytest.raises(NotSupportedError, match=r"pip install \"envpool\[minari\]\""):
        Minari("x-v0")


@pytest.mark.parametrize("mode", ["next_step", "same_step"])
def test_texts_in_dicts(mode):
    env = make("MiniGrid-Empty-5x5-v0", autoreset_mode=mode, max_episode_steps=30)
    with Minari("texts-v0") as data:
        env.reset()
        found = env.rollout(40, Random(0), record=data)
    episode = minari.load_dataset("texts-v0")[0]
    assert len(episode) == 30
    assert episode.observations["mission"] == ["get to the green goal square"] * 31
    np.testing.assert_array_equal(
        episode.observations["image"][1:30], found.obs["image"][:29, 0]
    )


class Pictures(gymnasium.Env):
    """Pictures of the size that Minari compresses by default."""

    observation_space = gymnasium.spaces.Box(0, 255, (40, 50, 3), np.uint8)
    action_space = gymnasium.spaces.Discrete(2)

    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        return self._draw(), {}

    def step(self, action):
        return self._draw(), 0.5, False, self.np_random.random() < 0.1, {}

    def _draw(self):
        return self.np_random.integers(0, 256, (40, 50, 3), np.uint8)


class Failing(gymnasium.Env):
    """It ends after seven steps; one with an odd seed fails in the 18th step."""

    observation_space = gymnasium.spaces.Box(0, 9, (1,), np.float32)
    action_space = gymnasium.spaces.Discrete(2)
    seed = steps = calls = 0

    def reset(self, *, seed=None, options=None):
        self.seed = self.seed if seed is None else seed
        self.steps = 0
        return np.zeros(1, np.float32), {}

    def step(self, action):
        self.steps += 1
        self.calls += 1
        if self.calls == 18 and self.seed % 2:
            raise RuntimeError("it fails")
        return np.full(1, self.steps, np.float32), 1.0, self.steps == 7, False, {}


def test_episodes_of_failed_envs_are_lost():
    with envpool.from_gymnasium(Failing, num_envs=2, seed=4) as env:
        env.reset()
        with Minari("failing-v0") as data:
            with pytest.raises(EnvStepError):
                env.rollout(30, Random(0), record=data)
            env.rollout(30, Random(0), record=data)
    lengths = [len(episode) for episode in minari.load_dataset("failing-v0")]
    assert lengths == [7] * len(lengths)
    for episode in minari.load_dataset("failing-v0"):
        np.testing.assert_array_equal(episode.observations[:, 0], np.arange(8))
    assert len(lengths) == 14  # 60 rows of each env, with 8 for an episode


def test_pictures_are_stored_without_loss():
    with envpool.from_gymnasium(Pictures, num_envs=2, seed=4) as env:
        first, _ = env.reset()
        first = first.copy()
        with Minari("pictures-v0") as data:
            found = env.rollout(60, Random(0), record=data)
    dataset = minari.load_dataset("pictures-v0")
    assert dataset.spec.env_spec is None
    ends = found.truncated.argmax(axis=0)
    whole = {
        np.concatenate([first[None, i], found.obs[: ends[i] + 1, i]]).tobytes()
        for i in range(2)
    }
    assert whole <= {each.observations.tobytes() for each in dataset}


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text[:-5],
        lambda text: "[]",
        lambda text: text.replace('"total_episodes": ', '"total_episodes": 9'),
        lambda text: text.replace('"total_episodes": ', '"total_episodes": -'),
        lambda text: text.replace("hdf5", "arrow"),
        lambda text: json.dumps({**json.loads(text), "total_steps": "3"}),
    ],
)
def test_hostile_metadata(root, change):
    with Minari("x-v0") as data:
        make().rollout(60, Random(0), record=data)
    path = root / "x-v0/data/metadata.json"
    path.write_text(change(path.read_text()))
    with pytest.raises(ArgumentError):
        Minari("x-v0", append=True)


@pytest.mark.parametrize("content", [b"", b"\x89HDF\r\n\x1a\n", b"\0" * 4096])
def test_hostile_files(root, content):
    with Minari("x-v0") as data:
        make().rollout(60, Random(0), record=data)
    (root / "x-v0/data/main_data.hdf5").write_bytes(content)
    with pytest.raises((ArgumentError, OSError)):
        Minari("x-v0", append=True)


def test_full_disk(monkeypatch):
    env = make()
    data = Minari("full-v0")
    env.rollout(100, Random(0), record=data)
    data.flush()
    count = data.total_episodes
    file = data._folder._file

    def fail(*args):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(file, "write", fail)
    env.rollout(100, Random(0), record=data)
    with pytest.raises(OSError, match="No space"):
        data.flush()
    with pytest.raises(OSError, match="No space"):
        env.rollout(1, Random(0), record=data)
    with pytest.raises(OSError, match="No space"):
        data.close()
    env.rollout(1, Random(0))  # the pool is unharmed
    assert len(list(minari.load_dataset("full-v0"))) == count


KILLED = """
import sys, envpool
from envpool.datasets import Minari
from envpool.policies import Random
env = envpool.make_gymnasium("CartPole-v1", num_envs=5, seed=3)
data = Minari("killed-v0")
env.rollout(100, Random(0), record=data)
data.flush()
print(data.total_episodes, flush=True)
while True:
    env.rollout(100, Random(0), record=data)
"""


def test_kill_in_the_middle():
    command = [sys.executable, "-c", KILLED]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        count = int(process.stdout.readline())
        os.kill(process.pid, signal.SIGKILL)
    dataset = minari.load_dataset("killed-v0")
    assert dataset.total_episodes >= count
    check_by_steps(dataset, "CartPole-v1")
    with Minari("killed-v0", append=True) as data:
        make().rollout(100, Random(0), record=data)
    assert len(list(minari.load_dataset("killed-v0"))) > dataset.total_episodes
