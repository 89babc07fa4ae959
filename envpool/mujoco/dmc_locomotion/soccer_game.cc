// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/mujoco/dmc_locomotion/soccer_game.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <limits>
#include <numbers>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "envpool/mujoco/common/numpy_sum.h"
#include "envpool/mujoco/common/vectors.h"

namespace envpool::mujoco::dmc_locomotion {
namespace {

constexpr double kBallHeight = .5;  // at the start and when it is thrown in
constexpr double kSpawnRatio = .6;
constexpr int kMostTries = 100;

/// A vector in the world, in a player's frame.
void ObserveInFrame(const Vector3& from_root, const double* frame,
                    ObservationWriter* out) {
  out->Add(InFrame(from_root, frame));
}
void ObserveInFrame(const Vector2& from_root, const double* frame,
                    ObservationWriter* out) {
  for (int i = 0; i < 2; ++i) {
    out->Add(std::fma(from_root[1], frame[3 + i], from_root[0] * frame[i]));
  }
}

/// Whether this is the name of a part of a player, such as "home0/head".
bool IsOfPlayer(std::string_view name) {
  return name.size() > 4 &&
         (name.starts_with("home") || name.starts_with("away")) &&
         std::isdigit(static_cast<unsigned char>(name[4])) != 0;
}

std::string AssetOf(const std::string& base_path, const std::string& file) {
  return base_path + "/mujoco/dmc_locomotion/assets/" + file;
}

void AddFieldBox(mjSpec* spec) {
  constexpr int kWalls = 8;
  constexpr int kContactBit = 1 << 7;
  mjsBody* world = mjs_findBody(spec, "world");
  for (int i = 0; i < kWalls; ++i) {
    mjsGeom* wall = mjs_addGeom(world, nullptr);
    mjs_setName(wall->element, ("field_box_" + std::to_string(i)).c_str());
    wall->type = mjGEOM_BOX;
    wall->contype = wall->conaffinity = kContactBit;
    std::ranges::fill(wall->size, 1);
    std::ranges::copy(std::array{.3F, .3F, .3F, 0.F}, wall->rgba);
  }
  mjs_asGeom(mjs_findElement(spec, mjOBJ_GEOM, "soccer_ball/geom"))->contype |=
      kContactBit;
}

void SeparatePlayers(mjSpec* spec) {
  for (mjsElement* each = mjs_firstElement(spec, mjOBJ_GEOM); each != nullptr;
       each = mjs_nextElement(spec, each)) {
    if (IsOfPlayer(mjs_getString(mjs_getName(each)))) {
      mjs_asGeom(each)->contype = 0;
    }
  }
}

}  // namespace

PitchRules PitchOf(const SoccerKind& kind, int team_size) {
  if (!kind.is_small) {
    return {.smallest = {32, 24}, .largest = {48, 36}};
  }
  constexpr double kLeastArea = 100;  // per player
  constexpr double kMostArea = 350;
  constexpr double kRatio = .75;  // of width to length
  const auto size_of = [&](double area) -> Vector2 {
    area *= 2 * team_size;
    return {std::sqrt(area / kRatio) / 2, std::sqrt(area * kRatio) / 2};
  };
  return {.smallest = size_of(kLeastArea),
          .largest = size_of(kMostArea),
          .goal = {1.22 / 2, 3.66 / 2, 1.22 / 2}};
}

Clips SoccerClips(const std::string& base_path, const SoccerKind& kind) {
  return kind.has_clips
             ? LoadClips(AssetOf(base_path, std::string(kind.task) + ".clips"),
                         "base_path")
             : nullptr;
}

Model SoccerModel(const std::string& base_path, const SoccerKind& kind,
                  int team_size, bool players_touch, bool has_box) {
  const ModelEdit edit{.name = std::string(players_touch ? "" : "separate ") +
                               (has_box ? "box" : ""),
                       .apply =
                           [=](mjSpec* spec) {
                             if (!players_touch) {
                               SeparatePlayers(spec);
                             }
                             if (has_box) {
                               AddFieldBox(spec);
                             }
                           },
                       .is_lean = true};
  const std::string file =
      std::string(kind.task) + "_" + std::to_string(team_size) + ".xml";
  return LoadModel(AssetOf(base_path, file), edit, "base_path");
}

void SoccerWorld::StartGame() {
  if (start_.empty()) {
    Physics::Start();
    start_.assign(data().qacc_warmstart, data().qacc_warmstart + model().nv);
  } else {
    Physics::StartFrom(start_);
  }
}

void SoccerWorld::ParamsChanged() {
  start_.clear();
  World::ParamsChanged();
}

void SoccerWorld::Load(StateReader* reader) {
  start_.clear();
  World::Load(reader);
}

void SoccerWorld::StepOnce(bool with_sensors) {
  int& flags = own().get()->opt.disableflags;
  const int before = flags;
  flags |= with_sensors ? 0 : mjDSBL_SENSOR;
  try {
    Physics::Advance(1);
  } catch (...) {
    flags = before;
    throw;
  }
  flags = before;
}

void SoccerWorld::ForwardForces() {
  mj_forwardSkip(&model(), &data(), mjSTAGE_VEL, /*skipsensor=*/1);
}

SoccerGame::SoccerGame(const SoccerRules& rules, SoccerWorld* world,
                       SoccerState* state)
    : rules_(rules),
      world_(*world),
      state_(*state),
      pitch_(rules.pitch, world, &state->size),
      ball_(world->GeomPosition("soccer_ball/geom")),
      ball_position_(world->JointPosition("soccer_ball/")),
      ball_velocity_(world->JointVelocity("soccer_ball/")) {
  for (int i = 0; i < 2 * rules.team_size; ++i) {
    players_.emplace_back(*rules.kind, rules.team_size, i, world);
  }
  state_.actions.resize(players_.size() * rules.kind->controls);
}

void SoccerGame::PutBall(double x, double y) {
  std::ranges::copy(std::array{x, y, kBallHeight}, ball_position_);
  std::fill_n(ball_velocity_, 6, 0);
}

bool SoccerGame::PlayersTouch() const {
  const mjData& data = world_.data();
  return std::any_of(
      data.contact, data.contact + data.ncon, [&](const mjContact& contact) {
        return std::ranges::any_of(players_, [&](const SoccerPlayer& one) {
          return std::ranges::any_of(players_, [&](const SoccerPlayer& other) {
            return &one != &other && one.Owns(contact.geom[0]) &&
                   other.Owns(contact.geom[1]);
          });
        });
      });
}

int SoccerGame::DrawFrame(RandomState* random) const {
  return rules_.clips == nullptr
             ? 0
             : static_cast<int>(random->RandInt(rules_.clips->clips[0].count));
}

void SoccerGame::PlaceAll(RandomState* random) {
  const double x = pitch_.size()[0] * kSpawnRatio;
  const double y = pitch_.size()[1] * kSpawnRatio;
  for (int tries = 0; tries <= kMostTries; ++tries) {
    const double ball_x = random->Uniform(-x, x);
    PutBall(ball_x, random->Uniform(-y, y));
    for (SoccerPlayer& player : players_) {
      const int frame = DrawFrame(random);
      const double player_x = random->Uniform(-x, x);
      const double player_y = random->Uniform(-y, y);
      player.Place(player_x, player_y,
                   random->Uniform(-std::numbers::pi, std::numbers::pi));
      if (rules_.clips != nullptr) {
        player.Pose(rules_.clips->clips[0], frame);
      }
    }
    world_.Forward();
    if (!PlayersTouch()) {
      return;
    }
  }
  throw std::runtime_error("found no places at which no players touch");
}

void SoccerGame::Start(RandomState* random) {
  std::ranges::fill(state_.actions, 0);
  for (int i = 0; i < players(); ++i) {
    DrawFrame(random);  // The official env poses all players twice.
  }
  PlaceAll(random);
  // The official env shows the goal that ended the last episode once more.
  state_.is_out = !rules_.pitch.has_box && !pitch_.IsOnField(ball_);
}

void SoccerGame::ThrowIn(RandomState* random) {
  constexpr double kLeast = .7;
  constexpr double kMost = .9;
  world_.ForwardForces();
  const double x = ball_[0];
  const double y = ball_[1];
  const double nearer_x = random->Uniform(kLeast, kMost);
  PutBall(x * nearer_x, y * random->Uniform(kLeast, kMost));
}

/// A goal counts if the ball was in it at any time of the step.
void SoccerGame::FindGoals() {
  for (const int team : {kAway, kHome}) {
    const bool has_ball = pitch_.Goal(team).Contains(ball_);
    pitch_.ShowGoal(team, has_ball);
    if (has_ball) {
      state_.last_goal_by = 1 - team;
    }
  }
}

void SoccerGame::Step(int times, RandomState* random) {
  world_.SetControl(state_.actions.data());
  if (state_.is_out) {
    ThrowIn(random);
  }
  state_.last_goal_by = -1;
  for (int i = 0; i < times; ++i) {
    world_.StepOnce(i == times - 1);
    if (i == 0) {
      // The official env computes forces anew after the first step, and the
      // solver starts from them.
      world_.ForwardForces();
    }
    FindGoals();
  }
  state_.is_out = !rules_.pitch.has_box && !pitch_.IsOnField(ball_);
  if (rules_.goes_on && state_.last_goal_by >= 0) {
    PlaceAll(random);
  }
}

float SoccerGame::Reward(int player) const {
  if (state_.last_goal_by < 0) {
    return 0;
  }
  return state_.last_goal_by == players_[player].team() ? 1 : -1;
}

void SoccerGame::Observe(int player, ObservationWriter* out) const {
  const SoccerPlayer& one = players_[player];
  const int controls = rules_.kind->controls;
  one.ObserveBody(out);
  out->Add(state_.actions.data() + player * controls, controls);
  one.ObserveMotion(out);
  ObserveOthers(one, out);
  ObservePitch(one, out);
  ObserveScores(one, out);
}

void SoccerGame::ObserveOthers(const SoccerPlayer& player,
                               ObservationWriter* out) const {
  for (const int team : {player.team(), 1 - player.team()}) {
    for (const SoccerPlayer& other : players_) {
      if (other.team() == team && &other != &player) {
        player.ObserveOther(other, out);
      }
    }
  }
}

void SoccerGame::ObservePitch(const SoccerPlayer& player,
                              ObservationWriter* out) const {
  const double* place = player.RootPlace();
  const double* frame = player.RootFrame();
  const auto corner = [&](double x, double y) {
    ObserveInFrame(Vector2{x - place[0], y - place[1]}, frame, out);
  };
  const auto middle = [&](const Zone& goal) {
    ObserveInFrame(Difference(goal.Middle().data(), place), frame, out);
  };
  const Zone home = pitch_.Goal(kHome);
  const Zone away = pitch_.Goal(kAway);
  const Vector2 field = pitch_.Field();
  // Clockwise for a player who looks at the goal of the opponents.
  const auto first = [&] {
    corner(home.lower[0], home.lower[1]);
    middle(home);
    corner(home.upper[0], home.upper[1]);
    corner(field[0], field[1]);
  };
  const auto second = [&] {
    corner(away.upper[0], away.upper[1]);
    middle(away);
    corner(away.lower[0], away.lower[1]);
    corner(-field[0], -field[1]);
  };
  if (player.team() == kHome) {
    first();
    second();
  } else {
    second();
    first();
  }
}

void SoccerGame::ObserveScores(const SoccerPlayer& player,
                               ObservationWriter* out) const {
  constexpr double kFar = 5;
  const double speed = SpeedToBall(player);
  const double distance = DistanceToTeam(player);
  const int scorer = state_.last_goal_by;
  out->Add(speed);
  out->Add(IsClosest(player) ? speed : 0);
  out->Add(player.ForwardSpeed());
  out->Add(BallSpeedToGoal(1 - player.team()));
  out->Add(distance);
  out->Add(distance > kFar ? 1 : 0);
  out->Add(scorer == player.team() ? 1 : 0);
  out->Add(scorer == 1 - player.team() ? 1 : 0);
}

double SoccerGame::SpeedToBall(const SoccerPlayer& player) const {
  constexpr double kTiny = 1e-7;
  const Vector3 way = Difference(ball_, player.RootPlace());
  const double length = Norm(way.data(), 2) + kTiny;
  const Vector2 direction{way[0] / length, way[1] / length};
  return Dot(direction.data(), player.Velocity(), 2);
}

double SoccerGame::BallSpeedToGoal(int team) const {
  const Zone goal = pitch_.Goal(team);
  Vector3 way = Difference(goal.Middle().data(), ball_);
  const double length = Norm(way);
  if (length != 0) {
    std::ranges::for_each(way, [&](double& each) { each /= length; });
  }
  return Dot(way.data(), world_.data().sensordata, 3);
}

bool SoccerGame::IsClosest(const SoccerPlayer& player) const {
  double least = std::numeric_limits<double>::infinity();
  const SoccerPlayer* closest = nullptr;
  for (const SoccerPlayer& each : players_) {
    if (each.team() == player.team()) {
      const double distance = Distance(ball_, each.RootPlace());
      if (distance < least) {
        least = distance;
        closest = &each;
      }
    }
  }
  return closest == &player;
}

double SoccerGame::DistanceToTeam(const SoccerPlayer& player) const {
  std::array<double, 16> distances{};
  int count = 0;
  for (const SoccerPlayer& each : players_) {
    if (each.team() == player.team() && &each != &player) {
      distances[count++] = Distance(player.RootPlace(), each.RootPlace());
    }
  }
  return count == 0
             ? 0
             : Sum([&](int i) { return distances[i]; }, 0, count) / count;
}

}  // namespace envpool::mujoco::dmc_locomotion
