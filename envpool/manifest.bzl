# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The manifest: every family of environments, as rows.

Outside a family's folder, only this file, tests and examples may name the family;
`make lint` checks that. Bazel loads the file (families.bzl) and so does Python
(families.py, which imports a copy of it as `envpool.manifest`), so it contains only
literals. All fields but the first three are optional:

    name               the folder under envpool/
    title              the name for people
    summary            its content, for the table in README.md
    licence            SPDX expression for the native module as a whole,
                       "Apache-2.0" by default
    links              third-party projects that the native module links, as
                       //third_party:deps.bzl names them, without the engine's
    packages           Python packages that it needs when it runs, each with its
                       "requirement" and, if the wheel installs without it, the
                       "extra" that installs it
    assets             folders of data files under envpool/
    installation_keys  config keys that depend on the installation
    output_keys        config keys that make envs write files, which a replay of
                       their actions does not
    engine_keys        config keys that become arguments of a program. A recording
                       of actions may choose none of these three kinds of keys
    columns            module in its folder with further columns for the table of
                       ids in the documentation
    uses_env_ids       True if the behaviour of an env depends on its id, and not
                       only on its seed
    ids                False if it has no ids and no page of its own: its tasks are
                       the user's, or those of another family, whose config selects
                       it. True by default
    task_files         the suffixes of files that describe a task, for `make`; its
                       module `task` has the function read(path) for them
    processors         the processors for which it exists, by the names of Python's
                       platform.machine(); by default all
    systems            the systems for which it exists, by the names of Python's
                       platform.system(); by default all
    wheel              the wheel that contains it, "envpool" by default. A family
                       in another one, such as "envpool-procgen", is found by its
                       entry point

Some files in a family's folder are found by their names: bench.py, POOLS for
`make bench`, SYSTEMS that play them, COSTS, limits for benchmark/memory.py, and the
rows of README.md; loop.py and loop.cc, a bare loop that limits them (see
benchmark/loops.py); step_bench.cc, its envs in the program
//benchmark/micro:step_bench; oracle.py, the reference for comparisons (see
testing/parity.py), and gymnasium_oracle.py, Gymnasium's own envs (see
testing/system/official_test.py); parity.csv, the results of the comparisons, for
its pages; doctor.py, CHECKS of `envpool doctor`; and docs/tasks.py, descriptions of
its envs: a function `envs()`, see docs/env_text.py, and SHOWN_FIRST, two envs for
the picture of all families, see docs/gallery.py.
"""

FAMILIES = [
    {
        "name": "atari",
        "title": "Atari",
        "summary": "Pong, Breakout, and 102 other games of the Arcade Learning Environment",
        "licence": "GPL-2.0-only",
        "links": ["ale"],
        "packages": [{"requirement": "ale-py>=0.11.2"}],  # for its ROMs
        "installation_keys": ["rom_dir"],
        "columns": "docs.games",
    },
    {
        "name": "board",
        "title": "Boards",
        "summary": "Chess, shogi, Go, Othello, Backgammon, 2048, and other games of PGX",
    },
    {
        "name": "box2d",
        "title": "Box2D",
        "summary": "LunarLander, BipedalWalker, CarRacing",
        "links": ["box2d"],
    },
    {
        "name": "classic_control",
        "title": "Classic control",
        "summary": "CartPole, Pendulum, MountainCar, MountainCarContinuous, Acrobot",
    },
    {
        "name": "highway",
        "title": "Highway",
        "summary": "Highways, ramps, roundabouts and crossings of highway-env",
    },
    {
        "name": "marlgrid",
        "title": "MarlGrid",
        "summary": "Cluttered, Empty and Goalcycle: grid worlds with one to six agents",
    },
    {
        "name": "minigrid",
        "title": "MiniGrid",
        "summary": "Empty, DoorKey, MultiRoom, and 20 other grid worlds; all of BabyAI",
    },
    {
        "name": "mujoco/dmc",
        "title": "DeepMind Control",
        "summary": "all 51 tasks of the suite, from Acrobot to Dog",
        "links": ["mujoco"],
        "assets": ["mujoco/dmc/assets"],
    },
    {
        "name": "mujoco/dmc_locomotion",
        "title": "DeepMind Locomotion",
        "summary": "humanoids and rodents that run, escape, and search mazes; soccer",
        "links": ["mujoco"],
        "assets": ["mujoco/dmc_locomotion/assets"],
        "installation_keys": ["ref_path"],
        "wheel": "envpool-robotics",
    },
    {
        "name": "mujoco/gym",
        "title": "MuJoCo",
        "summary": "Ant, Humanoid, HalfCheetah, and Gymnasium's eight other robots, versions 2 to 5",
        "links": ["mujoco"],
        "assets": ["mujoco/assets"],
        "installation_keys": ["xml_file"],
    },
    {
        "name": "mujoco/metaworld",
        "title": "Meta-World",
        "summary": "all 50 tasks of a robot arm, from Reach to Assembly",
        "links": ["mujoco"],
        "assets": ["mujoco/metaworld/assets"],
        "wheel": "envpool-robotics",
    },
    {
        "name": "mujoco/robotics",
        "title": "Gymnasium-Robotics",
        "summary": "Fetch robots, Shadow and Adroit hands, mazes, and a kitchen, many with goals",
        "links": ["mujoco"],
        "assets": ["mujoco/robotics/assets"],
        "installation_keys": ["xml_file"],
        "wheel": "envpool-robotics",
    },
    {
        "name": "mujoco/tasks",
        "title": "Tables of terms",
        "summary": "tasks of one's own robots in MuJoCo, without C++",
        "links": ["mujoco"],
        "assets": [
            "mujoco/assets",
            "mujoco/tasks/assets",
            "mujoco/tasks/playground",
            "mujoco/tasks/tables",
        ],
        "installation_keys": ["model"],
        "ids": False,
        "task_files": [".toml", ".yaml", ".yml"],
    },
    {
        "name": "mujoco/v4/dmc",
        "title": "MuJoCo 4.0",
        "summary": "the tasks of DeepMind Control on the newest MuJoCo",
        "links": ["mujoco4"],
        "ids": False,
        "wheel": "envpool-mujoco4",
        "systems": ["Linux"],
    },
    {
        "name": "mujoco/v4/gym",
        "title": "MuJoCo 4.0",
        "summary": "the tasks of Gymnasium on the newest MuJoCo",
        "links": ["mujoco4"],
        "installation_keys": ["xml_file"],
        "ids": False,
        "wheel": "envpool-mujoco4",
        "systems": ["Linux"],
    },
    {
        "name": "mujoco/v4/tasks",
        "title": "MuJoCo 4.0",
        "summary": "tasks of one's own robots on the newest MuJoCo",
        "links": ["mujoco4"],
        "installation_keys": ["model"],
        "ids": False,
        "wheel": "envpool-mujoco4",
        "systems": ["Linux"],
    },
    {
        "name": "planning",
        "title": "Planning",
        "summary": "2048, Snake, Tetris, Rubik's cube, mazes, routes, and other problems of Jumanji",
        "assets": ["planning/levels"],
        "installation_keys": ["database", "dataset_name"],
    },
    {
        "name": "procgen",
        "title": "Procgen",
        "summary": "CoinRun, StarPilot, Maze, and 13 other games with generated levels",
        "assets": ["procgen/assets"],
        "processors": ["x86_64"],  # the official library
        "wheel": "envpool-procgen",
        "uses_env_ids": True,
    },
    {
        "name": "toy_text",
        "title": "Toy text",
        "summary": "Catch, FrozenLake, Taxi, CliffWalking, Blackjack, NChain",
    },
    {
        "name": "vizdoom",
        "title": "ViZDoom",
        "summary": "Basic, Deathmatch, MyWayHome, and the other scenarios of ViZDoom",
        "packages": [{"requirement": "vizdoom==1.3.2", "extra": "vizdoom"}],
        "systems": ["Linux"],  # its engine runs in a process that the family watches
        "installation_keys": ["cfg_path", "wad_path", "vzd_path", "iwad_path"],
        "output_keys": ["lmp_save_dir"],
        "engine_keys": ["game_args", "map_id"],
    },
]

# Headers of families for authors of code beside them: parts of `envpool.get_include()`.
AUTHOR_HEADERS = ["//envpool/mujoco/tasks:term"]
