// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Level: one world and its rules, equal to minigrid 3.0.0's MiniGridEnv draw
// for draw: the same seed gives the same levels, missions and episodes.
//
// A task derives from it and writes GenGrid with the draws of the official
// _gen_grid in their order, and BeforeStep and AfterStep for what the official
// step does around MiniGridEnv's.
//
// Threads: none. Errors: what cannot be generated throws std::runtime_error;
// where the official code raises RecursionError, SamplingFailed.

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

/// What a step gives.
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
  ObjectId contains{0};  // of a box
  Pos init_pos;
  Pos cur_pos;  // as the official attribute: of a carried one (-1, -1)
};

class Level {
 public:
  static constexpr int kNoLimit = std::numeric_limits<int>::max();

  virtual ~Level() = default;
  Level(const Level&) = delete;
  Level& operator=(const Level&) = delete;

  virtual void Seed(uint64_t seed) { np_random_ = Generator(seed); }

  /// The official reset up to where it makes its observation; then the caller
  /// observes, then calls AfterReset.
  void Reset();
  /// What an official reset does after it has made its observation.
  virtual void AfterReset() {}
  Outcome Step(Action action);

  /// The complete state. Load refuses what could not be.
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
  /// What the agent's own place shows: what it carries, or nothing.
  [[nodiscard]] Cell CarriedCell() const {
    return carrying_ == 0 ? Cell{} : CellOf(carrying_);
  }
  [[nodiscard]] int step_count() const { return step_count_; }
  [[nodiscard]] int max_steps() const { return max_steps_; }
  [[nodiscard]] const std::string& mission() const { return mission_; }
  /// EnvPool's number of the mission; -1 where missions have none.
  [[nodiscard]] int mission_id() const { return mission_id_; }
  [[nodiscard]] const Object& object(ObjectId id) const { return objects_[id]; }
  /// Of anything but a door.
  [[nodiscard]] Cell CellOf(ObjectId id) const {
    return MakeCell(objects_[id].type, objects_[id].color);
  }
  [[nodiscard]] const LevelOptions& options() const { return options_; }

 protected:
  /// `max_steps`: what the official constructor would take for None; the option
  /// max_episode_steps goes before it.
  Level(const LevelOptions& options, int width, int height, int max_steps);

  /// Generates a level: sets the grid (which is cleared), the agent and the
  /// mission.
  virtual void GenGrid() = 0;
  /// What the official step does before MiniGridEnv's; returns the action that
  /// the latter, and AfterStep, get.
  virtual Action BeforeStep(Action action) { return action; }
  /// What it does after it.
  virtual void AfterStep(Action /*action*/, Outcome* /*outcome*/) {}
  /// What a task must remember beyond a Level's own fields.
  virtual void SaveTask(StateWriter* /*writer*/) const {}
  virtual void LoadTask(StateReader* /*reader*/) {}
  /// A place in the grid, or (-1, -1) or beside it.
  Pos ReadPos(StateReader* reader) const;
  static void WritePos(StateWriter* writer, Pos pos) {
    writer->Write(pos.x);
    writer->Write(pos.y);
  }
  /// The id of an object that is there, or 0.
  ObjectId ReadObjectId(StateReader* reader) const;

  [[nodiscard]] double Reward() const {
    return 1 - 0.9 * (static_cast<double>(step_count_) / max_steps_);
  }

  // The official draws.
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
      // The official code removes the first that equals the one drawn.
      out.push_back(rest[index]);
      rest.erase(std::find(rest.begin(), rest.end(), out.back()));
    }
    return out;
  }

  /// A new key, ball, box or door, nowhere yet.
  Thing New(Type type, Color color, uint8_t state = 0);
  Thing NewDoor(Color color, uint8_t state = kClosed) {
    return New(Type::kDoor, color, state);
  }
  /// An object that is not a door, as it can be put into the grid.
  [[nodiscard]] Thing ThingOf(ObjectId id) const { return {CellOf(id), id}; }

  static constexpr int kAnyTries = std::numeric_limits<int>::max() - 1;

  /// The official place_obj without top and size.
  Pos PlaceObj(Thing thing, int max_tries = kAnyTries) {
    return PlaceObj(thing, {0, 0}, {grid_.width(), grid_.height()}, max_tries);
  }
  Pos PlaceObj(Thing thing, Pos top, Pos size, int max_tries = kAnyTries) {
    return PlaceObj(thing, top, size, max_tries, [](Pos) { return false; });
  }
  /// `reject(pos)` says whether a free place will not do.
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
  /// The same, but returns whether a place was found.
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
  std::vector<Object> objects_;  // by their ids; the first is none
  Pos agent_pos_;
  int agent_dir_{-1};
  ObjectId carrying_{0};
  int step_count_{0};
  int max_steps_;
  bool fixed_max_steps_;  // by the option max_episode_steps
  std::string mission_;
  int mission_id_{0};  // EnvPool's number of the mission

 private:
  // After so many it looks whether it can succeed at all.
  static constexpr int kTriesBeforeLook = 1 << 14;

  /// Draws places until one will do; (-1, -1) if none did.
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
  // As in the official code, the limit is how often it tries again.
  for (int tries = 0; tries <= max_tries; ++tries) {
    const Pos pos = RandPos(top.x, end.x, top.y, end.y);
    if (is_free(pos)) {
      return pos;
    }
    if (tries == kTriesBeforeLook) {
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
