# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""`env_type="gym"`: EnvPool's classic API, with spaces of one env."""

from __future__ import annotations

from typing import Any, ClassVar

from envpool.python.errors import NotSupportedError
from envpool.python.lazy_space import LazySpace
from envpool.python.options import Options
from envpool.python.plans import ApiPlans, Columns, gym_plans
from envpool.python.protocol import EnvIds, Seed
from envpool.python.spaces import gym_module
from envpool.python.vector_api import VectorApiMixin

__all__ = ["ClassicGymEnvPoolMixin", "GymEnvPoolMixin", "classic_spaces"]


class GymEnvPoolMixin(VectorApiMixin):
    """The API of `env_type="gym"`.

    All spaces are Gymnasium's, of one env. With `gym_api="0.21"` `reset`
    returns the observation alone, and `step` four values: the flags are one,
    `done`, and `info["TimeLimit.truncated"]`.
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

        In async mode these are the rows of the next `batch_size` results.

        Args:
          env_id: the envs, all of them by default; the result has their rows.
          seed: an int, of which env i gets seed + i; or one for each env,
            where None leaves an env its random stream.
          options: `{"reset_mask": mask}` resets the envs of the mask; the
            result has their rows.

        Returns:
          Observations and infos; with `gym_api="0.21"` observations alone.

        Raises:
          ArgumentError, ArgumentTypeError, EnvIdError: an argument is wrong;
            no env was reset.
          ProtocolError: results of these envs are still to be received; a
            reset of all envs drops them instead.
        """
        ids, by_mask = self._reset_ids(env_id, options)
        result = self._reset_envs(ids, seed, by_mask)
        if ids is None:
            self._seed_random(seed)
        return result


class ClassicGymEnvPoolMixin(GymEnvPoolMixin):
    """The API of `env_type="gym"` with the spaces of the package `gym`."""

    observation_space = LazySpace("classic_gym_observation_space", of_spec=True)
    action_space = LazySpace("classic_gym_action_space", of_spec=True)
    single_observation_space = LazySpace("classic_gym_observation_space", of_spec=True)
    single_action_space = LazySpace("classic_gym_action_space", of_spec=True)


def classic_spaces(options: Options) -> bool:
    """Returns whether the spaces are those of the package `gym`.

    Raises:
      NotSupportedError: they are asked for, and there is no such package.
    """
    if options.gym_spaces is not None:
        return options.gym_spaces and bool(gym_module())
    if options.gym_api != "0.21":
        return False
    try:
        return bool(gym_module())
    except NotSupportedError:
        return False
