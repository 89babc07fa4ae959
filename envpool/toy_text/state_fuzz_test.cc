// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Loads changed saved states; see state_fuzzer.h.

#include <cstddef>
#include <cstdint>

#include "envpool/core/batch_envpool.h"
#include "envpool/testing/fuzz/input.h"
#include "envpool/testing/fuzz/state_fuzzer.h"
#include "envpool/toy_text/blackjack.h"
#include "envpool/toy_text/catch.h"
#include "envpool/toy_text/cliffwalking.h"
#include "envpool/toy_text/frozen_lake.h"
#include "envpool/toy_text/nchain.h"
#include "envpool/toy_text/taxi.h"

namespace toy_text = envpool::toy_text;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  envpool::testing::FuzzStates<
      BatchEnvPool<toy_text::BlackjackEnv>, BatchEnvPool<toy_text::CatchEnv>,
      BatchEnvPool<toy_text::CliffWalkingEnv>,
      BatchEnvPool<toy_text::FrozenLakeEnv>, BatchEnvPool<toy_text::NChainEnv>,
      BatchEnvPool<toy_text::TaxiEnv>, BatchEnvPool<toy_text::TaxiV4Env>>(
      {data, size});
  return 0;
}
