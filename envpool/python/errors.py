# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""One exception class for each kind of mistake.

Users import them from `envpool.errors`. Each also derives from the builtin exception
that code for earlier releases of EnvPool catches. The native code looks up the
classes here by name.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

__all__ = [
    "ActionKeyError",
    "ArgumentError",
    "ArgumentTypeError",
    "ClosedError",
    "ConfigError",
    "ConfigTypeError",
    "EnvCreationError",
    "EnvIdError",
    "EnvPoolError",
    "EnvStepError",
    "FamilyImportError",
    "ForkedError",
    "NotSupportedError",
    "ProtocolError",
    "RecvTimeoutError",
    "RegistrationError",
    "ReplayError",
    "UnknownEnvError",
]


class EnvPoolError(Exception):
    """The base of all exceptions of EnvPool."""

    # KeyError, a base of some classes, would show the text's repr.
    def __str__(self) -> str:
        return Exception.__str__(self)


class ArgumentError(EnvPoolError, ValueError):
    """An argument has a wrong value: shape, range, length, name."""


class ArgumentTypeError(EnvPoolError, TypeError):
    """An argument has a wrong type or dtype."""


class ActionKeyError(ArgumentError, KeyError):
    """A dict of actions lacks a key or has an unknown one."""


class EnvIdError(ArgumentError, IndexError):
    """An env id is out of range or repeated."""


class ConfigError(ArgumentError, AssertionError):
    """A keyword of `make` has a value out of range."""


class ConfigTypeError(ArgumentTypeError):
    """A keyword of `make` is unknown, or its value has a wrong type."""


class UnknownEnvError(EnvPoolError, AssertionError, KeyError):
    """No env is registered under this id."""


class RegistrationError(EnvPoolError, AssertionError, ValueError):
    """An id cannot be registered, or refers to something that does not exist."""


class FamilyImportError(EnvPoolError, ImportError):
    """A package that a family needs, or its own, cannot be loaded."""


class ProtocolError(EnvPoolError, RuntimeError):
    """The call is not allowed in the pool's current state."""


class ClosedError(ProtocolError):
    """The pool is closed."""


class ForkedError(ProtocolError):
    """The pool was made before `fork()`, in the parent process."""


class RecvTimeoutError(EnvPoolError, TimeoutError):
    """`recv(timeout=...)` ran out of time. Nothing is lost; call it again."""


class NotSupportedError(EnvPoolError, RuntimeError):
    """The env or the pool does not support this."""


class ReplayError(EnvPoolError, RuntimeError):
    """A recording cannot be played, or plays differently than it was recorded."""


class EnvCreationError(EnvPoolError, RuntimeError):
    """The constructor of an env failed."""


class EnvStepError(EnvPoolError, RuntimeError):
    """An env failed. The pool remains usable.

    Attributes:
      env_ids: the envs that failed. An env that failed in a step or reset is reset
        by its next action.
      result: the result of the call, with zeros in the rows of `env_ids`; None if
        an env failed outside of a step or reset, e.g. in `render`.
      recording: the file of the recorded actions, if the pool was made with
        `record_actions`.
    """

    recording: str | None = None

    def __init__(
        self,
        message: str = "",
        env_ids: Iterable[int] = (),
        result: Any = None,
    ) -> None:
        super().__init__(message)
        self.env_ids = [int(env_id) for env_id in env_ids]
        self.result = result


for _name in __all__:  # Tracebacks show the names that users import.
    globals()[_name].__module__ = "envpool.errors"
