# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Envs in Python, in worker processes, behind the API of pools.

making.py       what `envpool.from_gymnasium` does
layout.py       which arrays observations and actions consist of
processes.py    starts, replaces, calls and ends workers
pool.py         the classes of pools and their spec
infos.py        infos that have no column
worker.py       the program of a worker; records.py writes results there
adapters.py     envs of dm_env and PettingZoo as envs of Gymnasium
messages.py     messages between a pool and its workers at start
shared_memory.h the shared memory; channel.h is the worker's side of it,
                worker_kernel.h the pool's: a kernel of the engine
"""
