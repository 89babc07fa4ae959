# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Each Gymnasium vector wrapper around a pool of tensors works or is refused."""

from __future__ import annotations

from typing import Any

import gymnasium.wrappers
import gymnasium.wrappers.vector as wrappers
import numpy as np

import envpool
from envpool.errors import NotSupportedError

__all__ = ["NAMES", "assert_right_or_refused", "play", "wrapped"]

# Not tested: DictInfoToList only changes infos, rendering wrappers use no array of a
# result, and two are VectorizeTransformObservations that need image observations.
_OTHERS = {"DictInfoToList", "HumanRendering", "RecordVideo"}
_OTHERS |= {"GrayscaleObservation", "ResizeObservation"}
# These need the package array-api-compat, which tests do not have.
_OTHERS |= {"ArrayConversion", "JaxToNumpy", "JaxToTorch", "NumpyToTorch"}
NAMES = sorted(set(wrappers.__all__) - _OTHERS)
_STEPS = 12
_IDS = {"FilterObservation": "BabyAI-OpenDoor-v0"}


def _double(value: Any) -> Any:
    return value * 2


def wrapped(name: str, output: Any) -> Any:
    """Makes a pool in a wrapper.

    Args:
      name: the name of the wrapper.
      output: the output of the pool.
    """
    env = envpool.make_gymnasium(
        _IDS.get(name, "Pendulum-v1"), num_envs=3, output=output, max_episode_steps=5
    )
    one = gymnasium.wrappers
    space, actions = env.single_observation_space, env.single_action_space
    arguments: dict[str, tuple[Any, ...]] = {
        "ClipReward": (-0.5, 0.5),
        "DtypeObservation": (np.float64,),
        "FilterObservation": (["image"],),
        "RescaleAction": (-0.5, 0.5),
        "RescaleObservation": (0.0, 1.0),
        "ReshapeObservation": ((3, 1),),
        "TransformAction": (_double, env.action_space, actions),
        "TransformObservation": (_double,),
        "TransformReward": (_double,),
    }
    keywords: dict[str, dict[str, Any]] = {
        "VectorizeTransformAction": {
            "wrapper": one.TransformAction,
            "func": _double,
            "action_space": actions,
        },
        "VectorizeTransformObservation": {
            "wrapper": one.TransformObservation,
            "func": _double,
            "observation_space": space,
        },
        "VectorizeTransformReward": {"wrapper": one.TransformReward, "func": _double},
    }
    make = getattr(wrappers, name)
    return make(env, *arguments.get(name, ()), **keywords.get(name, {}))


def play(env: Any) -> list[Any]:
    """Returns observations and rewards of some steps, as NumPy arrays."""
    results = [(env.reset(seed=3)[0], 0.0)]
    env.action_space.seed(0)
    for _ in range(_STEPS):
        results.append(env.step(env.action_space.sample())[:2])
    env.close()
    return [
        np.asarray(part["image"] if isinstance(part, dict) else part)
        for result in results
        for part in result
    ]


def assert_right_or_refused(name: str, output: str) -> None:
    """Asserts that a wrapper gives the results of a NumPy pool, or refuses.

    Args:
      name: the name of the wrapper.
      output: "torch" or "jax".
    """
    refusal = ""
    try:
        found = play(wrapped(name, output))
    except NotSupportedError as error:
        refusal = str(error)
    if refusal:
        assert f'expected "numpy" within {name}, which' in refusal
        return
    for mine, its in zip(found, play(wrapped(name, "numpy")), strict=True):
        np.testing.assert_allclose(mine, its, rtol=1e-4, atol=1e-4)
