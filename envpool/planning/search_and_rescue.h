// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// SearchAndRescue: agents, which turn and accelerate, find moving targets on a
// square whose opposite edges are joined. A target is found by an agent that
// has it within range and in view. The reward is 1 for each, shared by those
// who find it at once, less in proportion to the time. The episode ends when
// all are found, or with the time limit.

#ifndef ENVPOOL_PLANNING_SEARCH_AND_RESCUE_H_
#define ENVPOOL_PLANNING_SEARCH_AND_RESCUE_H_

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>
#include <numeric>
#include <vector>

#include "envpool/common/threefry.h"
#include "envpool/common/threefry_normal.h"
#include "envpool/planning/arctangent.h"
#include "envpool/planning/fused.h"
#include "envpool/planning/map.h"
#include "envpool/planning/problem.h"

namespace envpool::planning {

class SearchAndRescue {
 public:
  static constexpr bool kMasksChoices = false;

  static decltype(auto) DefaultConfig() {
    return MakeDict("num_searchers"_.Bind(2), "num_targets"_.Bind(40),
                    "num_vision"_.Bind(128), "target_contact_range"_.Bind(0.02),
                    "searcher_max_rotate"_.Bind(0.25),
                    "searcher_max_accelerate"_.Bind(0.005),
                    "searcher_min_speed"_.Bind(0.005),
                    "searcher_max_speed"_.Bind(0.02), "acc_std"_.Bind(0.0001),
                    "vel_max"_.Bind(0.002), "searcher_vision_range"_.Bind(0.4),
                    "target_vision_range"_.Bind(0.1), "view_angle"_.Bind(0.4),
                    "time_limit"_.Bind(400));
  }
  template <typename Config>
  static decltype(auto) StateSpec(const Config& conf) {
    const int agents = conf["num_searchers"_];
    return MakeDict(
        "obs:searcher_views"_.Bind(
            Spec<float>({agents, 3, conf["num_vision"_]}, {-1.0F, 1.0F})),
        "obs:targets_remaining"_.Bind(Spec<float>({}, {0.0F, 1.0F})),
        "obs:step"_.Bind(Spec<int>({}, {0, conf["time_limit"_]})),
        "obs:positions"_.Bind(Spec<float>({agents, 2}, {0.0F, 1.0F})),
        "info:agent_rewards"_.Bind(Spec<float>({agents})));
  }
  /// Actions are numbers between -1 and 1.
  template <typename Config>
  static std::vector<int> ActionShape(const Config& conf) {
    return {conf["num_searchers"_], 2};
  }

  template <typename Config>
  explicit SearchAndRescue(const Config& conf)
      : radius_(Float(conf["target_contact_range"_])),
        contact_square_(Square(conf["target_contact_range"_])),
        max_rotate_(Float(conf["searcher_max_rotate"_])),
        max_accelerate_(Float(conf["searcher_max_accelerate"_])),
        min_speed_(Float(conf["searcher_min_speed"_])),
        max_speed_(Float(conf["searcher_max_speed"_])),
        deviation_(Float(conf["acc_std"_])),
        max_velocity_(Float(conf["vel_max"_])),
        searcher_range_(Float(conf["searcher_vision_range"_])),
        searcher_square_(Square(conf["searcher_vision_range"_])),
        target_range_(Float(conf["target_vision_range"_])),
        target_square_(Square(conf["target_vision_range"_])),
        view_angle_(Float(conf["view_angle"_]) * kPi),
        limit_(conf["time_limit"_]),
        searchers_(2 * conf["num_searchers"_]),
        headings_(conf["num_searchers"_]),
        speeds_(headings_.size()),
        targets_(2 * conf["num_targets"_]),
        velocities_(targets_.size()),
        found_(conf["num_targets"_]),
        rewards_(headings_.size()),
        rays_(conf["num_vision"_]) {
    finders_.reserve(headings_.size());
    const auto last = static_cast<float>(rays_.size() - 1);
    for (std::size_t i = 0; i < rays_.size(); ++i) {
      const float share = static_cast<float>(i) * (1 / last);
      rays_[i] = std::fma(-view_angle_, 1 - share, view_angle_ * share);
    }
    rays_.back() = view_angle_;
  }

  void Start(const threefry::Key& key) {
    key_ = threefry::Split(key, 0);
    const threefry::Key searcher_key = threefry::Split(key, 1);
    DrawPoints(threefry::Split(searcher_key, 0), &searchers_);
    DrawAll(threefry::Split(searcher_key, 1), 0, 2 * kPi, &headings_);
    DrawAll(threefry::Split(searcher_key, 2), min_speed_, max_speed_, &speeds_);
    DrawPoints(threefry::Split(key, 2), &targets_);
    std::ranges::fill(velocities_, 0);
    std::ranges::fill(found_, 0);
    std::ranges::fill(rewards_, 0);
    steps_ = 0;
  }

  Outcome Step(const float* action) {
    RunFused([&] {
      for (int agent = 0; agent < Agents(); ++agent) {
        MoveSearcher(agent, action + 2 * agent);
      }
      MoveTargets(threefry::Split(key_, 1));
      Find();
    });
    key_ = threefry::Split(key_, 0);
    ++steps_;
    return {std::accumulate(rewards_.begin(), rewards_.end(), 0.0F),
            steps_ >= limit_ || std::ranges::count(found_, 0) == 0};
  }

  template <typename Row>
  void Write(const Row& row) const {
    auto* view = row["obs:searcher_views"_];
    RunFused([&] {
      for (int agent = 0; agent < Agents(); ++agent) {
        WriteView(agent, view + 3 * rays_.size() * agent);
      }
    });
    const auto found = static_cast<int>(std::ranges::count(found_, 1));
    *row["obs:targets_remaining"_] =
        1 - Share(found, static_cast<int>(found_.size()));
    *row["obs:step"_] = steps_;
    Copy(searchers_, row["obs:positions"_]);
    Copy(rewards_, row["info:agent_rewards"_]);
  }

  [[nodiscard]] PictureSize SizeOfPicture() const { return kMapSize; }
  void Draw(Picture* picture) const;

  template <typename Visitor>
  void Visit(Visitor&& visit) {
    visit(&searchers_, 0, 1);
    visit(&headings_, 0.0F, 2 * kPi);
    visit(&speeds_, min_speed_, max_speed_);
    visit(&targets_, 0, 1);
    visit(&velocities_, -1, 1);
    visit(&found_, 0, 1);
    visit(&steps_, 0, limit_);
    visit(&key_);
  }
  bool Restore() { return true; }

 private:
  static constexpr float kPi = std::numbers::pi_v<float>;

  /// Where something is seen: its distance, and the angles of its sides from
  /// the heading.
  struct Sight {
    float distance;
    float left;
    float right;
  };

  static float Float(double number) { return static_cast<float>(number); }
  static float Square(double number) { return Float(number * number); }

  static void DrawAll(const threefry::Key& key, float low, float high,
                      std::vector<float>* values) {
    std::uint32_t at = 0;
    for (float& value : *values) {
      value = threefry::Uniform(key, low, high, at++);
    }
  }

  /// The remainder that is not negative, as jnp.remainder computes it.
  static float Modulo(float x, float of) {
    if (0 <= x && x < of) {
      return x;
    }
    const float rest = std::fmod(x, of);
    return rest < 0 ? rest + of : rest;
  }
  /// The shortest way between two numbers on a circle.
  static float Shortest(float from, float to, float length) {
    const float way = to - from;
    const float around = (std::abs(way) - length) * (way < 0 ? -1.0F : 1.0F);
    return std::abs(way) < std::abs(around) ? way : around;
  }

  [[nodiscard]] int Agents() const {
    return static_cast<int>(headings_.size());
  }

  void MoveSearcher(int agent, const float* action) {
    const float turn = std::clamp(action[0], -1.0F, 1.0F) * max_rotate_;
    const float push = std::clamp(action[1], -1.0F, 1.0F);
    float& heading = headings_[agent];
    float& speed = speeds_[agent];
    heading = Modulo(std::fma(turn, kPi, heading), 2 * kPi);
    speed = std::clamp(std::fma(push, max_accelerate_, speed), min_speed_,
                       max_speed_);
    float* place = &searchers_[2 * agent];
    place[0] = Modulo(std::fma(speed, std::cos(heading), place[0]), 1);
    place[1] = Modulo(std::fma(speed, std::sin(heading), place[1]), 1);
  }

  void MoveTargets(const threefry::Key& key) {
    for (std::size_t i = 0; i < targets_.size(); i += 2) {
      float* velocity = &velocities_[i];
      for (int axis = 0; axis < 2; ++axis) {
        const auto at = static_cast<std::uint32_t>(i) + axis;
        velocity[axis] =
            std::fma(deviation_, threefry::Normal(key, at), velocity[axis]);
      }
      const float speed = Length(velocity[0], velocity[1]);
      const float inverse = 1 / speed;  // by which XLA multiplies
      for (int axis = 0; axis < 2; ++axis) {
        if (speed > max_velocity_) {
          velocity[axis] = max_velocity_ * velocity[axis] * inverse;
        }
        targets_[i + axis] = Modulo(targets_[i + axis] + velocity[axis], 1);
      }
    }
  }

  static float Length(float x, float y) {
    return std::sqrt(std::fma(x, x, y * y));
  }

  /// Whether two points are within a range, of which the square is given.
  static bool IsNear(const float* from, const float* to, float square) {
    const auto apart = [](float a, float b) {
      const float way = std::abs(a - b);
      return way > 0.5F ? 1 - way : way;
    };
    const float x = apart(from[0], to[0]);
    const float y = apart(from[1], to[1]);
    return std::fma(x, x, y * y) <= square;
  }

  [[nodiscard]] Sight Look(int agent, const float* to, float range) const {
    const float* from = &searchers_[2 * agent];
    const float x = Shortest(from[0], to[0], 1);
    const float y = Shortest(from[1], to[1], 1);
    const float angle = Modulo(Atan2(y, x), 2 * kPi);
    const float turn = Shortest(angle, headings_[agent], 2 * kPi);
    const float distance = Length(x, y);
    const float half = Atan2(radius_, distance);
    return {distance * (1 / range), turn - half, turn + half};
  }

  /// Finds targets, and sets the rewards.
  void Find() {
    std::ranges::fill(rewards_, 0);
    for (std::size_t target = 0; target < found_.size(); ++target) {
      const float* place = &targets_[2 * target];
      finders_.clear();
      for (int agent = 0; agent < Agents() && found_[target] == 0; ++agent) {
        const float* own = &searchers_[2 * agent];
        if (IsNear(own, place, contact_square_)) {
          const float x = Shortest(own[0], place[0], 1);
          const float y = Shortest(own[1], place[1], 1);
          const float angle = Modulo(Atan2(y, x), 2 * kPi);
          const float turn = Shortest(angle, headings_[agent], 2 * kPi);
          if (-view_angle_ <= turn && turn <= view_angle_) {
            finders_.push_back(agent);
          }
        }
      }
      for (const int agent : finders_) {
        rewards_[agent] += 1 / static_cast<float>(finders_.size());
        found_[target] = 1;
      }
    }
    const float scale = Share(limit_ - steps_, limit_);
    for (float& reward : rewards_) {
      reward *= scale;
    }
  }

  /// Writes what an agent sees in each direction: other agents, targets that
  /// are found, and others.
  void WriteView(int agent, float* view) const {
    const std::size_t size = rays_.size();
    std::fill_n(view, 3 * size, -1.0F);
    const float* own = &searchers_[2 * agent];
    for (int other = 0; other < Agents(); ++other) {
      const float* place = &searchers_[2 * other];
      if (other != agent && IsNear(own, place, searcher_square_)) {
        Draw(Look(agent, place, searcher_range_), view);
      }
    }
    for (std::size_t target = 0; target < found_.size(); ++target) {
      const float* place = &targets_[2 * target];
      if (IsNear(own, place, target_square_)) {
        Draw(Look(agent, place, target_range_),
             view + (found_[target] != 0 ? size : 2 * size));
      }
    }
  }

  /// Draws what is seen on the rays between its sides, unless there is
  /// something nearer.
  void Draw(const Sight& sight, float* view) const {
    const auto first = std::ranges::upper_bound(rays_, sight.left);
    for (auto ray = first; ray != rays_.end() && *ray < sight.right; ++ray) {
      float& seen = view[ray - rays_.begin()];
      seen = seen < 0 ? sight.distance : std::min(seen, sight.distance);
    }
  }

  float radius_;
  float contact_square_;  // of the range within which targets are found
  float max_rotate_;
  float max_accelerate_;
  float min_speed_;
  float max_speed_;
  float deviation_;  // of the targets' acceleration
  float max_velocity_;
  float searcher_range_;
  float searcher_square_;
  float target_range_;
  float target_square_;
  float view_angle_;
  int limit_;
  threefry::Key key_;
  Points searchers_;
  std::vector<float> headings_;
  std::vector<float> speeds_;
  Points targets_;
  std::vector<float> velocities_;  // x and y by target
  std::vector<Flag> found_;
  std::vector<int> finders_;    // for Find
  std::vector<float> rewards_;  // by agent, of the last step
  std::vector<float> rays_;     // their angles from the heading
  int steps_{0};
};

}  // namespace envpool::planning

#endif  // ENVPOOL_PLANNING_SEARCH_AND_RESCUE_H_
