// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Taxi (Dietterich, 2000), equal to Gymnasium 1.2.3's Taxi-v3 and to Gymnasium
// 1.4.0's Taxi-v4, draw for draw.
// state = ((row * 5 + col) * 5 + passenger) * 4 + destination; passenger 4 is
// "in the taxi". `is_rainy`: a move goes as intended with probability 0.8, and
// to either side with 0.1 each. `fickle_passenger`: in 30 % of the episodes the
// passenger changes the destination after the first move of the ride. In
// Taxi-v4, both probabilities are options, and the walls of the taxi's cell
// stop a drift.

#ifndef ENVPOOL_TOY_TEXT_TAXI_H_
#define ENVPOOL_TOY_TEXT_TAXI_H_

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "envpool/toy_text/frames.h"
#include "envpool/toy_text/tabular.h"
#include "envpool/toy_text/texts.h"

namespace envpool::toy_text {

template <bool kIsV4>
class TaxiEnvFns {
 public:
  static decltype(auto) DefaultConfig() {
    if constexpr (kIsV4) {
      return MakeDict("is_rainy"_.Bind(false), "fickle_passenger"_.Bind(false),
                      "rainy_probability"_.Bind(0.8),
                      "fickle_probability"_.Bind(0.3),
                      "reward_threshold"_.Bind(8.0));
    } else {
      return MakeDict("is_rainy"_.Bind(false), "fickle_passenger"_.Bind(false),
                      "reward_threshold"_.Bind(8.0));
    }
  }
  template <typename Config>
  static decltype(auto) StateSpec(const Config& /*conf*/) {
    return MakeDict("obs"_.Bind(Spec<int>({-1}, {0, 499})),
                    "info:prob"_.Bind(Spec<float>({}, {0.0F, 1.0F})),
                    "info:action_mask"_.Bind(Spec<int8_t>({6}, {0, 1})));
  }
  template <typename Config>
  static decltype(auto) ActionSpec(const Config& /*conf*/) {
    return MakeDict("action"_.Bind(Spec<int>({-1}, {0, 5})));
  }
  template <typename Config>
  static decltype(auto) Params(const Config& conf) {
    double rainy = 0.8;
    double fickle = 0.3;
    if constexpr (kIsV4) {
      rainy = conf["rainy_probability"_];
      fickle = conf["fickle_probability"_];
    }
    return MakeDict(
        "rainy_probability"_.Bind(ParamSpec{
            rainy, 0.0, 1.0,
            "probability of the intended direction; only with is_rainy"}),
        "fickle_probability"_.Bind(
            ParamSpec{fickle, 0.0, 1.0,
                      "probability that the passenger of an episode changes "
                      "the destination; only with fickle_passenger"}),
        "step_reward"_.Bind(
            ParamSpec{-1.0, -1e6, 1e6, "reward for a legal action"}),
        "illegal_reward"_.Bind(ParamSpec{
            -10.0, -1e6, 1e6, "reward for an illegal pickup or dropoff"}),
        "delivery_reward"_.Bind(ParamSpec{
            20.0, -1e6, 1e6, "reward for a dropoff at the destination"}));
  }
};

template <bool kIsV4>
using TaxiSpecOf = EnvSpec<TaxiEnvFns<kIsV4>>;
using TaxiEnvSpec = TaxiSpecOf<false>;
using TaxiV4EnvSpec = TaxiSpecOf<true>;

/// The rules of the game as functions of single states, to fill tables.
class TaxiRules {
 public:
  static constexpr int kStates = 500;
  static constexpr int kActions = 6;  // south north east west pickup dropoff
  static constexpr int kInTaxi = 4;
  static constexpr int kStands = 4;

  struct Position {
    int row;
    int col;
    friend bool operator==(const Position&, const Position&) = default;
  };
  static constexpr std::array<Position, kStands> kStand{
      {{0, 0}, {0, 4}, {4, 0}, {4, 3}}};

  /// The map, for frames and texts. The cell (row, col) is at kMap[row + 1],
  /// column 2 * col + 1.
  static constexpr std::array<std::string_view, 7> kMap{
      "+---------+", "|R: | : :G|", "| : | : : |", "| : : : : |",
      "| | : | : |", "|Y| : |B: |", "+---------+"};

  struct State {
    Position taxi;
    int passenger;
    int destination;

    static State Decode(int code) {
      return {{code / 100, code / 20 % 5}, code / 4 % 5, code % 4};
    }
    int Encode() const {
      return ((taxi.row * 5 + taxi.col) * 5 + passenger) * 4 + destination;
    }
  };

  /// Indices of rewards.
  enum Reward { kLegal, kIllegal, kDelivered, kRewards };

  /// If it rains, there are three branches: ahead, and to both sides.
  static TransitionTable MakeTable(bool is_rainy, bool is_v4) {
    TransitionTable table(kStates, kActions, is_rainy ? 3 : 1);
    for (int code = 0; code < kStates; ++code) {
      const State state = State::Decode(code);
      for (int action = 0; action < 4; ++action) {
        const Position at = state.taxi;
        SetMove(&table, state, action,
                is_v4 ? MovesOfV4(at, action) : MovesOfV3(at, action));
      }
      SetPickup(&table, state);
      SetDropoff(&table, state);
    }
    return table;
  }

  static StartStates MakeStarts() {
    std::vector<int> starts;
    for (int code = 0; code < kStates; ++code) {
      const State state = State::Decode(code);
      if (state.passenger < kInTaxi && state.passenger != state.destination) {
        starts.push_back(code);
      }
    }
    return StartStates(std::move(starts));
  }

  /// 1 for every action that changes something.
  static std::array<int8_t, kActions> ActionMask(const State& state) {
    const auto [taxi, passenger, destination] = state;
    return {taxi.row < 4,
            taxi.row > 0,
            OpenEast(taxi),
            OpenWest(taxi),
            passenger < kInTaxi && taxi == kStand[passenger],
            passenger == kInTaxi && StandAt(taxi) >= 0};
  }

 private:
  /// Whether the taxi can drive from column `col` to `col + 1` in that row.
  static bool OpenEast(const Position& at) {
    constexpr std::array<std::array<bool, 5>, 5> kOpen{{{1, 0, 1, 1, 0},
                                                        {1, 0, 1, 1, 0},
                                                        {1, 1, 1, 1, 0},
                                                        {0, 1, 0, 1, 0},
                                                        {0, 1, 0, 1, 0}}};
    return kOpen[at.row][at.col];
  }
  static bool OpenWest(const Position& at) {
    return at.col > 0 && OpenEast({at.row, at.col - 1});
  }

  static int StandAt(const Position& at) {
    const auto* found = std::find(kStand.begin(), kStand.end(), at);
    return found == kStand.end() ? -1
                                 : static_cast<int>(found - kStand.begin());
  }

  static Position Neighbour(const Position& at, int direction) {
    constexpr std::array<Position, 4> kStep{{{1, 0}, {-1, 0}, {0, 1}, {0, -1}}};
    return {std::clamp(at.row + kStep[direction].row, 0, 4),
            std::clamp(at.col + kStep[direction].col, 0, 4)};
  }

  static bool IsBlocked(const Position& at, int action) {
    return (action == 2 && !OpenEast(at)) || (action == 3 && !OpenWest(at));
  }

  /// The targets of a move: as intended, and to either side.
  using Moves = std::array<Position, 3>;

  static Moves MovesOfV3(const Position& at, int action) {
    Moves to{at, at, at};
    if (!IsBlocked(at, action)) {
      to[0] = Neighbour(at, action);
      // The official rule for a sideways drift requires an open side of the
      // target cell: its east side for the first drift, its west side for the
      // second. For a drift to the east or west, this is the wall that the taxi
      // crosses; for a drift to the south or north, it is an unrelated wall.
      const bool vertical = action < 2;
      const Position first = Neighbour(at, vertical ? 3 : 0);
      const Position second = Neighbour(at, vertical ? 2 : 1);
      if (OpenEast(first)) to[1] = first;
      if (OpenWest(second)) to[2] = second;
    }
    return to;
  }

  /// A taxi that cannot go ahead does not drift to the sides, either.
  static Moves MovesOfV4(const Position& at, int action) {
    constexpr std::array<std::array<int, 2>, 4> kLeftAndRight{
        {{2, 3}, {3, 2}, {1, 0}, {0, 1}}};
    Moves to{at, at, at};
    const Position ahead = Neighbour(at, action);
    if (!IsBlocked(at, action) && !(ahead == at)) {
      to[0] = ahead;
      for (int side = 0; side < 2; ++side) {
        const int way = kLeftAndRight[action][side];
        if (!IsBlocked(at, way)) to[side + 1] = Neighbour(at, way);
      }
    }
    return to;
  }

  static void SetMove(TransitionTable* table, const State& state, int action,
                      const Moves& to) {
    for (int branch = 0; branch < table->branches(); ++branch) {
      State next = state;
      next.taxi = to[branch];
      table->Set(state.Encode(), action, branch, next.Encode(), kLegal, false);
    }
  }

  static void SetPickup(TransitionTable* table, const State& state) {
    State next = state;
    Reward reward = kIllegal;
    if (state.passenger < kInTaxi && state.taxi == kStand[state.passenger]) {
      next.passenger = kInTaxi;
      reward = kLegal;
    }
    table->SetCertain(state.Encode(), 4, next.Encode(), reward, false);
  }

  static void SetDropoff(TransitionTable* table, const State& state) {
    State next = state;
    Reward reward = kIllegal;
    bool delivered = false;
    if (state.passenger == kInTaxi && StandAt(state.taxi) >= 0) {
      next.passenger = StandAt(state.taxi);
      delivered = next.passenger == state.destination;
      reward = delivered ? kDelivered : kLegal;
    }
    table->SetCertain(state.Encode(), 5, next.Encode(), reward, delivered);
  }
};

template <bool kIsV4>
class TaxiEnvOf : public TabularEnv<TaxiSpecOf<kIsV4>, TaxiEnvOf<kIsV4>> {
 public:
  using Base = TabularEnv<TaxiSpecOf<kIsV4>, TaxiEnvOf>;
  using typename Base::Actions;
  using typename Base::Rows;
  using typename Base::Spec;

  static constexpr std::pair<int, int> kFrameSize{550, 350};

  TaxiEnvOf(const Spec& spec, int num_envs)
      : Base(spec, num_envs,
             TaxiRules::MakeTable(spec.config["is_rainy"_], kIsV4),
             TaxiRules::MakeStarts()),
        fickle_passenger_(spec.config["fickle_passenger"_]),
        may_change_(num_envs),
        facing_(num_envs),
        mask_(TaxiRules::kStates) {
    for (int code = 0; code < TaxiRules::kStates; ++code) {
      mask_[code] = TaxiRules::ActionMask(TaxiRules::State::Decode(code));
    }
  }

  void ResetLane(int lane) {
    Base::ResetLane(lane);
    facing_[lane] = 0;
    if (fickle_passenger_) {
      may_change_[lane] = static_cast<uint8_t>(
          this->rng(lane).Random() < this->param("fickle_probability"_, lane));
    }
  }

  template <typename Params>
  ENVPOOL_LANE_INLINE static Dynamics<TaxiRules::kRewards> DynamicsOf(
      const Params& params, int i) {
    const double ahead = params["rainy_probability"_][i];
    const double aside = (1.0 - ahead) / 2.0;
    return {{params["step_reward"_][i], params["illegal_reward"_][i],
             params["delivery_reward"_][i]},
            {ahead, aside, aside}};
  }

  template <typename Params>
  void StepLanes(const Lanes& lanes, const Actions& action, float* reward,
                 bool* terminated, Params params) {
    Turn(lanes, action["action"_]);
    if (!fickle_passenger_) {
      Base::StepLanes(lanes, action, reward, terminated, params);
      return;
    }
    const auto change_mind = [this](int lane, int before) {
      if (may_change_[lane] != 0) ChangeMind(lane, before);
    };
    this->StepThen(lanes, action, reward, terminated, params, change_mind);
  }

  void WriteLanes(const Lanes& lanes, const Rows& rows) const {
    Base::WriteLanes(lanes, rows);
    int8_t* mask = rows["info:action_mask"_];
    for (int i = 0; i < lanes.count; ++i) {
      std::memcpy(mask + i * TaxiRules::kActions,
                  mask_[state_[lanes.first + i]].data(), TaxiRules::kActions);
    }
  }

  template <typename Archive>
  void Fields(Archive& ar) {
    ar(state_, prob_, may_change_, facing_);
  }
  bool IsValidLane(int lane, bool ended) const {
    return Base::IsValidLane(lane, ended) && may_change_[lane] <= 1 &&
           facing_[lane] < kMoves;
  }

  void RenderLane(int lane, const Frame& frame) const {
    DrawTaxi(state_[lane], facing_[lane], frame);
  }
  [[nodiscard]] std::string RenderLaneText(int lane,
                                           const Actions* last) const {
    return TaxiText(state_[lane], Base::ActionOf(last, TaxiRules::kActions));
  }

 private:
  using Base::prob_;
  using Base::state_;

  static constexpr int kMoves = 4;  // the first four actions are moves

  void Turn(const Lanes& lanes, const int* __restrict action) {
    std::uint8_t* __restrict facing = facing_.data() + lanes.first;
    for (int i = 0; i < lanes.count; ++i) {
      facing[i] =
          action[i] < kMoves ? static_cast<std::uint8_t>(action[i]) : facing[i];
    }
  }

  /// The passenger chooses one of the three other destinations if the taxi
  /// has just moved with the passenger inside.
  void ChangeMind(int lane, int before) {
    const auto old = TaxiRules::State::Decode(before);
    auto now = TaxiRules::State::Decode(state_[lane]);
    if (old.passenger != TaxiRules::kInTaxi || now.taxi == old.taxi) return;
    may_change_[lane] = 0;
    const int pick = static_cast<int>(this->rng(lane).Choice(3));
    now.destination = pick + static_cast<int>(pick >= old.destination);
    state_[lane] = now.Encode();
  }

  bool fickle_passenger_;
  std::vector<uint8_t> may_change_;
  std::vector<std::uint8_t> facing_;  // the last move, for frames
  std::vector<std::array<int8_t, TaxiRules::kActions>> mask_;  // per state
};

using TaxiEnv = TaxiEnvOf<false>;
using TaxiV4Env = TaxiEnvOf<true>;

}  // namespace envpool::toy_text

#endif  // ENVPOOL_TOY_TEXT_TAXI_H_
