// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/binding/action_dict.h"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "envpool/core/engine/memory/read_once.h"
#include "envpool/core/engine/memory/result_columns.h"
#include "envpool/core/engine/schedule/id_runs.h"

namespace envpool {
namespace {

int IdAt(const int* ids, npy_intp i) {
  return ids == nullptr ? static_cast<int>(i) : ids[i];
}

bool AreEqual(const int* ids, const int* others, npy_intp count) {
  for (npy_intp i = 0; i < count; ++i) {
    if (IdAt(ids, i) != others[i]) {
      return false;
    }
  }
  return true;
}

}  // namespace

// --- keys -------------------------------------------------------------------

ActionDict::Level::Entry& ActionDict::Level::At(const std::string& key) {
  for (Entry& entry : entries) {
    if (PyUnicode_CompareWithASCIIString(entry.key.get(), key.c_str()) == 0) {
      return entry;
    }
  }
  Entry entry;
  entry.key = PyRef::Steal(PyUnicode_InternFromString(key.c_str()));
  entries.push_back(std::move(entry));
  return entries.back();
}

/// The key `a.b.c` of this level is the key `b.c` of the level `a` below.
void ActionDict::Level::Add(const std::string& key, int column) {
  At(key).column = column;
  for (std::size_t dot = key.find('.'); dot != std::string::npos;
       dot = key.find('.', dot + 1)) {
    Entry& outer = At(key.substr(0, dot));
    if (outer.inner == nullptr) {
      outer.inner = std::make_unique<Level>();
    }
    outer.inner->Add(key.substr(dot + 1), column);
  }
}

const ActionDict::Level::Entry* ActionDict::Level::Find(PyObject* key) const {
  for (const Entry& entry : entries) {
    if (entry.key.get() == key) {
      return &entry;
    }
  }
  if (!PyUnicode_CheckExact(key)) {
    return nullptr;
  }
  for (const Entry& entry : entries) {
    if (PyUnicode_Compare(entry.key.get(), key) == 0) {
      return &entry;
    }
  }
  return nullptr;
}

ActionDict::ActionDict(ActionStore* store)
    : store_(store),
      columns_(store->layout().columns()),
      can_read_(columns_.size() > ActionStore::kFirstColumn &&
                std::all_of(columns_.begin() + ActionStore::kFirstColumn,
                            columns_.end(), ActionArray::CanRead) &&
                (store->layout().max_players() == 1 ||
                 std::any_of(columns_.begin() + ActionStore::kFirstColumn,
                             columns_.end(),
                             [](const Column& c) { return c.per_player; }))),
      objects_(columns_.size()),
      seen_(store->layout().max_players() > 1 ? store->layout().rows() : 0,
            -1) {
  for (std::size_t c = 0; c < columns_.size(); ++c) {
    const npy_intp players = IsOfPlayers(c) ? store->layout().max_players() : 1;
    arrays_.emplace_back(columns_[c], store->layout().rows() * players);
  }
  for (std::size_t c = 0; can_read_ && c < columns_.size(); ++c) {
    root_.Add(columns_[c].key, static_cast<int>(c));
  }
}

// --- reading ----------------------------------------------------------------

bool ActionDict::Visit(const Level& level, PyObject* dict) {
  PyObject* key;
  PyObject* value;
  Py_ssize_t position = 0;
  while (PyDict_Next(dict, &position, &key, &value) != 0) {
    const Level::Entry* entry = level.Find(key);
    if (entry == nullptr) {
      return false;
    }
    if (PyDict_CheckExact(value)) {
      if (entry->inner == nullptr || !Visit(*entry->inner, value)) {
        return false;
      }
    } else if (entry->column < 0) {
      return false;
    } else {
      objects_[entry->column] = value;
    }
  }
  return true;
}

bool ActionDict::IsOfPlayers(std::size_t column) const {
  return !seen_.empty() && columns_[column].per_player;
}

bool ActionDict::Read(PyObject* dict, int leading) {
  std::fill(objects_.begin(), objects_.end(), nullptr);
  if (!Visit(root_, dict)) {
    return false;
  }
  count_ = -1;
  player_rows_ = -1;
  for (std::size_t c = ActionStore::kFirstColumn; c < columns_.size(); ++c) {
    if (objects_[c] == nullptr || !arrays_[c].Read(objects_[c], leading)) {
      return false;
    }
    npy_intp* rows = IsOfPlayers(c) ? &player_rows_ : &count_;
    if (*rows >= 0 && *rows != arrays_[c].rows()) {
      return false;
    }
    *rows = arrays_[c].rows();
  }
  return true;
}

PyObject* ActionDict::env_id() const {
  PyObject* given = objects_[ActionStore::kEnvIdColumn];
  return given == nullptr ? Py_None : given;
}

// --- players ----------------------------------------------------------------

bool ActionDict::FindPlayers(const int* ids, npy_intp count,
                             const StateBlock* last) {
  const PyObject* given = objects_[ActionStore::kPlayersColumn];
  if (given != nullptr && given != Py_None) {
    return ReadOwners(ids, count);
  }
  if (player_rows_ < 0) {
    return true;
  }
  return last != nullptr && TakeOwners(ids, count, *last);
}

bool ActionDict::ReadOwners(const int* ids, npy_intp count) {
  PyObject* given = objects_[ActionStore::kPlayersColumn];
  if (!PyArray_CheckExact(given)) {
    return false;
  }
  auto* array = reinterpret_cast<PyArrayObject*>(given);
  if (!IsPlain(array) || PyArray_NDIM(array) != 1 ||
      PyArray_TYPE(array) != NPY_INT32) {
    return false;
  }
  const npy_intp rows = PyArray_DIM(array, 0);
  const int* owners = static_cast<const int*>(PyArray_DATA(array));
  if (seen_.empty()) {
    return rows == count && AreEqual(ids, owners, count);
  }
  return rows == player_rows_ && CopyOwners(owners, ids, count);
}

bool ActionDict::TakeOwners(const int* ids, npy_intp count,
                            const StateBlock& last) {
  const int* owners = last.Rows<int>(ResultColumns::kPlayersEnvId, 0);
  return last.rows == count && last.total_players == player_rows_ &&
         AreEqual(ids, last.env_ids(), count) && CopyOwners(owners, ids, count);
}

/// Returns false for a player of another env, or too many players of one. Users
/// can write to this memory, also to a result's, so it is copied first.
bool ActionDict::CopyOwners(const int* owners, const int* ids, npy_intp count) {
  owners_.resize(seen_.size() * store_->layout().max_players());
  ReadOnce(owners, player_rows_, owners_.data());
  const auto num_envs = static_cast<unsigned>(seen_.size());
  const auto is_env = [num_envs](int id) {
    return static_cast<unsigned>(id) < num_envs;
  };
  if (ids != nullptr && !std::all_of(ids, ids + count, is_env)) {
    return false;
  }
  for (npy_intp i = 0; i < count; ++i) {
    seen_[IdAt(ids, i)] = 0;
  }
  const bool good = std::all_of(
      owners_.data(), owners_.data() + player_rows_, [&](int owner) {
        return is_env(owner) && seen_[owner] >= 0 &&
               ++seen_[owner] <= store_->layout().max_players();
      });
  for (npy_intp i = 0; i < count; ++i) {
    seen_[IdAt(ids, i)] = -1;
  }
  return good;
}

// --- storing ----------------------------------------------------------------

void ActionDict::Store(const int* ids, npy_intp count) const {
  bool float32 = true;
  for (std::size_t c = ActionStore::kFirstColumn; c < columns_.size(); ++c) {
    if (columns_[c].dtype == DType::kFloat64) {
      float32 = float32 && arrays_[c].widens();
    }
    if (!IsOfPlayers(c)) {
      ForRuns(ids, static_cast<int>(count),
              [&](int index, int first_env, npy_intp length) {
                arrays_[c].Store(index, length, store_->Item(c, first_env));
              });
    }
  }
  store_->MarkFloat32(ids, static_cast<int>(count), float32);
  if (player_rows_ < 0) {
    return;
  }
  store_->CopyPlayers(
      ids, static_cast<int>(count), owners_.data(), player_rows_,
      [this](std::size_t row, int env_id, int slot) {
        for (std::size_t c = ActionStore::kFirstColumn; c < columns_.size();
             ++c) {
          if (columns_[c].per_player) {
            const auto at = static_cast<npy_intp>(row);
            arrays_[c].Store(
                at, 1,
                store_->Item(c, env_id) + slot * columns_[c].ItemBytes());
          }
        }
      });
}

}  // namespace envpool
