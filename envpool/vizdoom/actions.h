// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// ActionSet: numbers the sensible combinations of a scenario's buttons.
//
// A combination is one choice for each group of buttons. Groups are in the
// engine's order, and the first one changes slowest. The choices are: none, the
// first or the second of two opposite buttons; none or one of the weapons; off
// or on for other buttons; each value of a button with values. Action 0 takes
// the first choice of each group.
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

/// By name of a delta button: the number of values, the first value, the last
/// value.
using DeltaConfig = std::map<std::string, std::tuple<int, float, float>>;

class ActionSet {
 public:
  /// `buttons` has the engine's numbers in the scenario's order.
  ActionSet(const std::vector<int>& buttons, bool force_speed,
            const DeltaConfig& deltas);

  [[nodiscard]] int size() const { return size_; }
  /// Writes the value of each button, in the scenario's order.
  void Decode(int action, double* values) const;

 private:
  /// A choice for a group: the index of the pressed button, and its value.
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
