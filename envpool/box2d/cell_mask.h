// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

// Sets of cells of a row of CarRacing's observation, as bits.

#ifndef ENVPOOL_BOX2D_CELL_MASK_H_
#define ENVPOOL_BOX2D_CELL_MASK_H_

#include <array>
#include <bit>
#include <cstdint>

namespace envpool::box2d {

class CellMask {
 public:
  static constexpr int kSize = 128;

  CellMask() = default;  // not initialized, to save time
  constexpr CellMask(std::uint64_t low, std::uint64_t high)
      : low_(low), high_(high) {}

  static constexpr CellMask None() { return {0, 0}; }
  // Cells first to last; none if last is first - 1.
  static CellMask Between(int first, int last) {
    return Below(last + 1) & ~Below(first);
  }

  std::uint64_t low() const { return low_; }
  std::uint64_t high() const { return high_; }
  bool IsEmpty() const { return (low_ | high_) == 0; }
  bool Has(int x) const {
    return ((x < kHalf ? low_ : high_) >> x % kHalf) & 1;
  }
  void Add(int x) { (x < kHalf ? low_ : high_) |= 1ULL << x % kHalf; }

  CellMask operator~() const { return {~low_, ~high_}; }
  CellMask operator&(const CellMask& other) const {
    return {low_ & other.low_, high_ & other.high_};
  }
  CellMask operator|(const CellMask& other) const {
    return {low_ | other.low_, high_ | other.high_};
  }

  // Calls visit(x) for each cell, from left to right.
  template <typename Visit>
  void ForEach(const Visit& visit) const {
    for (std::uint64_t left = low_; left != 0; left &= left - 1) {
      visit(std::countr_zero(left));
    }
    for (std::uint64_t left = high_; left != 0; left &= left - 1) {
      visit(kHalf + std::countr_zero(left));
    }
  }

  // Calls visit(first, count) for disjoint runs of all cells of the mask.
  template <typename Visit>
  void ForEachRun(const Visit& visit) const {
    const auto visit_half = [&](std::uint64_t left, int offset) {
      while (left != 0) {
        const int first = std::countr_zero(left);
        const int count = std::countr_one(left >> first);
        visit(offset + first, count);
        left &= ~(~0ULL >> (kHalf - count) << first);
      }
    };
    visit_half(low_, 0);
    visit_half(high_, kHalf);
  }

 private:
  static constexpr int kHalf = 64;

  static CellMask Below(int x) { return {kBelow[x + kHalf], kBelow[x]}; }

  // At x + kHalf, the bits of the first half's cells before x; at x, the bits
  // of the second half's cells before x.
  static constexpr std::array<std::uint64_t, kSize + kHalf + 1> kBelow = [] {
    std::array<std::uint64_t, kSize + kHalf + 1> below{};
    for (int x = 0; x <= kSize + kHalf; ++x) {
      below[x] = x <= kHalf ? 0 : x < kSize ? (1ULL << (x - kHalf)) - 1 : ~0ULL;
    }
    return below;
  }();

  std::uint64_t low_;
  std::uint64_t high_;
};

// A mask per row. The halves are in separate arrays: compilers would merge
// adjacent halves into one vector load, which stalls on the two stores.
template <int kRows>
class CellMasks {
 public:
  void Clear() {
    low_.fill(0);
    high_.fill(0);
  }
  CellMask operator[](int row) const { return {low_[row], high_[row]}; }
  void Add(int row, const CellMask& mask) {
    low_[row] |= mask.low();
    high_[row] |= mask.high();
  }

 private:
  std::array<std::uint64_t, kRows> low_{};
  std::array<std::uint64_t, kRows> high_{};
};

}  // namespace envpool::box2d

#endif  // ENVPOOL_BOX2D_CELL_MASK_H_
