# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The exceptions that EnvPool raises: one class for each kind of mistake.

    try:
        env.step(actions)
    except envpool.errors.EnvStepError as error:
        print(error.env_ids)

Each class also derives from the builtin exception that a caller expects, such as
ValueError or RuntimeError; all derive from `EnvPoolError`.
"""

from __future__ import annotations

from envpool.python.errors import *  # noqa: F403
from envpool.python.errors import __all__ as __all__
