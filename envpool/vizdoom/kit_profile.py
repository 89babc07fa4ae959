# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""What the test kit must know of ViZDoom."""

from envpool.testing.profile import Profile
from envpool.vizdoom.registration import OFFICIAL

PROFILE = Profile(
    steps_per_1000=100,
    rare_rewards=True,
    # A step of theirs is one tic. In the 12 or 15 that a check plays, monsters do
    # not act yet, and where they stand may be one of a few places, so some seeds
    # look the same. official_test.py compares seeds over more tics.
    deterministic=frozenset(
        f"Vizdoom{name}{suffix}-v1"
        for name in OFFICIAL
        for suffix in ("", "-MultiBinary")
    ),
    constants=False,
    # There may be neither shots nor hits.
    constant_keys=frozenset({"gamevariables", "notifications"}),
    slow_rendering=True,
    costly_envs=True,  # each starts an engine, which takes a third of a second
)
