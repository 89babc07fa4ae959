# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""CartPole as an `Env<Spec>`, in place of the family's `BatchEnv`."""

from envpool.python.api import export_family

__getattr__, __dir__ = export_family(__name__, "per_env_cartpole_envpool")
