# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The config of a spec or a pool: a dict with its keys as attributes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any, ClassVar, Self

__all__ = ["EnvConfig", "config_class"]


class EnvConfig(dict[str, Any]):
    """The config values by keyword: `config["num_envs"]` is `config.num_envs`.

    It is a copy: changing it changes no spec and no pool. For programs written for
    EnvPool 1.x, it has the methods of both dicts and namedtuples.
    """

    __slots__ = ()
    _fields: ClassVar[tuple[str, ...]] = ()
    _field_defaults: ClassVar[Mapping[str, Any]] = MappingProxyType({})

    def __init__(self, *values: Any, **given: Any) -> None:
        """Completes values with the defaults.

        Args:
          *values: the first values, in the order of the keys.
          **given: values of other keys.

        Raises:
          TypeError: there are too many values, or a key is unknown.
        """
        cls = type(self)
        if len(values) > len(cls._fields):
            raise TypeError(
                f"config: expected at most {len(cls._fields)} values, got {len(values)}"
            )
        first = dict(zip(cls._fields, values, strict=False))
        for key in given:
            if key in first or key not in cls._field_defaults:
                what = "given twice" if key in first else "unknown"
                raise TypeError(f"config: expected each key once, got {key!r}, {what}")
        super().__init__({**cls._field_defaults, **first, **given})

    @classmethod
    def _make(cls, values: Iterable[Any]) -> Self:
        """See namedtuple."""
        return cls(*values)

    def _asdict(self) -> dict[str, Any]:
        """See namedtuple."""
        return dict(self)

    def _replace(self, **changes: Any) -> Self:
        """See namedtuple."""
        return type(self)(**{**self, **changes})

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except KeyError:
            raise AttributeError(
                f"config: expected one of its keys, got {name!r}", name=name, obj=self
            ) from None

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *self})

    def __repr__(self) -> str:
        return f"Config({', '.join(f'{key}={self[key]!r}' for key in self)})"

    def __copy__(self) -> Self:
        return type(self)(**self)

    def __reduce__(self) -> Any:
        raise NotImplementedError  # each spec class has its own


def config_class(cls: Any, fields: Iterable[str], defaults: Iterable[Any]) -> Any:
    """Makes the config class of a spec class.

    Args:
      cls: the spec class.
      fields: the keywords.
      defaults: the default of each keyword.
    """
    keys = tuple(fields)
    names = {
        "__slots__": (),
        "__module__": cls.__module__,
        "__qualname__": f"{cls.__name__}.gen_config",
        "__doc__": EnvConfig.__doc__,
        "__reduce__": lambda self: (_make_config, (cls, dict(self))),
        "_fields": keys,
        "_field_defaults": dict(zip(keys, defaults, strict=True)),
    }
    return type("Config", (EnvConfig,), names)


def _make_config(cls: Any, values: dict[str, Any]) -> Any:
    return cls.gen_config(**values)
