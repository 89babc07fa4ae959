# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Data sets for offline reinforcement learning, in the format of Minari.

with envpool.datasets.Minari("cartpole/random-v0") as data:
    env.rollout(1000, policy, record=data)

minari.py      the data set: its folder, its metadata, its thread
episodes.py    cuts the rows of rollouts into episodes
hdf5.py        writes the episodes' file
"""

from __future__ import annotations

from envpool.datasets.minari import Minari

__all__ = ["Minari"]
