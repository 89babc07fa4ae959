# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Programs that use pools, for type checkers; `make lint` runs mypy on this file.

Each `ignore` marks a mistake that mypy must find: mypy reports unused ignores.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Unpack, assert_type

import numpy as np

import envpool

__all__ = ["mistakes", "pools", "python_pools", "suites", "tuned"]


def pools(env_type: str, family: dict[str, Any]) -> None:
    """Makes pools in all correct ways."""
    dm = envpool.make("CartPole-v1", "dm", num_envs=4)
    assert_type(dm, envpool.DMEnvPool)
    vector = envpool.make("CartPole-v1", env_type="gymnasium", seed=np.arange(4))
    assert_type(vector, envpool.GymnasiumEnvPool)
    # Families' keys are unknown to the stub and may have any value.
    classic = envpool.make(task_id="Pong-v5", env_type="gym", frame_skip=4)
    assert_type(classic, envpool.GymEnvPool)
    assert_type(envpool.make_gym("Pong-v5", **family), envpool.GymEnvPool)
    assert_type(envpool.make("CartPole-v1", env_type, seed=None), Any)
    assert_type(envpool.make_dm("CartPole-v1", infos="all"), envpool.DMEnvPool)
    assert_type(
        envpool.make_gymnasium(
            "CartPole-v1", infos=["lives"], record=Path("videos"), record_envs=range(3)
        ),
        envpool.GymnasiumEnvPool,
    )
    spec = envpool.make_spec("CartPole-v1", max_episode_steps=None)
    assert_type(spec, envpool.EnvSpec)
    assert_type(spec.config.num_envs, Any)
    assert_type(vector.config["num_envs"], Any)
    assert_type(vector.reset(seed=1)[1], dict[str, Any])
    assert_type(envpool.evaluate(len, "CartPole-v1").mean, float)


def python_pools(env_type: str) -> None:
    """Makes pools of envs in Python."""
    vector = envpool.from_gymnasium("CartPole-v1", 4, workers=2)
    assert_type(vector, envpool.GymnasiumEnvPool)
    assert_type(vector.get_attr("gravity"), tuple[Any, ...])
    classic = envpool.from_gymnasium([dict, dict], env_type="gym", seed=3)
    assert_type(classic, envpool.GymEnvPool)
    dm = envpool.from_gymnasium(dict, num_envs=2, env_type="dm")
    assert_type(dm, envpool.DMEnvPool)
    assert_type(envpool.from_gymnasium("CartPole-v1", env_type=env_type), Any)


def suites() -> None:
    """Makes pools of suites, and aggregates scores."""
    assert_type(envpool.make_suite("classic-control"), envpool.GymEnvPool)
    vector = envpool.make_suite("classic-control", 2, env_type="gymnasium", seed=None)
    assert_type(vector, envpool.GymnasiumEnvPool)
    scores = {"a": envpool.scores.normalize("CartPole-v1", [1.0])}
    assert_type(envpool.scores.aggregate(scores).iqm.value, float)


def mistakes() -> None:
    """Makes mistakes that a checker finds."""
    envpool.make_gym("CartPole-v1", num_envs="4")  # type: ignore[arg-type]
    envpool.make_dm("CartPole-v1", output="tensorflow")  # type: ignore[arg-type]
    envpool.make("CartPole-v1", "gym", seed=0.5)  # type: ignore[call-overload]
    envpool.make("CartPole-v1", "dm", numa=0)  # type: ignore[call-overload]
    envpool.make_gymnasium("CartPole-v1", 4)  # type: ignore[call-arg]
    envpool.from_gymnasium(4)  # type: ignore[call-overload]
    envpool.make_suite("classic-control", "4")  # type: ignore[call-overload]
    raise envpool.errors.ConfigError("never")


def tuned(
    task_id: str, **kwargs: Unpack[envpool.MakeKeywords]
) -> envpool.GymnasiumEnvPool:
    """Passes keywords on."""
    return envpool.make_gymnasium(task_id, **kwargs)


def tune_all() -> None:
    """Calls the decorated function with a valid and an invalid keyword."""
    tuned("CartPole-v1", num_envs=4)
    tuned("CartPole-v1", num_env=4)  # type: ignore[call-arg]
