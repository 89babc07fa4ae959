// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// SoccerPlayer: a walker that plays soccer. It sets the walker's pose, and
// reads what the player senses.
//
// The model's sensors are in the order of soccer_models.py: the velocity of the
// ball; then a block for each player, with the sensors of its own body, of the
// ball, and of each other player.
//
// Sources: dm_control.locomotion: soccer.boxhead, soccer.humanoid,
// soccer.observables, walkers.ant, walkers.cmu_humanoid,
// walkers.initializers.mocap.
//
// Threads: as World. Errors: std::invalid_argument for a part that the model
// does not have.

#ifndef ENVPOOL_MUJOCO_DMC_LOCOMOTION_SOCCER_PLAYER_H_
#define ENVPOOL_MUJOCO_DMC_LOCOMOTION_SOCCER_PLAYER_H_

#include <array>
#include <span>
#include <string>
#include <vector>

#include "envpool/mujoco/common/keyed_observation.h"
#include "envpool/mujoco/dmc_locomotion/clips.h"
#include "envpool/mujoco/dmc_locomotion/world.h"

namespace envpool::mujoco::dmc_locomotion {

/// A kind of walker, by the name of its task.
struct SoccerKind {
  const char* task;
  const char* root;        // body
  const char* only_joint;  // that is observed; null: those of the actuators
  int joints;              // that are observed
  int controls;            // of a player
  int effectors;           // bodies that players see of each other
  int bodies;              // with observed poses
  /// The observation has the places of these bodies; if there are none, as for
  /// ants, those of the effectors.
  std::span<const char* const> appendages;
  double upright_height{0};
  std::array<double, 4> upright_turn{1, 0, 0, 0};
  bool has_clips{false};  // from which starts are drawn
  bool is_small{false};   // whether the pitch depends on the number of players
};

/// The number of places in the observation "appendages_pos".
inline int AppendagesOf(const SoccerKind& kind) {
  return kind.bodies > 0 ? kind.effectors
                         : static_cast<int>(kind.appendages.size());
}

/// Throws std::invalid_argument for an unknown task.
const SoccerKind& SoccerKindOf(const std::string& task);

class SoccerPlayer {
 public:
  /// `number` counts all players: first those at home.
  SoccerPlayer(const SoccerKind& kind, int team_size, int number, World* world);

  /// Places the walker, upright, turned by an angle around the vertical axis.
  void Place(double x, double y, double angle);
  /// Moves the joints as in a frame of a clip.
  void Pose(const Clip& clip, int frame);
  [[nodiscard]] bool Owns(int geom) const { return geom >= 0 && owner_[geom]; }

  [[nodiscard]] int team() const { return team_; }
  [[nodiscard]] const double* RootPlace() const { return place_; }
  [[nodiscard]] const double* RootFrame() const { return frame_; }
  /// The linear velocity at the centre of mass of the walker.
  [[nodiscard]] const double* Velocity() const { return velocity_; }
  [[nodiscard]] double ForwardSpeed() const;

  /// Observes the own body, up to the previous action.
  void ObserveBody(ObservationWriter* out) const;
  /// Observes what follows the previous action, and the ball.
  void ObserveMotion(ObservationWriter* out) const;
  /// Observes another player.
  void ObserveOther(const SoccerPlayer& other, ObservationWriter* out) const;

 private:
  [[nodiscard]] int SensorsOfBody() const;
  void PlaceFree(double x, double y, double angle);
  void PlaceBoxhead(double x, double y, double angle);

  const SoccerKind& kind_;
  const int number_;
  const int team_;
  const double* const place_;
  const double* const frame_;
  const double* const velocity_;
  const double* const sensors_;  // the block of this player
  double* root_positions_;       // of the joints that move the walker
  double* root_velocities_;
  std::vector<double*> other_positions_;  // of the walker's other joints
  std::vector<double*> other_velocities_;
  std::vector<const double*> appendages_;
  double* turn_{nullptr};  // a boxhead's joint
  double* turn_velocity_{nullptr};
  std::vector<const double*> joint_positions_;  // that are observed
  std::vector<const double*> joint_velocities_;
  std::vector<bool> owner_;  // by geom
};

}  // namespace envpool::mujoco::dmc_locomotion

#endif  // ENVPOOL_MUJOCO_DMC_LOCOMOTION_SOCCER_PLAYER_H_
