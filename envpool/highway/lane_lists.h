// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// LaneList: the bodies on a lane, sorted by their place on it. All bodies
// decide before any of them moves, so a list serves the decisions of a whole
// time step.
//
// Threads: one at a time. Errors: none.

#ifndef ENVPOOL_HIGHWAY_LANE_LISTS_H_
#define ENVPOOL_HIGHWAY_LANE_LISTS_H_

#include <algorithm>
#include <vector>

namespace envpool::highway {

class LaneList {
 public:
  static constexpr int kNobody = -1;

  struct Place {
    double s;
    int body;
  };

  void Clear() {
    places_.clear();
    is_known_ = false;
  }
  [[nodiscard]] bool is_known() const { return is_known_; }
  /// Adds bodies, in the order of their numbers.
  void Add(Place place) { places_.push_back(place); }
  /// Call after the last Add.
  void Sort() {
    for (auto last = places_.begin(); last != places_.end(); ++last) {
      const auto to = std::upper_bound(places_.begin(), last, *last, IsBefore);
      std::rotate(to, last, last + 1);
    }
    is_known_ = true;
  }

  /// The next body at `s` or beyond; of several at one place, the last.
  [[nodiscard]] int Front(double s, int self) const {
    int found = kNobody;
    double place = 0;
    for (auto it = FirstFrom(s); it != places_.end(); ++it) {
      if (it->body == self) {
        continue;
      }
      if (found != kNobody && it->s != place) {
        break;
      }
      found = it->body;
      place = it->s;
    }
    return found;
  }
  /// The next body before `s`; of several at one place, the first.
  [[nodiscard]] int Rear(double s, int self) const {
    int found = kNobody;
    double place = 0;
    for (auto it = FirstFrom(s); it != places_.begin();) {
      --it;
      if (it->body == self) {
        continue;
      }
      if (found != kNobody && it->s != place) {
        break;
      }
      found = it->body;
      place = it->s;
    }
    return found;
  }

 private:
  static bool IsBefore(const Place& a, const Place& b) { return a.s < b.s; }

  [[nodiscard]] std::vector<Place>::const_iterator FirstFrom(double s) const {
    return std::lower_bound(places_.begin(), places_.end(), Place{s, 0},
                            IsBefore);
  }

  std::vector<Place> places_;
  bool is_known_{false};
};

}  // namespace envpool::highway

#endif  // ENVPOOL_HIGHWAY_LANE_LISTS_H_
