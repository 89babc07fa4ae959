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

#ifndef ENVPOOL_CORE_ENGINE_KERNEL_ROW_LEASE_H_
#define ENVPOOL_CORE_ENGINE_KERNEL_ROW_LEASE_H_

#include "envpool/core/engine/engine.h"
#include "envpool/core/engine/kernel/env_base.h"

namespace envpool {

class RowLease {
 public:
  /// `offset` is the env's place in the chunk.
  RowLease(Engine* engine, const Chunk& chunk, int offset,
           const EnvRecord& record);
  ~RowLease();
  RowLease(const RowLease&) = delete;
  RowLease& operator=(const RowLease&) = delete;

  /// Claims the row and fills in the common columns. Inline, as all that each
  /// step goes through.
  void Open(int players, bool done, int max_episode_steps);
  /// Makes the row one of zeros with a fault.
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
  [[nodiscard]] RowRef row() const { return row_; }
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
  [[noreturn]] void RefusePlayers(int players) const;
  void Claim();
  /// In an asynchronous pool: the next row.
  void ClaimNext();
  void ZeroSecond();
  /// The player columns of a pool with several players.
  void OpenPlayers(float discount);
  void SetDiscount(float discount);
  [[nodiscard]] double SumOfRewards() const;

  Engine* const engine_;
  const ResultColumns& columns_;
  const Chunk& chunk_;
  const int offset_;
  const EnvRecord& record_;
  RowRef row_{nullptr, 0};
  int players_{1};
  bool opened_{false};
  bool second_{false};
  bool failed_{false};
  Outcome outcome_{};
};

inline RowLease::RowLease(Engine* engine, const Chunk& chunk, int offset,
                          const EnvRecord& record)
    : engine_(engine),
      columns_(engine->result_columns()),
      chunk_(chunk),
      offset_(offset),
      record_(record) {}

inline RowLease::~RowLease() {
  At<int>(ResultColumns::kEnvId) = record_.env_id;  // whatever the env wrote
  // One that has failed is reset by its next step.
  row_.block->ended()[row_.row] = !failed_ && record_.needs_reset ? 1 : 0;
  if (chunk_.block == nullptr) {
    engine_->Complete(row_.block, 1);
  }
}

inline void RowLease::Claim() {
  if (chunk_.block != nullptr) {
    row_ = {chunk_.block, chunk_.first_row + offset_};
  } else {
    ClaimNext();
  }
}

inline void RowLease::Open(int players, bool done, int max_episode_steps) {
  using Columns = ResultColumns;
  if (opened_) {
    RefuseSecondOpen();
  }
  if (players < 0 || players > engine_->config().max_players) {
    RefusePlayers(players);
  }
  if (second_) {
    ZeroSecond();
  } else {
    Claim();
  }
  opened_ = true;
  players_ = players;
  // In variables, since the columns may alias the members.
  const StateBlock& block = *row_.block;
  const int row = row_.row;
  const int env_id = record_.env_id;
  const int step = record_.elapsed_step;
  const bool at_limit = step >= max_episode_steps;
  const bool over = done || at_limit;
  // Only an end by the task itself ends the returns.
  const float discount = done && !at_limit ? 0.0F : 1.0F;
  if (block.players.empty()) {
    block.Scalars<int>(Columns::kPlayersEnvId)[row] = env_id;
    block.Scalars<float>(Columns::kDiscount)[row] = discount;
  } else {
    OpenPlayers(discount);
  }
  block.Scalars<int>(Columns::kEnvId)[row] = env_id;
  block.Scalars<int>(Columns::kElapsedStep)[row] = step;
  block.Scalars<bool>(Columns::kDone)[row] = over;
  block.Scalars<bool>(Columns::kTrunc)[row] = at_limit;
  block.Scalars<int>(Columns::kStepType)[row] = step == 0 ? 0 : (over ? 2 : 1);
  block.Scalars<bool>(columns_.ones)[row] = true;
}

inline bool RowLease::Finish(bool terminated_at_limit) {
  const bool done = At<bool>(ResultColumns::kDone);
  const bool trunc = At<bool>(ResultColumns::kTrunc);
  At<bool>(columns_.terminated) = done && (!trunc || terminated_at_limit);
  if (terminated_at_limit) {
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
