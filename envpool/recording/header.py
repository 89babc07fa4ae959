# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The header of a file of recorded actions: describes the pool.

Readers do not trust it. `envpool/replays/config.py` limits the config in it.
"""

from __future__ import annotations

import importlib.metadata
import json
import platform
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

import envpool
from envpool.families import FAMILIES
from envpool.python.config import param_checks
from envpool.python.config.argument_checks import INT32_MAX, show
from envpool.python.config.keywords import AUTORESET_MODES, OF_THE_POOL
from envpool.python.config.task_names import package_key
from envpool.python.errors import ConfigError, EnvPoolError, ReplayError
from envpool.recording import log_format as fmt

if TYPE_CHECKING:
    from envpool.python.config.keywords import Options
    from envpool.python.env_spec import EnvSpecMixin

__all__ = ["MAX_ENVS", "Header", "Part", "actions_of", "header_text", "read_header"]

# A file of a few bytes may reset all envs, and its readers need memory for each.
MAX_ENVS = 2**20

_MAX_NESTED = 4
_MAX_FPS = 10**6
_PAIRS = "pairs"  # the only key of the dict that stands for a config dict
# The fields of a header that each part of a mixed pool has for itself.
_OF_PART = ("task_id", "env_seed", "config", "from_pixels", "actions", "python_fps")


class Part(NamedTuple):
    """Envs of one task and config of a mixed pool.

    Attributes:
      name: the name of their task.
      env_ids: their ids in the pool.
      columns: for each entry of their actions, the number of the pool's entry.
      header: that of a pool of these envs alone.
    """

    name: str
    env_ids: list[int]
    columns: list[int]
    header: Header


class Header(NamedTuple):
    """The content of a header.

    Attributes:
      task_id: the id of the envs.
      env_type: the API of the pool.
      num_envs: the number of envs.
      seed: the seed of env 0, unless there is `env_seed`.
      env_seed: a seed for each env, or none.
      config: the values that differ from the values of the id.
      from_pixels: whether frames are the observations.
      options: the options that change results, and the size of frames.
      actions: key, dtype, inner shape and whether it is per player, for each entry.
      several_players: whether an env may have several players.
      python_fps: the frames per second of envs in Python; None for envs in C++.
      versions: the versions of EnvPool, Python and other packages.
      parts: the parts of a mixed pool, whose other fields leave out what these
        have; empty for other pools.
    """

    task_id: str
    env_type: str
    num_envs: int
    seed: int
    env_seed: list[int]
    config: dict[str, Any]
    from_pixels: bool
    options: dict[str, Any]
    actions: list[Any]
    several_players: bool
    python_fps: int | None
    versions: dict[str, str]
    parts: list[Part]


def header_text(spec: EnvSpecMixin, env_type: str, options: Options) -> bytes:
    """Returns the header of a pool, as JSON.

    Args:
      spec: the spec of the envs.
      env_type: the API of the pool.
      options: the options of the pool.

    Raises:
      ConfigError: a config value cannot be written, or there are too many envs.
    """
    num_envs = spec.config.num_envs
    if num_envs > MAX_ENVS:
        raise ConfigError(
            f"record_actions: expected at most {MAX_ENVS} envs, got {num_envs}"
        )
    header = _header_of(spec, env_type, options)
    parts = [
        {
            "name": part.name,
            "env_ids": part.env_ids,
            "columns": part.columns,
            **{key: getattr(part.header, key) for key in _OF_PART},
        }
        for part in header.parts
    ]
    try:
        return json.dumps({**header._asdict(), "parts": parts}).encode()
    except TypeError as error:
        raise ConfigError(
            f"record_actions: expected a config of plain values: {error}"
        ) from error


def _header_of(spec: Any, env_type: str, options: Options) -> Header:
    config = spec.config._asdict()
    parts = [
        Part(
            part.task.name,
            part.env_ids.tolist(),
            spec._action_columns(part),
            _header_of(part.spec, env_type, options),
        )
        for part in spec.parts
    ]
    changed = {}
    if not parts:
        # Omits values that the family fills in, e.g. paths of this installation. The
        # key that selected the class is kept, although it has the class's default.
        defaults = type(spec)(spec._registered).config._asdict()
        defaults.pop(package_key(type(spec).__module__), None)
        changed = {
            key: _written(value)
            for key, value in config.items()
            if key not in OF_THE_POOL
            and key != "source"
            and (key not in defaults or value != defaults[key])
        }
    names = list(dict.fromkeys(part.header.task_id for part in parts))
    return Header(
        task_id=spec._id or ", ".join(names),
        env_type=env_type,
        num_envs=config["num_envs"],
        seed=config["seed"],
        env_seed=list(config["env_seed"]),
        config=changed,
        from_pixels="render_camera_id" in config,
        options=_options_of(options),
        actions=actions_of(spec),
        several_players=config["max_num_players"] > 1,
        python_fps=spec._python_fps,
        versions={
            "envpool": envpool.__version__,
            "python": platform.python_version(),
            **_versions(),
        },
        parts=parts,
    )


def _options_of(options: Options) -> dict[str, Any]:
    chosen = {key: getattr(options, key) for key in _OPTIONS}
    draws = options.randomize or {}
    return {**chosen, "randomize": {key: draw.row for key, draw in draws.items()}}


def actions_of(spec: EnvSpecMixin) -> list[Any]:
    """Returns the entries of a spec's actions, as in `Header.actions`."""
    return [
        [key, entry.dtype.name, list(entry.inner_shape), entry.is_per_player]
        for key, entry in list(spec.action_array_spec.items())[2:]
    ]


def read_header(text: bytes) -> Header:
    """Returns the header in a JSON text.

    Raises:
      ReplayError: the text is no valid header.
    """
    try:
        fields = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ReplayError(f"expected a header in JSON: {error}") from error
    _check("header", fields, _has_keys(_FIELDS), f"the keys {', '.join(_FIELDS)}")
    for name, (is_valid, expected) in _FIELDS.items():
        _check(name, fields[name], is_valid, expected)
    header = Header(**fields)
    for name, (is_valid, expected) in _OPTIONS.items():
        _check(f"options[{name!r}]", header.options[name], is_valid, expected)
    parts = [_read_part(i, row, header) for i, row in enumerate(fields["parts"])]
    ids = sorted(env_id for part in parts for env_id in part.env_ids)
    if parts and ids != list(range(header.num_envs)):
        raise ReplayError("parts: expected each env of the header once")
    return _finished(header)._replace(parts=parts)


def _read_part(i: int, row: Any, header: Header) -> Part:
    _check(f"parts[{i}]", row, _has_keys(_PARTS), f"the keys {', '.join(_PARTS)}")
    for name, (is_valid, expected) in _PARTS.items():
        _check(f"parts[{i}][{name!r}]", row[name], is_valid, expected)
    own = {key: row[key] for key in _OF_PART}
    ids, columns = row["env_ids"], row["columns"]
    alone = _finished(header._replace(num_envs=len(ids), parts=[], **own))
    if len(columns) != len(alone.actions) or not all(
        number < len(header.actions)
        and _fits(entry, header.actions[number], header.several_players)
        for number, entry in zip(columns, alone.actions, strict=True)
    ):
        raise ReplayError(
            f"parts[{i}]: expected columns of the header's actions, got {show(columns)}"
        )
    return Part(row["name"], ids, columns, alone)


def _fits(own: list[Any], entry: list[Any], several_players: bool) -> bool:
    """Whether an entry of a part's actions is, maybe padded, one of the pool's."""
    _, dtype, shape, per_player = own
    return (
        dtype == entry[1]
        and len(shape) == len(entry[2])
        and all(a <= b for a, b in zip(shape, entry[2], strict=True))
        and (per_player == entry[3] or not several_players)
    )


def _finished(header: Header) -> Header:
    """Checks what concerns several fields, and converts the config."""
    if header.env_seed and len(header.env_seed) != header.num_envs:
        raise ReplayError(
            f"env_seed: expected {header.num_envs} seeds in the header, or none, got "
            f"{len(header.env_seed)}"
        )
    if header.python_fps is not None:
        _check("config", header.config, _is_python_config, "a config of envs in Python")
    config = {key: _read(key, value) for key, value in header.config.items()}
    return header._replace(config=config)


def _check(
    name: str, value: Any, is_valid: Callable[[Any], bool], expected: str
) -> None:
    if not is_valid(value):
        raise ReplayError(
            f"{name}: expected {expected} in the header, got {show(value)}"
        )


def _is_int(low: int, high: int) -> Callable[[Any], bool]:
    return lambda value: type(value) is int and low <= value <= high


def _is_list_of(is_valid: Callable[[Any], bool]) -> Callable[[Any], bool]:
    return lambda value: type(value) is list and all(map(is_valid, value))


def _has_keys(keys: Mapping[str, Any]) -> Callable[[Any], bool]:
    return lambda value: type(value) is dict and value.keys() == keys.keys()


def _is(kind: type) -> Callable[[Any], bool]:
    return lambda value: type(value) is kind


def _is_action(value: Any) -> bool:
    return (
        type(value) is list
        and [type(part) for part in value] == [str, str, list, bool]
        and value[1] in fmt.DTYPE_NAMES
        and all(map(_is_int(0, INT32_MAX), value[2]))
    )


def _is_draws(value: Any) -> bool:
    try:
        param_checks.randomize("randomize", value)
    except EnvPoolError:
        return False
    return True


def _is_python_config(value: dict[str, Any]) -> bool:
    return all(
        key in _PYTHON_KEYS and _PYTHON_KEYS[key](each) for key, each in value.items()
    )


def _is_versions(value: Any) -> bool:
    if type(value) is not dict or "envpool" not in value:
        return False
    return all(map(_is(str), value.values()))


# The config keys that envs in Python have.
_PYTHON_KEYS: dict[str, Callable[[Any], bool]] = {
    "max_episode_steps": _is_int(0, INT32_MAX),
    "gym_reset_return_info": _is(bool),
}
_SEED = _is_int(-(2**31), 2**63 - 1)
# For each field, its check, and its description in errors.
_OPTIONS: dict[str, tuple[Callable[[Any], bool], str]] = {
    "autoreset_mode": (AUTORESET_MODES.__contains__, "a mode"),
    "infos": (
        lambda value: type(value) in (str, type(None)) or _is_list_of(_is(str))(value),
        "a choice of infos",
    ),
    "render_width": (_is_int(0, 2**14), "a number of pixels"),
    "render_height": (_is_int(0, 2**14), "a number of pixels"),
    "render_camera_id": (_is_int(-1, INT32_MAX), "a camera"),
    "randomize": (_is_draws, "distributions of parameters"),
}
_FIELDS: dict[str, tuple[Callable[[Any], bool], str]] = {
    "task_id": (_is(str), "an id"),
    "env_type": (("gym", "gymnasium", "dm").__contains__, "an API"),
    "num_envs": (_is_int(1, MAX_ENVS), f"an integer in [1, {MAX_ENVS}]"),
    "seed": (_SEED, "a seed"),
    "env_seed": (_is_list_of(_SEED), "seeds"),
    "config": (_is(dict), "an object"),
    "from_pixels": (_is(bool), "a bool"),
    "options": (_has_keys(_OPTIONS), f"the keys {', '.join(_OPTIONS)}"),
    "actions": (_is_list_of(_is_action), "entries of an action"),
    "several_players": (_is(bool), "a bool"),
    "python_fps": (
        lambda value: value is None or _is_int(1, _MAX_FPS)(value),
        f"None, or an integer in [1, {_MAX_FPS}]",
    ),
    "versions": (_is_versions, "versions"),
    "parts": (_is_list_of(_is(dict)), "a list of objects"),
}
_PARTS: dict[str, tuple[Callable[[Any], bool], str]] = {
    "name": (_is(str), "a name"),
    "env_ids": (
        lambda value: bool(value) and _is_list_of(_is_int(0, MAX_ENVS - 1))(value),
        "ids of envs",
    ),
    "columns": (_is_list_of(_is_int(0, INT32_MAX)), "numbers of actions"),
    **{key: _FIELDS[key] for key in _OF_PART},
}


def _written(value: Any) -> Any:
    """Returns a config value for JSON, where keys of dicts cannot be numbers."""
    return {_PAIRS: list(value.items())} if isinstance(value, dict) else value


def _read(key: str, value: Any) -> Any:
    """Returns the config value that `_written` converted."""
    if type(value) is not dict:
        _check(key, value, _is_plain, "a config value")
        return value
    pairs: Any = value.get(_PAIRS)
    _check(key, pairs, _is_list_of(_is_pair), "the pairs of a dict")
    return dict(pairs)


def _is_plain(value: Any, depth: int = _MAX_NESTED) -> bool:
    if type(value) is list:
        return depth > 0 and all(_is_plain(item, depth - 1) for item in value)
    return type(value) is not dict


def _is_pair(value: Any) -> bool:
    is_list = type(value) is list and len(value) == 2
    return is_list and _is_plain(value) and type(value[0]) in (str, int)


def _versions() -> dict[str, str]:
    found: dict[str, str] = {}
    needed = (package.name for row in FAMILIES for package in row.packages)
    for name in ("gymnasium", "numpy", *needed):
        try:
            found[name] = importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            continue
    return found
