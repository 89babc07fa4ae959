# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Measures the cost of a step of a pool in Ray actors.

Needs Ray. The actors run on this machine, so network costs are not included; they
share its cores, so on a busy machine the times are upper bounds.
"""

import argparse
import pickle
import statistics
import time
from typing import Any

import numpy as np
import ray

import envpool
from envpool.integrations.ray import make_remote


def size_of(result: object) -> tuple[int, int]:
    """Returns the bytes of the arrays, and of the rest of the pickle."""
    buffers: list[pickle.PickleBuffer] = []
    text = pickle.dumps(result, protocol=5, buffer_callback=buffers.append)
    return sum(buffer.raw().nbytes for buffer in buffers), len(text)


def measure(pool: Any, action: np.ndarray, seconds: float) -> list[float]:
    """Returns the duration of each step."""
    pool.reset()
    for _ in range(5):
        pool.step(action)
    taken = []
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        start = time.perf_counter()
        pool.step(action)
        taken.append(time.perf_counter() - start)
    return taken


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=1.5)
    parser.add_argument("--tasks", default="CartPole-v1:64,1024,8192;Pong-v5:32")
    args = parser.parse_args()
    ray.init(
        num_cpus=4,
        object_store_memory=100 * 2**20,
        include_dashboard=False,
        log_to_driver=False,
        logging_level="ERROR",
    )
    print("task envs where best_ms median_ms steps/s array_bytes pickled_bytes")
    for item in args.tasks.split(";"):
        task, _, counts = item.partition(":")
        for num_envs in map(int, counts.split(",")):
            rng = np.random.default_rng(0)
            action = rng.integers(2, size=num_envs).astype(np.int32)
            for actors in (0, 1, 2):
                pool: Any
                if actors:
                    pool = make_remote(task, num_envs=num_envs, actors=actors)
                else:
                    pool = envpool.make_gym(task, num_envs=num_envs)
                taken = measure(pool, action, args.seconds)
                arrays, text = size_of(pool.step(action))
                pool.close()
                median = statistics.median(taken)
                where = f"{actors} actors" if actors else "this process"
                print(
                    f"{task} {num_envs} [{where}] {1e3 * min(taken):.2f} "
                    f"{1e3 * median:.2f} {num_envs / median:.0f} {arrays} {text}"
                )
    ray.shutdown()


if __name__ == "__main__":
    main()
