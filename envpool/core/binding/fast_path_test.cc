// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests the fast path of step, send and recv: it reads most arrays without
// Python code, and keeps no references to them.

#include <gtest/gtest.h>

#include <string>

#include "envpool/core/binding/python_for_test.h"
#include "envpool/core/py_envpool.h"
#include "envpool/testing/fault_env.h"
#include "envpool/testing/light_env.h"

namespace envpool {
namespace {

using testing::Script;

using FaultEnvSpec = PyEnvSpec<testing::FaultEnvSpec>;
using FaultEnvPool = PyEnvPool<testing::FaultEnvPool>;
using LightEnvSpec = PyEnvSpec<testing::LightEnvSpec>;
using LightEnvPool = PyEnvPool<BatchEnvPool<testing::LightEnv<false, true>>>;

/// A function that makes a pool of three envs. `calls` counts the actions that
/// need Python code to be read.
constexpr char kMake[] = R"(
calls = 0
N = 3

def make(name, dtype, **config):
    spec, pool = (getattr(pools, f"_{name}Env{kind}") for kind in ("Spec", "Pool"))
    values = dict(zip(spec._config_keys, spec._default_config_values))
    values |= dict(num_envs=N, num_threads=1) | config
    made = pool(spec(list(values.values())), {})
    number = {key: i for i, key in enumerate(made._column_keys)}

    def normalize(action, env_id):
        global calls
        calls += 1
        action = action["action"] if isinstance(action, dict) else action
        ids = None if env_id is None else np.asarray(env_id)
        return {"action": np.asarray(action)}, ids

    plan = "tuple", [number["obs"], number["reward"]]
    made._configure(plan, number["obs"], normalize)
    made.step(np.zeros(N, dtype))  # resets the envs
    return made
)";

class FastPathTest : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    testing::StartPython();
    const ModuleHandle m(testing::PoolsModule());
    REGISTER(m, FaultEnvSpec, FaultEnvPool)
    REGISTER(m, LightEnvSpec, LightEnvPool)
  }
  FastPathTest() {
    script_.Run(kMake);
    script_.Run(
        "floats = make('Fault', np.float32)\n"
        "ints = make('Light', np.int32)\n");
  }

  /// Counts the actions in this call that need Python code.
  long HelpFor(const std::string& call) {  // NOLINT(runtime/int)
    script_.Run("calls = 0\nresult = " + call);
    return script_.ToInt("calls");
  }

  Script script_;
};

TEST_F(FastPathTest, PlainArraysNeedNoPython) {
  for (const char* call :
       {"floats.step(np.ones(N, np.float32))", "floats.step(np.ones(N))",
        "floats.step({'action': np.ones(N, np.float32)})",
        "floats.step(np.ones(N), np.arange(N))",
        "floats.step(np.ones(N), np.array([2, 0, 1], np.int32))",
        "floats.step({'action': np.ones(N), 'env_id': np.arange(N)})",
        "ints.step(np.ones(N, np.int32))", "ints.step(np.ones(N, np.int64))",
        "ints.step(np.ones(N, np.int8))",
        "ints.step(env_id=np.arange(N), action=np.ones(N, np.int32))"}) {
    EXPECT_EQ(HelpFor(call), 0) << call;
  }
  EXPECT_TRUE(script_.IsTrue("result[0][:, 2].tolist() == [4, 4, 4]"));
}

TEST_F(FastPathTest, ArraysOfOtherDtypesAndLayoutsNeedNoPython) {
  for (const char* call :
       {"ints.step(np.ones(N, np.uint8))", "ints.step(np.ones(N, bool))",
        "ints.step(np.ones(2 * N, int)[::-2])",
        "ints.step(np.ones(2, int), np.array([2, 0], '>i2'))",
        "ints.step(np.ones(2, int), np.array([True, False, True]))",
        "ints.step(np.ones(1, int), np.array(2))",
        "floats.step(np.ones(2 * N)[::2])", "floats.step(np.ones(N, int))",
        "floats.step(np.ones(N, '>f4'))"}) {
    EXPECT_EQ(HelpFor(call), 0) << call;
  }
}

TEST_F(FastPathTest, OtherObjectsAreConverted) {
  for (const char* call :
       {"floats.step([1.0] * N)", "floats.step(np.ones(N), [0, 1, 2])",
        "floats.step({'action': [1] * N})", "floats.step(np.ma.ones(N))",
        "ints.step([1] * N)"}) {
    EXPECT_EQ(HelpFor(call), 1) << call;
  }
}

TEST_F(FastPathTest, ActionsReachTheirEnvs) {
  script_.Run(
      "floats.send(np.array([1, 2], np.float32), np.array([2, 0]))\n"
      "obs, reward = floats.recv()");
  // FaultEnv's reward is its action plus the step number.
  EXPECT_TRUE(script_.IsTrue("obs[:, 0].tolist() == [2, 0]"));
  EXPECT_TRUE(script_.IsTrue("reward.tolist() == [2, 3]"));
}

TEST_F(FastPathTest, WrongActionsAreRefusedAndThePoolGoesOn) {
  for (const char* call :
       {"ints.step(np.array([0, 4, 0]))",
        "ints.step(np.array([-1, 0, 0], np.int8))",
        "ints.step(np.zeros(N - 1, np.int32))",
        "ints.step(np.zeros(N + 1, np.int32))",
        "ints.step(np.zeros(2, int), np.array([0, N]))",
        "ints.step(np.zeros(2, int), np.array([1, 1], np.int32))"}) {
    const std::string error = script_.Raised(call);
    EXPECT_TRUE(error.starts_with("ArgumentError: ") ||
                error.starts_with("EnvIdError: "))
        << call << ": " << error;
    EXPECT_TRUE(script_.IsTrue("ints._outstanding == 0")) << call;
    EXPECT_EQ(HelpFor("ints.step(np.zeros(N, np.int32))"), 0);
  }
}

TEST_F(FastPathTest, NothingIsKeptOfArguments) {
  script_.Run(
      "actions = [np.ones(N, np.float32), np.ones(N), [1.0] * N, "
      "{'action': np.ones(N, np.float32)}]\n"
      "ids = [np.arange(N), np.arange(N, dtype=np.int32), [0, 1, 2]]\n"
      "counts = lambda: [sys.getrefcount(each) for each in "
      "[*actions, *ids]]\n"
      "before = counts()\n"
      "for action in actions:\n"
      "    for each in ids:\n"
      "        floats.step(action, each)\n"
      "del action, each");
  EXPECT_TRUE(script_.IsTrue("counts() == before"));
  for (const char* wrong :
       {"floats.step(actions[0], wrong)", "floats.step(actions[0], env=ids[0])",
        "floats.step(actions[0][:1], ids[0])"}) {
    script_.Run("wrong = np.array([0, 1, 9])\nbefore = counts()");
    EXPECT_NE(script_.Raised(wrong), "no error");
    EXPECT_TRUE(script_.IsTrue("counts() == before")) << wrong;
  }
}

TEST_F(FastPathTest, ALoopThatKeepsNothingMakesNoArrays) {
  script_.Run(
      "seen = set()\n"
      "for _ in range(10):\n"
      "    obs, reward = floats.step(np.ones(N, np.float32))\n"
      "    seen.add((id(obs), id(reward)))");
  EXPECT_LE(script_.ToInt("len(seen)"), 3);
}

TEST_F(FastPathTest, ResultsThatAreKeptStay) {
  script_.Run("kept = [floats.step(np.ones(N)) for _ in range(12)]");
  EXPECT_TRUE(script_.IsTrue("len({id(obs) for obs, _ in kept}) == 12"));
  EXPECT_TRUE(script_.IsTrue(
      "[obs[0, 2] for obs, _ in kept[:10]] == list(range(1, 11))"));
}

}  // namespace
}  // namespace envpool
