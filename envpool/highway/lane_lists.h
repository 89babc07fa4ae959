// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// LaneList: the bodies on a lane, sorted by their place on it, and by their
// number where places are equal. All bodies decide before any of them moves, so
// a list serves the decisions of a whole frame. The order hardly changes from
// one frame to the next, so updates are cheap.
//
// Threads: one at a time. Errors: none.

#ifndef ENVPOOL_HIGHWAY_LANE_LISTS_H_
#define ENVPOOL_HIGHWAY_LANE_LISTS_H_

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace envpool::highway {

/// Bodies on a lane: a set, and by body where, and whether on an adjoining
/// lane.
struct Found {
  std::vector<std::uint64_t> bits;
  const double* s;
  const std::uint8_t* is_beyond;
};

class LaneList {
 public:
  static constexpr int kNobody = -1;

  struct Place {
    double s;
    std::int32_t body;
    bool is_beyond;
  };

  void Clear() { places_.clear(); }
  [[nodiscard]] const std::vector<Place>& places() const { return places_; }

  /// Replaces the bodies; uses `found->bits` up.
  void Update(Found* found) {
    const auto place_of = [found](std::size_t body) {
      return Place{found->s[body], static_cast<std::int32_t>(body),
                   found->is_beyond[body] != 0};
    };
    std::size_t size = 0;
    for (const Place& place : places_) {
      const auto body = static_cast<std::size_t>(place.body);
      std::uint64_t& word = found->bits[body / 64];
      const std::uint64_t bit = std::uint64_t{1} << body % 64;
      if ((word & bit) != 0) {
        word &= ~bit;
        places_[size++] = place_of(body);
      }
    }
    places_.resize(size);
    for (std::size_t i = 0; i < found->bits.size(); ++i) {
      std::uint64_t& word = found->bits[i];
      for (; word != 0; word &= word - 1) {
        const auto bit = static_cast<std::size_t>(std::countr_zero(word));
        places_.push_back(place_of(i * 64 + bit));
      }
    }
    Sort();
  }

  /// The next body at `s` or beyond; of several at one place, the last.
  [[nodiscard]] const Place* Front(double s, int self) const {
    const Place* found = nullptr;
    for (auto it = FirstFrom(s); it != places_.end(); ++it) {
      if (it->body == self) {
        continue;
      }
      if (found != nullptr && it->s != found->s) {
        break;
      }
      found = &*it;
    }
    return found;
  }
  /// The same for a body in the list, by its index.
  [[nodiscard]] const Place* FrontOf(std::size_t index) const {
    const std::size_t size = places_.size();
    const double s = places_[index].s;
    const bool is_tied =
        (index > 0 && places_[index - 1].s == s) ||
        (index + 1 < size && places_[index + 1].s == s) ||
        (index + 2 < size && places_[index + 2].s == places_[index + 1].s);
    if (is_tied) {
      return Front(s, places_[index].body);
    }
    return index + 1 < size ? &places_[index + 1] : nullptr;
  }
  /// The next body before `s`; of several at one place, the first.
  [[nodiscard]] const Place* Rear(double s, int self) const {
    const Place* found = nullptr;
    for (auto it = FirstFrom(s); it != places_.begin();) {
      --it;
      if (it->body == self) {
        continue;
      }
      if (found != nullptr && it->s != found->s) {
        break;
      }
      found = &*it;
    }
    return found;
  }

 private:
  static bool IsBefore(const Place& a, const Place& b) {
    return a.s < b.s || (a.s == b.s && a.body < b.body);
  }

  void Sort() {
    for (std::size_t i = 1; i < places_.size(); ++i) {
      const Place place = places_[i];
      std::size_t to = i;
      for (; to > 0 && IsBefore(place, places_[to - 1]); --to) {
        places_[to] = places_[to - 1];
      }
      places_[to] = place;
    }
  }

  [[nodiscard]] std::vector<Place>::const_iterator FirstFrom(double s) const {
    return std::ranges::lower_bound(places_, s, {}, &Place::s);
  }

  std::vector<Place> places_;
};

}  // namespace envpool::highway

#endif  // ENVPOOL_HIGHWAY_LANE_LISTS_H_
