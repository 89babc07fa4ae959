// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Loads changed saved states; see state_fuzzer.h.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "envpool/core/async_envpool.h"
#include "envpool/minigrid/minigrid_env.h"
#include "envpool/testing/fuzz/input.h"
#include "envpool/testing/fuzz/state_fuzzer.h"

using envpool::minigrid::MiniGridEnv;
using envpool::testing::FuzzConfig;
using envpool::testing::FuzzInput;
using Fuzzer = envpool::testing::StateFuzzer<AsyncEnvPool<MiniGridEnv>>;

namespace {

template <typename Edit>
std::unique_ptr<Fuzzer> Make(const char* name, const Edit& edit) {
  auto config = FuzzConfig<MiniGridEnv::Spec>();
  config["env_name"_] = std::string(name);
  config["max_episode_steps"_] = 100;
  edit(&config);
  return std::make_unique<Fuzzer>(MiniGridEnv::Spec(config));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  static const std::unique_ptr<Fuzzer> fuzzers[] = {
      Make("doorkey", [](auto* config) { (*config)["size"_] = 6; }),
      Make("dynamic_obstacles",
           [](auto* config) {
             (*config)["size"_] = 6;
             (*config)["n_obstacles"_] = 3;
             (*config)["action_max"_] = 2;
           }),
      Make("multi_room", [](auto* config) {
        (*config)["width"_] = 25;
        (*config)["height"_] = 25;
        (*config)["min_num_rooms"_] = 2;
        (*config)["max_num_rooms"_] = 4;
        (*config)["max_room_size"_] = 5;
      })};
  FuzzInput input(data, size);
  fuzzers[input.TakeIn(0, 2)]->Run(input);
  return 0;
}
