// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// MixedLinks: maps the columns of a part of a mixed pool to columns of the
// pool. MixedRows: a block into which the part's kernel writes. Where possible,
// its columns are placed in the memory of the mixed pool's block.
//
// Threads: MixedLinks is immutable except for its list of free blocks, which
// has a mutex. Only one thread at a time uses a MixedRows. Errors: constructors
// throw std::bad_alloc.

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
  std::string task;  // its name, for errors
  int task_id;
  std::vector<int> ids;  // by env of the part: its id in the pool; ascending
  // By state column of the part: the pool's column, or -1 if it has none. There
  // may be more entries than columns.
  std::vector<int> state;
  std::vector<int> actions;  // by own action column of the part: the pool's
  std::vector<int> ones;     // the pool's columns that are true in its rows
};

/// The options of a reset in a mixed pool. Each part has a type of options.
struct MixedOptions {
  std::vector<AnyResetOptions> parts;
};

/// Copies items to and from the first corner of items that are at least as
/// large along each axis.
class CornerCopy {
 public:
  /// Throws Error(kArgument) if the item of `large` is not.
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
  /// `number`: the part's, among the parts of the pool.
  MixedLinks(const Engine& pool, int number, MixedPart part, int task_column);

  [[nodiscard]] const MixedPart& part() const { return part_; }
  /// Whether the part's kernel passes envs on, see StepKernel.
  [[nodiscard]] bool passes_on() const { return passes_on_; }
  /// Whether the part's kernel is faster if it runs several envs at once. Other
  /// kernels run envs one by one, and each may take long.
  [[nodiscard]] bool runs_together() const { return runs_together_; }

  /// Copies the actions of `count` envs of the part, from `env` on. Returns the
  /// number of envs before the first one with an action out of range.
  int CopyActions(const ActionStore& from, int env, int count) const;
  /// Passes the options of requested resets to the part's engine.
  void CopyOptions(const Engine& pool, int env, int count) const;
  /// Describes the first action of the env that is out of range.
  [[nodiscard]] std::string ActionError(int env) const;

 private:
  friend class MixedRows;

  struct Link {
    int from;  // the part's column
    int to;    // the pool's
    CornerCopy copy;
    bool can_place;
    bool has_range = false;  // the pool's range differs from the part's
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
  int final_task_{-1};  // the column of the task of a final observation
  const ResultColumns* const columns_;
  const bool has_doubles_;  // whether an action column has dtype float64
  const bool passes_on_;
  const bool runs_together_;
  const Layout layout_;  // of the blocks
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
  /// Places the block's columns in rows of `to`, from `row` on.
  void PlaceAt(StateBlock* to, int row);
  /// Gives the block's columns memory of their own again.
  void Unplace();
  /// Prepares the block for a run.
  void Start();
  /// Runs up to `count` envs of the part, which write the rows 0, 1, ....
  /// Returns how many.
  int Run(Request request, int env, int count);
  /// Completes the rows of envs that were run, in `to` from `row` on.
  void Deliver(StateBlock* to, int row, int env, int count);
  /// The same for any rows of `to`.
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
