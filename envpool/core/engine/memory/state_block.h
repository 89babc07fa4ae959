// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// StateBlock: the memory of one batch of results. BlockPool recycles blocks.
//
// Ownership: the engine owns a block from Acquire until Recv hands it out; the
// receiver gives it back with Release. A block is never rewritten before that.
// The pool is shared, so blocks outlive the engine. The rows of a column may
// lie in the user's memory for one batch. Some blocks may lie in memory that is
// lent for the lifetime of the pool, such as pages that a GPU may read.
//
// The user can write to all columns, even while workers write them: static
// results are rewritten while the user holds them. So the env ids of the rows
// are kept in private arrays.
//
// Threads: BlockPool is thread-safe. Rows of a block are written by one thread
// each; `completed` publishes them (release) to the receiver (acquire).

#ifndef ENVPOOL_CORE_ENGINE_MEMORY_STATE_BLOCK_H_
#define ENVPOOL_CORE_ENGINE_MEMORY_STATE_BLOCK_H_

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "envpool/core/engine/fork_guard.h"
#include "envpool/core/engine/memory/layout.h"
#include "envpool/core/export.h"

namespace envpool {

/// The error of a row without a result.
struct Fault {
  int env_id;
  int row;
  std::int64_t seed;
  int elapsed_step;
  std::string text;
};

class ENVPOOL_EXPORT StateBlock {
 public:
  explicit StateBlock(const Layout& layout);
  /// Uses BytesOf zeros at kAlignment, owned by the caller.
  static constexpr std::size_t kAlignment = 64;
  StateBlock(const Layout& layout, char* memory);
  static std::size_t BytesOf(const Layout& layout);
  ~StateBlock();
  StateBlock(const StateBlock&) = delete;
  StateBlock& operator=(const StateBlock&) = delete;

  [[nodiscard]] char* Item(std::size_t column, int row) const {
    const Place& place = places_[column];
    return place.rows + static_cast<std::size_t>(row) * place.stride;
  }
  /// The rows of a column with one T per row.
  template <typename T>
  [[nodiscard]] T* Scalars(std::size_t column) const {
    return reinterpret_cast<T*>(places_[column].rows);
  }
  template <typename T>
  [[nodiscard]] T* Rows(std::size_t column, int row) const {
    return reinterpret_cast<T*>(Item(column, row));
  }
  [[nodiscard]] const Layout& layout() const { return layout_; }
  /// Whether the block lies in lent memory.
  [[nodiscard]] bool is_lent() const { return is_lent_; }

  /// The column's rows in the block's own memory.
  [[nodiscard]] char* OwnRows(std::size_t column) const {
    return arena_.data() + layout_.offset(column);
  }
  /// Places the column's rows outside the block until RestoreColumns. Not for
  /// containers.
  void PlaceColumn(std::size_t column, char* rows) {
    places_[column].rows = rows;
    needs_restore_ = true;
  }
  void RestoreColumns();
  /// Registers a flag that the next RestoreColumns, on any thread, sets. The
  /// memory outside the block is not used after that.
  void TellWhenRestored(std::shared_ptr<std::atomic<bool>> flag) {
    restored_ = std::move(flag);
    needs_restore_ = true;
  }

  /// By row: its env id.
  [[nodiscard]] int* env_ids() const { return env_ids_; }
  /// By row: whether the env waits for a reset, if resets are explicit.
  [[nodiscard]] std::uint8_t* ended() const { return ended_; }
  /// Sets the env ids of `count` rows from `row` on. `ids` null: 0, 1, ...
  void SetEnvIds(int row, const int* ids, int count);

  /// Fills an item, or rows, with zeros; frees the content of containers.
  void ZeroItem(std::size_t column, int row);
  void ZeroRows(int row, int count);
  /// The number of rows that fit into a small part of the first-level cache.
  [[nodiscard]] int RowsToClearAtOnce() const { return rows_to_clear_; }
  /// Clears columns [first, last) of `count` rows; none holds containers.
  void ZeroColumns(int first, int last, int row, int count);
  void AddFault(Fault fault);
  /// Makes the rows of per-player columns adjacent; sets total_players.
  void CompactPlayers();
  /// Prepares the block for the next batch.
  void Clear();

  std::atomic<int> completed{0};    // rows written
  std::atomic<int> target{0};       // rows expected; completed == target: ready
  bool received_at_once{false};     // the thread that writes the rows gets them
  int rows{0};                      // rows handed out
  int total_players{0};             // number of player rows in those rows
  std::vector<int> players;         // per row; empty in single-player pools
  std::vector<Fault> faults;        // guarded by fault_mutex while running
  std::atomic<int> lost_faults{0};  // faults for which memory ran out
  std::mutex fault_mutex;
  void* cached_result{nullptr};  // the binding's cached arrays

 private:
  StateBlock(const Layout& layout, Arena arena, bool is_lent);

  struct Place {
    char* rows;
    std::size_t stride;
  };

  const Layout& layout_;
  const Arena arena_;
  const bool is_lent_;
  std::vector<Place> places_;  // by column
  int* const env_ids_;         // behind the columns
  std::uint8_t* const ended_;  // behind env_ids_
  int rows_to_clear_;
  bool in_order_{true};       // env_ids()[i] == i, as far as SetEnvIds knows
  bool needs_restore_{true};  // some columns may lie outside the block
  std::shared_ptr<std::atomic<bool>> restored_;
};

/// One row of a block.
struct RowRef {
  StateBlock* block;
  int row;

  [[nodiscard]] char* Item(int column) const {
    return block->Item(column, row);
  }
};

class ENVPOOL_EXPORT BlockPool {
 public:
  /// Keeps at most `keep` free blocks.
  BlockPool(Layout layout, int keep);
  ~BlockPool();
  BlockPool(const BlockPool&) = delete;
  BlockPool& operator=(const BlockPool&) = delete;

  [[nodiscard]] const Layout& layout() const { return layout_; }
  /// The number of free blocks that are kept.
  [[nodiscard]] std::size_t keep() const { return keep_; }
  /// Makes as many blocks as fit into this memory, which must be zeroed but may
  /// be unaligned. Acquire prefers these blocks. `owner` keeps the memory
  /// alive. Called at most once.
  void Lend(char* memory, std::size_t bytes, std::shared_ptr<void> owner);
  StateBlock* Acquire();
  /// Frees the block or keeps it for the next Acquire. Never throws.
  void Release(StateBlock* block) noexcept;

 private:
  const Layout layout_;
  const std::size_t keep_;
  ForkGuard fork_guard_;
  std::mutex mutex_;
  std::shared_ptr<void> owner_;    // owner of lent memory
  std::size_t alive_{0};           // blocks made and not deleted
  std::vector<StateBlock*> free_;  // can hold all; Acquire takes the last
};

}  // namespace envpool

#endif  // ENVPOOL_CORE_ENGINE_MEMORY_STATE_BLOCK_H_
