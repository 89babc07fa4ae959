// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// RowLease: one env's right to write one row of results.
//
// The destructor finishes the row whatever happened: a row that was never
// opened, or whose env threw, becomes zeros with a fault. No batch can get
// stuck because of an env. In a synchronous pool the kernel has cleared the
// row, and completes it together with others; in an asynchronous one the lease
// does both.
//
// Threads: used by the thread that runs the env. Errors: Open throws
// std::logic_error when called twice, std::length_error for too many players.

#ifndef ENVPOOL_CORE_ENGINE_ROW_LEASE_H_
#define ENVPOOL_CORE_ENGINE_ROW_LEASE_H_

#include <cstdint>
#include <vector>

#include "envpool/core/engine/engine.h"
#include "envpool/core/export.h"

namespace envpool {

/// What the engine knows of one env object.
struct EnvRecord {
  int env_id = 0;
  std::int64_t seed = 0;
  int elapsed_step = 0;
  bool needs_reset = true;
  double episode_return = 0;
  double episode_start = 0;  // by SteadySeconds(), with statistics only
};

class ENVPOOL_EXPORT RowLease {
 public:
  /// `offset` is the env's place in the chunk.
  RowLease(Engine* engine, const Chunk& chunk, int offset,
           const EnvRecord& record);
  ~RowLease();
  RowLease(const RowLease&) = delete;
  RowLease& operator=(const RowLease&) = delete;

  /// Claims the row and fills in the common columns.
  void Open(int players, bool done, int max_episode_steps);
  /// The row will complete with a fault.
  void Fail(const char* text) noexcept;
  /// Ends a step: `terminated_at_limit` tells whether the task itself ended on
  /// the step that reached the limit. Returns whether the episode is over.
  bool Finish(bool terminated_at_limit);
  /// Autoreset same_step: moves the finished row's observation and infos to the
  /// final columns; the next Open writes the new episode into the same row.
  void BeginAutoreset();
  void EndSecond();
  /// Episode statistics of a row that ended an episode.
  void WriteEpisode();

  [[nodiscard]] bool opened() const { return opened_; }
  [[nodiscard]] int players() const { return players_; }
  [[nodiscard]] char* Item(int column) const {
    return span_.block->Item(column, span_.row);
  }
  template <typename T>
  [[nodiscard]] T& At(int column) const {
    return *reinterpret_cast<T*>(Item(column));
  }
  /// Sum of the row's rewards.
  [[nodiscard]] double Reward() const;

 private:
  struct Outcome {  // what a same_step reset must not overwrite
    float reward, discount;
    int step_type;
    bool done, trunc;
  };

  void Claim();
  void ZeroSecond();
  void WriteFault() noexcept;

  Engine* const engine_;
  const ResultColumns& columns_;
  const Chunk& chunk_;
  const int offset_;
  const EnvRecord& record_;
  RowSpan span_{nullptr, 0, 0};
  int players_{1};
  bool opened_{false};
  bool second_{false};
  bool failed_{false};
  char text_[512];
  Outcome outcome_{};
};

}  // namespace envpool

#endif  // ENVPOOL_CORE_ENGINE_ROW_LEASE_H_
