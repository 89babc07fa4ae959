# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The states and attributes of a mixed pool's envs in Python."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from envpool.mixed.spec import MixedSpecMixin
from envpool.pyenvs import states
from envpool.pyenvs.pool import check_length, packed_options, require_unrecorded
from envpool.pyenvs.processes import Workers
from envpool.python.actions.reset_options import option_values
from envpool.python.errors import EnvStepError, NotSupportedError

__all__ = ["PythonCalls", "call", "load", "require_frames", "reset_options", "save"]

# For each env in Python, its workers and its index among their envs.
Places = Mapping[int, tuple[Workers, int]]


def _by_workers(
    places: Places, ids: Sequence[int]
) -> Iterator[tuple[Workers, list[int], list[int]]]:
    """Yields workers, with the positions of their envs in `ids` and their indices."""
    groups: dict[int, tuple[Workers, list[int], list[int]]] = {}
    for position, env_id in enumerate(ids):
        if env_id in places:
            workers, index = places[env_id]
            _, own, indices = groups.setdefault(id(workers), (workers, [], []))
            own.append(position)
            indices.append(index)
    yield from groups.values()


@contextlib.contextmanager
def _named(ids: Sequence[int], own: list[int], indices: list[int]) -> Iterator[None]:
    """Gives errors the ids of the pool's envs."""
    try:
        yield
    except EnvStepError as error:
        found = [ids[own[indices.index(index)]] for index in error.env_ids]
        text = re.sub(r": env \d+: ", f": env {found[0]}: ", str(error), count=1)
        raise EnvStepError(text, found) from error


def reset_options(
    spec: MixedSpecMixin, options: Mapping[str, Any]
) -> list[tuple[Any, ...] | None]:
    """Returns the options of a reset for each part.

    Envs in Python get all of them, and envs in C++ those that they have.

    Raises:
      ArgumentError: a value is wrong, or they are too long.
    """
    packed = packed_options(options)
    known = {name.split(":")[0] for name in spec._reset_options}
    own = {key: options[key] for key in options if key in known}
    native = option_values(spec, own)
    for part in spec.parts:
        if part.workers is not None:
            check_length(packed, part.spec.layout)  # type: ignore[attr-defined]
    return [native if part.workers is None else packed for part in spec.parts]


def require_frames(spec: MixedSpecMixin, ids: Sequence[int]) -> None:
    """Raises NotSupportedError if an env in Python draws no frames."""
    for part in spec.parts:
        filmed = part.workers is not None and set(part.env_ids.tolist()) & set(ids)
        mode = part.workers.facts.render_mode if part.workers is not None else None
        if filmed and mode != "rgb_array":
            raise NotSupportedError(
                f"render: expected {part.task.name!r} with "
                f'render_mode="rgb_array", got {mode!r}'
            )


def save(places: Places, ids: Sequence[int], natives: list[bytes]) -> list[bytes]:
    """Returns states with those of envs in Python added."""
    found = list(natives)
    for workers, own, indices in _by_workers(places, ids):
        with _named(ids, own, indices):
            saved = states.save_envs(workers, indices, [ids[i] for i in own])
        for i, state in zip(own, saved, strict=True):
            found[i] = states.joined(natives[i], state)
    return found


def load(
    places: Places,
    ids: Sequence[int],
    given: Sequence[bytes],
    load_natives: Callable[[list[bytes]], None],
) -> None:
    """Restores states; `load_natives` restores what the native pool knows."""
    natives, own_states = list(given), dict[int, bytes]()
    groups = list(_by_workers(places, ids))
    for _, own, _ in groups:
        for i in own:
            natives[i], own_states[i] = states.split(given[i])
    load_natives(natives)
    for workers, own, indices in groups:
        with _named(ids, own, indices):
            states.load_envs(workers, indices, [own_states[i] for i in own])


def call(
    places: Places, ids: Sequence[int], what: str, name: str, args: Any, kwargs: Any
) -> dict[int, Any]:
    """Lets workers call a method, or get or set an attribute; see `Workers.call`.

    Args:
      places: the envs in Python.
      ids: envs, of which others are left out.
      what: "call" or "set".
      name: of the method or attribute.
      args: of the method; or the values, by env.
      kwargs: of the method.

    Returns:
      A value for each of the envs in Python.
    """
    values: dict[int, Any] = {}
    for workers, own, indices in _by_workers(places, ids):
        given = args
        if what == "set":
            given = {k: args[ids[i]] for i, k in zip(own, indices, strict=True)}
        with _named(ids, own, indices):
            found = workers.call(what, name, indices, given, kwargs)
        values.update(zip([ids[i] for i in own], found, strict=True))
    return values


class PythonCalls:
    """`call`, `get_attr` and `set_attr` of mixed pools with the gymnasium API."""

    _python_envs: Places
    num_envs: int

    def _of_cpp(self) -> Any:
        """What pools of envs in C++ do."""
        return super()

    def call(self, name: str, *args: Any, **kwargs: Any) -> tuple[Any, ...]:
        """Calls a method of every env, or reads an attribute.

        Envs in Python are called themselves; arguments and values are pickled. Envs in
        C++ have what the pool has.

        Args:
          name: of the method or attribute.
          *args: of the method.
          **kwargs: of the method.

        Returns:
          A value for each env; None for envs in C++ without it, beside envs in Python.

        Raises:
          AttributeError: all envs are in C++, and there is no such attribute.
          EnvStepError: an env raised an exception, or its worker has ended.
          NotSupportedError: a result of envs in C++ has rows of all envs; or the pool
            records its actions, and some envs are in Python.
          ProtocolError: an env has a pending result.
        """
        places, own = self._python_envs, self._of_cpp()
        if not places or name == "render":
            found: tuple[Any, ...] = own.call(name, *args, **kwargs)
            return found
        require_unrecorded(self, "call")
        return self._values(name, args, kwargs)

    def _values(self, name: str, args: Any, kwargs: Any) -> tuple[Any, ...]:
        places, own = self._python_envs, self._of_cpp()
        rows: list[Any] = [None] * self.num_envs
        if len(places) < self.num_envs:
            with contextlib.suppress(AttributeError):
                rows = list(own.call(name, *args, **kwargs))
        values = call(places, list(places), "call", name, args, kwargs)
        return tuple(values.get(i, row) for i, row in enumerate(rows))

    def get_attr(self, name: str) -> tuple[Any, ...]:
        """Returns an attribute of every env; see `call`."""
        if not self._python_envs or name == "render":
            found: tuple[Any, ...] = self._of_cpp().get_attr(name)
            return found
        return self._values(name, (), {})

    def set_attr(self, name: str, values: Any) -> None:
        """Sets an attribute of every env: in C++, for `get_attr` only.

        Args:
          name: of the attribute.
          values: a list or tuple with a value for each env, or one value.

        Raises:
          ArgumentError: the number of values is not that of the envs.
          EnvStepError: an env raised an exception, or its worker has ended.
          NotSupportedError: the pool has an attribute or config value of this name,
            or records its actions, and some envs are in Python.
          ProtocolError: an env has a pending result.
        """
        if self._python_envs:
            require_unrecorded(self, "set_attr")
        self._of_cpp().set_attr(name, values)
        if not isinstance(values, (list, tuple)):
            values = [values] * self.num_envs
        places = self._python_envs
        call(places, list(places), "set", name, values, {})
