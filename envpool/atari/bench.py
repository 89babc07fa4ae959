# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The games that `make bench` measures."""

from __future__ import annotations

from envpool.bench.pool import Cost, GymnasiumEnv, Pool, System

__all__ = ["COSTS", "POOLS", "SYSTEMS", "peers_env"]


def peers_env(game: str) -> GymnasiumEnv:
    """Returns the peers' env of a game, with the same preprocessing as EnvPool's.

    Args:
      game: the game's name without a version, such as "Pong".
    """
    unrepeated = {"repeat_action_probability": 0.0}
    sb3 = "stable_baselines3.common"
    kept = {"terminal_on_life_loss": False, "clip_reward": False}
    return GymnasiumEnv(
        task_id=f"ALE/{game}-v5",
        module="ale_py",
        options={"frameskip": 1, **unrepeated},
        wrappers=(
            (
                "gymnasium.wrappers:AtariPreprocessing",
                {"noop_max": 30, "frame_skip": 4},
            ),
            ("gymnasium.wrappers:FrameStackObservation", {"stack_size": 4}),
        ),
        sb3_wrappers=((f"{sb3}.atari_wrappers:AtariWrapper", kept),),
        sb3_vector_wrappers=((f"{sb3}.vec_env:VecFrameStack", {"n_stack": 4}),),
        vector_system="ale",
        vector_options={"reward_clipping": False, **unrepeated},
    )


# The games in README.md's table, with remarks.
_README = {"pong": "frame skip 4, 4x84x84", "breakout": ""}


def _game(key: str, game: str, num_envs: int = 64, batch_size: int = 0) -> Pool:
    return Pool(
        key=f"atari-{key}",
        task_id=f"{game}-v5",
        num_envs=num_envs,
        batch_size=batch_size,
        gymnasium=peers_env(game),
        frames=4,
        python_peers=game == "Pong" and not batch_size,
        readme=_README.get(key),
    )


POOLS = (
    _game("pong", "Pong"),
    _game("pong-async", "Pong", batch_size=16),
    _game("pong-1", "Pong", num_envs=1),
    _game("breakout", "Breakout"),
    _game("spaceinvaders", "SpaceInvaders"),
    _game("qbert", "Qbert"),
    _game("montezuma", "MontezumaRevenge"),
)
COSTS = tuple(
    Cost(task_id=task_id, make_seconds=0.3, of_released=0.5)
    for task_id in ("Pong-v5", "MontezumaRevenge-v5")
)
SYSTEMS = (
    System(
        key="ale",
        title="ale-py AtariVectorEnv",
        player="gymnasium_vector",
        python="peers",
        plays=lambda pool: pool.gymnasium.vector_system == "ale",
        is_baseline=True,
    ),
)
