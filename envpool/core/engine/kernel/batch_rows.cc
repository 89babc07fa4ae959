// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/engine/kernel/batch_rows.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "envpool/core/engine/steady_seconds.h"

namespace envpool {
namespace {

using Columns = ResultColumns;

}  // namespace

BatchRows::BatchRows(const ResultColumns& columns, int num_envs,
                     int max_episode_steps, bool episode_stats)
    : columns_(columns),
      max_episode_steps_(max_episode_steps),
      elapsed_(num_envs, 0),
      ended_(num_envs, 1),
      returns_(episode_stats ? num_envs : 0, 0.0),
      starts_(episode_stats ? num_envs : 0, 0.0) {}

int BatchRows::FindEnded(int lane, int count, int* found) const {
  const std::uint8_t* ended = &ended_[lane];
  if (count == 1) {
    *found = 0;
    return *ended;
  }
  int num_found = 0;
  int i = 0;
  // Eight lanes at a time: most words are zero.
  for (; i + 8 <= count; i += 8) {
    std::uint64_t word;
    std::memcpy(&word, ended + i, sizeof(word));
    if (word != 0) {
      for (int j = i; j < i + 8; ++j) {
        found[num_found] = j;
        num_found += ended[j];
      }
    }
  }
  for (; i < count; ++i) {
    if (ended[i] != 0) {
      found[num_found++] = i;
    }
  }
  return num_found;
}

[[gnu::always_inline]] inline void BatchRows::WriteIds(const StateBlock& block,
                                                       int row, int lane,
                                                       int count) const {
  int* __restrict env_id = block.Rows<int>(Columns::kEnvId, row);
  int* __restrict players = block.Rows<int>(Columns::kPlayersEnvId, row);
  auto* __restrict ones = block.Rows<std::uint8_t>(columns_.ones, row);
  for (int i = 0; i < count; ++i) {
    env_id[i] = lane + i;
    players[i] = lane + i;
  }
  std::fill_n(ones, count, std::uint8_t{1});
}

[[gnu::always_inline]] inline void BatchRows::FinishRows(
    const StateBlock& block, int row, int lane, int count) {
  WriteIds(block, row, lane, count);
  std::int32_t* __restrict elapsed = &elapsed_[lane];
  std::uint8_t* __restrict ended = &ended_[lane];
  // Flags are bytes of value 0 or 1, which is also how bool is stored.
  const auto* __restrict terminated =
      block.Rows<std::uint8_t>(columns_.terminated, row);
  auto* __restrict done = block.Rows<std::uint8_t>(Columns::kDone, row);
  std::uint8_t* __restrict block_ended = block.ended() + row;
  auto* __restrict trunc = block.Rows<std::uint8_t>(Columns::kTrunc, row);
  int* __restrict elapsed_step = block.Rows<int>(Columns::kElapsedStep, row);
  int* __restrict step_type = block.Rows<int>(Columns::kStepType, row);
  float* __restrict discount = block.Rows<float>(Columns::kDiscount, row);
  const std::int32_t limit = max_episode_steps_;
  for (int i = 0; i < count; ++i) {
    // Unsigned, since the counter of an ended lane continues and may wrap
    // around.
    const auto step =
        static_cast<std::int32_t>(static_cast<std::uint32_t>(elapsed[i]) + 1);
    elapsed[i] = step;
    elapsed_step[i] = step;
    trunc[i] = step >= limit ? 1 : 0;
  }
  for (int i = 0; i < count; ++i) {
    // Stores only 0 or 1, because FindEnded sums the values; a user who writes
    // to the columns may have stored other bytes there.
    const std::uint8_t over = (terminated[i] | trunc[i]) != 0 ? 1 : 0;
    done[i] = over;
    ended[i] = over;
    block_ended[i] = over;
  }
  for (int i = 0; i < count; ++i) {
    step_type[i] = 1 + done[i];
    discount[i] = static_cast<float>(1 - terminated[i]);
  }
}

void BatchRows::Finish(const StateBlock& block, int row, int lane, int count) {
  if (count == 1) {
    FinishRows(block, row, lane, 1);  // compiled without loops
  } else {
    FinishRows(block, row, lane, count);
  }
}

void BatchRows::StartLane(int lane) {
  elapsed_[lane] = 0;
  ended_[lane] = 0;
  if (!returns_.empty()) {
    returns_[lane] = 0;
    starts_[lane] = SteadySeconds();
  }
}

void BatchRows::Restart(const StateBlock& block, int row, int lane) {
  StartLane(lane);
  *block.Rows<float>(Columns::kReward, row) = 0;
  *block.Rows<float>(Columns::kDiscount, row) = 1;
  *block.Rows<int>(Columns::kElapsedStep, row) = 0;
  *block.Rows<int>(Columns::kStepType, row) = 0;
  *block.Rows<bool>(Columns::kDone, row) = false;
  *block.Rows<bool>(Columns::kTrunc, row) = false;
  *block.Rows<bool>(columns_.terminated, row) = false;
  block.ended()[row] = 0;
}

void BatchRows::RestartAll(const StateBlock& block, int row, int lane,
                           int count) {
  WriteIds(block, row, lane, count);
  for (int i = 0; i < count; ++i) {
    Restart(block, row + i, lane + i);
  }
}

void BatchRows::CountEpisodes(const StateBlock& block, int row, int lane,
                              int count, const int* reset, int num_reset) {
  if (returns_.empty()) {
    return;
  }
  const float* reward = block.Rows<float>(Columns::kReward, row);
  bool* mask = block.Rows<bool>(columns_.episode_mask, row);
  std::fill_n(block.Rows<float>(columns_.episode_return, row), count, 0.0f);
  std::fill_n(block.Rows<int>(columns_.episode_length, row), count, 0);
  std::fill_n(block.Rows<float>(columns_.episode_time, row), count, 0.0f);
  for (int i = 0; i < count; ++i) {
    mask[i] = ended_[lane + i] != 0;
    returns_[lane + i] += static_cast<double>(reward[i]);
  }
  for (int k = 0; k < num_reset; ++k) {
    mask[reset[k]] = false;
    returns_[lane + reset[k]] = 0;
  }
  for (int i = 0; i < count; ++i) {
    if (mask[i]) {
      block.Rows<float>(columns_.episode_return, row)[i] =
          static_cast<float>(returns_[lane + i]);
      block.Rows<int>(columns_.episode_length, row)[i] = elapsed_[lane + i];
      block.Rows<float>(columns_.episode_time, row)[i] =
          static_cast<float>(SteadySeconds() - starts_[lane + i]);
    }
  }
}

void BatchRows::ClearFinals(StateBlock* block, int row, int count) const {
  std::memset(block->Item(columns_.final_mask, row), 0, count);
  for (const auto& [from, to] : columns_.finals) {
    block->ZeroColumns(to, to + 1, row, count);
  }
}

void BatchRows::KeepFinal(const StateBlock& block, int row) const {
  for (const auto& [from, to] : columns_.finals) {
    std::memcpy(block.Item(to, row), block.Item(from, row),
                block.layout().stride(from));
  }
  *block.Rows<bool>(columns_.final_mask, row) = true;
}

void BatchRows::RestartSameStep(const StateBlock& block, int row, int lane) {
  StartLane(lane);
  *block.Rows<int>(Columns::kElapsedStep, row) = 0;
}

void BatchRows::Save(int lane, StateWriter* writer) const {
  writer->Write(elapsed_[lane]);
  writer->Write(ended_[lane]);
  const bool stats = !returns_.empty();
  writer->Write(stats ? returns_[lane] : 0.0);
  writer->Write(stats ? SteadySeconds() - starts_[lane] : 0.0);
}

void BatchRows::Load(int lane, StateReader* reader) {
  reader->Read(&elapsed_[lane], 0, StateReader::kMaxElapsedStep);
  reader->Read(&ended_[lane], 0, 1);  // FindEnded sums these
  double episode_return;
  double age;
  reader->Read(&episode_return);
  reader->Read(&age, 0, StateReader::kMaxSeconds);
  if (!returns_.empty()) {
    returns_[lane] = episode_return;
    starts_[lane] = SteadySeconds() - age;
  }
}

}  // namespace envpool
