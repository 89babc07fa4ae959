// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/xla/checked_actions.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "envpool/core/engine/errors.h"
#include "envpool/core/engine/memory/read_once.h"
#include "envpool/core/xla/conversion.h"

namespace envpool {
namespace {

/// The number of rows of a column: one per env, or one per player.
std::int64_t RowsOf(const Layout& layout, const Column& column,
                    const Actions& actions) {
  if (!column.per_player || layout.max_players() == 1) {
    return actions.count;
  }
  return actions.owners.has_value()
             ? static_cast<std::int64_t>(actions.owners->size())
             : std::int64_t{actions.count} * layout.max_players();
}

}  // namespace

CheckedActions::CheckedActions(const ActionStore& store, const Actions& actions)
    : actions_(actions) {
  CopyIds();
  const Layout& layout = store.layout();
  const std::vector<Column>& columns = layout.columns();
  for (std::size_t i = 0; i + ActionStore::kFirstColumn < columns.size(); ++i) {
    const std::size_t c = i + ActionStore::kFirstColumn;
    const Column& column = columns[c];
    Require(
        actions.buffers.size() + ActionStore::kFirstColumn == columns.size(),
        column);
    Buffer* buffer = &actions_.buffers[i];
    Require(HasRows(*buffer, RowsOf(layout, column, actions_), column) &&
                !column.is_container() && store.reader(c).Takes(buffer->dtype),
            column);
    if (column.dtype == DType::kFloat64) {
      float32_ = float32_ && buffer->dtype == DType::kFloat32;
    }
    if (!store.reader(c).IsFree(buffer->dtype)) {
      const bool has_owners = column.per_player && layout.max_players() > 1 &&
                              actions_.owners.has_value();
      CopyAndCheck(store.reader(c), column, buffer,
                   has_owners ? actions_.owners->data() : nullptr);
    }
  }
}

void CheckedActions::CopyIds() {
  if (actions_.ids != nullptr) {
    ids_.resize(actions_.count + 1);  // never empty: null means all envs
    ReadOnce(actions_.ids, actions_.count, ids_.data());
    actions_.ids = ids_.data();
  }
  if (actions_.owners.has_value()) {
    owners_.resize(actions_.owners->size());
    ReadOnce(actions_.owners->data(), owners_.size(), owners_.data());
    actions_.owners = owners_;
  }
}

/// Replaces the memory of a buffer by a checked copy, except for padding.
/// `owners`: of its rows; may be null.
void CheckedActions::CopyAndCheck(const NumberReader& reader,
                                  const Column& column, Buffer* buffer,
                                  const int* owners) {
  const auto rows = static_cast<std::size_t>(buffer->shape[0]);
  const std::size_t items = column.ItemSize();
  copies_.push_back(
      std::make_unique_for_overwrite<char[]>(rows * column.ItemBytes()));
  char* copy = copies_.back().get();
  const auto* from = static_cast<const char*>(buffer->data);
  const auto copy_rows = [&](std::size_t row, std::size_t count) {
    const char* numbers = from + row * items * SizeOf(buffer->dtype);
    if (!reader.Read(numbers, buffer->dtype, count * items,
                     copy + row * column.ItemBytes())) {
      reader.Refuse(numbers, buffer->dtype, count * items, row);
    }
  };
  if (owners == nullptr) {
    copy_rows(0, rows);
  }
  for (std::size_t row = 0; owners != nullptr && row < rows; ++row) {
    if (owners[row] != kNoEnv) {
      copy_rows(row, 1);
    }
  }
  buffer->data = copy;
  buffer->dtype = column.dtype;
}

}  // namespace envpool
