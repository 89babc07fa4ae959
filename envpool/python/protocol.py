# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The types that users annotate with.

The protocols are for annotations only; no class derives from them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, Protocol, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from envpool.python.array_spec import ArraySpec

if TYPE_CHECKING:
    import dm_env
    import gymnasium

    from envpool.python.apis.normalization import Normalization
    from envpool.python.config.env_config import EnvConfig
    from envpool.python.rollouts.evaluate import Evaluated
    from envpool.python.rollouts.policies import Policy
    from envpool.python.rollouts.recorded import DataSet
    from envpool.python.rollouts.run import Rollout

__all__ = [
    "ArraySpec",
    "DMEnvPool",
    "EnvIds",
    "EnvPool",
    "EnvSpec",
    "GymEnvPool",
    "GymnasiumEnvPool",
    "Info",
    "Seed",
    "When",
]

Info = dict[str, Any]
EnvIds = int | Sequence[int] | NDArray[Any]
Seed = int | Sequence[int | None] | NDArray[Any]
When = Literal["now", "reset"]


class EnvSpec(Protocol):
    """The type of `make_spec`'s result, and of `pool.spec`."""

    gen_config: type[EnvConfig]

    @property
    def config(self) -> EnvConfig:
        """The config, a dict with its keys as attributes."""

    @property
    def reward_threshold(self) -> float | None:
        """The return at which the task counts as solved, if it has one."""

    @property
    def state_array_spec(self) -> dict[str, ArraySpec]:
        """The entries of a result, by their native names."""

    @property
    def action_array_spec(self) -> dict[str, ArraySpec]:
        """The entries of an action, by their native names."""

    @property
    def observation_space(self) -> gymnasium.Space[Any]:
        """The Gymnasium space of one env's observation."""

    @property
    def action_space(self) -> gymnasium.Space[Any]:
        """The Gymnasium space of one env's action."""

    @property
    def gymnasium_observation_space(self) -> gymnasium.Space[Any]:
        """The same as `observation_space`."""

    @property
    def gymnasium_action_space(self) -> gymnasium.Space[Any]:
        """The same as `action_space`."""

    @property
    def gym_observation_space(self) -> Any:
        """The gym space of one env's observation."""

    @property
    def gym_action_space(self) -> Any:
        """The gym space of one env's action."""

    def observation_spec(self) -> Any:
        """The dm_env specs of one env's observation, a namedtuple."""

    def action_spec(self) -> Any:
        """The dm_env spec of one env's action."""


class EnvPool(Protocol):
    """The common interface of all pools, for any `env_type`."""

    spec: Any

    @property
    def config(self) -> EnvConfig:
        """The config of `spec`."""

    @property
    def all_env_ids(self) -> NDArray[np.int32]:
        """0, 1, ..., num_envs - 1."""

    @property
    def is_async(self) -> bool:
        """Whether `recv` returns fewer rows than there are envs."""

    @property
    def closed(self) -> bool:
        """Whether `close` was called."""

    @property
    def normalization(self) -> Normalization:
        """The statistics of `normalize_obs` and `normalize_reward`, if any."""

    def __len__(self) -> int:
        """Returns the number of envs."""

    def __enter__(self) -> Self:
        """Returns the pool, for `with`."""

    def __exit__(self, *args: object) -> None:
        """Closes the pool."""

    def send(self, action: Any, env_id: EnvIds | None = None) -> None:
        """Sends actions to envs, without waiting."""

    def recv(
        self,
        reset: bool = False,
        return_info: bool = True,
        timeout: float | None = None,
        out: Any = None,
    ) -> Any:
        """Waits for results and returns them."""

    def step(self, action: Any, env_id: EnvIds | None = None, out: Any = None) -> Any:
        """Sends, then receives."""

    def async_reset(self) -> None:
        """Resets all envs, without waiting."""

    def render(
        self,
        env_ids: EnvIds | None = None,
        camera_id: int | None = None,
    ) -> NDArray[np.uint8] | list[str] | None:
        """Returns frames of envs."""

    def save_state(self, env_ids: EnvIds | None = None) -> list[bytes]:
        """Returns the complete states of envs."""

    def load_state(self, states: Sequence[bytes], env_ids: EnvIds | None = None) -> Any:
        """Restores states that `save_state` returned; returns observations."""

    def clone_state(self, src: EnvIds, dst: EnvIds) -> None:
        """Copies states between envs."""

    @property
    def params(self) -> Mapping[str, Any]:
        """The physical parameters of the envs."""

    def get_params(
        self,
        names: str | Iterable[str] | None = None,
        env_id: EnvIds | None = None,
    ) -> dict[str, NDArray[Any]]:
        """Returns values of physical parameters."""

    def set_params(
        self,
        params: Mapping[str, Any],
        env_id: EnvIds | None = None,
        when: When = "now",
    ) -> None:
        """Sets values of physical parameters, now or at the next reset."""

    def get_action_meanings(self) -> list[str]:
        """Returns the names of the actions, by their numbers."""

    def sample_actions(self, seed: int | None = None) -> Any:
        """Returns random actions of the envs of the last result, legal ones."""

    def rollout(
        self,
        steps: int,
        policy: Policy,
        out: Mapping[str, Any] | None = None,
        infos: str | Sequence[str] | None = None,
        record: DataSet | None = None,
    ) -> Rollout:
        """Steps all envs several times; see `envpool.policies`."""

    def evaluate(self, states: Sequence[bytes], actions: Any) -> Evaluated:
        """Tries sequences of actions from saved states."""

    def close(self) -> None:
        """Stops the pool."""

    def xla(self) -> tuple[Any, Any, Any, Any]:
        """Returns the pool as functions for programs that JAX compiles."""

    def as_jax(self) -> Any:
        """Returns the pool with results that are arrays of JAX."""


class DMEnvPool(EnvPool, Protocol):
    """A pool of `env_type="dm"`."""

    def observation_spec(self) -> Any:
        """The dm_env specs of one env's observation."""

    def action_spec(self) -> Any:
        """The dm_env spec of one env's action."""

    def step(
        self, action: Any, env_id: EnvIds | None = None, out: Any = None
    ) -> dm_env.TimeStep:
        """Sends, then receives."""

    def recv(
        self,
        reset: bool = False,
        return_info: bool = True,
        timeout: float | None = None,
        out: Any = None,
    ) -> dm_env.TimeStep:
        """Waits for results and returns them."""

    def reset(
        self, env_id: EnvIds | None = None, *, seed: Seed | None = None
    ) -> dm_env.TimeStep:
        """Resets envs and returns their first results."""


class GymnasiumEnvPool(EnvPool, Protocol):
    """A pool of `env_type="gymnasium"`."""

    num_envs: int
    observation_space: gymnasium.Space[Any]
    action_space: gymnasium.Space[Any]
    single_observation_space: gymnasium.Space[Any]
    single_action_space: gymnasium.Space[Any]
    metadata: dict[str, Any]
    render_mode: str | None

    def step(
        self, action: Any, env_id: EnvIds | None = None, out: Any = None
    ) -> tuple[Any, NDArray[Any], NDArray[Any], NDArray[Any], Info]:
        """Sends, then receives."""

    def reset(
        self,
        env_id: EnvIds | None = None,
        *,
        seed: Seed | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Any, Info]:
        """Resets envs and returns their first observations."""

    def call(self, name: str, *args: Any, **kwargs: Any) -> tuple[Any, ...]:
        """Calls a method of every env, or reads an attribute."""

    def get_attr(self, name: str) -> tuple[Any, ...]:
        """Returns an attribute of every env."""

    def set_attr(self, name: str, values: Any) -> None:
        """Sets an attribute of every env."""


class GymEnvPool(EnvPool, Protocol):
    """A pool of `env_type="gym"`; with `gym_api="0.21"` the tuples differ."""

    num_envs: int
    observation_space: Any
    action_space: Any
    metadata: dict[str, Any]
    render_mode: str | None

    def step(
        self, action: ArrayLike, env_id: EnvIds | None = None, out: Any = None
    ) -> Any:
        """Sends, then receives."""

    def reset(
        self,
        env_id: EnvIds | None = None,
        *,
        seed: Seed | None = None,
        options: dict[str, Any] | None = None,
    ) -> Any:
        """Resets envs and returns their first observations."""

    def call(self, name: str, *args: Any, **kwargs: Any) -> tuple[Any, ...]:
        """Calls a method of every env, or reads an attribute."""

    def get_attr(self, name: str) -> tuple[Any, ...]:
        """Returns an attribute of every env."""

    def set_attr(self, name: str, values: Any) -> None:
        """Sets an attribute of every env."""
