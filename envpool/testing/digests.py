# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Digests of trajectories, to compare two systems bit for bit.

    digests PACKAGE... [--every-id]

It prints a line for one id of each class, or for each id: the id, and the SHA-256 of
all that two envs return for fixed actions. Equal lines of two systems mean equal bits.
"""

from __future__ import annotations

import argparse

from envpool.testing.kit_plugin import ids_of
from envpool.testing.profile import scaled
from envpool.testing.rollout import Script, trajectory_digests
from envpool.testing.selection import one_of_each_class

NUM_ENVS = 2
STEPS = 200


def digest(task_id: str) -> str:
    """Returns the digest of an id's trajectories.

    Args:
      task_id: a registered id.
    """
    steps = scaled(task_id, STEPS)
    script = Script(task_id, NUM_ENVS, steps)
    found = trajectory_digests(task_id, script, steps, seed=1, num_threads=1)
    return " ".join(each[:16] for each in found)


def main() -> None:
    """Prints the digests of the ids that the arguments name."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("packages", nargs="+", metavar="PACKAGE")
    parser.add_argument("--every-id", action="store_true")
    args = parser.parse_args()
    ids = [task_id for package in args.packages for task_id in ids_of(package)]
    for task_id in ids if args.every_id else one_of_each_class(ids):
        print(task_id, digest(task_id), flush=True)


if __name__ == "__main__":
    main()
