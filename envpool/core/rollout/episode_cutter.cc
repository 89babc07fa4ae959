// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/rollout/episode_cutter.h"

#include <cstring>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

namespace envpool {
namespace {

using Columns = std::vector<std::vector<char>>;

/// Copies items of a size that the compiler knows.
template <std::size_t kBytes>
void CopyKnown(const char* from, std::size_t stride, std::int64_t count,
               char* to) {
  for (std::int64_t i = 0; i < count; ++i) {
    std::memcpy(to + i * kBytes, from + i * stride, kBytes);
  }
}

/// Appends items that lie at distances of `stride`.
void Append(const char* from, std::size_t stride, std::size_t bytes,
            std::int64_t count, std::vector<char>* to) {
  if (count * bytes == 0) {
    return;
  }
  const std::size_t at = to->size();
  to->resize(at + count * bytes);
  char* data = to->data() + at;
  switch (bytes) {
    case 1:
      return CopyKnown<1>(from, stride, count, data);
    case 4:
      return CopyKnown<4>(from, stride, count, data);
    case 8:
      return CopyKnown<8>(from, stride, count, data);
    case 16:
      return CopyKnown<16>(from, stride, count, data);
    case 32:
      return CopyKnown<32>(from, stride, count, data);
    default:
      for (std::int64_t i = 0; i < count; ++i) {
        std::memcpy(data + i * bytes, from + i * stride, bytes);
      }
  }
}

/// Moves all bytes to the end of other columns.
void MoveAll(Columns* from, Columns* to) {
  for (std::size_t i = 0; i < from->size(); ++i) {
    std::vector<char>& own = (*from)[i];
    (*to)[i].insert((*to)[i].end(), own.begin(), own.end());
    own.clear();
  }
}

std::size_t BytesOf(const Columns& columns) {
  return std::accumulate(
      columns.begin(), columns.end(), std::size_t{0},
      [](std::size_t sum, const auto& each) { return sum + each.size(); });
}

}  // namespace

std::size_t Episodes::Bytes() const { return BytesOf(states) + BytesOf(moves); }

void Episodes::Clear() {
  lengths.clear();
  seeds.clear();
  for (Columns* columns : {&states, &moves}) {
    for (std::vector<char>& each : *columns) {
      each.clear();
    }
  }
}

EpisodeCutter::EpisodeCutter(int num_envs, std::vector<std::size_t> state_bytes,
                             std::vector<std::size_t> move_bytes)
    : num_envs_(num_envs),
      state_bytes_(std::move(state_bytes)),
      move_bytes_(std::move(move_bytes)),
      open_(num_envs) {
  for (Open& open : open_) {
    open.states.resize(state_bytes_.size());
    open.moves.resize(move_bytes_.size());
  }
  for (Episodes& whole : whole_) {
    whole.states.resize(state_bytes_.size());
    whole.moves.resize(move_bytes_.size());
  }
}

void EpisodeCutter::Cut(const RolloutParts& rows) {
  std::vector<std::int64_t> final_rows;
  if (!rows.final.empty()) {
    final_rows.resize(rows.steps * num_envs_);
    std::int64_t next = 0;
    for (std::size_t i = 0; i < final_rows.size(); ++i) {
      final_rows[i] = next;
      next += static_cast<std::int64_t>(rows.ends[i]);
    }
  }
  for (int env = 0; env < num_envs_; ++env) {
    CutEnv(rows, env, final_rows);
  }
}

void EpisodeCutter::CutEnv(const RolloutParts& rows, int env,
                           const std::vector<std::int64_t>& final_rows) {
  Open* open = &open_[env];
  std::optional<std::int64_t> seed;
  if (rows.has_seed[env]) {
    seed = rows.seeds[env];
  }
  open->is_open = open->is_open && rows.continues[env];
  if (rows.starts[env] && !rows.continues[env]) {
    Begin(open, std::exchange(seed, std::nullopt));
    AddState(rows.first, env, open);
  }
  std::int64_t begin = 0;  // of the rows that are not yet copied
  const auto copy_until = [&](std::int64_t state_end, std::int64_t move_end) {
    if (open->is_open) {
      AddStates(rows, env, begin, state_end - begin, open);
      AddMoves(rows, env, begin, move_end - begin, open);
    }
    begin = move_end;
  };
  for (std::int64_t step = 0; step < rows.steps; ++step) {
    const std::int64_t at = step * num_envs_ + env;
    if (rows.is_broken[at]) {
      open->is_open = false;
    } else if (rows.ends[at]) {
      const bool is_last = rows.final.empty();  // the row has the last state
      copy_until(is_last ? step + 1 : step, step + 1);
      if (open->is_open) {
        if (!is_last) {
          AddState(rows.final, final_rows[at], open);
        }
        Finish(open);
      }
      if (!is_last) {
        Begin(open, std::nullopt);
        AddStates(rows, env, step, 1, open);
      }
    } else if (rows.is_reset[at]) {
      Begin(open, std::exchange(seed, std::nullopt));
      AddStates(rows, env, step, 1, open);
      begin = step + 1;
    }
  }
  copy_until(rows.steps, rows.steps);
}

void EpisodeCutter::Begin(Open* open, std::optional<std::int64_t> seed) const {
  open->seed = seed;
  open->length = 0;
  open->is_open = true;
  for (Columns* columns : {&open->states, &open->moves}) {
    for (std::vector<char>& each : *columns) {
      each.clear();
    }
  }
}

void EpisodeCutter::Finish(Open* open) {
  Episodes* to = &whole(open->seed.has_value());
  to->lengths.push_back(open->length);
  if (open->seed.has_value()) {
    to->seeds.push_back(*open->seed);
  }
  MoveAll(&open->states, &to->states);
  MoveAll(&open->moves, &to->moves);
  open->is_open = false;
}

void EpisodeCutter::AddStates(const RolloutParts& rows, int env,
                              std::int64_t step, std::int64_t count,
                              Open* open) const {
  for (std::size_t i = 0; i < state_bytes_.size(); ++i) {
    const std::size_t bytes = state_bytes_[i];
    Append(rows.states[i] + (step * num_envs_ + env) * bytes, num_envs_ * bytes,
           bytes, count, &open->states[i]);
  }
}

void EpisodeCutter::AddMoves(const RolloutParts& rows, int env,
                             std::int64_t step, std::int64_t count,
                             Open* open) const {
  for (std::size_t i = 0; i < move_bytes_.size(); ++i) {
    const std::size_t bytes = move_bytes_[i];
    Append(rows.moves[i] + (step * num_envs_ + env) * bytes, num_envs_ * bytes,
           bytes, count, &open->moves[i]);
  }
  open->length += count;
}

void EpisodeCutter::AddState(const std::vector<const char*>& arrays,
                             std::int64_t row, Open* open) const {
  for (std::size_t i = 0; i < state_bytes_.size(); ++i) {
    Append(arrays[i] + row * state_bytes_[i], state_bytes_[i], state_bytes_[i],
           1, &open->states[i]);
  }
}

}  // namespace envpool
