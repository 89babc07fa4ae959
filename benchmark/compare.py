# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Compares EnvPool with its peers: `make bench`, `make bench ARGS="cartpole"`.

Like `python -m envpool bench`, with an additional pool (an env written as an
`Env<Spec>`) and additional systems (those of the families' loop.py, and of
features.py). The released EnvPool and the other peers are in virtual environments,
made from third_party/pip_requirements/{released,bench}.txt if they are missing.
Results go to build/bench.
"""

import sys

from benchmark import features, loops, peers
from envpool.bench import main
from envpool.bench.pools import POOLS, Pool
from envpool.bench.systems import SYSTEMS

PER_ENV = Pool(
    key="per-env",
    task_id="PerEnvCartPole-v1",
    peer_id="CartPole-v1",
    num_envs=1024,
    imports=("benchmark.per_env_cartpole.registration",),
    note="one C++ object per env",
)


if __name__ == "__main__":
    root = peers.workspace()
    arguments = sys.argv[1:]
    makers = {"--released": peers.make_released, "--peers": peers.make_peers}
    for option, make in makers.items():
        if not any(word.startswith(option) for word in arguments):
            arguments.append(f"{option}={make(root)}")
    if not any(word.startswith("--out") for word in arguments):
        arguments.append(f"--out={root / 'build/bench'}")
    systems = (*SYSTEMS, *loops.SYSTEMS, *features.SYSTEMS)
    sys.exit(main(arguments, (*POOLS, PER_ENV), systems))
