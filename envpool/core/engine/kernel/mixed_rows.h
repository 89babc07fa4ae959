// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// MixedLinks: how the columns of a part of a mixed pool lie in those of the
// pool. MixedRows: a block for the part's kernel whose columns lie in rows of
// the mixed pool's block, where they can.
//
// Threads: MixedLinks is immutable but for its free blocks, which have a mutex;
// a MixedRows belongs to one thread. Errors: std::bad_alloc from constructors.

#ifndef ENVPOOL_CORE_ENGINE_KERNEL_MIXED_ROWS_H_
#define ENVPOOL_CORE_ENGINE_KERNEL_MIXED_ROWS_H_

#include <cstddef>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "envpool/core/engine/engine.h"
#include "envpool/core/engine/kernel/step_kernel.h"

namespace envpool {

/// A part of a mixed pool.
struct MixedPart {
  Engine* engine;
  std::string task;  // for errors
  int task_id;
  std::vector<int> ids;  // by env of the part: its id in the pool; ascending
  // The part's state columns and own action columns, in order: the number of
  // the pool's column, or -1 for a state column that the pool leaves out.
  std::vector<int> state;
  std::vector<int> actions;
  std::vector<int>
      ones;  // columns of the pool that are true in the part's rows
};

/// The options of resets in a mixed pool: of the type of each part.
struct MixedOptions {
  std::vector<AnyResetOptions> parts;
};

/// How an item lies in the first corner of one that is at least as large.
class CornerCopy {
 public:
  /// Throws Error(kArgument) unless it is.
  CornerCopy(const Column& small, const Column& large);
  [[nodiscard]] bool is_whole() const { return is_whole_; }
  void Enlarge(const char* small, char* large) const;
  void Cut(const char* large, char* small) const;

 private:
  bool is_whole_;
  std::size_t large_bytes_;
  std::size_t run_bytes_;
  std::vector<std::pair<std::size_t, std::size_t>> runs_;  // (small, large)
};

class MixedLinks {
 public:
  /// `number`: of the part.
  MixedLinks(const Engine& pool, int number, MixedPart part, int task_column);

  [[nodiscard]] const MixedPart& part() const { return part_; }
  /// Whether the part's envs are objects, of which each may take long.
  [[nodiscard]] bool is_per_env() const { return is_per_env_; }

  /// Copies the actions of envs of the part. Returns how many are in their
  /// ranges, from the first on.
  int CopyActions(const ActionStore& from, int env, int count) const;
  /// Sets the options of the resets of envs of the part.
  void CopyOptions(const Engine& pool, int env, int count) const;
  /// What is wrong with the action of an env.
  [[nodiscard]] std::string ActionError(int env) const;

 private:
  friend class MixedRows;

  struct Link {
    int from;  // the part's column
    int to;    // the pool's
    CornerCopy copy;
    bool can_place;
    bool has_range = false;  // of an action: may be outside the part's range
  };
  struct Blocks {
    std::mutex mutex;
    std::vector<std::unique_ptr<StateBlock>> free;
  };

  void LinkState(const Engine& pool);
  void LinkActions(const ActionStore& pool);
  static void Add(const Layout& from, int column, const Layout& to,
                  int to_column, std::vector<Link>* links);
  [[nodiscard]] bool AreAllowed(int env) const;

  const int number_;
  const MixedPart part_;
  const int task_column_;
  int final_task_{-1};  // the column of its value at the end of an episode
  const ResultColumns* const columns_;
  const bool has_doubles_;  // among the actions
  const bool is_per_env_;
  std::vector<Link> state_;
  std::vector<Link> actions_;
  std::vector<int> missing_;  // columns of the pool that the part lacks
  std::unique_ptr<Blocks> blocks_;
};

class MixedRows {
 public:
  explicit MixedRows(MixedLinks* links);
  ~MixedRows();
  MixedRows(const MixedRows&) = delete;
  MixedRows& operator=(const MixedRows&) = delete;

  [[nodiscard]] const MixedLinks& links() const { return *links_; }
  [[nodiscard]] StateBlock* block() const { return block_.get(); }
  /// The block's rows are those of `to` from `row` on.
  void PlaceAt(StateBlock* to, int row);
  /// The block's rows are its own.
  void Unplace();
  /// Prepares the block for a run.
  void Start();
  /// Runs envs of the part, with their rows from 0 on. Returns how many.
  int Run(Request request, int env, int count);
  /// Completes rows of envs of the part that were run.
  void Deliver(StateBlock* to, int row, int env, int count);
  /// The same for rows that are not adjacent.
  void DeliverTo(StateBlock* to, const int* rows, int env, int count);

 private:
  template <typename RowOf>
  void DeliverRows(StateBlock* to, const RowOf& row_of, int env, int count);
  template <typename RowOf>
  void WriteTasks(StateBlock* to, const RowOf& row_of, int count) const;
  template <typename RowOf>
  void CopyColumn(const MixedLinks::Link& link, StateBlock* to,
                  const RowOf& row_of, int count, int players);
  template <typename RowOf>
  void MoveFaults(StateBlock* to, const RowOf& row_of, const int* ids);

  MixedLinks* const links_;
  std::unique_ptr<StateBlock> block_;
  bool is_placed_{false};
};

}  // namespace envpool

#endif  // ENVPOOL_CORE_ENGINE_KERNEL_MIXED_ROWS_H_
