// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// TicketQueue: queued ranges of consecutive envs of a synchronous pool, first
// in first out.
//
// Threads: none; the engine guards it. Reserve may throw std::bad_alloc, after
// which Push cannot: a request is queued whole or not at all.

#ifndef ENVPOOL_CORE_ENGINE_SCHEDULE_TICKET_QUEUE_H_
#define ENVPOOL_CORE_ENGINE_SCHEDULE_TICKET_QUEUE_H_

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "envpool/core/engine/kernel/step_kernel.h"

namespace envpool {

class TicketQueue {
 public:
  [[nodiscard]] bool empty() const { return size_ == 0; }
  void clear() {
    head_ = 0;
    size_ = 0;
  }

  /// Makes room for `count` more.
  void Reserve(std::size_t count) {
    if (size_ + count <= ring_.size()) {
      return;
    }
    std::vector<Chunk> grown(std::max(2 * ring_.size(), size_ + count));
    for (std::size_t i = 0; i < size_; ++i) {
      grown[i] = ring_[(head_ + i) % ring_.size()];
    }
    ring_ = std::move(grown);
    head_ = 0;
  }
  void Push(const Chunk& range) {
    ring_[(head_ + size_) % ring_.size()] = range;
    ++size_;
  }
  /// Returns the end of a range that was taken off the front; false if there is
  /// no room.
  bool PushFront(const Chunk& rest) {
    if (size_ > 0 && Continues(rest, ring_[head_])) {
      ring_[head_].first_env = rest.first_env;
      ring_[head_].first_row = rest.first_row;
      ring_[head_].count += rest.count;
      return true;
    }
    if (size_ == ring_.size()) {
      return false;
    }
    head_ = (head_ + ring_.size() - 1) % ring_.size();
    ring_[head_] = rest;
    ++size_;
    return true;
  }
  /// The number of envs in the newest range.
  [[nodiscard]] int back_count() const { return Back().count; }
  /// Takes up to `want` envs off the end of the newest range.
  Chunk PopBack(int want) {
    Chunk& back = Back();
    Chunk taken = back;
    if (want >= back.count) {
      --size_;
    } else {
      back.count -= want;
      taken.count = want;
      taken.first_env += back.count;
      taken.first_row += back.count;
    }
    return taken;
  }
  /// The number of envs in the oldest range.
  [[nodiscard]] int front_count() const { return ring_[head_].count; }
  /// Takes up to `want` envs off the oldest range.
  Chunk Pop(int want) {
    Chunk& front = ring_[head_];
    Chunk taken = front;
    if (want >= front.count) {
      head_ = (head_ + 1) % ring_.size();
      --size_;
    } else {
      taken.count = want;
      front.first_env += want;
      front.first_row += want;
      front.count -= want;
    }
    return taken;
  }

 private:
  [[nodiscard]] Chunk& Back() {
    return ring_[(head_ + size_ - 1) % ring_.size()];
  }
  [[nodiscard]] const Chunk& Back() const {
    return ring_[(head_ + size_ - 1) % ring_.size()];
  }
  /// Whether the range `next` begins where `rest` ends.
  static bool Continues(const Chunk& rest, const Chunk& next) {
    return rest.first_env + rest.count == next.first_env &&
           rest.request == next.request && rest.block == next.block &&
           rest.first_row + rest.count == next.first_row;
  }

  std::vector<Chunk> ring_;
  std::size_t head_{0};
  std::size_t size_{0};
};

}  // namespace envpool

#endif  // ENVPOOL_CORE_ENGINE_SCHEDULE_TICKET_QUEUE_H_
