# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The common part of the pools of all APIs.

A pool's class derives from a native class and an API class. The API class
describes the results once, as plans; from then on `step`, `send` and `recv` are
functions of the native pool and run no Python code. They are attributes of the
instance, unless a subclass overrides them.

Threads: one thread may send while another one receives. No other calls may run
at the same time.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from envpool.python.actions.reset_options import MASK, OptionValues, option_values
from envpool.python.actions.resets import (
    reset_all,
    reset_some,
    seeds_of,
)
from envpool.python.actions.validate import (
    ActionNormalizer,
    check_env_ids,
    check_mask,
)
from envpool.python.apis import pool_views, rendering, saving
from envpool.python.apis.normalization import Normalization
from envpool.python.config.argument_checks import INT32_MAX, show
from envpool.python.config.keywords import Options
from envpool.python.config.options import check_options, only_options
from envpool.python.config.rules import find_rules
from envpool.python.env_spec import EnvSpecMixin
from envpool.python.errors import (
    ArgumentError,
    ArgumentTypeError,
    ConfigError,
    EnvCreationError,
    EnvPoolError,
    NotSupportedError,
    ProtocolError,
)
from envpool.python.lax import XlaMixin
from envpool.python.params import given, table
from envpool.python.params.infos import with_drawn
from envpool.python.params.table import Params
from envpool.python.pool_base import PoolBase
from envpool.python.protocol import EnvIds, Seed, When
from envpool.python.results import outputs
from envpool.python.results.infos import choose_infos
from envpool.python.results.plans import ApiPlans, Columns
from envpool.python.results.transforms import apply_transforms
from envpool.python.results.trees import Plan
from envpool.python.rollouts.mixin import RolloutMixin

__all__ = ["EnvPoolMixin", "construct"]


def _normalize_render_env_ids(
    env_ids: EnvIds | None, default_env_id: int
) -> NDArray[np.int32]:
    """Converts ids to int32 of shape (k,) as in EnvPool 1.x; None is the default id.

    Raises:
      ArgumentError, EnvIdError: `env_ids` is not valid.
    """
    ids = default_env_id if env_ids is None else env_ids
    return check_env_ids("env_ids", ids, INT32_MAX, repeats=True)


def construct(pool: Any, native: Any, spec: EnvSpecMixin, options: Options) -> None:
    """Constructs the native part of a pool: its envs and its engine.

    Args:
      pool: an object of the class `native`.
      native: the native class.
      spec: the envs, their number and their config.
      options: of the pool.

    Raises:
      ConfigError: an env refuses the config.
      EnvCreationError: an env cannot be made.
    """
    cls = type(spec)
    prepare = find_rules(cls.__module__, cls.__name__).prepare
    own = options.native()
    if spec._transforms is not None:
        names = spec._native_names()
        own["shown"] = [
            (names.get(key, key), *form) for key, *form in spec._transforms.shown()
        ]
    try:
        if prepare is not None:
            prepare(spec.config._asdict())
        native.__init__(pool, spec, own)
    except EnvPoolError:
        raise
    except ValueError as error:  # raised by `prepare` or an env's constructor
        raise ConfigError(str(error)) from error
    except RuntimeError as error:
        raise EnvCreationError(str(error)) from error
    if large := spec._large_seeds:
        seeds = np.array(list(large.values()), np.int64)
        pool._reseed(np.array(list(large), np.int32), seeds)


class EnvPoolMixin(XlaMixin, RolloutMixin, PoolBase):
    """The base of all API classes, which define `env_type` and `_make_plans`.

    `step`, `send` and `recv` are methods of the native pool.
    """

    _infos: ClassVar[str] = "all"  # the default of the option
    _native: ClassVar[type[Any]]
    _api_classes: ClassVar[Any]
    _family_methods: ClassVar[tuple[str, ...]] = ()  # see Family.methods

    _can_record: ClassVar[bool] = False  # see envpool.recording
    _can_mix: ClassVar[bool] = False  # see envpool.mixed

    def __init__(
        self,
        spec: EnvSpecMixin,
        options: Options | Mapping[str, Any] | None = None,
    ) -> None:
        """Builds the envs and starts the threads.

        Args:
          spec: the envs, their number and their config.
          options: the options of `envpool.make`, as a dict.
        """
        if "_options" in self.__dict__:
            raise ProtocolError("__init__: this pool is already constructed")
        if not isinstance(spec, type(self)._api_classes.spec):
            expected = type(self)._api_classes.spec.__name__
            raise ArgumentTypeError(f"spec: expected a {expected}, got {show(spec)}")
        if not isinstance(options, Options):
            options = only_options(options)
        num_envs = int(spec.config.num_envs)
        players = int(spec.config.max_num_players)
        check_options(options, self.env_type, num_envs, players)
        if options.records and not self._can_record:
            raise ConfigError("record, record_actions: expected only in envpool.make")
        if options.env_config is not None and not self._can_mix:
            raise ConfigError("env_config: expected only in envpool.make")
        convert = outputs.converter(options.output)
        spec = spec._seen_with(options)
        construct(self, type(self)._native, spec, options)
        self.spec = spec
        self._env_spec = spec
        self._options = options
        self._recipe: Any = None
        self._shown = {"num_threads": self._num_threads, **options.changed()}
        self._all_env_ids = np.arange(num_envs, dtype=np.int32)
        self._all_env_ids.flags.writeable = False
        self._next_seed: Any = None
        self._columns = self._name_columns(spec, options)
        if spec._transforms is not None:
            apply_transforms(self, spec, spec._transforms)
            saving.keep_observations(self, self._all_env_ids)
        self._use_plans(convert)
        outputs.prepare(self)
        given.start(self)
        rendering.camera_number(self)  # raises for an unknown name

    def _use_plans(self, convert: outputs.Convert | None) -> None:
        """Configures how results are built, with this conversion of arrays."""
        own = self._make_plans(self._columns)  # with NumPy arrays
        own = with_drawn(own, self._columns, self)
        plans = outputs.converted(own, convert, self._env_spec, self._columns)
        self._configure(  # raises for invalid plans
            plans.step,
            plans.reset,
            self._normalizer(),
            plans.hook,
            plans.hook_columns,
        )
        self._plans, self._output_plans = own, plans

    def _name_columns(self, spec: EnvSpecMixin, options: Options) -> Columns:
        entries = spec.state_array_spec
        infos = options.infos
        if infos is None:
            infos = self._infos if spec._official.exists else "all"
        return Columns(
            spec._column_names(self),
            tuple(entries),
            functools.partial(self._leaf, spec),  # static: no reference cycle
            choose_infos(infos, spec, self.is_async, bool(options.randomize)),
            {key for key, entry in entries.items() if spec._is_per_player(entry)},
        )

    @staticmethod
    def _leaf(spec: EnvSpecMixin, key: str, column: int) -> Plan:
        """Returns the plan that makes an observation from its column."""
        del spec, key
        return column

    def _make_plans(self, columns: Columns) -> ApiPlans:
        """Returns the plans that build results from columns."""
        raise NotImplementedError

    def _normalizer(self) -> ActionNormalizer:
        return ActionNormalizer(self._env_spec.action_array_spec)

    def async_reset(self) -> None:
        """Resets all envs without waiting; `recv` returns the results.

        Raises:
          ProtocolError: results are pending; call `recv` first.
        """
        self._reset(self._all_env_ids)

    def _reset_ids(
        self, env_id: EnvIds | None, options: Mapping[str, Any] | None
    ) -> tuple[NDArray[np.int32] | None, bool, OptionValues]:
        """Returns the envs to reset, and the options.

        Returns:
          The ids (None for all), whether they come from a mask, and the values
          of the env's own options (None for the defaults).
        """
        if options is not None and not isinstance(options, Mapping):
            raise ArgumentError(f"options: expected a dict, got {show(options)}")
        options = options or {}
        mask = options.get(MASK)
        ids = None
        if mask is not None:
            if env_id is not None:
                raise ArgumentError(
                    "env_id: expected None if options['reset_mask'] is given"
                )
            ids = check_mask("options['reset_mask']", mask, len(self))
        elif env_id is not None:
            ids = check_env_ids("env_id", env_id, len(self))
        values = option_values(self._env_spec, options, ids)
        return ids, mask is not None, values

    def _reset_envs(
        self,
        ids: NDArray[np.int32] | None,
        seed: Seed | None,
        by_mask: bool,
        options: OptionValues = None,
    ) -> Any:
        if ids is not None:
            return reset_some(self, ids, seed, by_mask, options)
        if seed is not None:
            return reset_all(self, seed, options)
        stored, self._next_seed = self._next_seed, None
        try:
            return reset_all(self, stored, options)
        except ArgumentError:  # nothing was reset
            self._next_seed = stored
            raise

    def seed(self, seed: Seed | None = None) -> None:
        """Stores `seed` for the next `reset` of all envs.

        Args:
          seed: as in `reset`.

        Raises:
          ArgumentError, ArgumentTypeError: `seed` is not valid.
        """
        seeds_of(seed, self._all_env_ids, len(self), by_env=True)
        self._next_seed = seed

    def save_state(self, env_ids: EnvIds | None = None) -> list[bytes]:
        """Returns the complete states of envs, random generators included.

        Args:
          env_ids: the envs, all of them by default.

        Raises:
          NotSupportedError: the env does not support it.
          ProtocolError: one of these envs has a pending result.
        """
        return saving.save(self, self._some_ids("env_ids", env_ids))

    def load_state(self, states: Sequence[bytes], env_ids: EnvIds | None = None) -> Any:
        """Restores states that `save_state` returned.

        Continuing from the state is bit-identical to continuing the saved envs.

        Args:
          states: one state for each env.
          env_ids: the envs, all of them by default.

        Returns:
          The observations that the envs had when they were saved, as `reset` returns
          them, with a row for each of these envs; with `env_type="dm"` a namedtuple
          without the infos. None if one is not known: its env was never reset, may have
          several players, or has observations that differ in shape.

        Raises:
          ArgumentError: a state does not fit this env and config.
          ProtocolError: one of these envs has a pending result.
        """
        return saving.load(self, states, self._some_ids("env_ids", env_ids))

    def clone_state(self, src: EnvIds, dst: EnvIds) -> None:
        """Copies states between envs, including random generators.

        Args:
          src: one env, or as many envs as `dst` has.
          dst: the envs to overwrite.
        """
        to = check_env_ids("dst", dst, len(self))
        sources = check_env_ids("src", src, len(self), repeats=True)
        if len(sources) not in (1, len(to)):
            raise ArgumentError(
                f"src: expected one env, or {len(to)} as in dst, got {len(sources)}"
            )
        saving.clone(self, sources, to)

    @property
    def params(self) -> Params:
        """The physical parameters of the envs: a mapping from names."""
        return Params(self)

    def get_params(
        self,
        names: str | Iterable[str] | None = None,
        env_id: EnvIds | None = None,
    ) -> dict[str, NDArray[Any]]:
        """Returns values of physical parameters.

        Args:
          names: parameters, or elements of them such as "body_mass[torso]"; None for
            all.
          env_id: the envs, all of them by default.

        Returns:
          For each name an array of shape (k, *shape) for k envs, float64 or int64.

        Raises:
          ArgumentError: a name is unknown.
          ProtocolError: one of these envs has a pending result.
        """
        return table.get(self, names, env_id)

    def set_params(
        self,
        params: Mapping[str, Any],
        env_id: EnvIds | None = None,
        when: When = "now",
    ) -> None:
        """Sets values of physical parameters, of all these envs or none.

        Args:
          params: values by name. Each is a number, an array of the parameter's shape,
            or one with such an entry for each env, of shape (k, *shape).
          env_id: the envs, all of them by default.
          when: "now", or "reset" for just before the next reset of each env.

        Raises:
          ArgumentError, ArgumentTypeError: a name is unknown, or a value does not fit
            its parameter. Nothing has changed.
          ProtocolError: one of these envs has a pending result.
        """
        table.set_values(self, params, env_id, when)

    def render(
        self,
        env_ids: EnvIds | None = None,
        camera_id: int | str | None = None,
    ) -> rendering.Frames:
        """Returns frames of envs, uint8 of shape (k, height, width, 3).

        With `env_type="gymnasium"` and without `env_ids`, it returns a tuple with one
        frame per env. With `render_mode="human"`, it shows one env in a window and
        returns None. With `render_mode="ansi"`, each frame is a str, and the result is
        a list instead of an array.

        Args:
          env_ids: the envs, `render_env_id` by default.
          camera_id: the camera's number, or its name in the model;
            `render_camera_id` by default.

        Raises:
          NotSupportedError: the env cannot be rendered, or the pool was made
            without `render_mode`.
        """
        return rendering.render(self, self._options, env_ids, camera_id)

    def to(self, device: Any) -> Self:
        """Makes all further results tensors of a device of PyTorch.

        On the CPU, the default, tensors share the pool's memory. A CUDA device copies
        results in a separate stream, for which the caller's current stream waits; the
        pool's memory is page-locked from then on. CUDA is experimental: it has not been
        run on a GPU yet. For any other device, results are copied before `step` or
        `recv` returns.

        Args:
          device: a `torch.device`, or an argument of its constructor: "cpu", "cuda:0".

        Returns:
          The pool itself.

        Raises:
          ArgumentError: PyTorch has no such device.
          ClosedError: the pool is closed.
          NotSupportedError: the pool was not made with `output="torch"`, or was
            made with `static_output` and the device is neither the CPU nor CUDA.
          ProtocolError: the result of an interrupted `step` with `out` is pending.
        """
        outputs.move(self, device, self._use_plans)
        return self

    def _render_config(self) -> tuple[str | None, int, int, int, int]:
        """Returns mode, env, width, height and camera of frames, as in EnvPool 1.x.

        It is used by families that override `render` in Python.
        """
        options = self._options
        return (
            options.render_mode,
            options.render_env_id or 0,
            options.render_width,
            options.render_height,
            rendering.camera_number(self),
        )

    @property
    def autoreset_mode(self) -> Any:
        """When a finished env starts its next episode."""
        return self._options.autoreset_mode

    @functools.cached_property
    def normalization(self) -> Normalization:
        """The statistics of `normalize_obs` and `normalize_reward`, if any."""
        return Normalization(self)

    def get_action_meanings(self) -> list[str]:
        """Returns the names of the actions, by their numbers.

        If actions are arrays of buttons, as in ViZDoom, these are the buttons' names.

        Raises:
          NotSupportedError: the actions have no names.
        """
        names: list[str] = self._env_spec._controls.names_of(self.config)
        if not names:
            name = f"{type(self).__module__}.{type(self).__name__}"
            raise NotSupportedError(
                f"get_action_meanings: expected an env with named actions ({name})"
            )
        return names

    def close(self) -> None:
        """Stops the pool and frees its envs. Arrays that it returned stay valid.

        It waits at most 10 s for envs that are in a step or reset. Envs that still run
        then are left to their threads, with a `RuntimeWarning` that names them.
        """
        self._close()
        self._spare_memory.close()
        if self._window is not None:
            self._window.close()
            self._window = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *args: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._env_spec._summary(self._shown)})"

    __str__ = __repr__

    def _repr_html_(self) -> str:
        """A table and a picture of the envs, for notebooks."""
        return pool_views.pool_html(self)

    def _repr_png_(self) -> bytes | None:
        """The picture of the envs, for notebooks."""
        return pool_views.pool_png(self)

    def __reduce__(self) -> Any:
        """A copy is a new pool, made with the same arguments."""
        if self._recipe is not None:
            return self._recipe
        return type(self), (self._env_spec, self._options)
