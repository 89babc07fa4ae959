# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Finds the ids and keywords that unknown names may mean.

Users know names from other packages: `ALE/Pong-v5`, `dm_control/cheetah-run`,
`n_envs`. Such names are no aliases, since defaults differ; errors propose EnvPool's.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

from envpool.python.config.argument_checks import close_names, one_of_these

__all__ = ["add_id_note", "near_id_text", "near_ids", "near_key_text"]

_MAX_PROPOSALS = 3  # maximum number of proposals
_SHORTEST_PART = 4  # letters; shorter parts match too many names

# Keywords of other packages, in lower case without underscores, and EnvPool's. Only
# keywords that the env has are proposed.
_ELSEWHERE: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(
        ("numenv", "nenvs", "nenv", "envs", "envnum", "numenvironments", "numagents"),
        ("num_envs",),
    ),
    **dict.fromkeys(
        ("nthreads", "numworkers", "nworkers", "threads", "threadnum", "workers"),
        ("num_threads",),
    ),
    **dict.fromkeys(
        ("timelimit", "maxsteps", "episodelength", "maxepisodelength", "horizon"),
        ("max_episode_steps",),
    ),
    **dict.fromkeys(("autoreset", "resetmode"), ("autoreset_mode",)),
    **dict.fromkeys(
        ("gravity", "mass", "masses", "friction", "damping", "density", "physics"),
        ("params",),
    ),
    **dict.fromkeys(("render", "rendering"), ("render_mode",)),
    **dict.fromkeys(("cameraid", "cameraname", "camera"), ("render_camera_id",)),
    **dict.fromkeys(("width", "imagewidth"), ("render_width", "img_width")),
    **dict.fromkeys(("height", "imageheight"), ("render_height", "img_height")),
    **dict.fromkeys(
        ("screensize", "imagesize", "imgsize", "resize", "resolution"),
        ("img_width", "img_height", "render_width", "render_height"),
    ),
    **dict.fromkeys(
        ("framestack", "stacksize", "numstack", "nstack", "stack", "numframes"),
        ("stack_num", "frame_stack"),
    ),
    **dict.fromkeys(("actionrepeat", "repeataction", "repeat"), ("frame_skip",)),
    **dict.fromkeys(
        ("stickyactions", "sticky", "stickyactionprobability"),
        ("repeat_action_probability",),
    ),
    **dict.fromkeys(("grayscaleobs", "greyscale", "gray"), ("gray_scale",)),
    **dict.fromkeys(("terminalonlifeloss", "lifeloss", "eoslife"), ("episodic_life",)),
    **dict.fromkeys(
        ("cliprewards", "cliprew", "rewardclipping"), ("reward_clip", "clip_reward")
    ),
    **dict.fromkeys(
        ("normobs", "obsnorm", "normalizeobservation", "normalizeobservations"),
        ("normalize_obs",),
    ),
    **dict.fromkeys(
        ("normreward", "rewardnorm", "normalizerewards"), ("normalize_reward",)
    ),
    **dict.fromkeys(("fullactions", "allactions"), ("full_action_space",)),
    **dict.fromkeys(("pixels", "pixelobs", "visual"), ("from_pixels",)),
    **dict.fromkeys(("videodir", "videofolder", "recordvideo"), ("record",)),
    **dict.fromkeys(("numplayers", "players", "nplayers"), ("max_num_players",)),
    **dict.fromkeys(("scenario", "scenariofile", "configfile"), ("cfg_path",)),
    **dict.fromkeys(("modelpath", "xmlpath", "modelfile"), ("xml_file",)),
    **dict.fromkeys(("rompath", "romfile"), ("rom_dir",)),
}

# Notes for unknown ids that match a pattern.
_id_notes: list[tuple[re.Pattern[str], str]] = []


def near_key_text(key: str, known: Iterable[str]) -> str:
    """Returns `; did you mean 'a'?` for an unknown keyword, or "".

    Args:
      key: the keyword.
      known: the keywords that the env has.
    """
    names = list(dict.fromkeys(known))
    plain = _plain(key)
    same = [name for name in names if _plain(name) == plain]
    if plain in _ELSEWHERE and not same:
        return one_of_these([name for name in _ELSEWHERE[plain] if name in names])
    return one_of_these(same or close_names(key, names))


def add_id_note(pattern: str, note: str) -> None:
    """Adds a note to the errors of unknown ids that match a pattern.

    Args:
      pattern: a regular expression for the whole id.
      note: the difference between these ids and EnvPool's.
    """
    entry = re.compile(pattern), note
    if entry not in _id_notes:
        _id_notes.append(entry)


def near_id_text(task_id: str, ids: Iterable[str]) -> str:
    """Returns `; did you mean 'A-v1'?` for an unknown id, or "".

    Args:
      task_id: the unknown id.
      ids: all ids.
    """
    text = one_of_these(near_ids(task_id, ids))
    notes = [note for pattern, note in _id_notes if pattern.fullmatch(task_id)]
    return text + "".join(f" ({note})" for note in notes) if text else ""


def near_ids(task_id: str, ids: Iterable[str]) -> list[str]:
    """Returns the ids that an unknown id may mean, the likeliest first.

    An id of another package often differs from EnvPool's only in its module, namespace,
    version, case or hyphens, or has further words.

    Args:
      task_id: the unknown id.
      ids: all ids.
    """
    known = list(ids)
    bare = task_id.rpartition(":")[2]
    words = list(dict.fromkeys((bare, bare.rpartition("/")[2])))
    exact = [word for word in words if word in known]
    if exact:
        return exact[:1]
    plain = {one: _plain(_without_version(one)) for one in known}
    wanted = [_plain(_without_version(word)) for word in words]
    for are_near, rank in _NEARNESS:
        near = [
            (rank * len(name), -_version(one), position, one)
            for position, (one, name) in enumerate(plain.items())
            if any(are_near(name, word) for word in wanted)
        ]
        if near:
            best = min(near)[0]
            return [one for length, *_, one in sorted(near) if length == best][
                :_MAX_PROPOSALS
            ]
    return close_names(bare, known)


def _is_part(part: str, whole: str) -> bool:
    at_an_end = whole.startswith(part) or whole.endswith(part)
    return len(part) >= _SHORTEST_PART and at_an_end


# Predicates of (known, wanted) names, the strongest first; -1 prefers the longest known
# name.
_NEARNESS: Sequence[tuple[Callable[[str, str], bool], int]] = (
    (lambda known, word: known == word, 0),
    (lambda known, word: _is_part(word, known), 0),
    (lambda known, word: _is_part(known, word), -1),
)


def _plain(name: str) -> str:
    return re.sub(r"[^a-z0-9]", "", name.lower())


def _without_version(task_id: str) -> str:
    return re.sub(r"-v\d+$", "", task_id)


def _version(task_id: str) -> int:
    found = re.search(r"-v(\d+)$", task_id)
    return int(found[1]) if found else 0
