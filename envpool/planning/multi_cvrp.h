// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// MultiCVRP: vehicles, which all move at once, bring goods from a depot, node
// 0, to customers, who want them within time windows. The reward is minus the
// length of the ways and the penalties for being early or late. Vehicles that
// choose an illegal node, or the same one as another before them, go to the
// depot.

#ifndef ENVPOOL_PLANNING_MULTI_CVRP_H_
#define ENVPOOL_PLANNING_MULTI_CVRP_H_

#include <algorithm>
#include <array>
#include <cstdint>
#include <numbers>
#include <numeric>
#include <string>
#include <vector>

#include "envpool/common/threefry.h"
#include "envpool/planning/map.h"
#include "envpool/planning/problem.h"

namespace envpool::planning {

class MultiCvrp {
 public:
  static constexpr bool kMasksChoices = false;

  static decltype(auto) DefaultConfig() {
    return MakeDict("num_customers"_.Bind(20), "num_vehicles"_.Bind(2),
                    "reward_fn"_.Bind(std::string("dense")));
  }
  template <typename Config>
  static decltype(auto) StateSpec(const Config& conf) {
    const Setting& setting = SettingOf(conf);
    const int vehicles = conf["num_vehicles"_];
    const int nodes = setting.customers + 1;
    const auto capacity = static_cast<std::int16_t>(setting.capacity);
    const float late = setting.late_to;
    const float longest = static_cast<float>(2 * setting.side) *
                          std::numbers::sqrt2_v<float> *
                          static_cast<float>(setting.customers);
    const Spec<float> times({nodes}, {0.0F, setting.last_start + kWindow});
    const Spec<float> coefficients({nodes}, {0.0F, late});
    const auto places = [&setting](int count) {
      return Spec<float>({count, 2}, {0.0F, static_cast<float>(setting.side)});
    };
    return MakeDict(
        "obs:nodes.coordinates"_.Bind(places(nodes)),
        "obs:nodes.demands"_.Bind(Spec<std::int16_t>({nodes}, {0, capacity})),
        "obs:windows.start"_.Bind(times), "obs:windows.end"_.Bind(times),
        "obs:coeffs.early"_.Bind(coefficients),
        "obs:coeffs.late"_.Bind(coefficients),
        "obs:vehicles.coordinates"_.Bind(places(vehicles)),
        "obs:vehicles.local_times"_.Bind(
            Spec<float>({vehicles}, {0.0F, longest})),
        "obs:vehicles.capacities"_.Bind(
            Spec<std::int16_t>({vehicles}, {0, capacity})),
        "obs:action_mask"_.Bind(Spec<bool>({vehicles, nodes}, {false, true})));
  }
  template <typename Config>
  static std::vector<int> Choices(const Config& conf) {
    return std::vector<int>(conf["num_vehicles"_], conf["num_customers"_] + 1);
  }

  template <typename Config>
  explicit MultiCvrp(const Config& conf)
      : setting_(SettingOf(conf)),
        is_dense_(conf["reward_fn"_] == "dense"),
        nodes_(setting_.customers + 1),
        points_(2 * nodes_),
        demands_(nodes_),
        starts_(nodes_),
        early_(nodes_),
        late_(nodes_),
        positions_(conf["num_vehicles"_]),
        next_(positions_.size()),
        capacities_(positions_.size()),
        times_(positions_.size()),
        distances_(positions_.size()),
        penalties_(positions_.size()) {}

  void Start(const threefry::Key& start_key) {
    const threefry::Key key = threefry::Split(start_key, 0);
    DrawAll(threefry::Split(key, 0), 0, static_cast<float>(setting_.side),
            &points_);
    DrawDemands(threefry::Split(key, 1));
    DrawAll(threefry::Split(key, 2), 0, setting_.last_start, &starts_);
    DrawAll(threefry::Split(key, 3), setting_.early_from, setting_.early_to,
            &early_);
    DrawAll(threefry::Split(key, 4), setting_.late_from, setting_.late_to,
            &late_);
    early_[0] = 0;
    late_[0] = 0;
    std::ranges::fill(positions_, 0);
    std::ranges::fill(capacities_, setting_.capacity);
    std::ranges::fill(times_, 0);
    std::ranges::fill(distances_, 0);
    std::ranges::fill(penalties_, 0);
    steps_ = 1;
  }

  Outcome Step(const int* action) {
    const float distance = Sum(distances_);
    const float penalty = Sum(penalties_);
    Choose(action);
    for (std::size_t i = 0; i < next_.size(); ++i) {
      Drive(i);
    }
    for (const int node : next_) {
      demands_[node] = 0;
    }
    ++steps_;
    const bool late = steps_ > 2 * setting_.customers;
    const bool over = late || (Sum(demands_) == 0 && Sum(positions_) == 0);
    if (late) {
      return {WorstRest(), true};
    }
    if (is_dense_) {
      return {(distance - Sum(distances_)) + (penalty - Sum(penalties_)), over};
    }
    return {over ? -Sum(distances_) - Sum(penalties_) : 0, over};
  }

  template <typename Row>
  void Write(const Row& row) const {
    Copy(points_, row["obs:nodes.coordinates"_]);
    Copy(demands_, row["obs:nodes.demands"_]);
    Copy(starts_, row["obs:windows.start"_]);
    auto* ends = row["obs:windows.end"_];
    std::ranges::transform(starts_, ends, EndOf);
    Copy(early_, row["obs:coeffs.early"_]);
    Copy(late_, row["obs:coeffs.late"_]);
    auto* place = row["obs:vehicles.coordinates"_];
    auto* mask = row["obs:action_mask"_];
    for (std::size_t i = 0; i < positions_.size(); ++i) {
      *place++ = points_[2 * positions_[i]];
      *place++ = points_[2 * positions_[i] + 1];
      for (int node = 0; node < nodes_; ++node) {
        *mask++ = node == 0 || CanServe(i, node);
      }
    }
    Copy(times_, row["obs:vehicles.local_times"_]);
    Copy(capacities_, row["obs:vehicles.capacities"_]);
  }

  [[nodiscard]] PictureSize SizeOfPicture() const { return kMapSize; }
  void Draw(Picture* picture) const;

  template <typename Visitor>
  void Visit(Visitor&& visit) {
    const float far = 1e6F;
    visit(&points_, 0, setting_.side);
    visit(&demands_, 0, setting_.capacity);
    visit(&starts_, 0.0F, setting_.last_start);
    visit(&early_, 0, 1);
    visit(&late_, 0, 1);
    visit(&positions_, 0, nodes_ - 1);
    visit(&capacities_, 0, setting_.capacity);
    visit(&times_, 0.0F, far);
    visit(&distances_, 0.0F, far);
    visit(&penalties_, 0.0F, far);
    visit(&steps_, 1, 2 * setting_.customers + 1);
  }
  bool Restore() { return true; }

 private:
  static constexpr float kWindow = 20;  // the length of a time window

  /// What Jumanji sets for some numbers of customers and of vehicles.
  struct Setting {
    int customers;
    int vehicles;
    int side;  // of the map
    int capacity;
    float last_start;
    float early_from;
    float early_to;
    float late_from;
    float late_to;
    int max_demand;
  };
  static constexpr std::array<Setting, 13> kSettings{{
      {6, 2, 10, 20, 10, 0, 0.2F, 0, 1, 10},
      {6, 3, 10, 20, 10, 0, 0.2F, 0, 1, 20},
      {20, 2, 10, 60, 10, 0, 0.2F, 0, 1, 10},
      {20, 3, 10, 60, 10, 0, 0.2F, 0, 1, 15},
      {50, 2, 20, 150, 20, 0, 0.2F, 0, 1, 10},
      {50, 3, 20, 150, 20, 0, 0.2F, 0, 1, 15},
      {50, 4, 20, 150, 20, 0, 0.2F, 0, 1, 20},
      {50, 5, 20, 150, 20, 0, 0.2F, 0, 1, 25},
      {100, 2, 20, 300, 40, 0, 0.2F, 0, 1, 10},
      {100, 3, 20, 300, 40, 0, 0.2F, 0, 1, 15},
      {100, 4, 20, 300, 40, 0, 0.2F, 0, 1, 20},
      {100, 5, 20, 300, 40, 0, 0.2F, 0, 1, 25},
      {150, 5, 20, 180, 60, 0.1F, 0.1F, 0.5F, 0.5F, 10},
  }};

  template <typename Config>
  static const Setting& SettingOf(const Config& conf) {
    const int customers = conf["num_customers"_];
    const int vehicles = conf["num_vehicles"_];
    const auto found =
        std::ranges::find_if(kSettings, [=](const Setting& setting) {
          return setting.customers == customers && setting.vehicles == vehicles;
        });
    RequireConfig(found != kSettings.end(), "num_vehicles",
                  "2 or 3 for 6 and 20 customers, 2 to 5 for 50 and 100, 5 for "
                  "150",
                  vehicles);
    return *found;
  }

  static float EndOf(float start) { return start + kWindow; }

  template <typename T>
  static T Sum(const std::vector<T>& values) {
    return std::accumulate(values.begin(), values.end(), T{0});
  }

  static void DrawAll(const threefry::Key& key, float low, float high,
                      std::vector<float>* values) {
    std::uint32_t at = 0;
    for (float& value : *values) {
      value = threefry::Uniform(key, low, high, at++);
    }
  }

  /// Draws demands that fill all vehicles once, unless one would be too large.
  void DrawDemands(const threefry::Key& key) {
    std::uint32_t at = 0;
    for (int& demand : demands_) {
      demand = threefry::RandInt(key, 0, setting_.max_demand, at++);
    }
    demands_[0] = 0;
    const int sum = std::max(1, Sum(demands_));
    const float scale =
        static_cast<float>(setting_.capacity * setting_.vehicles) /
        static_cast<float>(sum);
    for (int& demand : demands_) {
      demand = std::min(static_cast<int>(static_cast<float>(demand) * scale),
                        setting_.max_demand);
    }
  }

  [[nodiscard]] bool CanServe(std::size_t vehicle, int node) const {
    return demands_[node] > 0 && capacities_[vehicle] >= demands_[node];
  }

  /// Sets next_: the node of each vehicle.
  void Choose(const int* action) {
    for (std::size_t i = 0; i < next_.size(); ++i) {
      next_[i] = CanServe(i, action[i]) ? action[i] : 0;
      if (std::find(next_.begin(), next_.begin() + i, next_[i]) !=
          next_.begin() + i) {
        next_[i] = 0;
      }
    }
  }

  void Drive(std::size_t vehicle) {
    const int node = next_[vehicle];
    const float way = Distance(points_, positions_[vehicle], node);
    distances_[vehicle] += way;
    times_[vehicle] += way;
    penalties_[vehicle] += Penalty(times_[vehicle], node);
    capacities_[vehicle] =
        node == 0 ? setting_.capacity : capacities_[vehicle] - demands_[node];
    positions_[vehicle] = node;
  }

  [[nodiscard]] float Penalty(float time, int node) const {
    const float start = starts_[node];
    const float end = EndOf(start);
    const float early = time < start ? (start - time) * early_[node] : 0;
    const float late = time > end ? (time - end) * late_[node] : 0;
    return early + late;
  }

  /// The reward if one vehicle had to bring all the rest, one by one.
  [[nodiscard]] float WorstRest() const {
    float distance = 0;
    for (int node = 0; node < nodes_; ++node) {
      distance += demands_[node] > 0 ? Distance(points_, 0, node) : 0;
    }
    distance *= 2;
    const float time =
        Sum(times_) * (1.0F / static_cast<float>(times_.size())) + distance;
    float penalty = 0;
    for (int node = 0; node < nodes_; ++node) {
      penalty += demands_[node] > 0 ? Penalty(time, node) : 0;
    }
    return -distance - penalty;
  }

  const Setting& setting_;
  bool is_dense_;
  int nodes_;
  Points points_;
  std::vector<int> demands_;  // by node
  std::vector<float> starts_;
  std::vector<float> early_;
  std::vector<float> late_;
  std::vector<int> positions_;  // by vehicle
  std::vector<int> next_;
  std::vector<int> capacities_;
  std::vector<float> times_;
  std::vector<float> distances_;
  std::vector<float> penalties_;
  int steps_{1};
};

}  // namespace envpool::planning

#endif  // ENVPOOL_PLANNING_MULTI_CVRP_H_
