// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/xla/own_actions.h"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "envpool/core/engine/errors.h"
#include "envpool/core/engine/memory/read_once.h"
#include "envpool/core/xla/conversion.h"

namespace envpool {
namespace {

template <typename T, typename Bound>
bool IsAllowed(T value, Bound low, Bound high) {
  if constexpr (std::is_floating_point_v<T>) {  // also refuses NaN
    return value >= static_cast<T>(low) && value <= static_cast<T>(high) &&
           value == std::floor(value);
  } else {  // cmp_* compare signed with unsigned correctly
    return std::cmp_greater_equal(value, low) &
           std::cmp_less_equal(value, high);
  }
}

/// The elements of an array of actions, and their ranges.
struct Elements {
  const Buffer& buffer;
  const Column& column;
  std::int64_t rows;
  const std::int64_t* low;  // for each element of a row
  const std::int64_t* high;
  const int* owners;  // the env id of each row; may be null
};

/// `T` is the type of the elements, `Bound` the type of their bounds.
template <typename T, typename Bound>
void CheckRange(const Elements& of) {
  const auto* values = static_cast<const T*>(of.buffer.data);
  const std::size_t size = of.column.ItemSize();
  const auto low = [&of](std::size_t j) {
    return static_cast<Bound>(of.low[j]);
  };
  const auto high = [&of](std::size_t j) {
    return static_cast<Bound>(of.high[j]);
  };
  const auto is_allowed = [&](std::size_t row, std::size_t j) {
    return (of.owners != nullptr && of.owners[row] == kNobody) ||
           IsAllowed(values[row * size + j], low(j), high(j));
  };
  const auto count = static_cast<std::size_t>(of.rows);
  bool allowed = true;
  for (std::size_t row = 0; row < count; ++row) {
    for (std::size_t j = 0; j < size; ++j) {
      allowed &= is_allowed(row, j);
    }
  }
  for (std::size_t at = 0; !allowed && at < count * size; ++at) {
    if (!is_allowed(at / size, at % size)) {
      const std::size_t j = at % size;
      const char* kind =
          std::is_floating_point_v<T> ? "whole numbers" : "values";
      throw Error(ErrorKind::kArgument,
                  of.column.key + ": expected " + kind + " in [" +
                      std::to_string(low(j)) + ", " + std::to_string(high(j)) +
                      "], got " + std::to_string(values[at]) + " in row " +
                      std::to_string(at / size));
    }
  }
}

/// Whether any value is allowed, as for non-discrete floats.
bool IsFree(const Column& column, DType dtype) {
  return dtype == DType::kBool || (!IsInteger(dtype) && !column.is_discrete);
}

void CheckValues(const Elements& of) {
  const DType dtype = of.buffer.dtype;
  if (dtype == DType::kFloat32) {
    CheckRange<float, std::int64_t>(of);
  } else if (dtype == DType::kFloat64) {
    CheckRange<double, std::int64_t>(of);
  } else {
    WithInteger(dtype, [&of](auto zero) {
      if (of.column.dtype == DType::kUint64) {
        CheckRange<decltype(zero), std::uint64_t>(of);
      } else {
        CheckRange<decltype(zero), std::int64_t>(of);
      }
    });
  }
}

/// Whether a buffer's elements can be converted to the column's type, provided
/// that their values fit.
bool IsConvertible(const Column& column, const Buffer& buffer) {
  return buffer.dtype == column.dtype || IsHalf(column.dtype, buffer.dtype) ||
         (IsInteger(column.dtype) && IsInteger(buffer.dtype));
}

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

OwnActions::OwnActions(const Layout& layout, const Actions& actions)
    : actions_(actions) {
  OwnIds();
  const std::vector<Column>& columns = layout.columns();
  std::size_t first = 0;  // the column's first index in low and high
  for (std::size_t i = 0; i + ActionStore::kFirstColumn < columns.size(); ++i) {
    const Column& column = columns[i + ActionStore::kFirstColumn];
    Require(
        actions.buffers.size() + ActionStore::kFirstColumn == columns.size() &&
            first + column.ItemSize() <= actions.low.size() &&
            actions.low.size() == actions.high.size(),
        column);
    Buffer* buffer = &actions_.buffers[i];
    const std::int64_t rows = RowsOf(layout, column, actions_);
    Require(HasRows(*buffer, rows, column) && column.destroy == nullptr &&
                IsConvertible(column, *buffer),
            column);
    if (!IsFree(column, buffer->dtype)) {
      Own(buffer, static_cast<std::size_t>(rows) * column.ItemSize());
      CheckValues({*buffer, column, rows, &actions.low[first],
                   &actions.high[first],
                   column.per_player && layout.max_players() > 1 &&
                           actions_.owners.has_value()
                       ? actions_.owners->data()
                       : nullptr});
    }
    first += column.ItemSize();
  }
}

void OwnActions::OwnIds() {
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

/// Replaces the memory of a buffer by a copy.
void OwnActions::Own(Buffer* buffer, std::size_t elements) {
  const std::size_t bytes = elements * SizeOf(buffer->dtype);
  copies_.push_back(std::make_unique_for_overwrite<char[]>(bytes));
  ReadOnce(static_cast<const char*>(buffer->data), bytes, copies_.back().get());
  buffer->data = copies_.back().get();
}

}  // namespace envpool
