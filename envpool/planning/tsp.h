// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// TSP, the travelling salesman problem: visit all cities once, and return to
// the first one. The reward is minus the length of each way. A city that has
// been visited ends the episode and costs the longest possible tour.

#ifndef ENVPOOL_PLANNING_TSP_H_
#define ENVPOOL_PLANNING_TSP_H_

#include <algorithm>
#include <ranges>
#include <vector>

#include "envpool/planning/map.h"
#include "envpool/planning/problem.h"

namespace envpool::planning {

class Tsp {
 public:
  static constexpr bool kMasksChoices = true;

  static decltype(auto) DefaultConfig() {
    return MakeDict("num_cities"_.Bind(20));
  }
  template <typename Config>
  static decltype(auto) StateSpec(const Config& conf) {
    const int cities = conf["num_cities"_];
    return MakeDict(
        "obs:coordinates"_.Bind(Spec<float>({cities, 2}, {0.0F, 1.0F})),
        "obs:position"_.Bind(Spec<int>({}, {-1, cities - 1})),
        "obs:trajectory"_.Bind(Spec<int>({cities}, {-1, cities - 1})),
        "obs:action_mask"_.Bind(Spec<bool>({cities}, {false, true})));
  }
  template <typename Config>
  static std::vector<int> Choices(const Config& conf) {
    return {conf["num_cities"_]};
  }

  template <typename Config>
  explicit Tsp(const Config& conf)
      : cities_(conf["num_cities"_]),
        points_(2 * cities_),
        route_(cities_),
        unvisited_(cities_) {}

  void Start(const threefry::Key& key) {
    DrawPoints(threefry::Split(key, 1), &points_);
    std::ranges::fill(route_, -1);
    std::ranges::fill(unvisited_, 1);
    visited_ = 0;
  }

  Outcome Step(const int* action) {
    const int city = *action;
    if (unvisited_[city] == 0) {
      return {LongestWay(cities_), true};
    }
    float reward = visited_ == 0 ? 0 : -Distance(points_, Position(), city);
    unvisited_[city] = 0;
    route_[visited_++] = city;
    const bool done = visited_ == cities_;
    if (done) {
      reward -= Distance(points_, city, route_[0]);
    }
    return {reward, done};
  }

  template <typename Row>
  void Write(const Row& row) const {
    Copy(points_, row["obs:coordinates"_]);
    *row["obs:position"_] = Position();
    Copy(route_, row["obs:trajectory"_]);
    Copy(unvisited_, row["obs:action_mask"_]);
  }

  [[nodiscard]] PictureSize SizeOfPicture() const { return kMapSize; }
  void Draw(Picture* picture) const;

  template <typename Visitor>
  void Visit(Visitor&& visit) {
    visit(&points_, 0, 1);
    visit(&route_, -1, cities_ - 1);
  }
  bool Restore() {
    visited_ = static_cast<int>(std::ranges::find(route_, -1) - route_.begin());
    std::ranges::fill(unvisited_, 1);
    for (const int city : route_ | std::views::take(visited_)) {
      unvisited_[city] = 0;
    }
    // No city twice, and none after the last one.
    return std::ranges::count(unvisited_, 0) == visited_ &&
           std::ranges::count(route_, -1) == cities_ - visited_;
  }

 private:
  [[nodiscard]] int Position() const {
    return visited_ == 0 ? -1 : route_[visited_ - 1];
  }

  int cities_;
  Points points_;
  std::vector<int> route_;
  std::vector<Flag> unvisited_;
  int visited_{0};  // number of visited cities
};

}  // namespace envpool::planning

#endif  // ENVPOOL_PLANNING_TSP_H_
