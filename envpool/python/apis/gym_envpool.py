# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""`env_type="gym"`: EnvPool's classic API, with spaces of one env."""

from __future__ import annotations

from typing import Any, ClassVar

from envpool.python.apis.vector_api import VectorApiMixin
from envpool.python.config.keywords import Options
from envpool.python.errors import NotSupportedError
from envpool.python.protocol import EnvIds, Seed
from envpool.python.results.lazy_space import LazySpace
from envpool.python.results.plans import ApiPlans, Columns, gym_plans
from envpool.python.results.spaces import gym_module

__all__ = ["ClassicGymEnvPoolMixin", "GymEnvPoolMixin", "classic_spaces"]


class GymEnvPoolMixin(VectorApiMixin):
    """The API of `env_type="gym"`.

    Spaces are Gymnasium's and describe one env. With `gym_api="0.21"`, `reset`
    returns only the observation, and `step` returns four values: a single flag
    `done`, with `info["TimeLimit.truncated"]`.
    """

    env_type: ClassVar[str] = "gym"

    observation_space = LazySpace("gym_observation_space", of_spec=True)
    action_space = LazySpace("gym_action_space", of_spec=True)
    single_observation_space = LazySpace("gym_observation_space", of_spec=True)
    single_action_space = LazySpace("gym_action_space", of_spec=True)

    def _make_plans(self, columns: Columns) -> ApiPlans:
        return gym_plans(columns, self._options.gym_api == "0.21")

    def reset(
        self,
        env_id: EnvIds | None = None,
        *,
        seed: Seed | None = None,
        options: dict[str, Any] | None = None,
    ) -> Any:
        """Resets envs and returns `(observations, infos)`.

        In async mode, these are the next `batch_size` rows.

        Args:
          env_id: the envs, all of them by default; the result has their rows.
          seed: an int, so that env i gets seed + i; or one seed per env, where
            None continues the env's random stream.
          options: `{"reset_mask": mask}` resets the envs selected by the mask
            and returns their rows. Other keys are options of the env, such
            as CartPole's `low` and `high`; they apply to these envs and the
            episodes that start now.

        Returns:
          Observations and infos; with `gym_api="0.21"` only observations.

        Raises:
          ArgumentError, ArgumentTypeError, EnvIdError: an argument is wrong;
            no env was reset.
          ProtocolError: these envs have pending results. (A reset of all envs
            discards them instead.)
        """
        ids, by_mask, values = self._reset_ids(env_id, options)
        result = self._reset_envs(ids, seed, by_mask, values)
        if ids is None:
            self._seed_random(seed)
        return result


class ClassicGymEnvPoolMixin(GymEnvPoolMixin):
    """The API of `env_type="gym"` with the spaces of the package `gym`.

    The `spec` of a pool made by `make` has these spaces as well.
    """

    _has_gym_spaces: ClassVar[bool] = True

    observation_space = LazySpace("classic_gym_observation_space", of_spec=True)
    action_space = LazySpace("classic_gym_action_space", of_spec=True)
    single_observation_space = LazySpace("classic_gym_observation_space", of_spec=True)
    single_action_space = LazySpace("classic_gym_action_space", of_spec=True)


def classic_spaces(options: Options) -> bool:
    """Returns whether the spaces are those of the package `gym`.

    Raises:
      NotSupportedError: they were requested, but `gym` is not installed.
    """
    if options.gym_spaces is not None:
        return options.gym_spaces and bool(gym_module())
    if options.gym_api != "0.21":
        return False
    try:
        return bool(gym_module())
    except NotSupportedError:
        return False
