// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/engine/state_block.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <utility>

namespace envpool {

StateBlock::StateBlock(const Layout& layout)
    : players(layout.max_players() > 1 ? layout.rows() : 0),
      layout_(layout),
      arena_(layout),
      bases_(layout.columns().size()) {
  RestoreColumns();
}

StateBlock::~StateBlock() { Clear(); }

void StateBlock::RestoreColumns() {
  if (!placed_) {
    return;
  }
  placed_ = false;
  for (std::size_t c = 0; c < bases_.size(); ++c) {
    bases_[c] = OwnRows(c);
  }
}

void StateBlock::ZeroItem(std::size_t index, int row) {
  char* item = Item(index, row);
  const Column& column = layout_.columns()[index];
  const std::size_t bytes = layout_.stride(index);
  if (column.destroy != nullptr) {
    for (std::size_t i = 0; i < bytes; i += column.element_size) {
      column.destroy(item + i);
    }
  }
  std::memset(item, 0, bytes);
}

void StateBlock::ZeroRow(int row) {
  for (std::size_t c = 0; c < layout_.columns().size(); ++c) {
    ZeroItem(c, row);
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
        if (column.destroy != nullptr) {
          // The pointers have moved; leave no second owner behind.
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
  if (layout_.has_containers()) {
    for (int row = 0; row < layout_.rows(); ++row) {
      ZeroRow(row);
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

StateBlock* BlockPool::Acquire() {
  {
    const std::lock_guard lock(mutex_);
    if (!free_.empty()) {
      StateBlock* block = free_.back();
      free_.pop_back();
      return block;
    }
    if (free_.capacity() <= alive_) {
      free_.reserve(2 * alive_ + 4);  // so that Release need not
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
    return;  // the mutex may be held for ever by a thread that is not there
  }
  block->Clear();
  {
    const std::lock_guard lock(mutex_);
    // A block with cached arrays is kept: only the binding can drop those.
    if (free_.size() < keep_ || block->user != nullptr) {
      free_.push_back(block);
      return;
    }
    --alive_;
  }
  delete block;
}

}  // namespace envpool
