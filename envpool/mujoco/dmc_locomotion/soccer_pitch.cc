// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/mujoco/dmc_locomotion/soccer_pitch.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace envpool::mujoco::dmc_locomotion {
namespace {

constexpr double kSideWidth = 32. / 6;
constexpr double kGoalRatio = .33;  // of a goal's width to the pitch's
constexpr double kGridRatio = 1. / 100;
constexpr double kTopDistance = 95;
constexpr double kTopPadding = 1.1;
constexpr int kHoardings = 30;  // per side

/// The ends of a goal's posts in the box of a goal, which is from -1 to 1.
struct Post {
  Vector3 from;
  Vector3 to;
  bool is_top;
  bool is_support;
};
constexpr std::array kPosts{
    Post{{1, -1, -1}, {1, -1, 1}, false, false},
    Post{{1, 1, -1}, {1, 1, 1}, false, false},
    Post{{1, -1, 1}, {1, 1, 1}, true, false},
    Post{{1, -1, -1}, {-1, -1, -1}, false, false},
    Post{{1, 1, -1}, {-1, 1, -1}, false, false},
    Post{{-1, -1, -1}, {-1, 1, -1}, false, false},
    Post{{-1, -1, -1}, {.2, -1, 1}, false, true},
    Post{{.2, -1, 1}, {1, -1, 1}, true, true},
    Post{{-1, 1, -1}, {.2, 1, 1}, false, true},
    Post{{.2, 1, 1}, {1, 1, 1}, true, true},
};

/// The colours of goals, by team, and of a goal with the ball in it.
constexpr std::array<std::array<float, 3>, 2> kGoalColours{
    {{.2F, .2F, 1}, {1, .2F, .2F}}};
constexpr std::array<float, 3> kScoredColour{0, 1, 0};

/// The colour of a hue, with a saturation of .7.
std::array<double, 3> Rainbow(double hue) {
  constexpr double kSaturation = .7;
  const double sixth = hue * 6;
  const int part = static_cast<int>(sixth);
  const double rest = sixth - part;
  const double low = 1 - kSaturation;
  const double falling = 1 - kSaturation * rest;
  const double rising = 1 - kSaturation * (1 - rest);
  switch (part % 6) {
    case 0:
      return {1, rising, low};
    case 1:
      return {falling, 1, low};
    case 2:
      return {low, 1, rising};
    case 3:
      return {low, falling, 1};
    case 4:
      return {rising, low, 1};
    default:
      return {1, low, falling};
  }
}

}  // namespace

Vector3 Zone::Middle() const {
  return {(lower[0] + upper[0]) / 2, (lower[1] + upper[1]) / 2,
          (lower[2] + upper[2]) / 2};
}

bool Zone::Contains(const double* place) const {
  for (int i = 0; i < 3; ++i) {
    if (!(lower[i] < place[i] && place[i] < upper[i])) {
      return false;
    }
  }
  return true;
}

bool PitchRules::Allows(const Vector2& size) const {
  constexpr Vector2 kNone{};
  return size == kNone || (smallest[0] <= size[0] && size[0] <= largest[0] &&
                           smallest[1] <= size[1] && size[1] <= largest[1]);
}

Pitch::Pitch(const PitchRules& rules, World* world, Vector2* size)
    : rules_(rules),
      world_(*world),
      size_(*size),
      geom_place_(
          world->OwnArray(&mjModel::geom_pos, 3 * world->model().ngeom)),
      geom_turn_(
          world->OwnArray(&mjModel::geom_quat, 4 * world->model().ngeom)),
      geom_size_(
          world->OwnArray(&mjModel::geom_size, 3 * world->model().ngeom)),
      geom_colour_(
          world->OwnArray(&mjModel::geom_rgba, 4 * world->model().ngeom)),
      site_place_(
          world->OwnArray(&mjModel::site_pos, 3 * world->model().nsite)),
      site_size_(
          world->OwnArray(&mjModel::site_size, 3 * world->model().nsite)),
      site_colour_(
          world->OwnArray(&mjModel::site_rgba, 4 * world->model().nsite)),
      light_place_(
          world->OwnArray(&mjModel::light_pos, 3 * world->model().nlight)),
      light_direction_(
          world->OwnArray(&mjModel::light_dir, 3 * world->model().nlight)),
      field_of_view_(world->OwnArray(&mjModel::cam_fovy, world->model().ncam) +
                     world->Id(mjOBJ_CAMERA, "top_down")),
      ground_(world->Id(mjOBJ_GEOM, "ground")),
      walls_(world->Id(mjOBJ_GEOM, "wall_0")),
      goals_{world->Id(mjOBJ_GEOM, "home_goal/right_post"),
             world->Id(mjOBJ_GEOM, "away_goal/right_post")},
      perimeter_(world->Id(mjOBJ_GEOM, "perimeter_0")),
      hoardings_(world->Id(mjOBJ_SITE, "hoarding_0")),
      box_(rules.has_box ? world->Id(mjOBJ_GEOM, "field_box_0") : -1) {}

void Pitch::Draw(RandomState* random) {
  // The official env draws a size twice, and uses the second one.
  for (int i = 0; i < 2; ++i) {
    const double first = random->Uniform(0, 1);
    const double second = rules_.keeps_ratio ? first : random->Uniform(0, 1);
    for (const auto& [at, ratio] :
         {std::pair{0, first}, std::pair{1, second}}) {
      size_[at] = rules_.smallest[at] +
                  ratio * (rules_.largest[at] - rules_.smallest[at]);
    }
  }
  Build();
}

Vector3 Pitch::GoalSize() const {
  if (rules_.goal[0] > 0) {
    return rules_.goal;
  }
  return {kSideWidth / 2, size_[1] * kGoalRatio, kSideWidth / 2};
}

Zone Pitch::Goal(int team) const {
  const Vector3 size = GoalSize();
  const double x = team == kHome ? -size_[0] + size[0] : size_[0] - size[0];
  return {{x - size[0], 0 - size[1], size[2] - size[2]},
          {x + size[0], 0 + size[1], size[2] + size[2]}};
}

Vector2 Pitch::Field() const {
  const double margin = 2 * GoalSize()[0];
  return {size_[0] - margin, size_[1] - margin};
}

bool Pitch::IsOnField(const double* place) const {
  const Vector2 field = Field();
  return -field[0] < place[0] && place[0] < field[0] && -field[1] < place[1] &&
         place[1] < field[1];
}

void Pitch::ShowGoal(int team, bool has_ball) {
  const auto& colour = has_ball ? kScoredColour : kGoalColours[team];
  for (std::size_t i = 0; i < kPosts.size(); ++i) {
    std::ranges::copy(colour, geom_colour_ + 4 * (goals_[team] + i));
  }
}

void Pitch::Build() {
  constexpr double kDegrees = 360 / std::numbers::pi;
  *field_of_view_ =
      kDegrees *
      std::atan2(kTopPadding * std::max(size_[0], size_[1]), kTopDistance);
  BuildGround();
  for (const int team : {kHome, kAway}) {
    BuildGoal(team);
    ShowGoal(team, false);
  }
  if (box_ >= 0) {
    BuildBox();
  }
  MoveLights();
  BuildHoardings();
  world_.ArenaChanged();
}

void Pitch::PutGeom(int geom, const Vector3& place, const Vector3& size) {
  std::ranges::copy(place, geom_place_ + 3 * geom);
  std::ranges::copy(size, geom_size_ + 3 * geom);
}

/// Places a capsule as MuJoCo's compiler does.
void Pitch::PutPost(int geom, const Vector3& from, const Vector3& to,
                    double radius) {
  Vector3 axis = Difference(from.data(), to.data());
  double length = 0;
  for (const double each : axis) {
    length += each * each;
  }
  length = std::sqrt(length);
  for (double& each : axis) {
    each /= length;
  }
  PutGeom(geom,
          {(from[0] + to[0]) / 2, (from[1] + to[1]) / 2, (from[2] + to[2]) / 2},
          {radius, length / 2, 0});
  // The turn from the z axis to the post's axis.
  Vector3 around{-axis[1], axis[0], 0};
  const double sine =
      std::sqrt(around[0] * around[0] + around[1] * around[1] + 0 * 0);
  if (sine < 1e-10) {
    around = {1, 0, 0};
  } else {
    for (double& each : around) {
      each /= sine;
    }
  }
  const double angle = std::atan2(sine, axis[2]);
  const double half = std::sin(angle / 2);
  std::ranges::copy(std::array{std::cos(angle / 2), around[0] * half,
                               around[1] * half, around[2] * half},
                    geom_turn_ + 4 * geom);
}

void Pitch::BuildGoal(int team) {
  constexpr double kPostRatio = .07;
  constexpr double kTopRatio = 1.01;
  constexpr double kSupportRatio = .75;
  const Vector3 size = GoalSize();
  const double way = team == kHome ? 1 : -1;
  const Vector3 place{way * (-size_[0] + size[0]), 0, size[2]};
  const double usual = kPostRatio * (size[0] + size[1] + size[2]) / 3;
  const auto end_of = [&](const Vector3& end) -> Vector3 {
    return {end[0] * way * size[0] + place[0],
            end[1] * way * size[1] + place[1], end[2] * size[2] + place[2]};
  };
  int geom = goals_[team];
  for (const Post& post : kPosts) {
    double radius = usual;
    radius *= post.is_top ? kTopRatio : 1;
    radius *= post.is_support ? kSupportRatio : 1;
    PutPost(geom++, end_of(post.from), end_of(post.to), radius);
  }
}

void Pitch::BuildGround() {
  const double grid = std::max(size_[0], size_[1]) * kGridRatio;
  const Vector2 field = Field();
  std::ranges::copy(std::array{field[0], field[1], grid},
                    geom_size_ + 3 * ground_);
  double* wall = geom_place_ + 3 * walls_;
  wall[1] = -size_[1];
  wall[3 + 1] = size_[1];
  wall[6] = -size_[0];
  wall[9] = size_[0];
  const double width = GoalSize()[0];
  int geom = perimeter_;
  for (const int x : {-1, 0, 1}) {
    for (const int y : {-1, 0, 1}) {
      if (x != 0 || y != 0) {
        PutGeom(geom++, {x * (size_[0] - width), y * (size_[1] - width), 0},
                {x == 0 ? field[0] : width, y == 0 ? field[1] : width, grid});
      }
    }
  }
}

void Pitch::BuildBox() {
  constexpr double kHalfHeight = 20;
  constexpr double kThickness = 1;
  const Vector3 goal = GoalSize();
  const Vector2 field = Field();
  const double middle = .5 * (field[1] + goal[1]);
  const double half = .5 * (field[1] - goal[1]);
  int geom = box_;
  for (const int y : {-1, 1}) {
    PutGeom(geom++, {0, y * (field[1] + kThickness), kHalfHeight},
            {field[0], kThickness, kHalfHeight});
  }
  for (const int side : {-1, 1}) {
    const double x = side * (field[0] + kThickness);
    PutGeom(geom++, {x, -middle, kHalfHeight}, {kThickness, half, kHalfHeight});
    PutGeom(geom++, {x, 0, kHalfHeight + goal[2]},
            {kThickness, goal[1], kHalfHeight - goal[2]});
    PutGeom(geom++, {x, middle, kHalfHeight}, {kThickness, half, kHalfHeight});
  }
}

void Pitch::MoveLights() {
  const Vector2 field = Field();
  const double height = .5 * (field[0] + field[1]) * 2 / 3;
  double* place = light_place_;
  double* direction = light_direction_;
  for (const int x : {-1, 1}) {
    for (const int y : {-1, 1}) {
      const Vector3 corner{x * field[0], y * field[1], height};
      place = std::ranges::copy(corner, place).out;
      const Vector3 down{-corner[0], -corner[1], -(height * 2)};
      const double length =
          std::sqrt(down[0] * down[0] + down[1] * down[1] + down[2] * down[2]);
      direction = std::ranges::transform(down, direction, [&](double each) {
                    return each / length;
                  }).out;
    }
  }
}

void Pitch::BuildHoardings() {
  const double goal_height = GoalSize()[2];
  const double width = goal_height / 8;
  const double height = goal_height / 2;
  int site = hoardings_;
  for (const int along : {0, 1}) {
    const int across = 1 - along;
    const double length = size_[along] + (along == 1 ? 2 * width : 0);
    for (const int side : {-1, 1}) {
      for (int i = 0; i < kHoardings; ++i, ++site) {
        double* place = site_place_ + 3 * site;
        place[along] =
            i * (2 * length / kHoardings) - length + length / kHoardings;
        place[across] = side * (size_[across] + width);
        place[2] = width;
        double* size = site_size_ + 3 * site;
        size[along] = length / kHoardings;
        size[across] = width;
        size[2] = height;
        const double angle =
            std::numbers::pi + std::atan2(place[0], -std::fabs(place[1]));
        double hue = .5 + angle / (2 * std::numbers::pi) - .25;
        hue -= std::floor(hue);
        std::ranges::transform(
            Rainbow(hue), site_colour_ + 4 * site,
            [](double each) { return static_cast<float>(each); });
        site_colour_[4 * site + 3] = 1;
      }
    }
  }
}

}  // namespace envpool::mujoco::dmc_locomotion
