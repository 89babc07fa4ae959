// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/mujoco/dmc_locomotion/forage.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <numbers>
#include <optional>
#include <string>
#include <vector>

#include "envpool/mujoco/dmc_locomotion/maze_arena.h"

namespace envpool::mujoco::dmc_locomotion {
namespace {

/// Targets in a maze. A target is reached when any part of the walker touches
/// it.
class Forage : public Task {
 public:
  Forage(const MazeSizes& sizes, bool may_fall, World* world, Walker* walker)
      : world_(*world),
        walker_(*walker),
        arena_(sizes, world),
        may_fall_(may_fall),
        ground_(Ground(*world)) {}

  void Build(RandomState* random) final {
    arena_.Build(DrawCells(), Variations(), &global_);
    std::vector<Cell> cells = Cells().Find(RandomMaze::kTarget);
    random->Shuffle(cells);
    targets_ = ChooseTargets(static_cast<int>(cells.size()), random);
    for (std::size_t i = 0; i < targets_.size(); ++i) {
      arena_.PlaceTarget(targets_[i].number, cells[i]);
    }
    world_.ArenaChanged();
  }

  void Reset(RandomState* random) final {
    const std::vector<Cell> spawns = Cells().Find(RandomMaze::kSpawn);
    const Cell spawn = spawns[random->RandInt(spawns.size())];
    const auto [x, y] = arena_.PlaceOf(spawn);
    // Everything but the pose is still that of the model's own pose.
    const std::optional<double> turn = DrawTurn(x, y, random);
    walker_.StandUp(x, y, 0);
    if (turn.has_value()) {
      // The official walker is out of the way while it looks around.
      constexpr double kAway = 100;
      walker_.Pose()[2] = (walker_.Pose()[2] + kAway) - kAway;
      walker_.TurnBy(*turn);
    }
    for (Target& target : targets_) {
      if (Touches(target)) {
        Reach(&target);
        world_.Forward();
      }
    }
  }

  void Advance(World* world, int times, bool evaluates) final {
    for (int i = 0; i < times; ++i) {
      world->Advance(1, evaluates);
      for (Target& target : targets_) {
        if (target.is_reached == 0 && Touches(target)) {
          Reach(&target);
        }
      }
    }
  }

  [[nodiscard]] double Reward() final {
    double reward = StepReward();
    for (Target& target : targets_) {
      if (target.is_reached != 0 && target.is_rewarded == 0) {
        reward += target.reward;
        target.is_rewarded = 1;
      }
    }
    return reward;
  }
  [[nodiscard]] bool HasFailed() const final {
    return (!may_fall_ && walker_.Falls(ground_)) ||
           std::ranges::all_of(targets_, [](const Target& target) {
             return target.is_reached != 0;
           });
  }
  /// The official env asks for the discount before it decides that an episode
  /// ends.
  [[nodiscard]] float LastDiscount() const final { return 1; }

  void Save(StateWriter* writer) const override {
    writer->Write(global_);
    writer->Write(targets_);
    arena_.Save(writer);
  }
  void Load(StateReader* reader) override {
    reader->Read(&global_);
    reader->Read(&targets_);
    reader->Require(targets_.size() <=
                    static_cast<std::size_t>(arena_.targets()));
    for (const Target& target : targets_) {
      reader->Require(0 <= target.number && target.number < arena_.targets());
    }
    arena_.Load(reader);
  }

 protected:
  struct Target {
    double reward;
    std::int32_t number;  // in the model
    std::int16_t is_reached;
    std::int16_t is_rewarded;
  };

  /// Draws a maze.
  virtual const TextGrid& DrawCells() = 0;
  [[nodiscard]] virtual const TextGrid& Cells() const = 0;
  [[nodiscard]] virtual const TextGrid& Variations() const = 0;
  virtual std::vector<Target> ChooseTargets(int count, RandomState* random) = 0;
  [[nodiscard]] virtual double StepReward() const { return 0; }
  /// Draws the walker's turn about the vertical axis, at a place.
  virtual std::optional<double> DrawTurn(double /*x*/, double /*y*/,
                                         RandomState* /*random*/) {
    return {};
  }

  RandomState& global() { return global_; }
  [[nodiscard]] const World& world() const { return world_; }
  [[nodiscard]] int model_targets() const { return arena_.targets(); }

 private:
  [[nodiscard]] bool Touches(const Target& target) const {
    const int geom = arena_.TargetGeom(target.number);
    const mjData& data = world_.data();
    return std::any_of(data.contact, data.contact + data.ncon,
                       [geom](const mjContact& contact) {
                         return contact.geom[0] == geom ||
                                contact.geom[1] == geom;
                       });
  }
  void Reach(Target* target) {
    target->is_reached = 1;
    arena_.ShowTarget(target->number, false);
  }

  World& world_;
  Walker& walker_;
  MazeArena arena_;
  const bool may_fall_;
  const std::vector<bool> ground_;
  RandomState global_;
  std::vector<Target> targets_;
};

constexpr MazeOptions kMaze{.rows = 11,
                            .columns = 11,
                            .rooms = 4,
                            .smallest_room = 4,
                            .largest_room = 5,
                            .spawns_per_room = 1,
                            .targets_per_room = 3};
constexpr MazeSizes kCmuMaze{.cells = 11,
                             .scale = 3,
                             .height = 2,
                             .wall_textures = 8,
                             .floor_textures = 6,
                             .target_height = 1};
constexpr MazeSizes kRatMaze{.cells = 11,
                             .scale = .5,
                             .height = .3,
                             .wall_textures = 8,
                             .floor_textures = 2,
                             .target_height = .125};
constexpr MazeSizes kCmuRoom{.cells = 7,
                             .scale = 3,
                             .height = 2,
                             .wall_textures = 8,
                             .floor_textures = 6,
                             .target_height = 1};

/// A random maze with rooms.
class MazeForage : public Forage {
 public:
  MazeForage(const MazeSizes& sizes, bool may_fall, World* world,
             Walker* walker)
      : Forage(sizes, may_fall, world, walker), maze_(kMaze, 0) {}

  void Seed(std::uint32_t seed) override {
    global() = RandomState(seed);
    constexpr std::int64_t kSeeds = std::int64_t{1} << 31;
    maze_ = RandomMaze(kMaze, global().RandInt(kSeeds));
  }
  void Save(StateWriter* writer) const override {
    Forage::Save(writer);
    maze_.Save(writer);
  }
  void Load(StateReader* reader) override {
    Forage::Load(reader);
    maze_.Load(reader);
    reader->Require(!Cells().Find(RandomMaze::kSpawn).empty());
  }

 protected:
  const TextGrid& DrawCells() override {
    maze_.Regenerate();
    return maze_.cells();
  }
  [[nodiscard]] const TextGrid& Cells() const override { return maze_.cells(); }
  [[nodiscard]] const TextGrid& Variations() const override {
    return maze_.variations();
  }
  std::vector<Target> ChooseTargets(int count,
                                    RandomState* /*random*/) override {
    std::vector<Target> targets;
    for (int i = 0; i < std::min(count, model_targets()); ++i) {
      targets.push_back({kReward, i, 0, 0});
    }
    return targets;
  }
  std::optional<double> DrawTurn(double x, double y,
                                 RandomState* random) override {
    // The official turn is the tanh of the arctanh of what is drawn, which
    // differs in the last bit at most.
    const double back = random->Uniform(-1, 1);
    return OpenDirection(x, y) + std::numbers::pi * (1 + back);
  }

 private:
  static constexpr double kReward = 50;
  static constexpr int kRays = 10;
  static constexpr double kEyeHeight = .1;

  /// The direction from a place in which walls are farthest.
  [[nodiscard]] double OpenDirection(double x, double y) const {
    const std::array<double, 3> eye{x, y, kEyeHeight};
    double farthest = -std::numeric_limits<double>::infinity();
    double best = 0;
    for (int i = 0; i < kRays; ++i) {
      const double angle = 2 * std::numbers::pi * i / kRays;
      const std::array<double, 3> ray{std::cos(angle), std::sin(angle), 0};
      int geom;
      const double distance =
          mj_ray(&world().model(), &world().data(), eye.data(), ray.data(),
                 nullptr, 1, -1, &geom, nullptr);
      if (distance > farthest) {
        farthest = distance;
        best = angle;
      }
    }
    return best;
  }

  RandomMaze maze_;
};

/// A room with targets of two colours.
class HeterogeneousForage : public Forage {
 public:
  HeterogeneousForage(World* world, Walker* walker)
      : Forage(kCmuRoom, /*may_fall=*/false, world, walker),
        cells_(kCmuRoom.cells, kCmuRoom.cells, RandomMaze::kWall),
        variations_(kCmuRoom.cells, kCmuRoom.cells, '.') {
    DrawCells();
  }

  void Seed(std::uint32_t seed) override {
    global() = RandomState(seed);
    red_is_first_ = 0;
    DrawCells();
  }
  void Save(StateWriter* writer) const override {
    Forage::Save(writer);
    writer->Write(red_is_first_);
    writer->Write(cells_.text());
  }
  void Load(StateReader* reader) override {
    Forage::Load(reader);
    reader->Read(&red_is_first_, 0, 1);
    std::string text;
    reader->Read(&text);
    reader->Require(text.size() == cells_.text().size());
    cells_.text() = text;
    reader->Require(!Cells().Find(RandomMaze::kSpawn).empty());
  }

 protected:
  /// One target is always at the same cell; the others may be anywhere.
  const TextGrid& DrawCells() override {
    const Cell spawn{2, 3};
    const Cell target{4, 3};
    std::vector<Cell> others;
    for (int row = 1; row < cells_.rows() - 1; ++row) {
      for (int column = 1; column < cells_.columns() - 1; ++column) {
        const Cell cell{row, column};
        cells_[cell] = RandomMaze::kFree;
        if (!(cell == spawn || cell == target)) {
          others.push_back(cell);
        }
      }
    }
    for (const std::int64_t i : global().ChoiceWithoutReplacement(
             static_cast<std::int64_t>(others.size()), kTargets - 1)) {
      cells_[others[i]] = RandomMaze::kTarget;
    }
    cells_[spawn] = RandomMaze::kSpawn;
    cells_[target] = RandomMaze::kTarget;
    return cells_;
  }
  [[nodiscard]] const TextGrid& Cells() const override { return cells_; }
  [[nodiscard]] const TextGrid& Variations() const override {
    return variations_;
  }
  /// The colours change their order; the first three targets are good.
  std::vector<Target> ChooseTargets(int count, RandomState* random) override {
    std::array<int, 2> order{red_is_first_, 1 - red_is_first_};
    random->Shuffle(order);
    red_is_first_ = order[0];
    std::vector<Target> targets;
    for (int i = 0; i < std::min(count, kTargets); ++i) {
      const bool is_good = i < kTargets / 2;
      const int colour = is_good ? red_is_first_ : 1 - red_is_first_;
      targets.push_back({is_good ? kGood : kBad, 2 * i + colour, 0, 0});
    }
    return targets;
  }
  [[nodiscard]] double StepReward() const override { return kAlive; }

 private:
  static constexpr int kTargets = 6;
  static constexpr double kGood = 30;
  static constexpr double kBad = -10;
  static constexpr double kAlive = .01;

  TextGrid cells_;
  TextGrid variations_;
  int red_is_first_{0};
};

}  // namespace

std::unique_ptr<Task> MakeCmuMazeForage(World* world, Walker* walker) {
  return std::make_unique<MazeForage>(kCmuMaze, /*may_fall=*/false, world,
                                      walker);
}

std::unique_ptr<Task> MakeRatMazeForage(World* world, Walker* walker) {
  return std::make_unique<MazeForage>(kRatMaze, /*may_fall=*/true, world,
                                      walker);
}

std::unique_ptr<Task> MakeHeterogeneousForage(World* world, Walker* walker) {
  return std::make_unique<HeterogeneousForage>(world, walker);
}

}  // namespace envpool::mujoco::dmc_locomotion
