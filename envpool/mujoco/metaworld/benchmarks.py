# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The benchmarks of Meta-World: pools of several tasks with official variants.

env = make_benchmark("MT10", env_type="gymnasium", seed=1, use_one_hot=True)
"""

from __future__ import annotations

from typing import Any

import envpool
from envpool.errors import ConfigError
from envpool.mujoco.metaworld.registration import TASKS, task_id

__all__ = ["BENCHMARKS", "make_benchmark"]

_MT10 = (
    "reach-v3",
    "push-v3",
    "pick-place-v3",
    "door-open-v3",
    "drawer-open-v3",
    "drawer-close-v3",
    "button-press-topdown-v3",
    "peg-insert-side-v3",
    "window-open-v3",
    "window-close-v3",
)
_MT25 = (
    *_MT10,
    "coffee-pull-v3",
    "pick-out-of-hole-v3",
    "disassemble-v3",
    "pick-place-wall-v3",
    "basketball-v3",
    "stick-pull-v3",
    "button-press-wall-v3",
    "faucet-open-v3",
    "door-lock-v3",
    "lever-pull-v3",
    "sweep-into-v3",
    "faucet-close-v3",
    "coffee-button-v3",
    "button-press-topdown-wall-v3",
    "dial-turn-v3",
)
_ML10 = (
    "reach-v3",
    "push-v3",
    "pick-place-v3",
    "door-open-v3",
    "drawer-close-v3",
    "button-press-topdown-v3",
    "peg-insert-side-v3",
    "window-open-v3",
    "sweep-v3",
    "basketball-v3",
)
_ML10_TEST = (
    "drawer-open-v3",
    "door-close-v3",
    "shelf-place-v3",
    "sweep-into-v3",
    "lever-pull-v3",
)
_ML25_TEST = (
    "basketball-v3",
    "door-close-v3",
    "shelf-place-v3",
    "sweep-v3",
    "button-press-v3",
)
_ML45 = (
    "assembly-v3",
    "basketball-v3",
    "button-press-topdown-v3",
    "button-press-topdown-wall-v3",
    "button-press-v3",
    "button-press-wall-v3",
    "coffee-button-v3",
    "coffee-pull-v3",
    "coffee-push-v3",
    "dial-turn-v3",
    "disassemble-v3",
    "door-close-v3",
    "door-open-v3",
    "drawer-close-v3",
    "drawer-open-v3",
    "faucet-open-v3",
    "faucet-close-v3",
    "hammer-v3",
    "handle-press-side-v3",
    "handle-press-v3",
    "handle-pull-side-v3",
    "handle-pull-v3",
    "lever-pull-v3",
    "pick-place-wall-v3",
    "pick-out-of-hole-v3",
    "push-back-v3",
    "pick-place-v3",
    "plate-slide-v3",
    "plate-slide-side-v3",
    "plate-slide-back-v3",
    "plate-slide-back-side-v3",
    "peg-insert-side-v3",
    "peg-unplug-side-v3",
    "soccer-v3",
    "stick-push-v3",
    "stick-pull-v3",
    "push-wall-v3",
    "push-v3",
    "reach-wall-v3",
    "reach-v3",
    "shelf-place-v3",
    "sweep-into-v3",
    "sweep-v3",
    "window-open-v3",
    "window-close-v3",
)
_ML45_TEST = (
    "bin-picking-v3",
    "box-close-v3",
    "hand-insert-v3",
    "door-lock-v3",
    "door-unlock-v3",
)

# The official names of the tasks of each benchmark, in order, by split.
BENCHMARKS: dict[str, dict[str, tuple[str, ...]]] = {
    "MT10": {"train": _MT10},
    "MT25": {"train": _MT25},
    "MT50": {"train": TASKS},
    "ML10": {"train": _ML10, "test": _ML10_TEST},
    "ML25": {"train": _MT25, "test": _ML25_TEST},
    "ML45": {"train": _ML45, "test": _ML45_TEST},
}


def _tasks_of(name: str, split: str, task_name: str | None) -> tuple[str, ...]:
    """Returns the official names of a benchmark's tasks."""
    one = name in ("MT1", "ML1")
    if not one and name not in BENCHMARKS:
        names = ", ".join(("MT1", "ML1", *BENCHMARKS))
        raise ConfigError(f"name: expected one of {names}, got {name!r}")
    splits = ("train", "test") if name.startswith("ML") else ("train",)
    if split not in splits:
        raise ConfigError(f"split: expected one of {splits} of {name}, got {split!r}")
    if one != (task_name is not None):
        raise ConfigError(
            "task_name: expected the task of MT1 or ML1, and none of others, got "
            f"{task_name!r} with {name}"
        )
    return (task_name,) if task_name is not None else BENCHMARKS[name][split]


def make_benchmark(
    name: str,
    env_type: str = "gymnasium",
    *,
    split: str = "train",
    task_name: str | None = None,
    num_envs: int = 1,
    seed: int = 42,
    **options: Any,
) -> Any:
    """Makes a pool with the tasks, the variants and the seeds of a benchmark.

    The envs are those of `gymnasium.make_vec("Meta-World/MT10", seed=seed)` and such,
    task by task. MT shows the goals, and each reset chooses one of 50 variants. ML
    hides the goals; the variants of a task are split among its envs, each of which
    plays all of its own in random order before it repeats one; in the split "test",
    success ends an episode.

    Args:
      name: MT1, MT10, MT25, MT50, ML1, ML10, ML25 or ML45.
      env_type: "gym", "gymnasium" or "dm", as for `envpool.make`.
      split: "train" or, for ML, "test": other tasks, or other variants for ML1.
      task_name: the official name of the task of MT1 or ML1.
      num_envs: the number of envs of each task; officially 1 for MT, and for ML
        `meta_batch_size` divided by the number of tasks.
      seed: the official `seed`, of the variants of all tasks and of all envs. Further
        envs of a task of MT have the seeds that follow it.
      **options: options of `envpool.make_mixed`, and config keys for all tasks.

    Returns:
      The pool, as `envpool.make_mixed` makes it.

    Raises:
      ConfigError: an argument has a wrong value.
      The same as `envpool.make_mixed`.
    """
    names = _tasks_of(name, split, task_name)
    is_meta = name.startswith("ML")
    keys: dict[str, Any] = {
        "benchmark_tasks": list(names),
        "partially_observable": is_meta,
        "task_seed": seed + (name == "ML1" and split == "test"),
    }
    if is_meta:
        keys |= {
            "task_select": "pseudorandom",
            "terminate_on_success": split == "test",
            "num_subsets": num_envs,
        }
    keys |= {key: value for key, value in options.items() if key in keys}
    further = {key: value for key, value in options.items() if key not in keys}
    tasks: list[tuple[str, int, dict[str, Any]]] = []
    seeds: list[int] = []
    for task in names:
        if is_meta:
            tasks += [
                (task_id(task), 1, {**keys, "subset": i}) for i in range(num_envs)
            ]
            seeds += [seed] * num_envs
        else:
            tasks.append((task_id(task), num_envs, keys))
            seeds += [seed + i for i in range(num_envs)]
    return envpool.make_mixed(tasks, env_type=env_type, seed=seeds, **further)
