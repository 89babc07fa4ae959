# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Makes pools and specs.

Type checkers and editors read making.pyi. It is generated from
`envpool.python.config.keywords`: `bazel run //envpool/testing:make_stub`.
"""

from __future__ import annotations

from typing import Any

from envpool.python.config.keywords import MakeKeywords
from envpool.python.protocol import (
    DMEnvPool,
    EnvSpec,
    GymEnvPool,
    GymnasiumEnvPool,
)
from envpool.registration.env_registry import registry

__all__ = ["MakeKeywords", "make", "make_dm", "make_gym", "make_gymnasium", "make_spec"]


def make(task_id: Any, env_type: str, **kwargs: Any) -> Any:
    """Makes a pool of environments.

    With `batch_size` < `num_envs` the pool is asynchronous: `recv` returns the
    first `batch_size` rows to finish, and `info["env_id"]` gives their envs.
    Otherwise it returns all rows, in the order of the envs.

    Arrays have one row per env: observations have shape (rows, ...) and the dtype
    of the space; rewards are float32, `terminated` and `truncated` bool, `env_id` and
    `elapsed_step` int32, all of shape (rows,). Nothing writes to them later.

    Args:
      task_id: one of `list_all_envs()`; or an object or a file that describes a task.
      env_type: "gym" for spaces of one env and tuples as in Gym 0.26, "gymnasium"
        for a `gymnasium.vector.VectorEnv`, "dm" for results that are a
        `dm_env.TimeStep`.
      **kwargs: the config, which `make_spec(task_id)` shows, and options.

        Config that all tasks have:

        * `num_envs`: 1 by default.
        * `batch_size`: the rows of a result; 0, the default, for all envs.
        * `num_threads`: 0 or "auto", the default, for as many as CPUs and
          `batch_size` can use.
        * `seed`: an int, 42 by default, so that env i gets seed + i; one int per
          env; or None for a random one.
        * `max_episode_steps`: the number of steps after which episodes are
          truncated; None for the task's, 0 for no limit but the env's own.

        Options; `envpool info --all` lists all of them, and all config keys:

        * `autoreset_mode`: what resets an env after an episode: "next_step", the
          default, an extra step that ignores its action; "same_step", the last step,
          with its own results in `info["final_obs"]` and `info["final_info"]`; or
          "disabled", only `reset`.
        * `infos`: "official" (the default with `env_type="gymnasium"`, if there is an
          official env), "all" (the default otherwise), "none", or a list of keys.
          Async pools add `env_id`.
        * `episode_stats`: whether `info["episode"]` has return "r", length "l" and
          duration "t" of finished episodes; `info["_episode"]` is the mask.
        * `output`: "numpy", "torch" or "jax" for arrays that share the pool's memory.
        * `render_mode`: "rgb_array", "human" or, where there are texts, "ansi" to
          enable `render`; with render_env_id, render_width, render_height,
          render_camera_id.
        * `normalize_obs`, `normalize_reward`, `clip_obs`, `clip_reward`, `time_aware`,
          `frame_stack`, `rescale_action`: what Gymnasium's wrappers of similar names
          do, in C++.
        * `from_pixels`: whether frames are the observations, where supported.
        * `record`: a folder for videos of whole episodes, of the envs `record_envs`
          ([0] by default), one episode in `record_every`.
        * `record_actions`: a new file for seeds and actions; see `replay`.

    Returns:
      The pool.

    Raises:
      UnknownEnvError: no env has this id.
      ConfigTypeError: a keyword is unknown, or a value has the wrong type.
      ConfigError: a value is out of range.
      FamilyImportError: the family's native module cannot be loaded.
      EnvCreationError: the constructor of an env failed.
      NotSupportedError: PyTorch or JAX is asked for and not installed.
    """
    return registry.make(task_id, env_type, **kwargs)


def make_dm(task_id: Any, **kwargs: Any) -> DMEnvPool:
    """Makes a pool with `dm_env.TimeStep`s as results; see `make`."""
    pool: DMEnvPool = registry.make_dm(task_id, **kwargs)
    return pool


def make_gym(task_id: Any, **kwargs: Any) -> GymEnvPool:
    """Makes a pool with EnvPool's classic API; see `make`."""
    pool: GymEnvPool = registry.make_gym(task_id, **kwargs)
    return pool


def make_gymnasium(task_id: Any, **kwargs: Any) -> GymnasiumEnvPool:
    """Makes a pool that is a `gymnasium.vector.VectorEnv`; see `make`."""
    pool: GymnasiumEnvPool = registry.make_gymnasium(task_id, **kwargs)
    return pool


def make_spec(task_id: Any, **kwargs: Any) -> EnvSpec:
    """Makes the spec of a task: its config, arrays and spaces.

    It raises the same errors as `make`.

    Args:
      task_id: one of `list_all_envs()`; or an object or a file that describes a task.
      **kwargs: as for `make`; the options that change observations or actions change
        the spaces, and other options are checked but have no effect.
    """
    spec: EnvSpec = registry.make_spec(task_id, **kwargs)
    return spec
