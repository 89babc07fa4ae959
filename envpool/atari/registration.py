# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The Atari games."""

from __future__ import annotations

import importlib.util
import os
import sys
from collections.abc import Mapping
from typing import Any

from envpool.families import install_hint
from envpool.registration import Family, InfoKeys

# The single-player games of the Arcade Learning Environment.
GAMES = """
adventure air_raid alien amidar assault asterix asteroids atlantis atlantis2
backgammon bank_heist basic_math battle_zone beam_rider berzerk blackjack
bowling boxing breakout carnival casino centipede chopper_command
crazy_climber crossbow darkchambers defender demon_attack donkey_kong
double_dunk earthworld elevator_action enduro entombed et fishing_derby
flag_capture freeway frogger frostbite galaxian gopher gravitar hangman
haunted_house hero human_cannonball ice_hockey jamesbond journey_escape
kaboom kangaroo keystone_kapers king_kong klax koolaid krull kung_fu_master
laser_gates lost_luggage mario_bros miniature_golf montezuma_revenge mr_do
ms_pacman name_this_game othello pacman phoenix pitfall pitfall2 pong pooyan
private_eye qbert riverraid road_runner robotank seaquest sir_lancelot
skiing solaris space_invaders space_war star_gunner superman surround tennis
tetris tic_tac_toe_3d time_pilot trondead turmoil tutankham up_n_down
venture video_checkers video_chess video_cube video_pinball wizard_of_wor
word_zapper yars_revenge zaxxon
""".split()  # noqa: SIM905 - a hundred lines less

# Indexed by ALE's action numbers.
_ALE_ACTIONS = """
NOOP FIRE UP RIGHT LEFT DOWN UPRIGHT UPLEFT DOWNRIGHT DOWNLEFT UPFIRE RIGHTFIRE
LEFTFIRE DOWNFIRE UPRIGHTFIRE UPLEFTFIRE DOWNRIGHTFIRE DOWNLEFTFIRE
""".split()  # noqa: SIM905

# Larger images would only waste memory.
_MAX_SIDE = 1024


def _rom_dir(base_path: str, task: str) -> str:
    """Returns the folder of ROMs: the one in the assets, or else ale-py's."""
    own = os.path.join(base_path, "atari", "roms")
    if os.path.isfile(os.path.join(own, f"{task}.bin")):
        return own
    spec = importlib.util.find_spec("ale_py")  # does not import it
    for folder in (spec and spec.submodule_search_locations) or ():
        return os.path.join(folder, "roms")
    if error := _search_error():
        raise ValueError(f"rom_dir: expected the package ale-py, got {error}")
    raise ValueError(
        "rom_dir: expected the folder of the ROM files, got none, and the package "
        f"ale-py, which has them, is not installed ({install_hint('ale-py')})"
    )


def _search_error() -> OSError | None:
    """Returns the error that stops the search for packages; `find_spec` hides it."""
    for folder in sys.path:
        try:
            os.scandir(folder or ".").close()
        except (FileNotFoundError, NotADirectoryError, PermissionError):
            pass  # harmless: sys.path may have such entries
        except OSError as error:
            return error
    return None


def check(config: dict[str, Any]) -> dict[str, Any]:
    """Finds the ROMs.

    Args:
      config: the complete config of a game.

    Returns:
      The config, with a folder in `rom_dir`.
    """
    if config["rom_dir"]:
        return config
    return {**config, "rom_dir": _rom_dir(config["base_path"], config["task"])}


family = Family("envpool.atari")

family.meanings(
    {
        "stack_num": "Number of frames in an observation, oldest first.",
        "frame_skip": "Number of raw frames (1/60 s) per step; the action is repeated.",
        "noop_max": "Upper limit of the random number of frames without an action at "
        "a reset; 0 for none.",
        "zero_discount_on_life_loss": "Make the discount 0 in each step that changes "
        'the number of lives; for `env_type="dm"`.',
        "episodic_life": "End the episode when a life is lost.",
        "reward_clip": "Clip rewards to their sign.",
        "use_fire_reset": "End a reset with a frame of FIRE in games with that action; "
        'not with `preprocessing="gymnasium"`.',
        "img_height": "Height of an observed frame in pixels.",
        "img_width": "Width of an observed frame in pixels.",
        "task": "Name of the ROM; the id sets it.",
        "mode": "Mode of the game; -1 for its default.",
        "difficulty": "Difficulty of the game; -1 for its default.",
        "full_action_space": "Use all actions of the joystick instead of those that "
        "have an effect in the game.",
        "repeat_action_probability": "Sticky actions: probability that a raw frame "
        "repeats the previous frame's action.",
        "use_inter_area_resize": "Resize as OpenCV's `INTER_AREA` does, or else as its "
        "`INTER_LINEAR`.",
        "gray_scale": "Observe gray values instead of RGB.",
        "obs_type": "Observe the screen, or the 128 bytes of the console's memory.",
        "full_height": "Show all rows of screens that are higher than 210 rows.",
        "preprocessing": "Follow the rules of EnvPool 1.x, or those of Gymnasium's "
        "AtariPreprocessing and FrameStackObservation.",
        "ram": "Whether the infos have the console's memory.",
        "rom_dir": "Folder with the ROMs; empty for those of the assets or of ale-py.",
    }
)

family.rules(
    "Atari",
    {
        "stack_num": {"min": 1, "max": 64},
        "frame_skip": {"min": 1, "max": 1000},
        "noop_max": {"min": 0, "max": 1000},
        "img_height": {"min": 1, "max": _MAX_SIDE},
        "img_width": {"min": 1, "max": _MAX_SIDE},
        "mode": {"min": -1},
        "difficulty": {"min": -1},
        "repeat_action_probability": {"min": 0.0, "max": 1.0},
        "obs_type": {
            "choices": ("image", "ram"),
            "note": "gray_scale=False observes colours",
        },
        "preprocessing": {"choices": ("envpool", "gymnasium")},
        "task": {"choices": tuple(GAMES)},
        "rom_dir": {"path": True},
    },
    validate_config=check,
)

family.note_ids(
    r"ALE/.*|.*(NoFrameskip|Deterministic|-ram).*",
    "by default it observes 4 gray frames of 84 x 84 pixels; img_height, img_width, "
    "gray_scale, stack_num, frame_skip, repeat_action_probability and obs_type "
    "change that",
)


def _action_names(config: Mapping[str, Any]) -> list[str]:
    """Returns ALE's names of a game's actions."""
    from envpool.python.api import load_native

    native = load_native("envpool.atari", "atari_envpool")
    numbers = native.actions_of(config["task"], config["full_action_space"])
    return [_ALE_ACTIONS[number] for number in numbers]


family.controls("Atari", names=_action_names)

_INFOS = InfoKeys(
    absent=frozenset({"reward", "terminated", "ram"}),
    reset_only=frozenset({"seeds"}),
)
family.official(
    "Atari",
    infos=lambda config: _INFOS,
    render_fps=lambda config: 60 / config["frame_skip"],
)

for game in GAMES:
    family.task(
        f"{''.join(word.capitalize() for word in game.split('_'))}-v5",
        "Atari",
        task=game,
        max_episode_steps=27000,
    )
