# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The three autoreset modes: how an env begins its next episode.

The modes are those of gymnasium.vector.AutoresetMode. A pool with
`env_type="gymnasium"` is a gymnasium.vector.VectorEnv, so code for Gymnasium's
vector envs runs unchanged.
"""

import numpy as np

import envpool

STEPS = 10


def next_step() -> None:
    """The default: the step after an episode's end resets and ignores its action."""
    env = envpool.make_gymnasium(
        "CartPole-v1", num_envs=2, max_episode_steps=3, infos=["elapsed_step"]
    )
    env.reset(seed=0)
    print("next_step (elapsed steps, ended):")
    for _ in range(STEPS):
        _, _, terminated, truncated, info = env.step(np.array([0, 1]))
        print("   ", info["elapsed_step"], terminated | truncated)
    env.close()


def same_step() -> None:
    """The last step also resets the env; the final observation is in the infos."""
    env = envpool.make_gymnasium(
        "CartPole-v1",
        num_envs=2,
        max_episode_steps=3,
        autoreset_mode="same_step",
        infos=["elapsed_step"],
    )
    env.reset(seed=0)
    print("same_step (elapsed steps, ended, final observation):")
    for _ in range(STEPS):
        _, _, terminated, truncated, info = env.step(np.array([0, 1]))
        final = info["final_obs"][0] if "final_obs" in info else ""
        print("   ", info["elapsed_step"], terminated | truncated, final)
    env.close()


def disabled() -> None:
    """Only `reset` resets: the agent chooses envs with a mask."""
    env = envpool.make_gymnasium(
        "CartPole-v1",
        num_envs=2,
        max_episode_steps=3,
        autoreset_mode="disabled",
        infos=["elapsed_step"],
    )
    env.reset(seed=0)
    print("disabled (elapsed steps, ended):")
    for _ in range(STEPS):
        _, _, terminated, truncated, info = env.step(np.array([0, 1]))
        ended = terminated | truncated
        print("   ", info["elapsed_step"], ended)
        if ended.any():
            _, info = env.reset(options={"reset_mask": ended})
    env.close()


if __name__ == "__main__":
    next_step()
    same_step()
    disabled()
