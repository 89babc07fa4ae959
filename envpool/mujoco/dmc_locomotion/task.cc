// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/mujoco/dmc_locomotion/task.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <memory>
#include <numbers>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "envpool/mujoco/common/terrain.h"
#include "envpool/mujoco/common/tolerance.h"
#include "envpool/mujoco/common/vectors.h"
#include "envpool/mujoco/dmc_locomotion/forage.h"
#include "envpool/mujoco/dmc_locomotion/two_touch.h"

namespace envpool::mujoco::dmc_locomotion {
namespace {

/// Geoms as flags: those of a body, or one geom.
std::vector<bool> GeomsOf(const World& world, const char* body) {
  const mjModel& model = world.model();
  const int id = world.Id(mjOBJ_BODY, body);
  std::vector<bool> flags(model.ngeom);
  for (int i = 0; i < model.ngeom; ++i) {
    flags[i] = model.geom_bodyid[i] == id;
  }
  return flags;
}

/// A floor with a target.
class GoToTarget : public Task {
 public:
  GoToTarget(World* world, Walker* walker)
      : walker_(*walker),
        ground_(Ground(*world)),
        target_(world->OwnArray(&mjModel::site_pos, 3 * world->model().nsite) +
                3 * world->Id(mjOBJ_SITE, "target")) {}

  void Build(RandomState* random) override {
    target_[0] = random->Uniform(-kHalfSide, kHalfSide);
    target_[1] = random->Uniform(-kHalfSide, kHalfSide);
  }
  void Reset(RandomState* random) override {
    const double x = random->Uniform(-kHalfSide, kHalfSide);
    walker_.StandUp(x, random->Uniform(-kHalfSide, kHalfSide), 0);
  }
  [[nodiscard]] double Reward() override {
    const double* place = walker_.RootPlace();
    const std::array away{target_[0] - place[0], target_[1] - place[1]};
    return Norm(away.data(), 2) < 1 ? 1 : 0;
  }
  [[nodiscard]] bool HasFailed() const override {
    return walker_.Falls(ground_);
  }
  [[nodiscard]] const double* Goal() const override { return target_; }

 private:
  static constexpr double kHalfSide = 4;  // of the area of places

  Walker& walker_;
  const std::vector<bool> ground_;
  double* const target_;
};

/// What is common to corridors: the walker shall run at a certain speed.
class Corridor : public Task {
 public:
  /// The sizes of a corridor, in metres.
  struct Rules {
    double start;      // of the walker, along the corridor
    double speed;      // in metres per second
    double lowest;     // height of an end effector
    bool may_fall;     // whether any part may touch the ground
    double length;     // of the corridor
    double width;      // of the corridor
    double shortest;   // platform
    double longest;    // platform
    double narrowest;  // gap
    double widest;     // gap
  };

  Corridor(const Rules& rules, std::vector<bool> ground, World* world,
           Walker* walker)
      : rules_(rules),
        world_(*world),
        walker_(*walker),
        ground_(std::move(ground)),
        place_(world->OwnArray(&mjModel::geom_pos, 3 * world->model().ngeom)),
        size_(world->OwnArray(&mjModel::geom_size, 3 * world->model().ngeom)),
        colour_(world->OwnArray(&mjModel::geom_rgba, 4 * world->model().ngeom)),
        velocity_(world->data().subtree_linvel +
                  3 * world->Id(mjOBJ_BODY, Root(*world))) {}

  void Build(RandomState* random) final {
    Draw(random);
    world_.ArenaChanged();
  }
  void Reset(RandomState* /*random*/) final {
    walker_.StandUp(rules_.start, 0, 0);
  }
  [[nodiscard]] double Reward() final {
    return Tolerance(velocity_[0], {.low = rules_.speed,
                                    .high = rules_.speed,
                                    .margin = rules_.speed,
                                    .slope = Slope::kLinear,
                                    .at_margin = 0});
  }
  [[nodiscard]] bool HasFailed() const final {
    return (!rules_.may_fall && walker_.Falls(ground_)) ||
           walker_.IsBelow(rules_.lowest);
  }

 protected:
  /// Draws the arena's boxes.
  virtual void Draw(RandomState* random) = 0;

  void Place(int geom, std::array<double, 3> place,
             std::array<double, 3> half_sides) {
    std::ranges::copy(place, place_ + 3 * geom);
    std::ranges::copy(half_sides, size_ + 3 * geom);
  }
  void Show(int geom, bool shown) { colour_[4 * geom + 3] = shown ? 1 : 0; }

  [[nodiscard]] const Rules& rules() const { return rules_; }
  [[nodiscard]] int FirstOf(const char* name) const {
    return world_.Id(mjOBJ_GEOM, name);
  }

 private:
  static const char* Root(const World& world) {
    return mj_name2id(&world.model(), mjOBJ_BODY, kCmuHumanoid.root) >= 0
               ? kCmuHumanoid.root
               : kRat.root;
  }

  const Rules& rules_;
  World& world_;
  Walker& walker_;
  const std::vector<bool> ground_;
  double* const place_;
  double* const size_;
  float* const colour_;
  const double* const velocity_;
};

constexpr Corridor::Rules kWalls{.start = .5,
                                 .speed = 3,
                                 .lowest = -.5,
                                 .may_fall = false,
                                 .length = 100,
                                 .width = 10,
                                 .shortest = 1,
                                 .longest = 7,
                                 .narrowest = 4,
                                 .widest = 4};
constexpr Corridor::Rules kGaps{.start = .5,
                                .speed = 3,
                                .lowest = -.5,
                                .may_fall = false,
                                .length = 100,
                                .width = 10,
                                .shortest = .3,
                                .longest = 2.5,
                                .narrowest = .5,
                                .widest = 1.25};
constexpr Corridor::Rules kRatGaps{.start = 5,
                                   .speed = 1,
                                   .lowest = -.3,
                                   .may_fall = true,
                                   .length = 40,
                                   .width = 2,
                                   .shortest = .4,
                                   .longest = .8,
                                   .narrowest = .05,
                                   .widest = .2};

/// A corridor with walls, alternately at its left and right side.
class Walls : public Corridor {
 public:
  Walls(const Rules& rules, World* world, Walker* walker)
      : Corridor(rules, Ground(*world), world, walker),
        first_(FirstOf("wall_0")) {}

 protected:
  void Draw(RandomState* random) override {
    int geom = first_;
    double side = -1;
    for (double x = kFirstWall; x < rules().length; x += kDistance) {
      const double width = random->Uniform(rules().shortest, rules().longest);
      side = -side;
      Place(geom++, {x, side * (rules().width - width) / 2, kHeight / 2},
            {kThickness / 2, width / 2, kHeight / 2});
    }
  }

 private:
  static constexpr double kFirstWall = 2;
  static constexpr double kDistance = 4;
  static constexpr double kHeight = 3;
  static constexpr double kThickness = .16;

  const int first_;
};

/// A corridor of platforms with gaps between them.
class Gaps : public Corridor {
 public:
  Gaps(const Rules& rules, World* world, Walker* walker)
      : Corridor(rules, FloorOf(*world), world, walker),
        first_(FirstOf("floor_0")),
        end_(EndOf(*world)) {}

 protected:
  void Draw(RandomState* random) override {
    int geom = first_;
    Place(geom - 1, {kStart / 2, 0, -kThickness},
          {kStart / 2, rules().width / 2, kThickness});
    double x = kStart;
    while (x < rules().length) {
      const double length = random->Uniform(rules().shortest, rules().longest);
      Show(geom, true);
      Place(geom++, {x + length / 2, 0, -kThickness},
            {length / 2, rules().width / 2, kThickness});
      x += length + random->Uniform(rules().narrowest, rules().widest);
    }
    for (; geom < end_; ++geom) {
      Show(geom, false);
      Place(geom, {kStart / 2, 0, kOutOfReach}, {kTiny, kTiny, kTiny});
    }
  }

 private:
  static constexpr double kStart = 6;  // length of the first platform
  static constexpr double kThickness = .16;
  static constexpr double kOutOfReach = -5;
  static constexpr double kTiny = 1e-3;

  static std::vector<bool> FloorOf(const World& world) {
    std::vector<bool> flags = GeomsOf(world, "ground");
    flags[0] = true;  // the plane far below
    return flags;
  }
  static int EndOf(const World& world) {
    const std::vector<bool> flags = GeomsOf(world, "ground");
    return static_cast<int>(flags.rend() -
                            std::find(flags.rbegin(), flags.rend(), true));
  }

  const int first_;
  const int end_;
};

/// A bowl that the walker shall climb out of.
class Escape : public Task {
 public:
  Escape(World* world, Walker* walker)
      : world_(*world),
        walker_(*walker),
        heights_(
            world->OwnArray(&mjModel::hfield_data, world->model().nhfielddata)),
        head_(world->SitePosition("walker/head")),
        pelvis_(world->BodyFrame("walker/pelvis")) {}

  void Build(RandomState* /*random*/) override {
    // The walker is placed while the ground is still flat.
    std::fill_n(heights_, world_.model().nhfielddata, 0.F);
  }
  void Reset(RandomState* random) override {
    std::array<double, 4> turn{};
    std::ranges::generate(turn, [&] { return random->Randn(); });
    const double norm = Norm(turn.data(), 4);
    std::ranges::for_each(turn, [&](double& value) { value /= norm; });
    const mjModel& model = world_.model();
    PlaceLowestFree(turn);
    MakeBowl(model.hfield_nrow[0], 2 * model.hfield_size[0],
             {.flat = .1, .lowest = .5, .distance = .2}, random, heights_);
  }
  [[nodiscard]] double Reward() override {
    const double size = world_.model().hfield_size[0];
    const double away = Tolerance(Norm(head_, 3), {.low = size,
                                                   .high = Interval::kInfinity,
                                                   .margin = size,
                                                   .slope = Slope::kLinear,
                                                   .at_margin = 0});
    return std::min(Upright(walker_.RootFrame()), Upright(pelvis_)) * away;
  }
  [[nodiscard]] const double* Goal() const override { return kOrigin.data(); }

 private:
  static constexpr std::array<double, 3> kOrigin{0, 0, 0};
  static constexpr int kMostTries = 1000;
  static constexpr double kRise = .01;

  static double Upright(const double* frame) {
    const double least = std::cos(30 * (std::numbers::pi / 180));
    return Tolerance(frame[kZZ], {.low = least,
                                  .high = Interval::kInfinity,
                                  .margin = 1 + least,
                                  .slope = Slope::kLinear,
                                  .at_margin = 0});
  }

  /// Raises the walker until it touches nothing.
  void PlaceLowestFree(const std::array<double, 4>& turn) {
    double* pose = walker_.Pose();
    const auto place = [&](double height) {
      std::copy_n(kOrigin.data(), 3, pose);
      pose[2] = height;
      std::ranges::copy(turn, pose + 3);
    };
    double height = 0;
    for (int i = 0; i < kMostTries; ++i) {
      place(height);
      if (!world_.HasContacts()) {
        // The solver starts from the accelerations of this state.
        world_.Start();
        place(height);
        world_.ForwardWithoutActuation();
        return;
      }
      height += kRise;
    }
    throw std::runtime_error(
        "found no height at which the walker touches nothing");
  }

  World& world_;
  Walker& walker_;
  float* const heights_;
  const double* const head_;
  const double* const pelvis_;
};

template <typename T>
std::unique_ptr<Task> Make(World* world, Walker* walker) {
  return std::make_unique<T>(world, walker);
}
template <typename T, const Corridor::Rules& kRules>
std::unique_ptr<Task> Make(World* world, Walker* walker) {
  return std::make_unique<T>(kRules, world, walker);
}

const std::map<std::string, TaskRow>& Rows() {
  static const auto& rows = *new std::map<std::string, TaskRow>{
      {"cmu_humanoid_go_to_target",
       {&kCmuHumanoid, Shows::kTarget, true, Make<GoToTarget>}},
      {"cmu_humanoid_run_gaps",
       {&kCmuHumanoid, Shows::kNothing, true, Make<Gaps, kGaps>}},
      {"cmu_humanoid_run_walls",
       {&kCmuHumanoid, Shows::kNothing, true, Make<Walls, kWalls>}},
      {"rodent_escape_bowl", {&kRat, Shows::kOrigin, false, Make<Escape>}},
      {"rodent_run_gaps", {&kRat, Shows::kNothing, true, Make<Gaps, kRatGaps>}},
      {"cmu_humanoid_maze_forage",
       {&kCmuHumanoid, Shows::kNothing, false, MakeCmuMazeForage}},
      {"cmu_humanoid_heterogeneous_forage",
       {&kCmuHumanoid, Shows::kNothing, false, MakeHeterogeneousForage}},
      {"rodent_maze_forage",
       {&kRat, Shows::kNothing, false, MakeRatMazeForage}},
      {"rodent_two_touch", {&kRat, Shows::kStage, false, MakeTwoTouch}},
  };
  return rows;
}

}  // namespace

std::vector<bool> Ground(const World& world) {
  std::vector<bool> flags(world.model().ngeom);
  flags[0] = true;
  return flags;
}

const TaskRow& RowOf(const std::string& task) {
  const auto found = Rows().find(task);
  if (found != Rows().end()) {
    return found->second;
  }
  std::string known;
  for (const auto& [name, row] : Rows()) {
    known += (known.empty() ? "" : ", ") + name;
  }
  throw std::invalid_argument("task_name: expected one of " + known + ", got " +
                              task);
}

}  // namespace envpool::mujoco::dmc_locomotion
