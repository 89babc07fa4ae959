// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Adds the rows of a batch to moments, except those of envs that failed.
//
// Threads: any, with separate moments. Errors: std::bad_alloc.

#ifndef ENVPOOL_CORE_ENGINE_TRANSFORMS_GOOD_ROWS_H_
#define ENVPOOL_CORE_ENGINE_TRANSFORMS_GOOD_ROWS_H_

#include <cstdint>
#include <vector>

#include "envpool/core/engine/memory/state_block.h"
#include "envpool/core/engine/transforms/moments.h"

namespace envpool {

/// By row of `block`: 1, or 0 for a row with a fault. Empty if no row has one.
std::vector<std::uint8_t> GoodRows(const StateBlock& block);

/// Adds `count` rows of numbers of the block; `per_player`: these are rows of
/// players. `envs`: by env, whether its rows count; empty: all do.
void AddGoodRows(const StateBlock& block, bool per_player, DType dtype,
                 const char* rows, int count,
                 const std::vector<std::uint8_t>& envs, Moments* moments);

}  // namespace envpool

#endif  // ENVPOOL_CORE_ENGINE_TRANSFORMS_GOOD_ROWS_H_
