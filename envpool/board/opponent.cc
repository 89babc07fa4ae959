// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/board/opponent.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "envpool/core/rollout/choice.h"

namespace envpool::board {
namespace {

std::vector<DenseLayer> LayersOf(const NetworkOptions& options) {
  std::vector<DenseLayer> layers;
  const float* numbers = options.numbers.data();
  for (std::size_t i = 1; i < options.sizes.size(); ++i) {
    const int inputs = options.sizes[i - 1];
    const int outputs = options.sizes[i];
    const float* const biases =
        numbers + static_cast<std::size_t>(inputs) * outputs;
    layers.push_back({inputs, outputs, numbers, biases});
    numbers = biases + outputs;
  }
  return layers;
}

void CheckSize(const char* what, std::int64_t expected, std::size_t found) {
  if (static_cast<std::uint64_t>(expected) != found) {
    throw std::invalid_argument(std::string("opponent: expected ") + what +
                                " " + std::to_string(expected) + ", got " +
                                std::to_string(found));
  }
}

}  // namespace

void CheckNetwork(const NetworkOptions& options, int cells, int actions) {
  const std::vector<int>& sizes = options.sizes;
  if (sizes.size() < 2 || *std::ranges::min_element(sizes) < 1) {
    throw std::invalid_argument(
        "opponent_layers: expected the numbers of inputs and of outputs of one "
        "or more layers");
  }
  CheckSize("layers with inputs of size", cells, sizes.front());
  CheckSize("layers with outputs of size", actions, sizes.back());
  std::int64_t numbers = 0;
  for (std::size_t i = 1; i < sizes.size(); ++i) {
    numbers += (std::int64_t{sizes[i - 1]} + 1) * sizes[i];
  }
  CheckSize("opponent_weights of size", numbers, options.numbers.size());
}

NetworkOpponent::NetworkOpponent(NetworkOptions options)
    : options_(std::move(options)),
      network_(LayersOf(options_), 1,
               options_.is_relu ? Activation::kRelu : Activation::kTanh) {}

std::shared_ptr<const NetworkOpponent> NetworkOpponent::Shared(
    NetworkOptions options) {
  // The envs of a pool are made together, so that the latest one is enough.
  static std::mutex mutex;
  static std::weak_ptr<const NetworkOpponent> latest;
  const std::scoped_lock lock(mutex);
  std::shared_ptr<const NetworkOpponent> found = latest.lock();
  if (found == nullptr || !(found->options_ == options)) {
    found = std::make_shared<const NetworkOpponent>(std::move(options));
    latest = found;
  }
  return found;
}

int NetworkOpponent::ChooseFrom(float* in, const std::int8_t* legal,
                                CountedDraws draws) const {
  float* const logits = network_.Run(0, 1, in, in + network_.width());
  return ChooseByLogits(logits, network_.outputs(), legal,
                        options_.samples ? &draws : nullptr)
      .number;
}

}  // namespace envpool::board
