// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// The common part of FrozenLake, Taxi and CliffWalking: a finite Markov chain
// given by a table. Each (state, action) pair has one branch, or three branches
// with the same probabilities in the whole table. Probabilities and rewards are
// parameters of each lane; the table has indices into them.
//
// Random numbers are drawn exactly as Gymnasium draws them: one `random()` at a
// reset for the start state, and one per step for the branch, even if there is
// only one. The chosen index is the first one with a cumulative probability
// above the draw, or 0 if rounding leaves none.

#ifndef ENVPOOL_TOY_TEXT_TABULAR_H_
#define ENVPOOL_TOY_TEXT_TABULAR_H_

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

#include "envpool/core/batch_env.h"
#include "envpool/core/lane_math.h"
#include "envpool/toy_text/frames.h"

namespace envpool::toy_text {

/// The start states, each with the same probability.
class StartStates {
 public:
  explicit StartStates(std::vector<int> states) : states_(std::move(states)) {
    const double share = 1.0 / static_cast<double>(states_.size());
    double sum = 0.0;
    for (std::size_t i = 0; i < states_.size(); ++i) {
      sum += share;
      threshold_.push_back(sum);
    }
  }

  /// The state for a draw in [0, 1).
  int Pick(double draw) const {
    const int n = static_cast<int>(states_.size());
    int i = static_cast<int>(draw * n);  // a guess that ignores rounding
    while (i > 0 && threshold_[i - 1] > draw) --i;
    while (i < n && threshold_[i] <= draw) ++i;
    return i < n ? states_[i] : 0;
  }

 private:
  std::vector<int> states_;
  std::vector<double> threshold_;
};

/// The cell after a move on a grid, which cannot leave it. Cells are numbered
/// row by row; the directions are up, right, down and left.
inline int MoveOnGrid(int cell, int direction, int rows, int cols) {
  constexpr std::array<int, 4> kRowStep{-1, 0, 1, 0};
  constexpr std::array<int, 4> kColStep{0, 1, 0, -1};
  const int row = std::clamp(cell / cols + kRowStep[direction], 0, rows - 1);
  const int col = std::clamp(cell % cols + kColStep[direction], 0, cols - 1);
  return row * cols + col;
}

/// The result of one branch of a (state, action) pair.
struct Outcome {
  int next = 0;
  std::uint8_t reward = 0;  // index into Dynamics::reward
  std::uint8_t prob = 0;    // index into Dynamics::prob
  bool terminated = false;
};

/// The rewards and probabilities of a lane, from its parameters.
template <int kRewards>
struct Dynamics {
  static constexpr int kCertain = 3;  // the index of probability 1

  /// `probs`: the probabilities of the three branches; unused in a table with
  /// one branch per pair.
  ENVPOOL_LANE_INLINE Dynamics(const std::array<double, kRewards>& rewards,
                               const std::array<double, 3>& probs) {
    for (int i = 0; i < kRewards; ++i) {
      reward[i] = static_cast<float>(rewards[i]);
    }
    double sum = 0.0;
    for (int i = 0; i < 3; ++i) {
      threshold[i] = sum += probs[i];
      prob[i] = static_cast<float>(probs[i]);
    }
    prob[kCertain] = 1.0F;
  }

  std::array<float, kRewards> reward;
  std::array<double, 3> threshold;  // cumulative probabilities
  std::array<float, 4> prob;        // the three branches, then kCertain
};

/// All outcomes, `branches` per (state, action) pair.
class TransitionTable {
 public:
  /// `branches`: 1 (a deterministic table) or 3.
  TransitionTable(int num_states, int num_actions, int branches)
      : num_states_(num_states),
        num_actions_(num_actions),
        branches_(branches),
        cells_(static_cast<std::size_t>(num_states) * num_actions * branches) {}

  int num_states() const { return num_states_; }
  int branches() const { return branches_; }

  /// Sets one branch of a pair; `reward` is an index.
  void Set(int state, int action, int branch, int next, int reward,
           bool terminated) {
    cells_[Index(state, action) + branch] =
        OutcomeOf(next, reward, branches_ == 1 ? kCertain : branch, terminated);
  }

  /// Sets all branches of a pair to a certain outcome.
  void SetCertain(int state, int action, int next, int reward,
                  bool terminated) {
    std::fill_n(cells_.begin() + Index(state, action), branches_,
                OutcomeOf(next, reward, kCertain, terminated));
  }

  /// The outcome for a draw in [0, 1).  `kBranches` must equal branches().
  template <int kBranches>
  const Outcome& Pick(int state, int action, double draw,
                      const std::array<double, 3>& threshold) const {
    static_assert(kBranches == 1 || kBranches == 3);
    int branch = 0;
    if constexpr (kBranches == 3) {
      branch = static_cast<int>(draw >= threshold[0]) +
               static_cast<int>(draw >= threshold[1]);
      branch = draw >= threshold[2] ? 0 : branch;
    }
    return cells_[(state * num_actions_ + action) * kBranches + branch];
  }

 private:
  static constexpr int kCertain = Dynamics<1>::kCertain;

  static Outcome OutcomeOf(int next, int reward, int prob, bool terminated) {
    return {.next = next,
            .reward = static_cast<std::uint8_t>(reward),
            .prob = static_cast<std::uint8_t>(prob),
            .terminated = terminated};
  }
  std::ptrdiff_t Index(int state, int action) const {
    return (static_cast<std::ptrdiff_t>(state) * num_actions_ + action) *
           branches_;
  }

  int num_states_;
  int num_actions_;
  int branches_;
  std::vector<Outcome> cells_;
};

/// A lane's state is one integer. The derived class passes the table and the
/// start states, and has a static function DynamicsOf(params, i), which returns
/// the Dynamics of the i-th lane of a run.
template <typename SpecT, typename EnvT>
class TabularEnv : public BatchEnv<SpecT> {
 public:
  using Base = BatchEnv<SpecT>;
  using typename Base::Actions;
  using typename Base::Rows;

  static constexpr bool kStepDraws = true;
  static constexpr bool kWritesAllFields = true;

  TabularEnv(const SpecT& spec, int num_envs, TransitionTable table,
             StartStates starts)
      : Base(spec, num_envs),
        table_(std::move(table)),
        starts_(std::move(starts)),
        state_(num_envs),
        prob_(num_envs) {}

  void ResetLane(int lane) {
    state_[lane] = starts_.Pick(this->rng(lane).Random());
    prob_[lane] = 1.0F;
  }

  template <typename Params>
  ENVPOOL_LANE_INLINE void StepLanes(const Lanes& lanes, const Actions& action,
                                     float* reward, bool* terminated,
                                     Params params) {
    const auto nothing = [](int /*lane*/, int /*before*/) {};
    StepThen(lanes, action, reward, terminated, params, nothing);
  }

  void WriteLanes(const Lanes& lanes, const Rows& rows) const {
    std::copy_n(state_.data() + lanes.first, lanes.count, rows["obs"_]);
    std::copy_n(prob_.data() + lanes.first, lanes.count, rows["info:prob"_]);
  }

  template <typename Archive>
  void Fields(Archive& ar) {
    ar(state_, prob_);
  }
  bool IsValidLane(int lane, bool /*ended*/) const {
    return state_[lane] >= 0 && state_[lane] < table_.num_states() &&
           prob_[lane] >= 0.0F && prob_[lane] <= 1.0F;
  }

 protected:
  /// The action of `last`, for a frame; kNoAction if there is none.
  static int ActionOf(const Actions* last, int num_actions) {
    if (last == nullptr) return kNoAction;
    const int action = *(*last)["action"_];  // out of range in a corrupt state
    return action >= 0 && action < num_actions ? action : kNoAction;
  }

  /// Steps, and calls then(lane, state before) for each lane.
  template <typename Params, typename F>
  ENVPOOL_LANE_INLINE void StepThen(const Lanes& lanes, const Actions& action,
                                    float* reward, bool* terminated,
                                    const Params& params, const F& then) {
    if (table_.branches() == 1) {
      StepRun<1>(lanes, action["action"_], reward, terminated, params, then);
    } else {
      StepRun<3>(lanes, action["action"_], reward, terminated, params, then);
    }
  }

  TransitionTable table_;
  StartStates starts_;
  std::vector<int> state_;
  std::vector<float> prob_;  // of the last transition

 private:
  template <int kBranches, typename Params, typename F>
  ENVPOOL_LANE_INLINE void StepRun(const Lanes& lanes, const int* action,
                                   float* reward, bool* terminated,
                                   const Params& params, const F& then) {
    constexpr bool kAreEqual =
        std::is_same_v<Params,
                       typename LaneParams<typename SpecT::Params>::Equal>;
    auto dynamics = EnvT::DynamicsOf(params, 0);
    for (int i = 0; i < lanes.count; ++i) {
      if constexpr (!kAreEqual) {
        dynamics = EnvT::DynamicsOf(params, i);
      }
      const int lane = lanes.first + i;
      const int before = state_[lane];
      // Gymnasium draws even if there is only one branch.
      const double draw = this->rng(lane).Random();
      const Outcome& outcome = table_.template Pick<kBranches>(
          before, action[i], draw, dynamics.threshold);
      state_[lane] = outcome.next;
      prob_[lane] = kBranches == 1 ? 1.0F : dynamics.prob[outcome.prob];
      reward[i] = dynamics.reward[outcome.reward];
      terminated[i] = outcome.terminated;
      then(lane, before);
    }
  }
};

}  // namespace envpool::toy_text

#endif  // ENVPOOL_TOY_TEXT_TABULAR_H_
