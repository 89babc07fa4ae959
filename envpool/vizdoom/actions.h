// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// ActionSet: the combinations of a scenario's buttons that make sense, one
// number each.
//
// Buttons come in the engine's order, the first one changing slowest: of two
// opposite ones none, the first, the second; of the weapons none or one; of any
// other off, on; of a button with values each value. 0 is "nothing pressed".
//
// Threads: immutable. Errors: std::invalid_argument for too many combinations.

#ifndef ENVPOOL_VIZDOOM_ACTIONS_H_
#define ENVPOOL_VIZDOOM_ACTIONS_H_

#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace envpool::vizdoom {

/// By the name of a delta button: how many values, from which to which.
using DeltaConfig = std::map<std::string, std::tuple<int, float, float>>;

class ActionSet {
 public:
  /// Of the buttons, by the engine's numbers, in the scenario's order.
  ActionSet(const std::vector<int>& buttons, bool force_speed,
            const DeltaConfig& deltas);

  [[nodiscard]] int size() const { return size_; }
  /// Writes the value of each button, in the scenario's order.
  void Decode(int action, double* values) const;

 private:
  /// One way to press the buttons of a group: the button's place, and a value.
  using Choice = std::pair<int, double>;
  static constexpr Choice kNone{-1, 0.0};

  void AddGroup(std::vector<Choice> choices);
  void AddButton(const std::vector<int>& buttons, int button, bool force_speed);
  void AddDelta(int place, const std::tuple<int, float, float>& range);

  int count_;
  int size_{1};
  std::vector<std::vector<Choice>> groups_;
};

}  // namespace envpool::vizdoom

#endif  // ENVPOOL_VIZDOOM_ACTIONS_H_
