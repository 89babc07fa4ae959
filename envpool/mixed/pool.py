# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The spec of a mixed pool, and what the pool has beside what its API gives it."""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from envpool.mixed.by_task import ByTask, TaskActions, check_padded, masks_of
from envpool.mixed.merging import HAS, OF_TASK, TASK, Merged
from envpool.mixed.parts import Part
from envpool.mixed.tasks import Task
from envpool.python.actions.validate import ActionNormalizer
from envpool.python.api import ApiClasses, load_native
from envpool.python.config.env_config import EnvConfig
from envpool.python.config.keywords import OF_THE_POOL, Options
from envpool.python.config.stated import Controls, Official
from envpool.python.env_spec import (
    COMMON_ACTION_KEYS,
    EnvSpecMixin,
    Transform,
    make_spec_class,
)
from envpool.python.errors import ArgumentError, NotSupportedError
from envpool.python.lazy_attribute import lazy_attribute
from envpool.python.pool_base import PoolBase
from envpool.python.protocol import ArraySpec
from envpool.python.results import spaces, trees
from envpool.python.results.infos import choose_infos
from envpool.python.results.plans import ApiPlans, Columns
from envpool.python.results.trees import Plan

__all__ = ["MixedApiClasses", "MixedPoolMixin", "MixedSpecMixin", "api_classes"]

_PACKAGE = "envpool.mixed"


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
        """A spec of each task."""
        first = {part.task.number: part.spec for part in reversed(self.parts)}
        return [first[task.number] for task in self.tasks]

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
    def state_array_spec(self) -> dict[str, ArraySpec]:
        """The entries of a result, by their native names."""
        specs = self.results.specs
        return {key: spec for key, spec in specs.items() if not key.startswith(HAS)}

    @lazy_attribute
    def action_array_spec(self) -> dict[str, ArraySpec]:
        """The entries of an action, by their native names."""
        return self.actions.specs

    @lazy_attribute
    def _reset_options(self) -> dict[str, Any]:
        """The options of `reset` that all tasks have."""
        found = [getattr(spec, "_reset_options", {}) for spec in self.task_specs]
        same = all(list(options) == list(found[0]) for options in found)
        return dict(found[0]) if same else {}

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

    def _gymnasium_observation_space(self, transform: Transform) -> Any:
        if not any(key.startswith("obs") for key in self.results.padded):
            return self.task_specs[0]._gymnasium_observation_space(transform)
        return super()._gymnasium_observation_space(transform)

    def _gymnasium_action_space(self, transform: Transform) -> Any:
        if not self.actions.padded:
            return self.task_specs[0]._gymnasium_action_space(transform)
        return super()._gymnasium_action_space(transform)

    @lazy_attribute
    def gymnasium_observation_space(self) -> Any:
        """The Gymnasium space of one env's observation; a `Dict` by task."""
        if self.observations_differ():
            module = spaces.gymnasium_spaces()
            return self._by_task("gymnasium_observation_space", module)
        return self._gymnasium_observation_space(lambda space, entry: space)

    @lazy_attribute
    def gymnasium_action_space(self) -> Any:
        """The Gymnasium space of one env's action; a `Dict` by task."""
        if self.actions_differ():
            module = spaces.gymnasium_spaces()
            return self._by_task("gymnasium_action_space", module)
        return self._gymnasium_action_space(lambda space, entry: space)

    def _classic_observation_space(self, module: Any) -> Any:
        if not self.observations_differ():
            return super()._classic_observation_space(module)
        return module.Dict(
            {
                task.name: spec._classic_observation_space(module)
                for task, spec in self._each_task()
            }
        )

    def _classic_action_space(self, module: Any) -> Any:
        if not self.actions_differ():
            return super()._classic_action_space(module)
        return module.Dict(
            {
                task.name: spec._classic_action_space(module)
                for task, spec in self._each_task()
            }
        )

    def _batched_observation_space(self, num_envs: int) -> Any:
        if not self.observations_differ():
            return super()._batched_observation_space(num_envs)
        return self._batched_by_task("_batched_observation_space")

    def _batched_action_space(self, num_envs: int) -> Any:
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

    def _usual(self) -> dict[str, Any]:
        return self.task_specs[0]._usual()

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


class MixedColumns(Columns):
    """The columns of a mixed pool.

    Args:
      spec: of the pool.
      keys: of all columns.
      leaf: returns the plan of an observation's array.
      infos: the pool's option.
      is_async: whether the pool is.
      per_player: the entries with a row for each player.
    """

    def __init__(
        self,
        spec: MixedSpecMixin,
        keys: Sequence[str],
        leaf: Any,
        infos: str | tuple[str, ...],
        is_async: bool,
        per_player: set[str],
    ) -> None:
        super().__init__(
            keys,
            tuple(spec.state_array_spec),
            leaf,
            choose_infos(infos, spec, is_async),
            per_player,
        )
        self._spec = spec

    def observation(self, prefix: str = "") -> Any:
        """The observation; by task, if the tasks' observations differ."""
        if not self._spec.observations_differ():
            return super().observation(prefix)
        return {
            task.name: self._of_task(task.number, prefix) for task in self._spec.tasks
        }

    def _of_task(self, number: int, prefix: str) -> Any:
        names = self._spec.results.names[number]
        own = Columns(
            [_own_name(names, key) for key in self.keys],
            tuple(names),
            functools.partial(self._task_leaf, number),
        )
        return own.observation(prefix)

    def _task_leaf(self, number: int, key: str, column: int) -> Plan:
        spec = self._spec.task_specs[number]
        return self._spec.leaf_of_api(spec, key, column)

    def _infos_except(
        self, left_out: frozenset[str], terminal: bool, prefix: str = ""
    ) -> Any:
        return self._join_tasks(super()._infos_except(left_out, terminal, prefix))

    def _join_tasks(self, node: Any) -> Any:
        """Makes of the columns `@i` of an info a plan by task."""
        if not isinstance(node, dict):
            return node
        if not node or not all(key.startswith("@") for key in node):
            return {key: self._join_tasks(value) for key, value in node.items()}
        by_task = {}
        for task, names in zip(self._spec.tasks, self._spec.results.names, strict=True):
            found = [self.number[key] for key in names.values() if OF_TASK in key]
            of_task = [value for value in node.values() if value in found]
            if of_task:
                by_task[task.name] = of_task[0]
        return "dict", by_task

    def state(self, prefixes: tuple[str, ...] = ("obs", "info")) -> Any:
        """The nested dicts of dm_env's `State`; by task where tasks differ."""
        if not self._spec.observations_differ():
            return self._join_tasks(super().state(prefixes))
        infos = super().state(("info",)) if "info" in prefixes else {}
        obs = trees.dict_plan(self.observation())
        return {"obs": obs, **self._join_tasks(infos)}

    def mask(self, column: Any) -> Plan:
        """The mask of an info: which rows have it."""
        if isinstance(column, tuple):
            return self.number["ones"]
        has = self.number.get(HAS + self.keys[column].removeprefix("final:"))
        return super().mask(column) if has is None else has


def _own_name(names: Mapping[str, str], key: str) -> str:
    """Returns a task's name of a column of the pool."""
    final = "final:"
    prefix = final if key.startswith(final) else ""
    bare = key.removeprefix(final)
    for own, name in names.items():
        if name == bare:
            return prefix + own
    return f"?{key}"  # of other tasks


def _masks(spec: MixedSpecMixin, merged: Merged, prefix: str) -> Any:
    attribute = "state_array_spec" if prefix else "action_array_spec"
    masks = {}
    for key, entry in merged.specs.items():
        if not key.startswith(prefix) or key in COMMON_ACTION_KEYS:
            continue
        if any(key not in names for names in merged.names):
            raise NotSupportedError("masks: expected a pool made with pad=True")
        own = [getattr(each, attribute)[key] for each in spec.task_specs]
        choice = spaces.int_bounds(entry, True) if not prefix else None
        if choice is None:
            masks[key] = masks_of([e.inner_shape for e in own], entry.inner_shape)
            continue
        numbers = np.arange(choice[0], choice[1] + 1)
        masks[key] = np.array(
            [(numbers >= e.minimum) & (numbers <= e.maximum) for e in own]
        )
    return next(iter(masks.values())) if len(masks) == 1 else masks


class MixedPoolMixin(PoolBase):
    """What mixed pools have beside what their API gives them."""

    _infos: ClassVar[str]  # the API's default of the option

    @property
    def tasks(self) -> tuple[Task, ...]:
        """The tasks, by their numbers."""
        spec: MixedSpecMixin = self._env_spec  # type: ignore[assignment]
        return tuple(spec.tasks)

    @lazy_attribute
    def task_ids(self) -> NDArray[np.int32]:
        """int32 (num_envs,): the number of each env's task; read-only."""
        ids = np.zeros(len(self), np.int32)
        for task in self.tasks:
            ids[task.env_ids] = task.number
        ids.flags.writeable = False
        return ids

    @lazy_attribute
    def _facts(self) -> Mapping[str, NDArray[Any]]:
        return {TASK: self.task_ids}

    def _name_columns(self, spec: Any, options: Options) -> Columns:
        infos = options.infos
        if infos is None:
            infos = self._infos if spec._official.exists else "all"
        spec.leaf_of_api = type(self)._leaf  # type: ignore[attr-defined]
        return MixedColumns(
            spec,
            self._column_keys,
            functools.partial(type(self)._leaf, spec),  # type: ignore[attr-defined]
            infos,
            self.is_async,
            {k for k, e in spec.state_array_spec.items() if spec._is_per_player(e)},
        )

    def _make_plans(self, columns: Any) -> ApiPlans:
        plans: ApiPlans = super()._make_plans(columns)  # type: ignore[misc]
        spec: Any = self._env_spec
        return ByTask.wrap(plans, columns, spec) if spec.results.unlike else plans

    def _build(self, plan: Plan, columns: Any, ids: NDArray[np.int32]) -> Any:
        built = super()._build(plan, columns, ids)
        by_task = self._plans.hook
        if isinstance(by_task, ByTask):
            by_task.select(built, self.task_ids[ids])
        return built

    @lazy_attribute
    def observation_masks(self) -> Any:
        """Which elements of the observation each task has.

        bool (tasks, *shape), or a dict of such arrays by key; read-only. With
        `info["task_id"]` as an index, it has a row for each of the result's.
        """
        spec: Any = self._env_spec
        return _masks(spec, spec.results, "obs")

    @lazy_attribute
    def action_masks(self) -> Any:
        """Which elements of the action each task has; see `observation_masks`.

        Of a single choice, bool (tasks, choices): which of them the task has.
        """
        spec: Any = self._env_spec
        return _masks(spec, spec.actions, "")

    @functools.cached_property
    def _fingerprint(self) -> bytes:
        marks = b"".join(self._marks(self._all_env_ids))
        return hashlib.blake2b(marks, digest_size=8).digest()

    def _marks(self, ids: NDArray[np.int32]) -> list[bytes]:
        """A digest for each env: that of a pool with its config alone."""
        return [self._mark_of_each[i] for i in ids.tolist()]

    @functools.cached_property
    def _mark_of_each(self) -> list[bytes]:
        from envpool.python.apis.states import fingerprint

        spec: Any = self._env_spec
        marks: list[bytes] = [b""] * len(self)
        differ = spec.observations_differ() or spec.results.padded
        for part in spec.parts:
            mark = fingerprint(part.spec)
            if differ:  # its rows are laid out otherwise
                text = mark + repr(list(spec.results.specs)).encode()
                mark = hashlib.blake2b(text, digest_size=8).digest()
            for i in part.env_ids.tolist():
                marks[i] = mark
        return marks

    def _config_of_each(self, name: str) -> tuple[Any, ...]:
        spec: Any = self._env_spec
        if name in spec._varied:
            return tuple(spec._varied[name])
        return super()._config_of_each(name)

    def xla(self) -> tuple[Any, Any, Any, Any]:
        """Raises: programs of JAX cannot step mixed pools yet.

        Raises:
          NotSupportedError: always.
        """
        raise NotSupportedError(
            "xla: expected envs of one config, got a mixed pool; use "
            'output="jax" or as_jax()'
        )


class TaskPoolMixin(MixedPoolMixin):
    """A mixed pool whose tasks have unlike actions."""

    @lazy_attribute
    def _by_task(self) -> TaskActions | None:
        spec: Any = self._env_spec
        return TaskActions(spec, self.task_ids) if spec.actions_differ() else None

    def step(self, action: Any, env_id: Any = None, out: Any = None) -> Any:
        """Calls `send`, then `recv`, and takes their arguments."""
        return super().step(*self._of_pool(action, env_id), out)

    def send(self, action: Any, env_id: Any = None) -> None:
        """Sends actions to envs without waiting.

        Args:
          action: with `pad`, an array of the padded space; otherwise a dict by task
            with a row for each of its envs, in the order of `env_id`.
          env_id: the envs, all of them by default. In async mode pass
            `info["env_id"]` of the result that the actions respond to.

        Raises:
          ActionKeyError: a task is unknown, or has no action.
          ArgumentError, ArgumentTypeError, EnvIdError: an argument is wrong, or out of
            the range of an env's task; nothing was sent.
          ProtocolError: an env has a pending result, or its episode has ended and
            `autoreset_mode` is "disabled".
        """
        super().send(*self._of_pool(action, env_id))

    def _of_pool(self, action: Any, env_id: Any) -> tuple[Any, Any]:
        if env_id is None and isinstance(action, Mapping):
            env_id = action.get("env_id")
        if env_id is None and self.is_async:
            raise ArgumentError("env_id: expected the envs of the actions, got None")
        ids = self._some_ids("env_id", env_id)
        if self._by_task is not None:
            own = (
                {key: action[key] for key in action if key != "env_id"}
                if isinstance(action, Mapping)
                else action
            )
            return self._by_task(own, ids), ids
        spec: Any = self._env_spec
        values = ActionNormalizer(spec.action_array_spec).values(action)
        check_padded(spec, values, self.task_ids[ids])
        return action, env_id


class MixedApiClasses(ApiClasses):
    """The classes of the pools, and of their spec."""

    def __init__(self, native_spec: Any, native_pool: Any, mixin: type[Any]) -> None:
        super().__init__(native_spec, native_pool, _PACKAGE)
        self._mixin = mixin

    @lazy_attribute
    def spec(self) -> Any:
        """`MixedEnvSpec`."""
        made = make_spec_class(self._native_spec, self._module)
        return type(made.__name__, (MixedSpecMixin, made), {"__module__": self._module})

    def _pool(self, api: str, mixin: type[Any], *contracts: type[Any]) -> Any:
        own = type(
            mixin.__name__,
            (self._mixin, mixin),
            {"__module__": _PACKAGE, "__doc__": mixin.__doc__},
        )
        return super()._pool(api, own, *contracts)


@functools.cache
def api_classes(reads_actions: bool = False) -> MixedApiClasses:
    """Returns the classes of the pools; loads the native module.

    Args:
      reads_actions: whether Python reads the actions: by task, or padded.
    """
    native = load_native(_PACKAGE, "_mixed")
    mixin = TaskPoolMixin if reads_actions else MixedPoolMixin
    made = MixedApiClasses(native._MixedEnvSpec, native._MixedEnvPool, mixin)
    if reads_actions:
        made.spec = api_classes().spec
    return made
