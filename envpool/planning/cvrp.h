// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// CVRP, the capacitated vehicle routing problem: visit all cities from a depot,
// node 0, with a vehicle that has to return there to load. The reward is minus
// the length of each way. An illegal node ends the episode and costs the
// longest possible tour.

#ifndef ENVPOOL_PLANNING_CVRP_H_
#define ENVPOOL_PLANNING_CVRP_H_

#include <algorithm>
#include <cstdint>
#include <ranges>
#include <vector>

#include "envpool/planning/map.h"
#include "envpool/planning/problem.h"

namespace envpool::planning {

class Cvrp {
 public:
  static constexpr bool kMasksChoices = true;

  static decltype(auto) DefaultConfig() {
    return MakeDict("num_nodes"_.Bind(20), "max_capacity"_.Bind(30),
                    "max_demand"_.Bind(10));
  }
  template <typename Config>
  static decltype(auto) StateSpec(const Config& conf) {
    const int cities = conf["num_nodes"_];
    const int nodes = cities + 1;
    const int capacity = conf["max_capacity"_];
    RequireConfig(capacity >= conf["max_demand"_], "max_capacity",
                  "at least max_demand", capacity);
    const Spec<bool> flags({nodes}, {false, true});
    return MakeDict(
        "obs:coordinates"_.Bind(Spec<float>({nodes, 2}, {0.0F, 1.0F})),
        "obs:demands"_.Bind(Spec<float>({nodes}, {0.0F, 1.0F})),
        "obs:unvisited_nodes"_.Bind(flags),
        "obs:position"_.Bind(Spec<int>({}, {0, cities})),
        "obs:trajectory"_.Bind(Spec<int>({2 * cities}, {0, nodes})),
        "obs:capacity"_.Bind(Spec<float>({}, {0.0F, 1.0F})),
        "obs:action_mask"_.Bind(flags));
  }
  template <typename Config>
  static std::vector<int> Choices(const Config& conf) {
    return {conf["num_nodes"_] + 1};
  }

  template <typename Config>
  explicit Cvrp(const Config& conf)
      : nodes_(conf["num_nodes"_] + 1),
        most_(conf["max_capacity"_]),
        max_demand_(conf["max_demand"_]),
        points_(2 * nodes_),
        demands_(nodes_),
        visited_(nodes_),
        route_(2 * nodes_ - 2) {}

  void Start(const threefry::Key& key) {
    DrawPoints(threefry::Split(key, 1), &points_);
    const threefry::Key demand_key = threefry::Split(key, 2);
    for (int node = 1; node < nodes_; ++node) {
      demands_[node] = threefry::RandInt(demand_key, 1, max_demand_,
                                         static_cast<std::uint32_t>(node));
    }
    std::ranges::fill(visited_, 0);
    std::ranges::fill(route_, 0);
    visited_[0] = 1;
    position_ = 0;
    capacity_ = most_;
    visits_ = 1;
  }

  Outcome Step(const int* action) {
    const int node = *action;
    if (!IsLegal(node)) {
      return {LongestWay(static_cast<int>(route_.size())), true};
    }
    const float reward = -Distance(points_, position_, node);
    capacity_ = node == 0 ? most_ : capacity_ - demands_[node];
    visited_[0] = 0;
    visited_[node] = 1;
    position_ = node;
    if (visits_ < static_cast<int>(route_.size())) {
      route_[visits_++] = node;  // the last return may have no place
    }
    // The last node is the depot.
    return {reward, std::ranges::count(visited_, 0) == 0};
  }

  template <typename Row>
  void Write(const Row& row) const {
    const auto share = [this](int amount) { return Share(amount, most_); };
    Copy(points_, row["obs:coordinates"_]);
    Copy(std::views::transform(demands_, share), row["obs:demands"_]);
    Copy(std::views::transform(visited_, [](Flag flag) { return flag == 0; }),
         row["obs:unvisited_nodes"_]);
    *row["obs:position"_] = position_;
    Copy(route_, row["obs:trajectory"_]);
    *row["obs:capacity"_] = share(capacity_);
    Copy(std::views::iota(0, nodes_) |
             std::views::transform([this](int node) { return IsLegal(node); }),
         row["obs:action_mask"_]);
  }

  [[nodiscard]] PictureSize SizeOfPicture() const { return kMapSize; }
  void Draw(Picture* picture) const;

  template <typename Visitor>
  void Visit(Visitor&& visit) {
    visit(&points_, 0, 1);
    visit(&demands_, 0, std::max(1, max_demand_ - 1));
    visit(&visited_, 0, 1);
    visit(&route_, 0, nodes_ - 1);
    visit(&position_, 0, nodes_ - 1);
    visit(&capacity_, 0, most_);
    visit(&visits_, 1, static_cast<int>(route_.size()));
  }
  bool Restore() {
    return demands_[0] == 0 && (visited_[0] != 0) == (position_ == 0);
  }

 private:
  [[nodiscard]] bool IsLegal(int node) const {
    return visited_[node] == 0 && demands_[node] <= capacity_;
  }

  int nodes_;  // with the depot
  int most_;   // the vehicle's capacity
  int max_demand_;
  Points points_;
  std::vector<int> demands_;
  std::vector<Flag> visited_;  // the depot's: whether the vehicle is there
  std::vector<int> route_;
  int position_{0};
  int capacity_{0};  // what the vehicle has left
  int visits_{1};
};

}  // namespace envpool::planning

#endif  // ENVPOOL_PLANNING_CVRP_H_
