# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""C functions as terms: what they get and return, and their errors."""

import ctypes
import pathlib
import pickle

import numpy as np
import pytest

import envpool
import envpool.mujoco
from envpool.errors import ConfigError, ConfigTypeError, EnvStepError

MODEL = """
<mujoco>
  <worldbody>
    <body>
      <joint name="a" type="slide"/>
      <geom type="sphere" size="0.1"/>
    </body>
  </worldbody>
  <actuator><motor joint="a"/></actuator>
</mujoco>
"""
_NUMBERS = ctypes.POINTER(ctypes.c_double)
_TYPE = ctypes.CFUNCTYPE(ctypes.c_int, _NUMBERS, ctypes.c_int, _NUMBERS, ctypes.c_int)


@_TYPE
def sums(inputs, num_inputs, outputs, num_outputs):
    for i in range(num_outputs):
        outputs[i] = (i + 1) * sum(inputs[:num_inputs])
    return 0


@_TYPE
def fails(inputs, num_inputs, outputs, num_outputs):
    outputs[0] = 0
    return 7 if inputs[0] > 0.003 else 0


@_TYPE
def forgets(inputs, num_inputs, outputs, num_outputs):
    return 0


def robot(observations, functions, **terms):
    return envpool.mujoco.task(MODEL, observations, functions=functions, **terms)


def step(pool):
    return pool.step(np.zeros((pool.num_envs, 1)))


def test_functions_get_values_in_their_order():
    functions = {"one": sums, "three": {"call": sums, "size": 3}}
    terms = ["one([1, 2], 3) + 1", "three(steps)", "three(nq, 1)[1:]"]
    pool = envpool.make_gymnasium(robot(terms, functions), num_envs=2)
    pool.reset()
    step(pool)
    assert step(pool)[0][1].tolist() == [7, 2, 4, 6, 4, 6]


def test_addresses_and_numba_are_functions_too():
    address = ctypes.cast(sums, ctypes.c_void_p).value
    pool = envpool.make_gymnasium(robot(["f(2, 3)"], {"f": address}))
    assert pool.reset()[0] == 5
    numba = pytest.importorskip("numba")

    @numba.cfunc("intc(CPointer(double), intc, CPointer(double), intc)")
    def norm(inputs, num_inputs, outputs, num_outputs):
        outputs[0] = np.sqrt(np.sum(numba.carray(inputs, num_inputs) ** 2))
        return 0

    pool = envpool.make_gymnasium(robot(["f(3, 4)"], {"f": norm}))
    assert pool.reset()[0] == 5


def test_functions_may_be_c_and_cpp():
    library = ctypes.CDLL(str(pathlib.Path(__file__).with_name("terms.so")))
    functions = {"f": library.spread, "g": library.squares}
    pool = envpool.make_gymnasium(robot(["f(3, 4, -1)", "g([3, 4])"], functions))
    assert pool.reset()[0].tolist() == [[5, 25]]


def test_a_failure_names_the_function_the_env_and_the_step():
    task = robot(["qpos"], {"f": fails}, rewards={"r": "f(time)"})
    pool = envpool.make_gymnasium(task, num_envs=2, seed=1)
    pool.reset()
    step(pool)
    text = r"env 0 \(seed 1, episode step 2\): function 'f' failed with error 7"
    with pytest.raises(EnvStepError, match=text):
        step(pool)
    step(pool)


def test_a_result_that_is_not_written_is_an_error():
    task = robot(["qpos"], {"f": forgets}, rewards={"r": "f(time)"})
    pool = envpool.make_gymnasium(task)
    pool.reset()
    with pytest.raises(EnvStepError, match="reward 'r' is not a number"):
        step(pool)


def test_a_task_with_functions_stays_in_its_process():
    task = robot(["f(1)"], {"f": sums})
    assert pickle.loads(pickle.dumps(task)) == task
    assert envpool.mujoco.Task(task.table) == task
    table = task.table
    table["functions"]["f"]["call"] = "process 1 function 1"
    with pytest.raises(ConfigError, match="functions: expected functions of this"):
        envpool.mujoco.Task(table)


WRONG = [
    ({"f": 0}, "functions: 'f': expected a C function"),
    ({"f": abs}, "functions: 'f': expected a C function"),
    ({"f": {"call": sums, "size": 0}}, "f: size: expected an integer"),
    ({"f": {"cal": sums}}, "expected the keys 'call' and 'size'"),
    ([sums], "functions: expected a dict by names"),
    ({"sum": sums}, "function 'sum': expected a name without a meaning"),
    ({"f g": sums}, "function 'f g': expected a name"),
    ({"f": "0x1234"}, "functions: expected functions of this process"),
]


@pytest.mark.parametrize(("functions", "text"), WRONG, ids=range(len(WRONG)))
def test_wrong_functions_are_named(functions, text):
    with pytest.raises((ConfigError, ConfigTypeError), match=text):
        robot(["f(1)"], functions)
