// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// ResultCache: wraps blocks as NumPy arrays without copies. In the steady state
// it makes no objects.
//
// A Result keeps the arrays of one block, and the tuples and dicts around them.
// When the user has dropped all of them (every reference count is back to the
// cache's own), the block returns to the engine together with these objects.
// Arrays that the user keeps are never
// rewritten: they own the block through a capsule, and outlive cache and pool.
//
// Static results are rewritten even if the user keeps them: a block returns
// when the result after the next is received. A few blocks therefore alternate,
// each with the same arrays every time.
//
// Threads: with the GIL. Errors: PythonError.

#ifndef ENVPOOL_CORE_BINDING_RESULT_CACHE_H_
#define ENVPOOL_CORE_BINDING_RESULT_CACHE_H_

#include <memory>
#include <utility>
#include <vector>

#include "envpool/core/binding/numpy_api.h"
#include "envpool/core/binding/py_ref.h"
#include "envpool/core/binding/result_tree.h"
#include "envpool/core/engine/memory/state_block.h"

namespace envpool {

/// The arrays of one block.
class Result {
 public:
  /// `num_kept`: the number of places of Kept; 0 unless results are static.
  Result(const std::shared_ptr<BlockPool>& pool, StateBlock* block,
         int num_kept = 0);
  Result(const Result&) = delete;
  Result& operator=(const Result&) = delete;

  /// A new reference to a column's array, with the block's current rows.
  [[nodiscard]] PyRef ArrayOf(int column);
  /// An array with items of another shape; not for ragged columns.
  [[nodiscard]] PyRef ViewOf(int column, const std::vector<int>& shape) const;
  /// The current number of rows of a column, of envs or of players.
  [[nodiscard]] int RowsOf(int column) const;
  [[nodiscard]] StateBlock* block() const { return block_; }
  /// A slot for an object that is reused together with this block; null if
  /// results are not static.
  [[nodiscard]] PyRef* Kept(int number) const {
    return kept_.empty() ? nullptr : &kept_[number];
  }

  /// The tree that was kept under this number, if it fits the block's current
  /// rows; else null.
  [[nodiscard]] PyRef Tree(unsigned number) const;
  /// Keeps a tree of this block's arrays, if possible.
  void KeepTree(const PyRef& root, unsigned number);

  /// Makes this many new slots for Kept, and returns the old ones.
  [[nodiscard]] std::vector<PyRef> MakeKept(int count) {
    return std::exchange(kept_, std::vector<PyRef>(count));
  }

  /// Whether only this object refers to arrays of the block, and to the tree.
  /// Moves a tree that the user has changed to the list `dropped`.
  [[nodiscard]] bool Unused(std::unique_ptr<ResultTree>* dropped);
  /// Whether all arrays have their original shape, flags and dtype.
  [[nodiscard]] bool Pristine() const;
  /// The arrays no longer own the block; the engine does.
  void Disown();

 private:
  struct Keeper {  // content of the capsule
    std::shared_ptr<BlockPool> pool;
    StateBlock* block;
  };
  struct Made {  // an array, and its properties that users can change in place
    PyArrayObject* array;  // borrowed from arrays_
    const void* descriptor;
    int flags;
    int num_dims;
    npy_intp rows;
    const int* shape;  // of an item
    int column;
    int references;  // of arrays_ and tree_

    [[nodiscard]] bool HasChanged() const;
  };
  void CountReferences();
  [[nodiscard]] bool IsFull() const;
  static void Free(PyObject* capsule);
  [[nodiscard]] PyRef MakeArray(int column, int rows,
                                const std::vector<int>& shape) const;
  [[nodiscard]] PyRef MakeObjectArray(int column, int rows) const;
  [[nodiscard]] PyRef WrapItem(const Column& column, void* item) const;

  StateBlock* block_;
  Keeper* keeper_;
  PyRef capsule_;
  std::vector<PyRef> arrays_;  // of full size, by column; null until needed
  std::vector<Made> made_;     // the arrays that are not null
  std::unique_ptr<ResultTree> tree_;  // null: none is kept
  unsigned tree_number_{0};
  mutable std::vector<PyRef> kept_;
};

class ResultCache {
 public:
  explicit ResultCache(std::shared_ptr<BlockPool> pool);
  ~ResultCache();
  ResultCache(const ResultCache&) = delete;
  ResultCache& operator=(const ResultCache&) = delete;

  /// Makes results static. Called before the first one, and again when there
  /// are other plans.
  void MakeStatic(int num_kept);
  [[nodiscard]] bool is_static() const { return static_; }
  /// Wraps a block that the engine has handed out. The result stays valid until
  /// the next Reclaim.
  Result* Wrap(StateBlock* block);
  /// Returns unused blocks to the engine; with static results, all blocks but
  /// the last. `keep_spare`: keeps one of them as the spare block, which costs
  /// less than to release and to acquire it; else the spare block returns, too.
  void Reclaim(bool keep_spare = false);
  /// Keeps no spare block from now on that is not in lent memory, since the
  /// block pool prefers lent memory.
  void PreferLent() {
    prefers_lent_ = true;
    ReleaseSpare();
  }
  /// Null, or an unused block; a caller that uses it sets this to null.
  [[nodiscard]] StateBlock** spare() { return &spare_; }
  /// The most recent result, if it is still intact.
  [[nodiscard]] Result* last() const { return last_; }

 private:
  void Forget(Result* result);
  void ReleaseSpare();

  const std::shared_ptr<BlockPool> pool_;
  bool static_{false};
  int num_kept_{0};
  std::vector<std::unique_ptr<Result>> all_;
  std::vector<Result*> lent_;  // oldest first
  Result* last_{nullptr};
  StateBlock* spare_{nullptr};
  bool prefers_lent_{false};
};

}  // namespace envpool

#endif  // ENVPOOL_CORE_BINDING_RESULT_CACHE_H_
