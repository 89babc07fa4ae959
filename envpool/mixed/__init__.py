# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Pools of envs that differ: `envpool.make_mixed`, and `make(env_config=...)`.

tasks.py    the tasks that a user asks for
merging.py  the entries of the pool, from those of the tasks
parts.py    the pools that the envs belong to; the mixed pool runs their envs
spec.py     its spec
columns.py  its columns
pool.py     the pool
by_task.py  results and actions of tasks with unlike spaces
making.py   makes them
"""
