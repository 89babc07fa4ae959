// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Pitch: the pitch of an episode of soccer, with two goals and a field between
// them. It draws the size and writes what depends on it into the world.
//
// Source: dm_control.locomotion.soccer.pitch.
//
// Threads: as World. Errors: std::invalid_argument for a part that the model
// does not have.

#ifndef ENVPOOL_MUJOCO_DMC_LOCOMOTION_SOCCER_PITCH_H_
#define ENVPOOL_MUJOCO_DMC_LOCOMOTION_SOCCER_PITCH_H_

#include <array>

#include "envpool/core/random/random_state.h"
#include "envpool/mujoco/common/vectors.h"
#include "envpool/mujoco/dmc_locomotion/world.h"

namespace envpool::mujoco::dmc_locomotion {

using Vector2 = std::array<double, 2>;

/// A box: two opposite corners.
struct Zone {
  Vector3 lower;
  Vector3 upper;

  [[nodiscard]] Vector3 Middle() const;
  [[nodiscard]] bool Contains(const double* place) const;
};

/// Half the length and width of a pitch, in metres.
struct PitchRules {
  Vector2 smallest;
  Vector2 largest;
  bool keeps_ratio{false};  // of length and width
  bool has_box{false};      // around the field
  Vector3 goal{};           // half its sizes; zero: they follow from the pitch

  /// Whether an episode may have a pitch of this size, which is zero before the
  /// first one.
  [[nodiscard]] bool Allows(const Vector2& size) const;
};

inline constexpr int kHome = 0;
inline constexpr int kAway = 1;

class Pitch {
 public:
  /// `size` is half the length and width; the env saves it.
  Pitch(const PitchRules& rules, World* world, Vector2* size);

  /// Draws the size of an episode's pitch, and builds it.
  void Draw(RandomState* random);
  /// Shows whether the ball is in the goal of a team.
  void ShowGoal(int team, bool has_ball);

  [[nodiscard]] const Vector2& size() const { return size_; }
  /// The goal that a team defends.
  [[nodiscard]] Zone Goal(int team) const;
  /// Half the length and width of the field.
  [[nodiscard]] Vector2 Field() const;
  /// Whether a place is on the field, at any height.
  [[nodiscard]] bool IsOnField(const double* place) const;

 private:
  [[nodiscard]] Vector3 GoalSize() const;
  void Build();
  void BuildGoal(int team);
  void BuildGround();
  void BuildBox();
  void BuildHoardings();
  void MoveLights();

  void PutGeom(int geom, const Vector3& place, const Vector3& size);
  void PutPost(int geom, const Vector3& from, const Vector3& to, double radius);

  const PitchRules rules_;
  World& world_;
  Vector2& size_;
  double* const geom_place_;
  double* const geom_turn_;
  double* const geom_size_;
  float* const geom_colour_;
  double* const site_place_;
  double* const site_size_;
  float* const site_colour_;
  double* const light_place_;
  double* const light_direction_;
  double* const field_of_view_;
  const int ground_;
  const int walls_;
  const std::array<int, 2> goals_;
  const int perimeter_;
  const int hoardings_;
  const int box_;  // -1 if there is none
};

}  // namespace envpool::mujoco::dmc_locomotion

#endif  // ENVPOOL_MUJOCO_DMC_LOCOMOTION_SOCCER_PITCH_H_
