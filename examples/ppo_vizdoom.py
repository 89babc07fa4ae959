# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""PPO in PyTorch: learns a scenario of ViZDoom from its screen.

Needs `pip install "envpool[vizdoom]"`. `--task` takes any single-player scenario.
Actions are combinations of buttons; rewards are the signs of the scenario's rewards.
There is only `--env-type envpool`.

The algorithm is that of ppo_atari.py, the agent that of ppo_procgen.py; this file has
the differences.
"""

from __future__ import annotations

import argparse
from functools import partial
from typing import Any, cast

import ppo_atari
from ppo_atari import arguments, train
from ppo_procgen import Agent
from ppo_runs import VectorEnv


def make_env(args: argparse.Namespace) -> VectorEnv:
    """Makes the envs."""
    import envpool

    if args.env_type != "envpool":
        raise SystemExit("--env-type: expected envpool")
    pool = envpool.make_gymnasium(
        args.task,
        num_envs=args.num_envs,
        stack_num=2,
        use_combined_action=True,
        reward="official",
        max_episode_steps=args.time_limit,
    )
    return cast(VectorEnv, pool)


class Collector(ppo_atari.Collector):
    """Plays rollouts. Engines cannot save states; they begin new episodes."""

    def state(self) -> dict[str, Any]:
        """Returns the returns so far, which a resumed run shows."""
        return {"returns": self.returns}


def main() -> None:
    """Learns a scenario."""
    args = arguments(
        __doc__,
        task="SimplerBasic-v1",
        steps=50_000,
        num_envs=32,
        horizon=32,
        minibatches=4,
        epochs=4,
        time_limit=75,
    )
    env = make_env(args)
    shape = env.single_observation_space.shape
    assert shape is not None
    train(args, env, partial(Agent, channels=shape[0], side=9), Collector)


if __name__ == "__main__":
    main()
