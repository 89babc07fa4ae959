// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include "envpool/testing/batch_twin_tests.h"
#include "envpool/toy_text/blackjack.h"
#include "envpool/toy_text/catch.h"
#include "envpool/toy_text/cliffwalking.h"
#include "envpool/toy_text/frozen_lake.h"
#include "envpool/toy_text/nchain.h"
#include "envpool/toy_text/taxi.h"

namespace envpool::testing {

using toy_text::CliffWalkingEnv;
using toy_text::TaxiEnv;
using toy_text::TaxiV4Env;

template <>
void BatchTwinConfig<CliffWalkingEnv>(CliffWalkingEnv::Spec::Config* config) {
  (*config)["is_slippery"_] = true;
}

template <>
void BatchTwinConfig<TaxiEnv>(TaxiEnv::Spec::Config* config) {
  (*config)["is_rainy"_] = true;
  (*config)["fickle_passenger"_] = true;
}

template <>
void BatchTwinConfig<TaxiV4Env>(TaxiV4Env::Spec::Config* config) {
  (*config)["is_rainy"_] = true;
  (*config)["fickle_passenger"_] = true;
}

using Envs = ::testing::Types<toy_text::BlackjackEnv, toy_text::CatchEnv,
                              CliffWalkingEnv, toy_text::FrozenLakeEnv,
                              toy_text::NChainEnv, TaxiEnv, TaxiV4Env>;

INSTANTIATE_TYPED_TEST_SUITE_P(ToyText, BatchTwinTest, Envs);

}  // namespace envpool::testing
