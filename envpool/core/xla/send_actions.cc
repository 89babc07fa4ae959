// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

#include "envpool/core/engine/schedule/id_runs.h"
#include "envpool/core/xla/checked_actions.h"
#include "envpool/core/xla/conversion.h"
#include "envpool/core/xla/transfer.h"

namespace envpool {
namespace {

/// Stores checked actions of admitted envs in the envs' slots.
void StoreActions(ActionStore* store, const CheckedActions& checked) {
  const Actions& actions = checked.get();
  for (std::size_t i = 0; i < actions.buffers.size(); ++i) {
    const std::size_t c = i + ActionStore::kFirstColumn;
    const Buffer& buffer = actions.buffers[i];
    const auto* from = static_cast<const char*>(buffer.data);
    const std::size_t items = store->layout().columns()[c].ItemSize();
    const std::size_t bytes = items * SizeOf(buffer.dtype);
    ForRuns(actions.ids, actions.count, [&](int index, int env, int length) {
      store->reader(c).Read(from + index * bytes, buffer.dtype, length * items,
                            store->Item(c, env));
    });
  }
  store->MarkFloat32(actions.ids, actions.count, checked.float32());
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
    if (owner != kNoEnv) {
      found.owners.push_back(owner);
      found.rows.push_back(static_cast<int>(row));
    }
  }
  return found;
}

/// Copies rows of a buffer and converts them to the column's dtype.
std::vector<char> Gather(const NumberReader& reader, const Column& column,
                         const Buffer& buffer, const std::vector<int>& rows) {
  const std::size_t items = column.ItemSize();
  const std::size_t bytes = items * SizeOf(buffer.dtype);
  std::vector<char> copy(rows.size() * column.ItemBytes());
  const auto* from = static_cast<const char*>(buffer.data);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    reader.Read(from + rows[i] * bytes, buffer.dtype, items,
                copy.data() + i * column.ItemBytes());
  }
  return copy;
}

Array AsArray(std::vector<int>* numbers) {
  return Array::View(numbers->data(), 1, static_cast<int>(numbers->size()),
                     nullptr, sizeof(int));
}

/// Sends checked actions to envs that may have several players.
void SendOfPlayers(Engine* engine, const CheckedActions& checked,
                   bool caller_waits) {
  const Actions& actions = checked.get();
  const ActionStore& store = *engine->actions();
  const Layout& layout = store.layout();
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
  for (std::size_t i = 0; i < actions.buffers.size(); ++i) {
    const std::size_t c = i + ActionStore::kFirstColumn;
    const Column& column = layout.columns()[c];
    const std::vector<int>& rows = column.per_player ? players.rows : all;
    copies.push_back(Gather(store.reader(c), column, actions.buffers[i], rows));
    arrays.push_back(Array::View(copies.back().data(), column.shape.size() + 1,
                                 static_cast<int>(rows.size()),
                                 column.shape.data(), column.element_size));
  }
  engine->Send(arrays, caller_waits, caller_waits, checked.float32());
}

}  // namespace

void SendActions(Engine* engine, const Actions& given, bool caller_waits,
                 int rows) {
  const CheckedActions checked(*engine->actions(), given);
  const Actions& actions = checked.get();
  if (caller_waits) {
    CheckPending(*engine, actions.count, rows);
  }
  if (engine->config().max_players > 1) {
    SendOfPlayers(engine, checked, caller_waits);
    return;
  }
  engine->Admit(actions.ids, actions.count, Request::kStep, caller_waits);
  try {
    StoreActions(engine->actions(), checked);
    engine->Publish(actions.ids, actions.count, Request::kStep, caller_waits);
  } catch (...) {
    engine->Withdraw(actions.ids, actions.count);
    throw;
  }
}

}  // namespace envpool
