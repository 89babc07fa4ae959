// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/engine/transforms/reward_transform.h"

#include <algorithm>
#include <vector>

#include "envpool/core/engine/schedule/id_runs.h"
#include "envpool/core/engine/transforms/good_rows.h"

namespace envpool {

using Columns = ResultColumns;

RewardTransform::RewardTransform(const RewardTransformOptions& options,
                                 const ResultColumns& columns, int num_envs,
                                 int max_players)
    : options_(options), columns_(columns), max_players_(max_players) {
  for (const auto& [from, to] : columns.shown) {
    shown_ = from == Columns::kReward ? to : shown_;
  }
  if (options.normalize) {
    moments_.emplace(1);
    sums_.resize(static_cast<std::size_t>(num_envs) * max_players, 0.0);
    reset_.resize(num_envs, 0);
  }
}

void RewardTransform::NoteReset(const int* ids, int count) {
  if (!moments_.has_value()) {
    return;
  }
  for (int i = 0; i < count; ++i) {
    std::uint8_t& flag = reset_[ids == nullptr ? i : ids[i]];
    num_reset_ += 1 - flag;
    flag = 1;
  }
}

void RewardTransform::Apply(StateBlock* block, bool update) {
  const auto* rewards = block->Rows<float>(Columns::kReward, 0);
  double scale = 1;
  if (moments_.has_value()) {
    batch_.clear();
    const bool plain = num_reset_ == 0 && block->faults.empty();
    plain&& max_players_ == 1 ? AddPlain(*block, rewards)
                              : AddOthers(*block, rewards);
    if (update) {
      moments_->Add(DType::kFloat64, batch_.data(),
                    static_cast<int>(batch_.size()));
    }
    scale = moments_->scale()[0];
  }
  const int count = block->total_players;
  const double low = options_.low;
  const double high = options_.high;
  std::transform(rewards, rewards + count, block->Rows<float>(shown_, 0),
                 [scale, low, high](float reward) {
                   double x = static_cast<double>(reward) * scale;
                   x = x < low ? low : x;
                   x = x > high ? high : x;
                   return static_cast<float>(x);
                 });
}

/// Every row counts, and has one player.
void RewardTransform::AddPlain(const StateBlock& block, const float* rewards) {
  const auto* terminated = block.Rows<std::uint8_t>(columns_.terminated, 0);
  batch_.resize(block.rows);
  ForRuns(block.env_ids(), block.rows, [&](int row, int id, int count) {
    double* __restrict sums = &sums_[id];
    for (int i = 0; i < count; ++i) {
      const double going = terminated[row + i] != 0 ? 0.0 : options_.gamma;
      sums[i] = sums[i] * going + static_cast<double>(rewards[row + i]);
      batch_[row + i] = sums[i];
    }
  });
}

void RewardTransform::AddOthers(const StateBlock& block, const float* rewards) {
  const std::vector<std::uint8_t> good = GoodRows(block);
  for (int row = 0; row < block.rows; ++row) {
    const int players = block.players.empty() ? 1 : block.players[row];
    const int id = block.env_ids()[row];
    const bool is_reset = reset_[id] != 0;
    num_reset_ -= is_reset ? 1 : 0;
    reset_[id] = 0;
    if (!is_reset && (good.empty() || good[row] != 0)) {
      const bool ended = *block.Rows<bool>(columns_.terminated, row);
      double* sums = SumsOf(id);
      for (int i = 0; i < players; ++i) {
        sums[i] = sums[i] * (ended ? 0.0 : options_.gamma) +
                  static_cast<double>(rewards[i]);
        batch_.push_back(sums[i]);
      }
    }
    rewards += players;
  }
}

}  // namespace envpool
