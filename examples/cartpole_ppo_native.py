# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The PPO of `cartpole_ppo_numpy.py`, with a policy that runs in C++.

One call of `rollout` plays all steps of an iteration, and returns the
log-probabilities and values that PPO needs. The updates are still those in NumPy, and
would take nearly all of the time. But as steps are cheap, an update needs no step
twice: each iteration learns once from a random quarter of twice as many steps, in
small batches. With `--until 475`, both programs stop when they have learned the task.
"""

import argparse
import time
from typing import Any, cast

import numpy as np
from cartpole_ppo_numpy import Agent, Array, Collector, Net, VectorEnv

import envpool
from envpool.policies import MLP, Layer


def layers(net: Net) -> list[Layer]:
    """Returns the weights as `MLP` takes them: (outputs, inputs)."""
    w1, b1, w2, b2 = net.weights
    return [(w1.T, b1), (w2.T, b2)]


class NativeCollector(Collector):
    """Plays the envs without Python between the steps."""

    def __init__(self, agent: Agent, env: Any, horizon: int, seed: int) -> None:
        super().__init__(agent, env, horizon, seed)
        self.pool = env
        self.obs = np.array(self.obs)
        self.steps = 0

    def policy(self) -> MLP:
        """Returns the agent as a policy that runs in C++."""
        return MLP(
            layers(self.agent.policy),
            critic=layers(self.agent.critic),
            log_prob=True,
            step=self.steps,
        )

    def collect(self) -> dict[str, Array]:
        """Plays `horizon` steps; returns the transitions."""
        policy = self.policy()
        batch = self.pool.rollout(self.horizon, policy, infos=["episode", "_episode"])
        self.steps = policy.step
        over = batch.terminated | batch.truncated
        ended = np.concatenate([self.ended[None], over[:-1]])
        data: dict[str, Any] = {
            "obs": np.concatenate([self.obs[None], batch.obs[:-1]]),
            "action": batch.action,
            "logp": batch.log_prob,
            "after": batch.obs,
            "reward": batch.reward.astype(np.float32),
            "terminated": batch.terminated,
            "valid": ~ended,
            "ended": over,
        }
        self.obs, self.ended = batch.obs[-1], over[-1]
        self.returns.extend(batch.info["episode"]["r"][batch.info["_episode"]])
        # What comes after a step comes before the next one.
        future = np.append(batch.value[1:], [self.agent.value(self.obs)], axis=0)
        self._estimate(data, batch.value, future)
        names = ("obs", "action", "logp", "advantage", "target")
        return {key: data[key][data["valid"]] for key in names}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--iterations", type=int, default=120)
    parser.add_argument("--num-envs", type=int, default=64)
    parser.add_argument("--horizon", type=int, default=128)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--until", type=float, help="stop at this mean return")
    args = parser.parse_args()

    agent = Agent(np.random.default_rng(args.seed), num_obs=4, num_actions=2)
    agent.epochs, agent.batches = 1, 16
    env = envpool.make_gymnasium(
        "CartPole-v1", num_envs=args.num_envs, episode_stats=True
    )
    collector = NativeCollector(agent, cast(VectorEnv, env), args.horizon, args.seed)
    collecting = learning = 0.0
    for i in range(1, args.iterations + 1):
        start = time.perf_counter()
        data = collector.collect()
        between = time.perf_counter()
        rows = len(data["obs"])
        some = agent.rng.permutation(rows)[: rows // 4]
        rate = 5e-3 * (1 - (i - 1) / args.iterations)
        agent.learn({key: array[some] for key, array in data.items()}, rate)
        collecting += between - start
        learning += time.perf_counter() - between
        mean = float(np.mean(collector.returns[-100:] or [np.nan]))
        is_enough = args.until is not None and mean >= args.until
        if i % 10 == 0 or i == args.iterations or is_enough:
            print(
                f"{i * args.horizon * args.num_envs:>9,} steps, mean return {mean:5.1f}"
                f", {collecting:5.2f} s of playing, {learning:5.2f} s of learning"
            )
        if is_enough:
            break


if __name__ == "__main__":
    main()
