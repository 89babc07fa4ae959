# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The user's own models: files that change, and hostile files."""

import os
import subprocess
import sys
import tempfile
import zlib

import numpy as np
import pytest

import envpool
from envpool.python.apis.states import _HEADER
from envpool.python.errors import ArgumentError, ConfigError, EnvPoolError
from envpool.registration import package_base_path


def model(*additions):
    """Returns the hopper's model with additions at its end."""
    path = os.path.join(package_base_path, "mujoco", "assets", "hopper.xml")
    with open(path, encoding="utf-8") as file:
        text = file.read()
    return text.replace("</mujoco>", "".join(additions) + "</mujoco>")


def make(path, **config):
    return envpool.make_gymnasium("Hopper-v5", num_envs=2, xml_file=str(path), **config)


def height(path):
    """Returns the height of a hopper after five steps of falling."""
    env = make(path, seed=1)
    env.reset()
    for _ in range(5):
        obs, *_ = env.step(np.zeros((2, 3)))
    return obs[0, 0]


def test_an_included_file_changes(tmp_path):
    top, part = tmp_path / "top.xml", tmp_path / "part.xml"
    top.write_text(model('<include file="part.xml"/>'))
    seen = []
    for gravity in ("9.81", "1.00", "1.00", "9.81"):
        part.write_text(f'<mujoco><option gravity="0 0 -{gravity}"/></mujoco>')
        seen.append(height(top))
    assert seen[0] == seen[3] < seen[1] == seen[2]


def test_a_mesh_changes(tmp_path):
    mesh = '<asset><mesh name="m" file="m.obj"/></asset>'
    geom = '<worldbody><geom type="mesh" mesh="m" pos="9 0 9"/></worldbody>'
    path, obj = tmp_path / "top.xml", tmp_path / "m.obj"
    path.write_text(model(mesh, geom))
    states = []
    for side in ("1", "2"):
        points = ((0, 0, 0), (side, 0, 0), (0, side, 0), (0, 0, side))
        faces = "f 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n"
        obj.write_text("".join(f"v {x} {y} {z}\n" for x, y, z in points) + faces)
        env = make(path)
        env.reset()
        states.append(env.save_state())
    with pytest.raises(ArgumentError, match="another xml_file"):
        env.load_state(states[0])
    env.load_state(states[1])


def test_states_know_the_content_and_not_the_path(tmp_path):
    pools = []
    for name, text in (("a", model()), ("b", model()), ("c", model("<!-- -->"))):
        (tmp_path / name).mkdir()
        (tmp_path / name / "own.xml").write_text(text)
        pools.append(make(tmp_path / name / "own.xml", seed=len(pools)))
        pools[-1].reset()
    states = pools[0].save_state()
    pools[1].load_state(states)
    action = np.full((2, 3), 0.5)
    np.testing.assert_array_equal(pools[0].step(action)[0], pools[1].step(action)[0])
    with pytest.raises(ArgumentError, match="another xml_file"):
        pools[2].load_state(states)


def test_a_file_in_the_working_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ConfigError, match=f"no .*assets/my.xml and no {tmp_path}/my"):
        envpool.make_spec("Hopper-v5", xml_file="my.xml")
    (tmp_path / "my.xml").write_text(model())
    (tmp_path / "hopper.xml").write_text("not the package's")
    spec = envpool.make_spec("Hopper-v5", xml_file="my.xml")
    assert spec.config.xml_file == str(tmp_path / "my.xml")
    spec = envpool.make_spec("Hopper-v5", xml_file="hopper.xml")
    assert spec.config.xml_file.endswith("assets/hopper.xml")


def test_files_that_are_none(tmp_path):
    fifo = tmp_path / "fifo.xml"
    os.mkfifo(fifo)
    top = tmp_path / "top.xml"
    for path in (fifo, tmp_path, "/dev/zero"):
        with pytest.raises(ConfigError, match=r"^xml_file: expected a regular file"):
            make(path)
        top.write_text(model(f'<include file="{path}"/>'))
        with pytest.raises(ConfigError, match=r"^xml_file: .*expected a regular file"):
            make(top)
    with pytest.raises(ConfigError, match=r"^xml_file: expected a string"):
        make("\udcff.xml")


def forged(state, payload):
    *others, _ = _HEADER.unpack_from(state)
    return _HEADER.pack(*others, zlib.crc32(payload)) + payload


@pytest.mark.parametrize("task_id", ["Hopper-v5", "Pusher-v4"])
def test_forged_states(task_id):
    """A forged state is rejected, or the env works or reports that it is unstable."""
    env = envpool.make_gym(task_id, num_envs=1, seed=3)
    env.reset()
    action = np.zeros((1, *env.action_space.shape))
    env.step(action)
    state = env.save_state()[0]
    payload = state[_HEADER.size :]
    random = np.random.default_rng(0)
    refused = 0
    for _ in range(60):
        bad = bytearray(payload)
        # A state begins with the physics' state; the forged bytes can hit any value.
        at = int(random.integers(0, min(len(bad), 4000) - 8))
        value = random.choice([np.nan, np.inf, -1e300, 1e9, 0.5])
        bad[at : at + 8] = value.tobytes()
        try:
            env.load_state([forged(state, bytes(bad))])
        except ArgumentError:
            refused += 1
            continue
        for _ in range(3):
            try:
                env.step(action)
            except EnvPoolError:
                env.reset()
    assert refused > 0
    env.load_state([state])
    env.step(action)


def python(code, *arguments):
    """Runs code in another process and returns its output."""
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": ":".join(sys.path)},
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


MEMORY = """
import resource, sys, envpool
resource.setrlimit(resource.RLIMIT_AS, (8 << 30, 8 << 30))
for _ in range(2):
    try:
        envpool.make_gym("Hopper-v5", xml_file=sys.argv[1])
    except MemoryError as error:
        print(error)
envpool.make_gym("Hopper-v5").reset()
"""


@pytest.mark.parametrize(
    "addition",
    [
        '<size nuser_geom="2000000000"/>',
        '<asset><mesh name="m" builtin="supersphere" params="100000 1 1"/></asset>',
    ],
)
def test_models_that_are_too_large(tmp_path, addition):
    path = tmp_path / "large.xml"
    path.write_text(model(addition))
    text = "MuJoCo: the model needs more memory than is available\n"
    assert python(MEMORY, str(path)) == 2 * text


THREADS = """
import os, resource, sys, envpool
envpool.make_spec("Hopper-v5")
if os.getuid() == 0:
    os.setresuid(65534, 65534, 65534)  # root may have any number of threads
resource.setrlimit(resource.RLIMIT_NPROC, (1, 1))
spec = envpool.make_spec("Hopper-v5", xml_file=sys.argv[1])
print(spec.action_array_spec["action"].shape[-1])
"""


def test_models_need_no_threads():
    meshes = "".join(
        f'<mesh name="m{i}" builtin="sphere" params="3"/>' for i in range(40)
    )
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)
        path = os.path.join(folder, "meshes.xml")
        with open(path, "w", encoding="utf-8") as file:
            file.write(model(f"<asset>{meshes}</asset>"))
        assert python(THREADS, path) == "3\n"
