# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Compares parameters with Gymnasium's envs; the tests patch their constants."""

from __future__ import annotations

import contextlib
import math
import types
from collections.abc import Iterator, Mapping
from typing import Any
from unittest import mock

import gymnasium
import numpy as np
import pytest

import envpool
from envpool.box2d.oracle import (
    Official,
    OfficialCar,
    any_pedals,
    bipedal_walker,
    car_case,
    car_dynamics,
    car_racing,
    case_of,
    lunar_lander,
)
from envpool.testing.drawn_params import DrawnEnv, drawn
from envpool.testing.oracle import Case, comparisons, play
from envpool.testing.params_walk import walk

# Parameters that have effect at once, then those from the next reset on.
LANDER_NOW = {
    "gravity": ("uniform", -12.0, -6.0),
    "wind_power": ("uniform", 5.0, 20.0),
    "turbulence_power": ("uniform", 0.5, 2.0),
    "MAIN_ENGINE_POWER": ("uniform", 10.0, 16.0),
    "SIDE_ENGINE_POWER": ("uniform", 0.4, 0.9),
    "MAIN_ENGINE_Y_LOCATION": ("uniform", 2.0, 6.0),
    "SIDE_ENGINE_AWAY": ("uniform", 9.0, 15.0),
    "SIDE_ENGINE_HEIGHT": ("uniform", 10.0, 18.0),
}
LANDER = {
    **LANDER_NOW,
    "INITIAL_RANDOM": ("uniform", 500.0, 1500.0),
    "LEG_AWAY": ("uniform", 17.0, 23.0),
    "LEG_DOWN": ("uniform", 15.0, 21.0),
    "LEG_W": ("uniform", 1.5, 3.0),
    "LEG_H": ("uniform", 6.0, 10.0),
    "LEG_SPRING_TORQUE": ("uniform", 20.0, 60.0),
    "lander_density": ("uniform", 4.0, 6.0),
    "lander_friction": ("uniform", 0.0, 0.5),
    "leg_density": ("uniform", 0.5, 2.0),
    "leg_friction": ("uniform", 0.0, 0.5),
    "moon_friction": ("uniform", 0.0, 0.5),
}
WALKER_NOW = {
    "gravity": ("uniform", -12.0, -8.0),
    "MOTORS_TORQUE": ("uniform", 60.0, 100.0),
    "SPEED_HIP": ("uniform", 3.0, 5.0),
    "SPEED_KNEE": ("uniform", 5.0, 7.0),
    "LIDAR_RANGE": ("uniform", 4.0, 7.0),
}
WALKER = {
    **WALKER_NOW,
    "INITIAL_RANDOM": ("uniform", 0.0, 10.0),
    "FRICTION": ("uniform", 1.0, 3.0),
    "hull_density": ("uniform", 4.0, 6.0),
    "hull_friction": ("uniform", 0.0, 1.0),
    "upper_leg_density": ("uniform", 0.7, 1.5),
    "lower_leg_density": ("uniform", 0.7, 1.5),
    "leg_friction": ("uniform", 0.1, 0.8),
}
CAR_NOW = {
    "ENGINE_POWER": ("uniform", 30_000.0, 60_000.0),
    "WHEEL_MOMENT_OF_INERTIA": ("uniform", 1.0, 2.0),
    "FRICTION_LIMIT": ("uniform", 200.0, 500.0),
    "road_friction": ("uniform", 0.3, 1.5),
    "grass_friction": ("uniform", 0.2, 0.9),
    "PLAYFIELD": ("uniform", 250.0, 400.0),
}
CAR = {
    **CAR_NOW,
    "hull_density": ("uniform", 0.7, 1.5),
    "wheel_density": ("uniform", 0.05, 0.2),
    "TRACK_RAD": ("uniform", 100.0, 200.0),
    "TRACK_WIDTH": ("uniform", 4.0, 12.0),
    "TRACK_DETAIL_STEP": ("uniform", 2.5, 5.0),
    "TRACK_TURN_RATE": ("uniform", 0.25, 0.4),
    "BORDER": ("uniform", 0.0, 8.0),
}
ANY_TRACK = {
    **CAR,
    "PLAYFIELD": ("uniform", 50.0, 600.0),
    "TRACK_RAD": ("uniform", 50.0, 300.0),
    "TRACK_WIDTH": ("uniform", 1.0, 50.0),
    "TRACK_DETAIL_STEP": ("uniform", 2.0, 8.0),
    "TRACK_TURN_RATE": ("uniform", 0.1, 1.5),
    "BORDER": ("uniform", 0.0, 50.0),
}


def upper(values: Mapping[str, float]) -> dict[str, Any]:
    """Returns the values that are constants of the official module."""
    return {name: value for name, value in values.items() if name.isupper()}


def fixtures(module: Any, kind: Any) -> Any:
    """Patches the maker of fixtures: kind(keywords) returns keywords to replace."""
    make = module.fixtureDef

    def fixture(**keywords: Any) -> Any:
        return make(**{**keywords, **kind(keywords)})

    return mock.patch.object(module, "fixtureDef", fixture)


@contextlib.contextmanager
def lander_with(env: Any, values: Mapping[str, float]) -> Iterator[None]:
    """Gives a lander these values; its ground gets the friction when it is made."""

    def kind(keywords: Any) -> dict[str, float]:
        names = {0x0010: "lander", 0x0020: "leg"}
        what = names.get(keywords["categoryBits"])
        every = {"density": f"{what}_density", "friction": f"{what}_friction"}
        return {k: values[name] for k, name in every.items() if name in values}

    for name in ("gravity", "wind_power", "turbulence_power"):
        setattr(env, name, values[name])
    env.world.gravity = (0, values["gravity"])
    with (
        mock.patch.multiple(lunar_lander, **upper(values)),
        fixtures(lunar_lander, kind),
    ):
        yield
    if "moon_friction" in values:
        for each in env.moon.fixtures:
            if any(y != 0 for _, y in each.shape.vertices):
                each.friction = values["moon_friction"]


@contextlib.contextmanager
def walker_with(env: Any, values: Mapping[str, float]) -> Iterator[None]:
    env.world.gravity = (0, values["gravity"])
    if "FRICTION" in values:  # as if it were made with this constant
        env.fd_polygon.friction = env.fd_edge.friction = values["FRICTION"]
    module = bipedal_walker
    parts = {
        module.HULL_FD: ("hull_density", "hull_friction"),
        module.LEG_FD: ("upper_leg_density", "leg_friction"),
        module.LOWER_FD: ("lower_leg_density", "leg_friction"),
    }
    before = {part: (part.density, part.friction) for part in parts}
    for part, names in parts.items():
        if names[0] in values:
            part.density, part.friction = (values[name] for name in names)
    with mock.patch.multiple(module, **upper(values)):
        yield
    for part, numbers in before.items():
        part.density, part.friction = numbers


def derived(track: Mapping[str, float]) -> dict[str, float]:
    """Returns constants of car_racing with those that it derives from them."""
    names = ("TRACK_WIDTH", "TRACK_DETAIL_STEP")
    width, step = (track.get(name, getattr(car_racing, name)) for name in names)
    grass = track["PLAYFIELD"] / 20.0
    shape = max(grass, width, step) * math.sqrt(2) * car_racing.ZOOM * car_racing.SCALE
    return {**track, "GRASS_DIM": grass, "MAX_SHAPE_DIM": shape}


def on_grass(friction: float) -> Any:
    """Patches the number 0.6 in the step of the car."""
    step = car_dynamics.Car.step
    numbers = step.__code__.co_consts
    assert numbers.count(0.6) == 1
    replaced = tuple(friction if each == 0.6 else each for each in numbers)
    code = step.__code__.replace(co_consts=replaced)
    return mock.patch.object(
        car_dynamics.Car, "step", types.FunctionType(code, step.__globals__)
    )


@contextlib.contextmanager
def car_with(env: Any, values: Mapping[str, float]) -> Iterator[None]:
    create = type(env)._create_track

    def create_track() -> Any:
        made = create(env)
        if made:
            for tile in env.road:
                tile.road_friction = values["road_friction"]
        return made

    def kind(keywords: Any) -> dict[str, float]:
        name = "wheel_density" if "categoryBits" in keywords else "hull_density"
        return {"density": values[name]} if name in values else {}

    for tile in env.road or ():
        tile.road_friction = values["road_friction"]
    constants = upper(values)
    car = {k: v for k, v in constants.items() if hasattr(car_dynamics, k)}
    track = {k: v for k, v in constants.items() if k not in car}
    with (
        mock.patch.multiple(car_dynamics, **car),
        mock.patch.multiple(car_racing, **derived(track)),
        on_grass(values["grass_friction"]),
        mock.patch.object(env, "_create_track", create_track),
        fixtures(car_dynamics, kind),
    ):
        yield


MODULES = {
    "LunarLander": (lander_with, LANDER, LANDER_NOW),
    "BipedalWalker": (walker_with, WALKER, WALKER_NOW),
    "CarRacing": (car_with, CAR, CAR_NOW),
}


def module_of(task_id: str) -> Any:
    return next(MODULES[name] for name in MODULES if task_id.startswith(name))


class Patched(gymnasium.Wrapper[Any, Any, Any, Any]):
    """An official env that has `values` while it is reset and stepped."""

    values: Mapping[str, float]

    def __init__(self, env: Any, task_id: str) -> None:
        super().__init__(env)
        self._with = module_of(task_id)[0]

    def reset(self, **options: Any) -> Any:
        """Starts an episode."""
        with self._with(self.unwrapped, self.values):
            return self.env.reset(**options)

    def step(self, action: Any) -> Any:
        """Takes a step."""
        with self._with(self.unwrapped, self.values):
            return self.env.step(action)


class DrawnBox(DrawnEnv):
    """A patched env that draws new values for each episode."""

    def __init__(self, env: Any, case: Case, seed: int) -> None:
        super().__init__(Patched(env, case.task_id), case, seed)

    def write(self, values: dict[str, float]) -> None:
        """Uses these values."""
        self.env.values = values


@pytest.mark.parametrize("form", ["params", "env_config", "config and params"])
def test_in_make(form: str) -> None:
    """The gravity of LunarLander is a config key, too; env 1 is as always."""
    values = {"gravity": [-3.0, -10.0], "MAIN_ENGINE_POWER": [20.0, 13.0]}
    keys: dict[str, Any] = {form: values}
    if form == "config and params":
        powers = values.pop("MAIN_ENGINE_POWER")
        keys = {"env_config": values, "params": {"MAIN_ENGINE_POWER": powers}}
    ours = envpool.make_gymnasium("LunarLander-v3", num_envs=2, seed=7, **keys)
    theirs = [gymnasium.make("LunarLander-v3") for _ in range(2)]
    strong = Patched(theirs[0], "LunarLander-v3")
    usual = {name: float(ours.params[name].default[1]) for name in LANDER}
    strong.values = {**usual, "gravity": -3.0, "MAIN_ENGINE_POWER": 20.0}
    rows = [strong, theirs[1]]
    obs, _ = ours.reset()
    for i, env in enumerate(rows):
        np.testing.assert_array_equal(obs[i], env.reset(seed=7 + i)[0])
    for _ in range(60):
        obs, reward, *_ = ours.step(np.array([2, 2]))
        for i, env in enumerate(rows):
            expected = env.step(2)
            np.testing.assert_array_equal(obs[i], expected[0])
            assert reward[i] == np.float32(expected[1])
    ours.close()


test_landers_and_walkers = comparisons(
    drawn(Official, DrawnBox),
    [
        case_of("LunarLander-v3", 0.5, 300, randomize=LANDER, enable_wind=True),
        case_of("LunarLanderContinuous-v3", 0.9, 300, randomize=LANDER),
        case_of("BipedalWalker-v3", 0.5, 300, randomize=WALKER, max_episode_steps=120),
        case_of(
            "BipedalWalkerHardcore-v3",
            0.5,
            300,
            randomize=WALKER,
            max_episode_steps=120,
        ),
    ],
)
test_cars = comparisons(
    drawn(OfficialCar, DrawnBox),
    [
        car_case("CarRacing-v3", any_pedals, 130, randomize=CAR, max_episode_steps=40),
        car_case(
            "CarRacing-v3", any_pedals, 150, randomize=ANY_TRACK, max_episode_steps=9
        ),
    ],
)


@pytest.mark.parametrize(
    ("task_id", "draws"), [("LunarLander-v3", LANDER), ("BipedalWalker-v3", WALKER)]
)
def test_frames_are_official(
    monkeypatch: pytest.MonkeyPatch, task_id: str, draws: Any
) -> None:
    """In the second episode, with other values, as well."""
    adapter = drawn(Official, DrawnBox)
    make = adapter.make
    envs: list[Any] = []
    pools: list[Any] = []

    def make_and_keep(case: Case, seed: int) -> Any:
        made = make(case, seed)
        envs.append(made.env)
        return made

    monkeypatch.setattr(adapter, "make", make_and_keep)
    monkeypatch.setattr(adapter, "check_spaces", lambda pool, _: pools.append(pool))
    options = {"max_episode_steps": 20, "render_mode": "rgb_array"}
    case = case_of(task_id, 0.5, randomize=draws, **options)
    for step, _ in zip(range(30), play(adapter, case), strict=False):
        frames = pools[-1].render()
        for i, env in enumerate(envs):
            where = f"{task_id}, step {step}, env {i}"
            np.testing.assert_array_equal(frames[i], env.render(), where)


@pytest.mark.parametrize("name", MODULES)
def test_every_parameter_is_compared(name: str) -> None:
    with envpool.make_gym(f"{name}-v3") as env:
        assert set(env.params) == set(MODULES[name][1])


CHANGED: dict[str, tuple[Any, Any]] = {
    "LunarLander-v3": (Official(), {"enable_wind": True}),
    "BipedalWalker-v3": (Official(), {}),
    "CarRacing-v3": (OfficialCar(), {}),
}


def actions_of(pool: Any, count: int) -> Any:
    random = np.random.default_rng(2)
    space = pool.single_action_space
    if space.dtype.kind in "iu":
        return random.integers(space.n, size=(count, 1))
    drawn = random.uniform(space.low, space.high, (count, 1, *space.shape))
    return drawn.astype(np.float32)


@pytest.mark.parametrize("task_id", CHANGED)
def test_changes_during_an_episode(task_id: str) -> None:
    """New values act at once, and restored states and frames include them."""
    adapter, options = CHANGED[task_id]
    now = module_of(task_id)[2]
    make = envpool.make_gymnasium
    ours = make(task_id, seed=4, render_mode="rgb_array", **options)
    other = make(task_id, seed=9, render_mode="rgb_array", **options)
    official = adapter.make(Case(task_id, options=options), 4).env
    theirs = Patched(official, task_id)
    theirs.values = {name: ours.params[name].default[0] for name in now}
    expected = theirs.reset(seed=4)
    found: Any = ours.reset()
    np.testing.assert_array_equal(found[0][0], expected[0])
    random = np.random.default_rng(3)
    for step, action in enumerate(actions_of(ours, 60)):
        if step % 9 == 0:
            values = {name: random.uniform(*now[name][1:]) for name in now}
            ours.set_params(values)
            theirs.values = values
        expected = theirs.step(action[0])
        found = ours.step(action)
        np.testing.assert_array_equal(found[0][0], expected[0], str(step))
        assert found[1][0] == np.float32(expected[1])
        if step % 20 == 4:
            state = ours.save_state()
            other.load_state(state)
            assert other.save_state() == state
            np.testing.assert_array_equal(other.render(), ours.render())
        if found[2][0]:
            break
    assert step > 40
    ours.reset()
    other.load_state(ours.save_state())
    np.testing.assert_array_equal(other.render(), ours.render())


def test_gravity_of_the_config_is_the_default() -> None:
    with envpool.make_gym("LunarLander-v3", gravity=-3.0, wind_power=4.0) as env:
        found = env.get_params(["gravity", "wind_power"])
        assert [found[name].item() for name in found] == [-3.0, 4.0]


@pytest.mark.parametrize("spares", [0, 2])
def test_spare_resets_leave_episodes_as_they_are(spares: int) -> None:
    """Envs with parameters of their own use no spares, which have the config's."""
    env = envpool.make_gymnasium(
        "LunarLander-v3", num_envs=2, seed=1, spare_resets=spares, max_episode_steps=9
    )
    plain_env = envpool.make_gymnasium(
        "LunarLander-v3", num_envs=2, seed=1, max_episode_steps=9
    )
    for each in (env, plain_env):
        each.reset()
        each.set_params({"leg_density": 3.0, "gravity": -4.0}, env_id=[1])
    for action in np.random.default_rng(0).integers(4, size=(60, 2)):
        found, expected = env.step(action), plain_env.step(action)
        np.testing.assert_array_equal(found[0], expected[0])


EXTREMES: dict[str, Any] = {
    "LunarLander-v3": {"enable_wind": True},
    "LunarLanderContinuous-v3": {},
    "BipedalWalker-v3": {},
    "BipedalWalkerHardcore-v3": {},
    "CarRacing-v3": {},
}


@pytest.mark.parametrize("task_id", EXTREMES)
def test_extremes_are_safe(task_id: str) -> None:
    """Tries extremes of each parameter alone, in a process each, then of all."""
    walk(task_id, steps=30 if task_id.startswith("Car") else 100)
    env = envpool.make_gymnasium(
        task_id, num_envs=8, seed=1, render_mode="rgb_array", **EXTREMES[task_id]
    )
    random = np.random.default_rng(5)
    for _ in range(6):
        ends = {
            name: random.choice([info.low, info.high], size=8)
            for name, info in env.params.items()
        }
        env.set_params(ends)
        env.reset()
        for action in actions_of(env, 60):
            result = env.step(np.repeat(action, 8, axis=0))
            assert np.isfinite(result[0]).all()
            assert np.isfinite(result[1]).all()
        env.render()
