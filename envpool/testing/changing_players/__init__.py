# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""A game with players that arrive, leave and take turns; see relay.h."""

from envpool.python.api import export_family
from envpool.registration import Family

__getattr__, __dir__ = export_family(__name__, "changing_players_envpool")

family = Family(__name__)
family.task("Relay-v0", "Relay", max_num_players=3, max_episode_steps=40)
