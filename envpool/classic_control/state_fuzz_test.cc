// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Loads changed saved states; see state_fuzzer.h.

#include <cstddef>
#include <cstdint>

#include "envpool/classic_control/acrobot.h"
#include "envpool/classic_control/cartpole.h"
#include "envpool/classic_control/mountain_car.h"
#include "envpool/classic_control/mountain_car_continuous.h"
#include "envpool/classic_control/pendulum.h"
#include "envpool/core/batch_envpool.h"
#include "envpool/testing/fuzz/input.h"
#include "envpool/testing/fuzz/state_fuzzer.h"

namespace classic_control = envpool::classic_control;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  envpool::testing::FuzzStates<
      BatchEnvPool<classic_control::AcrobotEnv>,
      BatchEnvPool<classic_control::CartPoleEnv>,
      BatchEnvPool<classic_control::MountainCarEnv>,
      BatchEnvPool<classic_control::MountainCarContinuousEnv>,
      BatchEnvPool<classic_control::PendulumEnv>>({data, size});
  return 0;
}
