# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Ids for tests of packages that users choose with a keyword, which have no ids."""

from __future__ import annotations

from collections.abc import Iterable

from envpool.registration import register, registry
from envpool.registration.entry import load_own

__all__ = ["register_variants"]


def register_variants(package: str, task_ids: Iterable[str], suffix: str) -> None:
    """Registers tasks of another package again, with the classes of this one.

    Args:
      package: the package that provides the classes.
      task_ids: the ids in the other package.
      suffix: what the new ids add to these.
    """
    load_own()
    for task_id in task_ids:
        _, spec_cls, config = registry.specs[task_id]
        env = spec_cls.removesuffix("EnvSpec")
        classes = (spec_cls, f"{env}DMEnvPool", f"{env}GymnasiumEnvPool")
        register(f"{task_id}{suffix}", package, *classes, **config)
