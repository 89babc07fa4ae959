// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <numeric>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "envpool/core/engine/errors.h"
#include "envpool/core/engine/fp_scope.h"
#include "envpool/core/engine/id_runs.h"
#include "envpool/core/xla/conversion.h"
#include "envpool/core/xla/transfer.h"

namespace envpool {
namespace {

/// The env's own action keys come after env_id and players.env_id.
constexpr std::size_t kFirstAction = ActionStore::kFirstColumn;

template <typename T>
bool IsAllowed(T value, std::int64_t low, std::int64_t high) {
  if constexpr (std::is_floating_point_v<T>) {  // not NaN either
    return value >= static_cast<T>(low) && value <= static_cast<T>(high) &&
           value == std::floor(value);
  } else {  // of either sign
    return std::cmp_greater_equal(value, low) &
           std::cmp_less_equal(value, high);
  }
}

/// Calls `f` with a zero of the C++ type of an integer dtype.
template <typename F>
void WithInteger(DType dtype, F&& f) {
  switch (dtype) {
    case DType::kInt8:
      return f(std::int8_t{});
    case DType::kUint8:
      return f(std::uint8_t{});
    case DType::kInt16:
      return f(std::int16_t{});
    case DType::kUint16:
      return f(std::uint16_t{});
    case DType::kInt32:
      return f(std::int32_t{});
    case DType::kUint32:
      return f(std::uint32_t{});
    case DType::kInt64:
      return f(std::int64_t{});
    case DType::kUint64:
      return f(std::uint64_t{});
    default:
      return;
  }
}

bool IsInteger(DType dtype) {
  return dtype > DType::kBool && dtype < DType::kFloat32;
}

/// The elements of an array of actions, and what they may be.
struct Elements {
  const Buffer& buffer;
  const Column& column;
  std::int64_t rows;
  const std::int64_t* low;  // of each element of a row
  const std::int64_t* high;
  const int* owners;  // of the rows; may be null
};

template <typename T>
void CheckRange(const Elements& of) {
  const auto* values = static_cast<const T*>(of.buffer.data);
  const std::size_t size = of.column.ItemSize();
  const auto is_allowed = [&](std::size_t row, std::size_t j) {
    return (of.owners != nullptr && of.owners[row] == kNobody) ||
           IsAllowed(values[row * size + j], of.low[j], of.high[j]);
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
                      std::to_string(of.low[j]) + ", " +
                      std::to_string(of.high[j]) + "], got " +
                      std::to_string(values[at]) + " in row " +
                      std::to_string(at / size));
    }
  }
}

void CheckValues(const Elements& of) {
  const DType dtype = of.buffer.dtype;
  if (dtype == DType::kFloat32 && of.column.is_discrete) {
    CheckRange<float>(of);
  } else if (dtype == DType::kFloat64 && of.column.is_discrete) {
    CheckRange<double>(of);
  } else if (dtype != DType::kUint64 || of.column.dtype != DType::kUint64) {
    // The range of uint64 itself exceeds that of `low` and `high`.
    WithInteger(dtype, [&of](auto zero) { CheckRange<decltype(zero)>(of); });
  }
}

/// Whether the elements of a buffer can become those of a column, if their
/// values fit.
bool IsConvertible(const Column& column, const Buffer& buffer) {
  return buffer.dtype == column.dtype || IsHalf(column.dtype, buffer.dtype) ||
         (IsInteger(column.dtype) && IsInteger(buffer.dtype));
}

/// How many rows a column has: `count`, or those of the players.
std::int64_t RowsOf(const Layout& layout, const Column& column,
                    const Actions& actions) {
  if (!column.per_player || layout.max_players() == 1) {
    return actions.count;
  }
  return actions.owners.has_value()
             ? static_cast<std::int64_t>(actions.owners->size())
             : std::int64_t{actions.count} * layout.max_players();
}

void CheckActions(const Layout& layout, const Actions& actions) {
  const std::vector<Column>& columns = layout.columns();
  std::size_t first = 0;  // of the ranges
  for (std::size_t i = 0; i + kFirstAction < columns.size(); ++i) {
    const Column& column = columns[i + kFirstAction];
    Require(actions.buffers.size() + kFirstAction == columns.size() &&
                first + column.ItemSize() <= actions.low.size() &&
                actions.low.size() == actions.high.size(),
            column);
    const Buffer& buffer = actions.buffers[i];
    const std::int64_t rows = RowsOf(layout, column, actions);
    Require(HasRows(buffer, rows, column) && column.destroy == nullptr &&
                IsConvertible(column, buffer),
            column);
    CheckValues({buffer, column, rows, &actions.low[first],
                 &actions.high[first],
                 column.per_player && layout.max_players() > 1 &&
                         actions.owners.has_value()
                     ? actions.owners->data()
                     : nullptr});
    first += column.ItemSize();
  }
}

/// The size of an element of a buffer.
std::size_t SizeOf(DType dtype) {
  if (dtype == DType::kFloat32) {
    return sizeof(float);
  }
  if (dtype == DType::kFloat64) {
    return sizeof(double);
  }
  std::size_t size = sizeof(bool);
  WithInteger(dtype, [&size](auto zero) { size = sizeof(zero); });
  return size;
}

/// Copies checked elements, as the column's dtype.
void CopyElements(const Column& column, const void* from, DType dtype, void* to,
                  std::size_t count) {
  if (dtype == column.dtype) {
    std::memcpy(to, from, count * column.element_size);
  } else if (column.dtype == DType::kFloat64) {
    Convert<float, double>(from, to, count);
  } else {
    WithInteger(dtype, [&](auto source) {
      WithInteger(column.dtype, [&](auto target) {
        Convert<decltype(source), decltype(target)>(from, to, count);
      });
    });
  }
}

/// Puts checked actions of admitted envs into their slots.
void StoreActions(ActionStore* store, const Actions& actions) {
  const std::vector<Column>& columns = store->layout().columns();
  bool float32 = true;
  for (std::size_t i = 0; i + kFirstAction < columns.size(); ++i) {
    const Column& column = columns[i + kFirstAction];
    const Buffer& buffer = actions.buffers[i];
    const auto* from = static_cast<const char*>(buffer.data);
    if (column.dtype == DType::kFloat64) {
      float32 = float32 && buffer.dtype != column.dtype;
    }
    const std::size_t items = column.ItemSize();
    const std::size_t bytes = items * SizeOf(buffer.dtype);
    ForRuns(actions.ids, actions.count, [&](int index, int env, int length) {
      CopyElements(column, from + index * bytes, buffer.dtype,
                   store->Item(i + kFirstAction, env), length * items);
    });
  }
  store->MarkFloat32(actions.ids, actions.count, float32);
}

/// Who the rows of players are of, without padding.
struct PlayerRows {
  std::vector<int> owners;
  std::vector<int> rows;  // where they are in the buffers
};

PlayerRows FindPlayers(const Actions& actions, const std::vector<int>& ids,
                       int max_players) {
  PlayerRows found;
  if (!actions.owners.has_value()) {
    for (const int env_id : ids) {
      found.owners.insert(found.owners.end(), max_players, env_id);
    }
    found.rows.resize(found.owners.size());
    std::iota(found.rows.begin(), found.rows.end(), 0);
    return found;
  }
  for (std::size_t row = 0; row < actions.owners->size(); ++row) {
    const int owner = (*actions.owners)[row];
    if (owner != kNobody) {
      found.owners.push_back(owner);
      found.rows.push_back(static_cast<int>(row));
    }
  }
  return found;
}

/// Copies some rows, as the column's dtype.
std::vector<char> Gather(const Column& column, const Buffer& buffer,
                         const std::vector<int>& rows) {
  const std::size_t items = column.ItemSize();
  const std::size_t bytes = items * SizeOf(buffer.dtype);
  std::vector<char> copy(rows.size() * column.ItemBytes());
  const auto* from = static_cast<const char*>(buffer.data);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    CopyElements(column, from + rows[i] * bytes, buffer.dtype,
                 copy.data() + i * column.ItemBytes(), items);
  }
  return copy;
}

Array AsArray(std::vector<int>* numbers) {
  return Array::View(numbers->data(), 1, static_cast<int>(numbers->size()),
                     nullptr, sizeof(int));
}

/// Sends checked actions to envs that may have several players.
void SendOfPlayers(Engine* engine, const Actions& actions, bool caller_waits) {
  const Layout& layout = engine->actions()->layout();
  std::vector<int> ids(actions.count);
  if (actions.ids == nullptr) {
    std::iota(ids.begin(), ids.end(), 0);
  } else {
    std::copy_n(actions.ids, actions.count, ids.begin());
  }
  PlayerRows players = FindPlayers(actions, ids, layout.max_players());
  std::vector<int> all(ids.size());
  std::iota(all.begin(), all.end(), 0);
  std::vector<Array> arrays = {AsArray(&ids), AsArray(&players.owners)};
  std::vector<std::vector<char>> copies;
  bool float32 = true;
  {
    const FpScope fp;  // a conversion rounds the same for every caller
    for (std::size_t i = 0; i < actions.buffers.size(); ++i) {
      const Column& column = layout.columns()[i + kFirstAction];
      const Buffer& buffer = actions.buffers[i];
      const std::vector<int>& rows = column.per_player ? players.rows : all;
      copies.push_back(Gather(column, buffer, rows));
      arrays.push_back(Array::View(copies.back().data(),
                                   column.shape.size() + 1,
                                   static_cast<int>(rows.size()),
                                   column.shape.data(), column.element_size));
      float32 = float32 && (column.dtype != DType::kFloat64 ||
                            buffer.dtype != column.dtype);
    }
  }
  engine->Send(arrays, caller_waits, caller_waits, float32);
}

}  // namespace

void SendActions(Engine* engine, const Actions& actions, bool caller_waits,
                 int rows) {
  CheckActions(engine->actions()->layout(), actions);
  if (caller_waits) {
    CheckPending(*engine, actions.count, rows);
  }
  if (engine->config().max_players > 1) {
    SendOfPlayers(engine, actions, caller_waits);
    return;
  }
  engine->Admit(actions.ids, actions.count, Request::kStep, caller_waits);
  try {
    {
      const FpScope fp;  // a conversion rounds the same for every caller
      StoreActions(engine->actions(), actions);
    }
    engine->Publish(actions.ids, actions.count, Request::kStep, caller_waits);
  } catch (...) {
    engine->Withdraw(actions.ids, actions.count);
    throw;
  }
}

}  // namespace envpool
