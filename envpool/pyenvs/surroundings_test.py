# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Pools of envs in Python work wherever Python runs: in notebooks, threads, shells."""

from __future__ import annotations

import asyncio
import concurrent.futures
import os
import queue
import subprocess
import sys
import threading
from typing import Any

os.environ["MUJOCO_GL"] = "egl"  # workers inherit it

import gymnasium
import numpy as np
import pytest
from gymnasium import spaces

import envpool

# The classes are in `__main__`, which is no file. Notebooks replace the standard
# streams by objects that have no descriptor.
CELL = """
import io, sys
import gymnasium
import numpy as np
import envpool

class Local(gymnasium.Env):
    observation_space = gymnasium.spaces.Box(-1, 1, (2,))
    action_space = gymnasium.spaces.Discrete(2)
    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        return np.zeros(2, np.float32), {}
    def step(self, action):
        print("a step")
        return np.zeros(2, np.float32), float(action), False, False, {}

out, sys.stdout, sys.stderr, sys.stdin = sys.stdout, io.StringIO(), io.StringIO(), None
with envpool.from_gymnasium(Local, 2, workers=2) as pool:
    pool.reset()
    rewards = pool.step([0, 1])[1].tolist()
print(rewards, file=out)
"""


@pytest.mark.parametrize("by_stdin", [False, True])
def test_without_a_file(by_stdin: bool) -> None:
    done = subprocess.run(
        [sys.executable, "-"] if by_stdin else [sys.executable, "-c", CELL],
        input=CELL if by_stdin else None,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.splitlines()[-1] == "[0.0, 1.0]"


def play() -> list[float]:
    """Makes a pool and a step."""
    with envpool.from_gymnasium("CartPole-v1", 2, workers=1) as pool:
        pool.reset(seed=0)
        rewards: list[float] = pool.step([0, 1])[1].tolist()
        return rewards


def test_in_another_thread() -> None:
    with concurrent.futures.ThreadPoolExecutor(2) as threads:
        found = [threads.submit(play) for _ in range(2)]
        assert [each.result() for each in found] == [[1.0, 1.0]] * 2


def test_in_an_event_loop() -> None:
    async def cell() -> list[float]:
        return play()

    assert asyncio.run(cell()) == [1.0, 1.0]


class Threaded(gymnasium.Env[Any, Any]):
    """Lets a thread of its own compute its rewards, and never ends it."""

    observation_space = spaces.Box(-1, 1, (1,))
    action_space = spaces.Discrete(5)

    def __init__(self, daemon: bool) -> None:
        self.questions: queue.Queue[int] = queue.Queue()
        self.answers: queue.Queue[float] = queue.Queue()
        threading.Thread(target=self._compute, daemon=daemon).start()

    def _compute(self) -> None:
        while True:
            self.answers.put(self.questions.get() * 2.0)

    def reset(self, *, seed: int | None = None, options: Any = None) -> Any:
        """Starts an episode."""
        super().reset(seed=seed)
        return np.zeros(1, np.float32), {}

    def step(self, action: Any) -> Any:
        """Asks the thread."""
        self.questions.put(int(action))
        reward = self.answers.get(timeout=60)
        return np.zeros(1, np.float32), reward, False, False, {}


@pytest.mark.parametrize("daemon", [True, False])
def test_envs_that_start_threads(daemon: bool) -> None:
    pool = envpool.from_gymnasium(Threaded, 4, workers=2, env_kwargs={"daemon": daemon})
    pool.reset()
    assert pool.step([0, 1, 2, 3])[1].tolist() == [0.0, 2.0, 4.0, 6.0]
    pids = pool._workers.pids()
    pool.close()
    for pid in pids:
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)


@pytest.mark.parametrize("threads", [False, True])
def test_close_waits_for_the_threads_of_the_pool(threads: bool) -> None:
    """One that wakes while the interpreter ends would abort the process."""
    pool = envpool.from_gymnasium("CartPole-v1", 4, workers=2, threads=threads)
    names = {"envpool-worker", "envpool-workers"}
    running = [each for each in threading.enumerate() if each.name in names]
    assert len(running) == (3 if threads else 1)
    pool.close()
    assert not any(each.is_alive() for each in running)


def test_envs_with_opengl() -> None:
    """Each worker has contexts of its own, as this process has."""
    size = {"width": 64, "height": 48}
    with envpool.from_gymnasium(
        "Hopper-v5", 3, workers=2, render_mode="rgb_array", env_kwargs=size
    ) as pool:
        official = gymnasium.make("Hopper-v5", render_mode="rgb_array", **size)
        pool.reset(seed=[1, 2, 1])
        official.reset(seed=1)
        for step in range(3):
            action = np.full(3, 0.1 * step)
            pool.step(np.tile(action, (3, 1)))
            official.step(action)
            frames: Any = pool.render()
            expected = official.render()
            np.testing.assert_array_equal(frames[0], expected)
            np.testing.assert_array_equal(frames[2], expected)
            assert np.std(expected) > 10
        official.close()


class Unusual(gymnasium.Env[Any, Any]):
    """Has the space that it gets."""

    action_space = spaces.Discrete(2)

    def __init__(self, space: Any, of_action: bool = False) -> None:
        self.observation_space = spaces.Box(-1, 1) if of_action else space
        if of_action:
            self.action_space = space

    def reset(self, *, seed: int | None = None, options: Any = None) -> Any:
        """Starts an episode."""
        super().reset(seed=seed)
        return self.observation_space.sample(), {}


@pytest.mark.parametrize(
    "space",
    [
        spaces.Graph(spaces.Box(-1, 1, (2,)), spaces.Discrete(3)),
        spaces.Sequence(spaces.Discrete(3)),
        spaces.OneOf([spaces.Discrete(3), spaces.Box(-1, 1)]),
        spaces.Dict({"list": spaces.Sequence(spaces.Box(-1, 1))}),
    ],
)
def test_spaces_whose_arrays_differ_in_shape(space: Any) -> None:
    kind = "Sequence" if isinstance(space, spaces.Dict) else type(space).__name__
    for name, of_action in (("obs", False), ("action", True)):
        kwargs = {"space": space, "of_action": of_action}
        with pytest.raises(
            envpool.errors.NotSupportedError,
            match=f"^{name}: expected a space of Box, .*, got {kind}",
        ):
            envpool.from_gymnasium(Unusual, env_kwargs=kwargs)


@pytest.mark.parametrize(
    "space", [spaces.Dict({}), spaces.Tuple(()), spaces.Box(-1, 1, (2, 0))]
)
def test_spaces_without_values(space: Any) -> None:
    for name, of_action in (("obs", False), ("action", True)):
        kwargs = {"space": space, "of_action": of_action}
        with pytest.raises(
            envpool.errors.NotSupportedError,
            match=f"^{name}: expected a space with values, got ",
        ):
            envpool.from_gymnasium(Unusual, env_kwargs=kwargs)


def test_an_empty_part_of_a_space() -> None:
    space = spaces.Dict({"none": spaces.Dict({}), "some": spaces.Discrete(3)})
    with envpool.from_gymnasium(
        Unusual, env_kwargs={"space": space, "of_action": False}
    ) as pool:
        obs, _ = pool.reset(seed=0)
    assert obs["none"] == {}
    assert obs["some"].shape == (1,)
