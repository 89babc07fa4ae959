// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// ActionReader: reads an action and its env ids, finds the env of each player's
// row, and stores the action, or throws an error that describes the mistake. It
// takes arrays, and dicts of arrays, nested or with dotted keys. Without
// players, only the first action of each form allocates memory. Numbers are
// copied before they are checked, see read_once.h.
//
// Threads: with the GIL. Errors: Error, PythonError.

#ifndef ENVPOOL_CORE_BINDING_ACTION_READER_H_
#define ENVPOOL_CORE_BINDING_ACTION_READER_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "envpool/core/binding/action_array.h"
#include "envpool/core/binding/py_ref.h"
#include "envpool/core/engine/memory/action_store.h"

namespace envpool {

/// The env ids of a result's rows and of its players' rows.
struct ResultRows {
  const int* env_ids;
  npy_intp count;
  const int* owners;
  npy_intp players;
};

class ActionReader {
 public:
  /// The store must outlive this object.
  ActionReader(ActionStore* store, bool is_async);

  /// Reads an action for the envs `env_id`, or for those of its key `env_id`;
  /// if both are None, for all envs. `last` is the latest result or null.
  /// Returns false for objects that envpool/python/actions/validate.py must
  /// convert to arrays or refuse; no Python code has run then. The other
  /// functions refer to the last action read.
  bool Read(PyObject* action, PyObject* env_id, const ResultRows* last);
  /// Reads an integer, the action of the only env. Returns false for all other
  /// objects and envs.
  bool ReadNumber(PyObject* action);

  /// Null stands for all envs.
  [[nodiscard]] const int* ids() const {
    return has_ids_ ? ids_.data() : nullptr;
  }
  [[nodiscard]] int count() const { return count_; }
  /// Copies the action into the slots of the envs.
  void Store() const;
  /// The action as arrays, one for each key; Read accepts them as a dict.
  [[nodiscard]] std::vector<PyRef> ToArrays() const;
  /// Throws Error(kArgument) unless arrays of the key have this shape; see
  /// ActionArray.
  void CheckShape(const std::string& key, const std::vector<npy_intp>& shape,
                  npy_intp rows, const std::string& what) const;

 private:
  void ReadNumber(std::int64_t number);
  /// A level of a dict.
  struct Level {
    struct Entry {
      PyRef key;  // key in a dict of this level; may contain dots
      int column = -1;
      std::unique_ptr<Level> inner;  // the level below, if any
    };
    std::vector<Entry> entries;

    void Add(const std::string& key, int column);
    Entry& At(const std::string& key);
    [[nodiscard]] const Entry* Find(PyObject* key) const;
  };

  bool Visit(const Level& level, PyObject* dict);
  bool FindObjects(PyObject* action);
  /// The object given for an optional key, or null.
  [[nodiscard]] PyObject* Given(std::size_t column) const;
  bool FindIds(PyObject* env_id);
  bool ReadBothIds(PyObject* env_id, PyObject* of_action);
  void RequireAllRows() const;
  bool FindOwners(const ResultRows* last);
  bool ReadOwners(PyObject* given);
  void InferOwners(npy_intp rows, const ResultRows* last);
  bool TakeOwners(const ResultRows& last, int* most);
  void CheckOwners();
  [[nodiscard]] std::vector<int> AllIds() const;
  [[noreturn]] void RefuseUneven() const;
  [[noreturn]] void RefuseRows(npy_intp rows, npy_intp last_rows) const;
  [[nodiscard]] bool IsOfPlayers(std::size_t column) const;
  [[nodiscard]] npy_intp RowsIn(std::size_t column) const;
  [[nodiscard]] npy_intp PlayerRows() const;
  [[nodiscard]] int IdAt(npy_intp i) const { return has_ids_ ? ids_[i] : i; }
  void Mark(int value);

  ActionStore* const store_;
  const std::vector<Column>& columns_;
  const int num_envs_;
  const int max_players_;
  const bool is_async_;
  bool one_row_each_{true};  // players may have one row each
  bool is_ragged_{false};
  bool is_single_;  // one key and at most one player
  bool is_number_;  // and that of one env is an integer
  Level root_;
  std::vector<PyObject*> objects_;   // borrowed, by column; null if absent
  std::vector<ActionArray> arrays_;  // by column
  bool has_ids_{false};
  int count_{0};  // number of envs
  std::vector<int> ids_;
  // The env id of each player's row. Empty if every env has one player and the
  // rows are in the order of the ids.
  std::vector<int> owners_;
  std::vector<int> seen_;  // by env: its players; -1: not in this action
};

}  // namespace envpool

#endif  // ENVPOOL_CORE_BINDING_ACTION_READER_H_
