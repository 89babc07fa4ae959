// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// RowLease: the right to write one row of results, of one env at a time. A
// lease serves the envs of a chunk one after the other, between Begin and End.
//
// End finishes the row whatever happened: if the env threw or never opened the
// row, the row becomes zeros with a fault. No batch can get stuck because of an
// env. Rows are prepared (see PrepareRows) as rows in the middle of an episode,
// many rows at a time in a synchronous pool, so that Open only writes what
// differs from that.
//
// Threads: used by the thread that runs the env. Errors: Open throws
// std::logic_error when called twice, std::length_error for too many players.

#ifndef ENVPOOL_CORE_ENGINE_KERNEL_ROW_LEASE_H_
#define ENVPOOL_CORE_ENGINE_KERNEL_ROW_LEASE_H_

#include "envpool/core/engine/engine.h"
#include "envpool/core/engine/kernel/env_base.h"

namespace envpool {

/// A chunk of one env without a block, for an engine without a RowAllocator: it
/// is asked for the row, in a block of that engine's layout, when the row is
/// opened.
struct LateChunk : public Chunk {
  explicit LateChunk(const Chunk& chunk) : Chunk(chunk) {}
  virtual ~LateChunk() = default;
  [[nodiscard]] virtual RowRef ClaimRow() const = 0;
  /// Called when the row is complete, by a kernel that passes envs on. The
  /// chunk exists until then, and may be gone afterwards.
  virtual void Deliver() const = 0;
};

class RowLease {
 public:
  /// Makes rows those of running episodes: everything is zero but the ids, the
  /// discount, the step type and the column of ones. They belong to the envs
  /// from `first_env` on.
  static void PrepareRows(const Engine& engine, StateBlock* block, int row,
                          int first_env, int count);
  /// Corrects ids that envs may have overwritten.
  static void RestoreIds(const StateBlock& block, int row, int first_env,
                         int count);

  RowLease(Engine* engine, const Chunk& chunk)
      : engine_(engine), columns_(engine->result_columns()), chunk_(chunk) {}
  RowLease(const RowLease&) = delete;
  RowLease& operator=(const RowLease&) = delete;

  /// The next row is that of the env at `offset` in the chunk.
  void Begin(int offset, const EnvRecord* record);
  void End();
  /// Claims the row and fills in the common columns. Inline, as all that each
  /// step goes through.
  void Open(int players, bool done, int max_episode_steps);
  /// Makes the row one of zeros with a fault.
  void Fail(const char* text) noexcept;
  /// Ends a step. `terminated_at_limit()` tells whether the task itself ended
  /// on the step that reached the limit. Returns whether the episode is over.
  template <typename F>
  bool Finish(const F& terminated_at_limit);
  /// Autoreset same_step: moves the finished row's observation and infos to the
  /// final columns; the next Open writes the new episode into the same row.
  void BeginAutoreset();
  void EndSecond();
  /// Episode statistics of a row that ended an episode.
  void WriteEpisode();

  [[nodiscard]] bool opened() const { return opened_; }
  [[nodiscard]] RowRef row() const { return row_; }
  [[nodiscard]] int num_state_columns() const { return columns_.num_state; }
  /// The row's value in a column with one for each env.
  template <typename T>
  [[nodiscard]] T& At(int column) const {
    return row_.block->Scalars<T>(column)[row_.row];
  }
  /// The row's values in a column with one for each player.
  template <typename T>
  [[nodiscard]] T* OfPlayers(int column) const {
    return row_.block->players.empty() ? &At<T>(column)
                                       : row_.block->Rows<T>(column, row_.row);
  }
  /// Sum of the row's rewards.
  [[nodiscard]] double Reward() const;

 private:
  struct Outcome {  // what a same_step reset must not overwrite
    float reward, discount;
    int step_type;
    bool done, trunc;
  };

  [[noreturn]] static void RefuseSecondOpen();
  void CheckPlayers(int players) const;
  /// In an asynchronous pool: the next row.
  void ClaimNext();
  void ZeroSecond();
  /// The common columns of any row.
  void OpenAny(bool done, bool at_limit);
  /// The player columns of a pool with several players.
  void OpenPlayers(float discount);
  void SetDiscount(float discount);
  [[nodiscard]] double SumOfRewards() const;

  Engine* const engine_;
  const ResultColumns& columns_;
  const Chunk& chunk_;
  const EnvRecord* record_{nullptr};
  RowRef row_{nullptr, 0};  // without a block: not claimed yet
  int players_{1};
  bool opened_{false};
  bool second_{false};
  bool failed_{false};
  Outcome outcome_{};
};

inline void RowLease::Begin(int offset, const EnvRecord* record) {
  record_ = record;
  row_ = {chunk_.block, chunk_.first_row + offset};
  opened_ = second_ = failed_ = false;
}

inline void RowLease::End() {
  if (record_->needs_reset && !failed_) {  // one that failed is reset anyway
    row_.block->ended()[row_.row] = 1;
  }
  if (chunk_.block == nullptr) {
    RestoreIds(*row_.block, row_.row, record_->env_id, 1);
    engine_->Complete(row_.block, 1);
  }
}

inline void RowLease::Open(int players, bool done, int max_episode_steps) {
  if (opened_) {
    RefuseSecondOpen();
  }
  if (players != 1) {
    CheckPlayers(players);
  }
  if (second_) {
    ZeroSecond();
  } else if (row_.block == nullptr) {
    ClaimNext();
  }
  opened_ = true;
  players_ = players;
  const int step = record_->elapsed_step;
  const bool at_limit = step >= max_episode_steps;
  if (done || at_limit || step == 0 || !row_.block->players.empty()) {
    OpenAny(done, at_limit);
  } else {
    At<int>(ResultColumns::kElapsedStep) = step;
  }
}

template <typename F>
bool RowLease::Finish(const F& terminated_at_limit) {
  const bool done = At<bool>(ResultColumns::kDone);
  const bool trunc = At<bool>(ResultColumns::kTrunc);
  if (!done && !trunc) {
    return false;
  }
  const bool at_once = trunc && terminated_at_limit();
  At<bool>(columns_.terminated) = done && (!trunc || at_once);
  if (at_once) {
    SetDiscount(0);
  }
  return done;
}

inline double RowLease::Reward() const {
  return row_.block->players.empty()
             ? static_cast<double>(At<float>(ResultColumns::kReward))
             : SumOfRewards();
}

}  // namespace envpool

#endif  // ENVPOOL_CORE_ENGINE_KERNEL_ROW_LEASE_H_
