# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Checks of config values: type, range, and the checks of a family.

A key's type is the type of its default. A family states ranges with rules (see
`values.Rule`); it may also register a function that checks or rewrites the whole
config (`set_rules`).
"""

from __future__ import annotations

import copy
import functools
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, cast

import numpy as np

from envpool.python.config.argument_checks import (
    INT32_MAX,
    INT32_MIN,
    MAX_SEED,
    as_seed,
    show,
)
from envpool.python.config.keywords import COMMON_KEYS
from envpool.python.config.near_names import near_key_text
from envpool.python.config.values import Rule, check_value
from envpool.python.errors import (
    ConfigError,
    ConfigTypeError,
    EnvPoolError,
    RegistrationError,
)

__all__ = [
    "Config",
    "Hook",
    "Prepare",
    "Rules",
    "check_config",
    "check_seeds",
    "common_rules",
    "find_rules",
    "set_rules",
    "translated",
]

Config = dict[str, Any]
Hook = Callable[[Config], Config]
Prepare = Callable[[Config], None]


class Rules(NamedTuple):
    """The rules of one spec class."""

    keys: Mapping[str, Rule]
    hook: Hook | None
    translate: Hook | None = None
    prepare: Prepare | None = None


_RULE_KEYS = frozenset(Rule.__annotations__)
_rules: dict[tuple[str, str], Rules] = {}


def set_rules(
    package: str,
    spec_cls: str,
    keys: Mapping[str, Mapping[str, Any]],
    hook: Hook | None = None,
    translate: Hook | None = None,
    prepare: Prepare | None = None,
) -> None:
    """Registers the rules of the spec class `package.spec_cls`.

    Args:
      package: the package that exports the class.
      spec_cls: the class's name.
      keys: a `Rule` for each key that needs one.
      hook: gets the complete config after all other checks, as a dict, and
        returns it, changed or not. It must be idempotent. It raises
        `ConfigError`, ValueError or TypeError for an invalid config.
      translate: gets the unchecked keywords of a user, and returns them with the
        names and values of the spec class. It raises the same errors.
      prepare: gets the config of a pool, as a dict, before the envs are made. It is not
        called if only a spec is made.
    """
    for key, rule in keys.items():
        if unknown := set(rule) - _RULE_KEYS:
            raise RegistrationError(
                f"rule of {key!r} of {package}.{spec_cls}: expected keys of "
                f"{sorted(_RULE_KEYS)}, got {sorted(unknown)}"
            )
    own = cast("Mapping[str, Rule]", keys)
    _rules[package, spec_cls] = Rules(own, hook, translate, prepare)


def find_rules(package: str, spec_cls: str) -> Rules:
    """Returns the rules of a spec class, including the common ones."""
    own = _rules.get((package, spec_cls), Rules({}, None))
    return own._replace(keys={**common_rules(), **own.keys})


@functools.cache
def common_rules() -> Mapping[str, Rule]:
    """Returns the rules of the keys that all tasks have, with their native ranges."""
    from envpool.core import _core

    ranges = _core.config_ranges()
    rules: dict[str, Rule] = {}
    for key, row in COMMON_KEYS.items():
        rules[key] = row.rule.copy()
        if key in ranges and key != "seed":  # seeds may be larger; see `_place_seeds`
            rules[key]["min"], rules[key]["max"] = ranges[key]
    return rules


def check_config(
    defaults: Mapping[str, Any],
    given: Mapping[str, Any],
    rules: Rules,
    also_known: Sequence[str] = (),
) -> Config:
    """Returns the complete config, with each value checked and of its plain type.

    Args:
      defaults: the default of each key of the spec class.
      given: the values of the user and of the registration.
      rules: the rules of the spec class.
      also_known: further names to propose if a key is unknown.

    Raises:
      ConfigTypeError: a key is unknown, or its value has a wrong type.
      ConfigError: a value is out of its range.
    """
    config = copy.deepcopy(dict(defaults))
    given = dict(given)
    for key in given:
        if key not in defaults:
            known = list(dict.fromkeys((*defaults, *also_known)))
            raise ConfigTypeError(
                f"{key}: got an unexpected keyword argument {key!r}"
                f"{near_key_text(key, known)}; "
                f"known keywords: {', '.join(known)}"
            )
    seed = given.pop("seed") if "seed" in given else defaults.get("seed")
    for key, value in given.items():
        config[key] = _checked(key, value, defaults[key], rules.keys.get(key, {}))
    _place_seeds(config, seed)
    return config if rules.hook is None else _run_hook(rules.hook, config)


def translated(given: Mapping[str, Any], rules: Rules) -> Mapping[str, Any]:
    """Returns a user's keywords with the names and values of the spec class.

    Raises:
      ConfigError: a value is invalid.
      ConfigTypeError: a value has the wrong type.
    """
    return given if rules.translate is None else _call(rules.translate, dict(given))


def _call(hook: Hook, config: Config) -> Config:
    try:
        return hook(config)
    except EnvPoolError:
        raise
    except (TypeError, ValueError) as error:
        cls = ConfigTypeError if isinstance(error, TypeError) else ConfigError
        raise cls(str(error)) from error


def _run_hook(hook: Hook, config: Config) -> Config:
    keys = list(config)
    result = _call(hook, config)
    if not isinstance(result, dict) or set(result) != set(keys):
        raise RegistrationError(
            f"validate_config: expected {hook.__qualname__} to return the same "
            f"keys as it got, {keys}, got {show(result)}"
        )
    return {key: result[key] for key in keys}


def _checked(key: str, value: Any, default: Any, rule: Rule) -> Any:
    try:
        return check_value(key, value, default, rule)
    except (ConfigError, ConfigTypeError) as error:
        if "note" not in rule:
            raise
        raise type(error)(f"{error}; {rule['note']}") from None


def _place_seeds(config: Config, seed: Any) -> None:
    """Sets `seed` and `env_seed`: a sequence of seeds goes to `env_seed`."""
    num_envs = config["num_envs"]
    if is_sequence(seed):
        if config["env_seed"]:
            raise ConfigError(
                "env_seed: expected none if seed is a sequence, got "
                f"seed={show(seed)} and env_seed={show(config['env_seed'])}"
            )
        config["env_seed"] = check_seeds("seed", seed, num_envs)
        config["seed"] = 0
        return
    if seed is None:
        config["seed"] = 0 if config["env_seed"] else fresh_seed(num_envs)
    else:
        config["seed"] = as_seed("seed", seed)
    if config["env_seed"]:
        check_seeds("env_seed", config["env_seed"], num_envs)
    else:
        check_seed_range("seed", config["seed"], num_envs)


def fresh_seed(num_envs: int) -> int:
    """Draws a seed from the system, of 31 bits, which all envs accept."""
    import secrets  # slow to import

    return secrets.randbelow(INT32_MAX - num_envs + 2)


def is_sequence(value: Any) -> bool:
    """Tells whether `value` is a sequence of seeds or ids."""
    if isinstance(value, np.ndarray):
        return value.ndim > 0
    return isinstance(value, Sequence) and not isinstance(
        value, (str, bytes, bytearray)
    )


def check_seeds(name: str, seeds: Any, count: int) -> list[int]:
    """Checks and returns `count` seeds."""
    if isinstance(seeds, np.ndarray) and seeds.ndim != 1:
        raise ConfigError(
            f"{name}: expected {count} seeds, one for each env, got an "
            f"array of shape {seeds.shape}"
        )
    if len(seeds) != count:
        raise ConfigError(
            f"{name}: expected {count} seeds, one for each env, got {len(seeds)}"
        )
    if isinstance(seeds, np.ndarray):
        seeds = seeds.tolist()
    return [as_seed(f"{name}[{i}]", seed) for i, seed in enumerate(seeds)]


def check_seed_range(name: str, seed: int, num_envs: int) -> None:
    """Refuses a seed if that of the last env, seed + num_envs - 1, is too large."""
    if seed + num_envs - 1 > MAX_SEED:
        raise ConfigError(
            f"{name}: expected at most {MAX_SEED - num_envs + 1} with {num_envs} "
            f"envs, as env i gets {name} + i, got {seed}"
        )


def seeds_beyond_int32(config: Config) -> dict[int, int]:
    """Returns the seeds that do not fit into the native config, by env id."""
    seeds: list[int] = config["env_seed"]
    first, count = config["seed"], config["num_envs"]
    largest = max(seeds) if seeds else first + count - 1
    if largest <= INT32_MAX:
        return {}
    every = enumerate(seeds or range(first, first + count))
    return {env_id: seed for env_id, seed in every if seed > INT32_MAX}


def native_config(config: Config) -> Config:
    """Returns the config with the low 32 bits of each seed."""
    seeds = [_low_bits(seed) for seed in config["env_seed"]]
    return {**config, "seed": _low_bits(config["seed"]), "env_seed": seeds}


def _low_bits(seed: int) -> int:
    return (seed - INT32_MIN) % 2**32 + INT32_MIN
