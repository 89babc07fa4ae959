// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Ctrl-C while a Python thread waits in the engine.

#include <gtest/gtest.h>

#include <string>
#include <thread>

#include "envpool/core/binding/gil_wait.h"
#include "envpool/core/binding/python_for_test.h"
#include "envpool/core/py_envpool.h"
#include "envpool/testing/fault_env.h"

namespace envpool {
namespace {

using testing::GateAt;
using testing::Script;

using FaultEnvSpec = PyEnvSpec<testing::FaultEnvSpec>;
using FaultEnvPool = PyEnvPool<testing::FaultEnvPool>;

constexpr int kGate = 3;

TEST(GilWait, PollRaisesWhatASignalHandlerRaises) {
  testing::StartPython();
  {
    GilWait wait(true);
    EXPECT_EQ(PyGILState_Check(), 0);
    wait.Poll();
    PyErr_SetInterrupt();
    EXPECT_THROW(wait.Poll(), PythonError);
    EXPECT_EQ(PyGILState_Check(), 0);
  }
  EXPECT_EQ(PyGILState_Check(), 1);
  EXPECT_EQ(testing::TakeError(), "KeyboardInterrupt: ");
}

TEST(GilWait, TheFirstPollReleasesTheGilThatWasKept) {
  testing::StartPython();
  {
    GilWait wait(false);
    EXPECT_EQ(PyGILState_Check(), 1);
    wait.Poll();
    EXPECT_EQ(PyGILState_Check(), 0);
  }
  EXPECT_EQ(PyGILState_Check(), 1);
}

TEST(GilWait, OtherPythonThreadsMaySend) {
  testing::StartPython();
  EXPECT_FALSE(GilWait(false, true).OthersMaySend());
  PyThreadState* other = PyThreadState_New(PyInterpreterState_Get());
  EXPECT_TRUE(GilWait(false, true).OthersMaySend());
  EXPECT_FALSE(GilWait(false, false).OthersMaySend());
  PyThreadState_Clear(other);
  PyThreadState_Delete(other);
}

/// A pool with an env that waits at the gate in its first step.
constexpr char kMake[] = R"(
spec, pool = pools._FaultEnvSpec, pools._FaultEnvPool
values = dict(zip(spec._config_keys, spec._default_config_values))
values |= dict(num_envs=2, num_threads=1, fault="gate", fault_env=1, gate=3)
env = pool(spec(list(values.values())), dict(caller_helps=False))
number = {key: i for i, key in enumerate(env._column_keys)}
plan = "tuple", [number["obs"], number["reward"]]
env._configure(plan, number["obs"], None)
action = np.ones(2, np.float32)
env.step(action)
)";

class InterruptTest : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    testing::StartPython();
    const ModuleHandle m(testing::PoolsModule());
    REGISTER(m, FaultEnvSpec, FaultEnvPool)
  }
  InterruptTest() {
    GateAt(kGate).Close();
    script_.Run(kMake);
  }
  ~InterruptTest() override { GateAt(kGate).Open(); }

  /// Runs a call that waits for the env, and sends Ctrl-C meanwhile.
  std::string Interrupt(const std::string& call) {
    std::thread user([] {
      GateAt(kGate).AwaitArrivals(1);
      PyErr_SetInterrupt();
    });
    const std::string raised = script_.Raised(call);
    user.join();
    return raised;
  }

  Script script_;
};

TEST_F(InterruptTest, AStepThatIsInterruptedCanBeReceivedLater) {
  EXPECT_EQ(Interrupt("env.step(action)"), "KeyboardInterrupt: ");
  EXPECT_TRUE(script_.IsTrue("env._outstanding == 2"));
  GateAt(kGate).Open();
  script_.Run("obs, reward = env.recv()");
  EXPECT_TRUE(script_.IsTrue("obs[:, 2].tolist() == [1, 1]"));
  EXPECT_TRUE(script_.IsTrue("reward.tolist() == [2, 2]"));
  script_.Run("obs, reward = env.step(action)");
  EXPECT_TRUE(script_.IsTrue("obs[:, 2].tolist() == [2, 2]"));
}

TEST_F(InterruptTest, AnInterruptKeepsNoReferences) {
  script_.Run("before = sys.getrefcount(action)");
  EXPECT_EQ(Interrupt("env.step(action)"), "KeyboardInterrupt: ");
  EXPECT_TRUE(script_.IsTrue("sys.getrefcount(action) == before"));
}

TEST_F(InterruptTest, MemoryOfOutIsWrittenNoMoreAfterAnInterrupt) {
  script_.Run("mine = np.zeros((2, 4))\nbefore = sys.getrefcount(mine)");
  EXPECT_EQ(Interrupt("env.step(action, out=(mine, None))"),
            "KeyboardInterrupt: ");
  GateAt(kGate).Open();
  script_.Run("obs, reward = env.recv()");
  EXPECT_TRUE(script_.IsTrue("obs is not mine"));
  EXPECT_TRUE(script_.IsTrue("obs[:, 2].tolist() == [1, 1]"));
  script_.Run("env.step(action)");
  EXPECT_TRUE(script_.IsTrue("sys.getrefcount(mine) == before"));
}

TEST_F(InterruptTest, ClosingIsInterruptedAndThePoolIsClosed) {
  script_.Run("env.send(action)");
  GateAt(kGate).AwaitArrivals(1);
  const PyRef env = script_.Eval("env");
  auto* pool = py::handle(env.get()).cast<NativePool*>();
  PyErr_SetInterrupt();
  EXPECT_THROW(pool->Close(env.get(), true), PythonError);
  EXPECT_EQ(testing::TakeError(), "KeyboardInterrupt: ");
  EXPECT_TRUE(script_.IsTrue("env._closed"));
  GateAt(kGate).Open();
}

}  // namespace
}  // namespace envpool
