# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""What the test kit must know of ViZDoom."""

from envpool.testing.profile import Profile
from envpool.vizdoom.registration import OFFICIAL

# Their maps place nothing at random within the few steps of the kit, which last one
# tic each with the official ids.
_ALIKE = (
    "deadly_corridor",
    "deathmatch",
    "defend_the_center",
    "defend_the_line",
    "take_cover",
)

PROFILE = Profile(
    steps_per_1000=100,  # an engine takes a third of a second to start
    deterministic=frozenset(
        f"Vizdoom{name}{suffix}-v1"
        for name, scenario in OFFICIAL.items()
        if scenario in _ALIKE
        for suffix in ("", "-MultiBinary")
    ),
    constants=False,
    slow_rendering=True,
)
