# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The arrays of policies that are networks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from envpool.python.config.argument_checks import as_int, show
from envpool.python.errors import ArgumentError, ArgumentTypeError
from envpool.python.rollouts import policies

__all__ = ["INT64_MAX", "as_mlp", "as_numpy", "dense_layers", "seed_of"]

INT64_MAX = 2**63 - 1


def as_mlp(policy: policies.Linear) -> policies.MLP:
    """Returns the same policy as a network of one layer."""
    weights = np.asarray(as_numpy(policy.weights), np.float32)
    biases = policy.biases
    if biases is None:
        biases = np.zeros(weights.shape[:-1], np.float32)
    return policies.MLP(
        [(weights, biases)],
        sample=policy.sample,
        log_std=policy.log_std,
        log_prob=policy.log_prob,
        seed=policy.seed,
        step=policy.step,
    )


def dense_layers(
    name: str, layers: Any
) -> list[tuple[NDArray[np.float32], NDArray[np.float32]]]:
    """Returns weights and biases of each layer.

    Args:
      name: what errors call the layers.
      layers: the layers of an `MLP`.

    Raises:
      ArgumentTypeError: these are not pairs of arrays of numbers.
      ArgumentError: a shape is wrong, or a number is not finite.
    """
    if not isinstance(layers, Sequence) or isinstance(layers, (str, bytes)):
        raise ArgumentTypeError(
            f"{name}: expected pairs of weights and biases, got {show(layers)}"
        )
    found = []
    for i, layer in enumerate(layers):
        try:
            weights, biases = (np.ascontiguousarray(as_numpy(e), "f4") for e in layer)
        except (TypeError, ValueError):
            raise ArgumentTypeError(
                f"{name}[{i}]: expected weights and biases, got {show(layer)}"
            ) from None
        if weights.ndim not in (2, 3) or biases.shape != weights.shape[:-1]:
            raise ArgumentError(
                f"{name}[{i}]: expected weights of shape (outputs, inputs) and "
                "biases of shape (outputs,), or both with a first axis of envs, got "
                f"{weights.shape} and {biases.shape}"
            )
        if not (np.isfinite(weights).all() and np.isfinite(biases).all()):
            raise ArgumentError(f"{name}[{i}]: expected finite float32 numbers")
        found.append((weights, biases))
    return found


def as_numpy(value: Any) -> Any:
    """Returns what NumPy can read: tensors of PyTorch may need gradients."""
    return value.detach().cpu().numpy() if hasattr(value, "detach") else value


def seed_of(name: str, seed: Any) -> int:
    """Returns a seed of 64 bits, from 0 on.

    Args:
      name: what errors call it.
      seed: any integer of 64 bits, with a sign or without.
    """
    return as_int(name, seed, -INT64_MAX - 1, 2**64 - 1) % 2**64
