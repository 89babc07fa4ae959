# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Pools of envs in Python do what loops over the envs do."""

from __future__ import annotations

import functools
import math
import pathlib
import pickle
from typing import Any, ClassVar

import gymnasium
import numpy as np
import pytest
from gymnasium import spaces

import envpool


class Toy(gymnasium.Env):
    """Counts steps; its observation has parts of all kinds."""

    metadata: ClassVar = {"render_modes": ["rgb_array"], "render_fps": 7}
    render_mode = "rgb_array"
    observation_space = spaces.Dict(
        {
            "box": spaces.Box(-1, 1, (2, 3), np.float32),
            "pair": spaces.Tuple([spaces.Discrete(9, start=-1), spaces.MultiBinary(3)]),
            "multi": spaces.MultiDiscrete([4, 5]),
            "text": spaces.Text(8, charset="abcdeé"),
            "a.b": spaces.Box(0, 255, (4,), np.uint8),
        }
    )
    action_space = spaces.Dict(
        {
            "move": spaces.Discrete(5, start=2),
            "pair": spaces.Tuple([spaces.Box(-1, 1, (2,)), spaces.MultiBinary(2)]),
        }
    )

    def __init__(self, length: int = 5) -> None:
        self.length = length
        self.count = 0

    def _observation(self) -> dict[str, Any]:
        return {
            "box": self.np_random.random((2, 3), np.float32),
            "pair": (
                int(self.np_random.integers(9)) - 1,
                self.np_random.integers(2, size=3).astype(np.int8),
            ),
            "multi": self.np_random.integers([4, 5]),
            "text": "abcdeé"[: int(self.np_random.integers(6)) + 1],
            "a.b": np.full(4, self.count, np.uint8),
        }

    def _info(self) -> dict[str, Any]:
        info: dict[str, Any] = {"count": self.count, "name": f"step {self.count}"}
        if self.count:
            info["array"] = np.arange(3) + self.count
            info["inner"] = {"value": self.count * 0.5}
        return info

    def reset(self, *, seed: int | None = None, options: Any = None) -> Any:
        """Starts an episode; `options["count"]` is where it starts."""
        super().reset(seed=seed)
        self.count = (options or {}).get("count", 0)
        return self._observation(), self._info()

    def step(self, action: Any) -> Any:
        """Makes a step."""
        self.count += 1
        reward = float(action["move"]) + float(action["pair"][0].sum())
        terminated = self.count >= self.length
        truncated = self.count == 4 and self.length == 6
        return self._observation(), reward, terminated, truncated, self._info()

    def render(self) -> Any:
        """Returns a frame that shows the count."""
        return np.full((8, 6, 3), self.count, np.uint8)


def rows_of(space: Any, batch: Any, row: int) -> Any:
    """Returns one row of a batch."""
    if isinstance(space, spaces.Dict):
        return {key: rows_of(space[key], batch[key], row) for key in space}
    if isinstance(space, spaces.Tuple):
        return tuple(rows_of(s, b, row) for s, b in zip(space, batch, strict=True))
    return batch[row]


def assert_same(got: Any, expected: Any) -> None:
    """Compares observations or infos, nested or not."""
    if isinstance(expected, dict):
        assert set(got) == set(expected)
        for key in expected:
            assert_same(got[key], expected[key])
    elif isinstance(expected, tuple):
        for one, other in zip(got, expected, strict=True):
            assert_same(one, other)
    else:
        np.testing.assert_array_equal(got, expected)


@pytest.mark.parametrize("mode", ["next_step", "same_step", "disabled"])
def test_is_what_gymnasiums_sync_vector_env_does(mode: str) -> None:
    makers = [functools.partial(Toy, length) for length in (5, 3, 6, 4)]
    theirs = gymnasium.vector.SyncVectorEnv(
        makers, autoreset_mode=gymnasium.vector.AutoresetMode[mode.upper()]
    )
    with envpool.from_gymnasium(makers, workers=2, autoreset_mode=mode) as ours:
        assert ours.single_observation_space == theirs.single_observation_space
        assert ours.observation_space == theirs.observation_space
        assert ours.action_space == theirs.action_space
        theirs.action_space.seed(0)
        expected, expected_info = theirs.reset(seed=[3, 1, 4, 1])
        obs, info = ours.reset(seed=[3, 1, 4, 1])
        assert_same(obs, expected)
        np.testing.assert_array_equal(info["count"], expected_info["count"])
        for _ in range(25):
            action = theirs.action_space.sample()
            want = theirs.step(action)
            got = ours.step(action)
            assert_same(got[0], want[0])
            np.testing.assert_allclose(got[1], want[1], rtol=1e-6)
            np.testing.assert_array_equal(got[2], want[2])
            np.testing.assert_array_equal(got[3], want[3])
            assert got[0]["text"] == want[0]["text"]
            for key in ("count", "_count", "name", "_name", "_array"):
                np.testing.assert_array_equal(got[4][key], want[4][key])
            if "inner" in want[4]:
                assert_same(got[4]["inner"], want[4]["inner"])
            done = want[2] | want[3]
            if mode == "same_step" and done.any():
                assert_same(got[4]["_final_obs"], want[4]["_final_obs"])
                for row in np.flatnonzero(done):
                    assert_same(got[4]["final_obs"][row], want[4]["final_obs"][row])
                np.testing.assert_array_equal(
                    got[4]["final_info"]["name"], want[4]["final_info"]["name"]
                )
            if mode == "disabled" and done.any():
                expected, _ = theirs.reset(options={"reset_mask": done})
                obs, _ = ours.reset(options={"reset_mask": done})
                assert_same(obs, expected)
    theirs.close()


def test_async_batches_come_as_envs_finish() -> None:
    makers = [functools.partial(Toy, 3 + i) for i in range(6)]
    steps = np.zeros(6, int)
    with envpool.from_gymnasium(
        makers, workers=3, batch_size=2, env_type="gym", seed=5
    ) as pool:
        loops = [make() for make in makers]
        ended = [True] * 6
        pool.async_reset()
        for _ in range(60):
            obs, _, terminated, truncated, info = pool.recv()
            assert obs["box"].shape == (2, 2, 3)
            for row, i in enumerate(info["env_id"].tolist()):
                if ended[i]:
                    seed = 5 + i if not steps[i] else None
                    expected, _ = loops[i].reset(seed=seed)
                    ended[i] = False
                else:
                    expected, _, term, trunc, _ = loops[i].step(
                        {"move": 2, "pair": (np.zeros(2), np.zeros(2))}
                    )
                    assert (term, trunc) == (terminated[row], truncated[row])
                    ended[i] = term or trunc
                steps[i] += 1
                space = loops[i].observation_space
                assert_same(rows_of(space, obs, row), expected)
            pool.send(
                {
                    "move": np.full(2, 2),
                    "pair": (np.zeros((2, 2)), np.zeros((2, 2), int)),
                },
                info["env_id"],
            )


def test_some_envs_options_seeds_and_statistics() -> None:
    with envpool.from_gymnasium(
        Toy, 3, workers=2, env_kwargs={"length": 4}, episode_stats=True
    ) as pool:
        pool.reset(options={"count": 2})
        action = {
            "move": np.array([2, 3]),
            "pair": {"0": np.ones((2, 2), np.float32), "1": np.ones((2, 2), int)},
        }
        _, reward, _, _, info = pool.step(action, [2, 0])
        assert reward.tolist() == [4.0, 5.0]
        assert info["count"].tolist() == [3, 3]
        _, _, terminated, _, info = pool.step(action, [2, 0])
        assert terminated.all()
        assert info["episode"]["r"].tolist() == [8.0, 10.0]
        assert info["episode"]["l"].tolist() == [2, 2]
        _, info = pool.reset([1], seed=[7], options={"count": 1})
        assert info["count"].tolist() == [1]


def test_threads_do_what_processes_do() -> None:
    rows = []
    for threads in (False, True):
        with envpool.from_gymnasium(Toy, 4, workers=2, threads=threads) as pool:
            obs, _ = pool.reset(seed=3)
            rows.append([obs["box"]])
            pool.action_space.seed(0)
            for _ in range(12):
                rows[-1].append(pool.step(pool.action_space.sample())[0]["box"])
            assert pool.get_attr("length") == (5, 5, 5, 5)
    np.testing.assert_array_equal(*rows)
    with pytest.raises(envpool.errors.ConfigError, match="timeout: expected None"):
        envpool.from_gymnasium(Toy, threads=True, timeout=1)
    with pytest.raises(envpool.errors.EnvCreationError, match="returns a int"):
        envpool.from_gymnasium(lambda: 3, 2, threads=True)


def test_limit_of_the_pool_truncates() -> None:
    for mode in ("next_step", "same_step"):
        with envpool.from_gymnasium(
            "CartPole-v1", 2, max_episode_steps=3, autoreset_mode=mode
        ) as pool:
            pool.reset(seed=1)
            for _ in range(3):
                obs, _, terminated, truncated, info = pool.step([0, 1])
            assert truncated.all() and not terminated.any()
            assert ("final_obs" in info) == (mode == "same_step")
            assert obs in pool.observation_space


def test_methods_attributes_and_frames() -> None:
    with envpool.from_gymnasium(Toy, 4, workers=2, infos="none") as pool:
        pool.reset()
        assert pool.get_attr("length") == (5, 5, 5, 5)
        pool.set_attr("length", [1, 2, 3, 4])
        assert pool.call("_info")[0]["name"] == "step 0"
        action = pool.action_space.sample()
        _, _, terminated, _, info = pool.step(action)
        assert terminated.tolist() == [True, False, False, False]
        assert info == {}
        assert pool.metadata["render_fps"] == 7
        assert len(pool.call("render")) == 4
        with pytest.raises(envpool.errors.EnvStepError, match="no_such"):
            pool.call("no_such")
    with envpool.from_gymnasium(Toy, 3, render_mode="rgb_array") as pool:
        pool.reset(options={"count": 9})
        assert pool.render([2, 0]).tolist() == np.full((2, 8, 6, 3), 9).tolist()
        assert len(pool.render()) == 3
    with envpool.from_gymnasium(Toy, 3, env_type="gym") as pool:
        _, info = pool.reset([2, 1])
        assert info["env_id"].tolist() == [2, 1]
        assert info["elapsed_step"].tolist() == [0, 0]


def test_dm_api_of_gymnasiums_env() -> None:
    with envpool.from_gymnasium("CartPole-v1", 3, env_type="dm", seed=2) as pool:
        timestep = pool.reset()
        loop = gymnasium.make("CartPole-v1")
        np.testing.assert_array_equal(
            timestep.observation.obs[1], loop.reset(seed=3)[0]
        )
        timestep = pool.step(np.zeros(3, int))
        assert timestep.reward.tolist() == [1.0, 1.0, 1.0]
        assert timestep.mid().all()
        assert pool.action_spec().num_values == 2


def test_wrong_arguments() -> None:
    for wrong, match in (
        ({"env": 3}, "env: expected an id"),
        ({"env": "CartPole-v1", "num_threads": 2}, "num_threads: expected only"),
        ({"env": "CartPole-v1", "workers": 0}, r"workers: expected an integer in \[1"),
        ({"env": Toy, "timeout": 0}, r"timeout: expected a number in \[0\.001"),
        ({"env": Toy, "timeout": math.inf}, r"timeout: expected a number in \[0\.001"),
        ({"env": Toy, "env_kwargs": 3}, "env_kwargs: expected a dict of keywords"),
        ({"env": Toy, "env_kwargs": {3: 4}}, "env_kwargs: expected a dict of keywords"),
        ({"env": "CartPole-v1", "env_type": "x"}, "env_type"),
        ({"env": "CartPole-v1", "batch": 1}, "batch: got an unexpected"),
        ({"env": [Toy], "num_envs": 2}, "num_envs: expected 1"),
        ({"env": "NoSuch-v1"}, "cannot create env 0: .*NoSuch"),
        ({"env": lambda: 3}, "returns a int"),
        ({"env": [Toy, lambda: gymnasium.make("CartPole-v1")]}, "space: expected"),
    ):
        with pytest.raises(envpool.errors.EnvPoolError, match=match):
            envpool.from_gymnasium(**wrong)
    with envpool.from_gymnasium("CartPole-v1", 2) as pool:
        pool.reset()
        with pytest.raises(ValueError, match=r"action: expected values in \[0, 1\]"):
            pool.step([0, 2])
        pool.step([0, 1])


def test_copies_descriptions_and_infos_by_name() -> None:
    with envpool.from_gymnasium(Toy, 2, workers=2, infos=["count"]) as pool:
        _, info = pool.reset()
        assert set(info) == {"count", "_count"}
        assert "workers=2" in repr(pool)
        with pickle.loads(pickle.dumps(pool)) as copy:
            _, info = copy.reset(seed=[4, 5])
            assert len(copy) == 2
    with envpool.from_gymnasium(Toy, 2) as pool:
        _, info = pool.reset(seed=[4, 5])
        assert info["name"].tolist() == ["step 0"] * 2
        assert info["_name"].all()


def test_videos_of_episodes(tmp_path: pathlib.Path) -> None:
    with envpool.from_gymnasium(
        Toy, 2, env_kwargs={"length": 2}, record=str(tmp_path), seed=0
    ) as pool:
        pool.reset()
        for _ in range(2):
            pool.step(pool.action_space.sample())
    (video,) = tmp_path.iterdir()
    assert video.name.startswith("Toy-env0-episode0-return")


class Varied(gymnasium.Env[Any, Any]):
    """Returns the number of the step, each time in another way."""

    observation_space = spaces.Box(-9, 9, (2,), np.float32)
    action_space = spaces.Discrete(2)

    def reset(self, *, seed: int | None = None, options: Any = None) -> Any:
        """Starts an episode."""
        super().reset(seed=seed)
        self.count = 0
        return np.zeros(2, np.float32), {"count": 0}

    def step(self, action: Any) -> Any:
        """Counts."""
        assert type(action) is np.int64
        self.count += 1
        n = self.count
        forms = [
            np.full(2, n, np.float32),
            np.full(2, n, np.float64),
            np.full(4, n, np.float32)[::2],
            np.full(2, n, np.float32).view(type("Sub", (np.ndarray,), {})),
            [n, n],
        ]
        info = {"count": n} if n % 2 else {}
        result = (forms[n % len(forms)], np.float32(n), np.bool_(n == 8), 0, info)
        return list(result) if n % 3 == 0 else result


def test_results_of_all_forms() -> None:
    with envpool.from_gymnasium(Varied, 2, workers=1) as pool:
        pool.reset()
        for n in range(1, 9):
            obs, reward, terminated, truncated, info = pool.step([0, 1])
            assert obs.tolist() == [[n, n]] * 2
            assert reward.tolist() == [n] * 2
            assert terminated.tolist() == [n == 8] * 2
            assert truncated.tolist() == [False] * 2
            assert info["_count"].tolist() == [n % 2 == 1] * 2
            assert info["count"][info["_count"]].tolist() == [n] * (n % 2 * 2)
