# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Steps envs that are written in Python, in worker processes.

The first batches are synchronous; later, results come in the order in which they
finish. One of the envs fails on purpose: the others go on.
"""

from __future__ import annotations

import argparse
from typing import Any

import gymnasium
import numpy as np

import envpool


class Walk(gymnasium.Env[Any, Any]):
    """A walk on a line, with an accident at -3."""

    observation_space = gymnasium.spaces.Box(-3, 3, (1,), np.float32)
    action_space = gymnasium.spaces.Discrete(2)

    def reset(self, *, seed: int | None = None, options: Any = None) -> Any:
        """Starts in the middle."""
        super().reset(seed=seed)
        self.place = 0
        return np.zeros(1, np.float32), {}

    def step(self, action: Any) -> Any:
        """Goes left or right."""
        self.place += 1 if action else -1
        if self.place == -3:
            raise ValueError("fell off the line")
        obs = np.array([self.place], np.float32)
        return obs, float(self.place), self.place == 3, False, {"place": self.place}


def main() -> None:
    """Runs the example."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--num-envs", type=int, default=4)
    parser.add_argument("--steps", type=int, default=20)
    args = parser.parse_args()

    with envpool.from_gymnasium(Walk, args.num_envs, workers=2) as env:
        env.reset(seed=0)
        action = np.ones(args.num_envs, dtype=int)
        action[1] = 0
        failed = []
        for _ in range(3):
            try:
                obs, reward, terminated, truncated, info = env.step(action)
            except envpool.errors.EnvStepError as error:
                print("envs", error.env_ids, "failed:", str(error).splitlines()[0])
                failed += error.env_ids
        assert failed == [1]
        obs, reward, terminated, truncated, info = env.step(action)
        print("env 1 starts again:", obs.ravel().tolist())
        assert not obs.any()

    with envpool.from_gymnasium(
        Walk, args.num_envs, batch_size=args.num_envs // 2, env_type="gym"
    ) as env:
        env.async_reset()
        for _ in range(args.steps):
            obs, reward, terminated, truncated, info = env.recv()
            env.send((obs[:, 0] < 1).astype(int), info["env_id"])
        print("last batch:", info["env_id"], obs.ravel())


if __name__ == "__main__":
    main()
