# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The spec of a task: its config, arrays and spaces.

A family's native module has one class per spec, `_XEnvSpec`; the class that
users see, `XEnvSpec`, is a subclass made by `make_spec_class`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from envpool.python.array_spec import ArraySpec
from envpool.python.config.argument_checks import did_you_mean, show
from envpool.python.config.env_config import config_class
from envpool.python.config.keywords import COMMON_KEYS, Options
from envpool.python.config.rules import (
    Config,
    check_config,
    find_rules,
    native_config,
    seeds_beyond_int32,
)
from envpool.python.config.task_names import first_package
from envpool.python.config.texts import family_meanings
from envpool.python.errors import (
    ConfigError,
    ConfigTypeError,
    EnvPoolError,
    RegistrationError,
)
from envpool.python.lazy_attribute import lazy_attribute
from envpool.python.results import spaces, trees
from envpool.python.results.transforms import plan_transforms, seen_with
from envpool.python.spec_base import SpecBase, Transforms

__all__ = ["EnvSpecMixin", "make_spec_class"]

# Converts the space of one entry.
Transform = Callable[[Any, ArraySpec], Any]

# The entries of every env; the family's entries follow.
COMMON_ACTION_KEYS = ("env_id", "players.env_id")
COMMON_STATE_KEYS = (
    "info:env_id",
    "info:players.env_id",
    "elapsed_step",
    "done",
    "reward",
    "discount",
    "step_type",
    "trunc",
)


def field_of(key: str) -> str:
    """Returns the keyword of a config key."""
    return key.replace(".", "_")


class EnvSpecMixin(SpecBase):
    """The Python part of a spec class.

    Attributes:
      gen_config: the class of its configs, with the defaults.
    """

    def __init__(
        self,
        config: Sequence[Any] | Mapping[str, Any] = (),
        also_known: Sequence[str] = (),
    ) -> None:
        """Checks the config and computes the specs.

        Args:
          config: the values in key order, such as a `gen_config(...)`, or a
            dict of the values that differ from the defaults.
          also_known: further names to propose if a key is unknown.

        Raises:
          ConfigError, ConfigTypeError: the config is invalid.
        """
        cls = type(self)
        if isinstance(config, Mapping):
            given = dict(config)
        else:
            fields = cls.gen_config._fields
            if not isinstance(config, Sequence) or isinstance(config, (str, bytes)):
                raise ConfigTypeError(
                    f"config: expected a dict or {len(fields)} values, "
                    f"got {show(config)}"
                )
            if config and len(config) != len(fields):
                raise ConfigTypeError(
                    f"config: expected {len(fields)} values, got {len(config)}"
                )
            given = dict(zip(fields, config, strict=False))
        defaults = cls.gen_config()._asdict()
        rules = find_rules(cls.__module__, cls.__name__)
        checked = check_config(defaults, given, rules, also_known)
        native = native_config(checked)
        try:
            cls._native.__init__(self, tuple(native.values()))
        except EnvPoolError:
            raise
        except (TypeError, ValueError) as error:
            raise _refusal(cls, native, error) from error
        self._large_seeds = seeds_beyond_int32(checked)
        self._seed_config = {key: checked[key] for key in ("seed", "env_seed")}

    def _spec_of(self, env_id: int) -> EnvSpecMixin:
        """Returns the spec of an env's task and config."""
        del env_id
        return self

    def _is_transformed(self, options: Options) -> bool:
        """Whether a pool with these options changes results or actions."""
        return bool(options.transforms)

    def _plan_transforms(self, options: Options) -> Transforms | None:
        """Returns what these options change; see results/transforms.py."""
        return plan_transforms(self, options)

    def _seen_with(self, options: Options) -> EnvSpecMixin:
        """Returns the spec as users see it in a pool with these options.

        Raises:
          ConfigError: the task's spaces do not allow an option.
        """
        if not self._is_transformed(options) and self._transforms is None:
            return self
        if options.rescale_action is not None and options.record_actions is not None:
            raise ConfigError("record_actions: expected no rescale_action")
        seen = seen_with(self, None)
        seen._transforms = seen._plan_transforms(options)
        return seen

    @property
    def observation_space(self) -> Any:
        """The space of one env's observation: Gymnasium's, or as in the pool."""
        if self._has_gym_spaces:
            return self.classic_gym_observation_space
        return self.gymnasium_observation_space

    @property
    def action_space(self) -> Any:
        """The space of one env's action: Gymnasium's, or as in the pool."""
        if self._has_gym_spaces:
            return self.classic_gym_action_space
        return self.gymnasium_action_space

    @lazy_attribute
    def gymnasium_observation_space(self) -> Any:
        """The Gymnasium space of one env's observation."""
        return self._gymnasium_observation_space(lambda space, entry: space)

    @lazy_attribute
    def gymnasium_action_space(self) -> Any:
        """The Gymnasium space of one env's action."""
        return self._gymnasium_action_space(lambda space, entry: space)

    @lazy_attribute
    def gym_observation_space(self) -> Any:
        """The Gymnasium space of one env's observation, as EnvPool lays it out."""
        return self._classic_observation_space(spaces.gymnasium_spaces())

    @lazy_attribute
    def gym_action_space(self) -> Any:
        """The Gymnasium space of one env's action, as EnvPool lays it out."""
        return self._classic_action_space(spaces.gymnasium_spaces())

    @lazy_attribute
    def classic_gym_observation_space(self) -> Any:
        """The space of one env's observation, in the package `gym`."""
        return self._classic_observation_space(spaces.gym_module().spaces)

    @lazy_attribute
    def classic_gym_action_space(self) -> Any:
        """The space of one env's action, in the package `gym`."""
        return self._classic_action_space(spaces.gym_module().spaces)

    def _batched_observation_space(self, num_envs: int) -> Any:
        """Returns the Gymnasium space of `num_envs` observations.

        Entries with a row for each player have rows for the maximum number of
        players.
        """
        return self._gymnasium_observation_space(self._batcher(num_envs))

    def _batched_action_space(self, num_envs: int) -> Any:
        """Returns the Gymnasium space of `num_envs` actions, with the same rows."""
        return self._gymnasium_action_space(self._batcher(num_envs))

    def _batcher(self, num_envs: int) -> Transform:
        from gymnasium.vector.utils import batch_space

        players = int(self.config.max_num_players)

        def batch(space: Any, entry: ArraySpec) -> Any:
            rows = num_envs * players if self._is_per_player(entry) else num_envs
            return batch_space(space, rows)

        return batch

    def _gymnasium_observation_space(self, transform: Transform) -> Any:
        module = spaces.gymnasium_spaces()
        choices, texts = self._official.choices, self._official.texts
        return _join(
            module,
            {
                trees.gym_path(key)[1:]: transform(
                    texts[key](self.config._asdict())
                    if key in texts
                    else spaces.gymnasium_observation(entry, choices, module),
                    entry,
                )
                for key, entry in self.state_array_spec.items()
                if key.startswith("obs")
            },
        )

    def _gymnasium_action_space(self, transform: Transform) -> Any:
        module = spaces.gymnasium_spaces()
        dtype = self._official.action_dtype
        return _join(
            module,
            {
                trees.gym_path(key): transform(
                    spaces.make_space(entry.converted(dtype), True, module), entry
                )
                for key, entry in self._own_actions().items()
            },
        )

    def _classic_observation_space(self, module: Any) -> Any:
        return _join(
            module,
            {
                trees.gym_path(key)[1:]: spaces.classic_observation(entry, module)
                for key, entry in self.state_array_spec.items()
                if key.startswith("obs")
            },
        )

    def _classic_action_space(self, module: Any) -> Any:
        return _join(
            module,
            {
                trees.gym_path(key): spaces.make_space(entry, True, module)
                for key, entry in self._own_actions().items()
            },
        )

    def _own_actions(self) -> dict[str, ArraySpec]:
        """The entries without ids, so that samples of the space can be sent."""
        return {
            key: entry
            for key, entry in self.action_array_spec.items()
            if key not in COMMON_ACTION_KEYS
        }

    @lazy_attribute
    def _dm_observation_spec(self) -> Any:
        tree = trees.nest(
            (trees.state_path(key), spec)
            for key, spec in self.state_array_spec.items()
            if key.startswith(("obs", "info"))
        )
        make = trees.map_leaves(
            lambda name, spec: spaces.make_dm_spec(name, spec, False), tree
        )
        return trees.records("State", make)

    @lazy_attribute
    def _dm_action_spec(self) -> Any:
        specs = self.action_array_spec
        own = [key for key in specs if key not in COMMON_ACTION_KEYS]
        if len(own) == 1:
            return spaces.make_dm_spec(own[0], specs[own[0]], True)
        tree = trees.nest((trees.gym_path(key), spec) for key, spec in specs.items())
        make = trees.map_leaves(
            lambda name, spec: spaces.make_dm_spec(name, spec, True), tree
        )
        return trees.records("Action", make)

    def observation_spec(self) -> Any:
        """Returns the dm_env specs of one env's observation, a namedtuple."""
        return self._dm_observation_spec

    def action_spec(self) -> Any:
        """Returns the dm_env spec of one env's action."""
        return self._dm_action_spec

    @property
    def id(self) -> str | None:
        """The id from which it was made, or None."""
        return self._id

    def _defaults(self) -> dict[str, Any]:
        """Returns the config of the registered id, with the paths that it finds."""
        cls = type(self)
        defaults = cls.gen_config()._asdict()
        try:
            rules = find_rules(cls.__module__, cls.__name__)
            config = check_config(defaults, self._registered, rules)
        except EnvPoolError:  # the defaults alone are no config
            config = {**defaults, **self._registered}
        return {**config, **first_package(cls.__module__)}

    def _shown(self, changes: Mapping[str, Any]) -> dict[str, Any]:
        """Returns the id, and the config values that differ from the id's.

        Args:
          changes: values to show instead of those of the config, or in addition.
        """
        config = self.config._asdict()
        defaults = self._defaults()
        defaults["base_path"] = config.get("base_path")
        if config.get("batch_size") == config["num_envs"]:
            defaults["batch_size"] = config["batch_size"]
        shown = {} if self.id is None else {"id": self.id}
        shown["num_envs"] = config["num_envs"]
        shown |= {k: v for k, v in config.items() if v != defaults[k]}
        return shown | dict(changes)

    def _summary(self, changes: Mapping[str, Any] = MappingProxyType({})) -> str:
        """Returns the result of `_shown` as text."""
        shown = self._shown(changes)
        return ", ".join(f"{key}={value!r}" for key, value in shown.items())

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._summary()})"

    def _repr_html_(self) -> str:
        from envpool.python.apis.notebook import spec_html

        arrays = [*self.state_array_spec.items(), *self.action_array_spec.items()]
        return spec_html(self.id or type(self).__name__, self.config, arrays)

    def __reduce__(self) -> Any:
        made_by = {"_id": self._id, "_registered": dict(self._registered)}
        return type(self), (dict(self.config._asdict()),), made_by


def _join(module: Any, entries: Mapping[tuple[str, ...], Any]) -> Any:
    """Returns the space of a single entry, or nested `Dict` spaces of several."""
    if len(entries) == 1:
        return next(iter(entries.values()))
    return spaces.nested_space(trees.nest(entries.items()), module)


def _refusal(cls: type[EnvSpecMixin], config: Config, error: Exception) -> Exception:
    """Returns the exception to raise for a native error, with the key's name.

    A native error may name the key itself. Otherwise the key of a file in the error's
    text is named, else an own key of the env that differs from its default. Without
    such a key, the spec's functions are wrong.
    """
    kind = ConfigTypeError if isinstance(error, TypeError) else ConfigError
    text = str(error).partition("\n")[0]
    if all(name in config for name in text.partition(":")[0].split(", ")):
        return kind(text)
    rules = find_rules(cls.__module__, cls.__name__).keys
    paths = [key for key in config if rules.get(key, {}).get("path") and config[key]]
    for key in sorted(paths, key=lambda key: len(config[key]), reverse=True):
        if config[key] in text:
            return kind(f"{key}: got {show(config[key])}: {text}")
    defaults = cls.gen_config()._asdict()
    own = [
        key for key in config if config[key] != defaults[key] and key not in COMMON_KEYS
    ]
    if not own:
        return RegistrationError(f"{cls.__module__}.{cls.__name__}: {text}")
    if len(own) == 1:
        return kind(f"{own[0]}: got {show(config[own[0]])}: {text}")
    return kind(f"{', '.join(own)}: {text}")


def _check_stated(native: Any, module: str, name: str) -> None:
    """Refuses statements about unknown keys: in the state, in rules and in meanings."""
    for key in native._state_keys:
        if key not in COMMON_STATE_KEYS and not re.match(r"obs|info(:|$)", key):
            raise RegistrationError(
                f"{module}.{name}: state key {key!r}: expected a key that begins with "
                "'obs' or 'info:'; results do not have others"
            )
    known = [field_of(key) for key in native._config_keys]
    stated = {
        "rules": find_rules(module, name).keys.keys() - COMMON_KEYS.keys(),
        "meanings": family_meanings(module).get(name, {}),
    }
    for what, keys in stated.items():
        for key in sorted(keys):
            if key not in known:
                raise RegistrationError(
                    f"{module}.{name}: {what} of {key!r}: expected keys of the "
                    f"config{did_you_mean(key, known)}"
                )


def make_spec_class(native: Any, module: str) -> Any:
    """Makes `XEnvSpec` from the native class `_XEnvSpec`.

    Args:
      native: the native class.
      module: the package that exports the result.
    """
    name = native.__name__.lstrip("_")
    for kind in ("state", "action", "config"):
        keys = getattr(native, f"_{kind}_keys")
        if twice := sorted({key for key in keys if keys.count(key) > 1}):
            raise RegistrationError(f"{module}.{name}: duplicate {kind} keys: {twice}")
    _check_stated(native, module, name)
    cls: Any = type(name, (EnvSpecMixin, native), {"__module__": module})
    cls._native = native
    fields = map(field_of, native._config_keys)
    cls.gen_config = config_class(cls, fields, native._default_config_values)
    return cls
