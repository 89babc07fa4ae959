# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""`env_type="gym"`: EnvPool's classic face, with spaces of one env."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from envpool.python.envpool import EnvPoolMixin
from envpool.python.lazy_space import LazySpace
from envpool.python.options import Options
from envpool.python.plans import Columns, Face, gym_face
from envpool.python.protocol import EnvIds, Seed

if TYPE_CHECKING:
    from envpool.python.env_spec import EnvSpecMixin

__all__ = ["GymEnvPoolMixin"]


class GymEnvPoolMixin(EnvPoolMixin):
    """The face of `env_type="gym"`.

    All spaces are `gym` ones, of one env. With `gym_api="0.21"` `reset`
    returns the observation alone, and `step` four values: the flags are one,
    `done`, and `info["TimeLimit.truncated"]`.
    """

    env_type: ClassVar[str] = "gym"

    observation_space = LazySpace("gym_observation_space", of_spec=True)
    action_space = LazySpace("gym_action_space", of_spec=True)
    single_observation_space = LazySpace("gym_observation_space", of_spec=True)
    single_action_space = LazySpace("gym_action_space", of_spec=True)
    is_vector_env = True

    num_envs: int
    metadata: dict[str, Any]
    render_mode: str | None

    def __init__(
        self,
        spec: EnvSpecMixin,
        options: Options | Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(spec, options)
        self.num_envs = len(self)
        self.render_mode = self._options.render_mode
        self.metadata = {
            "render_modes": ["rgb_array", "human"],
            "autoreset_mode": self.autoreset_mode,
        }

    def _face(self, columns: Columns) -> Face:
        return gym_face(columns, self._options.gym_api == "0.21")

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
        return self._reset_envs(ids, seed, by_mask)
