# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The scenarios of ViZDoom."""

from __future__ import annotations

import collections
import functools
import importlib.util
import math
import os
import re
from collections.abc import Mapping
from typing import Any

from envpool.families import install_hint
from envpool.registration import Family
from envpool.vizdoom import sound
from envpool.vizdoom.buttons import action_names, official_action_names
from envpool.vizdoom.meanings import MEANINGS, OF_OFFICIAL_ENVS

# Every version has another layout of the engine's shared memory.
VERSION = "1.3.2"

# The files of the package's folder `scenarios`, without their suffixes.
SCENARIOS = (
    "basic",
    "basic_audio",
    "basic_notifications",
    "cig",
    "deadly_corridor",
    "deathmatch",
    "defend_the_center",
    "defend_the_line",
    "health_gathering",
    "health_gathering_supreme",
    "multi_duel",
    "my_way_home",
    "predict_position",
    "rocket_basic",
    "simpler_basic",
    "take_cover",
)

# The files of EnvPool 1.x's scenarios, in the package envpool_assets.
ASSET_SCENARIOS = ("D1_basic", "D2_navigation", "D3_battle", "D4_battle2")

# The envs of vizdoom.gymnasium_wrapper, and their scenarios.
OFFICIAL = {
    "Basic": "basic",
    "BasicAudio": "basic_audio",
    "BasicNotifications": "basic_notifications",
    "DeadlyCorridor": "deadly_corridor",
    "Deathmatch": "deathmatch",
    "DefendCenter": "defend_the_center",
    "DefendLine": "defend_the_line",
    "HealthGathering": "health_gathering",
    "HealthGatheringSupreme": "health_gathering_supreme",
    "MyWayHome": "my_way_home",
    "PredictPosition": "predict_position",
    "TakeCover": "take_cover",
}
# Scenarios with delta buttons, which turn or move by an amount.
_DELTA_SCENARIOS = ("deathmatch",)

# The maps of these scenarios have no start for a single player.
_DEATHMATCHES = ("cig", "multi_duel")

# Larger images would only waste memory.
_MAX_SIDE = 1024
# The limit on combined actions in actions.cc.
_MAX_VALUES = 2**20
# The engine's limit.
_MAX_PLAYERS = 16
# Buffer options; -1 or None takes the setting of the scenario's file.
_BUFFERS = ("depth", "labels", "automap", "audio", "notifications")
_SEVERAL_PLAYERS = (
    "'Deathmatch-v1', 'Cig-v1' and 'MultiDuel-v1' are games of several players"
)
_PATHS = ("cfg_path", "wad_path", "vzd_path", "iwad_path")

# Files of the engine's archive, which are about 1 MB of text.
_FOREIGN = frozenset(("language.fr", "language.ita", "language.ptb"))
_COLOR_NAMES = "x11r6rgb.txt"
_COLOR = re.compile(rb'"((?:[0-9a-f]{2} ){2}[0-9a-f]{2}|#[0-9a-f]{6})"')
# Colors of the engine's own settings.
_OWN_COLORS = (b"40 cf 00", b"#000000", b"#ffffff")


@functools.cache
def _package_folder() -> str:
    """Returns the folder of the package vizdoom, which is not imported."""
    import importlib.metadata  # slow to import

    spec = importlib.util.find_spec("vizdoom")
    folders = list((spec and spec.submodule_search_locations) or ())
    try:
        version = importlib.metadata.version("vizdoom")
    except importlib.metadata.PackageNotFoundError:
        version = "a folder of that name"
    if version != VERSION or not folders:
        hint = install_hint("vizdoom")
        raise ValueError(
            f"vzd_path: expected the package vizdoom {VERSION}, got {version} ({hint})"
        )
    return folders[0]


@functools.cache
def _assets_folder() -> str | None:
    """Returns the folder of the package envpool_assets, which is not imported."""
    spec = importlib.util.find_spec("envpool_assets")
    folders = list((spec and spec.submodule_search_locations) or ())
    for each in folders:
        if os.path.isfile(os.path.join(each, "vizdoom/maps/D1_basic.wad")):
            return os.path.join(each, "vizdoom")
    return None


def _file(key: str, path: str, suffix: str, folder: str) -> str:
    """Returns the absolute path of a file.

    A name without a folder is looked up in the packages first, so that files in the
    working folder do not change a registered scenario.
    """
    named = path if path.endswith(suffix) else path + suffix
    shipped = [os.path.join(_package_folder(), folder, named)]
    if assets := _assets_folder():
        shipped.append(os.path.join(assets, "maps" if folder else "bin", named))
    own = [path, named]
    for each in [*own, *shipped] if os.path.dirname(path) else [*shipped, *own]:
        if os.path.isfile(each):
            return os.path.abspath(each)
    raise ValueError(
        f"{key}: expected the path of a file, or the name of one in the package "
        f"vizdoom, got {path!r}"
    )


def _number(key: str, value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise TypeError(f"{key}: expected a number, got {value!r}")
    try:
        number = float(value)
    except OverflowError:
        number = math.inf
    if not math.isfinite(number):
        raise ValueError(f"{key}: expected a finite number, got {value!r}")
    return number


def _count(key: str, value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise TypeError(f"{key}: expected a whole number of values, got {value!r}")
    if not 0 <= value <= _MAX_VALUES:
        raise ValueError(f"{key}: expected 0 to {_MAX_VALUES} values, got {value}")
    return value


def _weights(key: str, given: Mapping[Any, Any]) -> dict[str, tuple[float, float]]:
    checked = {}
    for name, pair in given.items():
        if not isinstance(name, str):
            raise TypeError(f"{key}: expected names of variables, got {name!r}")
        if not isinstance(pair, tuple | list) or len(pair) != 2:
            raise TypeError(f"{key}[{name!r}]: expected two numbers, got {pair!r}")
        low, high = (_number(f"{key}[{name!r}]", each) for each in pair)
        checked[name] = (low, high)
    return checked


def _bonuses(key: str, given: Mapping[Any, Any]) -> dict[int, float]:
    checked = {}
    for slot, bonus in given.items():
        if isinstance(slot, bool) or not isinstance(slot, int) or not 0 <= slot < 10:
            raise TypeError(f"{key}: expected slots from 0 to 9, got {slot!r}")
        checked[slot] = _number(f"{key}[{slot}]", bonus)
    return checked


def _deltas(key: str, given: Mapping[Any, Any]) -> dict[str, tuple[int, float, float]]:
    checked = {}
    for name, values in given.items():
        if not isinstance(name, str):
            raise TypeError(f"{key}: expected names of buttons, got {name!r}")
        if not isinstance(values, tuple | list) or len(values) != 3:
            raise TypeError(
                f"{key}[{name!r}]: expected how many values, the first and the last, "
                f"got {values!r}"
            )
        count = _count(f"{key}[{name!r}]", values[0])
        low, high = (_number(f"{key}[{name!r}]", each) for each in values[1:])
        checked[name] = (count, low, high)
    return checked


def _find_files(config: dict[str, Any]) -> None:
    """Makes the paths of a config absolute."""
    if not config["cfg_path"]:
        raise ValueError("cfg_path: expected the path of a scenario's .cfg, got none")
    config["cfg_path"] = _file("cfg_path", config["cfg_path"], ".cfg", "scenarios")
    if config["wad_path"]:
        config["wad_path"] = _file("wad_path", config["wad_path"], ".wad", "scenarios")
    iwad = config["iwad_path"] or "freedoom2"
    config["iwad_path"] = _file("iwad_path", iwad, ".wad", "")
    engine = config["vzd_path"] or os.path.join(_package_folder(), "vizdoom")
    config["vzd_path"] = _file("vzd_path", engine, "", "")


def prepare(config: Mapping[str, Any]) -> None:
    """Prepares the archive that the engines of a pool share.

    Args:
      config: the pool's config.
    """
    _use_plain_archive(config["vzd_path"])


def prepare_official(config: Mapping[str, Any]) -> None:
    """Prepares the archive that the engines of a pool share, and the sound library.

    Args:
      config: the config of a pool of envs of vizdoom.gymnasium_wrapper.
    """
    from envpool.python.api import load_native

    prepare(config)
    native = load_native("envpool.vizdoom", "vizdoom_envpool")
    native.set_sound_library(*sound.library())


def lighten(files: dict[str, bytes]) -> None:
    """Changes files of an archive so that an engine needs less time to start.

    It still reads the same, since its language is English: `Game::SharedArchive`.
    An engine looks for each color in a list of names first, even if it is three hex
    numbers, and reads all of the list anew. So these get places at the top.

    Args:
      files: the contents by name.
    """
    for name in _FOREIGN & files.keys():
        files[name] = b""
    if _COLOR_NAMES not in files:
        return
    found: collections.Counter[bytes] = collections.Counter()
    for name, content in files.items():
        if name.endswith(".txt"):
            found.update(_COLOR.findall(content.lower()))
    colors = dict.fromkeys((*_OWN_COLORS, *(color for color, _ in found.most_common())))
    lines = [
        b"%d %d %d %s\n" % (*bytes.fromhex(color.decode().lstrip("#")), color)
        for color in colors
    ]
    files[_COLOR_NAMES] = b"".join(lines) + files[_COLOR_NAMES]


@functools.cache
def _use_plain_archive(engine: str) -> None:
    """Gives an engine an uncompressed, lighter copy of its archive, if it has one."""
    import tempfile
    import zipfile
    import zlib

    from envpool.python.api import load_native

    native = load_native("envpool.vizdoom", "vizdoom_envpool")
    path = os.path.join(os.path.dirname(os.path.realpath(engine)), "vizdoom.pk3")
    try:
        with tempfile.TemporaryFile() as file:
            with zipfile.ZipFile(path) as packed, zipfile.ZipFile(file, "w") as plain:
                names = packed.namelist()
                files = dict(zip(names, map(packed.read, names), strict=True))
                lighten(files)
                for name, content in files.items():
                    # Sets a fixed time, since zip cannot store a clock before 1980.
                    plain.writestr(zipfile.ZipInfo(name), content)
            file.flush()
            kept = os.dup(file.fileno())  # open until the process ends
    except (OSError, EOFError, RuntimeError, zipfile.BadZipFile, zlib.error):
        return  # the engine itself reports an unreadable archive
    native.set_archive(engine, kept)


def check_official(config: dict[str, Any]) -> dict[str, Any]:
    """Finds the engine and its files.

    Args:
      config: the complete config of an env of vizdoom.gymnasium_wrapper.

    Returns:
      The config, with absolute paths.
    """
    checked = dict(config)
    _find_files(checked)
    return checked


def _notification_space(config: Mapping[str, Any]) -> Any:
    """Returns the space of the texts that the game shows."""
    from gymnasium.spaces import Text

    charset = "".join(map(chr, range(127)))
    return Text(min_length=0, max_length=32768, charset=charset)


def check(config: dict[str, Any]) -> dict[str, Any]:
    """Finds the engine and its files, and checks the dicts.

    Args:
      config: the complete config of a scenario.

    Returns:
      The config, with absolute paths.
    """
    checked = dict(config)
    for key, check_dict in (
        ("reward_config", _weights),
        ("selected_weapon_reward_config", _bonuses),
        ("delta_button_config", _deltas),
    ):
        checked[key] = check_dict(key, config[key])
    _find_files(checked)
    if folder := config["lmp_save_dir"]:
        if config["max_num_players"] > 1:
            raise ValueError(
                "lmp_save_dir: expected none, as games of several players are not "
                f"recorded, got {folder!r}"
            )
        if not os.path.isdir(folder):
            raise ValueError(f"lmp_save_dir: expected a folder, got {folder!r}")
        checked["lmp_save_dir"] = os.path.abspath(folder)
    return checked


if importlib.util.find_spec("vizdoom") is None:
    raise ModuleNotFoundError(
        "the package vizdoom, which has the engine, is not installed "
        f"({install_hint('vizdoom')})",
        name="vizdoom",
    )

family = Family("envpool.vizdoom")
family.meanings(MEANINGS)

family.rules(
    "Vizdoom",
    {
        "img_height": {"min": 1, "max": _MAX_SIDE},
        "img_width": {"min": 1, "max": _MAX_SIDE},
        "stack_num": {"min": 1, "max": 64},
        "frame_skip": {"min": 1, "max": 1000},
        "weapon_duration": {"min": 1},
        "max_num_players": {"min": 1, "max": _MAX_PLAYERS},
        "reward": {"choices": ("envpool", "official")},
        "map_id": {"length": (1, 64)},
        **{key: {"path": True} for key in _PATHS},
    },
    validate_config=check,
    prepare=prepare,
)


def _render_fps(config: Mapping[str, Any]) -> float:
    return 35 / float(config["frame_skip"])  # tics a second


family.official("Vizdoom", render_fps=_render_fps)
family.controls("Vizdoom", names=action_names)

for _env in ("VizdoomOfficial", "VizdoomOfficialDelta"):
    family.controls(_env, names=official_action_names)
    family.meanings(OF_OFFICIAL_ENVS, _env)
    family.rules(
        _env,
        {
            "frame_skip": {"min": 1, "max": 1000},
            "max_buttons_pressed": {"min": 0},
            "doom_skill": {"min": 0, "max": 5},
            "max_num_players": {"min": 1, "max": 1, "note": _SEVERAL_PLAYERS},
            "map_id": {"length": (0, 64)},
            **{key: {"min": -1, "max": 1, "none": -1} for key in _BUFFERS},
            **{key: {"path": True} for key in _PATHS},
        },
        validate_config=check_official,
        prepare=prepare_official,
    )
    family.official(
        _env,
        texts={"obs:notifications": _notification_space},
        render_fps=_render_fps,
    )


def _task(name: str) -> None:
    family.task(
        f"{''.join(part.capitalize() for part in name.split('_'))}-v1",
        "Vizdoom",
        cfg_path=f"{name}.cfg",
        wad_path=f"{name}.wad",
        max_episode_steps=525,
        deathmatch=name in _DEATHMATCHES,
    )


for _name in (*SCENARIOS, *(ASSET_SCENARIOS if _assets_folder() else ())):
    _task(_name)
# Plays the scenario in `cfg_path`, by default the basic one.
family.task("VizdoomCustom-v1", "Vizdoom", cfg_path="basic.cfg", max_episode_steps=525)

for _name, _scenario in OFFICIAL.items():
    for _suffix, _most in (("", 1), ("-MultiBinary", 0)):
        family.task(
            f"Vizdoom{_name}{_suffix}-v1",
            f"VizdoomOfficial{'Delta' if _scenario in _DELTA_SCENARIOS else ''}",
            cfg_path=f"{_scenario}.cfg",
            max_buttons_pressed=_most,
            max_episode_steps=0,
        )
