# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""A process of the training benchmark: learns one task once, with one system.

All systems use the PPO of the examples; this file makes the envs and measures the
time. It is started by its path, because the Python that runs it may have another
EnvPool. Its argument is a request in JSON, its output an answer in JSON.
"""

from __future__ import annotations

import argparse
import importlib
import json
import resource
import sys
import time
from typing import Any

import numpy as np

# The mean return is taken over this many episodes.
_EPISODES = 100


class OldEnvPool:
    """EnvPool 1.2.5 with the interface of Gymnasium's vector envs.

    Args:
      task_id: the task.
      num_envs: the number of envs.
      seed: the seed of the first env.
    """

    def __init__(self, task_id: str, num_envs: int, seed: int) -> None:
        library = importlib.import_module("envpool")
        if library.__version__ != "1.2.5":
            raise ValueError(f"expected EnvPool 1.2.5, got {library.__version__}")
        self.env = library.make(
            task_id, env_type="gymnasium", num_envs=num_envs, seed=seed
        )
        self.num_envs = num_envs
        self.single_action_space = self.env.action_space
        self.single_observation_space = self.env.observation_space
        self._dtype = self.env.action_space.dtype

    def reset(self, seed: int) -> Any:
        """Resets all envs; `seed` is ignored, as the constructor has set the seed."""
        del seed
        return self.env.reset()

    def step(self, action: Any) -> Any:
        """Steps all envs."""
        return self.env.step(np.asarray(action, self._dtype))

    def close(self) -> None:
        """Does nothing, as the process ends anyway."""


def make_env(request: dict[str, Any], args: argparse.Namespace) -> Any:
    """Returns the envs of a system."""
    if request["system"] == "envpool-1.2.5":
        return OldEnvPool(request["task"], args.num_envs, args.seed)
    return importlib.import_module(request["envs"]).make_env(args, "async")


def make_agent(request: dict[str, Any], env: Any) -> Any:
    """Returns an agent that fits the envs."""
    import ppo_atari
    import ppo_mujoco
    from torch import nn
    from torch.distributions import Categorical

    inputs, actions = env.single_observation_space, env.single_action_space
    if request["algorithm"] == "ppo_mujoco":
        return ppo_mujoco.Agent(*inputs.shape, *actions.shape)
    if len(inputs.shape) > 1:
        return ppo_atari.Agent(int(actions.n))

    class Agent(nn.Module):
        """Policy and critic for observations of a few numbers."""

        def __init__(self) -> None:
            super().__init__()
            self.policy = ppo_mujoco.network(*inputs.shape, int(actions.n), 0.01)
            self.critic = ppo_mujoco.network(*inputs.shape, 1, 1.0)

        def forward(self, obs: Any) -> tuple[Categorical, Any]:
            """Returns the distribution of actions and the values."""
            policy = Categorical(logits=self.policy(obs))
            return policy, self.critic(obs)[:, 0]

    return Agent()


def cpu_seconds() -> float:
    """Returns the CPU time of this process and of the children that have ended."""
    usages = map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)


def learn(request: dict[str, Any]) -> dict[str, Any]:
    """Learns until the goal, the most steps or the most seconds are reached.

    Args:
      request: `system`, `task`, `seed`; `algorithm`, the example's name; `goal`, a
        mean return; `steps` and `seconds`, the limits; `threads` of PyTorch;
        `envs`, the example that makes the envs; and `options`, its arguments.

    Returns:
      `curve`, with seconds, steps, mean return and the CPU time of this process
      after each update; `env_seconds`, the time spent in the envs; `reached`, the
      seconds to the goal or None; and `cpu_seconds`, including the envs' processes.
    """
    import ppo
    import torch

    algorithm: Any = importlib.import_module(request["algorithm"])
    task, seed = request["task"], request["seed"]
    args = argparse.Namespace(
        env_type=request["system"].partition("-")[0],
        task=task,
        seed=seed,
        **request["options"],
    )
    torch.manual_seed(seed)
    torch.set_num_threads(request["threads"])
    torch.distributions.Distribution.set_default_validate_args(False)
    cpu_before = cpu_seconds()
    env = make_env(request, args)
    agent = make_agent(request, env)
    collector = algorithm.Collector(agent, env, args)
    optimizer = torch.optim.Adam(agent.parameters(), args.rate, eps=1e-5)
    per_update = args.horizon * args.num_envs
    updates = max(1, request["steps"] // per_update)
    curve: list[tuple[float, int, float, float]] = []
    reached, seconds = None, 0.0
    start = time.perf_counter()
    for update in range(updates):
        optimizer.param_groups[0]["lr"] = args.rate * (1 - update / updates)
        rows = collector.collect()
        ppo.learn(agent, optimizer, rows, args, algorithm.SETTINGS)
        seconds = time.perf_counter() - start
        if len(collector.returns) == _EPISODES or curve:
            mean = float(np.mean(collector.returns))
            steps, cpu = (update + 1) * per_update, cpu_seconds() - cpu_before
            curve.append((round(seconds, 3), steps, mean, round(cpu, 3)))
            if mean >= request["goal"]:
                reached = seconds
        if reached is not None or seconds > request["seconds"]:
            break
    env.close()
    return {
        "curve": curve,
        "reached": reached,
        "seconds": seconds,
        "steps": (update + 1) * per_update,
        "cpu_seconds": cpu_seconds() - cpu_before,
        "env_seconds": collector.env_seconds,
        "torch": torch.__version__,
    }


def main() -> None:
    """Answers the request in the command line's argument."""
    request = json.loads(sys.argv[1])
    # Appended last, so that this Python's own packages take precedence.
    sys.path += [*map(str, request["paths"])]
    json.dump(learn(request), sys.stdout)


if __name__ == "__main__":
    # Python puts this file's folder first; its files must not be imported as modules.
    del sys.path[0]
    main()
