# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The state of an env in Python, as its worker saves and loads it.

It is a pickle of the attributes of all wrappers and of the env itself, for which it is
restored in place. A class with `__getstate__` and `__setstate__` decides itself. An env
with `clone_state` and `restore_state`, such as Atari's, saves with them what cannot be
pickled.
"""

from __future__ import annotations

import copyreg
import io
import pickle
from typing import Any

__all__ = ["load_env", "save_env"]


def save_env(env: Any) -> bytes | str:
    """Returns the state of an env, or the reason why it cannot be saved."""
    layers = _layers_of(env)
    file = io.BytesIO()
    try:
        pickler = _pickler(file, layers, _kept_of(layers[-1]))
        pickler.dump(([_state_of(layer) for layer in layers], _clone_of(layers[-1])))
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return file.getvalue()


def load_env(env: Any, state: bytes) -> None:
    """Restores a state of an env that was made alike."""
    layers = _layers_of(env)
    states, clone = _Unpickler(io.BytesIO(state), layers).load()
    if len(states) != len(layers):
        raise ValueError(
            f"state: expected one of {len(layers)} wrappers and env, got {len(states)}"
        )
    if clone is not None:
        layers[-1].restore_state(clone)
    for layer, each in zip(layers, states, strict=True):
        if _saves_itself(layer):
            layer.__setstate__(each)
            continue
        own = vars(layer)
        if "env" in own and layer is not layers[-1]:
            each["env"] = own["env"]
        own.clear()
        own.update(each)


def _layers_of(env: Any) -> list[Any]:
    """Returns the wrappers, the outermost first, and the env."""
    import gymnasium

    layers = [env]
    while isinstance(layers[-1], gymnasium.Wrapper):
        layers.append(layers[-1].env)
    return layers


def _state_of(layer: Any) -> Any:
    import gymnasium

    if _saves_itself(layer):
        return layer.__getstate__()
    own = dict(vars(layer))
    if isinstance(layer, gymnasium.Wrapper):
        own.pop("env", None)
    return own


def _saves_itself(layer: Any) -> bool:
    """Whether its class has a `__getstate__` other than that of EzPickle.

    EzPickle makes a new env of the constructor's arguments.
    """
    for cls in type(layer).__mro__:
        if "__getstate__" in vars(cls) and cls is not object:
            return cls.__name__ != "EzPickle" and hasattr(layer, "__setstate__")
    return False


def _clone_of(env: Any) -> Any:
    if not _can_clone(env):
        return None
    try:
        return env.clone_state(include_rng=True)
    except TypeError:  # the env has no such argument
        return env.clone_state()


def _can_clone(env: Any) -> bool:
    return all(
        callable(getattr(env, name, None)) for name in ("clone_state", "restore_state")
    )


def _kept_of(env: Any) -> dict[int, str]:
    """Returns the names, by id, of attributes that stay as they are when loading."""
    if _saves_itself(env):
        return {}
    clones = _can_clone(env)
    return {
        id(value): name
        for name, value in vars(env).items()
        if _is_drawn_with(value) or (clones and not _can_be_pickled(value))
    }


def _is_drawn_with(value: Any) -> bool:
    return type(value).__module__.partition(".")[0] == "pygame"


def _can_be_pickled(value: Any) -> bool:
    import cloudpickle

    try:
        cloudpickle.dumps(value)
    except Exception:
        return False
    return True


def _pickler(file: Any, layers: list[Any], kept: dict[int, str]) -> Any:
    import cloudpickle

    places = {id(layer): i for i, layer in enumerate(layers)}

    class Pickler(cloudpickle.Pickler):  # type: ignore[misc]
        """Writes references to wrappers and env, as these are not replaced."""

        def persistent_id(self, value: Any) -> Any:
            return places.get(id(value), kept.get(id(value)))

        def reducer_override(self, value: Any) -> Any:
            if "_ezpickle_args" in getattr(value, "__dict__", ()):
                new = (copyreg.__newobj__, (type(value),))  # type: ignore[attr-defined]
                return (*new, vars(value), None, None, _set_attributes)
            return super().reducer_override(value)

    return Pickler(file)


class _Unpickler(pickle.Unpickler):
    def __init__(self, file: Any, layers: list[Any]) -> None:
        super().__init__(file)
        self._layers = layers

    def persistent_load(self, pid: Any) -> Any:
        if isinstance(pid, str):
            return vars(self._layers[-1])[pid]
        return self._layers[pid]


def _set_attributes(value: Any, attributes: dict[str, Any]) -> None:
    vars(value).update(attributes)
