# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The methods `rollout`, `evaluate` and `sample_actions` of pools."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from envpool.python.actions.random_actions import RandomActions
from envpool.python.config.argument_checks import MAX_SEED, as_int
from envpool.python.results import trees
from envpool.python.rollouts import evaluate, run
from envpool.python.rollouts.evaluate import Evaluated
from envpool.python.rollouts.policies import Policy
from envpool.python.rollouts.recorded import DataSet
from envpool.python.rollouts.run import Rollout

__all__ = ["RolloutMixin"]


class RolloutMixin:
    """Many steps in one call, and random actions."""

    _sampler: RandomActions | None = None

    def rollout(
        self,
        steps: int,
        policy: Policy,
        out: Mapping[str, Any] | None = None,
        infos: str | Sequence[str] | None = None,
        record: DataSet | None = None,
    ) -> Rollout:
        """Steps all envs `steps` times without returning to Python.

        Row t of each array is what `step` would have returned for these actions,
        with the pool's autoreset mode: a rollout and single steps with the same
        actions give the same bits. All APIs return the same arrays. Usually, a thread
        takes a few envs through all steps. Pools that normalise results, envs in
        Python, and `autoreset_mode="disabled"` take all envs from step to step.

        Args:
          steps: the number of steps, at least 1.
          policy: an object of `envpool.policies`.
          out: arrays or CPU tensors of yours for parts of the result, nested like it:
            {"obs": ..., "reward": ..., "info": {...}}. Each is of shape
            (steps, num_envs, ...), in C order and of the entry's dtype.
          infos: the names of infos to return, such as "elapsed_step"; "all" for all
            infos of the env; None for none. With `autoreset_mode="same_step"`,
            "final_obs" and the mask "_final" are among the names; with
            `episode_stats`, "episode" and the mask "_episode"; with `randomize`,
            "params", the values of each row's episode.
          record: the `envpool.datasets.Minari` to which the episodes that end in this
            rollout are added, with the infos of the env that are asked for. A thread
            of its own writes them.

        Returns:
          The arrays, each of shape (steps, num_envs, ...); those with a row for each
          of several players have (steps, num_envs * players, ...).

        Raises:
          ArgumentError, ArgumentTypeError: an argument is wrong; no env was stepped.
          MemoryError: the arrays of so many steps are too large.
          EnvStepError: envs failed. The others were stepped to the end; the result is
            in its attribute `result`.
          NotSupportedError: an env has not all of its players, an entry that is asked
            for differs in shape, or the pool records; for a data set also: the pool is
            mixed, envs may have several players, or an info has no value at the end of
            an episode.
          OSError: the data set could not be written; only in the rollouts after it.
          ProtocolError: results are pending; or with `autoreset_mode="disabled"`, an
            episode has ended.
        """
        return run.rollout(self, steps, policy, out, infos, record)

    def evaluate(self, states: Sequence[bytes], actions: Any) -> Evaluated:
        """Tries sequences of actions from saved states.

        The pool's own envs are afterwards as before. A trial is the same as
        `load_state` and `step`, bit by bit. The pool tries `num_envs` sequences at a
        time.

        Args:
          states: S states from `save_state` of this pool, or of one with the same
            config.
          actions: of shape (S, K, T, ...): K sequences of T actions for each state;
            (K, T, ...) for the same sequences from each state. A dict of such arrays
            if actions are dicts. If each of several players acts, the axis after T is
            that of players.

        Returns:
          The returns, the lengths and the states after all T steps.

        Raises:
          ArgumentError, ArgumentTypeError: an argument is wrong.
          EnvStepError: an env failed.
          NotSupportedError: the env cannot save states, or as in `rollout`.
          ProtocolError: results are pending.
        """
        return evaluate.evaluate(self, states, actions)

    def sample_actions(self, seed: int | None = None) -> Any:
        """Returns random actions of the envs of the last result, for `step` or `send`.

        They are legal if the infos have masks of legal actions. If envs have several
        players, each player of the last result has an action, and `players.env_id`
        says whose it is; in games in which one player moves at a time, each env has
        one.

        Args:
          seed: begins a new series of random numbers.

        Raises:
          ConfigError, ConfigTypeError: `seed` is wrong.
          ProtocolError: the players or the masks are not known: there is no result
            yet, or states were loaded after it.
        """
        if seed is not None:
            seed = as_int("seed", seed, 0, MAX_SEED)
        if self._sampler is None or seed is not None:
            self._sampler = RandomActions(self, seed)
        action = self._sampler.draw_legal()
        if not isinstance(action, dict):
            return action
        return trees.nest((trees.gym_path(key), part) for key, part in action.items())
