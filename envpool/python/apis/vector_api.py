# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The requirements of `gymnasium.vector.VectorEnv` other than results."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from envpool.python.apis import rendering
from envpool.python.config.keywords import Options
from envpool.python.config.rules import is_sequence
from envpool.python.envpool import EnvPoolMixin
from envpool.python.errors import ArgumentError, NotSupportedError

if TYPE_CHECKING:
    from envpool.python.env_spec import EnvSpecMixin

__all__ = ["VectorApiMixin"]

# Attributes with another name in a single env.
_OF_ONE_ENV = {
    "observation_space": "single_observation_space",
    "action_space": "single_action_space",
}
# Methods with results that have rows of all envs.
_BATCHED = frozenset(
    {
        "async_reset",
        "evaluate",
        "load_state",
        "recv",
        "reset",
        "rollout",
        "sample_actions",
        "save_state",
        "send",
        "step",
    }
)


class VectorApiMixin(EnvPoolMixin):
    """The part that `env_type="gym"` and `"gymnasium"` share."""

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
            **rendering.metadata(self),
            "autoreset_mode": self.autoreset_mode,
        }
        self._attributes: dict[str, tuple[Any, ...]] = {}

    def _seed_random(self, seed: Any) -> None:
        """Seeds `np_random`, which Gymnasium's wrappers may draw from.

        Afterwards it equals the generator of Gymnasium's first env.
        """
        first = seed[0] if is_sequence(seed) and len(seed) else seed
        if isinstance(first, (int, np.integer)) and first >= 0:
            from gymnasium.utils import seeding

            self._np_random, self._np_random_seed = seeding.np_random(int(first))

    def call(self, name: str, *args: Any, **kwargs: Any) -> tuple[Any, ...]:
        """Calls a method of every env, or reads an attribute.

        The envs have no Python objects. So an attribute is an attribute of the pool,
        a config value, or a value from `set_attr`; a method is a method of the pool
        that returns the same for all envs. `call("render")` returns a frame of each
        env.

        Args:
          name: the name of the method or attribute.
          *args: the arguments of the method.
          **kwargs: the keyword arguments of the method.

        Returns:
          A value for each env.

        Raises:
          AttributeError: there is no such method or attribute.
          NotSupportedError: its result has rows of all envs.
        """
        if name == "render":
            frames: Any = self.render(self.all_env_ids, *args, **kwargs)
            return tuple(frames)
        if name in self._attributes:
            return self._attributes[name]
        if name in _BATCHED:
            raise NotSupportedError(
                f"name: expected a method of a single env, got {name!r}; call it on "
                "the pool"
            )
        if name in self.config:
            return self._config_of_each(name)
        value = getattr(self, _OF_ONE_ENV.get(name, name))
        if callable(value):
            value = value(*args, **kwargs)
        return (value,) * self.num_envs

    def get_attr(self, name: str) -> tuple[Any, ...]:
        """Returns an attribute of every env; see `call`."""
        return self.call(name)

    def set_attr(self, name: str, values: Any) -> None:
        """Sets an attribute of every env, for `get_attr`.

        The envs themselves are not changed.

        Args:
          name: the name of the attribute.
          values: a list or tuple with a value for each env, or one value.

        Raises:
          ArgumentError: the number of values is not the number of envs.
          NotSupportedError: the pool has an attribute or config value of this name,
            which does not change after `make`.
        """
        if name in self.config or hasattr(self, name):
            raise NotSupportedError(
                f"name: expected a new attribute, got {name!r}, which the pool uses; "
                "pass config and options to make"
            )
        if not isinstance(values, (list, tuple)):
            values = [values] * self.num_envs
        if len(values) != self.num_envs:
            raise ArgumentError(
                f"values: expected {self.num_envs}, one for each env, got {len(values)}"
            )
        self._attributes[name] = tuple(values)

    def close(self, **kwargs: Any) -> None:
        """Stops the pool and frees its envs; returned arrays stay valid.

        Args:
          **kwargs: without effect.
        """
        del kwargs
        super().close()

    def close_extras(self, **kwargs: Any) -> None:
        """Does nothing; see `close`."""
