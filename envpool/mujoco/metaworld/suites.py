# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The lists of tasks of Meta-World that papers report."""

from __future__ import annotations

from envpool.mujoco.metaworld.benchmarks import BENCHMARKS
from envpool.mujoco.metaworld.registration import task_id
from envpool.suites.suite import Suite

__all__ = ["SCORES", "SUITES"]

SCORES: dict[str, object] = {}  # papers report rates of success


def _suite(name: str) -> Suite:
    kind = "multi-task" if name.startswith("MT") else "meta-learning, training tasks"
    return Suite(
        name=f"metaworld-{name.lower()}",
        title=f"Meta-World {name}: {kind}",
        source="McLean et al. 2025, Meta-World+; metaworld 3.0.0, env_dict",
        tasks=tuple(map(task_id, BENCHMARKS[name]["train"])),
        note="`envpool.mujoco.metaworld.benchmarks.make_benchmark` makes it with the "
        "official variants, seeds and splits.",
    )


SUITES = tuple(map(_suite, BENCHMARKS))
