# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Robots from URDF files: motors, meshes, bases, and what is wrong in a file."""

import struct
import sys

import mujoco
import numpy as np
import pytest

import envpool
import envpool.mujoco
from envpool.errors import ConfigError
from envpool.mujoco import read_urdf

ARM = """
<robot name="arm">
  <link name="base">
    <visual><geometry><mesh filename="package://arm/base.dae"/></geometry></visual>
  </link>
  <joint name="lift" type="prismatic">
    <parent link="base"/><child link="arm"/><axis xyz="0 0 1"/>
    <limit lower="0" upper="0.5" effort="40" velocity="1"/>
  </joint>
  <link name="arm">
    <inertial>
      <mass value="2"/>
      <inertia ixx="0.1" iyy="0.2" izz="0.3" ixy="0" ixz="0" iyz="0"/>
    </inertial>
    <collision><geometry><box size="0.2 0.1 0.1"/></geometry></collision>
  </link>
  <joint name="tool" type="fixed"><parent link="arm"/><child link="tip"/></joint>
  <link name="tip"/>
  <joint name="left" type="prismatic">
    <parent link="tip"/><child link="left_finger"/><axis xyz="0 1 0"/>
    <limit lower="0" upper="0.04" effort="0" velocity="1"/>
  </joint>
  <link name="left_finger">
    <inertial>
      <mass value="0.1"/>
      <inertia ixx="1" iyy="1" izz="1" ixy="1" ixz="1" iyz="1"/>
    </inertial>
  </link>
  <joint name="right" type="prismatic">
    <parent link="tip"/><child link="right_finger"/><axis xyz="0 -1 0"/>
    <limit lower="0" upper="0.04" effort="20" velocity="1"/>
    <mimic joint="left" multiplier="0.5" offset="0.01"/>
  </joint>
  <link name="right_finger">
    <collision>
      <geometry><mesh filename="package://arm/meshes/finger.stl"/></geometry>
    </collision>
  </link>
</robot>
"""
CORNERS = np.eye(4, 3) * 0.1
FACES = ((0, 2, 1), (0, 1, 3), (1, 2, 3), (0, 3, 2))


def write_mesh(path):
    """Writes a tetrahedron as an STL file."""
    path.parent.mkdir(parents=True)
    content = bytes(80) + struct.pack("<I", len(FACES))
    for face in FACES:
        corners = CORNERS[list(face)].astype("<f4")
        content += bytes(12) + corners.tobytes() + bytes(2)
    path.write_bytes(content)


@pytest.fixture(name="path")
def _path(tmp_path):
    """Returns a URDF file in a ROS package named arm."""
    write_mesh(tmp_path / "arm" / "meshes" / "finger.stl")
    folder = tmp_path / "arm" / "urdf"
    folder.mkdir()
    path = folder / "arm.urdf"
    path.write_text(ARM)
    return path


def test_joints_get_motors(path):
    model = read_urdf(path).compile()
    names = [model.actuator(i).name for i in range(model.nu)]
    assert names == ["lift", "left"]
    assert model.actuator("lift").ctrlrange.tolist() == [-40, 40]
    assert not model.actuator("left").ctrllimited[0]
    assert model.eq_data[0, :2].tolist() == [0.01, 0.5]
    assert model.body("arm").mass[0] == 2
    assert [model.body(name).id for name in ("base", "tip")]  # they have their names
    assert model.body("left_finger").inertia.tolist() == [1, 1, 1]
    assert (model.nmesh, model.ngeom) == (1, 2)


def test_bases(path):
    fixed, free = (read_urdf(path, base).compile() for base in ("fixed", "free"))
    assert fixed.njnt + 1 == free.njnt
    assert free.joint("base").type[0] == mujoco.mjtJoint.mjJNT_FREE
    with pytest.raises(ConfigError, match="base: expected one of"):
        read_urdf(path, "floating")


def test_a_path_in_a_table_is_enough(path):
    file = path.with_name("task.toml")
    file.write_text('model = "arm.urdf"\nobservations = ["qpos", "body(\'tip\')"]\n')
    pool = envpool.make_gymnasium(str(file), num_envs=2)
    assert pool.reset()[0].shape == (2, 3 + 3)
    for _ in range(200):
        obs, *_ = pool.step(np.array([[40.0, 0.0]] * 2))
    assert (obs[:, 0] > 0.01).all()  # 40 N lift 2.3 kg
    free = envpool.mujoco.task(read_urdf(path, "free"), ["qpos"])
    assert envpool.make_gymnasium(free).reset()[0].shape == (1, 10)


def test_collisions_may_be_left_out(path):
    assert read_urdf(path, collisions=False).compile().ngeom == 0


# What is replaced in the file by what, and what the error says.
WRONG = [
    ("</robot>", "", "expected a URDF file: no element found"),
    ("robot", "model", "with the element robot, got 'model'"),
    ("finger.stl", "thumb.stl", "expected the mesh 'package://arm/meshes/thumb.stl'"),
    ("package://arm/", "", "expected the mesh 'meshes/finger.stl' in the file's"),
    ("meshes/finger.stl", "urdf/arm.urdf", "which MuJoCo reads, got .*arm.urdf'"),
    ('effort="40"', 'effort="much"', "bad format in attribute 'effort'"),
    ('ixx="0.1"', 'ixx="nan"', "inertia: ixx: expected a number, got 'nan'"),
    ('mimic joint="left"', 'mimic joint="middle"', "unknown element 'middle'"),
    ('child link="arm"', 'child link="leg"', "joint parent or child missing"),
    ("<robot", "<!DOCTYPE a [<!ENTITY b 'c'>]><robot", ""),
]


@pytest.mark.parametrize(("old", "new", "text"), WRONG, ids=range(len(WRONG)))
def test_a_wrong_file_is_named(path, old, new, text):
    path.write_text(ARM.replace(old, new))
    if not text:
        read_urdf(path)
        return
    with pytest.raises(ConfigError, match=f"arm.urdf: .*{text}") as caught:
        envpool.mujoco.task(path, ["qpos"])
    assert len(str(caught.value).splitlines()) == 1


def test_a_bomb_of_entities_is_refused(path):
    entities = ['<!ENTITY e0 "0">']
    entities += [f'<!ENTITY e{i} "{f"&e{i - 1};" * 10}">' for i in range(1, 12)]
    text = ARM.replace('value="2"', 'value="&e11;"').strip()
    path.write_text(f"<!DOCTYPE robot [{''.join(entities)}]>{text}")
    with pytest.raises(ConfigError, match=r"arm.urdf: expected a URDF file: limit on"):
        read_urdf(path)


def test_missing_files_and_packages(path, monkeypatch):
    with pytest.raises(FileNotFoundError):
        envpool.mujoco.task("none.urdf", ["qpos"])
    monkeypatch.setitem(sys.modules, "mujoco", None)
    with pytest.raises(ImportError, match="pip install mujoco"):
        read_urdf(path)
