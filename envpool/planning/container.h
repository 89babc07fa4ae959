// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// A container as Jumanji cuts it into items, at random.
//
// Threads: pure functions. Errors: none.

#ifndef ENVPOOL_PLANNING_CONTAINER_H_
#define ENVPOOL_PLANNING_CONTAINER_H_

#include <algorithm>
#include <cstddef>
#include <vector>

#include "envpool/common/threefry.h"
#include "envpool/planning/problem.h"
#include "envpool/planning/space.h"

namespace envpool::planning {

/// A container of 20 feet; lengths in mm.
inline constexpr Space kContainer{{0, 0, 0}, {5870, 2330, 2200}};

/// Cuts containers into at most as many items as its arrays have.
class ContainerCutter {
 public:
  struct Options {
    float margin;     // the share of an edge at each end that is not cut
    float once;       // the probability of two parts of random sizes
    int most_copies;  // otherwise: the most equal parts
  };

  ContainerCutter(const Options& options, int count)
      : options_(options), lengths_(count) {}

  /// Draws the items of an instance; those that are not `used` have the
  /// container's size.
  void Cut(threefry::Key key, std::vector<Space>* items,
           std::vector<Flag>* used) {
    std::ranges::fill(*items, kContainer);
    std::ranges::fill(*used, 0);
    (*used)[0] = 1;
    const auto enough =
        static_cast<std::ptrdiff_t>(items->size()) - options_.most_copies + 1;
    while (std::ranges::count(*used, 1) < enough) {
      const threefry::Key cut_key = threefry::Split(key, 1);
      key = threefry::Split(key, 0);
      const int axis = threefry::RandInt(threefry::Split(cut_key, 0), 0, 3);
      CutAlong(threefry::Split(cut_key, 1), axis, items, used);
      for (std::size_t i = 0; i < items->size(); ++i) {
        if ((*items)[i].IsEmpty()) {
          (*used)[i] = 0;
        }
      }
    }
  }

 private:
  void CutAlong(const threefry::Key& key, int axis, std::vector<Space>* items,
                std::vector<Flag>* used) {
    for (std::size_t i = 0; i < items->size(); ++i) {
      lengths_[i] =
          (*used)[i] != 0 ? static_cast<float>((*items)[i].Length(axis)) : 0.0F;
    }
    const auto item = static_cast<int>(
        std::min(threefry::Choice(threefry::Split(key, 0), lengths_),
                 items->size() - 1));
    const threefry::Key cut_key = threefry::Split(key, 1);
    const int from = (*items)[item].from[axis];
    const int length = (*items)[item].Length(axis);
    if (threefry::Uniform(threefry::Split(key, 2)) < options_.once) {
      const auto margin =
          static_cast<int>(options_.margin * static_cast<float>(length));
      const int at =
          threefry::RandInt(cut_key, from + margin, from + length - margin);
      const int rest = Copy(item, items, used);
      (*items)[item].to[axis] = at;
      (*items)[rest].from[axis] = at;
      return;
    }
    const int copies = threefry::RandInt(cut_key, 1, options_.most_copies + 1);
    const auto end_of = [from, length, copies](int parts) {
      return from + static_cast<int>(static_cast<float>(parts * length) /
                                     static_cast<float>(copies));
    };
    (*items)[item].to[axis] = end_of(1);
    for (int i = 1; i < copies; ++i) {
      Space& part = (*items)[Copy(item, items, used)];
      part.from[axis] = end_of(i);
      part.to[axis] = end_of(i + 1);
    }
  }

  /// Copies an item to the first free place, and returns that.
  static int Copy(int item, std::vector<Space>* items,
                  std::vector<Flag>* used) {
    const auto free = std::ranges::find(*used, 0) - used->begin();
    (*items)[free] = (*items)[item];
    (*used)[free] = 1;
    return static_cast<int>(free);
  }

  Options options_;
  std::vector<float> lengths_;  // for CutAlong
};

}  // namespace envpool::planning

#endif  // ENVPOOL_PLANNING_CONTAINER_H_
