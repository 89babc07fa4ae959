# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""PPO in PyTorch: learns to follow missions, such as "go fetch a red key".

`--task` takes any task of MiniGrid or BabyAI. The agent reads its mission word by
word and learns the meanings of the words. It has no memory. `--env-type gymnasium`
plays the same tasks with a loop over Gymnasium's envs: the whole course of learning
is the same; only the speed differs.

The algorithm is that of ppo_atari.py; this file has a different agent.
"""

from __future__ import annotations

import argparse
import functools
import zlib
from typing import Any, cast

import gymnasium
import torch
from ppo_atari import Collector, arguments, layer, train
from ppo_runs import VectorEnv
from torch import Tensor, nn
from torch.distributions import Categorical

VIEW, KINDS = 7, 11  # cells per side; values per byte of a cell
WORDS, LENGTH, SIZE = 1024, 48, 32
PIXELS = 3 * VIEW**2


def make_env(args: argparse.Namespace) -> VectorEnv:
    """Makes the envs; both env types have the same observations."""
    if args.env_type == "envpool":
        import envpool

        pool = envpool.make_gymnasium(
            args.task, num_envs=args.num_envs, max_episode_steps=args.time_limit
        )
        return cast(VectorEnv, pool)
    import minigrid  # noqa: F401  registers the tasks

    limit = {"max_steps": args.time_limit} if args.time_limit else {}
    return gymnasium.make_vec(
        args.task, num_envs=args.num_envs, vectorization_mode="sync", **limit
    )


@functools.lru_cache(maxsize=100_000)
def words_of(mission: str) -> Tensor:
    """Returns the numbers of a mission's words, padded with zeros."""
    words = mission.replace(",", " ,").split()[:LENGTH]
    numbers = [1 + zlib.crc32(word.encode()) % (WORDS - 1) for word in words]
    return torch.tensor(numbers + [0] * (LENGTH - len(words)))


class MissionCollector(Collector):
    """Puts an env's observation into one row: image, direction and words."""

    def to_tensor(self, obs: Any) -> Tensor:
        """Returns a row for each env."""
        image = torch.from_dlpack(obs["image"]).flatten(1).long()
        direction = torch.from_dlpack(obs["direction"]).long()[:, None]
        words = torch.stack([words_of(mission) for mission in obs["mission"]])
        return torch.cat([image, direction, words], 1)


class Agent(nn.Module):
    """Policy and critic, on top of convolutions that the mission modulates.

    This is FiLM (Perez et al., 2018): each channel is scaled and shifted by numbers
    that depend on the mission.
    """

    def __init__(self, num_actions: int) -> None:
        super().__init__()
        self.cells = nn.Embedding(3 * KINDS, SIZE)
        self.words = nn.Embedding(WORDS, SIZE, padding_idx=0)
        self.reader = nn.GRU(SIZE, 2 * SIZE, batch_first=True)
        self.modulate = nn.Linear(2 * SIZE, 2 * SIZE)
        self.first = layer(nn.Conv2d(SIZE, SIZE, 3, padding=1))
        self.second = layer(nn.Conv2d(SIZE, SIZE, 3))
        self.body = layer(nn.Linear(SIZE * (VIEW - 2) ** 2 + 2 * SIZE + 4, 128))
        self.policy = layer(nn.Linear(128, num_actions), 0.01)
        self.critic = layer(nn.Linear(128, 1), 1.0)

    def forward(self, obs: Tensor) -> tuple[Categorical, Tensor]:
        """Returns the distribution of actions and the values."""
        image, direction, words = obs.split([PIXELS, 1, LENGTH], 1)
        mission = self.read(words)
        cells = image.unflatten(1, (VIEW, VIEW, 3)) + KINDS * torch.arange(3)
        seen = self.cells(cells).sum(3).permute(0, 3, 1, 2)
        scale, shift = self.modulate(mission)[:, :, None, None].chunk(2, 1)
        seen = torch.relu(self.first(seen) * (1 + scale) + shift)
        seen = torch.relu(self.second(seen)).flatten(1)
        compass = nn.functional.one_hot(direction[:, 0], 4)
        hidden = torch.relu(self.body(torch.cat([seen, mission, compass], 1)))
        return Categorical(logits=self.policy(hidden)), self.critic(hidden)[:, 0]

    def read(self, words: Tensor) -> Tensor:
        """Returns the missions' encodings; each different mission is read only once."""
        missions, index = words.unique(dim=0, return_inverse=True)
        length = (missions > 0).sum(1)
        states, _ = self.reader(self.words(missions[:, : int(length.max())]))
        last = states[torch.arange(len(missions)), length - 1]
        return cast(Tensor, last[index])


def main() -> None:
    """Learns to follow missions."""
    args = arguments(
        __doc__,
        task="MiniGrid-Fetch-5x5-N2-v0",
        steps=400_000,
        num_envs=64,
        horizon=32,
        rate=1e-3,
        time_limit=0,
        threads=1,
    )
    train(args, make_env(args), Agent, MissionCollector)


if __name__ == "__main__":
    main()
