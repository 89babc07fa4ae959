# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Families register their tasks here, and `make` makes pools of them.

A family registers its tasks in `<package>/registration.py`:

    from envpool.registration import Family

    family = Family("my_package")
    family.rules("Pendulum", {"g": {"min": 0.0, "max": 100.0}})
    family.meanings({"g": "Acceleration of gravity, in metres per second squared."})
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
    none        the value that None stands for
    names       a dict of texts that may be given instead of the values
    note        what else to say of a wrong value

A value has the type of its default. To check several keys together, pass a
function: `family.rules("FrozenLake", {...}, validate_config=check)`. It gets the
config as a dict and returns it, or raises ValueError or TypeError with a
message that names the key. It also runs for a spec, which `envpool info` makes
of every id; what only envs need is the work of another one, `prepare=...`, which
gets the config of each pool before its envs are made.

`meanings` says what each config key of the family's own means. `envpool info` and
the documentation show it beside the key's default and values.

`register` does the same as `task` with the signature of EnvPool 1.x.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from envpool.gymnasium_ids import add as add_to_gymnasium
from envpool.making import make, make_dm, make_gym, make_gymnasium, make_spec
from envpool.python.config import Hook, Prepare, set_rules
from envpool.python.controls import Controls, set_controls
from envpool.python.keywords import PIXEL_RULES
from envpool.python.near_names import add_id_note
from envpool.python.official import InfoKeys, Official, set_official
from envpool.python.option_texts import set_meanings
from envpool.python.task_names import pixel_name, set_variants
from envpool.python.value_rules import Rule
from envpool.registry import (
    EnvRegistry,
    asset_base_path,
    base_path,
    package_base_path,
    registry,
)

if TYPE_CHECKING:
    from envpool.replays import Recording
    from envpool.tuning import Progress, Tuning

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
    "replay",
    "tune",
]


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
        translate: Hook | None = None,
        prepare: Prepare | None = None,
    ) -> None:
        """Restricts the config values of an env.

        Args:
          env: the env's name, as in `task`.
          keys: a rule for each key that needs one.
          validate_config: checks the complete config and returns it.
          translate: returns a user's keywords in the names of the config, if
            there are others that users know.
          prepare: does with the config of a pool what must be done before its envs
            are made. It raises ValueError if the config is wrong, or else
            RuntimeError.
        """
        name = f"{env}EnvSpec"
        pixels = {**keys, **PIXEL_RULES}
        for cls, own in ((name, keys), (pixel_name(name), pixels)):
            set_rules(self._package, cls, own, validate_config, translate, prepare)

    def meanings(self, keys: Mapping[str, str], env: str = "") -> None:
        """Says what config keys mean, for `envpool info` and the documentation.

        Args:
          keys: a sentence for each key, with the unit if there is one; backticks
            are for code.
          env: the env's name, as in `task`; by default it is said of all envs of
            the family that have such a key.
        """
        set_meanings(self._package, f"{env}EnvSpec" if env else "", keys)

    def note_ids(self, pattern: str, note: str) -> None:
        """Says how ids of another package differ, for the error that proposes ours.

        Args:
          pattern: a regular expression for the whole id.
          note: what sets those envs apart.
        """
        add_id_note(pattern, note)

    def variants(self, env: str, key: str, envs: Mapping[bool, str]) -> None:
        """Lets a config key choose the env, where it changes the spaces.

        Args:
          env: the name of the env that tasks are registered with.
          key: the key, a bool that all the envs have.
          envs: the env's name for each value.
        """
        set_variants(self._package, env, key, envs)

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

    def controls(self, env: str, **stated: Any) -> None:
        """Says what actions are called, for people who play.

        Args:
          env: the env's name, as in `task`.
          **stated: the attributes of `envpool.python.controls.Controls`.
        """
        controls = Controls(**stated)
        name = f"{env}EnvSpec"
        for spec_cls in (name, pixel_name(name)):
            set_controls(self._package, spec_cls, controls)

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


register = registry.register
registry.subscribe(add_to_gymnasium)


def list_all_envs() -> list[str]:
    """Returns the ids of all tasks, aliases included."""
    return registry.list_all_envs()


def replay(
    path: str | os.PathLike[str], config: Mapping[str, Any] | None = None
) -> Recording:
    """Opens a file that `make(record_actions=...)` has written.

    Args:
      path: of the file. If the process that wrote it was killed, or is still
        writing, all that it has written counts.
      config: the config that a recording may not choose, as it may come from a
        stranger: files, folders, programs and their arguments, where the recorded
        pool had others than the defaults.

    Returns:
      The recording: its episodes, each of which plays again bit for bit.

    Raises:
      ConfigTypeError: the config is not a dict.
      OSError: the file cannot be read.
      ReplayError: it is not such a file.
    """
    from envpool.replays import Recording

    return Recording(path, config)


def tune(
    task_id: str,
    num_envs: int = 64,
    *,
    seconds: float = 0.5,
    rounds: int = 5,
    sync: bool = False,
    progress: Progress | None = None,
    **config: Any,
) -> Tuning:
    """Finds the fastest `num_threads`, `batch_size` and `chunk` on this machine.

    It steps pools with random actions. The settings take turns, and their medians are
    compared; a default stays unless another setting is clearly faster. Pools that are
    compared exist at the same time.

    Args:
      task_id: one of `list_all_envs()`.
      num_envs: the number of envs.
      seconds: how long each setting is measured, all rounds together.
      rounds: how often the settings take turns.
      sync: whether to leave out smaller batches, which need `send` and `recv`.
      progress: called before each round with the name of the setting, the number of
        the round from 0, and the number of rounds.
      **config: of `make`; settings that are given here stay as they are.

    Returns:
      The settings: `found.kwargs` for `make`, `found.make()`, and
      `print(found)`.

    Raises:
      The same as `make`.
    """
    from envpool.tuning import run

    return run(task_id, num_envs, seconds, rounds, sync, progress, config)
