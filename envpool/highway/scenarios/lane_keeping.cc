// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// A slippery vehicle that should keep to the middle of its lane, first of a
// straight one, then of a winding one.

#include <memory>

#include "envpool/highway/scenario.h"

namespace envpool::highway {

namespace {

using enum LineType;

class LaneKeeping final : public Scenario {
 public:
  using Scenario::Scenario;

  [[nodiscard]] Network MakeNetwork() const override {
    constexpr double kSlope = 20.0 * (15 - 50) / (115 - 50);
    Network net;
    const auto add = [&net](const char* from, const char* to, Lane lane) {
      lane.width = 10;
      net.Add(from, to, lane);
    };
    add("a", "b", Lane::Sine({0, 0}, {500, 0}, 5, 2 * kPi / 100, 0));
    add("c", "d", Lane::Straight({50, 50}, {115, 15}));
    add("d", "a",
        Lane::Straight({115, 15}, {115 + 20, 15 + kSlope})
            .Between(kNone, kStriped));
    net.Finish();
    return net;
  }

  void Populate(Road* road, Generator* /*rng*/) const override {
    road->reference_lane = road->network.Find("c", "d", 0);
    const Lane& lane = road->network.lane(road->reference_lane);
    road->vehicles.push_back(
        road->MakeDriven(lane.Position(50, -4), lane.HeadingAt(0), 8.3));
  }

  [[nodiscard]] bool observes_first() const override { return true; }

  void Prepare(Road* road, const Body& ego) const override {
    const Lane& lane = road->network.lane(road->reference_lane);
    if (!lane.IsOn(lane.Locate(ego.position))) {
      road->reference_lane = road->network.Find("a", "b", 0);
    }
  }

  [[nodiscard]] Terms Judge(const Road& road, const Body& ego,
                            const Taken& /*action*/) const override {
    const Lane& lane = road.network.lane(road.reference_lane);
    const double off = lane.Locate(ego.position).lat / lane.width;
    Terms terms{};
    terms[kLaneCentering] = 1 - off * off;
    return terms;
  }
  [[nodiscard]] double Reward(const Terms& terms) const override {
    return terms[kLaneCentering];
  }
  [[nodiscard]] bool IsTerminated(const Road& /*road*/,
                                  const Body& /*ego*/) const override {
    return false;
  }
};

}  // namespace

std::unique_ptr<Scenario> MakeLaneKeeping(const Options& options) {
  return std::make_unique<LaneKeeping>(options);
}

}  // namespace envpool::highway
