// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Levels: a set of boards of one size, read from a file of NumPy's format .npy.
//
// Threads: a set does not change, and may be used by several threads at once.
// Errors: Levels::Load throws std::invalid_argument, which names the option, if
// a file cannot be read or has something else.

#ifndef ENVPOOL_PLANNING_LEVELS_H_
#define ENVPOOL_PLANNING_LEVELS_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace envpool::planning {

class Levels {
 public:
  /// Where levels come from, and what they must be.
  struct Source {
    std::string option;  // whose value `name` is
    std::string name;    // of a set in `folder`, or a path that ends with .npy
    std::string folder;
    std::string prefix;       // of the names of files in `folder`
    std::vector<int> extent;  // of one board
    std::uint8_t most;        // the largest number of a cell
  };

  /// Returns the levels of a file: those in memory, if an env has them already.
  static std::shared_ptr<const Levels> Load(const Source& source);

  [[nodiscard]] int Count() const {
    return static_cast<int>(cells_.size() / size_);
  }
  /// The cells of a level, in C order.
  [[nodiscard]] std::span<const std::uint8_t> operator[](int index) const {
    return std::span(cells_).subspan(size_ * index, size_);
  }

 private:
  static std::shared_ptr<const Levels> Read(const Source& source,
                                            const std::string& path);

  std::size_t size_ = 1;
  std::vector<std::uint8_t> cells_;
};

}  // namespace envpool::planning

#endif  // ENVPOOL_PLANNING_LEVELS_H_
