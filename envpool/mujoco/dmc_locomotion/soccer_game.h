// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// SoccerGame: an episode of soccer. It places the ball and the players, finds
// goals, throws the ball in, and observes.
//
// Sources: dm_control.locomotion.soccer: task, initializers, observables.
//
// Threads: as World. Errors: std::runtime_error if the players cannot be placed
// without contacts; otherwise as World.

#ifndef ENVPOOL_MUJOCO_DMC_LOCOMOTION_SOCCER_GAME_H_
#define ENVPOOL_MUJOCO_DMC_LOCOMOTION_SOCCER_GAME_H_

#include <string>
#include <vector>

#include "envpool/core/random/random_state.h"
#include "envpool/mujoco/common/keyed_observation.h"
#include "envpool/mujoco/common/model.h"
#include "envpool/mujoco/dmc_locomotion/clips.h"
#include "envpool/mujoco/dmc_locomotion/soccer_pitch.h"
#include "envpool/mujoco/dmc_locomotion/soccer_player.h"
#include "envpool/mujoco/dmc_locomotion/world.h"

namespace envpool::mujoco::dmc_locomotion {

/// The world of soccer.
class SoccerWorld : public World {
 public:
  using World::World;

  /// Resets. In the initial state, all players and the ball are in one place.
  /// Only the solver's first guess depends on the many contacts between them,
  /// so it is computed once.
  void StartGame();
  void ParamsChanged();
  void Load(StateReader* reader);

  /// Steps once. Sensors are updated only `with_sensors`.
  void StepOnce(bool with_sensors);
  /// Computes forces and accelerations, except their sensors.
  void ForwardForces();

 private:
  std::vector<double> start_;  // the guess; empty if it must be computed
};

struct SoccerRules {
  const SoccerKind* kind;
  int team_size;
  PitchRules pitch;
  bool goes_on;  // after a goal
  Clips clips;   // one, for players that start in its poses; else null
};

/// The clip that gives players their first poses; null if they stand still.
Clips SoccerClips(const std::string& base_path, const SoccerKind& kind);

/// The pitches of a kind of players.
PitchRules PitchOf(const SoccerKind& kind, int team_size);

/// The model of a task.
Model SoccerModel(const std::string& base_path, const SoccerKind& kind,
                  int team_size, bool players_touch, bool has_box);

/// What a game keeps between steps besides the world; the env saves it.
struct SoccerState {
  Vector2 size{};               // of the pitch
  int last_goal_by{-1};         // the team; -1 if none in the last step
  bool is_out{false};           // whether the ball is off the field
  std::vector<double> actions;  // of all players, in the last step
};

class SoccerGame {
 public:
  SoccerGame(const SoccerRules& rules, SoccerWorld* world, SoccerState* state);

  /// Begins an episode: builds the pitch.
  void Build(RandomState* random) { pitch_.Draw(random); }
  /// Places all. The world has been reset.
  void Start(RandomState* random);
  void Step(int times, RandomState* random);

  [[nodiscard]] int players() const {
    return static_cast<int>(players_.size());
  }
  /// The reward of a player in the last step.
  [[nodiscard]] float Reward(int player) const;
  void Observe(int player, ObservationWriter* out) const;

 private:
  void PlaceAll(RandomState* random);
  /// The frame in which a player starts.
  int DrawFrame(RandomState* random) const;
  [[nodiscard]] bool PlayersTouch() const;
  void PutBall(double x, double y);
  void ThrowIn(RandomState* random);
  void FindGoals();

  void ObserveOthers(const SoccerPlayer& player, ObservationWriter* out) const;
  void ObservePitch(const SoccerPlayer& player, ObservationWriter* out) const;
  void ObserveScores(const SoccerPlayer& player, ObservationWriter* out) const;
  [[nodiscard]] double SpeedToBall(const SoccerPlayer& player) const;
  [[nodiscard]] double BallSpeedToGoal(int team) const;
  [[nodiscard]] bool IsClosest(const SoccerPlayer& player) const;
  [[nodiscard]] double DistanceToTeam(const SoccerPlayer& player) const;

  const SoccerRules rules_;
  SoccerWorld& world_;
  SoccerState& state_;
  Pitch pitch_;
  std::vector<SoccerPlayer> players_;
  const double* const ball_;
  double* const ball_position_;
  double* const ball_velocity_;
};

}  // namespace envpool::mujoco::dmc_locomotion

#endif  // ENVPOOL_MUJOCO_DMC_LOCOMOTION_SOCCER_GAME_H_
