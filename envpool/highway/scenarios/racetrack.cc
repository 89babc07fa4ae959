// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Closed tracks with other vehicles: racetrack, racetrack-large and
// racetrack-oval.

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>

#include "envpool/highway/scenario.h"

namespace envpool::highway {

namespace {

using enum LineType;

constexpr double kWidth = 5;

double Radians(double degrees) { return degrees * (kPi / 180); }

// How precise the official env's sums of rewards are.
constexpr double kSingleAction = 1;  // only the action's is a float32
constexpr double kSingle = 2;

constexpr Lines kInner{kContinuous, kNone};
constexpr Lines kInnerStriped{kContinuous, kStriped};
constexpr Lines kMiddle{kStriped, kStriped};
constexpr Lines kMiddleOpen{kStriped, kNone};
constexpr Lines kOuter{kStriped, kContinuous};
constexpr Lines kOuterOpen{kNone, kContinuous};

/// Builds tracks, road after road; lanes are added from the inside.
class TrackBuilder {
 public:
  explicit TrackBuilder(double speed_limit) : speed_limit_(speed_limit) {}

  /// Adds a lane to the road between two nodes.
  void Line(const char* from, const char* to, Vec start, Vec end,
            const Lines& lines) {
    Add(from, to, Lane::Straight(start, end), lines);
  }
  /// Angles are in degrees; falling ones turn to the left.
  void Arc(const char* from, const char* to, Vec center, double radius,
           double start, double end, const Lines& lines) {
    Add(from, to,
        Lane::Circular(center, radius, Radians(start), Radians(end),
                       start < end),
        lines);
  }
  Network Finish() {
    net_.Finish();
    return net_;
  }

 private:
  void Add(const char* from, const char* to, Lane lane, const Lines& lines) {
    lane.lines = lines;
    lane.width = kWidth;
    lane.speed_limit = speed_limit_;
    net_.Add(from, to, lane);
  }

  double speed_limit_;
  Network net_;
};

class Racetrack : public Scenario {
 public:
  using Scenario::Scenario;

  [[nodiscard]] Network MakeNetwork() const override {
    TrackBuilder track(10);
    track.Line("a", "b", {42, 0}, {100, 0}, kInnerStriped);
    track.Line("a", "b", {42, 5}, {100, 5}, kOuter);
    track.Arc("b", "c", {100, -20}, 20, 90, -1, kInner);
    track.Arc("b", "c", {100, -20}, 25, 90, -1, kOuter);
    track.Line("c", "d", {120, -20}, {120, -30}, kInner);
    track.Line("c", "d", {125, -20}, {125, -30}, kOuter);
    track.Arc("d", "e", {105, -30}, 15, 0, -181, kInner);
    track.Arc("d", "e", {105, -30}, 20, 0, -181, kOuter);
    track.Arc("e", "f", {70, -30}, 20, 0, 136, kInnerStriped);
    track.Arc("e", "f", {70, -30}, 15, 0, 137, kOuterOpen);
    track.Line("f", "g", {55.7, -15.7}, {35.7, -35.7}, kInner);
    track.Line("f", "g", {59.3934, -19.2}, {39.3934, -39.2}, kOuter);
    track.Arc("g", "h", {18.1, -18.1}, 25, 315, 170, kInner);
    track.Arc("g", "h", {18.1, -18.1}, 30, 315, 165, kOuter);
    track.Arc("h", "i", {18.1, -18.1}, 25, 170, 56, kInner);
    track.Arc("h", "i", {18.1, -18.1}, 30, 170, 58, kOuter);
    track.Arc("i", "a", {43.2, 23.4}, 23.5, 240, 270, kInnerStriped);
    track.Arc("i", "a", {43.2, 23.4}, 18.5, 238, 268, kOuterOpen);
    return track.Finish();
  }

  void Populate(Road* road, Generator* rng) const override {
    constexpr double kRoom = 20;
    const Network& net = road->network;
    int last = 0;  // the lane of the last agent
    for (int agent = 0; agent < road->agent.count; ++agent) {
      last = agent == 0 ? net.Find("a", "b", 0) +
                              static_cast<int>(rng->Integers(num_start_lanes()))
                        : DrawLane(net, rng);
      const Lane& lane = net.lane(last);
      const double s = rng->Uniform(20, 50);
      road->vehicles.push_back(road->MakeDriven(
          lane.Position(s, 0), lane.HeadingAt(s), lane.speed_limit));
    }
    if (options().other_vehicles == 0) {
      return;
    }
    const int turn = net.Find("b", "c", 0);
    road->vehicles.push_back(
        MakeOther(*road, turn + net.IdOf(last), net.lane(turn).length, rng));
    const auto others = rng->Integers(options().other_vehicles);
    for (std::int64_t i = 0; i < others; ++i) {
      const int at = DrawLane(net, rng);
      const Body body = MakeOther(*road, at, net.lane(at).length, rng);
      if (std::ranges::none_of(road->vehicles, [&body](const Body& other) {
            return Norm(body.position - other.position) < kRoom;
          })) {
        road->vehicles.push_back(body);
      }
    }
  }

  [[nodiscard]] Terms Judge(const Road& road, const Body& ego,
                            const Taken& action) const override {
    const Lane& lane = road.network.lane(ego.lane);
    const double lat = lane.Locate(ego.position).lat;
    Terms terms{};
    terms[kLaneCentering] =
        1 / (1 + options().lane_centering_cost * (lat * lat));
    terms[kAction] = action.norm;
    terms[kCollision] = ego.crashed ? 1 : 0;
    terms[kOnRoad] = road.IsOnRoad(ego) ? 1 : 0;
    // The official norm of numbers is a float32, and straight lanes return
    // Python's floats, which NumPy converts to float32.
    if (action.number < 0) {
      terms[kPrecision] = lane.is_straight() ? kSingle : kSingleAction;
    }
    return terms;
  }
  [[nodiscard]] double Reward(const Terms& terms) const override {
    const float single = static_cast<float>(weight(kAction)) *
                         static_cast<float>(terms[kAction]);
    const double centering = weight(kLaneCentering) * terms[kLaneCentering];
    const double collision = weight(kCollision) * terms[kCollision];
    const double least = weight(kCollision);
    if (terms[kPrecision] == kSingle) {
      const float sum = static_cast<float>(centering) + single +
                        static_cast<float>(collision);
      const float scaled =
          (sum - static_cast<float>(least)) / static_cast<float>(1 - least);
      return scaled * static_cast<float>(terms[kOnRoad]);
    }
    const double action = terms[kPrecision] == kSingleAction
                              ? single
                              : weight(kAction) * terms[kAction];
    const double sum = centering + action + collision;
    return Map(sum, {least, 1}, {0, 1}) * terms[kOnRoad];
  }
  [[nodiscard]] bool IsTerminated(const Road& road,
                                  const Body& ego) const override {
    return ego.crashed || (options().terminate_off_road && !road.IsOnRoad(ego));
  }

 protected:
  /// The number of lanes on which the agent may start.
  [[nodiscard]] virtual int num_start_lanes() const { return 2; }

 private:
  static int DrawLane(const Network& net, Generator* rng) {
    // A road starts at each node.
    const Network::Road& on =
        net.road(static_cast<int>(rng->Choice(net.num_roads())));
    return on.first_lane + static_cast<int>(rng->Integers(on.num_lanes));
  }

  static Body MakeOther(const Road& road, int lane, double length,
                        Generator* rng) {
    const double s = rng->Uniform(0, length);
    return road.MakeOnLane(lane, s, 6.0 + rng->Uniform(0, 3));
  }
};

class RacetrackLarge final : public Racetrack {
 public:
  using Racetrack::Racetrack;

  [[nodiscard]] Network MakeNetwork() const override {
    constexpr double kCorner = 20;
    TrackBuilder track(options().speed_limit);
    const auto each = [](const auto& add) {
      for (int lane = 0; lane < 3; ++lane) {
        add(lane, lane * kWidth);
      }
    };
    each([&](int lane, double w) {
      track.Line("a", "b", {42, w}, {200, w},
                 lane == 0 ? kInnerStriped : LinesOf(lane));
    });
    each([&](int lane, double w) {
      track.Arc("b", "c", {200, -20}, kCorner + w, 90, -1, LinesOf(lane));
    });
    each([&](int lane, double w) {
      track.Line("c", "d", {220 + w, -20}, {220 + w, -61}, LinesOf(lane));
    });
    each([&](int lane, double w) {
      track.Arc("d", "e", {205, -60}, 15 + w, 0, -181, LinesOf(lane));
    });
    each([&](int lane, double w) {
      track.Arc("e", "f", {170, -60}, 20 - w, 0, lane == 0 ? 136 : 137,
                LinesOf(lane));
    });
    AddSlants(&track, each);
    return track.Finish();
  }

 private:
  static const Lines& LinesOf(int lane) {
    static constexpr std::array<Lines, 3> kLines{kInner, kMiddle, kOuterOpen};
    return kLines.at(static_cast<std::size_t>(lane));
  }

  template <typename Each>
  static void AddSlants(TrackBuilder* track, const Each& each) {
    constexpr double kShift = -30;  // along both axes
    const std::array<Vec, 2> starts = {Vec{155.7, -45.7}, Vec{159.3934, -49.2}};
    const std::array<Vec, 2> ends = {
        Vec{135.7 + kShift, -65.7 + kShift},
        Vec{139.3934 + kShift, -69.2 + kShift},
    };
    track->Line("f", "g", starts[0], ends[0], LinesOf(0));
    track->Line("f", "g", starts[1], ends[1], LinesOf(1));
    track->Line("f", "g", starts[0] + 2 * (starts[1] - starts[0]),
                ends[0] + 2 * (ends[1] - ends[0]), LinesOf(2));
    const Vec center{118.1 + kShift, -48.1 + kShift};
    constexpr double kEnd = 205;
    each([&](int lane, double w) {
      track->Arc("g", "h", center, 25 + w, 317, lane == 0 ? kEnd - 3 : kEnd,
                 LinesOf(lane));
    });
    const double slant = Radians(30);
    each([&](int lane, double w) {
      const Vec start = center + (25 + w) * Vec{std::cos(Radians(kEnd)),
                                                std::sin(Radians(kEnd))};
      const Vec end{42 - (15 + w) * std::cos(slant),
                    -15 - (15 + w) * std::sin(slant)};
      track->Line("h", "i", start, end, LinesOf(lane));
    });
    each([&](int lane, double w) {
      track->Arc("i", "a", {42, -15}, 15 + w, lane == 2 ? 212 : 210,
                 lane == 1 ? 90 : 88, LinesOf(lane));
    });
  }
};

class RacetrackOval final : public Racetrack {
 public:
  using Racetrack::Racetrack;

  [[nodiscard]] Network MakeNetwork() const override {
    const double length = options().straight_length;
    const int lanes = options().lanes_count;
    TrackBuilder track(10);
    const auto each = [lanes](const auto& add) {
      for (int lane = 0; lane < lanes; ++lane) {
        const Lines& lines = lane == 0           ? kInner
                             : lane == lanes - 1 ? kOuter
                                                 : kMiddleOpen;
        add(lane * kWidth, lines);
      }
    };
    each([&](double w, const Lines& lines) {
      track.Line("a", "b", {0, w}, {length + 1, w},
                 w == 0 ? kInnerStriped : lines);
    });
    each([&](double w, const Lines& lines) {
      track.Arc("b", "c", {length, -20}, 20 + w, 90, 0, lines);
    });
    each([&](double w, const Lines& lines) {
      track.Line("c", "d", {length + 20 + w, -20}, {length + 20 + w, -50},
                 lines);
    });
    each([&](double w, const Lines& lines) {
      track.Arc("d", "e", {length + 5, -50}, 15 + w, 0, -90, lines);
    });
    each([&](double w, const Lines& lines) {
      track.Line("e", "f", {length + 5, -(65 + w)}, {-5, -(65 + w)}, lines);
    });
    each([&](double w, const Lines& lines) {
      track.Arc("f", "g", {-5, -50}, 15 + w, -90, -180, lines);
    });
    each([&](double w, const Lines& lines) {
      track.Line("g", "h", {-20 - w, -50}, {-20 - w, -20}, lines);
    });
    each([&](double w, const Lines& /*lines*/) {
      track.Arc("h", "a", {0, -20}, 20 + w, 180, 90, w == 0 ? kInner : kOuter);
    });
    return track.Finish();
  }

  void PlaceObstacles(Road* road) const override {
    const double length = options().straight_length;
    if (options().block_lane) {
      for (const double before : {40.0, 43.0, 46.0, 49.0}) {
        road->AddObstacle({length - before, 3.75});
        road->AddObstacle({length - before, 6.25});
      }
    }
    if (options().force_decision) {
      for (const double y : {-1.25, 1.25, 8.85, 11.25}) {
        road->AddObstacle({length - 90, y});
      }
    }
  }

 protected:
  [[nodiscard]] int num_start_lanes() const override {
    return options().lanes_count;
  }
};

}  // namespace

std::unique_ptr<Scenario> MakeRacetrack(const Options& options) {
  return std::make_unique<Racetrack>(options);
}

std::unique_ptr<Scenario> MakeRacetrackLarge(const Options& options) {
  return std::make_unique<RacetrackLarge>(options);
}

std::unique_ptr<Scenario> MakeRacetrackOval(const Options& options) {
  return std::make_unique<RacetrackOval>(options);
}

}  // namespace envpool::highway
