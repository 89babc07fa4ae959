// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/engine/memory/action_store.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "envpool/core/engine/errors.h"
#include "envpool/core/engine/id_errors.h"
#include "envpool/core/engine/schedule/id_runs.h"

namespace envpool {
namespace {

std::string ShapeText(const std::vector<std::size_t>& shape) {
  std::string text = "(";
  for (const std::size_t extent : shape) {
    text += std::to_string(extent) + ",";
  }
  return text + ")";
}

/// Copies one item of a column.
void CopyItem(const Column& column, const char* from, char* to) {
  if (column.copy == nullptr) {
    std::memcpy(to, from, column.ItemBytes());
    return;
  }
  for (std::size_t i = 0; i < column.ItemSize(); ++i) {
    column.copy(from + i * column.element_size, to + i * column.element_size);
  }
}

bool HasDoubles(const Layout& layout) {
  return std::ranges::any_of(layout.columns(), [](const Column& column) {
    return column.dtype == DType::kFloat64;
  });
}

}  // namespace

ActionStore::ActionStore(Layout layout)
    : layout_(std::move(layout)),
      readers_(layout_.columns().begin(), layout_.columns().end()),
      arena_(layout_),
      players_(layout_.max_players() > 1 ? layout_.rows() : 0),
      float32_(HasDoubles(layout_) ? layout_.rows() : 0) {
  WriteIds();
}

ActionStore::~ActionStore() {
  for (std::size_t c = 0; c < layout_.columns().size(); ++c) {
    const Column& column = layout_.columns()[c];
    const std::size_t bytes = layout_.rows() * layout_.stride(c);
    for (std::size_t at = 0; column.destroy != nullptr && at < bytes;
         at += column.element_size) {
      column.destroy(Item(c, 0) + at);
    }
  }
}

void ActionStore::Check(const std::vector<Array>& arrays, const int* ids,
                        int count) const {
  const std::vector<Column>& columns = layout_.columns();
  if (arrays.size() != columns.size()) {
    throw Error(ErrorKind::kArgument, "action: expected " +
                                          std::to_string(columns.size()) +
                                          " arrays, one for each key, got " +
                                          std::to_string(arrays.size()));
  }
  const bool single = players_.empty();
  const std::size_t player_rows =
      single
          ? count
          : (arrays[kPlayersColumn].ndim == 1 ? arrays[kPlayersColumn].Shape(0)
                                              : 0);
  for (std::size_t c = 0; c < columns.size(); ++c) {
    const Column& column = columns[c];
    const Array& array = arrays[c];
    std::vector<std::size_t> expected = {
        column.per_player ? player_rows : static_cast<std::size_t>(count)};
    expected.insert(expected.end(), column.shape.begin(), column.shape.end());
    if (array.Shape() != expected) {
      throw Error(ErrorKind::kArgument, "action '" + column.key +
                                            "': expected shape " +
                                            ShapeText(expected) + ", got " +
                                            ShapeText(array.Shape()));
    }
    if (array.element_size != column.element_size) {
      throw Error(ErrorKind::kArgument,
                  "action '" + column.key + "': expected elements of " +
                      std::to_string(column.element_size) + " bytes, got " +
                      std::to_string(array.element_size));
    }
    if (c >= kFirstColumn && column.HasRange() &&
        !readers_[c].Allows(array.Data(), array.size)) {
      readers_[c].Refuse(array.Data(), column.dtype, array.size);
    }
  }
  if (!single) {
    CheckPlayers(arrays[kPlayersColumn], ids, count);
  }
}

void ActionStore::CheckPlayers(const Array& owners, const int* ids,
                               int count) const {
  envpool::CheckPlayers(static_cast<const int*>(owners.Data()), owners.size,
                        ids, static_cast<std::size_t>(count),
                        layout_.max_players());
}

void ActionStore::WriteIds() {
  for (int env_id = 0; env_id < layout_.rows(); ++env_id) {
    *reinterpret_cast<int*>(Item(kEnvIdColumn, env_id)) = env_id;
    std::fill_n(reinterpret_cast<int*>(Item(kPlayersColumn, env_id)),
                layout_.max_players(), env_id);
  }
}

void ActionStore::Copy(const std::vector<Array>& arrays, const int* ids,
                       int count) {
  const bool several = !players_.empty();
  const std::vector<Column>& columns = layout_.columns();
  for (std::size_t c = kFirstColumn; c < arrays.size(); ++c) {
    if (!several || !columns[c].per_player) {
      CopyRows(c, arrays[c], ids, count);
    }
  }
  if (!several) {
    return;
  }
  const Array& owners = arrays[kPlayersColumn];
  CopyPlayers(
      ids, count, static_cast<const int*>(owners.Data()), owners.size,
      [&](std::size_t row, int env_id, int slot) {
        for (std::size_t c = kFirstColumn; c < arrays.size(); ++c) {
          if (columns[c].per_player) {
            const std::size_t bytes = columns[c].ItemBytes();
            CopyItem(columns[c],
                     static_cast<const char*>(arrays[c].Data()) + row * bytes,
                     Item(c, env_id) + slot * bytes);
          }
        }
      });
}

void ActionStore::CopyRows(std::size_t column, const Array& array,
                           const int* ids, int count) const {
  const Column& kind = layout_.columns()[column];
  const std::size_t bytes = kind.ItemBytes();
  const char* from = static_cast<const char*>(array.Data());
  const bool contiguous =
      kind.copy == nullptr && layout_.stride(column) == bytes;
  ForRuns(ids, count, [&](int index, int first_env, int length) {
    if (contiguous) {
      std::memcpy(Item(column, first_env), from + index * bytes,
                  length * bytes);
      return;
    }
    for (int i = 0; i < length; ++i) {
      CopyItem(kind, from + (index + i) * bytes, Item(column, first_env + i));
    }
  });
}

void ActionStore::MarkFloat32(const int* ids, int count, bool float32) {
  if (float32_.empty()) {
    return;
  }
  for (int i = 0; i < count; ++i) {
    float32_[ids == nullptr ? i : ids[i]] = static_cast<std::uint8_t>(float32);
  }
}

void ActionStore::Save(int env_id, bool blank, StateWriter* writer) const {
  for (std::size_t c = kFirstColumn; c < layout_.columns().size(); ++c) {
    const char* item = Item(c, env_id);
    for (std::size_t i = 0; i < layout_.stride(c); ++i) {
      writer->Write(blank ? '\0' : item[i]);
    }
  }
}

void ActionStore::Load(int env_id, StateReader* reader) {
  for (std::size_t c = kFirstColumn; c < layout_.columns().size(); ++c) {
    char* item = Item(c, env_id);
    for (std::size_t i = 0; i < layout_.stride(c); ++i) {
      reader->Read(item + i);
    }
  }
}

}  // namespace envpool
