// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Level: one world and its rules, equal to minigrid 3.0.0's MiniGridEnv draw
// for draw: the same seed gives the same levels, missions and episodes.
//
// A task derives from it and implements GenGrid with the draws of the official
// _gen_grid in their order. BeforeStep and AfterStep are the parts of the
// task's official step before and after MiniGridEnv.step.
//
// Threads: none. Errors: std::runtime_error for a level that cannot be
// generated; SamplingFailed where the official code raises RecursionError.

#ifndef ENVPOOL_MINIGRID_LEVEL_H_
#define ENVPOOL_MINIGRID_LEVEL_H_

#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "envpool/core/random/rng.h"
#include "envpool/core/state_io.h"
#include "envpool/minigrid/grid.h"
#include "envpool/minigrid/level_options.h"

namespace envpool::minigrid {

enum class Action : int {
  kLeft,
  kRight,
  kForward,
  kPickup,
  kDrop,
  kToggle,
  kDone,
};

/// The official RecursionError: rejection sampling took too many tries.
class SamplingFailed : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The result of a step.
struct Outcome {
  double reward{0.0};
  bool terminated{false};
  bool truncated{false};
};

/// An object with an identity: a key, ball, box or door. A door's state is in
/// its cell of the grid.
struct Object {
  Type type;
  Color color;
  ObjectId contains{0};  // the object in a box
  Pos init_pos;
  Pos cur_pos;  // the official attribute; (-1, -1) while carried
};

class Level {
 public:
  static constexpr int kNoLimit = std::numeric_limits<int>::max();

  virtual ~Level() = default;
  Level(const Level&) = delete;
  Level& operator=(const Level&) = delete;

  virtual void Seed(uint64_t seed) { np_random_ = Generator(seed); }

  /// The part of the official reset before its observation. The caller then
  /// observes the level and calls AfterReset.
  void Reset();
  /// The part of the official reset after its observation.
  virtual void AfterReset() {}
  Outcome Step(Action action);

  /// Saves and loads the random generator; Reset depends on nothing else.
  void SaveRandom(StateWriter* writer) const { writer->Write(np_random_); }
  void LoadRandom(StateReader* reader) { reader->Read(&np_random_); }
  /// Saves and loads the complete state. Load rejects impossible states.
  void Save(StateWriter* writer) const;
  void Load(StateReader* reader);

  [[nodiscard]] const Grid& grid() const { return grid_; }
  [[nodiscard]] Pos agent_pos() const { return agent_pos_; }
  [[nodiscard]] int agent_dir() const { return agent_dir_; }
  [[nodiscard]] Pos FrontPos() const {
    return agent_pos_ + kDirections[agent_dir_];
  }
  /// 0 if nothing is carried.
  [[nodiscard]] ObjectId carrying() const { return carrying_; }
  /// The cell that a view shows at the agent's place: the carried object, or an
  /// empty cell.
  [[nodiscard]] Cell CarriedCell() const {
    return carrying_ == 0 ? Cell{} : CellOf(carrying_);
  }
  [[nodiscard]] int max_steps() const { return max_steps_; }
  [[nodiscard]] const std::string& mission() const { return mission_; }
  /// EnvPool's number of the mission; -1 in tasks without mission numbers.
  [[nodiscard]] int mission_id() const { return mission_id_; }
  [[nodiscard]] const Object& object(ObjectId id) const { return objects_[id]; }
  /// The cell of an object that is not a door.
  [[nodiscard]] Cell CellOf(ObjectId id) const {
    return MakeCell(objects_[id].type, objects_[id].color);
  }
  [[nodiscard]] const LevelOptions& options() const { return options_; }

 protected:
  /// `max_steps` is the official default, for which the option
  /// max_episode_steps is substituted if it is positive.
  Level(const LevelOptions& options, int width, int height, int max_steps);

  /// Generates a level: fills the empty grid and sets the agent and the
  /// mission.
  virtual void GenGrid() = 0;
  /// The part of the task's official step before MiniGridEnv.step. Returns the
  /// action for MiniGridEnv.step and AfterStep.
  virtual Action BeforeStep(Action action) { return action; }
  /// The part of the task's official step after MiniGridEnv.step.
  virtual void AfterStep(Action /*action*/, Outcome* /*outcome*/) {}
  /// Save and load the state of a task beyond the fields of Level.
  virtual void SaveTask(StateWriter* /*writer*/) const {}
  virtual void LoadTask(StateReader* /*reader*/) {}
  /// Reads a position with coordinates from -1 to the grid's last.
  Pos ReadPos(StateReader* reader) const;
  static void WritePos(StateWriter* writer, Pos pos) {
    writer->Write(pos.x);
    writer->Write(pos.y);
  }
  /// Reads the id of an existing object, or 0.
  ObjectId ReadObjectId(StateReader* reader) const;

  [[nodiscard]] double Reward() const {
    return 1 - 0.9 * (static_cast<double>(step_count_) / max_steps_);
  }

  // The official random draws.
  int RandInt(int low, int high) {
    if (low >= high) {
      throw std::runtime_error("minigrid: the level has no room for its parts");
    }
    return static_cast<int>(np_random_.Integers(low, high));
  }
  bool RandBool() { return RandInt(0, 2) == 0; }
  double RandFloat(double low, double high) {
    return np_random_.Uniform(low, high);
  }
  template <typename List>
  auto RandElem(const List& list) {
    return *(std::begin(list) + RandInt(0, static_cast<int>(std::size(list))));
  }
  Color RandColor() { return RandElem(kColorNames); }
  Pos RandPos(int x_low, int x_high, int y_low, int y_high) {
    const int x = RandInt(x_low, x_high);
    return {x, RandInt(y_low, y_high)};
  }
  /// A random subset, in the order of the draws.
  template <typename List>
  std::vector<typename List::value_type> RandSubset(const List& list,
                                                    int count) {
    std::vector<typename List::value_type> rest(std::begin(list),
                                                std::end(list));
    std::vector<typename List::value_type> out;
    while (static_cast<int>(out.size()) < count) {
      const int index = RandInt(0, static_cast<int>(rest.size()));
      // The official code removes the first element equal to the drawn one.
      out.push_back(rest[index]);
      rest.erase(std::find(rest.begin(), rest.end(), out.back()));
    }
    return out;
  }

  /// Makes a key, ball, box or door, which is not in the grid yet.
  Thing New(Type type, Color color, uint8_t state = 0);
  Thing NewDoor(Color color, uint8_t state = kClosed) {
    return New(Type::kDoor, color, state);
  }
  /// Returns an object that is not a door, in the form that the grid takes.
  [[nodiscard]] Thing ThingOf(ObjectId id) const { return {CellOf(id), id}; }

  static constexpr int kAnyTries = std::numeric_limits<int>::max() - 1;

  /// The official place_obj without top and size.
  Pos PlaceObj(Thing thing, int max_tries = kAnyTries) {
    return PlaceObj(thing, {0, 0}, {grid_.width(), grid_.height()}, max_tries);
  }
  Pos PlaceObj(Thing thing, Pos top, Pos size, int max_tries = kAnyTries) {
    return PlaceObj(thing, top, size, max_tries, [](Pos) { return false; });
  }
  /// `reject(pos)` returns true for a free place that must not be used.
  template <typename Reject>
  Pos PlaceObj(Thing thing, Pos top, Pos size, int max_tries,
               const Reject& reject) {
    const Pos pos = FindPlace(top, size, max_tries, reject);
    if (pos == Pos{}) {
      throw SamplingFailed("rejection sampling failed in place_obj");
    }
    PutObj(thing, pos);
    return pos;
  }
  /// Like PlaceObj, but returns false if no place was found.
  bool TryPlaceObj(Thing thing, Pos top, Pos size, int max_tries) {
    const Pos pos = FindPlace(top, size, max_tries, [](Pos) { return false; });
    if (pos != Pos{}) {
      PutObj(thing, pos);
    }
    return pos != Pos{};
  }
  /// The official put_obj.
  void PutObj(Thing thing, Pos pos);
  /// The official place_agent; size (0, 0) is the whole grid.
  Pos PlaceAgent(Pos top = {0, 0}, Pos size = {0, 0}, bool rand_dir = true,
                 int max_tries = kAnyTries);

  LevelOptions options_;
  Generator np_random_;
  Grid grid_;
  std::vector<Object> objects_;  // by id; the first is a placeholder
  Pos agent_pos_;
  int agent_dir_{-1};
  ObjectId carrying_{0};
  int step_count_{0};
  int max_steps_;
  bool has_fixed_max_steps_;  // the option max_episode_steps sets the limit
  std::string mission_;
  int mission_id_{0};

 private:
  // FindPlace checks after this many tries whether any place is free.
  static constexpr int kTriesBeforeFreeCheck = 1 << 14;

  /// Draws places until one is free and not rejected. Returns (-1, -1) if none
  /// is found in `max_tries`.
  template <typename Reject>
  Pos FindPlace(Pos top, Pos size, int max_tries, const Reject& reject);
  [[noreturn]] static void ThrowNoPlace();
  void SaveGrid(StateWriter* writer) const;
  void LoadGrid(StateReader* reader);
  void SaveObjects(StateWriter* writer) const;
  void LoadObjects(StateReader* reader);
  void Toggle(Pos pos);
};

template <typename Reject>
Pos Level::FindPlace(Pos top, Pos size, int max_tries, const Reject& reject) {
  top = {std::max(top.x, 0), std::max(top.y, 0)};
  const Pos end = {std::min(top.x + size.x, grid_.width()),
                   std::min(top.y + size.y, grid_.height())};
  const auto is_free = [&](Pos pos) {
    return grid_[pos].is_empty() && pos != agent_pos_ && !reject(pos);
  };
  // As in the official code, the limit counts the retries, not the first try.
  for (int tries = 0; tries <= max_tries; ++tries) {
    const Pos pos = RandPos(top.x, end.x, top.y, end.y);
    if (is_free(pos)) {
      return pos;
    }
    if (tries == kTriesBeforeFreeCheck) {
      bool any = false;
      for (int y = top.y; y < end.y; ++y) {
        for (int x = top.x; x < end.x; ++x) {
          any = any || is_free({x, y});
        }
      }
      if (!any) {
        ThrowNoPlace();
      }
    }
  }
  return {};
}

}  // namespace envpool::minigrid

#endif  // ENVPOOL_MINIGRID_LEVEL_H_
