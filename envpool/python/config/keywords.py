# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The keywords of `make` that all tasks have, as rows.

Types, checks, `envpool info`, tables of the documentation and the signatures in
`making.pyi` are made from these rows and those of `common_keys.py`. The defaults that
C++ uses are there: those of config keys, with ranges, in core/env_spec.h, those of the
engine's options in core/engine/options.h.
"""

from __future__ import annotations

import dataclasses
import enum
import functools
import os
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, Literal, NamedTuple, TypedDict, get_args

from numpy.typing import NDArray

from envpool.python.config import option_checks, param_checks
from envpool.python.config.argument_checks import as_camera
from envpool.python.config.common_keys import COMMON_KEYS, OF_THE_POOL, CommonKey
from envpool.python.config.option_checks import (
    AUTORESET_MODES,
    INFOS,
    AutoresetName,
    InfosName,
)
from envpool.python.config.values import Rule, check_value

__all__ = [
    "AUTORESET_MODES",
    "COMMON_KEYS",
    "MAX_PIXELS",
    "OF_THE_POOL",
    "OPTIONS",
    "PIXEL_RULES",
    "CommonKey",
    "MakeKeywords",
    "Option",
    "Options",
]

# The types that users may pass, for annotations.
AutoresetMode = AutoresetName | enum.Enum
EnvConfigs = Sequence[Mapping[str, Any]] | Mapping[str, Sequence[Any] | NDArray[Any]]
GymApi = Literal["0.26", "0.21"]
Infos = InfosName | Collection[str]
Integers = Sequence[int] | NDArray[Any]
NumThreads = int | Literal["auto"]
Numa = Literal["auto", "off"]
Output = Literal["numpy", "torch", "jax"]
Params = Mapping[str, float | Sequence[Any] | NDArray[Any]]
PathLike = str | os.PathLike[str]
Randomize = Mapping[str, Sequence[Any]]
Range = float | tuple[float, float]
RecordFormat = Literal["mp4", "gif"]
RenderMode = Literal["rgb_array", "human", "ansi"]
TimeAware = bool | Literal["normalized"]

_ANY: Rule = {}


@functools.cache
def _engine_defaults() -> Mapping[str, Any]:
    from envpool.core import _core

    return _core.engine_defaults()


class Option(NamedTuple):
    """The description of an option.

    Attributes:
      type: the annotation, valid in this module.
      meaning: a sentence; backticks are for code.
      rule: restrictions of its values.
      like: an example value for its type, if `own_default` is None.
      check: returns the checked value for a name and a value; replaces the rule.
      values: describes the values that `check` takes.
      engine: the field of C++'s `EngineOptions`, if the engine has the option.
      see: the label of a section of the documentation.
      is_transform: whether it changes observations, rewards or actions.
      own_default: the default, unless the engine has the option.
    """

    type: str
    meaning: str
    rule: Rule = _ANY
    like: Any = None
    check: Callable[[str, Any], Any] | None = None
    values: str = ""
    engine: str = ""
    see: str = ""
    is_transform: bool = False
    own_default: Any = None

    @property
    def default(self) -> Any:
        """The default; for an option of the engine, this loads the engine."""
        return _engine_defaults()[self.engine] if self.engine else self.own_default

    @property
    def sample(self) -> Any:
        """A value of its type."""
        return self.own_default if self.like is None else self.like

    @property
    def may_be_none(self) -> bool:
        """Whether None is its default."""
        return self.own_default is None and not self.engine

    def checked(self, name: str, value: Any) -> Any:
        """Returns a user's value, checked and converted to its plain type."""
        if value is None and self.may_be_none:
            return None
        if self.check is not None:
            return self.check(name, value)
        return check_value(name, value, self.sample, self.rule)


def _row(default: Any, type_: str, meaning: str, **stated: Any) -> Any:
    return _field(Option(type_, meaning, own_default=default, **stated))


def _transform_row(default: Any, type_: str, meaning: str, **stated: Any) -> Any:
    common = {"is_transform": True, "see": "/content/transforms"}
    return _row(default, type_, meaning, **{**common, **stated})


def _engine_row(field: str, kind: type[Any], meaning: str, **stated: Any) -> Any:
    common = {"type": kind.__name__, "like": kind(), "engine": field}
    return _field(Option(meaning=meaning, **{**common, **stated}))


def _field(row: Option) -> Any:
    return dataclasses.field(default_factory=lambda: row.default, metadata={"row": row})


MAX_PIXELS = 16384
# Rules of the config keys of envs with frames as observations.
PIXEL_RULES: Mapping[str, Rule] = {
    "render_width": {"min": 1, "max": MAX_PIXELS},
    "render_height": {"min": 1, "max": MAX_PIXELS},
    "render_camera_id": {"min": -1},
}
_SIZE: Rule = {"min": 0, "max": MAX_PIXELS}


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The options of a pool, as rows. No option changes an env's computation.

    Some, the `transforms`, change results for the user or actions for the env.
    """

    autoreset_mode: str = _engine_row(
        "autoreset",
        str,
        'When a finished env starts its next episode: "next_step", "same_step", or '
        '"disabled" (only by `reset`).',
        type="AutoresetMode",
        rule={"choices": AUTORESET_MODES},
        check=option_checks.autoreset_mode,
        see="autoreset",
    )
    episode_stats: bool = _engine_row(
        "episode_stats",
        bool,
        'Whether `info["episode"]` has return, length and duration of finished '
        "episodes.",
        see="stats",
    )
    infos: str | tuple[str, ...] | None = _row(
        None,
        "Infos | None",
        '"official" (the keys of the official env), "all", "none", or a list of keys. '
        'None means "official" with `env_type="gymnasium"` if there is an official '
        'env, and "all" otherwise.',
        check=option_checks.infos,
        values=f"one of {', '.join(map(repr, INFOS))}, or a list of keys",
        see="infos",
    )
    gym_api: str = _row(
        "0.26",
        "GymApi",
        'With "0.21", `reset` returns only the observation, and `step` returns four '
        'values, as in old Gym. Only for `env_type="gym"`.',
        rule={"choices": get_args(GymApi)},
    )
    gym_spaces: bool | None = _row(
        None,
        "bool | None",
        "Whether spaces and base class come from the package `gym` instead of "
        'Gymnasium. None means: with `gym_api="0.21"`, if that package is installed. '
        'Only for `env_type="gym"`.',
        like=False,
    )
    output: str = _row(
        "numpy",
        "Output",
        'What results are made of: "numpy" arrays, "torch" tensors or "jax" arrays. '
        "They share the pool's memory.",
        rule={"choices": get_args(Output)},
        see="output",
    )
    env_config: EnvConfigs | None = _row(  # noqa: RUF009  it makes a field
        None,
        "EnvConfigs | None",
        "Config keys and physical parameters that differ from env to env: a list with "
        "a dict for each env, or a dict with a list for each key, which has a value "
        "for each env. They must leave the spaces as they are.",
        check=option_checks.env_config,
        values="a list of dicts, or a dict of lists",
        see="/content/mixed_pools",
    )
    static_output: bool = _row(
        False,
        "bool",
        "Whether results come in the same few arrays again and again, each valid "
        "until the result after the next is asked for.",
        see="static_output",
    )
    render_mode: str | None = _row(
        None,
        "RenderMode | None",
        '"rgb_array", "human" or "ansi" enables `render`.',
        rule={"choices": get_args(RenderMode)},
        like="",
        see="render",
    )
    render_env_id: int | None = _row(
        None,
        "int | None",
        "The env that `render` shows by default. None means all envs with "
        '`env_type="gymnasium"`, and env 0 otherwise.',
        rule={"min": 0},
        like=0,
    )
    render_width: int = _row(
        0, "int", "Width of a frame; 0 is the env's default.", rule=_SIZE
    )
    render_height: int = _row(
        0, "int", "Height of a frame; 0 is the env's default.", rule=_SIZE
    )
    render_camera_id: int | str = _row(
        -1,
        "int | str",
        "The camera's number, or its name in the model; -1 is the env's default.",
        check=as_camera,
        values="an integer, at least -1, or a name",
    )
    params: Mapping[str, Any] | None = _row(
        None,
        "Params | None",
        "Physical parameters that differ from their defaults, as for `set_params`: "
        '`{"masspole": 0.2}`.',
        check=param_checks.params,
        values="a dict of parameters and values",
        see="/content/parameters",
    )
    randomize: Mapping[str, Any] | None = _row(
        None,
        "Randomize | None",
        "Physical parameters to draw anew at each reset: "
        '`{"masspole": ("uniform", 0.05, 0.2)}`.',
        check=param_checks.randomize,
        values="a dict of parameters and distributions",
        see="randomize",
    )
    time_aware: bool | str = _transform_row(
        False,
        "TimeAware",
        "Whether the step of the episode is the last number of a flat observation; "
        '"normalized" divides it by `max_episode_steps`.',
        check=option_checks.time_aware,
        values="True, False or 'normalized'",
    )
    frame_stack: int = _transform_row(
        1,
        "int",
        "Number of observations in a stacked one, oldest first; 1 does not stack. An "
        "env may have its own key for this.",
        rule={"min": 1, "max": 64},
    )
    normalize_obs: bool = _transform_row(
        False,
        "bool",
        "Whether observations are normalized by their running mean and variance, as "
        "float32.",
        see="normalization",
    )
    clip_obs: tuple[float, float] | None = _transform_row(
        None,
        "Range | None",
        "Bounds (low, high) of observations; one number x means (-x, x).",
        check=option_checks.bounds,
        values="a number or two",
    )
    normalize_reward: bool = _transform_row(
        False,
        "bool",
        "Whether rewards are divided by the running standard deviation of discounted "
        "returns.",
        see="normalization",
    )
    reward_gamma: float = _row(
        0.99,
        "float",
        "Discount of the returns for `normalize_reward`.",
        rule={"min": 0.0, "max": 1.0},
    )
    clip_reward: tuple[float, float] | None = _transform_row(
        None,
        "Range | None",
        "Bounds (low, high) of rewards; one number x means (-x, x).",
        check=option_checks.bounds,
        values="a number or two",
    )
    rescale_action: tuple[float, float] | None = _transform_row(
        None,
        "Range | None",
        "Bounds (low, high) of actions, which are mapped linearly to the env's own.",
        check=option_checks.finite_bounds,
        values="a number or two",
    )
    caller_helps: bool = _engine_row(
        "caller_helps",
        bool,
        "Whether a thread that waits for a result without a time limit steps envs "
        "meanwhile, if their steps take less than a millisecond.",
    )
    chunk: int = _engine_row(
        "chunk",
        int,
        "How many envs a thread takes at once; 0 adapts to their cost.",
        rule={"min": 0},
    )
    spare_resets: int = _engine_row(
        "spare_resets",
        int,
        "How many of the next episodes idle threads make ready beforehand, each in an "
        "env of its own; results stay the same. At most `num_envs` are of use.",
        rule={"min": 0},
        see="spare-resets",
    )
    shared_threads: bool = _engine_row(
        "shared_threads",
        bool,
        "Whether to share threads with all pools of the process that set this.",
    )
    numa: str = _engine_row(
        "numa",
        str,
        '"auto" keeps the work of an env on one NUMA node; "off" ignores nodes.',
        type="Numa",
        rule={"choices": get_args(Numa)},
    )
    record: str | None = _row(
        None,
        "PathLike | None",
        "The folder for videos of whole episodes; None for none.",
        check=option_checks.path,
        values="a path",
        see="/content/recording",
    )
    record_every: int = _row(
        1,
        "int",
        "Of each env in `record_envs`, every how many episodes one is recorded, "
        "beginning with the first.",
        rule={"min": 1},
    )
    record_envs: tuple[int, ...] = _row(
        (0,),
        "Integers",
        "The envs of which videos are made.",
        check=option_checks.env_ids,
        values="a list of ids",
    )
    record_format: str = _row(
        "mp4",
        "RecordFormat",
        "The format of videos.",
        rule={"choices": get_args(RecordFormat)},
    )
    record_actions: str | None = _row(
        None,
        "PathLike | None",
        "A new file for seeds and actions, from which `envpool.replay` plays episodes "
        "again; None for none.",
        check=option_checks.path,
        values="a path",
        see="/content/recording",
    )

    @property
    def records(self) -> bool:
        """Whether anything is recorded."""
        return self.record is not None or self.record_actions is not None

    @property
    def transforms(self) -> list[str]:
        """The options that change observations, rewards or actions."""
        return [name for name in self.changed() if OPTIONS[name].is_transform]

    def native(self) -> dict[str, Any]:
        """Returns the fields of C++'s `EngineOptions`."""
        return {
            row.engine: getattr(self, name)
            for name, row in OPTIONS.items()
            if row.engine
        }

    def changed(self) -> dict[str, Any]:
        """Returns the options that differ from their defaults."""
        return {
            name: getattr(self, name)
            for name, row in OPTIONS.items()
            if getattr(self, name) != row.default
        }


OPTIONS: Mapping[str, Option] = {
    field.name: field.metadata["row"] for field in dataclasses.fields(Options)
}

# Type checkers read it in `making.pyi`, which is generated from the rows.
MakeKeywords: Any = TypedDict(
    "MakeKeywords",
    {
        **{k: row.type for k, row in COMMON_KEYS.items()},  # type: ignore[misc]
        "from_pixels": "bool",
        **{name: option.type for name, option in OPTIONS.items()},
    },
    total=False,
)
