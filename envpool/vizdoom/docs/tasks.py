# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Descriptions of the scenarios of ViZDoom, for their pages.

The official package reads buttons, variables and parts of the reward from the files of
the scenarios.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping
from typing import Any, NamedTuple

import vizdoom

import envpool
from docs.env_text import Entries, Env, grouped

SHOWN_FIRST = {"DeadlyCorridor": 0.5, "DefendTheLine": 0.5}


class Text(NamedTuple):
    """The texts about a scenario, with its official reward; see docs.env_text.Env."""

    summary: str
    reward: str
    end: str


_KILL = "106 for killing it, -5 for each shot, -1 for each tic."
_DEAD = "The monster is dead."
_NO_END = "Never: players who die come back."

# By name of the page; this is also the name of EnvPool's own id.
TEXTS = {
    "Basic": Text(
        "Kill a monster at a random place along the opposite wall, which neither moves "
        "nor shoots, and dies of one hit.",
        _KILL,
        _DEAD,
    ),
    "BasicAudio": Text(
        "Basic with an invisible monster that makes a noise at the start. Only "
        "``VizdoomBasicAudio-v1`` observes the noise.",
        _KILL,
        _DEAD,
    ),
    "BasicNotifications": Text(
        "Basic with three different monsters. A message names the one to kill, which "
        "only ``VizdoomBasicNotifications-v1`` observes.",
        "106 for killing the right monster, -44 for killing another one, -5 for each "
        "shot, -1 for each tic.",
        "The right monster is dead.",
    ),
    "SimplerBasic": Text(
        "Basic in a smaller room with plain walls, observed in gray.", _KILL, _DEAD
    ),
    "RocketBasic": Text(
        "Basic with a rocket launcher that does not help in aiming, observed in gray.",
        _KILL,
        _DEAD,
    ),
    "DeadlyCorridor": Text(
        summary=(
            "Run to the armour at the end of a corridor with six armed enemies beside "
            "it, who die of one hit each. The player takes double damage."
        ),
        reward=(
            "The distance covered towards the armour, 1,312 for the whole way and "
            "negative for going back; 1,000 for reaching it, -100 for dying."
        ),
        end="At the armour.",
    ),
    "DefendTheCenter": Text(
        summary=(
            "Turn and shoot in the middle of a round arena while five enemies come "
            "from its wall. Each dies of one hit, and another one appears elsewhere. "
            "There are 26 rounds of ammunition."
        ),
        reward="1 for each kill, -1 for dying.",
        end="Death.",
    ),
    "DefendTheLine": Text(
        summary=(
            "Turn and shoot at enemies at the opposite wall: three shoot fireballs, "
            "three come closer. Each that dies is replaced by one that can take more. "
            "Ammunition is unlimited."
        ),
        reward="1 for each kill, -1 for dying.",
        end="Death.",
    ),
    "MyWayHome": Text(
        summary=(
            "Find the armour in a maze of rooms, from a random place and direction."
        ),
        reward="1 for the armour, -0.0001 for each tic.",
        end="At the armour.",
    ),
    "PredictPosition": Text(
        summary=(
            "Hit a monster that walks along the opposite wall with the only rocket, "
            "which takes a while to get there."
        ),
        reward="1 for hitting it, -0.001 for each tic.",
        end="When it is dead, or 45 tics after the shot.",
    ),
    "TakeCover": Text(
        summary=(
            "Dodge fireballs by moving to the left and the right. Every 60 tics, one "
            "more enemy appears on the other side. The player takes seven times the "
            "damage."
        ),
        reward="1 for each tic.",
        end="Death.",
    ),
    "Deathmatch": Text(
        summary=(
            "Survive in an arena where monsters keep appearing, with weapons, armour "
            "and medikits in its rooms."
        ),
        reward="1 or more for each kill, by the kind of the monster.",
        end="Death.",
    ),
    "HealthGathering": Text(
        "The floor hurts; medikits, which appear at random places, are the only way to "
        "stay alive.",
        "1 for each tic, -100 for dying.",
        "Death.",
    ),
    "HealthGatheringSupreme": Text(
        "The floor of a maze hurts; medikits, which appear at random places, are the "
        "only way to stay alive. Vials of poison cost 30 health.",
        "1 for each tic, -100 for dying.",
        "Death.",
    ),
    "Cig": Text(
        "A deathmatch on a large map with all weapons, from a competition. There are "
        "no monsters; see :ref:`vizdoom-players`.",
        "None.",
        _NO_END,
    ),
    "MultiDuel": Text(
        "A deathmatch on a small map in which everybody has a rocket launcher with 50 "
        "rockets. There are no monsters; see :ref:`vizdoom-players`.",
        "None.",
        _NO_END,
    ),
    "Custom": Text(
        "Plays the scenario that ``cfg_path`` and ``wad_path`` name: files, or the "
        "names of files in the package ``vizdoom``. By default it is Basic.",
        "That of the scenario.",
        "That of the scenario.",
    ),
    "D1Basic": Text(
        "Collect health in an arena whose floor hurts, a map of EnvPool 1.x.",
        "None.",
        "Death.",
    ),
    "D2Navigation": Text(
        "Collect health and avoid poison in a maze whose floor hurts, a map of EnvPool "
        "1.x.",
        "None.",
        "Death.",
    ),
    "D3Battle": Text(
        "Defend yourself against the monsters of a maze, a map of EnvPool 1.x.",
        "None.",
        "Death.",
    ),
    "D4Battle2": Text(
        "Defend yourself against the monsters of a larger maze, a map of EnvPool 1.x.",
        "None.",
        "Death.",
    ),
}
# The official package has shorter ids for these scenarios.
_PAGE_OF_OFFICIAL = {"DefendCenter": "DefendTheCenter", "DefendLine": "DefendTheLine"}


def _page(task_id: str, config: Mapping[str, Any]) -> str:
    """Returns the name of an id's page."""
    name = task_id.removesuffix("-v1").removesuffix("-MultiBinary")
    name = name.removeprefix("Vizdoom")
    return _PAGE_OF_OFFICIAL.get(name, name)


def _official_page(name: str) -> str:
    """Returns the address of a scenario's section in the official page."""
    section = "-".join(re.findall("[A-Z][a-z]+", name)).lower()
    if name.startswith("HealthGathering"):  # one section for two scenarios
        section = "health-gathering-and-health-gathering-supreme"
    return f"https://vizdoom.farama.org/environments/default/#{section}"


@functools.cache
def game(task_id: str) -> vizdoom.DoomGame:
    """Returns a game that has read the file of an id's scenario."""
    found = vizdoom.DoomGame()
    found.load_config(envpool.make_spec(task_id).config.cfg_path)
    return found


def _button(name: str) -> str:
    """Returns a button's effect, by its name."""
    text = re.sub("weapon(.)", r"weapon \1", name.lower().replace("_", " "))
    if name.endswith("_DELTA"):
        verb, *ways = text.removesuffix(" delta").split()
        unit = "speed" if verb == "move" else "degrees"
        return f"{verb} {' or '.join(ways)}: {unit}"
    others = {
        "ATTACK": "shoot",
        "SPEED": "run",
        "SELECT_PREV_WEAPON": "select previous weapon",
    }
    return others.get(name, text)


def _buttons(task_id: str, ids: tuple[str, ...]) -> Entries:
    """Returns the table of the buttons of a scenario."""
    rows = [
        [str(i), f"``{each.name}``", _button(each.name)]
        for i, each in enumerate(game(task_id).get_available_buttons())
    ]
    return Entries({"Index": 12, "Button": 44, "What it does": 44}, rows, ids)


def _observation(own: tuple[str, ...], official: tuple[str, ...]) -> list[Any]:
    """Returns the text about observations, for both kinds of ids."""
    parts: list[Any] = []
    if own:
        parts.append(
            f"{_ids(own)}: the last four frames, oldest first, each resized to 84 x "
            "84: planes of red, green and blue, or one of gray."
        )
    if official:
        names = game(official[0]).get_available_game_variables()
        listed = ", ".join(f"``{one.name}``" for one in names)
        space: Any = envpool.make_spec(official[0]).observation_space
        meanings = {
            "screen": "the frame: height, width, colour",
            "gamevariables": listed,
            "audio": "the sound of the step, two channels",
            "notifications": "the text that the game shows",
        }
        rows = [[f"``{key}``", meanings[key]] for key in getattr(space, "keys", list)()]
        if rows:
            parts += [
                f"{_ids(official)}:",
                Entries({"Key": 26, "Meaning": 74}, rows, official),
            ]
        else:
            parts.append(f"{_ids(official)}: the frame: height, width, colour.")
    return parts


def _ids(ids: tuple[str, ...]) -> str:
    return ", ".join(f"``{one}``" for one in ids)


def _action(own: tuple[str, ...], official: tuple[str, ...]) -> list[Any]:
    """Returns the text about actions, for both kinds of ids."""
    parts: list[Any] = []
    if own:
        parts += [
            f"{_ids(own)}: a number for each button: 1 presses it, for four tics of "
            "1/35 second. With ``use_combined_action=True``, the number of a sensible "
            "combination of buttons.",
            _buttons(own[0], own),
        ]
    if official:
        parts.append(
            f"{_ids(official)}: the buttons that are pressed for one tic, the number "
            "of a set of buttons or, in the ids with ``MultiBinary``, 0 or 1 for each "
            "button. ``max_buttons_pressed`` says how many may be pressed at once."
        )
        if not own:
            parts.append(_buttons(official[0], official))
    return parts


def _reward(text: Text, own: tuple[str, ...], official: tuple[str, ...]) -> str:
    """Returns the text about rewards, for both kinds of ids."""
    said = f"The scenario pays: {text.reward[0].lower()}{text.reward[1:]}"
    if not own:
        return said
    ours = (
        f"{_ids(own)} pay changes of game variables by default, which "
        "``reward_config`` and ``selected_weapon_reward_config`` list; the "
        "scenario's own goal does not count. "
    )
    other = f"with {_ids(official)} and " if official else ""
    return (
        f"{said}\n\n{ours}The scenario's reward comes {other}with "
        '``reward="official"``.'
    )


def _notes(own: tuple[str, ...], official: tuple[str, ...]) -> str:
    """Returns further notes about a scenario."""
    parts = []
    if own and official:
        parts.append(
            f"A step lasts four tics in {_ids(own)}, and one tic in the ids of the "
            "official package; ``frame_skip`` changes that."
        )
    limit = game(official[0]).get_episode_timeout() if official else 0
    if limit:
        parts.append(f"Episodes of {_ids(official)} are truncated after {limit} tics.")
    return " ".join(parts)


def envs() -> dict[str, Env]:
    """Returns the scenarios by the names of their pages."""
    found = {}
    for name, ids in grouped("envpool.vizdoom", _page).items():
        text = TEXTS[name]
        official = tuple(
            one for one in ids if one.startswith("Vizdoom") and name != "Custom"
        )
        own = tuple(one for one in ids if one not in official)
        found[name] = Env(
            f"ViZDoom {name}",
            ids,
            text.summary,
            _observation(own, official),
            _action(own, official),
            _reward(text, own, official),
            text.end,
            _official_page(name) if official else "",
            notes=_notes(own, official),
            names=(name,),
        )
    return found
