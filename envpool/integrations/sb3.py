# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""A pool as a `VecEnv` of Stable-Baselines3.

env = VecEnvAdapter("CartPole-v1", num_envs=8)
model = PPO("MlpPolicy", env, seed=1).learn(100_000)
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from envpool.integrations.info_rows import info_rows, split_final
from envpool.integrations.libraries import requires
from envpool.integrations.pools import env_indices, gymnasium_pool, has_info, receive
from envpool.python.actions.legal_actions import MASK_NAMES
from envpool.python.errors import NotSupportedError, ProtocolError

if TYPE_CHECKING:
    _VecEnv = Any
else:
    with requires("stable-baselines3", __name__):
        from stable_baselines3.common.vec_env import VecEnv as _VecEnv

__all__ = ["VecEnvAdapter"]

Indices = int | Iterable[int] | None
_MASK = MASK_NAMES[0]  # the info that MaskablePPO calls `action_masks`


class VecEnvAdapter(_VecEnv):  # type: ignore[misc]
    """A sync pool of `env_type="gymnasium"` and `autoreset_mode="same_step"`.

    Infos are those of a `DummyVecEnv`: one dict for each env, which at the end
    of an episode has `terminal_observation` and `TimeLimit.truncated`.

    Args:
      pool: the pool, or one of `envpool.list_all_envs()`: then the pool is made
        with `episode_stats=True`, so that infos have `episode` as with a
        `Monitor`.
      **config: as for `envpool.make`, if `pool` is an id.

    Attributes:
      pool: the pool.

    Raises:
      ConfigError: the pool is async, or has another autoreset mode.
    """

    def __init__(self, pool: Any, **config: Any) -> None:
        config = {"episode_stats": True, **config} if isinstance(pool, str) else config
        self.pool = gymnasium_pool(pool, ("same_step",), config)
        self._mask: NDArray[Any] | None = None
        spaces = self.pool.single_observation_space, self.pool.single_action_space
        super().__init__(len(self.pool), *spaces)
        self.metadata = self.pool.metadata

    def reset(self) -> Any:
        """Resets all envs; returns the observations.

        The seeds of `seed` and the options of `set_options` are used once.

        Raises:
          ArgumentError: the envs have no such option, or refuse its value.
          NotSupportedError: options differ from env to env.
        """
        options = self._options[0]
        if any(each != options for each in self._options):
            raise NotSupportedError("options: expected the same for all envs")
        observations, info = self.pool.reset(seed=self._seeds, options=options)
        self._reset_seeds()
        self._reset_options()
        self._mask = info.get(_MASK)
        self.reset_infos = info_rows(info, self.num_envs)
        return observations

    def step_async(self, actions: NDArray[Any]) -> None:
        """Starts a step of all envs.

        Raises:
          ProtocolError: the last step is pending, as after Ctrl-C in `step_wait`.
        """
        try:
            self.pool.send(actions)
        except ProtocolError as error:
            if not self.pool._outstanding:
                raise
            raise ProtocolError(
                "step_async: a step is pending; call step_wait() first, or reset()"
            ) from error

    def step_wait(self) -> tuple[Any, NDArray[Any], NDArray[Any], list[dict[str, Any]]]:
        """Returns observations, rewards, dones, and a dict of infos per env."""
        observations, rewards, terminated, truncated, info = receive(self.pool)
        self._mask = info.get(_MASK)
        ended = info.pop("_final_obs", ())
        last, final = split_final(info, self.num_envs)
        infos = info_rows(info, self.num_envs)
        for i in np.flatnonzero(ended).tolist():
            # The result's own infos belong to the start of the next episode.
            start = self.reset_infos[i] = infos[i]
            episode = {"episode": start.pop("episode")} if "episode" in start else {}
            infos[i] = {**final[i], **episode, "terminal_observation": last[i]}
        for row, flag in zip(infos, (truncated & ~terminated).tolist(), strict=True):
            row["TimeLimit.truncated"] = flag
        return observations, rewards, terminated | truncated, infos

    def close(self) -> None:
        """Stops the pool."""
        self.pool.close()

    def get_attr(self, attr_name: str, indices: Indices = None) -> list[Any]:
        """Returns an attribute of some envs: see the pool's `call`."""
        values = self.pool.get_attr(attr_name)
        return [values[i] for i in env_indices(indices, self.num_envs)]

    def set_attr(self, attr_name: str, value: Any, indices: Indices = None) -> None:
        """Sets an attribute of some envs, for `get_attr`; others have None."""
        old = self.pool.get_attr(attr_name) if self.has_attr(attr_name) else ()
        values = list(old) or [None] * self.num_envs
        for i in env_indices(indices, self.num_envs):
            values[i] = value
        self.pool.set_attr(attr_name, values)

    def has_attr(self, attr_name: str) -> bool:
        """Returns whether envs have this attribute; calls nothing."""
        if attr_name == "action_masks":
            return has_info(self.pool, _MASK)
        return hasattr(self.pool, attr_name) or attr_name in self.pool._attributes

    def env_method(
        self,
        method_name: str,
        *method_args: Any,
        indices: Indices = None,
        **method_kwargs: Any,
    ) -> list[Any]:
        """Calls a method of some envs: see the pool's `call`."""
        if method_name == "action_masks":
            if self._mask is None:
                raise NotSupportedError(f"action_masks: no info {_MASK!r}, or no reset")
            values: Any = self._mask
        elif method_name == "render" and self.render_mode == "human":
            values = [self.pool.render()] * self.num_envs
        else:
            values = self.pool.call(method_name, *method_args, **method_kwargs)
        return [values[i] for i in env_indices(indices, self.num_envs)]

    def env_is_wrapped(
        self, wrapper_class: type[Any], indices: Indices = None
    ) -> list[bool]:
        """Returns whether infos have the entries of a `Monitor`; else False."""
        same = wrapper_class.__name__ == "Monitor" and self.pool._options.episode_stats
        return [same for _ in env_indices(indices, self.num_envs)]

    def get_images(self) -> Sequence[NDArray[np.uint8]]:
        """Returns a frame of each env."""
        return list(self.pool.call("render"))
