// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// DenseNetwork: dense layers with tanh or ReLU between them, in float32. All
// envs share the weights, or each env has its own.
//
// The sums are in a fixed order, so all instruction sets, and any number of
// rows, give the same bits. Tanh is within 3e-7 of the exact value.
//
// Threads: immutable. Ownership: it has a copy of the weights.

#ifndef ENVPOOL_CORE_ROLLOUT_DENSE_NETWORK_H_
#define ENVPOOL_CORE_ROLLOUT_DENSE_NETWORK_H_

#include <cstddef>
#include <vector>

#include "envpool/core/export.h"
#include "envpool/core/isa.h"

namespace envpool {

enum class Activation { kTanh, kRelu };

struct DenseLayer {
  int inputs;
  int outputs;
  // (outputs, inputs) and (outputs), or the same for each env.
  const float* weights;
  const float* biases;
};

class ENVPOOL_EXPORT DenseNetwork {
 public:
  /// `num_networks`: 1, or one for each row of an action. Each layer has as
  /// many inputs as the one before it has outputs.
  DenseNetwork(const std::vector<DenseLayer>& layers, int num_networks,
               Activation activation);

  [[nodiscard]] int inputs() const { return sizes_.front(); }
  [[nodiscard]] int outputs() const { return sizes_.back(); }
  /// The most numbers in a row of any layer.
  [[nodiscard]] int width() const { return width_; }
  /// Computes the outputs of `count` rows of inputs, the first of them that of
  /// network `first`. Both arrays have room for `count` * width() numbers, and
  /// change. Returns the one that has the outputs, as adjacent rows.
  float* Run(int first, int count, float* in, float* spare) const;

 private:
  const Activation activation_;
  const bool is_shared_;
  const Isa isa_;
  std::vector<int> sizes_;  // of the inputs, then of each layer's outputs
  int width_{0};
  std::size_t network_size_{0};
  // Of each network, each layer's biases, then its weights.
  std::vector<float> numbers_;
};

}  // namespace envpool

#endif  // ENVPOOL_CORE_ROLLOUT_DENSE_NETWORK_H_
