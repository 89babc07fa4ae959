// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// What a Problem is, and types that problems share. A Problem is one instance
// of one environment of Jumanji, with Jumanji's rules and numbers. It has
//
//   static constexpr bool kMasksChoices;  // whether an action is one choice,
//                                         // masked by obs:action_mask
//   static decltype(auto) DefaultConfig();
//   template <typename Config>
//   static decltype(auto) StateSpec(const Config& conf);  // obs and infos
//   template <typename Config>
//   static std::vector<int> Choices(const Config& conf);
//     the number of choices for each element of an action; one number for an
//     action that is a single choice. Instead, ActionShape is the shape of an
//     action of numbers, meant to be between -1 and 1, which Step limits.
//   template <typename Config>
//   explicit Problem(const Config& conf);
//   void Start(const threefry::Key& key);  // Jumanji's reset
//   Outcome Step(const int* action);  // takes an action within bounds; one of
//                                     // numbers is a const float*
//   template <typename Row>
//   void Write(const Row& row) const;  // writes all of what StateSpec has
//   PictureSize SizeOfPicture() const;
//   void Draw(Picture* picture) const;
//     draws the latest state, or what there is before the first start.
//   template <typename Visitor>
//   void Visit(Visitor&& visit);
//     calls visit(&field, low, high) for each field that changes, and
//     visit(&key) for each key. A field is a number or a vector of numbers.
//   bool Restore();
//     computes what follows from the fields after they have been read from a
//     saved state. Returns false if the fields contradict each other; it must
//     expect any values within their ranges.
//
// Threads: a problem is used by one thread at a time. Errors: StateSpec
// throws std::invalid_argument if options do not fit together.

#ifndef ENVPOOL_PLANNING_PROBLEM_H_
#define ENVPOOL_PLANNING_PROBLEM_H_

#include <algorithm>
#include <array>
#include <cstdint>
#include <ranges>
#include <vector>

#include "envpool/common/picture.h"
#include "envpool/common/threefry.h"
#include "envpool/core/env_spec.h"  // IWYU pragma: export

namespace envpool::planning {

/// The result of a step.
struct Outcome {
  float reward = 0;
  bool over = false;
};

/// 0 or 1. In a vector, unlike bool, each has a byte of its own.
using Flag = std::uint8_t;

/// A cell of a grid, or a step from one to another.
struct Cell {
  int row = 0;
  int col = 0;
  friend bool operator==(const Cell&, const Cell&) = default;
  friend Cell operator+(const Cell& a, const Cell& b) {
    return {a.row + b.row, a.col + b.col};
  }
};

/// The steps of the actions 0 up, 1 right, 2 down, 3 left.
inline constexpr std::array<Cell, 4> kSteps{{{-1, 0}, {0, 1}, {1, 0}, {0, -1}}};

/// The size of pictures of graphs and maps.
inline constexpr PictureSize kMapSize{10, 10};

/// The size of a grid. Its cells are numbered row by row.
struct Extent {
  int rows;
  int cols;

  [[nodiscard]] int Size() const { return rows * cols; }
  [[nodiscard]] bool Contains(const Cell& cell) const {
    return 0 <= cell.row && cell.row < rows && 0 <= cell.col && cell.col < cols;
  }
  [[nodiscard]] int Index(const Cell& cell) const {
    return cell.row * cols + cell.col;
  }
  [[nodiscard]] Cell At(int index) const {
    return {index / cols, index % cols};
  }
};

/// A quotient as XLA computes it for constants and for all elements of an
/// array: it multiplies by the inverse.
inline float Share(int amount, int of) {
  return static_cast<float>(amount) * (1.0F / static_cast<float>(of));
}

/// Copies a range of numbers to an entry of a row.
template <typename Range, typename T>
void Copy(const Range& values, T* entry) {
  std::ranges::transform(values, entry,
                         [](auto value) { return static_cast<T>(value); });
}

}  // namespace envpool::planning

#endif  // ENVPOOL_PLANNING_PROBLEM_H_
