# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Makes the classes that users see from native classes.

A native module has `_XEnvSpec` and `_XEnvPool` for each kind of env X. From these,
a family's package exports `XEnvSpec`, `XGymnasiumEnvPool`, `XGymEnvPool` and
`XDMEnvPool`. Its `__init__.py` is one line:

    __getattr__, __dir__ = export_family(__name__, "x_envpool")

It loads the native module and each class on first use. `py_env` makes the classes at
once, in a package that imports its native module itself, as in packages written for
EnvPool 1.x.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from envpool.python.config.argument_checks import did_you_mean
from envpool.python.config.stated import find_methods
from envpool.python.config.texts import family_meanings
from envpool.python.errors import FamilyImportError, RegistrationError
from envpool.python.lazy_attribute import lazy_attribute

__all__ = ["ApiClasses", "export_family", "load_core", "load_package", "py_env"]

CORE = "envpool.core._core"


class ApiClasses:
    """The classes of one kind of env; each is made when it is first read.

    Args:
      native_spec: `_XEnvSpec`.
      native_pool: `_XEnvPool`.
      module: the package that exports the classes.
    """

    def __init__(self, native_spec: Any, native_pool: Any, module: str) -> None:
        self._native_spec = native_spec
        self._native_pool = native_pool
        self._module = module

    def names(self) -> dict[str, str]:
        """Returns the attribute for each class, by the class's name."""
        spec = self._native_spec.__name__.lstrip("_")
        pool = self._native_pool.__name__.lstrip("_")
        return {spec: "spec"} | {
            pool.replace("EnvPool", f"{api}EnvPool"): attribute
            for api, attribute in (
                ("Gymnasium", "gymnasium"),
                ("Gym", "gym"),
                ("ClassicGym", "classic_gym"),
                ("DM", "dm"),
            )
        }

    @lazy_attribute
    def spec(self) -> Any:
        """`XEnvSpec`."""
        from envpool.python.env_spec import make_spec_class

        return make_spec_class(self._native_spec, self._module)

    @lazy_attribute
    def gymnasium(self) -> Any:
        """`XGymnasiumEnvPool`, a `gymnasium.vector.VectorEnv`."""
        import gymnasium  # noqa: F401  waits for a thread that is importing it
        from gymnasium.vector import VectorEnv  # this import alone would not wait

        from envpool.python.gymnasium_envpool import GymnasiumEnvPoolMixin

        return self._pool("Gymnasium", GymnasiumEnvPoolMixin, VectorEnv)

    @lazy_attribute
    def gym(self) -> Any:
        """`XGymEnvPool`, both a `gymnasium.vector.VectorEnv` and a `gymnasium.Env`."""
        from gymnasium import Env
        from gymnasium.vector import VectorEnv

        from envpool.python.apis.gym_envpool import GymEnvPoolMixin

        return self._pool("Gym", GymEnvPoolMixin, VectorEnv, Env)

    @lazy_attribute
    def classic_gym(self) -> Any:
        """`XClassicGymEnvPool`, a `gym.Env` of the package `gym`."""
        from envpool.python.apis.gym_envpool import ClassicGymEnvPoolMixin
        from envpool.python.results.spaces import gym_module

        return self._pool("ClassicGym", ClassicGymEnvPoolMixin, gym_module().Env)

    @lazy_attribute
    def dm(self) -> Any:
        """`XDMEnvPool`, a `dm_env.Environment`."""
        from dm_env import Environment

        from envpool.python.dm_envpool import DMEnvPoolMixin

        return self._pool("DM", DMEnvPoolMixin, Environment)

    def _pool(self, api: str, mixin: type[Any], *contracts: type[Any]) -> Any:
        name = self._native_pool.__name__.lstrip("_")
        # The native __del__ must precede VectorEnv's, which runs Python code: Ctrl-C
        # there would be lost.
        spec = self._native_spec.__name__.lstrip("_")
        methods = find_methods(self._module, spec)
        bases = (*methods, mixin, self._native_pool, *contracts)
        cls = common_metaclass(bases)(
            name.replace("EnvPool", f"{api}EnvPool"),
            bases,
            {"__module__": self._module, "__doc__": mixin.__doc__},
        )
        cls._family_methods = tuple(
            each for base in methods for each in dir(base) if each[0] != "_"
        )
        cls._native = self._native_pool
        cls._api_classes = self
        return cls


def common_metaclass(bases: tuple[type[Any], ...]) -> type[Any]:
    """Returns a metaclass that derives from those of all bases."""
    found: list[type[Any]] = []
    for meta in dict.fromkeys(type(base) for base in bases):
        if any(issubclass(other, meta) for other in found):
            continue
        found = [other for other in found if not issubclass(meta, other)]
        found.append(meta)
    return found[0] if len(found) == 1 else type("EnvPoolMeta", tuple(found), {})


def _py_env(native_spec: Any, native_pool: Any) -> tuple[Any, Any, Any]:
    """Returns `XEnvSpec, XDMEnvPool, XGymnasiumEnvPool` of two native classes.

    The class for `env_type="gym"` is exported along with the others.

    Args:
      native_spec: `_XEnvSpec`.
      native_pool: `_XEnvPool`.
    """
    module = sys._getframe(1).f_globals.get("__name__", "__main__")
    classes = ApiClasses(native_spec, native_pool, module)
    return classes.spec, classes.dm, classes.gymnasium


if TYPE_CHECKING:
    py_env = _py_env


def __getattr__(name: str) -> Any:
    """Provides `py_env`, and loads the library that its arguments need.

    A package that imports `py_env` then imports its native module. By that time,
    libenvpool_core.so must be loaded, since the loader would not find it.
    Packages that use `export_family` load nothing here.
    """
    if name != "py_env":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    load_core()
    globals()[name] = _py_env
    return _py_env


def load_core() -> None:
    """Loads the engine, libenvpool_core.so, before a module that needs it."""
    importlib.import_module(CORE)


def load_package(name: str) -> Any:
    """Imports a family's package, which may import its native module at once."""
    load_core()
    return importlib.import_module(name)


def load_native(package: str, module: str) -> Any:
    """Imports a family's native module.

    Raises:
      FamilyImportError: the module is missing, or cannot be loaded.
    """
    name = f"{package}.{module}"
    for part in (CORE, name):
        try:
            native = importlib.import_module(part)
        except ImportError as error:
            raise FamilyImportError(
                f"{package}: its native module {part} cannot be loaded: {error}",
                name=part,
            ) from error
    return native


def native_apis(native: Any, package: str) -> Iterator[ApiClasses]:
    """Yields the classes of each kind of env in a native module."""
    for name in sorted(vars(native)):
        pool = name.replace("EnvSpec", "EnvPool")
        if name.startswith("_") and name.endswith("EnvSpec"):
            yield ApiClasses(getattr(native, name), getattr(native, pool), package)


def _check_meanings(native: Any, package: str) -> None:
    """Refuses descriptions of config keys that no env of the family has."""
    known = {
        key.replace(".", "_")
        for name, cls in vars(native).items()
        if name.startswith("_") and name.endswith("EnvSpec")
        for key in cls._config_keys
    }
    for key in family_meanings(package).get("", {}):
        if key not in known:
            raise RegistrationError(
                f"{package}: meanings of {key!r}: expected keys of the config of one "
                f"of its envs{did_you_mean(key, known)}"
            )


class _Exports:
    """The names that a family's package exports."""

    def __init__(self, package: str, module: str) -> None:
        self._package = package
        self._module = module

    @lazy_attribute
    def table(self) -> dict[str, tuple[ApiClasses, str]]:
        """By class name: its `ApiClasses`, and its attribute there."""
        native = load_native(self._package, self._module)
        _check_meanings(native, self._package)
        return {
            name: (classes, attribute)
            for classes in native_apis(native, self._package)
            for name, attribute in classes.names().items()
        }

    def get(self, name: str) -> Any:
        """Returns a class; serves as the package's `__getattr__`."""
        if name == "__all__":
            return sorted(self.table)
        # Imports also look up submodules here; these need no native module.
        is_class = name.endswith(("EnvSpec", "EnvPool"))
        if not is_class or name not in self.table:
            raise AttributeError(
                f"module {self._package!r} has no attribute {name!r}", name=name
            )
        classes, attribute = self.table[name]
        cls = getattr(classes, attribute)
        setattr(sys.modules[self._package], name, cls)
        return cls

    def names(self) -> list[str]:
        """Returns all names; serves as the package's `__dir__`."""
        return sorted({*vars(sys.modules[self._package]), *self.table})


def export_family(
    package: str, module: str
) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """Returns `__getattr__` and `__dir__` for a family's package.

    Args:
      package: the package's name.
      module: the name of the native module within it.
    """
    exports = _Exports(package, module)
    return exports.get, exports.names
