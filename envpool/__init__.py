# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Batched reinforcement-learning environments in C++.

    import envpool

    env = envpool.make("CartPole-v1", env_type="gym", num_envs=100)
    obs, info = env.reset()
    obs, reward, terminated, truncated, info = env.step(actions)

See `make` for details. Importing this package loads no environments: a
family's library is loaded when one of its envs is made.
"""

from __future__ import annotations

import os as _os

if not _os.path.isdir(__path__[0]):
    raise ImportError(
        f"envpool: expected a folder, got {__path__[0]}: native modules cannot be "
        "imported from a zip file"
    )

from envpool import interrupts as _interrupts

__version__ = "2.0.0"

if _interrupts.is_command_line():
    _interrupts.end_at_once()

# The whole package first: importing `numpy.typing` alone does not wait for another
# thread that is importing NumPy, and both imports fail.
import numpy as _numpy  # noqa: F401

from envpool import errors, policies, scores
from envpool.evaluation import Evaluation, evaluate
from envpool.python.apis.normalization import Normalization, merge_normalization
from envpool.python.apis.profiling import Profile, profile
from envpool.python.protocol import (
    DMEnvPool,
    EnvPool,
    EnvSpec,
    GymEnvPool,
    GymnasiumEnvPool,
)
from envpool.registration import (
    PythonEnvs,
    from_gymnasium,
    list_all_envs,
    make,
    make_dm,
    make_gym,
    make_gymnasium,
    make_mixed,
    make_spec,
    register,
    replay,
    tune,
)
from envpool.registration.entry import load_families as _load_families
from envpool.registration.making import MakeKeywords
from envpool.suites.catalogue import list_suites
from envpool.suites.making import make_suite

_load_families()

__all__ = [
    "DMEnvPool",
    "EnvPool",
    "EnvSpec",
    "Evaluation",
    "GymEnvPool",
    "GymnasiumEnvPool",
    "MakeKeywords",
    "Normalization",
    "Profile",
    "PythonEnvs",
    "errors",
    "evaluate",
    "from_gymnasium",
    "get_include",
    "get_library_dir",
    "list_all_envs",
    "list_suites",
    "make",
    "make_dm",
    "make_gym",
    "make_gymnasium",
    "make_mixed",
    "make_spec",
    "make_suite",
    "merge_normalization",
    "policies",
    "profile",
    "register",
    "replay",
    "scores",
    "tune",
]

_PACKAGE = _os.path.dirname(_os.path.abspath(__file__))


def get_include() -> str:
    """Returns the include folder (for `-I`), which has `envpool/core/env.h`."""
    installed = _os.path.join(_PACKAGE, "include")
    return installed if _os.path.isdir(installed) else _os.path.dirname(_PACKAGE)


def get_library_dir() -> str:
    """Returns the library folder (for `-L`), which has `libenvpool_core.so`.

    Link with `-l:libenvpool_core.so`. No run path is needed: a program that
    imports the result has imported envpool, which loads the library.
    """
    return _os.path.join(_PACKAGE, "core")
