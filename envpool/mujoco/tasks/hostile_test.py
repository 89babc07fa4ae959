# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Wrong tables and programs give one clear error, and pools survive."""

import json
import pathlib

import numpy as np
import pytest

import envpool
from envpool.errors import ConfigError, ConfigTypeError, EnvPoolError, EnvStepError
from envpool.mujoco.tasks.task import Task, task
from envpool.registration import base_path, register

MODEL = """
<mujoco>
  <worldbody>
    <geom name="floor" type="plane" size="5 5 1"/>
    <body name="ball" pos="0 0 1">
      <freejoint name="free"/>
      <geom name="skin" type="sphere" size="0.1"/>
    </body>
    <body name="arm" pos="0 0 3">
      <joint name="hinge"/>
      <geom type="sphere" size="0.1"/>
    </body>
  </worldbody>
  <actuator><motor joint="hinge" ctrlrange="-1 1" ctrllimited="true"/></actuator>
</mujoco>
"""
TABLE = {
    "model": MODEL,
    "observations": ["qpos", "history(qvel, 2)", "delay(qpos, 1)", "wish"],
    "commands": {"wish": {"draw": "uniform(-1, 1)", "every": [0.01, 0.02]}},
    "rewards": {"a": "qpos[0]", "b": {"term": "contact('skin')", "weight": 0.5}},
    "terminations": {"low": "qpos[2] < 0.5"},
    "resets": ["qvel = normal(nv)", "forward()", "until(qvel[0] > 0)"],
}


def nested(depth):
    value = "1"
    for _ in range(depth):
        value = [value]
    return value


def chain(text, count):
    """Definitions, each made of the next one."""
    links = {f"x{i}": text.format(f"x{i + 1}") for i in range(count)}
    return {**links, f"x{count}": "[1, 2]"}


# What is wrong, and what the error says.
WRONG = [
    (
        {"rewards": {"a": "qpo[0]"}},
        r"reward 'a': no quantity 'qpo'; did you mean 'qpos'",
    ),
    ({"rewards": {"a": "qpos"}}, r"reward 'a': expected a number, got a vector of 8"),
    ({"rewards": {"a": "qpos[8]"}}, r"reward 'a': expected an index of a vector of 8"),
    ({"rewards": {"a": "body('bal')[0]"}}, r"no body 'bal'; did you mean 'ball'"),
    ({"rewards": {"a": "exp(qpos[0]"}}, r"reward 'a': expected an expression"),
    ({"rewards": {"a": "__import__('os')"}}, r"no function '__import__'"),
    ({"rewards": {"a": "qpos.size"}}, r"'qpos.size' is not allowed here"),
    ({"rewards": {"a": "(lambda: 1)()"}}, r"is not a function"),
    ({"rewards": {"a": "[x for x in qpos]"}}, r"is not allowed here"),
    ({"rewards": {"a": "sum(*qpos)"}}, r"is not allowed here"),
    ({"rewards": {"a": "sum(1, 2)"}}, r"reward 'a': sum: wrong arguments"),
    ({"rewards": {"a": "'text'"}}, r"expected a number or a quantity, got 'text'"),
    ({"rewards": {"a": "1j"}}, r"1j is not a number"),
    ({"rewards": {"a": "(" * 90 + "1" + ")" * 90 + "+" * 70 + "1"}}, r"nested"),
    ({"rewards": {"a": "1+" * 20000 + "1"}}, r"at most 20000 characters"),
    ({"rewards": {"a": {"weight": 1}}}, r"reward 'a': expected a key 'term'"),
    ({"rewards": {"a": {"term": "1", "wait": 1}}}, r"unknown key 'wait'; did you mean"),
    ({"rewards": {"a b": "1"}}, r"reward 'a b': expected a name"),
    ({"rewards": 3}, r"rewards: expected a dict by names, got 3"),
    ({"reward": "a + c"}, r"reward 'a \+ c': no quantity 'c'"),
    ({"observations": []}, r"observations: expected at least one, got none"),
    ({"observations": ["qpos + qvel"]}, r"operands of one length, got 8 and 7"),
    ({"observations": ["history(qpos, 0)"]}, r"history: expected an integer in \[1,"),
    ({"observations": [{"term": "qpos", "delay": "2"}]}, r"delay: expected int"),
    ({"observations": 3.5j}, r"observations: expected texts, numbers"),
    ({"terminations": {"a": "qpos > 1"}}, r"termination 'a': expected a number"),
    ({"resets": ["qpos = [1, 2]"]}, r"reset 'qpos = .*: expected 8 values, got 2"),
    ({"resets": ["xpos = xpos"]}, r"'xpos' cannot be assigned"),
    ({"resets": ["fly()"]}, r"no reset 'fly'"),
    ({"resets": ["until(1)"]}, r"after something random"),
    ({"resets": ["settle(10 ** 9)"]}, r"an integer in \[1, 10000\]"),
    ({"resets": ["keyframe('home')"]}, r"no keyframe 'home'"),
    ({"commands": {"qpos": "1"}}, r"command 'qpos': this name has another meaning"),
    ({"commands": {"c": {"every": 1}}}, r"command 'c': expected a key 'draw'"),
    ({"define": {"x": "y"}}, r"define 'x': no quantity 'y'"),
    ({"actions": {"size": 0}}, r"expected 1 to 10000 actions, got 0"),
    ({"actions": {"low": [1, 2]}}, r"expected 1 bounds, got 2"),
    ({"actions": {"control": "qpos"}}, r"actions.*expected 1 controls, got 8"),
    ({"actions": {"kq": 1}}, r"actions: unknown key 'kq'"),
    ({"frame_skip": 0}, r"frame_skip: expected an integer in \[1, 1000\], got 0"),
    ({"physics": "bullet"}, r"physics: expected one of"),
    ({"random": "dice"}, r"random: expected one of"),
    ({"rewrds": {}}, r"rewrds: no key of a task; did you mean 'rewards'"),
    ({"model": None}, r"model: expected a value"),
    ({"model": 3}, r"model: expected a path"),
    ({"model": "/no/such.xml"}, r"model: expected a MuJoCo model, got /no/such.xml"),
    ({"model": "<mujoco><cow/></mujoco>"}, r"model: .*unrecognized element"),
    ({"model": b"MJB"}, r"model: .*not a model of this version"),
    ({"model": "x" * 10**6}, r"model: expected a path or XML text, got 'xxx"),
    ({"model": "<mujoco>\ud800</mujoco>"}, r"model: expected Unicode"),
    ({"rewards": {"a": nested(5000)}}, r"rewards: expected at most 16 nested lists"),
    ({"rewards": {"a": {"term": "1", "weight": 10**400}}}, r"at most 64 bits"),
    ({"rewards": {"a": "9" * 400}}, r"reward 'a': expected a float, got an integer"),
    ({"rewards": {"a": "qpos[1e999]"}}, r"reward 'a': expected an integer index"),
    ({"rewards": {"a": "tolerance(1, at_margin=0, slope='reciprocal')"}}, "division"),
    ({"observations": ["random(1e999)"]}, r"expected an integer in \[0, 100000\]"),
    ({"observations": {"\ud800": "qpos"}}, r"observations: expected Unicode"),
    ({"observations": [{"term": "qpos", "clip": [1]}]}, r"clip: expected two bounds"),
    ({"define": chain("concat({0}, {0})", 45)}, r"at most 1000000 values, got"),
    ({"define": chain("{0}", 3000)}, r"define 'x\d+': expected terms that are less"),
    ({"define": {"x": "y", "y": "x"}}, r"task': define 'y': it depends on itself"),
    ({"commands": {"c": {"draw": "1", "every": [1, 2, 3]}}}, r"every: expected two"),
    ({"model": "<mujoco/>", "observations": ["time"]}, r"model has no actuators; add"),
    ({"actions": {"size": "two"}}, r"actions: size: expected an integer"),
    ({"actions": {"low": ["a"]}}, r"actions: bounds: expected a number, got 'a'"),
]


@pytest.mark.parametrize(("change", "text"), WRONG, ids=range(len(WRONG)))
def test_a_wrong_table_is_named(change, text):
    with pytest.raises((ConfigError, ConfigTypeError), match=text):
        Task({**TABLE, **change})


def test_definitions_that_are_equal_are_compared_once():
    pairs = {
        f"{name}{i}": f"{name}{i - 1} * {name}{i - 1}" if i else "qpos[0]"
        for i in range(45)
        for name in "xy"
    }
    Task({**TABLE, "define": pairs, "rewards": {"a": "x44 + y44"}})


def test_zeros_of_both_signs_differ():
    terms = ["1 / (-1 * (0 * time) + 0.0)", "1 / (-1 * (0 * time) + -0.0)"]
    pool = envpool.make_gym(Task({**TABLE, "observations": terms}))
    pool.reset()
    assert pool.step(np.zeros((1, 1)))[0].tolist() == [[np.inf, -np.inf]]


def test_a_wrong_file_is_named(tmp_path):
    path = tmp_path / "robot.toml"
    path.write_text("model = " + "[" * 9999)
    with pytest.raises(ConfigError, match=r"robot.toml: expected"):
        envpool.make_gym(str(path))
    path.write_text("model = [")
    with pytest.raises(ConfigError, match=r"robot.toml: expected TOML"):
        envpool.make_gym(str(path))
    path.write_text(f'model = {json.dumps(MODEL)}\nobservations = ["quos"]')
    with pytest.raises(
        ConfigError, match=r"robot.toml: task 'robot': observation 'quos'"
    ):
        envpool.make_gym(str(path))
    with pytest.raises(OSError, match=r"none\.toml"):
        envpool.make_gym(str(tmp_path / "none.toml"))


# What is wrong in a YAML file, and what the error says.
WRONG_YAML = [
    ("model: [", r"expected YAML: line 1: .*found '<stream end>'"),
    ("model: \0", r"expected YAML: unacceptable character"),
    ("- model", r"expected the keys of a task, got \['model'\]"),
    ("", r"model: expected a value, got none"),
    ("model: a\nmodel: b", r"line 2: the key 'model' is there twice"),
    ("rewards: {on: 1}", r"line 1: expected a text as a key, got 'on'"),
    ("rewards: {? [a] : 1}", r"expected a text as a key, got a list or a dict"),
    ("rewards: {? !!str [a] : 1}", r"expected a text as a key, got a list or a dict"),
    ("model: 2024-01-01", r"'2024-01-01', which YAML takes for 'timestamp'"),
    ("model: !!python/name:os.system x", r"YAML takes for .*python/name:os.system"),
    ("model: !!python/object/apply:os.system [ls]", r"expected a list or a dict, got"),
    ("frame_skip: !!int x", r"expected a text or a number, got 'x'"),
    ("frame_skip: !!int ''", r"expected a text or a number, got ''"),
    ("rewards: !!set {a}", r"expected a list or a dict, got 'set'"),
    ("rewards: !!map [a]", r"line 1: expected a mapping node"),
    ("rewards: &a [*a]", r"line 1: expected a value that does not contain itself"),
    ("rewards: &a {<<: *a}", r"expected a value that does not contain itself"),
    ("rewards: *a", r"line 1: found undefined alias 'a'"),
    ("a: 1\n---\na: 2", r"line 2: but found another document"),
    ('model: "\\UFFFFFFFF"', r"robot.yaml: expected YAML"),
    (f"frame_skip: {'9' * 5000}", r"robot.yaml: expected YAML: Exceeds the limit"),
    ("[" * 9999, r"robot.yaml: expected less nested lists"),
    ("rewrds: {}", r"robot.yaml: rewrds: no key of a task; did you mean 'rewards'"),
]


@pytest.mark.parametrize(("text", "error"), WRONG_YAML, ids=range(len(WRONG_YAML)))
def test_a_wrong_yaml_file_is_named(text, error, tmp_path):
    pytest.importorskip("yaml")
    path = tmp_path / "robot.yaml"
    path.write_text(text)
    with pytest.raises((ConfigError, ConfigTypeError), match=error) as caught:
        envpool.make_gym(str(path))
    assert len(str(caught.value).splitlines()) == 1


@pytest.mark.parametrize("link", ["[{0}, {0}]", "{{<<: [{0}, {0}]}}"])
def test_aliases_that_repeat_too_much_are_refused(link, tmp_path):
    pytest.importorskip("yaml")
    rows = ["x0: &x0 {a: 1}"]
    rows += [f"x{i}: &x{i} {link.format(f'*x{i - 1}')}" for i in range(1, 60)]
    path = tmp_path / "robot.yml"
    path.write_text("\n".join(rows))
    with pytest.raises(ConfigError, match="expected at most 100000 values, with"):
        envpool.make_gym(str(path))


def test_a_term_that_is_not_a_number_is_named():
    robot = task(
        MODEL, ["qpos"], rewards={"root": "sqrt(0.5 - time * 100)", "one": "1"}
    )
    pool = envpool.make_gym(robot, num_envs=2, seed=3)
    pool.reset()
    text = r"env 0 \(seed 3, episode step \d\): reward 'root' is not a number"
    for _ in range(2):
        pool.step(np.zeros((2, 1)))
    with pytest.raises(EnvStepError, match=text):
        pool.step(np.zeros((2, 1)))
    pool.step(np.zeros((2, 1)))  # resets
    pool.step(np.zeros((2, 1)))


def test_a_reset_that_finds_no_start_is_an_error():
    robot = task(MODEL, ["qpos"], resets=["qvel = normal(nv)", "until(qvel[0] > 99)"])
    with pytest.raises(EnvStepError, match="found no start"):
        envpool.make_gym(robot).reset()


def compiled():
    values = Task(TABLE).envpool_task()[3]
    return {key: value for key, value in values.items() if key != "table"}


def play(config):
    """Plays a program; it may end in an error of its own, but in no other way."""
    task_id = "Hostile-v0"
    classes = ("TaskEnvSpec", "TaskDMEnvPool", "TaskGymnasiumEnvPool")
    register(task_id, "envpool.mujoco.tasks", *classes)
    try:
        pool = envpool.make_gym(task_id, num_envs=2, **config)
        pool.reset()
        for _ in range(3):
            pool.step(np.zeros((2, len(config["action_low"]))))
    except EnvPoolError:
        return False
    return True


def test_the_unchanged_program_plays():
    assert play(compiled())


SPECIAL = [0, 1, -1, 2, 7, 100, 10**6, 2**22, 2**31 - 1, -(2**31)]


@pytest.mark.parametrize("seed", range(3))
def test_changed_programs_are_refused_or_play(seed):
    random = np.random.default_rng(seed)
    config = compiled()
    refused = 0
    for _ in range(50):
        code = list(config["program"])
        for _ in range(random.integers(1, 4)):
            at = int(random.integers(len(code)))
            near = code[at] + int(random.integers(-3, 4))
            code[at] = int(random.choice(SPECIAL)) if random.random() < 0.5 else near
        refused += not play({**config, "program": code})
    assert refused > 10


@pytest.mark.parametrize("size", [0, 1, 21, 22, 30])
def test_short_programs_are_refused(size):
    config = compiled()
    assert not play({**config, "program": config["program"][:size]})
    assert not play({**config, "constants": config["constants"][:-1]})
    assert not play({**config, "terms": config["terms"][:-1]})


@pytest.mark.parametrize("text", ["{", "{}", '{"model": 3}', "nothing", "[" * 9999])
def test_wrong_texts_of_tables_are_refused(text):
    assert not play({**compiled(), "table": text})


def test_the_table_decides():
    text = json.dumps({"model": MODEL, "observations": ["qpos"]})
    assert play({**compiled(), "program": [1, 2, 3], "table": text})


def changed(text, random):
    """A file with some characters deleted, repeated, or replaced."""
    at, other = (int(random.integers(len(text))) for _ in range(2))
    size, cut = int(random.integers(1, 9)), int(random.integers(0, 4))
    new = ("", text[other : other + size], str(random.choice(PIECES)))
    return text[:at] + new[random.integers(3)] + text[at + cut :]


PIECES = ["0", "-1", "1e308", "nan", "qpos", "'", "[", ")", "*", ", ", "9" * 30, "\n"]


@pytest.mark.parametrize("name", ["hopper", "finger_spin", "mjlab_velocity_flat_go1"])
def test_changed_files_are_refused_or_play(name, tmp_path):
    folder = pathlib.Path(base_path, "mujoco")
    text = (folder / "tasks" / "tables" / f"{name}.toml").read_text("utf-8")
    random = np.random.default_rng(0)
    file = tmp_path / "changed.toml"
    outcomes = {True: 0, False: 0}
    for _ in range(60):
        words = changed(text, random)
        words = words.replace('model = "', f'model = "{folder.as_posix()}/')
        file.write_text(words, "utf-8")
        try:
            pool = envpool.make_gym(str(file), num_envs=2)
            pool.reset()
            for _ in range(3):
                pool.step(np.zeros((2, *pool.action_space.shape)))
            outcomes[True] += 1
        except EnvPoolError:
            outcomes[False] += 1
    assert all(outcomes.values())
