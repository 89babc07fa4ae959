# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The policies of `rollout`; see `envpool.policies`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from numpy.typing import ArrayLike

__all__ = [
    "MLP",
    "Layer",
    "Linear",
    "Native",
    "OpenLoop",
    "Policy",
    "Random",
    "Repeat",
]

# Weights (outputs, inputs) and biases (outputs,), or both with a first axis of envs.
Layer = tuple[ArrayLike, ArrayLike]


class Policy:
    """The base of all policies."""


@dataclass
class OpenLoop(Policy):
    """Actions that are given in advance.

    Attributes:
      actions: as `step` takes them, with a first axis of steps: (steps, num_envs, ...).
        A dict of such arrays if `step` takes a dict.
    """

    actions: Any


@dataclass
class Repeat(Policy):
    """The same actions in each step.

    Attributes:
      action: as `step` takes it: (num_envs, ...).
    """

    action: Any


@dataclass
class Random(Policy):
    """Random actions of the action space, legal ones if the envs have masks of them.

    The action of an env depends on the seed, the env's id and the step alone. If envs
    have several players, each player's action is drawn, or that of the player to move.

    Attributes:
      seed: an integer of 64 bits.
      step: the number of the next step. `rollout` adds its steps, so that the next
        rollout continues.
    """

    seed: int = 0
    step: int = 0


@dataclass
class MLP(Policy):
    """A network of dense layers, computed in float32.

    The input is the observation; several arrays are flattened and joined in their
    order. The outputs are the logits of an action that is one choice, or the means of
    Gaussian actions.

    Attributes:
      layers: the weights and biases of each layer. The weights have the shape
        (outputs, inputs), as those of `torch.nn.Linear`. If both have a first axis of
        `num_envs`, each env has its own network; if each of several players acts, of
        `num_envs * players`.
      activation: the function between layers.
      sample: whether actions are drawn; if not, they are the likeliest.
      log_std: the logarithms of the standard deviations of Gaussian actions: float32
        of the action's shape, perhaps with a first axis of `num_envs`; 0 by default.
      critic: the layers of a second network with one output, the value.
      log_prob: whether the result has the log-probabilities of the actions.
      seed: an integer of 64 bits.
      step: the number of the next step; see `Random`.
    """

    layers: Sequence[Layer]
    activation: Literal["tanh", "relu"] = "tanh"
    sample: bool = True
    log_std: ArrayLike | None = None
    critic: Sequence[Layer] | None = None
    log_prob: bool = False
    seed: int = 0
    step: int = 0


@dataclass
class Linear(Policy):
    """A linear function of the observation: an `MLP` of one layer.

    Attributes:
      weights: (outputs, inputs), perhaps with a first axis of `num_envs`.
      biases: (outputs,), with the same first axis; 0 by default.
      sample: as in `MLP`.
      log_std: as in `MLP`.
      log_prob: as in `MLP`.
      seed: as in `MLP`.
      step: as in `MLP`.
    """

    weights: ArrayLike
    biases: ArrayLike | None = None
    sample: bool = True
    log_std: ArrayLike | None = None
    log_prob: bool = False
    seed: int = 0
    step: int = 0


@dataclass
class Native(Policy):
    """A C function, compiled by Numba or loaded with ctypes.

    Its type is `void(const void* observation, void* action, int64_t env_id, int64_t
    step)`. It is called for each env and step, by several threads at once and without
    the GIL; if each of several players acts, for each player, with
    `env_id * players + player`. It reads one observation and writes one action, of the
    dtype and shape that `env.spec.state_array_spec` and `env.spec.action_array_spec`
    say. It must not call Python.

    Attributes:
      address: of the function: `f.address` of a Numba `cfunc`, or
        `ctypes.cast(f, ctypes.c_void_p).value`.
      keep: an object that must live as long, such as the function.
    """

    address: int
    keep: Any = None
