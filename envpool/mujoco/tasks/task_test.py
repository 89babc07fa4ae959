# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Tasks as values, their files, and what they remember between steps."""

import pickle
import sys

import mujoco
import numpy as np
import pytest

import envpool
import envpool.mujoco
from envpool.mujoco import Task
from envpool.registration import register

MODEL = """
<mujoco>
  <worldbody>
    <body name="cart" pos="0 0 1">
      <joint name="rail" type="slide" axis="1 0 0"/>
      <geom name="box" type="box" size="0.1 0.1 0.1" mass="1"/>
    </body>
  </worldbody>
  <actuator>
    <motor name="push" joint="rail" ctrlrange="-2 2" ctrllimited="true"/>
  </actuator>
</mujoco>
"""
DT = 0.002


def robot(observations, **terms):
    return envpool.mujoco.task(MODEL, observations, **terms)


def pool_of(observations, num_envs=2, **terms):
    pool = envpool.make_gymnasium(robot(observations, **terms), num_envs=num_envs)
    return pool, pool.reset()[0]


def push(pool, force=1.0):
    return pool.step(np.full((pool.num_envs, 1), force, np.float64))


def test_a_task_is_a_value():
    one, two = robot(["qpos"], name="cart"), robot(["qpos"], name="cart")
    assert one == two
    assert hash(one) == hash(two)
    assert one != robot(["qvel"], name="cart")
    assert pickle.loads(pickle.dumps(one)) == one
    assert repr(one) == "Task('cart': 1 observations)"
    with pytest.raises(AttributeError, match="cannot be changed"):
        one.name = "other"
    table = one.table
    table["name"] = "other"
    assert one.name == "cart"


def test_a_printed_task_is_its_file(tmp_path):
    terms = {
        "name": "cart",
        "rewards": {"fast": {"term": "qvel[0]", "weight": 2}, "safe": "1 < 2"},
        "observations": [{"name": "all", "term": "[qpos, 'a' == 1][:1]"}],
    }
    terms["observations"] = {"x": "qpos", "v": {"term": "qvel", "clip": [-1, 1]}}
    one = envpool.mujoco.task(MODEL, **terms)
    path = tmp_path / "cart.toml"
    path.write_text(str(one))
    pool = envpool.make_gym(str(path))
    assert pool.spec.id == envpool.make_gym(one).spec.id
    assert envpool.make_spec(path).id == pool.spec.id
    assert "\n  <worldbody>\n    <body name=" in str(one)  # it can be read


def test_any_text_is_printed(tmp_path):
    name = '\n a\\n \\ """ \' \t\r \x00\x7f \N{BALLET SHOES} \n\n'
    one = robot([{"term": "qpos", "name": name}])
    path = tmp_path / "cart.toml"
    path.write_text(str(one), "utf-8")
    assert list(envpool.mujoco.tasks.task.read(path).observation_slices) == [name]


YAML = """
# Comments, anchors and merged keys are YAML's.
name: cart
model: cart.xml
observations:
  x: qpos
  v: &speed {term: qvel, clip: [-1, 1]}
  last: {<<: *speed, history: 2}
rewards:
  fast: {term: "qvel[0]", weight: 2.0}
  safe: 1 < 2
"""


def test_a_yaml_file_is_the_same_task(tmp_path):
    pytest.importorskip("yaml")
    (tmp_path / "cart.xml").write_text(MODEL)
    path = tmp_path / "cart.yaml"
    path.write_text(YAML)
    speed = {"term": "qvel", "clip": [-1, 1]}
    one = envpool.mujoco.task(
        tmp_path / "cart.xml",
        {"x": "qpos", "v": speed, "last": {**speed, "history": 2}},
        name="cart",
        rewards={"fast": {"term": "qvel[0]", "weight": 2.0}, "safe": "1 < 2"},
    )
    assert envpool.make_spec(path).id == envpool.make_spec(one).id
    obs, _ = envpool.make_gymnasium(str(path.rename(path.with_suffix(".yml")))).reset()
    assert obs.shape == (1, 4)


def test_yaml_needs_its_package(tmp_path, monkeypatch):
    path = tmp_path / "cart.yaml"
    path.write_text(YAML)
    monkeypatch.setitem(sys.modules, "yaml", None)
    with pytest.raises(
        ImportError, match=r'cart.yaml: .*pip install "envpool\[yaml\]"'
    ):
        envpool.make_gym(str(path))


def test_models_of_all_kinds(tmp_path):
    path = tmp_path / "cart.xml"
    path.write_text(MODEL)
    compiled = mujoco.MjModel.from_xml_string(MODEL)
    buffer = np.zeros(mujoco.mj_sizeModel(compiled), np.uint8)
    mujoco.mj_saveModel(compiled, None, buffer)
    spec = mujoco.MjSpec.from_string(MODEL)
    for model in (MODEL, str(path), path, compiled, buffer.tobytes(), spec):
        pool = envpool.make_gymnasium(envpool.mujoco.task(model, ["qpos", "qvel"]))
        pool.reset()
        obs = push(pool)[0]
        assert obs[0, 1] == pytest.approx(DT)  # 1 N on 1 kg


def test_a_task_is_registered_and_pools_are_pickled():
    task = robot(["qpos"], episode_steps=3)
    envpool.register("Cart-v0", task)
    assert "Cart-v0" in envpool.list_all_envs()
    assert not any("@" in each for each in envpool.list_all_envs())
    pool = envpool.make_gymnasium("Cart-v0", num_envs=2)
    again = pickle.loads(pickle.dumps(envpool.make_gymnasium(task, num_envs=2)))
    for each in (pool, again):
        each.reset()
        assert [bool(push(each)[3][0]) for _ in range(3)] == [False, False, True]
    assert "program" not in repr(pool)


def test_info_of_terms():
    rewards = {"a": {"term": "2", "weight": 3}, "b": "qpos[0] * 0 - 1"}
    task = robot(["qpos"], rewards=rewards, measures={"m": "7"})
    assert task.reward_names == ("a", "b")
    assert task.measure_names == ("m",)
    pool = envpool.make_gymnasium(task, num_envs=2, term_infos=True)
    pool.reset()
    _, reward, _, _, info = push(pool)
    assert np.array_equal(reward, [5, 5])
    assert np.array_equal(info["reward_terms"], [[6, -1], [6, -1]])
    assert np.array_equal(info["measures"], [[7], [7]])
    plain = envpool.make_gymnasium(task)
    plain.reset()
    assert "reward_terms" not in push(plain)[4]


def test_histories_delays_and_clocks():
    terms = ["time", "history(time, 3)", "delay(time, 2)", "steps", "last(time)"]
    pool, obs = pool_of([*terms, "since(steps == 1)", "action"])
    assert np.allclose(obs[0], [0] * 9)
    for step in range(1, 5):
        obs = push(pool, 0.5)[0][0] / [*[DT] * 5, 1, DT, DT, 1]
        then = [max(step - k, 0) for k in range(3)]
        expected = [step, *reversed(then), then[2], step, then[1], step - 1, 0.5]
        assert obs == pytest.approx(expected)


def test_a_delay_may_change():
    pool, _ = pool_of(["delay(steps, 1 + steps % 2, 2)"])
    seen = [push(pool)[0][0, 0] for _ in range(6)]
    assert seen == [0, 1, 1, 3, 3, 5]  # 2, 1, 2, 1, ... steps ago


def test_commands_are_drawn_and_redrawn():
    commands = {"wish": {"draw": "uniform(-1, 1)", "every": 3 * DT}, "c": "random(2)"}
    pool, obs = pool_of(["wish", "c"], commands=commands)
    wishes, others = [obs[0, 0]], [tuple(obs[0, 1:])]
    for _ in range(8):
        obs = push(pool)[0]
        wishes.append(obs[0, 0])
        others.append(tuple(obs[0, 1:]))
    assert len(set(others)) == 1
    assert len(set(wishes)) in (3, 4)  # the sum of the time steps is rounded
    assert wishes[0] == wishes[1] == wishes[2]


def test_actions():
    plain = robot(["ctrl"])
    spec = envpool.make_spec(plain)
    assert spec.action_space.low == -2
    assert spec.action_space.high == 2
    scaled, _ = pool_of(["ctrl"], actions={"size": 1, "scale": 0.5, "offset": 0.25})
    assert push(scaled)[0][0, 0] == 0.75
    smooth, _ = pool_of(["ctrl"], actions={"smooth": 0.5})
    assert [push(smooth)[0][0, 0] for _ in range(3)] == [0.5, 0.75, 0.875]
    limited, _ = pool_of(["ctrl"], actions={"limit": 0.5})
    assert push(limited)[0][0, 0] == 0.5
    delta, _ = pool_of(["ctrl"], actions="last(ctrl) + 0.1 * action")
    assert [push(delta)[0][0, 0] for _ in range(3)] == pytest.approx([0.1, 0.2, 0.3])


def test_pd_targets_are_followed_in_each_substep():
    actions = {"kp": 30, "kd": 4}
    pool, _ = pool_of(["qpos", "qvel"], actions=actions, frame_skip=4)
    model = mujoco.MjModel.from_xml_string(MODEL)
    data = mujoco.MjData(model)
    for _ in range(5):
        obs = push(pool, 0.02)[0][0]
        for _ in range(4):
            data.ctrl[:] = 30 * (0.02 - data.qpos) - 4 * data.qvel
            mujoco.mj_step(model, data)
        assert obs == pytest.approx([data.qpos[0], data.qvel[0]], abs=1e-15)


def test_noise_scaling_and_clipping():
    terms = [
        {"term": "full(1000, 1)", "noise": 0.5},
        {"term": "full(1000, 1)", "noise_std": 0.5},
        {"term": "[1, 2, 3]", "clip": [1.5, 2.5], "scale": 2},
    ]
    _, obs = pool_of(terms)
    even, bell, cut = np.split(obs[0], [1000, 2000])
    assert even.min() >= 0.5
    assert even.max() <= 1.5
    assert even.std() == pytest.approx(0.5 / 3**0.5, rel=0.1)
    assert bell.std() == pytest.approx(0.5, rel=0.1)
    assert np.array_equal(cut, [3, 4, 5])


def test_saved_states_have_what_is_remembered():
    commands = {"wish": {"draw": "uniform(-1, 1)", "every": [DT, 5 * DT]}}
    terms = ["qpos", "wish", "history(qvel, 4)", "steps", "uniform(0, 1)"]
    pool, _ = pool_of(terms, commands=commands)
    for _ in range(5):
        push(pool)
    state = pool.save_state()
    first = [push(pool)[0] for _ in range(10)]
    pool.load_state(state)
    assert np.array_equal(first, [push(pool)[0] for _ in range(10)])


def test_parameters_of_the_model_are_terms_too():
    pool, _ = pool_of(["qvel", "body_mass"])
    pool.set_params({"body_mass": np.array([[0.0, 2.0]] * 2)})
    obs = push(pool)[0][0]
    assert obs[2] == 2
    assert obs[0] == pytest.approx(DT / 2)


def test_values_may_be_numpy_s():
    reward = {"a": {"term": "qvel[0]", "weight": np.float64(2)}}
    robot([{"term": "qpos", "clip": np.array([-1, 1])}], rewards=reward)
    text = "define: expected texts, numbers, lists and dicts"
    with pytest.raises(envpool.errors.ConfigTypeError, match=text):
        Task({"model": MODEL, "observations": ["qpos"], "define": {"x": object()}})


GROUPS = {
    "policy": {"x": "qpos", "v": {"term": "qvel", "scale": 2}},
    "critic": ["qpos", "qvel", "action"],
}


def test_groups_are_a_dict_of_observations(tmp_path):
    one = robot(GROUPS, name="cart")
    assert one.observation_slices["policy"] == {"x": slice(0, 1), "v": slice(1, 2)}
    assert one.observation_slices["critic"]["action"] == slice(2, 3)
    assert repr(one) == "Task('cart': 5 observations)"
    path = tmp_path / "cart.toml"
    path.write_text(str(one))
    pool = envpool.make_gymnasium(str(path), num_envs=3)
    assert pool.spec.id == envpool.make_spec(one).id
    space = pool.single_observation_space
    assert {name: box.shape for name, box in space.items()} == {
        "critic": (3,),
        "policy": (2,),
    }
    obs, _ = pool.reset()
    for _ in range(3):
        obs = push(pool, 0.5)[0]
    assert pool.observation_space.contains(obs)
    assert np.array_equal(obs["policy"][:, 0], obs["critic"][:, 0])
    assert np.array_equal(obs["policy"][:, 1], 2 * obs["critic"][:, 1])
    assert np.array_equal(obs["critic"][:, 2], [0.5] * 3)


def test_groups_have_stacks_dtypes_pixels_and_states():
    one = robot(GROUPS)
    options = {"frame_stack": 2, "obs_dtype": "float32", "num_envs": 2}
    pool = envpool.make_gymnasium(one, autoreset_mode="same_step", **options)
    pool.reset()
    obs = push(pool)[0]
    assert obs["policy"].shape == (2, 2, 2)
    assert obs["critic"].dtype == np.float32
    assert np.allclose(obs["critic"][:, :, 1], [[0, DT]] * 2)
    state = pool.save_state()
    then = push(pool)[0]["critic"]
    pool.load_state(state)
    assert np.array_equal(push(pool)[0]["critic"], then)
    step = envpool.make_dm(one, num_envs=2).reset()
    assert step.observation.policy.shape == (2, 2)
    pool = envpool.make_gymnasium(one, num_envs=2, normalize_obs=True)
    assert pool.reset()[0]["critic"].dtype == np.float32
    register("Grouped-v0", one)
    mixed = envpool.make_mixed([("Grouped-v0", 2)], env_type="gymnasium")
    assert set(mixed.reset()[0]) == {"policy", "critic"}


def test_an_instability_may_end_the_episode():
    terminations = {"broken": "unstable()"}
    pool, _ = pool_of(["qpos", "unstable()"], terminations=terminations)
    push(pool)
    force = np.array([[1.0], [np.nan]])
    obs, _, terminated, *_ = pool.step(force)
    assert terminated.tolist() == [False, True]
    assert obs[:, 1].tolist() == [0, 1]
    assert np.isfinite(obs).all()
    obs, _, terminated, *_ = push(pool)
    assert terminated.tolist() == [False, False]
    assert obs[1].tolist() == [0, 0]


def test_errors_show_only_the_start_of_long_expressions():
    with pytest.raises(envpool.errors.ConfigError) as found:
        robot(["1+" * 4000 + ")"])
    assert len(str(found.value)) < 500
