// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Loads changed saved states; see state_fuzzer.h.

#include <cstddef>
#include <cstdint>

#include "envpool/planning/bin_pack.h"
#include "envpool/planning/connector.h"
#include "envpool/planning/job_shop.h"
#include "envpool/planning/pac_man.h"
#include "envpool/planning/problem_env.h"
#include "envpool/planning/snake.h"
#include "envpool/planning/tetris.h"
#include "envpool/testing/fuzz/input.h"
#include "envpool/testing/fuzz/state_fuzzer.h"

namespace planning = envpool::planning;

namespace {

template <typename Problem>
using Pool = planning::ProblemEnvPool<Problem>;

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  envpool::testing::FuzzStates<Pool<planning::BinPack>,
                               Pool<planning::Connector>,
                               Pool<planning::JobShop>, Pool<planning::PacMan>,
                               Pool<planning::Snake>, Pool<planning::Tetris>>(
      {data, size});
  return 0;
}
