# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0

import ast
import concurrent.futures
import graphlib
import importlib.metadata
import pathlib
import sys
import threading
import types
import typing

import gymnasium
import numpy as np
import pytest

import envpool
from envpool import families, registration
from envpool.families import FAMILIES
from envpool.python.api import export_family
from envpool.python.config import rules as config
from envpool.python.config import texts as option_texts
from envpool.python.env_spec import make_spec_class
from envpool.python.errors import (
    ConfigError,
    ConfigTypeError,
    FamilyImportError,
    RegistrationError,
    UnknownEnvError,
)
from envpool.registration import EnvRegistry, Family, entry, registry

CLASSES = ("CartPoleEnvSpec", "CartPoleDMEnvPool", "CartPoleGymnasiumEnvPool")
CLASSIC = ("envpool.classic_control", *CLASSES)


@pytest.fixture(autouse=True)
def restored(monkeypatch):
    """Undoes a test's registrations."""
    monkeypatch.setattr(registry, "specs", dict(registry.specs))
    monkeypatch.setattr(registry, "envpools", dict(registry.envpools))
    monkeypatch.setattr(entry, "failures", dict(entry.failures))
    before = dict(gymnasium.registry)
    yield
    gymnasium.registry.clear()
    gymnasium.registry.update(before)


def test_register():
    envpool.register(
        "Mine-v0", *CLASSIC, aliases=["Mine-v1", "my/Mine-v0"], max_episode_steps=7
    )
    for task_id in ("Mine-v0", "Mine-v1", "my/Mine-v0"):
        assert task_id in envpool.list_all_envs()
        assert envpool.make_spec(task_id).config.max_episode_steps == 7
        assert registry.specs[task_id][:2] == CLASSIC[:2]
        assert registry.envpools[task_id] == {
            "dm": (CLASSIC[0], CLASSIC[2]),
            "gymnasium": (CLASSIC[0], CLASSIC[3]),
        }
    assert (
        envpool.make_spec("Mine-v0", max_episode_steps=9).config.max_episode_steps == 9
    )
    assert gymnasium.make("envpool/Mine-v1").spec.max_episode_steps == 7
    assert envpool.make_spec("Mine-v0").config.base_path == registration.base_path


def test_register_of_old_releases():
    envpool.register("Mine-v0", *CLASSIC, gym_cls="CartPoleGymEnvPool")
    assert envpool.make_gym("Mine-v0").reset()[0].shape == (1, 4)


def test_ids_are_registered_once():
    envpool.register("Mine-v0", *CLASSIC, max_episode_steps=9)
    for args in (
        ("Mine-v0", []),
        ("Mine-v1", ["Mine-v0"]),
        ("Mine-v2", ["Mine-v2"]),
        ("Mine-v3", ["a", "a"]),
        ("", []),
        (3, []),
    ):
        with pytest.raises(RegistrationError, match="task_id"):
            envpool.register(args[0], *CLASSIC, aliases=args[1])
        assert "Mine-v1" not in registry.specs
    with pytest.raises(AssertionError):
        envpool.register("CartPole-v1", *CLASSIC)


def test_nothing_is_imported_before_it_is_made():
    envpool.register("Mine-v0", "no_such_package", *CLASSES)
    envpool.register("Mine-v1", CLASSIC[0], "A", "B", "C")
    with pytest.raises(FamilyImportError, match="no_such_package"):
        envpool.make_gym("Mine-v0")
    with pytest.raises(ImportError, match="'Mine-v0'"):
        envpool.make_spec("Mine-v0")
    with pytest.raises(RegistrationError, match="class A"):
        envpool.make_gym("Mine-v1")


def test_unknown_id_proposes_near_ones():
    for name, near in [
        ("CartPole-v9", "'CartPole-v1'"),
        ("cartpole-v1", "'CartPole-v1'"),
        ("Cartpole", "'CartPole-v"),
    ]:
        with pytest.raises(UnknownEnvError, match=f"did you mean .*{near}"):
            envpool.make_gym(name)
    with pytest.raises(UnknownEnvError, match="list_all_envs") as caught:
        envpool.make_gym("xyz")
    assert "did you mean" not in str(caught.value)


def test_unknown_id_names_what_it_probably_needs_first(monkeypatch):
    error = ModuleNotFoundError("no engine", name="vizdoom")
    monkeypatch.setattr(entry, "load_own", lambda: None)
    monkeypatch.setattr(entry, "load_all", lambda: None)
    monkeypatch.setattr(entry, "missing_wheels", dict)
    monkeypatch.setattr(entry, "failures", {"vizdoom": error})
    needs = 'ViZDoom needs more packages: pip install "envpool[vizdoom]"'
    for name, expected in [
        ("VizdoomCartPole-v1", f"'VizdoomCartPole-v1'; {needs}; did you mean 'CartP"),
        ("Zzzz-v1", f"'Zzzz-v1'; {needs}; envpool.list"),
        ("CartPole-v9", "'CartPole-v9'; did you mean 'CartPole-v1'"),
    ]:
        with pytest.raises(UnknownEnvError) as caught:
            envpool.make_gym(name)
        text = str(caught.value)
        assert text.startswith(f"task_id: no env is named {expected}")
        assert text.count(needs) == 1


def test_env_type():
    with pytest.raises(ConfigError, match="'gymnasium', 'dm', got 'gymnasiun'"):
        envpool.make("CartPole-v1", "gymnasiun")


def test_type_hints():
    for function, result in [
        (envpool.make_dm, envpool.DMEnvPool),
        (envpool.make_gym, envpool.GymEnvPool),
        (envpool.make_gymnasium, envpool.GymnasiumEnvPool),
        (envpool.make_spec, envpool.EnvSpec),
    ]:
        assert typing.get_type_hints(function)["return"] is result


def test_family_table():
    family = Family("envpool.classic_control")
    family.task("Mine-v0", "CartPole", aliases=["Mine-v1"], max_episode_steps=3)
    assert registry.specs["Mine-v1"][1] == "CartPoleEnvSpec"
    with pytest.raises(RegistrationError, match="'maximum'"):
        family.rules("NoSuch", {"length": {"maximum": 3}})


def refuse(given):
    raise ValueError(f"seed: expected another, got {given['seed']}")


def test_what_a_pool_needs_is_prepared_for_pools_alone(monkeypatch):
    monkeypatch.setattr(config, "_rules", dict(config._rules))
    seen = []
    family = Family("envpool.classic_control")
    family.rules("CartPole", {}, prepare=seen.append)
    spec = envpool.make_spec("CartPole-v1", num_envs=3)
    assert not seen
    envpool.make_gymnasium("CartPole-v1", num_envs=3)
    envpool.classic_control.CartPoleDMEnvPool(spec)
    envpool.make_gym("CartPole-v1")
    assert [each["num_envs"] for each in seen] == [3, 3, 1]
    family.rules("CartPole", {}, prepare=refuse)
    assert envpool.make_spec("CartPole-v1", seed=5).config.seed == 5
    with pytest.raises(ConfigError, match=r"^seed: expected another, got 5$"):
        envpool.make_dm("CartPole-v1", seed=5)


class Point:
    """An entry point, like those of importlib.metadata."""

    def __init__(self, name, load):
        self.name = name
        self.value = f"{name}.registration"
        self.load = load


def plug_in(monkeypatch, *points):
    asked = []

    def entry_points(group):
        asked.append(group)
        return points

    monkeypatch.setattr(importlib.metadata, "entry_points", entry_points)
    monkeypatch.setattr(entry, "_plugins", None)
    return asked


def in_threads(function, arguments):
    with concurrent.futures.ThreadPoolExecutor(len(arguments)) as threads:
        return list(threads.map(function, arguments))


def test_the_same_task_twice():
    for _ in range(2):
        envpool.register("Mine-v0", *CLASSIC, aliases=["Mine-v1"], max_episode_steps=9)
    assert envpool.make_spec("Mine-v1").config.max_episode_steps == 9
    # Arrays cannot be compared with a single `==`.
    envpool.register("Mine-v2", *CLASSIC, bounds=np.zeros(2))
    with pytest.raises(RegistrationError, match="'Mine-v2' is already registered"):
        envpool.register("Mine-v2", *CLASSIC, bounds=np.zeros(2))


def test_of_several_threads_one_gets_the_id():
    gate = threading.Barrier(8)

    def register(limit):
        gate.wait()
        for i in range(50):
            try:
                envpool.register(f"Mine-v{i}", *CLASSIC, max_episode_steps=limit)
            except RegistrationError:
                continue
            won.append((i, limit))

    won = []
    in_threads(register, range(1, 9))
    assert sorted(i for i, _ in won) == list(range(50))
    for i, limit in won:
        assert envpool.make_spec(f"Mine-v{i}").config.max_episode_steps == limit
        assert gymnasium.spec(f"envpool/Mine-v{i}").max_episode_steps == limit


def test_listing_while_another_registers():
    known = len(envpool.list_all_envs())

    def lists():
        for _ in range(20):
            assert len(envpool.list_all_envs()) >= known
            with pytest.raises(UnknownEnvError):
                envpool.make_gym("no such env")

    def registers():
        for i in range(300):
            envpool.register(f"Mine-v{i}", *CLASSIC)

    in_threads(lambda work: work(), [lists, registers])
    assert len(envpool.list_all_envs()) == known + 300


def test_families_of_other_packages(monkeypatch):
    def good():
        return lambda: envpool.register("Plugged-v0", *CLASSIC)

    def broken():
        raise ImportError("libmissing.so: no such file")

    asked = plug_in(monkeypatch, Point("broken", broken), Point("good", good))
    envpool.make_spec("CartPole-v1")
    assert not asked  # known ids need no search
    assert envpool.make_gym("Plugged-v0").reset()[0].shape == (1, 4)
    assert asked == ["envpool.families"]
    assert "Plugged-v0" in envpool.list_all_envs()
    assert len(asked) == 1
    assert gymnasium.make("envpool/Plugged-v0").reset()[0].shape == (4,)
    with pytest.raises(UnknownEnvError, match=r"'broken' is missing.*libmissing.so"):
        envpool.make_gym("Broken-v0")


def test_two_threads_ask_for_what_a_plugin_registers(monkeypatch):
    gate = threading.Barrier(2)

    def plugin():
        gate.wait(10)  # both threads get here without waiting for each other
        envpool.register("Plugged-v0", *CLASSIC, max_episode_steps=3)
        assert "Plugged-v0" in envpool.list_all_envs()  # does not recurse

    plug_in(monkeypatch, Point("good", lambda: plugin))
    pools = in_threads(lambda _: envpool.make_gym("Plugged-v0"), range(2))
    assert [pool.config["max_episode_steps"] for pool in pools] == [3, 3]


def test_a_family_that_failed_is_tried_again(monkeypatch):
    def fails_once():
        if not tried:
            tried.append(True)
            sys.exit("not yet")
        return lambda: envpool.register("Plugged-v0", *CLASSIC)

    tried = []
    plug_in(monkeypatch, Point("late", fails_once))
    with pytest.raises(UnknownEnvError, match="'late' is missing: SystemExit: not yet"):
        envpool.make_gym("Plugged-v0")
    assert envpool.make_gym("Plugged-v0").reset()[0].shape == (1, 4)
    assert "late" not in entry.failures


def test_an_error_within_a_family_is_told_as_it_is(monkeypatch):
    package = types.ModuleType("my_family")

    package.__getattr__ = lambda name: [].no_such_method
    monkeypatch.setitem(sys.modules, "my_family", package)
    envpool.register("Mine-v0", "my_family", "MineEnvSpec", "B", "C")
    with pytest.raises(AttributeError, match="no_such_method"):
        envpool.make_spec("Mine-v0")


@pytest.mark.parametrize(
    ("change", "argument"),
    [
        ({"task_id": None}, "task_id"),
        ({"import_path": ""}, "import_path"),
        ({"spec_cls": 3}, "spec_cls"),
        ({"dm_cls": None}, "dm_cls"),
        ({"gymnasium_cls": b"X"}, "gymnasium_cls"),
        ({"aliases": "Mine-v1"}, "aliases"),
        ({"aliases": 3}, "aliases"),
        ({"aliases": [None]}, "aliases"),
    ],
)
def test_wrong_arguments_of_register(change, argument):
    names = ("import_path", "spec_cls", "dm_cls", "gymnasium_cls")
    good = dict(zip(names, CLASSIC, strict=True), task_id="Mine-v0")
    with pytest.raises(RegistrationError, match=rf"^{argument}(\[0\])?: expected"):
        envpool.register(**{**good, **change})
    assert "Mine-v0" not in registry.specs


@pytest.mark.parametrize(
    ("package", "name", "error"),
    [
        (".", "A", FamilyImportError),
        ("no\0package", "A", FamilyImportError),
        ("os", "getcwd", RegistrationError),
        ("json", "JSONDecoder", RegistrationError),
    ],
)
def test_what_is_registered_is_no_env(package, name, error):
    envpool.register("Mine-v0", package, name, name, name)
    with pytest.raises(error, match="'Mine-v0'"):
        envpool.make_gym("Mine-v0")


def test_self_is_no_keyword():
    with pytest.raises(ConfigTypeError, match="unexpected keyword argument 'self'"):
        envpool.make_gym("CartPole-v1", self=3)


def test_family_without_its_native_module(monkeypatch):
    name = "envpool.toy_text.toy_text_envpool"
    package = sys.modules.pop("envpool.toy_text", None)
    monkeypatch.setitem(sys.modules, name, None)  # makes the import fail
    try:
        with pytest.raises(FamilyImportError, match=name) as caught:
            envpool.make_gym("Taxi-v3")
        assert caught.value.__notes__ == ["needed by 'Taxi-v3'"]
        assert isinstance(caught.value.__cause__, ImportError)
        assert envpool.make_gym("CartPole-v1").reset()[0].shape == (1, 4)
    finally:
        sys.modules.pop("envpool.toy_text", None)
        if package is not None:
            sys.modules["envpool.toy_text"] = package


class Native:
    """The attributes of a native spec class."""

    _config_keys: typing.ClassVar = ["num_envs", "base_path", "seed", "env_seed"]
    _config_keys += ["batch_size", "max_episode_steps", "hill.size"]
    _default_config_values = (1, "", 0, [], 0, 10, 3)
    _state_keys: typing.ClassVar = ["info:env_id", "reward", "obs", "info:score"]
    _action_keys: typing.ClassVar = ["env_id", "action"]

    def __init__(self, values):
        raise ValueError("state entry 'obs': bounds: expected low <= high, got {1, 0}")


def native_class(**changes):
    return type("_HillEnvSpec", (Native,), changes)


@pytest.mark.parametrize("key", ["score", "information", "inf:x", "state:x"])
def test_state_keys_that_results_would_lack(key):
    changed = native_class(_state_keys=["obs", key])
    with pytest.raises(
        RegistrationError, match=rf"^mine.HillEnvSpec: state key '{key}': expected"
    ):
        make_spec_class(changed, "mine")


def test_rules_and_meanings_are_of_keys_of_the_config(monkeypatch):
    monkeypatch.setattr(config, "_rules", {})
    monkeypatch.setattr(option_texts, "_meanings", {})
    family = Family("mine")
    family.rules("Hill", {"hill_size": {"min": 1}})
    family.meanings({"hill_size": "Its size.", "other": "Of another env."})
    family.meanings({"hill_size": "Its size."}, env="Hill")
    make_spec_class(native_class(), "mine")
    family.meanings({"hil_size": "Its size."}, env="Hill")
    with pytest.raises(RegistrationError, match=r"meanings of 'hil_size'.*'hill_size'"):
        make_spec_class(native_class(), "mine")
    family.rules("Hill", {"hill.size": {"min": 1}})
    with pytest.raises(RegistrationError, match=r"rules of 'hill.size'.*'hill_size'"):
        make_spec_class(native_class(), "mine")


def test_meanings_for_a_family_are_of_keys_of_its_envs(monkeypatch):
    monkeypatch.setattr(option_texts, "_meanings", {})
    native = types.ModuleType("mine.mine_envpool")
    native._HillEnvSpec, native._HillEnvPool = (
        native_class(),
        type("_HillEnvPool", (), {}),
    )
    monkeypatch.setitem(sys.modules, "mine", types.ModuleType("mine"))
    monkeypatch.setitem(sys.modules, "mine.mine_envpool", native)
    get, _ = export_family("mine", "mine_envpool")
    Family("mine").meanings({"hill_sise": "Its size."})
    with pytest.raises(
        RegistrationError, match=r"meanings of 'hill_sise'.*'hill_size'"
    ):
        get("HillEnvSpec")


def test_a_spec_that_is_wrong_blames_no_config(monkeypatch):
    spec = make_spec_class(native_class(), "mine")
    with pytest.raises(
        RegistrationError, match=r"^mine.HillEnvSpec: state entry 'obs': bounds"
    ):
        spec({"num_envs": 2, "base_path": "/opt", "max_episode_steps": 5})
    with pytest.raises(
        ConfigError, match=r"^hill_size: got 4 \(int\): state entry 'obs'"
    ):
        spec({"num_envs": 2, "hill_size": 4})


def test_a_registry_of_ones_own():
    mine = EnvRegistry()
    mine.register("Mine-v0", *CLASSIC)
    assert mine.make("Mine-v0", "gym").reset()[0].shape == (1, 4)
    assert mine.make_dm("Mine-v0").reset().reward.shape == (1,)
    assert "Mine-v0" not in registry.specs


def test_unknown_id_names_the_wheels_that_are_not_installed(monkeypatch):
    def row(name, wheel):
        return {"name": name, "title": name.title(), "summary": "", "wheel": wheel}

    rows = [row("one", "envpool-a"), row("two", "envpool-a"), row("three", "envpool-b")]
    point = importlib.metadata.EntryPoint("three", "types", entry.ENTRY_POINT_GROUP)
    monkeypatch.setattr(entry, "FAMILIES", (*FAMILIES, *families.rows(rows)))
    monkeypatch.setattr(entry, "_plugins", [point])
    with pytest.raises(UnknownEnvError, match=r"; One needs .* envpool-a; Two "):
        envpool.make_gym("Missing-v0")
    assert not {"one", "two", "three"} & set(entry.failures)


def test_modules_of_the_registry_import_each_other_in_one_direction():
    folder = pathlib.Path(envpool.__file__).parent / "registration"
    names = [path.stem for path in folder.glob("*.py")]
    graph = {}
    for name in names:
        tree = ast.parse((folder / f"{name}.py").read_text("utf-8"))
        imported = set()
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom):
                imported |= {f"{node.module}.{alias.name}" for alias in node.names}
                imported.add(node.module)
            elif isinstance(node, ast.Import):
                assert "envpool" not in [alias.name for alias in node.names], name
        graph[name] = {
            other for other in names if f"envpool.registration.{other}" in imported
        }
    assert graph["__init__"]
    graphlib.TopologicalSorter(graph).prepare()  # raises CycleError


def test_own_families_are_found_without_other_packages(monkeypatch):
    row = {"name": "own", "title": "Own", "summary": "", "wheel": "envpool-own"}
    group, called = entry.ENTRY_POINT_GROUP, []
    points = [
        importlib.metadata.EntryPoint("foreign", "foreign", group),
        importlib.metadata.EntryPoint("own", "envpool.own.registration", group),
    ]
    monkeypatch.setattr(entry, "FAMILIES", (*FAMILIES, *families.rows([row])))
    monkeypatch.setattr(entry, "_plugins", points)
    monkeypatch.setattr(entry, "_registered", set(entry._registered))
    monkeypatch.setattr(entry, "_load_plugin", lambda point: called.append(point.name))
    entry.load_own()
    assert called == ["own"]
    entry.load_all()
    assert called == ["own", "foreign"]
