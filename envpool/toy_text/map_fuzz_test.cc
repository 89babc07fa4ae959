// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Plays on maps of any text, and loads changed states there.

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "envpool/core/batch_envpool.h"
#include "envpool/testing/fuzz/input.h"
#include "envpool/testing/fuzz/state_fuzzer.h"
#include "envpool/toy_text/frozen_lake.h"

using envpool::testing::FuzzConfig;
using envpool::testing::FuzzInput;
using envpool::toy_text::FrozenLakeEnv;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  FuzzInput input(data, size);
  auto config = FuzzConfig<FrozenLakeEnv::Spec>();
  config["seed"_] = input.Take<int>();
  config["success_rate"_] = input.TakeIn(0, 100) / 99.0;
  config["is_slippery"_] = input.TakeIn(0, 1) == 1;
  std::vector<std::string> rows;
  while (!input.empty()) {
    rows.push_back(input.TakeLine());
  }
  config["desc"_] = rows;
  try {
    const FrozenLakeEnv::Spec spec(config);
    envpool::testing::StateFuzzer<BatchEnvPool<FrozenLakeEnv>> pool(spec);
    pool.Run({data, size});
  } catch (const std::invalid_argument&) {
    // A map that is refused.
  }
  return 0;
}
