# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The cost of `import envpool`, and the modules that it loads, in new interpreters."""

import os
import subprocess
import sys

import pytest

import envpool


def python(code, **env):
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        capture_output=True,
        text=True,
        check=False,
        env={"PYTHONPATH": ":".join(sys.path), **env},
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return done.stdout.strip()


def test_import_is_quick(tmp_path):
    # CPU time, since tests run in parallel; with compiled modules.
    code = (
        "from time import process_time as now; start = now(); import envpool;"
        "print(now() - start)"
    )
    times = [float(python(code, PYTHONPYCACHEPREFIX=str(tmp_path))) for _ in range(5)]
    assert min(times) < 0.3


def test_import_loads_no_family():
    code = (
        "import sys, envpool; envpool.list_all_envs();"
        "print([m for m in sys.modules if m.endswith('_envpool')"
        " or m in ('envpool.core._core', 'gym', 'gymnasium', 'dm_env', 'jax',"
        " 'torch')])"
    )
    loaded = eval(python(code))
    assert loaded == [m for m in loaded if m.startswith("envpool.python.")]


def test_a_pool_loads_its_family_only():
    code = (
        "import sys, envpool; envpool.make_gymnasium('CartPole-v1').reset();"
        "print([m for m in sys.modules if m.endswith('_envpool')"
        " and not m.startswith('envpool.python.') or m in ('jax', 'torch')])"
    )
    assert eval(python(code)) == ["envpool.classic_control.classic_control_envpool"]


def test_broken_registration_breaks_nothing_else():
    code = """
import sys
sys.modules["envpool.toy_text.registration"] = None
import envpool
assert envpool.make_gym("CartPole-v1").reset()[0].shape == (1, 4)
assert "Taxi-v3" not in envpool.list_all_envs()
try:
    envpool.make_gym("Taxi-v3")
except envpool.python.errors.UnknownEnvError as error:
    print(error)
"""
    assert "the family 'toy_text' is missing" in python(code)


def test_without_gym_gym_has_gymnasium_spaces():
    code = """
import sys
sys.modules["gym"] = None
import envpool, gymnasium
env = envpool.make_gym("CartPole-v1")
assert isinstance(env, gymnasium.Env)
print(type(env.observation_space).__module__)
"""
    assert python(code) == "gymnasium.spaces.box"


def test_without_dm_env_the_other_apis_work():
    code = """
import sys
sys.modules["dm_env"] = None
import envpool
print(envpool.make_gymnasium("CartPole-v1").reset()[0].shape)
"""
    assert python(code) == "(1, 4)"


def test_assets_path(tmp_path):
    code = "import envpool; print(envpool.make_spec('CartPole-v1').config.base_path)"
    assert python(code, ENVPOOL_ASSETS_PATH=str(tmp_path)) == str(tmp_path)
    assert python(code).endswith("envpool")


def test_gymnasium_may_be_imported_later_or_fail_first(tmp_path):
    (tmp_path / "gymnasium.py").write_text("raise ImportError('not yet')")
    code = """
import sys, envpool, importlib
assert "gymnasium" not in sys.modules
bad = FOLDER
sys.path.insert(0, bad)
try:
    import gymnasium
except ImportError as error:
    assert str(error) == "not yet"
sys.path.remove(bad)
import gymnasium
assert "envpool/CartPole-v1" in gymnasium.registry
assert type(gymnasium.__loader__).__module__ != "envpool.python.after_import"
assert gymnasium.__spec__.loader is gymnasium.__loader__
assert not any("envpool" in type(f).__module__ for f in sys.meta_path)
importlib.reload(gymnasium)
envpool.register("New-v0", "envpool.classic_control", "CartPoleEnvSpec",
                 "CartPoleDMEnvPool", "CartPoleGymnasiumEnvPool")
print(gymnasium.make("envpool/New-v0").reset()[0].shape)
"""
    assert python(code.replace("FOLDER", repr(str(tmp_path)))) == "(4,)"


@pytest.mark.parametrize("order", ["envpool, gymnasium", "gymnasium, envpool"])
@pytest.mark.parametrize("task_id", ["envpool/NChain-v0", "envpool:envpool/Acrobot-v1"])
def test_gymnasium_makes_envs_in_both_orders(order, task_id):
    code = f"""
import sys
import {order}
print(gymnasium.make({task_id!r}).unwrapped.spec is not None)
assert not any("envpool" in type(f).__module__ for f in sys.meta_path)
"""
    assert python(code) == "True"


def test_gymnasium_imports_envpool():
    code = """
import gymnasium
print(gymnasium.make("envpool:envpool/CartPole-v1").reset()[0].shape)
"""
    assert python(code) == "(4,)"


def test_beside_a_thread_that_imports_gymnasium():
    code = """
import sys, threading

inside, go = threading.Event(), threading.Event()
beside = []

def watch(event, args):
    if event != "import":
        return
    here = threading.current_thread() is importer
    if here and args[0] == "gymnasium.spaces":
        inside.set()
        assert go.wait(20)
    elif not here and args[0].startswith("gymnasium"):
        beside.append(args[0])
    elif args[0] == "envpool.python.after_import":
        go.set()

def imports():
    import gymnasium

importer = threading.Thread(target=imports)
sys.addaudithook(watch)
importer.start()
assert inside.wait(20)
import envpool
assert not beside  # it has waited for the other thread
importer.join()
import gymnasium
assert not {"classic_control", "toy_text"} & set(envpool.registration.entry.failures)
print(gymnasium.make("envpool/CartPole-v1").reset()[0].shape)
"""
    assert python(code) == "(4,)"


def test_a_family_that_failed_is_tried_again():
    code = """
import sys
sys.modules["envpool.toy_text.registration"] = None
import envpool
assert "toy_text" in envpool.registration.entry.failures
assert "Taxi-v3" not in envpool.list_all_envs()
del sys.modules["envpool.toy_text.registration"]
print(envpool.make_gym("Taxi-v3").reset()[0].shape)
assert "toy_text" not in envpool.registration.entry.failures
"""
    assert python(code) == "(1,)"


def test_threads_that_import_and_make_at_once():
    code = """
import sys, threading

def imports():
    import gymnasium

def makes(task_id, env_type):
    import envpool
    envpool.make(task_id, env_type=env_type).reset()

gate, bad = threading.Barrier(5), []

def run(function, *args):
    gate.wait()
    try:
        function(*args)
    except Exception as error:
        bad.append(repr(error))

sys.setswitchinterval(1e-5)
threads = [threading.Thread(target=run, args=args) for args in (
    (imports,), (makes, "CartPole-v1", "gymnasium"), (makes, "Taxi-v3", "gym"),
    (makes, "Taxi-v3", "gymnasium"), (makes, "Taxi-v3", "dm"))]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
import envpool
assert not bad, bad
assert not {"classic_control", "toy_text"} & set(envpool.registration.entry.failures)
"""
    for _ in range(3):
        python(code)


def test_numpy_is_imported_whole_before_its_submodules():
    code = """
import builtins
original, names = builtins.__import__, []

def record(name, *args, **kwargs):
    if name.partition(".")[0] == "numpy":
        names.append(name)
    return original(name, *args, **kwargs)

builtins.__import__ = record
import envpool
print(names[0])
"""
    assert python(code) == "numpy"


@pytest.mark.parametrize("name", ["get_include", "get_library_dir"])
def test_folders(name):
    assert os.path.isdir(getattr(envpool, name)())


def test_library_is_where_it_is_said_to_be():
    library = os.path.join(envpool.get_library_dir(), "libenvpool_core.so")
    assert os.path.exists(library)
