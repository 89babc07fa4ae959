// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// The spec of soccer. A key has a row for each player. Keys exist for the
// largest teams; those of players that a config does not have are without
// elements, and therefore left out of results.
//
// Threads: none of its own. Errors: std::invalid_argument for an unknown task
// or dtype.

#ifndef ENVPOOL_MUJOCO_DMC_LOCOMOTION_SOCCER_SPEC_H_
#define ENVPOOL_MUJOCO_DMC_LOCOMOTION_SOCCER_SPEC_H_

#include <cstddef>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "envpool/core/env.h"
#include "envpool/mujoco/common/pixels.h"
#include "envpool/mujoco/dmc_locomotion/soccer_player.h"

namespace envpool::mujoco::dmc_locomotion {

inline constexpr int kLargestTeam = 11;

namespace soccer_keys {

/// The text "obs:" + who + number + what.
template <FixedString kWho, int kNumber, FixedString kWhat>
consteval auto Join() {
  constexpr std::size_t kDigits = kNumber < 10 ? 1 : 2;
  constexpr std::size_t kFirst = 4 + sizeof(kWho.text) - 1;
  char text[kFirst + kDigits + sizeof(kWhat.text)]{'o', 'b', 's', ':'};
  for (std::size_t i = 4; i < kFirst; ++i) {
    text[i] = kWho.text[i - 4];
  }
  text[kFirst] = kNumber < 10 ? '0' + kNumber : '1';
  if (kNumber >= 10) {
    text[kFirst + 1] = '0' + kNumber % 10;
  }
  for (std::size_t i = 0; i < sizeof(kWhat.text); ++i) {
    text[kFirst + kDigits + i] = kWhat.text[i];
  }
  return FixedString(text);
}

inline constexpr int kPerOther = 5;  // keys about another player

template <FixedString kWho, int kNumber, int kWhat>
consteval auto NameOf() {
  if constexpr (kWhat == 0) {
    return Join<kWho, kNumber, "_ego_end_effectors_pos">();
  } else if constexpr (kWhat == 1) {
    return Join<kWho, kNumber, "_ego_linear_velocity">();
  } else if constexpr (kWhat == 2) {
    return Join<kWho, kNumber, "_ego_position">();
  } else if constexpr (kWhat == 3) {
    return Join<kWho, kNumber, "_ego_orientation">();
  } else {
    return Join<kWho, kNumber, "_end_effectors_pos">();
  }
}

/// The keys about all other players of a team. `count` of these players exist.
template <FixedString kWho, int kMost>
auto Others(const SoccerKind& kind, int count) {
  const int effectors = 3 * kind.effectors;
  const int sizes[]{effectors, 3, 3, 9, effectors};
  return [&]<int... kIndex>(std::integer_sequence<int, kIndex...>) {
    return MakeDict(
        Key<NameOf<kWho, kIndex / kPerOther, kIndex % kPerOther>()>::Bind(
            kIndex / kPerOther < count ? sizes[kIndex % kPerOther] : 0)...);
  }(std::make_integer_sequence<int, kMost * kPerOther>());
}

}  // namespace soccer_keys

/// The numbers of values of a player's observations, in their order; -1 is a
/// scalar.
inline auto SoccerSizes(const SoccerKind& kind, int team_size) {
  return ConcatDict(
      ConcatDict(
          MakeDict(
              "obs:appendages_pos"_.Bind(3 * AppendagesOf(kind)),
              "obs:bodies_pos"_.Bind(3 * kind.bodies),
              "obs:bodies_quats"_.Bind(4 * kind.bodies),
              "obs:body_height"_.Bind(-1),
              "obs:end_effectors_pos"_.Bind(3 * kind.effectors),
              "obs:joints_pos"_.Bind(kind.joints + 0),
              "obs:joints_vel"_.Bind(kind.joints + 0),
              "obs:prev_action"_.Bind(kind.controls + 0),
              "obs:sensors_accelerometer"_.Bind(3), "obs:sensors_gyro"_.Bind(3),
              "obs:sensors_velocimeter"_.Bind(3), "obs:world_zaxis"_.Bind(3),
              "obs:ball_ego_angular_velocity"_.Bind(3),
              "obs:ball_ego_position"_.Bind(3),
              "obs:ball_ego_linear_velocity"_.Bind(3)),
          ConcatDict(
              soccer_keys::Others<"teammate_", kLargestTeam - 1>(kind,
                                                                 team_size - 1),
              soccer_keys::Others<"opponent_", kLargestTeam>(kind, team_size))),
      MakeDict(
          "obs:team_goal_back_right"_.Bind(2), "obs:team_goal_mid"_.Bind(3),
          "obs:team_goal_front_left"_.Bind(2), "obs:field_front_left"_.Bind(2),
          "obs:opponent_goal_back_left"_.Bind(2),
          "obs:opponent_goal_mid"_.Bind(3),
          "obs:opponent_goal_front_right"_.Bind(2),
          "obs:field_back_right"_.Bind(2), "obs:stats_vel_to_ball"_.Bind(-1),
          "obs:stats_closest_vel_to_ball"_.Bind(-1),
          "obs:stats_veloc_forward"_.Bind(-1),
          "obs:stats_vel_ball_to_goal"_.Bind(-1),
          "obs:stats_home_avg_teammate_dist"_.Bind(-1),
          "obs:stats_teammate_spread_out"_.Bind(-1),
          "obs:stats_home_score"_.Bind(-1), "obs:stats_away_score"_.Bind(-1)));
}

/// The only observation that is true or false.
inline constexpr std::string_view kSpreadOut = "obs:stats_teammate_spread_out";

class SoccerFns {
 public:
  static decltype(auto) DefaultConfig() {
    return MakeDict(
        "frame_skip"_.Bind(5), "frame_stack"_.Bind(1),
        "obs_dtype"_.Bind(std::string("float64")),
        "task_name"_.Bind(std::string("soccer_boxhead")), "team_size"_.Bind(2),
        "time_limit"_.Bind(45.0), "disable_walker_contacts"_.Bind(false),
        "enable_field_box"_.Bind(false), "keep_aspect_ratio"_.Bind(false),
        "terminate_on_goal"_.Bind(true));
  }
  template <typename Config>
  static decltype(auto) StateSpec(const Config& conf) {
    const auto sizes =
        SoccerSizes(SoccerKindOf(conf["task_name"_]), conf["team_size"_]);
    return std::apply(
        [&](auto... key) {
          return MakeDict(key.Bind(SpecOf<decltype(key)>(conf, sizes[key]))...);
        },
        sizes.StaticKeys());
  }
  template <typename Config>
  static decltype(auto) ActionSpec(const Config& conf) {
    const int controls = SoccerKindOf(conf["task_name"_]).controls;
    return MakeDict("action"_.Bind(
        Spec<double>(std::vector<int>{-1, controls}, {-1.0, 1.0})));
  }

 private:
  template <typename K, typename Config>
  static auto SpecOf(const Config& conf, int size) {
    std::vector<int> shape{0};
    if (size != 0) {
      shape = {-1, conf["frame_stack"_]};
    }
    if (size > 0) {
      shape.push_back(size);
    }
    if constexpr (K::kStrView == kSpreadOut) {
      return Spec<bool>(shape);
    } else {
      return ObservationSpec(shape, conf["obs_dtype"_]);
    }
  }
};

}  // namespace envpool::mujoco::dmc_locomotion

#endif  // ENVPOOL_MUJOCO_DMC_LOCOMOTION_SOCCER_SPEC_H_
