# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Steps and resets some of the envs, in synchronous mode.

Rows are in the order of the given ids. The other envs do not change.
"""

import argparse

import numpy as np

import envpool


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--env", default="CartPole-v1")
    args = parser.parse_args()

    env = envpool.make(args.env, env_type="gym", num_envs=100, seed=3)
    env.reset()
    action = np.zeros(100, dtype=int)

    # Ten of the hundred envs, in any order.
    some = np.arange(9, -1, -1)
    obs, rew, term, trunc, info = env.step(action[:10], env_id=some)
    print("stepped", info["env_id"], "which have done", info["elapsed_step"], "steps")
    assert info["env_id"].tolist() == some.tolist()

    # `send` has the arguments of `step`; `recv` returns all pending results.
    env.send(action[:2], env_id=np.array([50, 7]))
    env.send(action[:1], env_id=np.array([99]))
    info = env.recv()[4]
    print("stepped", info["env_id"], "which have done", info["elapsed_step"], "steps")

    # New episodes for two of the envs, with given seeds.
    obs, info = env.reset(np.array([7, 8]), seed=[700, 800])
    print("reset  ", info["env_id"], "to", obs.tolist())
    again, _ = env.reset(np.array([8]), seed=[800])
    assert np.array_equal(again[0], obs[1])
    env.close()


if __name__ == "__main__":
    main()
