// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <numeric>
#include <vector>

#include "envpool/core/engine/kernel/fp_scope.h"
#include "envpool/core/engine/schedule/id_runs.h"
#include "envpool/core/xla/conversion.h"
#include "envpool/core/xla/own_actions.h"
#include "envpool/core/xla/transfer.h"

namespace envpool {
namespace {

/// Copies checked elements and converts them to the column's dtype.
void CopyElements(const Column& column, const void* from, DType dtype, void* to,
                  std::size_t count) {
  if (column.dtype == DType::kBool) {
    const auto* bytes = static_cast<const unsigned char*>(from);
    std::transform(bytes, bytes + count, static_cast<bool*>(to),
                   [](unsigned char byte) { return byte != 0; });
  } else if (dtype == column.dtype) {
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

/// Stores checked actions of admitted envs in the envs' slots.
void StoreActions(ActionStore* store, const Actions& actions) {
  const std::vector<Column>& columns = store->layout().columns();
  bool float32 = true;
  for (std::size_t i = 0; i + ActionStore::kFirstColumn < columns.size(); ++i) {
    const Column& column = columns[i + ActionStore::kFirstColumn];
    const Buffer& buffer = actions.buffers[i];
    const auto* from = static_cast<const char*>(buffer.data);
    if (column.dtype == DType::kFloat64) {
      float32 = float32 && buffer.dtype != column.dtype;
    }
    const std::size_t items = column.ItemSize();
    const std::size_t bytes = items * SizeOf(buffer.dtype);
    ForRuns(actions.ids, actions.count, [&](int index, int env, int length) {
      CopyElements(column, from + index * bytes, buffer.dtype,
                   store->Item(i + ActionStore::kFirstColumn, env),
                   length * items);
    });
  }
  store->MarkFloat32(actions.ids, actions.count, float32);
}

/// The rows of players, without padding, and the env of each row.
struct PlayerRows {
  std::vector<int> owners;
  std::vector<int> rows;  // row indices in the buffers
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

/// Copies rows of a buffer and converts them to the column's dtype.
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
      const Column& column = layout.columns()[i + ActionStore::kFirstColumn];
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

void SendActions(Engine* engine, const Actions& given, bool caller_waits,
                 int rows) {
  const OwnActions own(engine->actions()->layout(), given);
  const Actions& actions = own.get();
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
