# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""What a mixed pool has beside what its API gives it."""

from __future__ import annotations

import functools
import hashlib
import weakref
from collections.abc import Callable, Mapping
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from envpool.mixed import python_parts
from envpool.mixed.by_task import ByTask, TaskActions, check_padded, masks_of
from envpool.mixed.columns import MixedColumns
from envpool.mixed.merging import TASK, Merged
from envpool.mixed.spec import MixedSpecMixin
from envpool.mixed.tasks import Task
from envpool.pyenvs.infos import with_objects
from envpool.pyenvs.pool import require_unrecorded, wants_objects, written_options
from envpool.pyenvs.processes import Workers
from envpool.python.actions.reset_options import MASK
from envpool.python.actions.validate import ActionNormalizer
from envpool.python.api import ApiClasses, load_native
from envpool.python.config.keywords import Options
from envpool.python.env_spec import COMMON_ACTION_KEYS, make_spec_class
from envpool.python.errors import ArgumentError, NotSupportedError
from envpool.python.lazy_attribute import lazy_attribute
from envpool.python.pool_base import PoolBase
from envpool.python.results import spaces
from envpool.python.results.plans import ApiPlans, Columns
from envpool.python.results.trees import Plan

__all__ = ["MixedApiClasses", "MixedPoolMixin", "TaskPoolMixin", "api_classes"]

_PACKAGE = "envpool.mixed"


def _close_all(workers: list[Workers]) -> None:
    for each in workers:
        each.close()


def _masks(spec: MixedSpecMixin, merged: Merged, prefix: str) -> Any:
    attribute = "state_array_spec" if prefix else "action_array_spec"
    masks = {}
    for key, entry in merged.specs.items():
        if not key.startswith(prefix) or key in COMMON_ACTION_KEYS:
            continue
        if any(key not in names for names in merged.names):
            raise NotSupportedError("masks: expected a pool made with pad=True")
        own = [getattr(each, attribute)[key] for each in spec.own_specs()]
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
    _can_mix: ClassVar[bool] = True
    _plans: ApiPlans

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
            ids[task.env_ids] = task.index
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
            wants_objects(infos),
            bool(options.randomize),
        )

    def _make_plans(self, columns: Any) -> ApiPlans:
        plans: ApiPlans = super()._make_plans(columns)  # type: ignore[misc]
        if self.env_type != "dm" and columns.with_objects:
            plans = with_objects(plans, columns, self)
        spec: Any = self._env_spec
        return ByTask.wrap(plans, columns, spec) if spec.results.unlike else plans

    # --- envs in Python ---------------------------------------------------------

    def _serve(self, workers: list[Workers]) -> None:
        """Takes the workers, which end with the pool."""
        self._end: Callable[[], Any] = weakref.finalize(self, _close_all, workers)

    @lazy_attribute
    def _python_envs(self) -> dict[int, tuple[Workers, int]]:
        """The workers of each env in Python, and its index among their envs."""
        spec: MixedSpecMixin = self._env_spec  # type: ignore[assignment]
        return {
            env_id: (part.workers, i)
            for part in spec.parts
            if part.workers is not None
            for i, env_id in enumerate(part.env_ids.tolist())
        }

    @lazy_attribute
    def _has_late_rows(self) -> bool:
        return bool(self._python_envs)

    def _object_infos(self, env_id: int, last: bool) -> bytes:
        """Returns the pickled infos without a column; see `ObjectInfos`."""
        if env_id not in self._python_envs:
            return b""
        workers, number = self._python_envs[env_id]
        return workers.infos(number, last)

    def _reset_ids(self, env_id: Any, options: Any) -> Any:
        if not self._python_envs or not isinstance(options, Mapping):
            return super()._reset_ids(env_id, options)  # type: ignore[misc]
        spec: MixedSpecMixin = self._env_spec  # type: ignore[assignment]
        mask = {key: options[key] for key in options if key == MASK}
        rest = {key: options[key] for key in options if key != MASK}
        ids, by_mask, _ = super()._reset_ids(env_id, mask)  # type: ignore[misc]
        values = python_parts.reset_options(spec, rest) if rest else None
        return ids, by_mask, values

    def _written_options(self, options: Any) -> Any:
        if not isinstance(options, list):
            return super()._written_options(options)
        spec: MixedSpecMixin = self._env_spec  # type: ignore[assignment]
        return [
            own if own is None or part.workers is None else written_options(own)
            for part, own in zip(spec.parts, options, strict=True)
        ]

    def _save(self, ids: NDArray[np.int32]) -> list[bytes]:
        natives: list[bytes] = super()._save(ids)
        if not self._python_envs:
            return natives
        return python_parts.save(self._python_envs, ids.tolist(), natives)

    def _load(self, ids: NDArray[np.int32], states: list[bytes]) -> None:
        load = super()._load
        if not self._python_envs.keys().isdisjoint(ids.tolist()):
            require_unrecorded(self, "load_state")
            python_parts.load(
                self._python_envs, ids.tolist(), states, lambda own: load(ids, own)
            )
        else:
            load(ids, states)

    def _render_each(
        self, ids: NDArray[np.int32], render: Callable[[NDArray[np.int32]], Any]
    ) -> list[Any]:
        """Renders envs one by one; `render` renders envs in C++."""
        frames = []
        for i, env_id in enumerate(ids.tolist()):
            if env_id in self._python_envs:
                workers, number = self._python_envs[env_id]
                frames += workers.call("call", "render", [number], (), {})
            else:
                frames.append(render(ids[i : i + 1])[0])
        return frames

    def _render_size(self, width: int, height: int) -> tuple[int, int]:
        spec: Any = self._env_spec
        if self._options.record is not None:
            python_parts.require_frames(spec, self._options.record_envs)
        if len(self._python_envs) == len(self):
            return 0, 0  # they draw frames of their own size
        size: tuple[int, int] = super()._render_size(width, height)
        return size

    def _render(
        self, ids: NDArray[np.int32], width: int, height: int, camera: Any
    ) -> NDArray[np.uint8]:
        if self._python_envs.keys().isdisjoint(ids.tolist()):
            array: NDArray[np.uint8] = super()._render(ids, width, height, camera)
            return array
        native = super()._render
        frames = self._render_each(ids, lambda own: native(own, width, height, camera))
        shapes = {np.shape(frame) for frame in frames}
        if len(shapes) != 1 or () in shapes:
            raise NotSupportedError(
                "render: expected envs with frames of one shape, got "
                f"{sorted(shapes)}; render envs one by one"
            )
        return np.asarray(frames, np.uint8)

    def close(self, **kwargs: Any) -> None:
        """Stops the pool, and ends the worker processes of envs in Python."""
        super().close(**kwargs)  # type: ignore[misc]
        self._end()

    # --- results ----------------------------------------------------------------

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
        """As of all pools; see `XlaMixin.xla`.

        Raises:
          NotSupportedError: results or actions come by task.
        """
        spec: Any = self._env_spec
        if spec.results.unlike or spec.actions.unlike:
            raise NotSupportedError(
                "xla: expected tasks with equal spaces, got a mixed pool with dicts by "
                "task; pad=True makes them alike"
            )
        made: tuple[Any, Any, Any, Any] = super().xla()  # type: ignore[misc]
        return made


class TaskPoolMixin(MixedPoolMixin):
    """A mixed pool whose tasks have unlike actions."""

    @lazy_attribute
    def _by_task(self) -> TaskActions | None:
        spec: Any = self._env_spec
        return TaskActions(spec, self.task_ids) if spec.actions_differ() else None

    def _read_action(self, action: Any, env_id: Any = None) -> Any:
        return super()._read_action(*self._of_pool(action, env_id))

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
        bases: tuple[type[Any], ...] = (self._mixin, mixin)
        if hasattr(mixin, "set_attr"):
            bases = (python_parts.PythonCalls, *bases)
        own = type(
            mixin.__name__,
            bases,
            {"__module__": _PACKAGE, "__doc__": mixin.__doc__},
        )
        return super()._pool(api, own, *contracts)


@functools.cache
def api_classes(reads_actions: bool = False) -> MixedApiClasses:
    """Returns the classes of the pools; loads the native module.

    Args:
      reads_actions: whether actions are read in Python, because they come by task or
        are padded.
    """
    native = load_native(_PACKAGE, "_mixed")
    mixin = TaskPoolMixin if reads_actions else MixedPoolMixin
    made = MixedApiClasses(native._MixedEnvSpec, native._MixedEnvPool, mixin)
    if reads_actions:
        made.spec = api_classes().spec
    return made
