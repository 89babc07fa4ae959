// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/binding/action_reader.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "envpool/core/binding/plain_numbers.h"
#include "envpool/core/engine/errors.h"
#include "envpool/core/engine/id_errors.h"
#include "envpool/core/engine/memory/read_once.h"
#include "envpool/core/engine/schedule/id_runs.h"
#include "envpool/core/engine/with_type.h"

namespace envpool {

ActionReader::ActionReader(ActionStore* store, bool is_async)
    : store_(store),
      columns_(store->layout().columns()),
      num_envs_(store->layout().rows()),
      max_players_(store->layout().max_players()),
      is_async_(is_async),
      is_single_(columns_.size() == ActionStore::kFirstColumn + 1 &&
                 max_players_ == 1),
      is_number_(is_single_ && num_envs_ == 1 &&
                 IsInteger(columns_.back().dtype) &&
                 columns_.back().ItemSize() == 1),
      objects_(columns_.size()) {
  for (std::size_t c = 0; c < columns_.size(); ++c) {
    const npy_intp players = IsOfPlayers(c) ? max_players_ : 1;
    arrays_.emplace_back(columns_[c], store->reader(c), num_envs_ * players);
    root_.Add(columns_[c].key, static_cast<int>(c));
    if (c >= ActionStore::kFirstColumn) {
      one_row_each_ &= !columns_[c].key.starts_with("players.");
      is_ragged_ |= columns_[c].is_container();
    }
  }
}

// --- reading ----------------------------------------------------------------

namespace {

/// Whether the array is a plain vector of one number of type int64.
bool IsOneInt64(PyArrayObject* array) {
  return PyArray_TYPE(array) == NPY_INT64 && PyArray_NDIM(array) == 1 &&
         PyArray_DIM(array, 0) == 1 && IsPlain(array);
}

}  // namespace

bool ActionReader::Read(PyObject* action, PyObject* env_id,
                        const ResultRows* last) {
  if (is_single_ && !is_ragged_ && AsArray(action) != nullptr) {
    constexpr std::size_t kFirst = ActionStore::kFirstColumn;
    if (is_number_ && columns_[kFirst].shape.size() <= 1 && env_id == Py_None &&
        IsOneInt64(AsArray(action))) {
      ReadNumber(*static_cast<const volatile std::int64_t*>(
          PyArray_DATA(AsArray(action))));
      return true;
    }
    objects_[ActionStore::kEnvIdColumn] = nullptr;
    objects_[kFirst] = action;
    owners_.clear();
    return FindIds(env_id) &&
           arrays_[kFirst].Read(AsArray(action), count_, false);
  }
  if (!FindObjects(action) || !FindIds(env_id) || !FindOwners(last)) {
    return false;
  }
  for (std::size_t c = ActionStore::kFirstColumn; c < columns_.size(); ++c) {
    const bool of_players = IsOfPlayers(c);
    if (!arrays_[c].Read(AsArray(objects_[c]),
                         of_players ? PlayerRows() : count_, of_players)) {
      return false;
    }
  }
  return true;
}

bool ActionReader::ReadNumber(PyObject* action) {
  if (!is_number_ ||
      !(PyLong_Check(action) || PyArray_IsScalar(action, Integer))) {
    return false;
  }
  const PyRef index = PyRef::Steal(PyNumber_Index(action));
  int overflow = 0;
  const std::int64_t number =
      PyLong_AsLongLongAndOverflow(index.get(), &overflow);
  if (overflow != 0) {
    return false;
  }
  ReadNumber(number);
  return true;
}

void ActionReader::ReadNumber(std::int64_t number) {
  has_ids_ = false;
  count_ = 1;
  owners_.clear();
  arrays_[ActionStore::kFirstColumn].Read(number);
}

bool ActionReader::Visit(const Level& level, PyObject* dict) {
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

/// Returns false unless every key of the env has an array.
bool ActionReader::FindObjects(PyObject* action) {
  if (is_ragged_) {
    throw Error(ErrorKind::kNotSupported,
                "action: expected keys that are not ragged; ragged actions can "
                "only be sent from C++");
  }
  std::fill(objects_.begin(), objects_.end(), nullptr);
  constexpr std::size_t kFirst = ActionStore::kFirstColumn;
  if (AsArray(action) != nullptr && columns_.size() == kFirst + 1) {
    objects_[kFirst] = action;
    return true;
  }
  return PyDict_CheckExact(action) && Visit(root_, action) &&
         std::all_of(objects_.begin() + kFirst, objects_.end(),
                     [](PyObject* object) {
                       return object != nullptr && AsArray(object) != nullptr;
                     });
}

PyObject* ActionReader::Given(std::size_t column) const {
  return objects_[column] == Py_None ? nullptr : objects_[column];
}

// --- envs -------------------------------------------------------------------

bool ActionReader::FindIds(PyObject* env_id) {
  PyObject* of_action = Given(ActionStore::kEnvIdColumn);
  has_ids_ = env_id != Py_None || of_action != nullptr;
  if (has_ids_) {
    return ReadBothIds(env_id == Py_None ? of_action : env_id, of_action);
  }
  count_ = num_envs_;
  if (is_async_) {
    RequireAllRows();
  }
  return true;
}

/// Reads the ids of the call and, if given, those in the action.
bool ActionReader::ReadBothIds(PyObject* env_id, PyObject* of_action) {
  const auto read = [this](PyObject* object) {
    return AsArray(object) != nullptr &&
           ReadIds("env_id", AsArray(object), num_envs_, true, &ids_);
  };
  std::vector<int> others;
  const bool has_others = of_action != nullptr && of_action != env_id;
  if (has_others) {
    if (!read(of_action)) {
      return false;
    }
    others = ids_;
  }
  if (!read(env_id)) {
    return false;
  }
  count_ = static_cast<int>(ids_.size());
  if (has_others && others != ids_) {
    throw Error(ErrorKind::kArgument,
                "env_id: expected the same ids as in the action's key "
                "'env_id', got [" +
                    TextOfIds(ids_) + "] and [" + TextOfIds(others) + "]");
  }
  ids_.reserve(1);  // ids() must not be null
  return true;
}

/// In async mode, envs may be left out by mistake.
void ActionReader::RequireAllRows() const {
  for (std::size_t c = ActionStore::kFirstColumn; c < columns_.size(); ++c) {
    if (PyArray_NDIM(AsArray(objects_[c])) == 0 || RowsIn(c) != num_envs_) {
      throw Error(
          ErrorKind::kArgument,
          "env_id: in asynchronous mode, expected env_id or an action for each "
          "of the " +
              std::to_string(num_envs_) +
              " envs; pass info[\"env_id\"] of the result that the actions "
              "respond to");
    }
  }
}

// --- players ----------------------------------------------------------------

bool ActionReader::IsOfPlayers(std::size_t column) const {
  return max_players_ > 1 && columns_[column].per_player;
}

npy_intp ActionReader::RowsIn(std::size_t column) const {
  PyArrayObject* array = AsArray(objects_[column]);
  return PyArray_NDIM(array) == 0 ? 1 : PyArray_DIM(array, 0);
}

npy_intp ActionReader::PlayerRows() const {
  return static_cast<npy_intp>(owners_.size());
}

void ActionReader::Mark(int value) {
  seen_.resize(num_envs_, -1);
  for (int i = 0; i < count_; ++i) {
    seen_[IdAt(i)] = value;
  }
}

/// Infers the players' rows if `players.env_id` is missing: the rows of the
/// last result if it had all of these envs, or max_num_players rows for each
/// env, or one row for each env, as in games where one player moves at a time.
bool ActionReader::FindOwners(const ResultRows* last) {
  owners_.clear();
  if (PyObject* given = Given(ActionStore::kPlayersColumn)) {
    return ReadOwners(given);
  }
  if (max_players_ == 1) {
    return true;
  }
  npy_intp rows = -1;
  bool agree = true;
  for (std::size_t c = ActionStore::kFirstColumn; c < columns_.size(); ++c) {
    if (columns_[c].per_player) {
      agree &= rows < 0 || rows == RowsIn(c);
      rows = RowsIn(c);
    }
  }
  if (!agree) {
    RefuseUneven();
  }
  InferOwners(rows, last);
  return true;
}

bool ActionReader::ReadOwners(PyObject* given) {
  PyArrayObject* array = AsArray(given);
  if (array == nullptr) {
    return false;
  }
  CheckIntegers("players.env_id", array);
  const npy_intp most = static_cast<npy_intp>(count_) * max_players_;
  if (!ReadIntegers(array, most + 1, &owners_)) {
    WithIntegers(array, most + 1, [this](const auto& numbers) {
      const std::vector<int> ids = AllIds();
      CheckPlayers(numbers.data(), numbers.size(), ids.data(), ids.size(),
                   max_players_);
    });
  }
  CheckOwners();
  if (max_players_ > 1) {
    return true;
  }
  if (PlayerRows() != count_) {
    throw Error(ErrorKind::kArgument, "players.env_id: expected " +
                                          std::to_string(count_) +
                                          " rows, one for each env, got " +
                                          std::to_string(PlayerRows()));
  }
  npy_intp same = 0;
  while (same < count_ && owners_[same] == IdAt(same)) {
    ++same;
  }
  if (same == count_) {
    owners_.clear();
  }
  return true;
}

/// `rows` is the number of rows in each per-player array; -1 if there is none.
void ActionReader::InferOwners(npy_intp rows, const ResultRows* last) {
  const npy_intp full = static_cast<npy_intp>(count_) * max_players_;
  const bool one_each = rows < 0 || (one_row_each_ && rows == count_);
  npy_intp last_rows = full;
  int most = 0;
  // If the last result had other rows of these envs only, they do not count.
  const bool are_others = one_each && last != nullptr &&
                          last->count == count_ && last->players != rows;
  if (rows >= 0 && last != nullptr && !are_others && TakeOwners(*last, &most)) {
    last_rows = PlayerRows();
    if (last_rows == rows) {
      if (most > max_players_) {  // the user has changed the result
        CheckOwners();
      }
      return;
    }
  }
  if (rows != full && !one_each) {
    RefuseRows(rows, last_rows);
  }
  const int rows_each = rows == full ? max_players_ : 1;
  owners_.resize(static_cast<std::size_t>(count_) * rows_each);
  for (int i = 0; i < count_; ++i) {
    std::fill_n(owners_.begin() + static_cast<npy_intp>(i) * rows_each,
                rows_each, IdAt(i));
  }
}

/// Copies these envs' player rows from the last result. Returns false if it
/// lacks one of the envs. Copies first, because users can write to a result.
/// `most` gets the largest number of rows of one env.
bool ActionReader::TakeOwners(const ResultRows& last, int* most) {
  const auto is_marked = [this](int env_id) {
    return static_cast<unsigned>(env_id) < static_cast<unsigned>(num_envs_) &&
           seen_[env_id] >= 0;
  };
  Mark(0);
  const bool has_all = std::count_if(last.env_ids, last.env_ids + last.count,
                                     is_marked) >= count_;
  if (has_all) {
    owners_.resize(last.players);
    ReadOnce(last.owners, last.players, owners_.data());
    std::erase_if(owners_, [&](int owner) {
      if (!is_marked(owner)) {
        return true;
      }
      *most = std::max(*most, ++seen_[owner]);
      return false;
    });
  }
  Mark(-1);
  return has_all;
}

/// Throws for a player of an env without an action, or for too many players of
/// an env.
void ActionReader::CheckOwners() {
  Mark(0);
  const bool good =
      std::all_of(owners_.begin(), owners_.end(), [this](int owner) {
        return static_cast<unsigned>(owner) <
                   static_cast<unsigned>(num_envs_) &&
               seen_[owner] >= 0 && ++seen_[owner] <= max_players_;
      });
  Mark(-1);
  if (!good) {
    const std::vector<int> ids = AllIds();
    CheckPlayers(owners_.data(), owners_.size(), ids.data(), ids.size(),
                 max_players_);
  }
}

/// Returns the ids; throws unless they are distinct.
std::vector<int> ActionReader::AllIds() const {
  std::vector<int> ids;
  for (int i = 0; i < count_; ++i) {
    ids.push_back(IdAt(i));
  }
  CheckIds("env_id", ids.data(), ids.size(), num_envs_, true);
  return ids;
}

void ActionReader::RefuseUneven() const {
  std::string text;
  for (std::size_t c = ActionStore::kFirstColumn; c < columns_.size(); ++c) {
    if (columns_[c].per_player) {
      text += (text.empty() ? "" : ", ") + columns_[c].key + ": " +
              std::to_string(RowsIn(c));
    }
  }
  throw Error(
      ErrorKind::kArgument,
      "action: expected as many rows in each per-player array, got " + text);
}

/// `last_rows` is the number of player rows in the last result, or the maximum.
void ActionReader::RefuseRows(npy_intp rows, npy_intp last_rows) const {
  static_cast<void>(AllIds());  // wrong ids are refused first
  const std::string envs = std::to_string(count_);
  const npy_intp full = static_cast<npy_intp>(count_) * max_players_;
  std::string text = "action: expected ";
  if (last_rows != full) {
    text += std::to_string(last_rows) + " rows as in the last result, or ";
  }
  text += std::to_string(full) + " rows, " + std::to_string(max_players_) +
          " for each of " + envs + " envs";
  if (one_row_each_) {
    text += ", or " + envs + ", one for each env";
  }
  throw Error(ErrorKind::kArgument, text + ", got " + std::to_string(rows) +
                                        " rows; to send others, pass "
                                        "players.env_id in a dict of actions");
}

// --- storing ----------------------------------------------------------------

void ActionReader::Store() const {
  const int* ids_of_envs = ids();
  if (is_single_ && owners_.empty()) {
    constexpr std::size_t kFirst = ActionStore::kFirstColumn;
    const ActionArray& array = arrays_[kFirst];
    store_->MarkFloat32(ids_of_envs, count_, array.widens());
    ForRuns(ids_of_envs, count_,
            [&](int index, int first_env, npy_intp length) {
              array.Store(index, length, store_->Item(kFirst, first_env));
            });
    return;
  }
  bool float32 = true;
  for (std::size_t c = ActionStore::kFirstColumn; c < columns_.size(); ++c) {
    if (columns_[c].dtype == DType::kFloat64) {
      float32 = float32 && arrays_[c].widens();
    }
    if (!IsOfPlayers(c)) {
      // With one player per env, the rows may come in another order than the
      // envs.
      const bool ordered = !columns_[c].per_player || owners_.empty();
      ForRuns(ordered ? ids_of_envs : owners_.data(), count_,
              [&](int index, int first_env, npy_intp length) {
                arrays_[c].Store(index, length, store_->Item(c, first_env));
              });
    }
  }
  store_->MarkFloat32(ids_of_envs, count_, float32);
  if (max_players_ == 1) {
    return;
  }
  store_->CopyPlayers(
      ids_of_envs, count_, owners_.data(), owners_.size(),
      [this](std::size_t row, int env_id, int slot) {
        for (std::size_t c = ActionStore::kFirstColumn; c < columns_.size();
             ++c) {
          if (columns_[c].per_player) {
            arrays_[c].Store(
                static_cast<npy_intp>(row), 1,
                store_->Item(c, env_id) + slot * columns_[c].ItemBytes());
          }
        }
      });
}

std::vector<PyRef> ActionReader::ToArrays() const {
  std::vector<int> ids;
  std::vector<npy_intp> places(num_envs_);
  for (int i = 0; i < count_; ++i) {
    ids.push_back(IdAt(i));
    places[IdAt(i)] = i;
  }
  const bool reordered = max_players_ == 1 && !owners_.empty();
  std::vector<npy_intp> order;
  for (std::size_t i = 0; reordered && i < owners_.size(); ++i) {
    order.push_back(places[owners_[i]]);
  }
  std::vector<PyRef> arrays = {ToArray(ids),
                               ToArray(max_players_ == 1 ? ids : owners_)};
  for (std::size_t c = ActionStore::kFirstColumn; c < columns_.size(); ++c) {
    const bool moves = reordered && columns_[c].per_player;
    arrays.push_back(arrays_[c].ToArray(IsOfPlayers(c) ? PlayerRows() : count_,
                                        moves ? order.data() : nullptr));
  }
  return arrays;
}

void ActionReader::CheckShape(const std::string& key,
                              const std::vector<npy_intp>& shape, npy_intp rows,
                              const std::string& what) const {
  const int column = store_->layout().Find(key);
  if (column < 0) {
    throw Error(ErrorKind::kArgument, "action: unknown key '" + key + "'");
  }
  arrays_[column].CheckShape(shape, rows, what.c_str());
}

}  // namespace envpool
