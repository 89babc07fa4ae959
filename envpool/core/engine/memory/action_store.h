// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// ActionStore: the last action of every env, copied at send, one column per
// action key, indexed by env id. An env has at most one outstanding request, so
// one slot per env is enough. Containers are copied with their content. The env
// ids are written once, by the constructor.
//
// Threads: a slot is written by the sender while its env is admitted but not
// yet queued, and read by the worker that runs it; the queue's mutex orders the
// two.

#ifndef ENVPOOL_CORE_ENGINE_MEMORY_ACTION_STORE_H_
#define ENVPOOL_CORE_ENGINE_MEMORY_ACTION_STORE_H_

#include <cstdint>
#include <vector>

#include "envpool/core/array.h"
#include "envpool/core/engine/kernel/state_io.h"
#include "envpool/core/engine/memory/layout.h"
#include "envpool/core/engine/memory/number_reader.h"
#include "envpool/core/export.h"

namespace envpool {

class ENVPOOL_EXPORT ActionStore {
 public:
  static constexpr int kEnvIdColumn = 0;
  static constexpr int kPlayersColumn = 1;
  static constexpr int kFirstColumn = 2;  // the first of the spec's action keys

  explicit ActionStore(Layout layout);
  ~ActionStore();
  ActionStore(const ActionStore&) = delete;
  ActionStore& operator=(const ActionStore&) = delete;

  [[nodiscard]] const Layout& layout() const { return layout_; }
  /// Reads and checks the numbers of a column.
  [[nodiscard]] const NumberReader& reader(std::size_t column) const {
    return readers_[column];
  }
  [[nodiscard]] char* Item(std::size_t column, int env_id) const {
    return arena_.data() + layout_.offset(column) +
           static_cast<std::size_t>(env_id) * layout_.stride(column);
  }
  /// The number of player rows in the env's action.
  [[nodiscard]] int players(int env_id) const {
    return players_.empty() ? 1 : players_[env_id];
  }

  /// Whether the env's last action was float32 where its spec says double.
  [[nodiscard]] bool is_float32(int env_id) const {
    return !float32_.empty() && float32_[env_id] != 0;
  }

  /// Checks the arrays (one for each action key, C order, exact element sizes)
  /// against `count` env ids, and integers and choices against their bounds,
  /// without writing anything. Throws Error(kArgument), which names the key,
  /// the expected and the actual property.
  void Check(const std::vector<Array>& arrays, const int* ids, int count) const;
  /// Copies checked arrays into the slots of the envs.
  void Copy(const std::vector<Array>& arrays, const int* ids, int count);
  /// Copies the rows of per-player arrays into the envs' slots. `owners` are
  /// the env ids of these rows, all among the `count` ids (null: all envs).
  /// Calls store(row, env_id, slot) for each row.
  template <typename F>
  void CopyPlayers(const int* ids, int count, const int* owners,
                   std::size_t rows, const F& store) {
    for (int i = 0; i < count; ++i) {
      players_[ids == nullptr ? i : ids[i]] = 0;
    }
    for (std::size_t row = 0; row < rows; ++row) {
      store(row, owners[row], players_[owners[row]]++);
    }
  }
  /// Remembers whether the actions of the envs (null: of all) were float32
  /// before they were converted to double.
  void MarkFloat32(const int* ids, int count, bool float32);

  /// Saves the action of a single-player env as a part of its state; `blank`
  /// writes zeros.
  void Save(int env_id, bool blank, StateWriter* writer) const;
  void Load(int env_id, StateReader* reader);

 private:
  void WriteIds();
  void CheckPlayers(const Array& owners, const int* ids, int count) const;
  void CopyRows(std::size_t column, const Array& array, const int* ids,
                int count) const;

  Layout layout_;
  std::vector<NumberReader> readers_;  // by column
  Arena arena_;
  std::vector<int> players_;           // empty in single-player pools
  std::vector<std::uint8_t> float32_;  // empty where there is no double
};

}  // namespace envpool

#endif  // ENVPOOL_CORE_ENGINE_MEMORY_ACTION_STORE_H_
