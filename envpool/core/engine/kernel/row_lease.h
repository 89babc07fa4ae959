// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// RowLease: the right to write one row of results, of one env at a time. A
// lease serves the envs of a chunk one after the other, between Begin and End.
//
// End always finishes the row: if the env threw or never opened the row, the
// row becomes zeros with a fault. So no env can block a batch. Rows are
// prepared (see PrepareRows) as rows in the middle of an episode, many rows at
// a time in a synchronous pool, so that Open only writes the differences.
//
// Threads: used by the thread that runs the env. Errors: Open throws
// std::logic_error when called twice, std::length_error for too many players.

#ifndef ENVPOOL_CORE_ENGINE_KERNEL_ROW_LEASE_H_
#define ENVPOOL_CORE_ENGINE_KERNEL_ROW_LEASE_H_

#include <cstddef>

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
  /// Prepares the rows of running episodes, which belong to the envs from
  /// `first_env` on. Ids, discount, step type and the column of ones are set;
  /// the rest is zero. `zeroes_family`: false if the kernel always writes all
  /// of the family's columns, which then keep what they have.
  static void PrepareRows(const Engine& engine, StateBlock* block, int row,
                          int first_env, int count, bool zeroes_family = true);
  /// Corrects ids that envs may have overwritten.
  static void RestoreIds(const StateBlock& block, int row, int first_env,
                         int count);

  RowLease(Engine* engine, const Chunk& chunk, bool zeroes_family = true)
      : engine_(engine),
        columns_(engine->result_columns()),
        chunk_(chunk),
        zeroes_family_(zeroes_family) {
    if (chunk.block != nullptr) {
      FindCommon(chunk.block);
    }
  }
  RowLease(const RowLease&) = delete;
  RowLease& operator=(const RowLease&) = delete;

  /// Makes the row of the env at `offset` in the chunk the current one.
  void Begin(int offset, const EnvRecord* record);
  void End();
  /// Claims the row and fills in the common columns. Inline, as is all code of
  /// each step.
  void Open(int players, bool done, int max_episode_steps);
  /// Zeroes the row and records a fault.
  void Fail(const char* text) noexcept;
  /// Ends a step. `terminated_at_limit()` tells whether the task itself ended
  /// on the step that reached the limit. Returns whether the episode is over.
  template <typename F>
  bool Finish(const F& terminated_at_limit);
  /// Autoreset same_step: moves the finished row's observation and infos to the
  /// final columns; the next Open writes the new episode into the same row.
  void BeginAutoreset();
  void EndSecond();
  /// Writes episode statistics into a row that ended an episode.
  void WriteEpisode();

  [[nodiscard]] bool opened() const { return opened_; }
  [[nodiscard]] RowRef row() const { return row_; }
  [[nodiscard]] int num_state_columns() const { return columns_.num_state; }
  /// The row's value in a column with one value for each env.
  template <typename T>
  [[nodiscard]] T& At(int column) const {
    return row_.block->Scalars<T>(column)[row_.row];
  }
  /// The row's values in a column with one value for each player.
  template <typename T>
  [[nodiscard]] T* OfPlayers(int column) const {
    return row_.block->players.empty() ? &At<T>(column)
                                       : row_.block->Rows<T>(column, row_.row);
  }
  /// Sum of the row's rewards.
  [[nodiscard]] double Reward() const;

 private:
  struct Outcome {  // values that a same_step reset must not overwrite
    float reward, discount;
    int step_type;
    bool done, trunc;
  };

  /// Columns that each step writes or reads, with one value for each row.
  struct Common {
    int* elapsed_step;
    bool* done;
    bool* trunc;
    float* reward;  // null in a pool with several players
    // In such a pool: the number of players by row, and columns with
    // max_players values for each row.
    int* players;
    int* owners;
    float* discount;
    int max_players;
  };

  void FindCommon(StateBlock* block);
  /// What Open does beyond the usual row in the middle of an episode.
  void OpenRare(int players, bool done, int max_episode_steps);
  [[noreturn]] static void RefuseSecondOpen();
  void CheckPlayers(int players) const;
  /// In an asynchronous pool: the next row.
  void ClaimNext();
  void ZeroSecond();
  /// Fills in the common columns of any row.
  void OpenAny(bool done, bool at_limit);
  /// Fills in the player columns of a pool with several players.
  void OpenPlayers(float discount);
  void SetDiscount(float discount);
  [[nodiscard]] double SumOfRewards() const;

  Engine* const engine_;
  const ResultColumns& columns_;
  const Chunk& chunk_;
  const bool zeroes_family_;
  const EnvRecord* record_{nullptr};
  RowRef row_{nullptr, 0};  // without a block until it is claimed
  Common common_{};
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
  const int step = record_->elapsed_step;
  const bool has_players = common_.reward == nullptr;
  const bool fits = has_players ? 0 < players && players <= common_.max_players
                                : players == 1;
  const bool is_usual = fits && !done && step > 0 && step < max_episode_steps &&
                        !opened_ && !second_ && row_.block != nullptr;
  if (!is_usual) {
    OpenRare(players, done, max_episode_steps);
    return;
  }
  opened_ = true;
  players_ = players;
  common_.elapsed_step[row_.row] = step;
  if (has_players) {
    common_.players[row_.row] = players;
    const std::ptrdiff_t first =
        static_cast<std::ptrdiff_t>(row_.row) * common_.max_players;
    for (int i = 0; i < players; ++i) {
      common_.owners[first + i] = record_->env_id;
      common_.discount[first + i] = 1;
    }
  }
}

template <typename F>
bool RowLease::Finish(const F& terminated_at_limit) {
  const bool done = common_.done[row_.row];
  const bool trunc = common_.trunc[row_.row];
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
  return common_.reward != nullptr
             ? static_cast<double>(common_.reward[row_.row])
             : SumOfRewards();
}

}  // namespace envpool

#endif  // ENVPOOL_CORE_ENGINE_KERNEL_ROW_LEASE_H_
