// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Loads changed saved states; see state_fuzzer.h.

#include <cstddef>
#include <cstdint>
#include <string>

#include "envpool/core/async_envpool.h"
#include "envpool/mujoco/gym/gym_env.h"
#include "envpool/mujoco/gym/tasks.h"
#include "envpool/testing/fuzz/input.h"
#include "envpool/testing/fuzz/state_fuzzer.h"

namespace mujoco = envpool::mujoco;

using envpool::testing::FuzzInput;

namespace {

template <typename Task>
void Fuzz(FuzzInput input) {
  using Pool = AsyncEnvPool<mujoco::GymEnv<Task>>;
  static envpool::testing::StateFuzzer<Pool> fuzzer([] {
    auto config = envpool::testing::FuzzConfig<typename Pool::Spec>();
    config["xml_file"_] = std::string("envpool/mujoco/assets/") + Task::kModel;
    return typename Pool::Spec(config);
  }());
  fuzzer.Run(input);
}

constexpr void (*kTasks[])(FuzzInput) = {
    Fuzz<mujoco::Ant>, Fuzz<mujoco::Hopper>, Fuzz<mujoco::InvertedPendulum>,
    Fuzz<mujoco::Reacher>};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  FuzzInput input(data, size);
  kTasks[input.TakeIn(0, 3)](input);
  return 0;
}
