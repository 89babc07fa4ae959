// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// The official WFCEnv: a maze by wave function collapse, of which only the
// largest connected part remains, with the agent and the goal somewhere in it.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "envpool/core/process_mutex.h"
#include "envpool/minigrid/level.h"
#include "envpool/minigrid/levels/levels.h"
#include "envpool/minigrid/wfc/model.h"
#include "envpool/minigrid/wfc/python_set.h"
#include "envpool/minigrid/wfc/solver.h"

namespace envpool::minigrid {
namespace {

using Pair = wfc::PythonSet::Pair;

std::shared_ptr<const wfc::Model> ModelOf(const std::string& preset) {
  const std::lock_guard lock(ProcessMutex("minigrid wfc"));
  static auto* known =
      new std::map<std::string, std::weak_ptr<const wfc::Model>>;
  std::weak_ptr<const wfc::Model>& entry = (*known)[preset];
  std::shared_ptr<const wfc::Model> model = entry.lock();
  if (model == nullptr) {
    model = std::make_shared<const wfc::Model>(wfc::FindPreset(preset));
    entry = model;
  }
  return model;
}

class WfcLevel : public Level {
 public:
  explicit WfcLevel(const LevelOptions& options)
      : Level(options, options.size, options.size, 20 * options.size),
        side_(options.size - 2 * kPadding),
        solver_(ModelOf(options.wfc_preset), side_, side_),
        permutation_(static_cast<std::size_t>(side_) * side_) {
    mission_id_ = -1;  // in EnvPool, although there is only one mission
  }

 private:
  static constexpr int kPadding = 1;
  // How often a level may have no two places that are connected.
  static constexpr int kMaxTries = 1000;

  void GenGrid() override {
    for (int tries = 0; !GenMaze(); ++tries) {
      if (tries == kMaxTries) {
        throw std::runtime_error(
            "minigrid: could not generate a level with two connected places");
      }
    }
    mission_ = "traverse the maze to get to the goal";
  }

  // Returns false if there is no room for the agent and the goal.
  bool GenMaze() {
    std::vector<char> walls = solver_.Solve(&np_random_);
    const std::vector<Pair> places = NavigablePlaces(&walls);
    if (places.size() < 2) {
      return false;
    }
    const auto order = std::span(permutation_).first(places.size());
    np_random_.PermutationInto(order);
    agent_pos_ = PosOf(places[order[0]]);
    agent_dir_ = RandInt(0, 4);
    grid_.Clear();
    grid_.WallRect(0, 0, grid_.width(), grid_.height());
    for (int row = 0; row < side_; ++row) {
      for (int column = 0; column < side_; ++column) {
        if (walls[Index({row, column})] != 0) {
          grid_.Set(PosOf({row, column}), kWall);
        }
      }
    }
    grid_.Set(PosOf(places[order[1]]), kGoal);
    return true;
  }

  // Rows are x in the grid.
  [[nodiscard]] static Pos PosOf(Pair place) {
    return {place.first + kPadding, place.second + kPadding};
  }
  [[nodiscard]] int Index(Pair place) const {
    return place.first * side_ + place.second;
  }

  // The free places in the official order. Those of smaller parts become walls
  // if only the largest is wanted.
  std::vector<Pair> NavigablePlaces(std::vector<char>* walls) const {
    std::vector<Pair> free;
    for (int row = 0; row < side_; ++row) {
      for (int column = 0; column < side_; ++column) {
        if ((*walls)[Index({row, column})] == 0) {
          free.push_back({row, column});
        }
      }
    }
    if (!options_.ensure_connected) {
      return free;
    }
    const wfc::PythonSet largest = LargestPart(free, *walls);
    const std::vector<Pair> places = largest.InOrder();
    std::fill(walls->begin(), walls->end(), 1);
    for (const Pair place : places) {
      (*walls)[Index(place)] = 0;
    }
    if (2 * places.size() < free.size()) {
      // NetworkX goes through a small part of a graph in the order of a set,
      // and this one has been made a set of three times.
      const wfc::PythonSet second(places);
      return wfc::PythonSet(second.InOrder()).InOrder();
    }
    std::erase_if(free,
                  [&](Pair place) { return (*walls)[Index(place)] != 0; });
    return free;
  }

  // The first of the largest, as the official search comes upon its places.
  [[nodiscard]] wfc::PythonSet LargestPart(const std::vector<Pair>& free,
                                           std::vector<char> reached) const {
    constexpr std::array<Pair, 4> kSteps = {Pair{-1, 0}, Pair{0, -1},
                                            Pair{1, 0}, Pair{0, 1}};
    wfc::PythonSet largest;
    std::vector<Pair> queue;
    for (const Pair start : free) {
      if (reached[Index(start)] != 0) {
        continue;
      }
      queue.assign(1, start);
      reached[Index(start)] = 1;
      for (std::size_t next = 0; next < queue.size(); ++next) {
        for (const Pair step : kSteps) {
          const Pair place = {queue[next].first + step.first,
                              queue[next].second + step.second};
          if (std::min(place.first, place.second) >= 0 &&
              std::max(place.first, place.second) < side_ &&
              reached[Index(place)] == 0) {
            reached[Index(place)] = 1;
            queue.push_back(place);
          }
        }
      }
      if (queue.size() > largest.size()) {
        largest = wfc::PythonSet(queue);
      }
    }
    return largest;
  }

  int side_;
  wfc::Solver solver_;
  std::vector<int64_t> permutation_;
};

}  // namespace

std::span<const Task> WfcTasks() {
  static constexpr Task kTasks[] = {{"wfc", Make<WfcLevel>}};
  return kTasks;
}

}  // namespace envpool::minigrid
