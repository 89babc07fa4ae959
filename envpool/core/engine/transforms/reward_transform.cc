// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/engine/transforms/reward_transform.h"

#include <algorithm>
#include <vector>

#include "envpool/core/engine/schedule/id_runs.h"
#include "envpool/core/engine/transforms/good_rows.h"

namespace envpool {

using Columns = ResultColumns;

namespace {

struct DiscountArgs {
  const float* rewards;
  const std::uint8_t* terminated;
  int count;
  double gamma;
  double* sums;
};

struct RunArgs {
  const int* ids;
  int count;
  bool* is_run;
};

struct ScaleArgs {
  const float* rewards;
  int count;
  double scale;
  double low;
  double high;
  float* out;
};

inline void Run(const DiscountArgs& args) {
  const float* __restrict rewards = args.rewards;
  const std::uint8_t* __restrict terminated = args.terminated;
  double* __restrict sums = args.sums;
  const double gamma = args.gamma;
  // Conversions of bytes to floats and of floats to doubles vectorise well in
  // separate loops only.
  constexpr int kTile = 64;
  float goes_on[kTile];  // 1, or 0 after a termination
  for (int first = 0; first < args.count; first += kTile) {
    const int end = std::min(first + kTile, args.count);
    for (int i = first; i < end; ++i) {
      goes_on[i - first] = static_cast<float>(terminated[i] == 0 ? 1 : 0);
    }
    for (int i = first; i < end; ++i) {
      const double factor = gamma * static_cast<double>(goes_on[i - first]);
      sums[i] = sums[i] * factor + static_cast<double>(rewards[i]);
    }
  }
}

/// ForRuns does the same, but without the wide vectors of these functions.
inline void Run(const RunArgs& args) {
  const int first = args.ids[0];
  int others = 0;
  for (int i = 0; i < args.count; ++i) {
    others |= args.ids[i] - first - i;
  }
  *args.is_run = others == 0;
}

inline void Run(const ScaleArgs& args) {
  const float* __restrict rewards = args.rewards;
  float* __restrict out = args.out;
  const double low = args.low;
  const double high = args.high;
  for (int i = 0; i < args.count; ++i) {
    double x = static_cast<double>(rewards[i]) * args.scale;
    x = x < low ? low : x;
    x = x > high ? high : x;
    out[i] = static_cast<float>(x);
  }
}

template <typename Args>
ENVPOOL_TARGET_AVX2 void RunAvx2(const Args& args) {
  Run(args);
}

template <typename Args>
ENVPOOL_TARGET_AVX512 void RunAvx512(const Args& args) {
  Run(args);
}

template <typename Args>
void RunFor(Isa isa, const Args& args) {
  if (isa == Isa::kBaseline) {
    Run(args);
  } else if (isa == Isa::kAvx2) {
    RunAvx2(args);
  } else {
    RunAvx512(args);
  }
}

/// Whether the ids are consecutive.
bool IsRun(Isa isa, const int* ids, int count) {
  if (count == 0 || ids[count - 1] - ids[0] != count - 1) {
    return false;
  }
  bool is_run;
  RunFor(isa, RunArgs{ids, count, &is_run});
  return is_run;
}

}  // namespace

RewardTransform::RewardTransform(const RewardTransformOptions& options,
                                 const ResultColumns& columns, int num_envs,
                                 int max_players)
    : options_(options),
      columns_(columns),
      max_players_(max_players),
      isa_(CurrentIsa()) {
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
    const bool plain =
        num_reset_ == 0 && block->faults.empty() && max_players_ == 1;
    plain ? AddPlain(*block, rewards, update)
          : AddOthers(*block, rewards, update);
    scale = moments_->scale()[0];
  }
  RunFor(isa_, ScaleArgs{rewards, block->total_players, scale, options_.low,
                         options_.high, block->Rows<float>(shown_, 0)});
}

/// The fast path: no row has a fault, and all envs have one player.
void RewardTransform::AddPlain(const StateBlock& block, const float* rewards,
                               bool update) {
  const auto* terminated = block.Rows<std::uint8_t>(columns_.terminated, 0);
  const auto discount = [&](int row, int id, int count) {
    RunFor(isa_, DiscountArgs{rewards + row, terminated + row, count,
                              options_.gamma, &sums_[id]});
  };
  const int* ids = block.env_ids();
  const double* batch = nullptr;
  if (IsRun(isa_, ids, block.rows)) {
    discount(0, ids[0], block.rows);
    batch = &sums_[ids[0]];
  } else {
    batch_.clear();
    ForRuns(ids, block.rows, [&](int row, int id, int count) {
      discount(row, id, count);
      batch_.insert(batch_.end(), &sums_[id], &sums_[id] + count);
    });
    batch = batch_.data();
  }
  if (update) {
    moments_->Add(DType::kFloat64, batch, block.rows);
  }
}

void RewardTransform::AddOthers(const StateBlock& block, const float* rewards,
                                bool update) {
  batch_.clear();
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
  if (update) {
    moments_->Add(DType::kFloat64, batch_.data(),
                  static_cast<int>(batch_.size()));
  }
}

}  // namespace envpool
