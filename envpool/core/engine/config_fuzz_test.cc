// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Makes and steps pools with any values of the common keys and of the options.

#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <vector>

#include "envpool/testing/fuzz/input.h"
#include "envpool/testing/pool_driver.h"

namespace {

using envpool::AutoresetMode;
using envpool::Engine;
using envpool::EngineOptions;
using envpool::testing::Expect;
using envpool::testing::FaultEnvPool;
using envpool::testing::FaultEnvSpec;
using envpool::testing::FuzzInput;

/// Any number, but mostly a small one.
int DrawInt(FuzzInput* input) {
  return input->TakeIn(0, 7) == 0 ? input->Take<int>() : input->TakeIn(-2, 6);
}

/// Small pools only, as large ones are allowed but slow.
FaultEnvSpec DrawSpec(FuzzInput* input) {
  auto config = FaultEnvSpec::kDefaultConfig;
  config["num_envs"_] = input->TakeIn(-1, 6);
  config["batch_size"_] = DrawInt(input);
  config["num_threads"_] = input->TakeIn(-1, 3);
  config["max_num_players"_] = DrawInt(input);
  config["thread_affinity_offset"_] = DrawInt(input);
  config["seed"_] = DrawInt(input);
  config["max_episode_steps"_] = DrawInt(input);
  config["horizon"_] = DrawInt(input);
  if (input->TakeIn(0, 1) == 1) {
    config["env_seed"_] = input->TakeMany<int>(4);
  }
  return FaultEnvSpec(config);
}

EngineOptions DrawOptions(FuzzInput* input) {
  EngineOptions options;
  options.autoreset = static_cast<AutoresetMode>(input->TakeIn(0, 2));
  options.episode_stats = input->TakeIn(0, 1) == 1;
  options.caller_helps = input->TakeIn(0, 1) == 1;
  options.shared_threads = input->TakeIn(0, 1) == 1;
  options.chunk = DrawInt(input);
  options.spare_resets = input->TakeIn(-2, 6);
  return options;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  constexpr int kSteps = 6;
  FuzzInput input(data, size);
  std::unique_ptr<FaultEnvPool> pool;
  try {
    const FaultEnvSpec spec = DrawSpec(&input);
    pool = std::make_unique<FaultEnvPool>(spec, DrawOptions(&input));
  } catch (const std::exception&) {
    return 0;  // a config that is refused
  }
  Engine* engine = pool->engine();
  envpool::testing::ResetEnvs(
      engine, envpool::testing::Range(engine->config().num_envs));
  try {
    for (int step = 0; step < kSteps; ++step) {
      const auto batch = envpool::testing::RecvBatch(engine);
      envpool::testing::SendActions(engine, IdsOf(batch));
    }
  } catch (const envpool::Error& error) {
    Expect(error.kind == envpool::ErrorKind::kProtocol, error.what());
  }
  return 0;
}
