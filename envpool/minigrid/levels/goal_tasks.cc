// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Tasks in which the agent must reach the goal, without doors.

#include <algorithm>
#include <array>
#include <vector>

#include "envpool/minigrid/levels/levels.h"

namespace envpool::minigrid {

namespace {

constexpr const char* kReachGoal = "get to the green goal square";

/// A level that places the agent as the options demand.
class StartLevel : public Level {
 protected:
  using Level::Level;

  void PlaceAtStart() {
    if (options_.agent_start_pos == Pos{-1, -1}) {
      PlaceAgent();
      return;
    }
    agent_pos_ = options_.agent_start_pos;
    agent_dir_ =
        options_.agent_start_dir < 0 ? RandInt(0, 4) : options_.agent_start_dir;
  }
};

class Empty : public StartLevel {
 public:
  explicit Empty(const LevelOptions& o)
      : StartLevel(o, o.size, o.size, 4 * o.size * o.size) {
    mission_ = kReachGoal;
  }

 protected:
  void GenGrid() override {
    grid_.WallRect(0, 0, options_.size, options_.size);
    PutObj(kGoal, {options_.size - 2, options_.size - 2});
    PlaceAtStart();
  }
};

class DistShift : public StartLevel {
 public:
  explicit DistShift(const LevelOptions& o)
      : StartLevel(o, o.width, o.height, 4 * o.width * o.height) {
    mission_ = kReachGoal;
  }

 protected:
  void GenGrid() override {
    const int width = grid_.width();
    grid_.WallRect(0, 0, width, grid_.height());
    PutObj(kGoal, {width - 2, 1});
    for (int x = 3; x < width - 3; ++x) {
      grid_.Set({x, 1}, kLava);
      grid_.Set({x, options_.strip2_row}, kLava);
    }
    PlaceAtStart();
  }
};

class DynamicObstacles : public StartLevel {
 public:
  explicit DynamicObstacles(const LevelOptions& o)
      : StartLevel(o, o.size, o.size, 4 * o.size * o.size),
        // The official code caps the number of obstacles in this way.
        obstacles_(2 * o.n_obstacles <= o.size + 2 ? o.n_obstacles
                                                   : o.size / 2) {
    mission_ = kReachGoal;
  }

 protected:
  void GenGrid() override {
    grid_.WallRect(0, 0, options_.size, options_.size);
    grid_.Set({options_.size - 2, options_.size - 2}, kGoal);
    PlaceAtStart();
    for (ObjectId& obstacle : obstacles_) {
      const Thing ball = New(Type::kBall, Color::kBlue);
      obstacle = ball.id;
      PlaceObj(ball, kTries);
    }
  }

  Action BeforeStep(Action action) override {
    if (action > Action::kForward) {
      action = Action::kLeft;
    }
    const Type front = grid_[FrontPos()].type;
    blocked_ = front != Type::kEmpty && front != Type::kGoal;
    for (const ObjectId obstacle : obstacles_) {
      Move(obstacle);
    }
    return action;
  }

  void AfterStep(Action action, Outcome* outcome) override {
    if (action == Action::kForward && blocked_) {
      outcome->reward = -1;
      outcome->terminated = true;
    }
  }

  void SaveTask(StateWriter* writer) const override {
    for (const ObjectId obstacle : obstacles_) {
      writer->Write(obstacle);
    }
  }
  void LoadTask(StateReader* reader) override {
    for (ObjectId& obstacle : obstacles_) {
      obstacle = ReadObjectId(reader);
      reader->Require(obstacle != 0 &&
                      grid_.IdAt(objects_[obstacle].cur_pos) == obstacle);
    }
  }

 private:
  static constexpr int kTries = 100;

  /// Moves an obstacle to a free neighbouring place if kTries draws find one.
  void Move(ObjectId obstacle) {
    const Pos old = objects_[obstacle].cur_pos;
    if (TryPlaceObj(ThingOf(obstacle), old - Pos{1, 1}, {3, 3}, kTries)) {
      grid_.Set(old, kNothing);
    }
  }

  std::vector<ObjectId> obstacles_;
  bool blocked_{false};  // the front cell before the obstacles moved
};

/// A square room with lava or walls between the agent and the goal.
class ObstacleLevel : public Level {
 public:
  explicit ObstacleLevel(const LevelOptions& o)
      : Level(o, o.size, o.size, 4 * o.size * o.size) {
    const bool is_lava = o.obstacle_type == "lava";
    obstacle_ = is_lava ? kLava : kWall;
    mission_ = is_lava ? "avoid the lava and get to the green goal square"
                       : "find the opening and get to the green goal square";
  }

 protected:
  void GenGrid() override {
    const int size = options_.size;
    grid_.WallRect(0, 0, size, size);
    agent_pos_ = {1, 1};
    agent_dir_ = 0;
    PutObj(kGoal, {size - 2, size - 2});
    PutObstacles();
  }
  virtual void PutObstacles() = 0;

  Thing obstacle_;
};

class Crossing : public ObstacleLevel {
 public:
  using ObstacleLevel::ObstacleLevel;

 protected:
  void PutObstacles() override {
    const int size = options_.size;
    DrawRivers();
    for (const int y : Inner(across_)) {
      grid_.HorzWall(1, y, size - 2, obstacle_);
    }
    for (const int x : Inner(down_)) {
      grid_.VertWall(x, 1, size - 2, obstacle_);
    }
    Open();
  }

 private:
  using Lines = std::vector<int>;

  static std::span<const int> Inner(const Lines& lines) {
    return std::span(lines).subspan(1, lines.size() - 2);
  }

  /// Draws the rivers, and adds the grid's edges before and after them.
  void DrawRivers() {
    rivers_.clear();
    const int end = options_.size - 2;
    for (const bool is_down : {true, false}) {
      for (int at = 2; at < end; at += 2) {
        rivers_.push_back({is_down, at});
      }
    }
    np_random_.Shuffle(rivers_);
    down_.assign(1, 0);
    across_.assign(1, 0);
    const auto count =
        std::min<std::size_t>(options_.num_crossings, rivers_.size());
    for (std::size_t i = 0; i < count; ++i) {
      (rivers_[i].is_down ? down_ : across_).push_back(rivers_[i].at);
    }
    for (Lines* lines : {&down_, &across_}) {
      std::sort(lines->begin(), lines->end());
      lines->push_back(options_.size - 1);
    }
  }

  /// Opens the rivers along a random path from the first room to the last.
  void Open() {
    path_.assign(down_.size() - 2, 1);
    path_.resize(path_.size() + across_.size() - 2, 0);
    np_random_.Shuffle(path_);
    int i = 0;
    int j = 0;
    for (const uint8_t goes_right : path_) {
      if (goes_right != 0) {
        const int y = Between(across_, j);
        grid_.Set({down_[++i], y}, kNothing);
      } else {
        const int x = Between(down_, i);
        grid_.Set({x, across_[++j]}, kNothing);
      }
    }
  }

  int Between(const Lines& lines, int i) {
    const int low = lines[i] + 1;
    return low + static_cast<int>(np_random_.Choice(lines[i + 1] - low));
  }

  struct River {
    bool is_down;
    int at;
  };
  std::vector<River> rivers_;
  Lines down_;    // x of the left edge, the vertical rivers, the right edge
  Lines across_;  // y of the top edge, the horizontal rivers, the bottom edge
  std::vector<uint8_t> path_;
};

class LavaGap : public ObstacleLevel {
 public:
  using ObstacleLevel::ObstacleLevel;

 protected:
  void PutObstacles() override {
    const int size = options_.size;
    const Pos gap = RandPos(2, size - 2, 1, size - 1);
    grid_.VertWall(gap.x, 1, size - 2, obstacle_);
    grid_.Set(gap, kNothing);
  }
};

class FourRooms : public Level {
 public:
  static constexpr int kSize = 19;

  explicit FourRooms(const LevelOptions& o) : Level(o, kSize, kSize, 100) {
    mission_ = "reach the goal";
  }

 protected:
  void GenGrid() override {
    grid_.WallRect(0, 0, kSize, kSize);
    constexpr int kRoom = kSize / 2;
    for (int j = 0; j < 2; ++j) {
      for (int i = 0; i < 2; ++i) {
        const Pos top = {i * kRoom, j * kRoom};
        const Pos end = top + Pos{kRoom, kRoom};
        if (i == 0) {
          grid_.VertWall(end.x, top.y, kRoom);
          grid_.Set({end.x, RandInt(top.y + 1, end.y)}, kNothing);
        }
        if (j == 0) {
          grid_.HorzWall(top.x, end.y, kRoom);
          grid_.Set({RandInt(top.x + 1, end.x), end.y}, kNothing);
        }
      }
    }
    if (options_.agent_pos == Pos{-1, -1}) {
      PlaceAgent();
    } else {
      agent_pos_ = options_.agent_pos;
      grid_.Set(agent_pos_, kNothing);
      agent_dir_ = RandInt(0, 4);
    }
    if (options_.goal_pos == Pos{-1, -1}) {
      PlaceObj(kGoal);
    } else {
      PutObj(kGoal, options_.goal_pos);
    }
  }
};

constexpr std::array<Task, 6> kTasks = {{
    {"empty", Make<Empty>},
    {"distshift", Make<DistShift>},
    {"dynamic_obstacles", Make<DynamicObstacles>},
    {"crossing", Make<Crossing>},
    {"lava_gap", Make<LavaGap>},
    {"four_rooms", Make<FourRooms>},
}};

}  // namespace

std::span<const Task> GoalTasks() { return kTasks; }

}  // namespace envpool::minigrid
