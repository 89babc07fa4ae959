// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/engine/memory/state_block.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <numeric>
#include <utility>

namespace envpool {
namespace {

constexpr std::size_t kClearedBytes = 16 * 1024;

int RowsIn(std::size_t bytes, const Layout& layout) {
  const std::size_t row = layout.bytes() / std::max(layout.rows(), 1) + 1;
  return static_cast<int>(std::max<std::size_t>(bytes / row, 1));
}

/// The size of env_ids and ended, which lie behind the columns.
std::size_t BookkeepingBytes(const Layout& layout) {
  return layout.rows() * (sizeof(int) + sizeof(std::uint8_t));
}

}  // namespace

StateBlock::StateBlock(const Layout& layout)
    : StateBlock(layout, Arena(layout, BookkeepingBytes(layout)), false) {}

StateBlock::StateBlock(const Layout& layout, char* memory)
    : StateBlock(layout, Arena(memory), true) {}

StateBlock::StateBlock(const Layout& layout, Arena arena, bool is_lent)
    : players(layout.max_players() > 1 ? layout.rows() : 0),
      layout_(layout),
      arena_(std::move(arena)),
      is_lent_(is_lent),
      places_(layout.columns().size()),
      env_ids_(reinterpret_cast<int*>(arena_.data() + layout.bytes())),
      ended_(reinterpret_cast<std::uint8_t*>(env_ids_ + layout.rows())),
      rows_to_clear_(RowsIn(kClearedBytes, layout)) {
  std::iota(env_ids_, env_ids_ + layout.rows(), 0);
  RestoreColumns();
}

StateBlock::~StateBlock() { Clear(); }

std::size_t StateBlock::BytesOf(const Layout& layout) {
  return Arena::BytesOf(layout, BookkeepingBytes(layout));
}

void StateBlock::RestoreColumns() {
  if (!needs_restore_) {
    return;
  }
  needs_restore_ = false;
  for (std::size_t c = 0; c < places_.size(); ++c) {
    places_[c] = {OwnRows(c), layout_.stride(c)};
  }
  if (restored_ != nullptr) {
    restored_->store(true, std::memory_order_release);
    restored_.reset();
  }
}

/// Skips the write if the ids are in order already, which is the common case.
void StateBlock::SetEnvIds(int row, const int* ids, int count) {
  if (ids != nullptr) {
    std::copy_n(ids, count, env_ids() + row);
    in_order_ = false;
  } else if (count > 0 && !in_order_) {
    std::iota(env_ids(), env_ids() + count, 0);
    in_order_ = true;
  }
}

void StateBlock::ZeroItem(std::size_t index, int row) {
  char* item = Item(index, row);
  const Column& column = layout_.columns()[index];
  const std::size_t bytes = layout_.stride(index);
  if (column.is_container()) {
    for (std::size_t i = 0; i < bytes; i += column.element_size) {
      column.destroy(item + i);
    }
  }
  std::memset(item, 0, bytes);
}

void StateBlock::ZeroRows(int row, int count) {
  const int num_columns = static_cast<int>(places_.size());
  if (!layout_.has_containers()) {
    ZeroColumns(0, num_columns, row, count);
    return;
  }
  for (int c = 0; c < num_columns; ++c) {
    for (int i = row; i < row + count; ++i) {
      ZeroItem(c, i);
    }
  }
}

void StateBlock::ZeroColumns(int first, int last, int row, int count) {
  for (int c = first; c < last; ++c) {
    std::memset(Item(c, row), 0, layout_.stride(c) * count);
  }
}

void StateBlock::AddFault(Fault fault) {
  const std::lock_guard lock(fault_mutex);
  faults.push_back(std::move(fault));
}

void StateBlock::CompactPlayers() {
  if (players.empty()) {
    total_players = rows;
    return;
  }
  total_players = 0;
  for (int row = 0; row < rows; ++row) {
    total_players += players[row];
  }
  if (total_players == rows * layout_.max_players()) {
    return;  // no row has unused places
  }
  for (std::size_t c = 0; c < layout_.columns().size(); ++c) {
    const Column& column = layout_.columns()[c];
    if (!column.per_player) {
      continue;
    }
    char* to = Item(c, 0);
    for (int row = 0; row < rows; ++row) {
      const std::size_t bytes = players[row] * column.ItemBytes();
      char* from = Item(c, row);
      if (to != from) {
        std::memmove(to, from, bytes);
        if (column.is_container()) {
          // The owning pointers have moved; this clears their old places.
          char* stale = std::max(from, to + bytes);
          std::memset(stale, 0, from + bytes - stale);
        }
      }
      to += bytes;
    }
  }
}

void StateBlock::Clear() {
  RestoreColumns();
  // Other columns stay intact until the rows are used again, since a call that
  // gives a static result back may still read its content.
  for (std::size_t c = 0; layout_.has_containers() && c < places_.size(); ++c) {
    if (layout_.columns()[c].is_container()) {
      for (int row = 0; row < layout_.rows(); ++row) {
        ZeroItem(c, row);
      }
    }
  }
  completed.store(0, std::memory_order_relaxed);
  target.store(0, std::memory_order_relaxed);
  rows = 0;
  total_players = 0;
  faults.clear();
  lost_faults.store(0, std::memory_order_relaxed);
}

BlockPool::BlockPool(Layout layout, int keep)
    : layout_(std::move(layout)), keep_(keep) {}

BlockPool::~BlockPool() {
  for (StateBlock* block : free_) {
    delete block;
  }
}

void BlockPool::Lend(char* memory, std::size_t bytes,
                     std::shared_ptr<void> owner) {
  const std::lock_guard lock(mutex_);
  const std::size_t each = StateBlock::BytesOf(layout_);
  free_.reserve(alive_ + bytes / each);
  owner_ = std::move(owner);
  void* place = memory;
  while (std::align(StateBlock::kAlignment, each, place, bytes) != nullptr) {
    free_.push_back(new StateBlock(layout_, static_cast<char*>(place)));
    ++alive_;
    place = static_cast<char*>(place) + each;
    bytes -= each;
  }
}

StateBlock* BlockPool::Acquire() {
  {
    const std::lock_guard lock(mutex_);
    if (!free_.empty()) {
      StateBlock* block = free_.back();
      free_.pop_back();
      return block;
    }
    if (free_.capacity() <= alive_) {
      free_.reserve(2 * alive_ + 4);  // so that Release cannot fail
    }
    ++alive_;
  }
  try {
    return new StateBlock(layout_);
  } catch (...) {
    const std::lock_guard lock(mutex_);
    --alive_;
    throw;
  }
}

void BlockPool::Release(StateBlock* block) noexcept {
  if (fork_guard_.Forked()) {
    return;  // the holder of the mutex may not exist in this process
  }
  block->Clear();
  {
    const std::lock_guard lock(mutex_);
    if (block->is_lent()) {
      free_.push_back(block);
      return;
    }
    // A block with cached arrays is kept: only the binding can drop those.
    if (free_.size() < keep_ || block->cached_result != nullptr) {
      free_.insert(owner_ == nullptr ? free_.end() : free_.begin(), block);
      return;
    }
    --alive_;
  }
  delete block;
}

}  // namespace envpool
