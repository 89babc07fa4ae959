# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Actions that depend only on env and step, and the resulting trajectories."""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

import envpool
from envpool.python.actions.legal_actions import LegalActions, pick_legal
from envpool.python.results import trees

__all__ = [
    "NotApplicable",
    "Script",
    "assert_same",
    "column_of",
    "copy_of",
    "leaves",
    "owners_of",
    "raw",
    "row_of",
    "trajectory_digests",
]

Array = NDArray[Any]

# The elements of a result by their index: those of a step and those of a reset.
_PARTS = {
    5: ("obs", "reward", "terminated", "truncated", "info"),
    2: ("obs", "info"),
}
_COMMON_KEYS = ("env_id", "players.env_id")


class NotApplicable(Exception):  # noqa: N818  not an error
    """Part of a check does not apply to this env; the text says why.

    A check raises it at its end, when the rest of the check has passed.
    """


class _Entry(NamedTuple):
    """An action key: the path of its part of a sample, and the form of its rows."""

    key: str
    path: tuple[str, ...]
    per_player: bool
    shape: tuple[int, ...]
    dtype: np.dtype[Any]


class Script:
    """Random actions, fixed for each env, step and player.

    Args:
      task_id: the registered id.
      num_envs: the number of envs.
      num_steps: the number of steps of each env.
      seed: the seed of the actions.
      legal: whether actions are legal if infos have action masks.

    Attributes:
      entries: the env's own action keys.
      is_team: whether an env may have several players.
      moves: which actions are legal, and which player moves.
      per_player: the paths of `leaves` of a result of `env_type="gym"` that
        have a row for each player, not for each env.
      samples: for each env and step, a sample of the action space for each
        player.
      spec: the spec of the task.
    """

    def __init__(
        self,
        task_id: str,
        num_envs: int,
        num_steps: int,
        seed: int = 7,
        legal: bool = True,
    ) -> None:
        self._is_legal = legal
        self.spec: Any = envpool.make_spec(task_id)
        self.is_team = self.spec.config.max_num_players > 1
        self.legal = LegalActions(self.spec)
        self.entries = _entries(self.spec)
        self.per_player = _per_player(self.spec) if self.is_team else frozenset()
        players = self.spec.config.max_num_players
        space = self.spec.gymnasium_action_space
        self.samples: list[list[list[Any]]] = []
        for env in range(num_envs):
            space.seed(seed * 1000 + env)
            self.samples.append(
                [[space.sample() for _ in range(players)] for _ in range(num_steps)]
            )

    def at(
        self,
        steps: Array,
        env_ids: Array,
        info: Any = None,
        role: int | None = None,
    ) -> Any:
        """Returns the actions of envs at their own steps.

        If the infos have action masks, the actions are legal. If one player moves at
        a time, there is one action for each env.

        Args:
          steps: the step of each env of the pool.
          env_ids: the envs that act.
          info: the infos of their last result, or the observation of dm_env; needed if
            there may be several players, or if actions must be legal.
          role: the env with the actions that all envs take; by default each env takes
            its own actions.

        Returns:
          An array, or nested dicts of arrays if there are several action keys
          or players.
        """
        ids = np.asarray(env_ids)
        values: dict[str, Any] = {}
        several = self.is_team and not self.legal.is_turn_based
        own = _players_of(ids, owners_of(info)) if several else [(i, 0) for i in ids]
        masks = self._masks(info)
        for entry in self.entries:
            rows = own if entry.per_player and several else [(i, 0) for i in ids]
            found = []
            for i, k in rows:
                sample = self.samples[i if role is None else role][steps[i]][k]
                found.append(self._legal(_leaf(sample, entry), masks.get((int(i), k))))
            empty = np.zeros((0, *entry.shape), entry.dtype)
            values[entry.key] = np.stack(found) if found else empty
        if len(values) == 1 and not several:
            return next(iter(values.values()))
        if several:
            values["players.env_id"] = np.array([i for i, _ in own], np.int32)
        return trees.nest((trees.gym_path(key), array) for key, array in values.items())

    def _masks(self, info: Any) -> dict[tuple[int, int], Array]:
        """Returns the last result's masks by (env, player index within the env)."""
        if info is None or not self.legal.mask_key or not self._is_legal:
            return {}
        ids = env_ids_of(info, len(self.samples))
        owners = owners_of(info) if self.is_team else None
        masks = self.legal.masks(functools.partial(column_of, info), ids, owners)
        several = self.is_team and not self.legal.is_turn_based
        rows = _players_of(ids, owners) if several else [(int(i), 0) for i in ids]
        return dict(zip(rows, () if masks is None else masks, strict=True))

    def _legal(self, action: Array, mask: Array | None) -> Array:
        """Returns the action, or a legal one if it is not legal."""
        if mask is None or mask[int(action.item()) - self.legal.low]:
            return action
        number = pick_legal(action.reshape(1) - self.legal.low, mask[None])
        return np.full_like(action, number[0] + self.legal.low)


def _entries(spec: Any) -> list[_Entry]:
    specs = spec.action_array_spec
    own = {key: each for key, each in specs.items() if key not in _COMMON_KEYS}
    return [
        _Entry(
            key,
            trees.gym_path(key) if len(own) > 1 else (),
            each.is_per_player,
            tuple(each.shape[1:] if each.is_per_player else each.shape),
            each.dtype,
        )
        for key, each in own.items()
    ]


def _per_player(spec: Any) -> frozenset[str]:
    specs = spec.state_array_spec
    lone = sum(key.startswith("obs") for key in specs) == 1
    paths = {"1"}  # the reward
    for key, each in specs.items():
        outer = each.shape[0] if each.is_ragged else each.shape
        if tuple(outer[:1]) != (-1,) or not key.startswith(("obs", "info:")):
            continue
        below = [] if lone and key.startswith("obs") else trees.gym_path(key)[1:]
        paths.add(".".join(["0" if key.startswith("obs") else "4", *below]))
    return frozenset(paths)


def _players_of(ids: Array, owners: Array | None) -> list[tuple[int, int]]:
    """Returns (env, player index within the env) of each player of the envs `ids`."""
    if owners is None:
        raise ValueError("info: expected that of the last result, got none")
    counts = dict.fromkeys(ids.tolist(), 0)
    found = []
    for env in np.asarray(owners).tolist():
        if env in counts:
            found.append((env, counts[env]))
            counts[env] += 1
    return found


def _leaf(sample: Any, entry: _Entry) -> Array:
    for level in entry.path:
        sample = sample[level]
    return np.asarray(sample)


def column_of(info: Any, key: str) -> Any:
    """Returns the array of an info's key; `info` may be an observation of dm_env.

    Raises:
      KeyError, AttributeError: there is no such info.
    """
    for level in trees.gym_path(key)[1:]:
        info = info[level] if isinstance(info, dict) else getattr(info, level)
    return info


def owners_of(info: Any) -> Any:
    """Returns the env of each player of a result, from its infos; None if missing."""
    try:
        return column_of(info, "info:players.env_id")
    except (KeyError, AttributeError):
        return None


def env_ids_of(info: Any, num_envs: int) -> Any:
    """Returns the env of each row of a result; without this info, all envs in order."""
    try:
        return column_of(info, "info:env_id")
    except (KeyError, AttributeError):
        return np.arange(num_envs)


def leaves(tree: Any, prefix: str = "") -> dict[str, Array]:
    """Returns the arrays of a nested dict, tuple or namedtuple, by path.

    A tuple of texts, one for each row, is an array too.
    """
    items: Iterable[tuple[str, Any]]
    if trees.is_texts(tree):
        return {prefix: np.asarray(tree)}
    if isinstance(tree, dict):
        items = tree.items()
    elif hasattr(tree, "_fields"):
        items = zip(tree._fields, tree, strict=True)
    elif isinstance(tree, tuple):
        items = ((str(i), value) for i, value in enumerate(tree))
    else:
        return {prefix: tree}
    found: dict[str, Array] = {}
    for key, value in items:
        found |= leaves(value, f"{prefix}.{key}" if prefix else str(key))
    return found


def copy_of(array: Array) -> Array:
    """Returns a copy; arrays inside an object array are copied, too."""
    copy = array.copy()
    if copy.dtype == object:
        for at, value in np.ndenumerate(array):
            copy[at] = None if value is None else value.copy()
    return copy


def assert_same(found: Any, expected: Any, note: str = "") -> None:
    """Demands that two results are equal, ragged entries included."""
    arrays, others = leaves(found), leaves(expected)
    assert arrays.keys() == others.keys(), note
    parts = _PARTS.get(len(found)) if isinstance(found, tuple) else None
    for path, array in arrays.items():
        other = others[path]
        name = parts[int(path[0])] + path[1:] if parts else path
        if np.asarray(array).dtype.kind != "O":
            np.testing.assert_equal(array, other, err_msg=f"{note} {name}")
            continue
        assert raw(array) == raw(other), f"{note} {name}"


def row_of(
    script: Script, path: str, column: Array, row: int, owner: Array | None
) -> Any:
    """Returns the part of a column that belongs to one env.

    Args:
      script: the script of the task.
      path: the path of the column in `leaves` of a result of `env_type="gym"`.
      column: the column.
      row: the env's row.
      owner: the rows of the env's players.
    """
    return column[owner] if path in script.per_player else column[row]


def raw(value: Any) -> bytes:
    """Returns the bytes of an array or, for an object array, of its arrays."""
    if value is None:
        return b"none"
    if value.dtype != object:
        return bytes(value.tobytes())
    return b"".join(
        b"" if each is None else str(each.shape).encode() + raw(each)
        for each in value.flat
    )


def trajectory_digests(
    task_id: str, script: Script, num_steps: int, **kwargs: Any
) -> list[str]:
    """Returns a digest of each env's results; it does not depend on the order of envs.

    Args:
      task_id: the registered id.
      script: the actions of the envs.
      num_steps: the number of results of each env in the digest.
      **kwargs: as for `envpool.make`.
    """
    num_envs = len(script.samples)
    digests = [hashlib.sha256() for _ in range(num_envs)]
    steps = np.zeros(num_envs, dtype=np.int64)
    pool: Any = envpool.make_gym(task_id, num_envs=num_envs, **kwargs)
    with pool as env:
        env.async_reset()
        while (steps < num_steps).any():
            result = env.recv()
            ids = result[4]["env_id"]
            owners = owners_of(result[4])
            for path, column in leaves(result).items():
                for row, env_id in enumerate(ids):
                    if steps[env_id] < num_steps:
                        mine = None if owners is None else owners == env_id
                        part = row_of(script, path, column, row, mine)
                        digests[env_id].update(path.encode())
                        digests[env_id].update(raw(part))
            at = np.minimum(steps, num_steps - 1)
            env.send(script.at(at, ids, result[4]), ids)
            steps[ids] += 1
    return [digest.hexdigest() for digest in digests]
