# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Makes specs and pools of tasks, by their ids."""

from __future__ import annotations

import copy
from collections.abc import Iterable, Mapping
from typing import Any

from envpool.python.api import load_package
from envpool.python.config.argument_checks import as_choice, show
from envpool.python.config.keywords import Options
from envpool.python.config.near_names import near_id_text
from envpool.python.config.options import move_own, options_of, split_options
from envpool.python.config.rules import find_rules, translated
from envpool.python.config.task_names import package_of, pixel_name, variant_name
from envpool.python.errors import (
    ConfigError,
    EnvPoolError,
    FamilyImportError,
    RegistrationError,
    UnknownEnvError,
)
from envpool.python.fork_waits import fork_waits
from envpool.python.missing import missing_library
from envpool.registration import entry
from envpool.registration.absent import absent_families, may_mean, missing_wheel
from envpool.registration.tasks import Tasks

__all__ = ["EnvRegistry", "registry"]

ENV_TYPES = ("gym", "gymnasium", "dm")


class EnvRegistry(Tasks):
    """Makes specs and pools of tasks.

    It looks up an id, loads families if necessary, imports the classes, checks the
    config and makes the pool, in this order.
    """

    @fork_waits()
    def make(self, /, task_id: Any, env_type: str, **kwargs: Any) -> Any:
        """Makes a pool; see `envpool.make`."""
        self._check_env_type(env_type)
        task, task_id = task_id, self.adopt(task_id)
        self._check_known(task_id)
        chosen, from_pixels, given = split_options(kwargs)
        spec = self._spec(task_id, from_pixels, chosen, given)
        options = Options(**chosen)
        if options.env_config is not None:
            from envpool.mixed.making import make_configured

            pool = make_configured(self, spec, env_type, options, from_pixels, given)
        else:
            pool = self.make_pool(spec, env_type, options, from_pixels, given)
        pool._recipe = (_make_again, (task, env_type, copy.deepcopy(kwargs)))
        return pool

    def make_pool(
        self,
        spec: Any,
        env_type: str,
        options: Options,
        from_pixels: bool,
        given: Mapping[str, Any],
    ) -> Any:
        """Makes a pool of envs with one config.

        Args:
          spec: theirs, with an id.
          env_type: the API.
          options: of the pool.
          from_pixels: whether frames are the observations.
          given: the other keywords.
        """
        cls = self._pool_class(spec.id, env_type, from_pixels, given, options)
        if options.records:
            from envpool.recording import recording_class

            cls = recording_class(cls)
        spec._has_gym_spaces = getattr(cls, "_has_gym_spaces", False)
        return cls(spec, options)

    @fork_waits()
    def make_mixed(
        self, /, tasks: Any, env_type: str, pad: bool = False, **kwargs: Any
    ) -> Any:
        """Makes a pool of several tasks; see `envpool.make_mixed`."""
        from envpool.mixed.making import make_mixed

        pool = make_mixed(self, tasks, env_type, pad, kwargs)
        first = [each[0] if isinstance(each, (tuple, list)) else each for each in tasks]
        memo = {id(each): each for each in first}  # functions are not copied
        again = (copy.deepcopy(tasks, memo), env_type, pad, copy.deepcopy(kwargs))
        pool._recipe = (_make_mixed_again, again)
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

    @fork_waits()
    def make_spec(self, /, task_id: Any, **kwargs: Any) -> Any:
        """Makes a spec; see `envpool.make_spec`."""
        task_id = self.adopt(task_id)
        self._check_known(task_id)
        chosen, from_pixels, given = split_options(kwargs)
        spec = self._spec(task_id, from_pixels, chosen, given)
        return spec._seen_with(Options(**chosen))

    def list_all_envs(self) -> list[str]:
        """Returns all ids, aliases included."""
        entry.load_all()
        return [task_id for task_id in self.specs if task_id not in self._given]

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
        for load in (entry.load_own, entry.load_all):
            load()
            if task_id in self.specs:
                return
        raise UnknownEnvError(_unknown_text(task_id, self.specs)) from next(
            iter(entry.failures.values()), None
        )

    def _spec(
        self,
        task_id: str,
        from_pixels: bool,
        chosen: dict[str, Any],
        given: dict[str, Any],
    ) -> Any:
        """Makes a spec.

        If the env has an option as a config key of its own, the value moves from the
        options, `chosen`, to the config, `given`.
        """
        _, name, registered = self.specs[task_id]
        import_path, name = self._variant(task_id, name, given)
        cls = self._class(task_id, import_path, name, from_pixels)
        if not hasattr(cls, "gen_config"):
            raise RegistrationError(
                f"{task_id!r} is registered with {import_path}.{name}, which is not "
                "the spec class of an env"
            )
        keys = cls.gen_config._fields
        move_own(chosen, given, keys)
        own = dict(translated(given, find_rules(import_path, name)))
        if own.get("max_episode_steps", 0) is None:  # None: the task's own limit
            del own["max_episode_steps"]
        config = {**registered, **own}
        spec = cls(config, (*options_of(keys), "from_pixels"))
        spec._id, spec._registered = task_id, dict(registered)
        return spec

    def config_keys(
        self, task_id: str, from_pixels: bool, given: Mapping[str, Any]
    ) -> list[str]:
        """Returns the keys of a config, and those of `given` that stand for some.

        Args:
          task_id: the task.
          from_pixels: whether frames are the observations.
          given: config keywords; they may have official names, and other names.
        """
        self._check_known(task_id)
        import_path, name = self._variant(task_id, self.specs[task_id][1], given)
        fields = self._class(task_id, import_path, name, from_pixels).gen_config._fields
        own = translated(given, find_rules(import_path, name))
        return [*fields, *(key for key in given if key not in own)]

    def _variant(
        self, task_id: str, name: str, given: Mapping[str, Any]
    ) -> tuple[str, str]:
        """Returns the package and the name of the class for a config.

        Args:
          task_id: the task.
          name: the name of the class that the task is registered with.
          given: the values of a user, which may have official names.
        """
        import_path, spec_name, registered = self.specs[task_id]
        import_path = package_of(import_path, {**registered, **given})
        self._class(task_id, import_path, spec_name, False)  # imports the package
        own = translated(given, find_rules(import_path, spec_name))
        return import_path, variant_name(import_path, name, {**registered, **own})

    def _pool_class(
        self,
        task_id: str,
        env_type: str,
        from_pixels: bool,
        given: Mapping[str, Any],
        options: Options,
    ) -> Any:
        api = "dm" if env_type == "dm" else "gymnasium"
        import_path, name = self._variant(
            task_id, self.envpools[task_id][api][1], given
        )
        cls = self._class(task_id, import_path, name, from_pixels)
        if env_type != "gym":
            return cls
        from envpool.python.apis.gym_envpool import classic_spaces

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
                raise  # another error, within the package
            if pixels:
                raise ConfigError(
                    f"from_pixels: expected False, got True: {task_id!r} does not "
                    "support frames as observations"
                ) from None
            raise RegistrationError(
                f"{task_id!r} is registered with the class {name}, which does not "
                f"exist in {import_path}"
            ) from error
        except Exception as error:  # importing a package may raise any exception
            cause = (
                missing_library(error)
                or missing_wheel(import_path, error)
                or f"the package {import_path}, which cannot be imported: {error}"
            )
            raise FamilyImportError(
                f"{task_id!r} needs {cause}", name=import_path
            ) from error


def _unknown_text(task_id: str, ids: Iterable[str]) -> str:
    """Returns the error text for an unknown id; the likeliest remedy comes first."""
    near = near_id_text(task_id, ids)
    absent = absent_families()
    likely = [
        text for name, text in absent.items() if not near or may_mean(name, [task_id])
    ]
    others = [text for text in absent.values() if text not in likely]
    words = [
        f"task_id: no env is named {task_id!r}",
        *likely,
        *([near.removeprefix("; ")] if near else []),
        "envpool.list_all_envs() returns all names",
        *others,
    ]
    return "; ".join(words)


def _make_again(task_id: str, env_type: str, kwargs: dict[str, Any]) -> Any:
    """Makes a pool again when it is unpickled."""
    return registry.make(task_id, env_type, **kwargs)


def _make_mixed_again(
    tasks: Any, env_type: str, pad: bool, kwargs: dict[str, Any]
) -> Any:
    """Makes a mixed pool again when it is unpickled."""
    return registry.make_mixed(tasks, env_type, pad, **kwargs)


registry = EnvRegistry()
