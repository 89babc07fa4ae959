# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""ViZDoom's profile for the test kit."""

from envpool.testing.profile import Profile
from envpool.vizdoom.registration import OFFICIAL

PROFILE = Profile(
    steps_per_1000=100,
    rare_rewards=True,
    # A step of these ids is one tic. In the 12 or 15 tics of a check, monsters do not
    # act yet, and they stand in one of a few places, so some seeds look the same.
    # official_test.py compares seeds over more tics.
    deterministic=frozenset(
        f"Vizdoom{name}{suffix}-v1"
        for name in OFFICIAL
        for suffix in ("", "-MultiBinary")
    ),
    constants=False,
    # Both stay constant if there are neither shots nor hits.
    constant_keys=frozenset({"gamevariables", "notifications"}),
    slow_rendering=True,
    costly_envs=True,  # starting an engine takes a third of a second
)
