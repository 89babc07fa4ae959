# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Makes mixed pools: `envpool.make_mixed`, and `envpool.make(env_config=...)`."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from envpool.mixed.merging import entries_of, merge_actions, merge_state
from envpool.mixed.parts import (
    Maker,
    Part,
    group_by_config,
    native_group,
    of_env,
    text_of,
)
from envpool.mixed.pool import api_classes
from envpool.mixed.tasks import Task, config_of_each, read_tasks
from envpool.python.api import load_native
from envpool.python.apis.gym_envpool import classic_spaces
from envpool.python.config.argument_checks import as_bool
from envpool.python.config.keywords import OF_THE_POOL, OPTIONS, Options
from envpool.python.config.options import split_options
from envpool.python.errors import ConfigError, EnvPoolError, NotSupportedError
from envpool.python.results.transforms import OF_OBSERVATIONS

__all__ = ["make_configured", "make_mixed"]


def make_mixed(
    registry: Any,
    tasks: Any,
    env_type: str,
    pad: bool,
    kwargs: Mapping[str, Any],
    wrap: Callable[[Any], Any] | None = None,
) -> Any:
    """Makes a pool of several tasks; see `envpool.make_mixed`.

    Args:
      registry: looks up ids.
      tasks: as of `envpool.make_mixed`.
      env_type: the API.
      pad: whether to pad spaces that differ.
      kwargs: further keywords.
      wrap: returns the subclass to make, for the class of the pool.
    """
    registry._check_env_type(env_type)
    pad = as_bool("pad", pad)
    found = read_tasks(tasks)
    kwargs = {key: value for key, value in kwargs.items() if value is not None} | {
        key: None for key in ("seed",) if key in kwargs and kwargs[key] is None
    }
    if "num_envs" in kwargs:
        raise ConfigError(
            "num_envs: expected it with each task, as in tasks=[(id, num_envs), ...], "
            f"got {kwargs['num_envs']!r}"
        )
    chosen, from_pixels, config = split_options(kwargs)
    if chosen.get("env_config") is not None:
        raise ConfigError("env_config: expected only in envpool.make")
    options = Options(**chosen)
    making = _Making(registry, env_type, options, from_pixels, config, found, pad)
    making.wrap = wrap

    def split(maker: Maker, seeds: Sequence[int]) -> list[Part]:
        parts = []
        for task in making.tasks:
            own = [seeds[i] for i in task.env_ids.tolist()]
            try:
                parts.append(maker.part(task, task.env_ids, {}, own))
            except EnvPoolError as error:
                error.add_note(f"needed by tasks[{task.index}], {task.id!r}")
                raise
        return parts

    return making.pool(split, True)


def make_configured(
    registry: Any,
    spec: Any,
    env_type: str,
    options: Options,
    from_pixels: bool,
    given: Mapping[str, Any],
) -> Any:
    """Makes a pool of envs of one task with a config or parameters each.

    Args:
      registry: looks up ids.
      spec: of the task, without `env_config`.
      env_type: the API.
      options: of the pool, `env_config` among them.
      from_pixels: whether frames are the observations.
      given: the other keywords.
    """
    num_envs = int(spec.config.num_envs)
    ids = np.arange(num_envs, dtype=np.int32)
    task = Task(spec.id, spec.id, 0, ids, {}, {})
    making = _Making(registry, env_type, options, from_pixels, given, [task], False)
    configs = []
    for i, config in enumerate(config_of_each(options.env_config, num_envs)):
        name, env_ids = f"env_config[{i}]", ids[i : i + 1]
        try:
            configs.append(making.maker.split(name, task.id, env_ids, config))
        except EnvPoolError as error:
            raise of_env(error, i) from error
    if len({text_of(config) for config in configs}) > 1:
        return making.pool(
            lambda maker, seeds: group_by_config(maker, task, configs, seeds), False
        )
    # Nothing but parameters differs: then this is a pool like any other.
    common = {**given, **configs[0]}
    try:
        spec = registry._spec(task.id, from_pixels, {}, common)
    except EnvPoolError as error:
        raise of_env(error, 0) from error
    alike = dataclasses.replace(options, env_config=None)
    return making.finished(
        registry.make_pool(spec, env_type, alike, from_pixels, common)
    )


class _Making:
    """What a mixed pool is made of.

    Attributes:
      wrap: returns the subclass to make, for the class of the pool; or None.
      tasks: the tasks.
      maker: makes the parts.
    """

    wrap: Callable[[Any], Any] | None = None

    def __init__(
        self,
        registry: Any,
        env_type: str,
        options: Options,
        from_pixels: bool,
        given: Mapping[str, Any],
        tasks: list[Task],
        pad: bool,
    ) -> None:
        self._env_type, self._options, self._pad = env_type, options, pad
        own = {key: given[key] for key in given if key in OF_THE_POOL}
        own["num_envs"] = sum(len(task.env_ids) for task in tasks)
        self._own = own
        rest = {key: given[key] for key in given if key not in OF_THE_POOL}
        self.maker = Maker(registry, env_type, from_pixels, rest, options)
        self.tasks = [self._without_params(task) for task in tasks]

    def _without_params(self, task: Task) -> Task:
        if task.python is not None or not task.config:
            return task
        name = f"tasks[{task.index}][2]"
        try:
            config = self.maker.split(name, task.id, task.env_ids, task.config)
        except EnvPoolError as error:
            error.add_note(f"needed by tasks[{task.index}], {task.id!r}")
            raise
        return dataclasses.replace(task, config=config)

    def pool(
        self, split: Callable[[Maker, Sequence[int]], list[Part]], has_tasks: bool
    ) -> Any:
        """Makes the pool.

        Args:
          split: makes the parts, with a seed for each env.
          has_tasks: whether results have the number of the task.
        """
        try:
            return self.finished(self._pool(split, has_tasks))
        except BaseException:
            self.maker.close()
            raise

    def finished(self, pool: Any) -> Any:
        """Returns the pool, with the parameters that were given for some envs."""
        if self.maker.given:
            try:
                self.maker.set_given(pool)
            except BaseException:
                pool.close()
                raise
        return pool

    def _pool(
        self, split: Callable[[Maker, Sequence[int]], list[Part]], has_tasks: bool
    ) -> Any:
        checked = api_classes().spec(self._own)
        config = type(checked).gen_config(*checked._config_values)
        first = checked._seed_config["seed"]
        seeds = checked._seed_config["env_seed"] or [
            first + i for i in range(config.num_envs)
        ]
        parts = split(self.maker, seeds)
        names = [task.name for task in self.tasks]
        firsts = {part.task.index: part for part in reversed(parts)}
        of_tasks = [firsts[task.index].spec for task in self.tasks]
        players = self._players(of_tasks)
        transforms = self._transforms([firsts[t.index].options for t in self.tasks])
        state = merge_state(
            [entries_of(spec.state_array_spec, players) for spec in of_tasks],
            names,
            self._pad,
            has_tasks,
            transforms,
        )
        actions = merge_actions(
            [entries_of(spec.action_array_spec, players) for spec in of_tasks],
            names,
            self._pad,
        )
        self._refuse(state.unlike or actions.unlike)
        if 0 < len(self.maker.workers) < len(parts):
            # Envs in Python begin when they are sent to, not when recv is called.
            self._options = dataclasses.replace(self._options, caller_helps=False)
        pools = [self.maker.pool(part) for part in parts]
        native = load_native("envpool.mixed", "_mixed")
        group = native_group(native, parts, pools, state, actions)
        classes = api_classes(actions.unlike or bool(actions.padded))
        own = {key: self._own[key] for key in self._own if key != "env_seed"}
        own["seed"] = checked._seed_config["env_seed"] or first
        own |= {"max_num_players": players, "source": group.register()}
        spec = classes.spec(own)
        spec.tasks, spec.parts, spec.has_tasks = self.tasks, parts, has_tasks
        spec.results, spec.actions = state, actions
        if not has_tasks:
            spec._id = self.tasks[0].id
        pool = self._class(classes)(spec, self._options)
        pool._serve(self.maker.workers)
        return pool

    def _players(self, specs: Sequence[Any]) -> int:
        players = [int(spec.config.max_num_players) for spec in specs]
        if len(set(players)) > 1:
            found = ", ".join(
                f"{count} of {task.name!r}"
                for task, count in zip(self.tasks, players, strict=True)
            )
            raise NotSupportedError(
                f"tasks: expected tasks with one max_num_players, got {found}; make a "
                "pool for each"
            )
        return players[0]

    def _transforms(self, found: Sequence[Mapping[str, Any]]) -> list[str]:
        """Returns a text for each task; equal ones for equal options."""
        if all(options == found[0] for options in found):
            defaults = {name: OPTIONS[name].default for name in OF_OBSERVATIONS}
            defaults |= dict(found[0])
            self._options = dataclasses.replace(self._options, **defaults)
        elif self._pad:
            raise NotSupportedError(
                "pad: expected the same options of observations for all tasks, got "
                f"{', '.join(map(str, found))}"
            )
        return [repr(sorted(options.items())) for options in found]

    def _refuse(self, unlike: bool) -> None:
        options = self._options
        if unlike and options.autoreset_mode == "same_step":
            raise NotSupportedError(
                'autoreset_mode: expected "next_step" or "disabled" for tasks with '
                'unlike spaces, got "same_step"; pad=True makes them alike'
            )
        if unlike and options.static_output:
            raise NotSupportedError(
                "static_output: expected False for tasks with unlike spaces, got True; "
                "pad=True makes them alike"
            )

    def _class(self, classes: Any) -> Any:
        name = self._env_type
        if name == "gym" and classic_spaces(self._options):
            name = "classic_gym"
        cls = getattr(classes, name)
        if self.wrap is not None:
            cls = self.wrap(cls)
        if not self._options.records:
            return cls
        from envpool.recording import recording_class

        return recording_class(cls)
