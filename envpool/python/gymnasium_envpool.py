# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""`env_type="gymnasium"`: a pool that is a `gymnasium.vector.VectorEnv`."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from envpool.python.actions import resets
from envpool.python.apis.vector_api import VectorApiMixin
from envpool.python.config.keywords import Options
from envpool.python.protocol import EnvIds, Seed
from envpool.python.results.array_wrappers import refuse_numpy_wrappers
from envpool.python.results.lazy_space import LazySpace
from envpool.python.results.plans import ApiPlans, Columns, gymnasium_plans
from envpool.python.results.trees import Plan

if TYPE_CHECKING:
    from envpool.python.env_spec import EnvSpecMixin

__all__ = ["GymnasiumEnvPoolMixin"]


class GymnasiumEnvPoolMixin(VectorApiMixin):
    """The API of `env_type="gymnasium"`.

    `observation_space` and `action_space` describe all envs together,
    `single_observation_space` and `single_action_space` a single env.
    """

    env_type: ClassVar[str] = "gymnasium"
    _infos: ClassVar[str] = "official"

    observation_space = LazySpace("_batched_observation_space")
    action_space = LazySpace("_batched_action_space")
    single_observation_space = LazySpace("gymnasium_observation_space", of_spec=True)
    single_action_space = LazySpace("gymnasium_action_space", of_spec=True)

    def __init__(
        self,
        spec: EnvSpecMixin,
        options: Options | Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(spec, options)
        resets.keep_for_masks(self)

    @property
    def autoreset_mode(self) -> Any:
        """The mode, a `gymnasium.vector.AutoresetMode`."""
        return gymnasium_modes()[self._options.autoreset_mode.upper()]

    @staticmethod
    def _leaf(spec: EnvSpecMixin, key: str, column: int) -> Plan:
        return spec._gymnasium_leaf(key, column)

    def _make_plans(self, columns: Columns) -> ApiPlans:
        return gymnasium_plans(columns)

    def reset(
        self,
        env_id: EnvIds | None = None,
        *,
        seed: Seed | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Any, dict[str, Any]]:
        """Resets envs and returns `(observations, infos)`.

        Args:
          env_id: the envs, all of them by default; the result has their rows.
          seed: an int, so that env i gets seed + i; or one seed per env, where
            None continues the env's random stream.
          options: `{"reset_mask": mask}` resets the envs selected by the mask.
            The result has rows for all envs; rows of the others hold their last
            observations, and the masks of the infos mark the new rows. In async
            mode, the result has the next `batch_size` rows. Other keys are options
            of the env, such as CartPole's `low` and `high`; they apply to these
            envs and the episodes that start now.

        Raises:
          ArgumentError, ArgumentTypeError, EnvIdError: an argument is wrong;
            no env was reset.
          NotSupportedError: results are tensors, and one of Gymnasium's wrappers
            around the pool computes with NumPy.
          ProtocolError: these envs have pending results. (A reset of all envs
            discards them instead.)
        """
        if self._options.output != "numpy":
            refuse_numpy_wrappers(self._options.output)
        ids, by_mask, values = self._reset_ids(env_id, options)
        if ids is not None and by_mask and not self.is_async:
            return resets.reset_masked(self, ids, seed, values)
        result: tuple[Any, dict[str, Any]]
        result = self._reset_envs(ids, seed, by_mask, values)
        if ids is None:
            self._seed_random(seed)
        return result


class _Modes(enum.Enum):
    """Replaces `gymnasium.vector.AutoresetMode`, which Gymnasium 1.0 lacks."""

    NEXT_STEP = "NextStep"
    SAME_STEP = "SameStep"
    DISABLED = "Disabled"


def gymnasium_modes() -> Any:
    """Returns Gymnasium's `AutoresetMode`, or a substitute."""
    import gymnasium.vector

    modes: Any = getattr(gymnasium.vector, "AutoresetMode", None)
    return _Modes if modes is None else modes
