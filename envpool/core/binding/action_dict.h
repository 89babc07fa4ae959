// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// ActionDict: reads a dict of actions, nested or with dotted keys, if it has
// plain arrays. Reading allocates nothing, but for the first time. What has to
// be checked is copied first, see read_once.h.
//
// Threads: with the GIL. Errors: PythonError. A dict that does not fit is left
// to envpool/python/actions/validate.py, which raises the error.

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

  /// Whether the env's actions are such that it can read any.
  [[nodiscard]] bool can_read() const { return can_read_; }
  /// What reads the arrays of a column.
  [[nodiscard]] ActionArray* array(std::size_t column) {
    return &arrays_[column];
  }

  /// Takes the dict apart. `leading`: of its arrays, as in ActionArray. The
  /// rest is about the dict that was read last.
  bool Read(PyObject* dict, int leading);
  /// Its entry `env_id`; None if it has none.
  [[nodiscard]] PyObject* env_id() const;
  /// How many envs it is for; -1 if all arrays have rows of players.
  [[nodiscard]] npy_intp count() const { return count_; }
  /// Finds the players of an action for these envs (null: for all of them).
  /// Unless the dict says whose the rows are, they are those of `last`, the
  /// latest result, which must be of the same envs; null if there is none.
  bool FindPlayers(const int* ids, npy_intp count, const StateBlock* last);
  /// Copies the arrays into the slots of the envs.
  void Store(const int* ids, npy_intp count) const;

 private:
  /// A level of the dict.
  struct Level {
    struct Entry {
      PyRef key;  // as a dict of this level has it, maybe with dots
      int column = -1;
      std::unique_ptr<Level> inner;  // of a dict
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
  std::vector<int> owners_;   // of rows of players; as many as there can be
  std::vector<int> seen_;     // by env: how many players, -1 for others
};

}  // namespace envpool

#endif  // ENVPOOL_CORE_BINDING_ACTION_DICT_H_
