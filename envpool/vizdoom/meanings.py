# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Meanings of ViZDoom's config keys."""

from __future__ import annotations

from collections.abc import Mapping

__all__ = ["MEANINGS", "OF_OFFICIAL_ENVS"]

# A tic is 1/35 of a second.
MEANINGS: Mapping[str, str] = {
    "img_height": "Height of an observation in pixels.",
    "img_width": "Width of an observation in pixels.",
    "stack_num": "Number of frames in an observation, oldest first.",
    "frame_skip": "Number of tics (1/35 s) that an action is held.",
    "lmp_save_dir": "Folder for the engine's recordings of episodes; empty for none.",
    "episodic_life": "Whether the player's death ends an episode in deathmatches, too; "
    "the next one goes on with the same game.",
    "force_speed": "Always press SPEED; for `use_combined_action`.",
    "use_combined_action": "Whether an action is the number of a sensible combination "
    "of buttons instead of a number for each button.",
    "use_inter_area_resize": "Resize as OpenCV's `INTER_AREA` does, or else as its "
    "`INTER_LINEAR`.",
    "weapon_duration": "Number of steps for which a weapon must have been in hand "
    "before `selected_weapon_reward_config` pays.",
    "reward_config": "For each game variable, what an increase and what a decrease by "
    "1 pays.",
    "selected_weapon_reward_config": "For each weapon slot, what a step with that "
    "weapon in hand and ammunition for it pays.",
    "delta_button_config": "For each button that turns or moves by an amount: number "
    "of its values, the first and the last; for `use_combined_action`.",
    "cfg_path": "The scenario's `.cfg`: a path, or the name of one in the package.",
    "wad_path": "The scenario's `.wad`: a path, or the name of one in the package; "
    "empty for the one that the `.cfg` names.",
    "vzd_path": "The engine; empty for that of the package vizdoom.",
    "iwad_path": "The game's `.wad`; empty for Freedoom 2.",
    "game_args": "Further arguments for the engine, separated by spaces.",
    "map_id": "Name of the map, which one of the files must have.",
    "deathmatch": "Start a deathmatch, as maps need that have no place for a single "
    "player.",
    "reward": "Pay by `reward_config` and the like (`envpool`), or what the scenario "
    "itself pays (`official`).",
}

_AS_FILE = ", or not; None (-1) does as the `.cfg` says."

# For the envs of `vizdoom.gymnasium_wrapper`.
OF_OFFICIAL_ENVS: Mapping[str, str] = {
    "max_buttons_pressed": "Number of buttons that an action may press at once, all of "
    "them if there are fewer; 0 makes it one bit for each button.",
    "treat_episode_timeout_as_truncation": "Truncate episodes at the scenario's time "
    "limit instead of terminating them.",
    "doom_skill": "Difficulty from 1, easy, to 5, nightmare; 0 for the scenario's.",
    "depth": f"Observe the depth of each pixel{_AS_FILE}",
    "labels": f"Observe the label of the object at each pixel{_AS_FILE}",
    "automap": f"Observe the map from above{_AS_FILE}",
    "audio": f"Observe the sound{_AS_FILE}",
    "notifications": f"Observe the texts that the game shows{_AS_FILE}",
    "map_id": "Name of the map; empty for the one that the `.cfg` names.",
}
