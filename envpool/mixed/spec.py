# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The spec of a mixed pool."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from typing import Any

from envpool.mixed.merging import HAS, Merged
from envpool.mixed.parts import Part
from envpool.mixed.tasks import Task
from envpool.python.array_spec import ArraySpec
from envpool.python.config.env_config import EnvConfig
from envpool.python.config.keywords import OF_THE_POOL, Options
from envpool.python.config.stated import Controls, Official
from envpool.python.env_spec import COMMON_ACTION_KEYS, EnvSpecMixin, Transform
from envpool.python.errors import ConfigError
from envpool.python.lazy_attribute import lazy_attribute
from envpool.python.results import spaces, trees
from envpool.python.results.transforms import (
    copy_of,
    plan_transforms,
    seen_with,
)
from envpool.python.results.trees import Plan
from envpool.python.spec_base import Transforms

__all__ = ["MixedSpecMixin"]


class MixedSpecMixin(EnvSpecMixin):
    """The spec of a mixed pool.

    Attributes:
      tasks: the tasks.
      parts: its envs, by task and config.
      results: the entries of results.
      actions: the entries of actions.
      has_tasks: whether it was made by `make_mixed`.
      leaf_of_api: returns the plan of an observation's array, in the pool's API.
    """

    tasks: list[Task]
    parts: list[Part]
    results: Merged
    actions: Merged
    has_tasks: bool
    leaf_of_api: Callable[[EnvSpecMixin, str, int], Plan]

    @lazy_attribute
    def task_specs(self) -> list[EnvSpecMixin]:
        """A spec of each task, as users see it."""
        return self.own_specs()

    def own_specs(self) -> list[EnvSpecMixin]:
        """Returns a spec of each task, without the options that change it."""
        first = {part.task.index: part.spec for part in reversed(self.parts)}
        return [first[task.index] for task in self.tasks]

    def __copy__(self) -> MixedSpecMixin:
        made: MixedSpecMixin = copy_of(self, MixedSpecMixin.__annotations__)
        return made

    def _spec_of(self, env_id: int) -> EnvSpecMixin:
        return next(part.spec for part in self.parts if env_id in part.env_ids)

    def _action_columns(self, part: Part) -> list[int]:
        """Returns the number of the pool's entry for each of a part's actions."""
        names, keys = self.actions.names[part.task.index], list(self.actions.specs)
        own = list(part.spec.action_array_spec)[len(COMMON_ACTION_KEYS) :]
        return [keys.index(names[key]) - len(COMMON_ACTION_KEYS) for key in own]

    # --- options that change results or actions ---------------------------------

    def _is_transformed(self, options: Options) -> bool:
        found = [
            part.spec._is_transformed(dataclasses.replace(options, **part.options))
            for part in self.parts
        ]
        return any(found)

    def _is_box(self, key: str, entry: ArraySpec) -> bool:
        return all(
            spec._is_box(own, entry)
            for spec, names in zip(self.own_specs(), self.results.names, strict=True)
            for own, name in names.items()
            if name == key
        )

    def _is_padded(self) -> bool:
        return bool(self.results.padded or self.actions.padded)

    def _episode_limits(self) -> set[int]:
        limits = [part.spec._episode_limits() for part in self.parts]
        return set[int]().union(*limits)

    def _plan_transforms(self, options: Options) -> Transforms | None:
        if not self.observations_differ() and not self.actions_differ():
            plan = plan_transforms(self, options)
            if not self._is_padded():
                self.task_specs = [seen_with(spec, plan) for spec in self.own_specs()]
            return plan
        of_rewards = Options(
            normalize_reward=options.normalize_reward,
            reward_gamma=options.reward_gamma,
            clip_reward=options.clip_reward,
        )
        plan = plan_transforms(self, of_rewards)
        found = [self._plan_task(task, options) for task in self.tasks]
        self.task_specs = [spec for spec, _ in found]
        plans = [each for _, each in found if each is not None]
        if plan is None:
            plan = Transforms({}, {}, {}, None, {})
        for each in plans:
            plan = plan._replace(
                entries={**plan.entries, **each.entries},
                actions={**plan.actions, **each.actions},
                observations={**plan.observations, **each.observations},
                rescale={**plan.rescale, **each.rescale},
            )
        return plan

    def _plan_task(
        self, task: Task, options: Options
    ) -> tuple[EnvSpecMixin, Transforms | None]:
        """Returns the spec of a task as users see it, and what changes, by pool's keys.

        Raises:
          ConfigError: the task's spaces do not allow an option.
        """
        part = next(part for part in self.parts if part.task is task)
        own_options = Options(**part.options, rescale_action=options.rescale_action)
        try:
            seen = part.spec._seen_with(own_options)
        except ConfigError as error:
            raise ConfigError(
                f"{task.name!r}: {error}; an option of observations can be given to "
                "each task, as in (id, num_envs, {option: value})"
            ) from error
        own = seen._transforms
        if own is None:
            return seen, None
        names = self.results.names[task.index]
        to_actions = self.actions.names[task.index]
        observations = {
            names[key]: {**each, "envs": self._have_entry(names[key])}
            for key, each in own.observations.items()
        }
        return seen, Transforms(
            {names[key]: entry for key, entry in own.entries.items()},
            {to_actions[key]: entry for key, entry in own.actions.items()},
            observations,
            None,
            {to_actions[key]: each for key, each in own.rescale.items()},
        )

    def _have_entry(self, key: str) -> list[bool]:
        """Returns for each env whether its results have an entry of the pool."""
        return [
            key in self.results.names[task.index].values()
            for task in self.tasks
            for _ in task.env_ids
        ]

    # --- the config -------------------------------------------------------------

    @property
    def config(self) -> EnvConfig:
        """The config; with different configs of its envs, tuples of their values."""
        own: EnvConfig = type(self).gen_config(*self._config_values)
        own = own._replace(**self._seed_config)
        if self.has_tasks:
            return own
        pool = {key: own[key] for key in own if key in OF_THE_POOL}
        return self.task_specs[0].config._replace(**pool, **self._varied)

    @lazy_attribute
    def _varied(self) -> dict[str, tuple[Any, ...]]:
        """By key of the config: the values of all envs, where they differ."""
        configs = [part.spec.config for part in self.parts]
        found = {}
        for key in configs[0]:
            values = [config.get(key) for config in configs]
            if key in OF_THE_POOL or all(value == values[0] for value in values):
                continue
            each: list[Any] = [None] * sum(len(part.env_ids) for part in self.parts)
            for part, value in zip(self.parts, values, strict=True):
                for i in part.env_ids.tolist():
                    each[i] = value
            found[key] = tuple(each)
        return found

    @lazy_attribute
    def _own_state_spec(self) -> dict[str, ArraySpec]:
        """The entries of a result, by their native names."""
        specs = self.results.specs
        return {key: spec for key, spec in specs.items() if not key.startswith(HAS)}

    @lazy_attribute
    def _own_action_spec(self) -> dict[str, ArraySpec]:
        """The entries of an action, by their native names."""
        return self.actions.specs

    @lazy_attribute
    def _reset_options(self) -> dict[str, Any]:
        """The options of `reset` that all tasks in C++ have."""
        native = [part.spec for part in self.parts if part.workers is None]
        found = [getattr(spec, "_reset_options", {}) for spec in native]
        same = all(list(options) == list(found[0]) for options in found)
        return dict(found[0]) if found and same else {}

    @lazy_attribute
    def _official(self) -> Official:
        found = [spec._official for spec in self.task_specs]
        first, config = found[0], self.task_specs[0].config._asdict()
        if any(official != first for official in found):
            return Official(exists=all(official.exists for official in found))
        fps = first.fps(config)
        return first._replace(infos=lambda _: first.info_keys(config), render_fps=fps)

    @lazy_attribute
    def _controls(self) -> Controls:
        names = [
            spec._controls.names_of(spec.config._asdict()) for spec in self.task_specs
        ]
        same = all(each == names[0] for each in names)
        return self.task_specs[0]._controls._replace(names=names[0] if same else ())

    @property
    def reward_threshold(self) -> float | None:
        """The return at which all tasks count as solved, if it is the same."""
        found = {spec.reward_threshold for spec in self.task_specs}
        return found.pop() if len(found) == 1 else None

    # --- spaces ---------------------------------------------------------------

    def observations_differ(self) -> bool:
        """Whether observations come by task."""
        return any(
            key.startswith("obs") and name != key
            for names in self.results.names
            for key, name in names.items()
        ) or _lack(self.results, "obs")

    def actions_differ(self) -> bool:
        """Whether actions go by task."""
        return self.actions.unlike

    def _by_task(self, attribute: str, module: Any) -> Any:
        return module.Dict(
            {task.name: getattr(spec, attribute) for task, spec in self._each_task()}
        )

    def _has_own_observation(self) -> bool:
        """Whether all observations are as of the first task."""
        padded = any(key.startswith("obs") for key in self.results.padded)
        changed = self._transforms is not None and self._is_padded()
        return not (padded or changed or self.observations_differ())

    def _has_own_action(self) -> bool:
        """Whether all actions are as of the first task."""
        changed = self._transforms is not None and self._is_padded()
        return not (self.actions.padded or changed or self.actions_differ())

    def _gymnasium_observation_space(self, transform: Transform) -> Any:
        if self._has_own_observation():
            return self.task_specs[0]._gymnasium_observation_space(transform)
        return super()._gymnasium_observation_space(transform)

    def _gymnasium_action_space(self, transform: Transform) -> Any:
        if self._has_own_action():
            return self.task_specs[0]._gymnasium_action_space(transform)
        return super()._gymnasium_action_space(transform)

    @lazy_attribute
    def gymnasium_observation_space(self) -> Any:
        """The Gymnasium space of one env's observation; a `Dict` by task."""
        if self.observations_differ():
            module = spaces.gymnasium_spaces()
            return self._by_task("gymnasium_observation_space", module)
        if self._has_own_observation():
            return self.task_specs[0].gymnasium_observation_space
        return self._gymnasium_observation_space(lambda space, entry: space)

    @lazy_attribute
    def gymnasium_action_space(self) -> Any:
        """The Gymnasium space of one env's action; a `Dict` by task."""
        if self.actions_differ():
            module = spaces.gymnasium_spaces()
            return self._by_task("gymnasium_action_space", module)
        if self._has_own_action():
            return self.task_specs[0].gymnasium_action_space
        return self._gymnasium_action_space(lambda space, entry: space)

    def _classic_observation_space(self, module: Any) -> Any:
        if self._has_own_observation():
            return self.task_specs[0]._classic_observation_space(module)
        if not self.observations_differ():
            return super()._classic_observation_space(module)
        return module.Dict(
            {
                task.name: spec._classic_observation_space(module)
                for task, spec in self._each_task()
            }
        )

    def _classic_action_space(self, module: Any) -> Any:
        if self._has_own_action():
            return self.task_specs[0]._classic_action_space(module)
        if not self.actions_differ():
            return super()._classic_action_space(module)
        return module.Dict(
            {
                task.name: spec._classic_action_space(module)
                for task, spec in self._each_task()
            }
        )

    def _batched_observation_space(self, num_envs: int) -> Any:
        if self._has_own_observation():
            return self.task_specs[0]._batched_observation_space(num_envs)
        if not self.observations_differ():
            return super()._batched_observation_space(num_envs)
        return self._batched_by_task("_batched_observation_space")

    def _batched_action_space(self, num_envs: int) -> Any:
        if self._has_own_action():
            return self.task_specs[0]._batched_action_space(num_envs)
        if not self.actions_differ():
            return super()._batched_action_space(num_envs)
        return self._batched_by_task("_batched_action_space")

    def _batched_by_task(self, method: str) -> Any:
        return spaces.gymnasium_spaces().Dict(
            {
                task.name: getattr(spec, method)(len(task.env_ids))
                for task, spec in self._each_task()
            }
        )

    @lazy_attribute
    def _dm_observation_spec(self) -> Any:
        if not self.observations_differ():
            return super()._dm_observation_spec
        own = {task.name: _dm_obs(spec) for task, spec in self._each_task()}
        infos = trees.nest(
            (trees.state_path(key), spaces.make_dm_spec(key, entry, False))
            for key, entry in self.state_array_spec.items()
            if key.startswith("info")
        )
        fields = tuple(trees.field_names(["obs", *infos]))
        values = [trees.records(name, infos[name]) for name in infos]
        return trees.record_class("State", fields)(own, *values)

    @lazy_attribute
    def _dm_action_spec(self) -> Any:
        if not self.actions_differ():
            return super()._dm_action_spec
        return {task.name: spec.action_spec() for task, spec in self._each_task()}

    def _each_task(self) -> list[tuple[Task, EnvSpecMixin]]:
        return list(zip(self.tasks, self.task_specs, strict=True))

    # --- texts ----------------------------------------------------------------

    def _defaults(self) -> dict[str, Any]:
        return self.task_specs[0]._defaults()

    def _shown(self, changes: Mapping[str, Any]) -> dict[str, Any]:
        if not self.has_tasks:
            rest = {k: v for k, v in changes.items() if k != "env_config"}
            shown = super()._shown(rest)
            return shown | {key: _Some(self._varied[key]) for key in self._varied}
        tasks = [(task.name, len(task.env_ids)) for task in self.tasks]
        return {"tasks": tasks, "num_envs": self.config.num_envs, **changes}

    def __reduce__(self) -> Any:
        raise TypeError("the spec of a mixed pool cannot be pickled; pickle the pool")


def _dm_obs(spec: EnvSpecMixin) -> Any:
    """Returns the dm_env specs of a task's observation."""
    entries = {
        trees.gym_path(key)[1:]: spaces.make_dm_spec(key, entry, False)
        for key, entry in spec.state_array_spec.items()
        if key.startswith("obs")
    }
    if len(entries) == 1:
        return next(iter(entries.values()))
    return trees.nest(entries.items())


class _Some(tuple[Any, ...]):
    """A tuple that shows its first values only."""

    __slots__ = ()

    def __repr__(self) -> str:
        shown = ", ".join(map(repr, self[:4]))
        return f"({shown}, ...)" if len(self) > 4 else f"({shown})"


def _lack(merged: Merged, prefix: str) -> bool:
    """Whether a task lacks an entry that others have."""
    keys = {key for names in merged.names for key in names if key.startswith(prefix)}
    return any(not keys <= set(names) for names in merged.names)
