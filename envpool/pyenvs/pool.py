# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Specs and pools of envs in Python: what differs from envs in C++."""

from __future__ import annotations

import json
import pickle
import weakref
from collections.abc import Callable, Mapping
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from envpool.pyenvs import states
from envpool.pyenvs.infos import with_objects
from envpool.pyenvs.layout import changed_space, map_space
from envpool.pyenvs.messages import HAS, Facts, Layout
from envpool.pyenvs.processes import Workers
from envpool.python.actions.reset_options import MASK
from envpool.python.actions.validate import ActionNormalizer
from envpool.python.api import ApiClasses, load_native
from envpool.python.array_spec import ArraySpec
from envpool.python.config.argument_checks import INT32_MAX, show
from envpool.python.config.keywords import Options
from envpool.python.config.stated import Official
from envpool.python.env_spec import EnvSpecMixin, make_spec_class
from envpool.python.errors import (
    ArgumentError,
    NotSupportedError,
)
from envpool.python.lazy_attribute import lazy_attribute
from envpool.python.pool_base import PoolBase
from envpool.python.results.infos import choose_infos
from envpool.python.results.plans import ApiPlans, Columns
from envpool.python.results.transforms import copy_of
from envpool.python.results.trees import Plan

__all__ = [
    "PythonApiClasses",
    "PythonColumns",
    "PythonPoolMixin",
    "PythonSpecMixin",
    "api_classes",
    "check_length",
    "packed_options",
    "require_unrecorded",
    "wants_objects",
    "written_options",
]

_PACKAGE = "envpool.pyenvs"


class PythonSpecMixin(EnvSpecMixin):
    """The spec of a pool of envs in Python; its spaces are the env's own."""

    facts: Facts
    layout: Layout

    def __copy__(self) -> PythonSpecMixin:
        made: PythonSpecMixin = copy_of(self, PythonSpecMixin.__annotations__)
        return made

    def _is_box(self, key: str, entry: ArraySpec) -> bool:
        boxes = (
            leaf.entry.key for leaf in self.layout.observation if leaf.kind == "box"
        )
        return key in boxes and entry.dtype != np.bool_

    def _episode_limits(self) -> set[int]:
        """The limits that end episodes: the pool's, or shorter ones of the envs."""
        (own,) = super()._episode_limits()
        own = own or INT32_MAX
        return {min(own, limit or INT32_MAX) for limit in self.facts.limits}

    @lazy_attribute
    def _own_state_spec(self) -> dict[str, ArraySpec]:
        """The entries of a result, by their native names."""
        common = zip(self._state_keys, self._state_spec, strict=True)
        return {
            **{key: ArraySpec(*entry) for key, entry in common},
            **{entry.key: entry.spec() for entry in self.layout.results()},
        }

    @lazy_attribute
    def _own_action_spec(self) -> dict[str, ArraySpec]:
        """The entries of an action, by their native names."""
        common = zip(self._action_keys, self._action_spec, strict=True)
        return {
            **{key: ArraySpec(*entry) for key, entry in common},
            **{entry.key: entry.spec() for entry in self.layout.actions()},
        }

    @lazy_attribute
    def _state_fingerprint(self) -> bytes:
        facts = self.facts
        own = (facts.name, repr(facts.action_space), self.layout.results())
        return repr(own).encode()

    @lazy_attribute
    def _official(self) -> Official:
        fps = self.facts.metadata.get("render_fps")
        return Official(render_fps=30 if fps is None else fps)

    @lazy_attribute
    def _python_fps(self) -> int:
        return self._official.fps(self.config._asdict())

    @property
    def reward_threshold(self) -> float | None:
        """The reward at which the task counts as solved, if the env says so."""
        return self.facts.reward_threshold

    @lazy_attribute
    def gymnasium_observation_space(self) -> Any:
        """The Gymnasium space of one env's observation."""
        changed = {} if self._transforms is None else self._transforms.entries
        own = self.facts.observation_space
        return changed_space(own, self.layout.observation, changed)

    @lazy_attribute
    def gymnasium_action_space(self) -> Any:
        """The Gymnasium space of one env's action."""
        changed = {} if self._transforms is None else self._transforms.actions
        return changed_space(self.facts.action_space, self.layout.action, changed)

    @lazy_attribute
    def gym_observation_space(self) -> Any:
        """The same."""
        return self.gymnasium_observation_space

    @lazy_attribute
    def gym_action_space(self) -> Any:
        """The same."""
        return self.gymnasium_action_space

    def _classic_observation_space(self, module: Any) -> Any:
        del module
        return self.gymnasium_observation_space

    def _classic_action_space(self, module: Any) -> Any:
        del module
        return self.gymnasium_action_space

    def _batched_observation_space(self, num_envs: int) -> Any:
        from gymnasium.vector.utils import batch_space

        return batch_space(self.gymnasium_observation_space, num_envs)

    def _batched_action_space(self, num_envs: int) -> Any:
        from gymnasium.vector.utils import batch_space

        return batch_space(self.gymnasium_action_space, num_envs)

    def _shown(self, changes: Mapping[str, Any]) -> dict[str, Any]:
        shown = super()._shown(changes)
        shown.pop("source", None)
        return shown

    def __reduce__(self) -> Any:
        raise TypeError("a spec of envs in Python cannot be pickled; pickle the pool")


def packed_options(options: Mapping[str, Any]) -> tuple[str]:
    """Returns options of a reset as the native pool takes them."""
    return (pickle.dumps(dict(options)).hex(),)


def written_options(packed: tuple[str]) -> list[Any]:
    """Returns packed options as a recording has them.

    Raises:
      NotSupportedError: they are no data of JSON.
    """
    given = pickle.loads(bytes.fromhex(packed[0]))  # of `packed_options`
    try:
        is_data = json.loads(json.dumps(given)) == given
    except (TypeError, ValueError):
        is_data = False
    if not is_data:
        raise NotSupportedError(
            "options: expected numbers, texts, lists and dicts of them, since they "
            f"are recorded (record_actions), got {show(given)}"
        )
    return [given]


def require_unrecorded(pool: Any, name: str) -> None:
    """Raises NotSupportedError if the pool records its actions."""
    if getattr(pool, "_log", None) is not None:
        raise NotSupportedError(
            f"{name}: expected a pool without record_actions: what this does to envs "
            "in Python is not recorded"
        )


def check_length(packed: tuple[str], layout: Layout) -> None:
    """Raises ArgumentError if options of a reset are too long for a worker."""
    limit = layout.dims[-1]
    if len(packed[0]) > limit:
        raise ArgumentError(
            f"options: expected at most {limit // 2} bytes when pickled, got "
            f"{len(packed[0]) // 2}; pass a larger info_bytes"
        )


def wants_objects(infos: str | tuple[str, ...]) -> bool:
    """Whether the option `infos` asks for infos that have no column, and so no name."""
    return infos == "all" or "official" in infos


class PythonColumns(Columns):
    """The columns of a pool of envs in Python.

    Args:
      spec: of the pool.
      keys: of all columns.
      infos: the pool's option.
      is_async: whether the pool is.
    """

    def __init__(
        self,
        spec: PythonSpecMixin,
        keys: list[str],
        infos: str | tuple[str, ...],
        is_async: bool,
    ) -> None:
        super().__init__(
            keys,
            tuple(spec.state_array_spec),
            infos=choose_infos(infos, spec, is_async),
        )
        self._layout = spec.layout
        self.with_objects = wants_objects(infos)

    def observation(self, prefix: str = "") -> Plan:
        """The plan of the observation, as the space nests it."""
        plans = {
            leaf.path: self._plan(leaf.kind, self.index[prefix + leaf.entry.key])
            for leaf in self._layout.observation
        }
        return map_space(self._layout.observation_space, plans.__getitem__)

    @staticmethod
    def _plan(kind: str, column: int) -> Plan:
        return ("pick", column, 0, "str") if kind == "text" else column

    def mask(self, column: int) -> Plan:
        """The mask of an info: the rows that have one."""
        name = self.keys[column].removeprefix("info:")
        return self.index.get(HAS + name, self.index["ones"])


class PythonNormalizer(ActionNormalizer):
    """Takes tuples, too, where the action space has tuples."""

    def values(self, action: Any) -> dict[str, Any]:
        """Returns the value of each key of `action`, unchecked."""
        return super().values(_without_tuples(action, len(self._own) > 1))


def _without_tuples(action: Any, is_tree: bool) -> Any:
    if is_tree and isinstance(action, tuple):
        action = {str(i): each for i, each in enumerate(action)}
    if isinstance(action, Mapping):
        return {key: _without_tuples(each, True) for key, each in action.items()}
    return action


class PythonPoolMixin(PoolBase):
    """What pools of envs in Python have beside what their API gives them."""

    _infos: ClassVar[str]  # the API's default of the option
    _workers: Workers
    _frame_size: tuple[int, int] | None = None

    def _serve(self, workers: Workers) -> None:
        """Takes the workers, which end with the pool."""
        self._workers = workers
        self._shown.pop("num_threads")  # the engine starts none
        self._shown = {"workers": len(workers.pids()), **self._shown}
        self._end: Callable[[], Any] = weakref.finalize(self, workers.close)
        facts: Facts = self._env_spec.facts  # type: ignore[attr-defined]
        metadata = getattr(self, "metadata", None)
        if isinstance(metadata, dict):
            mode = metadata.get("autoreset_mode")
            metadata.update(facts.metadata)
            metadata["autoreset_mode"] = mode
            self.render_mode = facts.render_mode

    def _name_columns(self, spec: Any, options: Options) -> Columns:
        infos = self._infos if options.infos is None else options.infos
        return PythonColumns(spec, self._column_keys, infos, self.is_async)

    def _make_plans(self, columns: Any) -> ApiPlans:
        plans: ApiPlans = super()._make_plans(columns)  # type: ignore[misc]
        if self.env_type == "dm" or not columns.with_objects:
            return plans
        return with_objects(plans, columns, self)

    def _object_infos(self, env_id: int, last: bool) -> bytes:
        """Returns the pickled infos without a column; see `ObjectInfos`."""
        return self._workers.infos(env_id, last)

    def _normalizer(self) -> ActionNormalizer:
        return PythonNormalizer(self._env_spec.action_array_spec)

    def _reset_ids(self, env_id: Any, options: Any) -> Any:
        own = None
        if isinstance(options, Mapping):
            rest = {key: options[key] for key in options if key != MASK}
            own = packed_options(rest) if rest else None
            options = {key: options[key] for key in options if key == MASK}
        ids, by_mask, _ = super()._reset_ids(env_id, options)  # type: ignore[misc]
        if own is not None:
            check_length(own, self._env_spec.layout)  # type: ignore[attr-defined]
        return ids, by_mask, own

    def _written_options(self, options: Any) -> Any:
        if options is None:
            return None
        return written_options(options)

    # --- calls --------------------------------------------------------------

    def call(self, name: str, *args: Any, **kwargs: Any) -> tuple[Any, ...]:
        """Calls a method of every env, or reads an attribute.

        Arguments and values are pickled.

        Args:
          name: of the method or attribute; wrappers are searched, the outermost first.
          *args: of the method.
          **kwargs: of the method.

        Returns:
          A value for each env.

        Raises:
          EnvStepError: an env raised an exception, or its worker has ended.
          NotSupportedError: the pool records its actions.
          ProtocolError: an env has a pending result.
        """
        require_unrecorded(self, "call")
        ids = self._all_env_ids.tolist()
        return tuple(self._workers.call("call", name, ids, args, kwargs))

    def get_attr(self, name: str) -> tuple[Any, ...]:
        """Returns an attribute of every env; see `call`."""
        ids = self._all_env_ids.tolist()
        return tuple(self._workers.call("call", name, ids, (), {}))

    def set_attr(self, name: str, values: Any) -> None:
        """Sets an attribute of every env.

        Args:
          name: of the attribute: of the wrapper that has it, or else of the env itself.
          values: a list or tuple with a value for each env, or one value.

        Raises:
          ArgumentError: the number of values is not that of the envs.
          EnvStepError: an env raised an exception, or its worker has ended.
          NotSupportedError: the pool records its actions.
          ProtocolError: an env has a pending result.
        """
        require_unrecorded(self, "set_attr")
        count = len(self)
        if not isinstance(values, (list, tuple)):
            values = [values] * count
        if len(values) != count:
            raise ArgumentError(
                f"values: expected {count}, one for each env, got {len(values)}"
            )
        self._workers.call("set", name, self._all_env_ids.tolist(), values, {})

    def _save(self, ids: NDArray[np.int32]) -> list[bytes]:
        natives: list[bytes] = super()._save(ids)
        own = states.save_envs(self._workers, ids.tolist(), ids.tolist())
        return list(map(states.joined, natives, own))

    def _load(self, ids: NDArray[np.int32], given: list[bytes]) -> None:
        require_unrecorded(self, "load_state")
        parts = [states.split(state) for state in given]
        super()._load(ids, [native for native, _ in parts])
        states.load_envs(self._workers, ids.tolist(), [own for _, own in parts])

    @property
    def _can_render_text(self) -> bool:
        return self._mode() == "ansi"

    def _mode(self) -> str | None:
        facts: Facts = self._env_spec.facts  # type: ignore[attr-defined]
        return facts.render_mode

    def _render_size(self, width: int, height: int) -> tuple[int, int]:
        del width, height
        if self._mode() != "rgb_array":
            raise NotSupportedError(
                'render: expected envs with render_mode="rgb_array", got '
                f"{self._mode()!r}"
            )
        return self._frame_size or (64, 64)

    def _render(
        self, ids: NDArray[np.int32], width: int, height: int, camera: Any
    ) -> NDArray[np.uint8]:
        del camera
        self._render_size(width, height)
        frames = self._workers.call("call", "render", ids.tolist(), (), {})
        shapes = {np.shape(frame) for frame in frames}
        if len(shapes) != 1:
            raise NotSupportedError(
                f"render: expected frames of one shape, got {sorted(shapes)}; render "
                "envs one by one"
            )
        array = np.asarray(frames, np.uint8)
        self._frame_size = array.shape[2], array.shape[1]
        return array

    def _render_texts(self, ids: NDArray[np.int32]) -> list[str]:
        return self._workers.call("call", "render", ids.tolist(), (), {})

    def close(self, **kwargs: Any) -> None:
        """Stops the pool, closes its envs and ends the worker processes."""
        super().close(**kwargs)  # type: ignore[misc]
        self._end()


class PythonApiClasses(ApiClasses):
    """The classes of the pools, and of their spec."""

    @lazy_attribute
    def spec(self) -> Any:
        """`PythonEnvSpec`."""
        made = make_spec_class(self._native_spec, self._module)
        return type(
            made.__name__, (PythonSpecMixin, made), {"__module__": self._module}
        )

    def _pool(self, api: str, mixin: type[Any], *contracts: type[Any]) -> Any:
        own = type(
            mixin.__name__,
            (PythonPoolMixin, mixin),
            {"__module__": _PACKAGE, "__doc__": mixin.__doc__},
        )
        return super()._pool(api, own, *contracts)


class _Once:
    classes: ClassVar[PythonApiClasses | None] = None


def api_classes() -> PythonApiClasses:
    """Returns the classes of the pools; loads the native module."""
    if _Once.classes is None:
        native = load_native(_PACKAGE, "_pyenvs")
        _Once.classes = PythonApiClasses(
            native._PythonEnvSpec, native._PythonEnvPool, _PACKAGE
        )
    return _Once.classes
