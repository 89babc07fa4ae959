// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/engine/transforms/good_rows.h"

#include <cstdint>
#include <vector>

#include "envpool/core/engine/with_type.h"

namespace envpool {

std::vector<std::uint8_t> GoodRows(const StateBlock& block) {
  std::vector<std::uint8_t> good;
  if (!block.faults.empty()) {
    good.assign(block.rows, 1);
    for (const Fault& fault : block.faults) {
      good[fault.row] = 0;
    }
  }
  return good;
}

void AddGoodRows(const StateBlock& block, bool per_player, DType dtype,
                 const char* rows, int count,
                 const std::vector<std::uint8_t>& envs, Moments* moments) {
  std::vector<std::uint8_t> good = GoodRows(block);
  if (!envs.empty()) {
    good.resize(block.rows, 1);
    for (int row = 0; row < block.rows; ++row) {
      good[row] &= envs[block.env_ids()[row]];
    }
  }
  if (good.empty()) {
    moments->Add(dtype, rows, count);
    return;
  }
  const bool several = per_player && !block.players.empty();
  const std::size_t bytes = moments->size() * SizeOf(dtype);
  std::vector<char> kept;
  int num_kept = 0;
  for (int row = 0; row < block.rows; ++row) {
    const int width = several ? block.players[row] : 1;
    if (good[row] != 0) {
      kept.insert(kept.end(), rows, rows + width * bytes);
      num_kept += width;
    }
    rows += width * bytes;
  }
  moments->Add(dtype, kept.data(), num_kept);
}

}  // namespace envpool
