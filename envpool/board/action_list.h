// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// The legal actions of a position, in the order in which they were found.

#ifndef ENVPOOL_BOARD_ACTION_LIST_H_
#define ENVPOOL_BOARD_ACTION_LIST_H_

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>

namespace envpool::board {

/// At most `capacity` actions. The game guarantees that no position has more.
template <int capacity>
class ActionList {
 public:
  void Clear() { count_ = 0; }
  void Add(int action) {
    actions_[count_++] = static_cast<std::uint16_t>(action);
  }
  [[nodiscard]] bool Contains(int action) const {
    const auto all = span();
    return std::find(all.begin(), all.end(), action) != all.end();
  }
  [[nodiscard]] bool empty() const { return count_ == 0; }
  [[nodiscard]] std::span<const std::uint16_t> span() const {
    return {actions_.data(), static_cast<std::size_t>(count_)};
  }

 private:
  std::uint16_t count_{0};
  std::array<std::uint16_t, capacity> actions_{};
};

}  // namespace envpool::board

#endif  // ENVPOOL_BOARD_ACTION_LIST_H_
