// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Loads changed saved states; see state_fuzzer.h.

#include <cstddef>
#include <cstdint>

#include "envpool/box2d/bipedal_walker_env.h"
#include "envpool/box2d/car_racing_env.h"
#include "envpool/box2d/lunar_lander_env.h"
#include "envpool/core/async_envpool.h"
#include "envpool/testing/fuzz/input.h"
#include "envpool/testing/fuzz/state_fuzzer.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  envpool::testing::FuzzStates<
      AsyncEnvPool<envpool::box2d::BipedalWalkerEnv>,
      AsyncEnvPool<envpool::box2d::LunarLanderEnv>,
      AsyncEnvPool<envpool::box2d::LunarLanderContinuousEnv>,
      AsyncEnvPool<envpool::box2d::CarRacingEnv>>({data, size});
  return 0;
}
