# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""A process of the benchmark: plays one pool of one library.

This file is self-contained and started by its path, since the Python that runs
it may have a different EnvPool. Requests and answers are lines of JSON. The
first request names the player and the pool; each further one the number of
seconds to play.

A player is a function that makes the envs and returns a `Player`. Actions are drawn
beforehand, so that drawing them is not measured.
"""

from __future__ import annotations

import importlib
import importlib.util
import json
import os
import pathlib
import runpy
import sys
import time
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

# Debian's PyTorch works if this Python has the same version as Debian's.
_DEBIAN_PACKAGES = "/usr/lib/python3/dist-packages"


class Player(NamedTuple):
    """A system that is ready to play.

    Attributes:
      play: plays batches of actions.
      batches: random batches, which are played cyclically.
      rows: the number of actions in a batch.
      version: the version of the library.
    """

    play: Callable[[Sequence[Any]], None]
    batches: list[Any]
    rows: int
    version: str


def draw_actions(space: Any, rows: int) -> list[Any]:
    """Returns some batches of random actions for a space of a single env.

    Actions without bounds are drawn from -1 to 1.
    """
    rng = np.random.default_rng(1)
    count = min(max(4096 // rows, 8), 256)
    if hasattr(space, "n"):
        n = int(space.n)
        return [rng.integers(0, n, rows).astype(np.int32) for _ in range(count)]
    shape = (rows, *space.shape)
    low = np.where(np.isfinite(space.low), space.low, -1)
    high = np.where(np.isfinite(space.high), space.high, 1)
    return [rng.uniform(low, high, shape).astype(np.float32) for _ in range(count)]


def envpool(pool: dict[str, Any]) -> Player:
    """The EnvPool that this Python has."""
    library = importlib.import_module("envpool")
    for module in pool["imports"]:
        importlib.import_module(module)
    sizes = {"num_envs": pool["num_envs"], **pool["options"]}
    if pool["batch_size"]:
        sizes["batch_size"] = pool["batch_size"]
    env = library.make(pool["task_id"], env_type="gym", **sizes)
    return of_envpool(env, pool, library.__version__)


def of_envpool(env: Any, pool: dict[str, Any], version: str) -> Player:
    """Returns the player of a pool of EnvPool, new or old."""
    rows = int(pool["batch_size"] or pool["num_envs"])
    players = int(env.spec.config.max_num_players)
    actions = draw_actions(env.action_space, rows * players)

    def play(batches: Sequence[Any]) -> None:
        step = env.step
        for action in batches:
            _obs, _reward, _terminated, _truncated, _info = step(action)

    def play_async(batches: Sequence[Any]) -> None:
        send, recv = env.send, env.recv
        for action in batches:
            _obs, _reward, _terminated, _truncated, info = recv()
            send(action, info["env_id"])

    if pool["batch_size"]:
        env.async_reset()
    else:
        env.reset()
    chosen = play_async if pool["batch_size"] else play
    return Player(chosen, actions, rows, version)


def _register(pool: dict[str, Any]) -> Any:
    """Imports and returns the library of the pool's env, which registers it."""
    gymnasium = importlib.import_module("gymnasium")
    name = pool["gymnasium"]["module"]
    if not name:
        return gymnasium
    library = importlib.import_module(name)
    gymnasium.register_envs(library)
    return library


def _wrap(env: Any, wrappers: Sequence[tuple[str, dict[str, Any]]]) -> Any:
    for name, options in wrappers:
        module, _, function = name.rpartition(":")
        env = getattr(importlib.import_module(module), function)(env, **options)
    return env


def _single(pool: dict[str, Any], wrappers: str = "wrappers") -> Any:
    """Returns an env of Gymnasium, as the pool describes it."""
    import gymnasium

    _register(pool)
    how = pool["gymnasium"]
    return _wrap(gymnasium.make(pool["task_id"], **how["options"]), how[wrappers])


def loop(pool: dict[str, Any]) -> Player:
    """A Python loop over single envs of Gymnasium."""
    import gymnasium

    envs = [_single(pool) for _ in range(pool["num_envs"])]
    for seed, env in enumerate(envs):
        env.reset(seed=seed)
    actions = [a.tolist() for a in draw_actions(envs[0].action_space, len(envs))]
    if not hasattr(envs[0].action_space, "n"):
        actions = [list(np.asarray(batch, np.float32)) for batch in actions]

    def play(batches: Sequence[Any]) -> None:
        for batch in batches:
            for env, action in zip(envs, batch, strict=True):
                _obs, _reward, terminated, truncated, _info = env.step(action)
                if terminated or truncated:
                    env.reset()

    return Player(play, actions, len(envs), gymnasium.__version__)


def of_vector(env: Any) -> Player:
    """Returns the player of a vector env with Gymnasium's API."""
    import gymnasium

    env.reset(seed=0)

    def play(batches: Sequence[Any]) -> None:
        for action in batches:
            _obs, _reward, _terminated, _truncated, _info = env.step(action)

    actions = draw_actions(env.single_action_space, env.num_envs)
    return Player(play, actions, env.num_envs, gymnasium.__version__)


def gymnasium_sync(pool: dict[str, Any]) -> Player:
    """Gymnasium's vector env of single envs in one process."""
    import gymnasium

    makers = [lambda: _single(pool)] * pool["num_envs"]
    return of_vector(gymnasium.vector.SyncVectorEnv(makers))


def gymnasium_async(pool: dict[str, Any]) -> Player:
    """Gymnasium's vector env with a process for each env."""
    import gymnasium

    makers = [lambda: _single(pool)] * pool["num_envs"]
    shared = pool["gymnasium"]["shared_memory"]
    return of_vector(gymnasium.vector.AsyncVectorEnv(makers, shared_memory=shared))


def gymnasium_vector(pool: dict[str, Any]) -> Player:
    """The vectorised env of the env's own library."""
    import gymnasium

    library = _register(pool)
    sizes = {"batch_size": pool["batch_size"]} if pool["batch_size"] else {}
    env: Any = gymnasium.make_vec(
        pool["task_id"],
        pool["num_envs"],
        vectorization_mode="vector_entry_point",
        **sizes,
        **pool["gymnasium"]["vector_options"],
    )
    env.reset()  # with seeds, some libraries would reload their games
    rows = int(pool["batch_size"] or pool["num_envs"])

    # Actions are for the envs of the last batch, as in other asynchronous systems.
    def play(batches: Sequence[Any]) -> None:
        step = env.step
        for action in batches:
            _obs, _reward, _terminated, _truncated, _info = step(action)

    actions = draw_actions(env.single_action_space, rows)
    return Player(play, actions, rows, library.__version__)


def sb3(pool: dict[str, Any]) -> Player:
    """Stable-Baselines3's vector env with a process for each env."""
    # Last on the path, so that packages of this Python take precedence.
    if importlib.util.find_spec("torch") is None:
        sys.path.append(_DEBIAN_PACKAGES)
    library = importlib.import_module("stable_baselines3")
    vector = importlib.import_module("stable_baselines3.common.vec_env")

    def make() -> Any:
        return _single(pool, "sb3_wrappers")

    # With other start methods, each process would load PyTorch, which takes seconds.
    env = vector.SubprocVecEnv([make] * pool["num_envs"], start_method="fork")
    env = _wrap(env, pool["gymnasium"]["sb3_vector_wrappers"])
    env.reset()

    def play(batches: Sequence[Any]) -> None:
        for action in batches:
            _obs, _reward, _done, _info = env.step(action)

    actions = draw_actions(env.action_space, env.num_envs)
    return Player(play, actions, env.num_envs, str(library.__version__))


def find_player(name: str) -> Callable[[dict[str, Any]], Player]:
    """Returns a function of this file, of a module or of a self-contained file.

    Args:
      name: `function`, `module:function` or `/path/of/file.py:function`.
    """
    place, _, function = name.rpartition(":")
    if place.endswith(".py"):
        names = runpy.run_path(place)
    else:
        names = vars(importlib.import_module(place)) if place else globals()
    found: Callable[[dict[str, Any]], Player] = names[function]
    return found


def children_cpu_seconds() -> float | None:
    """Returns the CPU time of this process's children, if the kernel reports it."""
    nanoseconds = 0
    try:
        for thread in pathlib.Path("/proc/self/task").iterdir():
            for child in (thread / "children").read_text("ascii").split():
                for task in pathlib.Path(f"/proc/{child}/task").iterdir():
                    times = (task / "schedstat").read_text("ascii").split()
                    nanoseconds += int(times[0])
    except OSError:
        return None
    return nanoseconds * 1e-9


class Meter:
    """Plays a player's batches, and measures the time.

    The batches are played in groups that take some milliseconds, so that a round ends
    in time even if the env is slow.

    Args:
      player: the player.
    """

    _MIN_SECONDS = 0.01

    def __init__(self, player: Player) -> None:
        self._player = player
        self._next = 0
        self._length = 1

    def measure(self, seconds: float) -> dict[str, float | None]:
        """Plays for about this many seconds.

        The CPU time is measured as well: it is more telling while others use the CPUs.
        """
        play, batches, rows, _version = self._player
        count = 0
        children = children_cpu_seconds()
        cpu = time.process_time()
        start = now = time.perf_counter()
        while now < start + seconds:
            piece = batches[self._next : self._next + self._length]
            play(piece)
            count += len(piece)
            before, now = now, time.perf_counter()
            self._next = (self._next + len(piece)) % len(batches)
            is_short = len(piece) == self._length < len(batches)
            if is_short and now - before < self._MIN_SECONDS:
                self._length *= 2
        cpu = time.process_time() - cpu
        later = children_cpu_seconds()
        known = children is not None and later is not None
        return {
            "steps": count * rows,
            "seconds": now - start,
            "cpu_seconds": cpu + (later or 0) - (children or 0) if known else None,
        }


def main() -> None:
    """Answers requests until the input ends."""
    # Output of libraries must not mix with the answers.
    with os.fdopen(os.dup(1), "w") as answers:
        os.dup2(2, 1)

        def answer(text: dict[str, Any]) -> None:
            print(json.dumps(text), file=answers, flush=True)

        try:
            pool = json.loads(sys.stdin.readline())
            player = Player(*find_player(pool["player"])(pool))
            answer({"version": player.version})
            meter = Meter(player)
            for line in sys.stdin:
                answer(meter.measure(json.loads(line)["seconds"]))
        except ModuleNotFoundError as error:
            answer({"error": f"no {error.name} here"})
        except Exception as error:
            answer({"error": f"{type(error).__name__}: {error}".splitlines()[0]})


if __name__ == "__main__":
    # Python puts this file's folder first, but the files in it are not top-level
    # modules.
    del sys.path[0]
    main()
