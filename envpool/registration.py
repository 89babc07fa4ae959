# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The registry of tasks, and `make`.

A family registers its tasks in `<package>/registration.py`:

    from envpool.registration import Family

    family = Family("envpool.classic_control")
    family.rules("Pendulum", {"g": {"min": 0.0, "max": 100.0}})
    family.task("Pendulum-v1", "Pendulum", max_episode_steps=200, g=10.0)

`task` takes an id, the env's name (`Pendulum` for `PendulumEnvSpec`, ...), and
the config where it differs from the defaults; `aliases=[...]` are further ids.
`rules` restricts config values, key by key, with these optional entries:

    min, max    the range; without them an integer must fit into 32 bits
    choices     the possible values
    item        "int", "float", "bool" or "str": the type of the items, for a list
                that is empty by default
    length      of a list or string: n, or (from, to)
    path        True for a string that is the path of files; states can be loaded
                into pools in which it differs

A value has the type of its default. To check several keys together, pass a
function: `family.rules("FrozenLake", {...}, validate_config=check)`. It gets the
config as a dict and returns it, or raises ValueError or TypeError with a
message that names the key.

`register` does the same as `task` with the signature of EnvPool 1.x.
"""

from __future__ import annotations

import copy
import os
import threading
from collections.abc import Mapping, Sequence
from typing import Any, Literal, NamedTuple, overload

import envpool
from envpool import gymnasium_ids
from envpool.python.api import load_package
from envpool.python.argument_checks import as_choice, did_you_mean, show
from envpool.python.config import Hook, Rule, set_rules
from envpool.python.errors import (
    ConfigError,
    EnvPoolError,
    FamilyImportError,
    RegistrationError,
    UnknownEnvError,
)
from envpool.python.official import InfoKeys, Official, set_official
from envpool.python.options import (
    OPTION_NAMES,
    PIXEL_RULES,
    Options,
    split_options,
)
from envpool.python.protocol import (
    DMEnvPool,
    EnvSpec,
    GymEnvPool,
    GymnasiumEnvPool,
)
from envpool.python.task_names import are_equal, check_names, pixel_name

__all__ = [
    "EnvRegistry",
    "Family",
    "InfoKeys",
    "Rule",
    "asset_base_path",
    "base_path",
    "list_all_envs",
    "make",
    "make_dm",
    "make_gym",
    "make_gymnasium",
    "make_spec",
    "package_base_path",
    "register",
    "registry",
]

ENV_TYPES = ("gym", "gymnasium", "dm")

package_base_path: str = os.path.dirname(os.path.abspath(envpool.__file__))


def asset_base_path() -> str:
    """Returns the folder of ROMs, maps and the like.

    It is `ENVPOOL_ASSETS_PATH` if that is set, else the package's folder.
    """
    return os.environ.get("ENVPOOL_ASSETS_PATH") or package_base_path


base_path: str = asset_base_path()


class Entry(NamedTuple):
    """What is known of a task."""

    import_path: str
    spec_cls: str
    dm_cls: str
    gymnasium_cls: str
    config: dict[str, Any]


class EnvRegistry:
    """The tasks, by their ids.

    Attributes:
      specs: the package, the spec class's name and the config of each id.
      envpools: for each id and API, the package and the class's name.
    """

    def __init__(self) -> None:
        self.specs: dict[str, tuple[str, str, dict[str, Any]]] = {}
        self.envpools: dict[str, dict[str, tuple[str, str]]] = {}
        self._lock = threading.RLock()  # never held during an import

    def register(
        self,
        /,
        task_id: str,
        import_path: str,
        spec_cls: str,
        dm_cls: str,
        gymnasium_cls: str,
        aliases: Sequence[str] = (),
        **kwargs: Any,
    ) -> None:
        """Registers a task; nothing is imported until it is made.

        Registering the same task again with the same arguments does nothing.

        Args:
          task_id: the id.
          import_path: the package that exports the classes.
          spec_cls: the spec class's name.
          dm_cls: the name of the pool class of `env_type="dm"`.
          gymnasium_cls: the name of the pool class of `env_type="gymnasium"`.
          aliases: further ids of the same task.
          **kwargs: the config of this task, where it differs from the
            defaults. `gym_cls`, from old releases, has no effect.

        Raises:
          RegistrationError: an id is taken.
        """
        kwargs.pop("gym_cls", None)
        kwargs.setdefault("base_path", base_path)
        names = {
            "task_id": task_id,
            "import_path": import_path,
            "spec_cls": spec_cls,
            "dm_cls": dm_cls,
            "gymnasium_cls": gymnasium_cls,
        }
        check_names(names, aliases)
        ids = [task_id, *aliases]
        entry = (import_path, spec_cls, kwargs)
        pools = {
            "dm": (import_path, dm_cls),
            "gymnasium": (import_path, gymnasium_cls),
        }
        with self._lock:
            for one in ids:
                if not self._is_free(one, entry, pools) or ids.count(one) > 1:
                    owner = self.specs.get(one, entry)[0]
                    raise RegistrationError(
                        f"task_id: {one!r} is already registered by {owner}"
                    )
            new = [one for one in ids if one not in self.specs]
            for one in new:
                self.envpools[one] = dict(pools)
                self.specs[one] = (import_path, spec_cls, dict(kwargs))
        for one in new:
            gymnasium_ids.add(one, kwargs)

    def _is_free(self, task_id: str, entry: Any, pools: Any) -> bool:
        """Tells whether an id is free, or taken by the very same task."""
        if task_id not in self.specs:
            return True
        return are_equal((self.specs[task_id], self.envpools[task_id]), (entry, pools))

    def make(self, /, task_id: str, env_type: str, **kwargs: Any) -> Any:
        """Makes a pool; see `envpool.make`."""
        self._check_env_type(env_type)
        self._check_known(task_id)
        options, from_pixels, given = split_options(kwargs)
        spec = self._spec(task_id, from_pixels, given)
        cls = self._pool_class(task_id, env_type, from_pixels, options)
        pool = cls(spec, options)
        pool._recipe = (_make_again, (task_id, env_type, copy.deepcopy(kwargs)))
        return pool

    def make_dm(self, /, task_id: str, **kwargs: Any) -> Any:
        """Makes a pool of `env_type="dm"`."""
        return self.make(task_id, "dm", **kwargs)

    def make_gym(self, /, task_id: str, **kwargs: Any) -> Any:
        """Makes a pool of `env_type="gym"`."""
        return self.make(task_id, "gym", **kwargs)

    def make_gymnasium(self, /, task_id: str, **kwargs: Any) -> Any:
        """Makes a pool of `env_type="gymnasium"`."""
        return self.make(task_id, "gymnasium", **kwargs)

    def make_spec(self, /, task_id: str, **kwargs: Any) -> Any:
        """Makes a spec; see `envpool.make_spec`."""
        self._check_known(task_id)
        _, from_pixels, given = split_options(kwargs)
        return self._spec(task_id, from_pixels, given)

    def list_all_envs(self) -> list[str]:
        """Returns all ids, aliases included."""
        from envpool import entry

        entry.load_all()
        return list(self.specs)

    @staticmethod
    def _check_env_type(env_type: Any) -> None:
        if not isinstance(env_type, str):
            raise ConfigError(
                f"env_type: expected one of {', '.join(map(repr, ENV_TYPES))}, "
                f"got {show(env_type)}"
            )
        as_choice("env_type", env_type, ENV_TYPES)

    def _check_known(self, task_id: Any) -> None:
        if not isinstance(task_id, str):
            raise UnknownEnvError(f"task_id: expected a string, got {show(task_id)}")
        if task_id in self.specs:
            return
        from envpool import entry

        entry.load_all()
        if task_id in self.specs:
            return
        text = f"task_id: no env is named {task_id!r}"
        text += did_you_mean(task_id, self.specs)
        text += "; envpool.list_all_envs() returns all names"
        failures = dict(entry.failures)
        for family, error in failures.items():
            text += f"; the family {family!r} is missing: {_cause(error)}"
        raise UnknownEnvError(text) from next(iter(failures.values()), None)

    def _spec(self, task_id: str, from_pixels: bool, given: Mapping[str, Any]) -> Any:
        import_path, name, registered = self.specs[task_id]
        cls = self._class(task_id, import_path, name, from_pixels)
        if not hasattr(cls, "gen_config"):
            raise RegistrationError(
                f"{task_id!r} is registered with {import_path}.{name}, which is not "
                "the spec class of an env"
            )
        if given.get("max_episode_steps", 0) is None:  # the task's own limit
            given = {k: v for k, v in given.items() if k != "max_episode_steps"}
        config = {**registered, **given}
        return cls(config, (*OPTION_NAMES, "from_pixels"))

    def _pool_class(
        self, task_id: str, env_type: str, from_pixels: bool, options: Options
    ) -> Any:
        api = "dm" if env_type == "dm" else "gymnasium"
        import_path, name = self.envpools[task_id][api]
        cls = self._class(task_id, import_path, name, from_pixels)
        if env_type != "gym":
            return cls
        from envpool.python.gym_envpool import classic_spaces

        classes = cls._api_classes
        return classes.classic_gym if classic_spaces(options) else classes.gym

    @staticmethod
    def _class(task_id: str, import_path: str, name: str, pixels: bool) -> Any:
        """Imports a class of a family."""
        if pixels:
            name = pixel_name(name)
        try:
            return getattr(load_package(import_path), name)
        except EnvPoolError as error:
            error.add_note(f"needed by {task_id!r}")
            raise
        except AttributeError as error:
            if error.name not in (name, None):
                raise  # something else went wrong, within the package
            if pixels:
                raise ConfigError(
                    f"from_pixels: expected False, got True: {task_id!r} does not "
                    "support frames as observations"
                ) from None
            raise RegistrationError(
                f"{task_id!r} is registered with the class {name}, which does not "
                f"exist in {import_path}"
            ) from error
        except Exception as error:  # whatever the package's code raises
            raise FamilyImportError(
                f"{task_id!r} needs the package {import_path}, which cannot be "
                f"imported: {error}",
                name=import_path,
            ) from error


def _cause(error: BaseException) -> str:
    return f"{type(error).__name__}: {str(error).partition(chr(10))[0]}"


def _make_again(task_id: str, env_type: str, kwargs: dict[str, Any]) -> Any:
    """Makes a pool again when it is unpickled."""
    return registry.make(task_id, env_type, **kwargs)


class Family:
    """Registers the tasks of one family; see this module's text.

    Args:
      package: the package that exports the family's classes.
    """

    def __init__(self, package: str) -> None:
        self._package = package

    def rules(
        self,
        env: str,
        keys: Mapping[str, Mapping[str, Any]],
        validate_config: Hook | None = None,
    ) -> None:
        """Restricts the config values of an env.

        Args:
          env: the env's name, as in `task`.
          keys: a rule for each key that needs one.
          validate_config: checks the complete config and returns it.
        """
        name = f"{env}EnvSpec"
        set_rules(self._package, name, keys, validate_config)
        pixel_keys = {**keys, **PIXEL_RULES}
        set_rules(self._package, pixel_name(name), pixel_keys, validate_config)

    def official(self, env: str, **stated: Any) -> None:
        """Describes the official env of Gymnasium.

        Args:
          env: the env's name, as in `task`.
          **stated: the attributes of `envpool.python.official.Official`.
        """
        name = f"{env}EnvSpec"
        official = Official(**stated)
        set_official(self._package, name, official)
        set_official(self._package, pixel_name(name), official._replace(choices=()))

    def task(
        self, task_id: str, env: str, aliases: Sequence[str] = (), **config: Any
    ) -> None:
        """Registers a task.

        Args:
          task_id: the id.
          env: the env's name, X of the classes `XEnvSpec`, ...
          aliases: further ids of the same task.
          **config: the config where it differs from the defaults.
        """
        registry.register(
            task_id,
            self._package,
            f"{env}EnvSpec",
            f"{env}DMEnvPool",
            f"{env}GymnasiumEnvPool",
            aliases,
            **config,
        )


registry = EnvRegistry()
register = registry.register


@overload
def make(task_id: str, env_type: Literal["dm"], **kwargs: Any) -> DMEnvPool: ...


@overload
def make(
    task_id: str, env_type: Literal["gymnasium"], **kwargs: Any
) -> GymnasiumEnvPool: ...


@overload
def make(task_id: str, env_type: Literal["gym"], **kwargs: Any) -> GymEnvPool: ...


@overload
def make(task_id: str, env_type: str, **kwargs: Any) -> Any: ...


def make(task_id: str, env_type: str, **kwargs: Any) -> Any:
    """Makes a pool of environments.

    With `batch_size` < `num_envs` the pool is asynchronous: `recv` returns the
    first `batch_size` rows to finish, and `info["env_id"]` gives their envs.
    Otherwise it returns all rows, in the order of the envs.

    All returned arrays have one row per env: observations have shape
    (rows, ...) and the dtype of the space; rewards are float32, `terminated`
    and `truncated` bool, `env_id` and `elapsed_step` int32, all of shape
    (rows,). The arrays are yours: nothing writes to them later.

    Args:
      task_id: one of `list_all_envs()`.
      env_type: "gym": spaces of one env, tuples as in Gym 0.26.
        "gymnasium": a `gymnasium.vector.VectorEnv`.
        "dm": `dm_env.TimeStep`s.
      **kwargs: the config, which `make_spec(task_id)` shows, and options.

        Config that all tasks have:

        num_envs: the number of envs, 1 by default.
        batch_size: the rows of a result; 0, the default, for all envs.
        num_threads: the number of worker threads; 0, the default, for as many
          as CPUs and `batch_size` can use.
        seed: an int, 42 by default, so that env i gets seed + i; one int per
          env; or None for a random one.
        max_episode_steps: the number of steps after which episodes are
          truncated; None for the task's, 0 for no limit but the env's own.
        thread_affinity_offset: unless -1, thread i runs on CPU offset + i.

        Options:

        autoreset_mode: "next_step", the default: the step after the end of an
          episode resets the env and ignores the action. "same_step": the last
          step resets it; the last observation and infos are in
          `info["final_obs"]` and `info["final_info"]`. "disabled": only `reset`
          does.
        infos: "official" (the default with `env_type="gymnasium"`), "all" (the
          default otherwise), "none", or a list of keys. In async mode `env_id`
          is always included.
        episode_stats: whether `info["episode"]` has return "r", length "l" and
          duration "t" of finished episodes; `info["_episode"]` is the mask.
        gym_api: "0.26", or "0.21" for the tuples of old Gym.
        gym_spaces: whether `env_type="gym"` uses the spaces of the package
          `gym`; by default only with `gym_api="0.21"`, if it is installed.
        render_mode: "rgb_array" or "human" to enable `render`; with
          render_env_id, render_width, render_height, render_camera_id.
        from_pixels: whether frames are the observations, where supported.
        caller_helps, chunk, shared_threads, numa: how threads share the work;
          see `envpool.python.options.Options`.

    Returns:
      The pool.

    Raises:
      UnknownEnvError: no env has this id.
      ConfigTypeError: a keyword is unknown, or a value has the wrong type.
      ConfigError: a value is out of range.
      FamilyImportError: the family's native module cannot be loaded.
      EnvCreationError: the constructor of an env failed.
    """
    return registry.make(task_id, env_type, **kwargs)


def make_dm(task_id: str, **kwargs: Any) -> DMEnvPool:
    """Makes a pool that returns `dm_env.TimeStep`s; see `make`."""
    pool: DMEnvPool = registry.make_dm(task_id, **kwargs)
    return pool


def make_gym(task_id: str, **kwargs: Any) -> GymEnvPool:
    """Makes a pool with EnvPool's classic API; see `make`."""
    pool: GymEnvPool = registry.make_gym(task_id, **kwargs)
    return pool


def make_gymnasium(task_id: str, **kwargs: Any) -> GymnasiumEnvPool:
    """Makes a pool that is a `gymnasium.vector.VectorEnv`; see `make`."""
    pool: GymnasiumEnvPool = registry.make_gymnasium(task_id, **kwargs)
    return pool


def make_spec(task_id: str, **kwargs: Any) -> EnvSpec:
    """Makes the spec of a task: its config, arrays and spaces.

    Args:
      task_id: one of `list_all_envs()`.
      **kwargs: as for `make`; options are checked but have no effect.

    Raises:
      The same as `make`.
    """
    spec: EnvSpec = registry.make_spec(task_id, **kwargs)
    return spec


def list_all_envs() -> list[str]:
    """Returns the ids of all tasks, aliases included."""
    return registry.list_all_envs()
