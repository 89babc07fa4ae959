// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// NetworkOpponent: a network that moves for the other players, if an env has
// one agent. Its inputs are the observation of the player to move, its outputs
// the logits of the actions.
//
// Threads: immutable; all envs of a pool share one. Errors: the functions throw
// std::invalid_argument for a network that does not fit.

#ifndef ENVPOOL_BOARD_OPPONENT_H_
#define ENVPOOL_BOARD_OPPONENT_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "envpool/board/planes.h"
#include "envpool/common/threefry.h"
#include "envpool/core/env_spec.h"
#include "envpool/core/rollout/counted_draws.h"
#include "envpool/core/rollout/dense_network.h"

namespace envpool::board {

/// The options of an opponent, as a Dict.
inline decltype(auto) OpponentConfig() {
  return MakeDict("opponent"_.Bind(std::string()),
                  "opponent_layers"_.Bind(std::vector<int>()),
                  "opponent_weights"_.Bind(std::vector<float>()),
                  "opponent_activation"_.Bind(std::string("tanh")),
                  "opponent_sample"_.Bind(true),
                  "opponent_seed"_.Bind(std::uint64_t{0}));
}

/// What describes a network.
struct NetworkOptions {
  template <typename Config>
  static NetworkOptions Of(const Config& conf) {
    return {conf["opponent_layers"_], conf["opponent_weights"_],
            conf["opponent_activation"_] == "relu", conf["opponent_sample"_],
            conf["opponent_seed"_]};
  }

  friend bool operator==(const NetworkOptions&,
                         const NetworkOptions&) = default;

  std::vector<int> sizes;      // of the inputs, then of each layer's outputs
  std::vector<float> numbers;  // of each layer the weights, then the biases
  bool is_relu;
  bool samples;
  std::uint64_t seed;
};

/// Throws unless there are as many numbers as the sizes say, and the network
/// has `cells` inputs and `actions` outputs.
void CheckNetwork(const NetworkOptions& options, int cells, int actions);

class NetworkOpponent {
 public:
  explicit NetworkOpponent(NetworkOptions options);

  /// Returns a network that has been made with such options, or a new one.
  static std::shared_ptr<const NetworkOpponent> Shared(NetworkOptions options);

  /// Returns one of the legal actions. `observe` writes `cells` cells. What is
  /// drawn depends on the seed, the key and the number of the move.
  template <typename Cell, typename F>
  int Choose(int cells, const F& observe, const std::int8_t* legal,
             const threefry::Key& game, std::uint32_t move) const {
    std::vector<char>& memory = ThreadMemory();
    const std::size_t numbers = 2 * network_.width() * sizeof(float);
    memory.resize(numbers + cells * sizeof(Cell));
    auto* const in = reinterpret_cast<float*>(memory.data());
    auto* const seen = reinterpret_cast<Cell*>(memory.data() + numbers);
    observe(seen);
    std::copy_n(seen, cells, in);
    const std::uint64_t key = std::uint64_t{game.high} << 32 | game.low;
    return ChooseFrom(in, legal,
                      {options_.seed, static_cast<std::int64_t>(key), move});
  }

 private:
  /// The inputs are overwritten, and so are as many numbers behind them.
  int ChooseFrom(float* in, const std::int8_t* legal, CountedDraws draws) const;

  const NetworkOptions options_;
  const DenseNetwork network_;
};

}  // namespace envpool::board

#endif  // ENVPOOL_BOARD_OPPONENT_H_
