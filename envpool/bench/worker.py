# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""A process of the benchmark: plays one pool of one library.

All of it is in this file, which is started by its path: the Python that runs it
may be another one, with another EnvPool. Questions and answers are lines of
JSON. The first question names the player and the pool; each further one how
many seconds to play.

A player is a function that makes the envs and returns a function which plays
one action of every prepared list, and the library's version. Actions are drawn
before: the time of drawing them is nobody's merit.
"""

from __future__ import annotations

import importlib
import json
import os
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np

Sweep = Callable[[], int]


def draw_actions(space: Any, rows: int) -> list[Any]:
    """Returns some batches of random actions for a space of a single env."""
    rng = np.random.default_rng(1)
    count = min(max(4096 // rows, 8), 256)
    if hasattr(space, "n"):
        n = int(space.n)
        return [rng.integers(0, n, rows).astype(np.int32) for _ in range(count)]
    shape = (rows, *space.shape)
    return [
        rng.uniform(space.low, space.high, shape).astype(np.float32)
        for _ in range(count)
    ]


def envpool(pool: dict[str, Any]) -> tuple[Sweep, str]:
    """EnvPool, whichever this Python has."""
    library = importlib.import_module("envpool")
    for module in pool["imports"]:
        importlib.import_module(module)
    sizes = {"num_envs": pool["num_envs"]}
    if pool["batch_size"]:
        sizes["batch_size"] = pool["batch_size"]
    env = library.make(pool["task_id"], env_type="gym", **sizes)
    rows = int(pool["batch_size"] or pool["num_envs"])
    actions = draw_actions(env.action_space, rows)

    def step() -> int:
        step = env.step
        for action in actions:
            _obs, _reward, _terminated, _truncated, _info = step(action)
        return rows * len(actions)

    def send_and_recv() -> int:
        send, recv = env.send, env.recv
        for action in actions:
            _obs, _reward, _terminated, _truncated, info = recv()
            send(action, info["env_id"])
        return rows * len(actions)

    if pool["batch_size"]:
        env.async_reset()
        return send_and_recv, library.__version__
    env.reset()
    return step, library.__version__


def loop(pool: dict[str, Any]) -> tuple[Sweep, str]:
    """A Python loop over single envs of Gymnasium."""
    import gymnasium

    envs = [gymnasium.make(pool["task_id"]) for _ in range(pool["num_envs"])]
    for seed, env in enumerate(envs):
        env.reset(seed=seed)
    batches = [a.tolist() for a in draw_actions(envs[0].action_space, len(envs))]
    if not hasattr(envs[0].action_space, "n"):
        batches = [list(np.asarray(batch, np.float32)) for batch in batches]

    def sweep() -> int:
        for batch in batches:
            for env, action in zip(envs, batch, strict=True):
                _obs, _reward, terminated, truncated, _info = env.step(action)
                if terminated or truncated:
                    env.reset()
        return len(batches) * len(envs)

    return sweep, gymnasium.__version__


def _vector(pool: dict[str, Any], mode: str) -> tuple[Sweep, str]:
    import gymnasium

    env = gymnasium.make_vec(pool["task_id"], pool["num_envs"], vectorization_mode=mode)
    env.reset(seed=0)
    rows = int(pool["num_envs"])
    actions = draw_actions(env.single_action_space, rows)

    def sweep() -> int:
        for action in actions:
            _obs, _reward, _terminated, _truncated, _info = env.step(action)
        return rows * len(actions)

    return sweep, gymnasium.__version__


def gymnasium_sync(pool: dict[str, Any]) -> tuple[Sweep, str]:
    """Gymnasium's vector env of single envs in one process."""
    return _vector(pool, "sync")


def gymnasium_async(pool: dict[str, Any]) -> tuple[Sweep, str]:
    """Gymnasium's vector env of a process for each env."""
    return _vector(pool, "async")


def gymnasium_vector(pool: dict[str, Any]) -> tuple[Sweep, str]:
    """The env that Gymnasium has vectorised by hand, in NumPy."""
    return _vector(pool, "vector_entry_point")


def sb3(pool: dict[str, Any]) -> tuple[Sweep, str]:
    """Stable-Baselines3's vector env of a process for each env."""
    import gymnasium

    library = importlib.import_module("stable_baselines3")
    vector = importlib.import_module("stable_baselines3.common.vec_env")
    makers = [lambda: gymnasium.make(pool["task_id"])] * pool["num_envs"]
    env = vector.SubprocVecEnv(makers)
    env.reset()
    rows = int(pool["num_envs"])
    actions = draw_actions(env.action_space, rows)

    def sweep() -> int:
        for action in actions:
            _obs, _reward, _done, _info = env.step(action)
        return rows * len(actions)

    return sweep, str(library.__version__)


def play(sweep: Sweep, seconds: float) -> dict[str, float]:
    """Plays sweeps for about that long.

    The time of all CPUs counts as well: it says more where others use them too.
    """
    steps = 0
    cpu = time.process_time()
    start = now = time.perf_counter()
    while now < start + seconds:
        steps += sweep()
        now = time.perf_counter()
    cpu = time.process_time() - cpu
    return {"steps": steps, "seconds": now - start, "cpu_seconds": cpu}


def main() -> None:
    """Answers until there is no further question."""
    # What libraries print must not end up among the answers.
    with os.fdopen(os.dup(1), "w") as answers:
        os.dup2(2, 1)

        def answer(text: dict[str, Any]) -> None:
            print(json.dumps(text), file=answers, flush=True)

        try:
            pool = json.loads(sys.stdin.readline())
            sweep, version = globals()[pool["player"]](pool)
            answer({"version": version})
            for line in sys.stdin:
                answer(play(sweep, json.loads(line)["seconds"]))
        except ModuleNotFoundError as error:
            answer({"error": f"no {error.name} here"})
        except Exception as error:
            answer({"error": f"{type(error).__name__}: {error}".splitlines()[0]})


if __name__ == "__main__":
    # Python puts this file's folder first, whose files are no modules to import.
    del sys.path[0]
    main()
