# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The table of tasks, by their ids."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from envpool.python.config.task_names import are_equal, check_names
from envpool.python.errors import RegistrationError
from envpool.registration.given import describes_task, opened

__all__ = ["Tasks", "asset_base_path", "base_path", "package_base_path"]

package_base_path: str = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def asset_base_path() -> str:
    """Returns the folder of ROMs, maps and similar files.

    It is `ENVPOOL_ASSETS_PATH` if that is set, else the package's folder.
    """
    return os.environ.get("ENVPOOL_ASSETS_PATH") or package_base_path


base_path: str = asset_base_path()


class Tasks:
    """The table of tasks, by their ids.

    Attributes:
      specs: the package, the spec class's name and the config of each id.
      envpools: for each id and API, the package and the class's name.
    """

    def __init__(self) -> None:
        self.specs: dict[str, tuple[str, str, dict[str, Any]]] = {}
        self.envpools: dict[str, dict[str, tuple[str, str]]] = {}
        self._given: set[str] = set()  # ids of tasks that were given as objects
        self._lock = threading.RLock()  # never held during an import
        self._listeners: list[Callable[[str, Mapping[str, Any]], None]] = []

    def subscribe(self, listener: Callable[[str, Mapping[str, Any]], None]) -> None:
        """Calls a function with the id and the config of every future task.

        Args:
          listener: called after an id has been registered; must not raise.
        """
        self._listeners.append(listener)

    def adopt(self, task: Any) -> Any:
        """Returns the id of a task that is given as an object or a file.

        Ids stay. A given task has an id of its own, which is not listed.
        """
        task = opened(task)
        if not describes_task(task):
            return task
        task_id, package, env, config = task.envpool_task()
        pools = {
            "dm": (package, f"{env}DMEnvPool"),
            "gymnasium": (package, f"{env}GymnasiumEnvPool"),
        }
        with self._lock:
            self._given.add(task_id)
            self.envpools[task_id] = pools
            config.setdefault("base_path", base_path)
            self.specs[task_id] = (package, f"{env}EnvSpec", config)
        return task_id

    def register(
        self,
        /,
        task_id: str,
        import_path: Any,
        spec_cls: str = "",
        dm_cls: str = "",
        gymnasium_cls: str = "",
        aliases: Sequence[str] = (),
        **kwargs: Any,
    ) -> None:
        """Registers a task; nothing is imported until it is made.

        Registering the same task again with the same arguments does nothing.

        Args:
          task_id: the id.
          import_path: the package that exports the classes; or, instead of all of
            these, an object or a file that describes a task.
          spec_cls: the spec class's name.
          dm_cls: the name of the pool class of `env_type="dm"`.
          gymnasium_cls: the name of the pool class of `env_type="gymnasium"`.
          aliases: further ids of the same task.
          **kwargs: the config values that differ from the defaults. `gym_cls`,
            from old releases, has no effect.

        Raises:
          RegistrationError: an id is taken.
        """
        kwargs.pop("gym_cls", None)
        given = import_path if spec_cls else opened(import_path)
        if describes_task(given):
            _, import_path, env, own = given.envpool_task()
            kwargs = {**own, **kwargs}
            spec_cls, dm_cls = f"{env}EnvSpec", f"{env}DMEnvPool"
            gymnasium_cls = f"{env}GymnasiumEnvPool"
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
            for listener in self._listeners:
                listener(one, kwargs)

    def _is_free(self, task_id: str, entry: Any, pools: Any) -> bool:
        """Tells whether an id is free, or taken by an identical task."""
        if task_id not in self.specs:
            return True
        return are_equal((self.specs[task_id], self.envpools[task_id]), (entry, pools))
