// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// ActionDict: reads a dict of plain arrays, nested or with dotted keys. Only
// the first read allocates memory. Numbers are copied before they are checked,
// see read_once.h.
//
// Threads: with the GIL. Errors: PythonError.
// envpool/python/actions/validate.py reads the dicts that this class refuses.

#ifndef ENVPOOL_CORE_BINDING_ACTION_DICT_H_
#define ENVPOOL_CORE_BINDING_ACTION_DICT_H_

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "envpool/core/binding/action_array.h"
#include "envpool/core/binding/py_ref.h"
#include "envpool/core/engine/memory/action_store.h"
#include "envpool/core/engine/memory/state_block.h"

namespace envpool {

class ActionDict {
 public:
  explicit ActionDict(ActionStore* store);

  /// Whether it can read the actions of this env at all.
  [[nodiscard]] bool can_read() const { return can_read_; }
  /// The reader of the column's arrays.
  [[nodiscard]] ActionArray* array(std::size_t column) {
    return &arrays_[column];
  }

  /// Reads a dict; its arrays have `leading` axes as in ActionArray. The other
  /// functions refer to the dict that was read last.
  bool Read(PyObject* dict, int leading);
  /// The entry `env_id`; None if the dict has none.
  [[nodiscard]] PyObject* env_id() const;
  /// The number of envs; -1 if all arrays have rows of players.
  [[nodiscard]] npy_intp count() const { return count_; }
  /// Finds the env of each player's row, for an action of the envs `ids` (null:
  /// all). Without `players.env_id`, the rows are in the order of `last`, the
  /// latest result, if it has the same envs; null if there is no result.
  bool FindPlayers(const int* ids, npy_intp count, const StateBlock* last);
  /// Copies the arrays into the slots of the envs.
  void Store(const int* ids, npy_intp count) const;

 private:
  /// A level of the dict.
  struct Level {
    struct Entry {
      PyRef key;  // in a dict of this level; may contain dots
      int column = -1;
      std::unique_ptr<Level> inner;  // the level below, if any
    };
    std::vector<Entry> entries;

    void Add(const std::string& key, int column);
    Entry& At(const std::string& key);
    [[nodiscard]] const Entry* Find(PyObject* key) const;
  };

  bool Visit(const Level& level, PyObject* dict);
  [[nodiscard]] bool IsOfPlayers(std::size_t column) const;
  bool ReadOwners(const int* ids, npy_intp count);
  bool TakeOwners(const int* ids, npy_intp count, const StateBlock& last);
  bool CopyOwners(const int* owners, const int* ids, npy_intp count);

  ActionStore* const store_;
  const std::vector<Column>& columns_;
  bool can_read_;
  Level root_;
  std::vector<PyObject*> objects_;  // borrowed, by column; null or None: absent
  std::vector<ActionArray> arrays_;  // by column
  npy_intp count_{-1};
  npy_intp player_rows_{-1};  // -1: no array has rows of players
  std::vector<int> owners_;   // envs of players' rows, at full size
  std::vector<int> seen_;     // by env: its players; -1: not in this action
};

}  // namespace envpool

#endif  // ENVPOOL_CORE_BINDING_ACTION_DICT_H_
