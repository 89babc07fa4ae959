// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Runs programs of any numbers: an input is a count of integers, these, and
// constants.

#include <cstddef>
#include <cstdint>
#include <exception>
#include <string>
#include <vector>

#include "envpool/core/async_envpool.h"
#include "envpool/mujoco/tasks/program.h"
#include "envpool/mujoco/tasks/task_env.h"
#include "envpool/testing/fuzz/input.h"
#include "envpool/testing/fuzz/state_fuzzer.h"

using envpool::mujoco::tasks::Program;
using envpool::testing::FuzzInput;

namespace {

using TaskEnv = envpool::mujoco::tasks::TaskEnv;
using Pool = AsyncEnvPool<TaskEnv>;

constexpr int kMost = 4000;  // numbers, to be fast
constexpr int kTerms = 12;   // the index of their number in a program
constexpr const char* kModel = R"(<mujoco>
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
  <sensor><jointpos joint="hinge"/><jointactuatorfrc joint="hinge"/></sensor>
</mujoco>)";

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  FuzzInput input(data, size);
  auto config = envpool::testing::FuzzConfig<TaskEnv::Spec>();
  config["model"_] = std::string(kModel);
  config["frame_skip"_] = 1;
  config["action_low"_] = {-1.0};
  config["action_high"_] = {1.0};
  const auto count = input.Take<std::uint16_t>();
  std::vector<int> program = input.TakeMany<int>(count % kMost);
  // Nearly all programs would be refused if their terms had no names.
  if (program.size() >= Program::kHeader) {
    const int terms = program[kTerms];
    config["terms"_] =
        std::vector<std::string>(terms > 0 && terms < kMost ? terms : 0, "x");
  }
  config["constants"_] = input.TakeMany<double>(kMost);
  config["program"_] = program;
  try {
    const TaskEnv::Spec spec(config);
    envpool::testing::StateFuzzer<Pool> pool(spec);
    pool.Run({data, size});
  } catch (const std::exception&) {
    // A program that is refused.
  }
  return 0;
}
