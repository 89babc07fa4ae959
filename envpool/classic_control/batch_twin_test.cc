// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include "envpool/classic_control/acrobot.h"
#include "envpool/classic_control/cartpole.h"
#include "envpool/classic_control/mountain_car.h"
#include "envpool/classic_control/mountain_car_continuous.h"
#include "envpool/classic_control/pendulum.h"
#include "envpool/testing/batch_twin_tests.h"

namespace envpool::testing {

using classic_control::AcrobotEnv;

template <>
void BatchTwinConfig<AcrobotEnv>(AcrobotEnv::Spec::Config* config) {
  (*config)["torque_noise_max"_] = 0.3;
}

using Envs = ::testing::Types<
    AcrobotEnv, classic_control::CartPoleEnv, classic_control::MountainCarEnv,
    classic_control::MountainCarContinuousEnv, classic_control::PendulumEnv>;

INSTANTIATE_TYPED_TEST_SUITE_P(ClassicControl, BatchTwinTest, Envs);

}  // namespace envpool::testing
