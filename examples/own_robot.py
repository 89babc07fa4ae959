# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""A robot of one's own, without C++: a cart that follows a wish.

    python own_robot.py --steps=500

A table of expressions says what the cart observes and earns. A simple controller
plays, and the mean of each reward term is printed.
"""

from __future__ import annotations

import argparse

import numpy as np

import envpool
import envpool.mujoco

CART = """
<mujoco>
  <worldbody>
    <body name="cart" pos="0 0 1">
      <joint name="rail" type="slide" axis="1 0 0" damping="0.5"/>
      <geom type="box" size="0.2 0.1 0.1" mass="1"/>
    </body>
  </worldbody>
  <actuator>
    <motor joint="rail" ctrlrange="-5 5" ctrllimited="true"/>
  </actuator>
</mujoco>
"""


def main() -> None:
    """Plays with a controller that knows the wish."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--num-envs", type=int, default=16)
    parser.add_argument("--steps", type=int, default=500)
    args = parser.parse_args()
    task = envpool.mujoco.task(
        CART,
        name="cart",
        frame_skip=10,
        commands={"wish": {"draw": "uniform(-1, 1)", "every": [1, 2]}},
        observations=["joint_vel('rail')", "wish"],
        rewards={
            "follow": "track(joint_vel('rail') - wish, 0.3)",
            "effort": {"term": "sum(action ** 2)", "weight": -0.01},
        },
        resets=["qvel = 0.1 * normal(nv)"],
    )
    print(task)  # as a TOML file has it
    env = envpool.make_gymnasium(task, num_envs=args.num_envs, term_infos=True)
    obs, _ = env.reset()
    sums = np.zeros(len(task.reward_names))
    for _ in range(args.steps):
        velocity, wish = obs.T
        action = np.clip(20 * (wish - velocity), -5, 5)[:, None]
        obs, _, _, _, info = env.step(action.astype(np.float32))
        sums += info["reward_terms"].mean(axis=0)
    for name, total in zip(task.reward_names, sums, strict=True):
        print(f"{name}: {total / args.steps:.3f} per step")


if __name__ == "__main__":
    main()
