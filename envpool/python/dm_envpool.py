# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""`env_type="dm"`: a pool that returns `dm_env.TimeStep`s."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np

from envpool.python.envpool import EnvPoolMixin
from envpool.python.protocol import EnvIds, Seed
from envpool.python.results.plans import ApiPlans, Columns, dm_plans

__all__ = ["DMEnvPoolMixin"]


class DMEnvPoolMixin(EnvPoolMixin):
    """The API of `env_type="dm"`.

    Each field of a `TimeStep` has one row for each env; `observation` is a
    namedtuple of observations and infos.
    """

    env_type: ClassVar[str] = "dm"

    def _make_plans(self, columns: Columns) -> ApiPlans:
        import dm_env

        return dm_plans(columns, dm_env.TimeStep)

    def reset(self, env_id: EnvIds | None = None, *, seed: Seed | None = None) -> Any:
        """Resets envs and returns their first `TimeStep`.

        As in dm_env, there are no options: episodes start with the env's defaults.

        Args:
          env_id: the envs, all of them by default; the result has their rows.
          seed: an int, so that env i gets seed + i; or one seed per env, where
            None continues the env's random stream.

        Raises:
          ArgumentError, ArgumentTypeError, EnvIdError: an argument is wrong;
            no env was reset.
          ProtocolError: these envs have pending results. (A reset of all envs
            discards them instead.)
        """
        ids, by_mask, _ = self._reset_ids(env_id, None)
        return self._reset_envs(ids, seed, by_mask)

    def observation_spec(self) -> Any:
        """Returns the dm_env specs of one env's observation, a namedtuple."""
        return self._env_spec.observation_spec()

    def action_spec(self) -> Any:
        """Returns the dm_env spec of one env's action."""
        return self._env_spec.action_spec()

    def reward_spec(self) -> Any:
        """Returns the dm_env spec of one env's reward."""
        from dm_env import specs

        return specs.Array(shape=(), dtype=np.float32, name="reward")

    def discount_spec(self) -> Any:
        """Returns the dm_env spec of one env's discount."""
        from dm_env import specs

        return specs.BoundedArray(
            shape=(), dtype=np.float32, minimum=0.0, maximum=1.0, name="discount"
        )
