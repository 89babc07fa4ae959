// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Loads changed saved states; see state_fuzzer.h.

#include <cstddef>
#include <cstdint>

#include "envpool/core/async_envpool.h"
#include "envpool/highway/highway_env.h"
#include "envpool/testing/fuzz/input.h"
#include "envpool/testing/fuzz/state_fuzzer.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  envpool::testing::FuzzStates<
      AsyncEnvPool<envpool::highway::HighwayEnv>,
      AsyncEnvPool<envpool::highway::HighwayContinuousEnv>>({data, size});
  return 0;
}
