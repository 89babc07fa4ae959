# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Envs that fail, wait or have several players, for tests: Fault-v0, Dummy-v0.

fault_env.h and dummy_env.h define and describe the envs.
"""

from envpool.python.api import export_family
from envpool.registration import Family

__getattr__, __dir__ = export_family(__name__, "fault_envpool")

family = Family(__name__)
family.task("Fault-v0", "Fault")
family.task("Dummy-v0", "Dummy", max_num_players=3)
