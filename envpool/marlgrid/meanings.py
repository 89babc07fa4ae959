# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""What the config keys mean."""

from __future__ import annotations

__all__ = ["MEANINGS"]

MEANINGS = {
    "env_name": "The task; follows from the id: goalcycle has bonus tiles; cluttered "
    "and empty, which differ only in `n_clutter`, have a goal.",
    "n_agents": "Number of agents, each with rows and actions of its own.",
    "grid_size": "Cells along a side of the grid, with the outer walls.",
    "view_size": "Cells along a side of the square that an agent sees.",
    "view_tile_size": "Pixels along a side of a cell in observations.",
    "view_offset": "How many rows of cells behind it an agent sees.",
    "n_clutter": "Number of single walls within the grid.",
    "randomize_goal": "Whether the goal is in a random cell, not in the "
    "lower right corner.",
    "n_bonus_tiles": "Number of bonus tiles in goalcycle.",
    "bonus_reward": "Reward for the next bonus tile of the cycle.",
    "bonus_penalty": "What another bonus tile than the next one costs; the sign does "
    "not matter.",
    "initial_reward": "Whether the first bonus tile of an agent earns `bonus_reward`; "
    "otherwise nothing.",
    "reset_on_mistake": "Whether the cycle of an agent continues after a wrong bonus "
    "tile, not after the last right one.",
    "reward_decay": "Whether rewards are multiplied by "
    "1 - 0.9 * step / max_episode_steps.",
    "respawn": "Whether an agent at the goal gets a random place to start again; "
    "otherwise it leaves the grid.",
    "ghost_mode": "Whether agents may enter cells of other agents.",
    "prestige_coloring": "Whether the color of an agent shows its prestige, from red "
    "to blue, not its number.",
    "prestige_beta": "Factor of an agent's prestige, the sum of its rewards since the "
    "last negative one, in each step.",
    "prestige_scale": "Prestige at which tanh(1) of the way to blue is reached.",
    "observation_format": "What is observed: pixels, a picture of what an agent sees; "
    "matrix, numbers for each cell that it sees; full_matrix, for those of the grid.",
}
