# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The benchmarks of Meta-World: pools of several tasks with official variants.

env = make_benchmark("MT10", env_type="gymnasium", seed=1, use_one_hot=True)
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any

import envpool
from envpool.errors import ConfigError
from envpool.mujoco.metaworld.registration import task_id
from envpool.mujoco.metaworld.task_lists import BENCHMARKS

__all__ = ["BENCHMARKS", "make_benchmark"]

_CUSTOM = {
    "custom-mt-envs": {"train": "envs_list"},
    "custom-ml-envs": {"train": "train_envs", "test": "test_envs"},
}


def _own_spelling(name: str, split: str, given: dict[str, Any]) -> tuple[str, str]:
    """Returns a benchmark's name and split, and renames official keywords.

    `Meta-World/ML10-test`, for instance, is ML10 with the split "test".
    """
    name = name.removeprefix("Meta-World/")
    for each in ("train", "test"):
        if name.endswith(f"-{each}"):
            name, split = name.removesuffix(f"-{each}"), each
    if "env_name" in given:
        given["task_name"] = given.pop("env_name")
    strategy = given.pop("vector_strategy", "sync")
    if strategy not in ("sync", "async"):
        raise ConfigError(
            f"vector_strategy: expected 'sync' or 'async', got {strategy!r}; the pool "
            "is the same"
        )
    return name, split


def _tasks_of(name: str, split: str, given: dict[str, Any]) -> tuple[str, ...]:
    """Returns the official names of a benchmark's tasks."""
    task_name = given.pop("task_name", None)
    custom = _CUSTOM.get(name, {})
    lists = {each: given.pop(key, ()) for each, key in custom.items()}
    one = name in ("MT1", "ML1")
    if not one and name not in BENCHMARKS and not custom:
        names = ", ".join(("MT1", "ML1", *BENCHMARKS, *_CUSTOM))
        raise ConfigError(f"name: expected one of {names}, got {name!r}")
    splits = ("train", "test") if "ML" in name.upper() else ("train",)
    if split not in splits:
        raise ConfigError(f"split: expected one of {splits} of {name}, got {split!r}")
    if one != (task_name is not None):
        raise ConfigError(
            "task_name: expected the task of MT1 or ML1, and none of others, got "
            f"{task_name!r} with {name}"
        )
    if task_name is not None:
        return (task_name,)
    if not custom:
        return BENCHMARKS[name][split]
    both = [each for tasks in lists.values() for each in tasks]
    if not lists[split] or len(set(both)) < len(both):
        raise ConfigError(
            f"{custom[split]}: expected official names of tasks, each of them once "
            f"in all lists, got {lists[split]!r}"
        )
    return tuple(lists[split])


def _envs_of_each(names: tuple[str, ...], given: dict[str, Any]) -> int:
    """Returns the number of envs of each task."""
    size: int | None = given.pop("meta_batch_size", None)
    num_envs: int | None = given.pop("num_envs", None)
    if size is None:
        return 1 if num_envs is None else num_envs
    if num_envs is not None or size < 1 or size % len(names):
        raise ConfigError(
            f"meta_batch_size: expected a multiple of the {len(names)} tasks, and no "
            f"num_envs, got {size} with num_envs={num_envs}"
        )
    return size // len(names)


def make_benchmark(
    name: str,
    env_type: str = "gymnasium",
    *,
    split: str = "train",
    seed: int | None = 42,
    **options: Any,
) -> Any:
    """Makes a pool with the tasks, the variants and the seeds of a benchmark.

    The envs are those of `gymnasium.make_vec("Meta-World/MT10", seed=seed)` and such,
    task by task. MT shows the goals, and each reset chooses one of 50 variants. ML
    hides the goals; the variants of a task are split among its envs, each of which
    plays all of its own in random order before it repeats one; in the split "test",
    success ends an episode.

    Args:
      name: MT1, MT10, MT25, MT50, ML1, ML10, ML25, ML45, or the official id, such as
        Meta-World/MT10 or Meta-World/ML10-test; or custom-mt-envs or custom-ml-envs.
      env_type: "gym", "gymnasium" or "dm", as for `envpool.make`.
      split: "train" or, for ML, "test": other tasks, or other variants for ML1.
      seed: the official `seed`, of the variants of all tasks and of all envs. Further
        envs of a task of MT have the seeds that follow it. None: a random one.
      **options: options of `envpool.make_mixed`; config keys for all tasks; and

        - num_envs: the number of envs of each task; officially 1 for MT, and for ML
          `meta_batch_size` divided by the number of tasks, which may be given instead;
        - task_name, or env_name: the official name of the task of MT1 or ML1;
        - envs_list of custom-mt-envs, or train_envs and test_envs of custom-ml-envs:
          official names of tasks;
        - vector_strategy: "sync" or "async", which makes no difference.

    Returns:
      The pool, as `envpool.make_mixed` makes it.

    Raises:
      ConfigError: an argument has a wrong value.
      The same as `envpool.make_mixed`.
    """
    name, split = _own_spelling(name, split, options)
    names = _tasks_of(name, split, options)
    num_envs = _envs_of_each(names, options)
    if seed is None:
        seed = secrets.randbelow(2**31 - len(names) * num_envs)
    keys = _keys_of(name, split, names, num_envs) | {
        "task_seed": seed + (name == "ML1" and split == "test")
    }
    keys |= {key: value for key, value in options.items() if key in keys}
    further = {key: value for key, value in options.items() if key not in keys}
    tasks: list[tuple[str, int, Mapping[str, Any]]] = []
    seeds: list[int] = []
    for index, task in enumerate(names):
        if "ML" in name.upper():
            tasks += [
                (task_id(task), 1, {**keys, "subset": i}) for i in range(num_envs)
            ]
            seeds += [seed] * num_envs
            continue
        shift = index if name in _CUSTOM else 0
        own = {**keys, "task_seed": keys["task_seed"] + shift}
        tasks.append((task_id(task), num_envs, own))
        seeds += [seed + shift + i for i in range(num_envs)]
    return envpool.make_mixed(tasks, env_type=env_type, seed=seeds, **further)


def _keys_of(
    name: str, split: str, names: tuple[str, ...], num_envs: int
) -> dict[str, Any]:
    """Returns the config of all tasks of a benchmark."""
    if "ML" not in name.upper():
        return {
            "benchmark_tasks": list(names),
            "draws_alone": name in _CUSTOM,
            "partially_observable": False,
        }
    chosen = {"task_select": "pseudorandom", "terminate_on_success": split == "test"}
    if name in _CUSTOM:
        chosen = {"task_select": "random", "terminate_on_success": False}
    return {
        "benchmark_tasks": list(names),
        "partially_observable": True,
        "num_subsets": num_envs,
        **chosen,
    }
