// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests the values of networks, and that all instruction sets give the same
// bits.

#include "envpool/core/rollout/dense_network.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <random>
#include <vector>

namespace envpool {
namespace {

constexpr int kRows = 5;

struct Weights {
  Weights(int inputs, int outputs, int networks, std::mt19937* random) {
    std::normal_distribution<float> normal;
    for (int i = 0; i < networks * inputs * outputs; ++i) {
      weights.push_back(normal(*random));
    }
    for (int i = 0; i < networks * outputs; ++i) {
      biases.push_back(normal(*random));
    }
    layer = {inputs, outputs, weights.data(), biases.data()};
  }
  std::vector<float> weights, biases;
  DenseLayer layer;
};

std::vector<float> OutputsOf(const DenseNetwork& network,
                             const std::vector<float>& inputs) {
  std::vector<float> in(kRows * network.width());
  std::vector<float> spare(in.size());
  std::copy(inputs.begin(), inputs.end(), in.begin());
  const float* out = network.Run(0, kRows, in.data(), spare.data());
  return {out, out + static_cast<std::ptrdiff_t>(kRows) * network.outputs()};
}

TEST(DenseNetwork, AllInstructionSetsGiveTheSameBits) {
  std::mt19937 random(1);
  std::normal_distribution<float> normal;
  for (const int networks : {1, kRows}) {
    for (const int hidden : {3, 16, 37, 64}) {
      for (const Activation activation :
           {Activation::kTanh, Activation::kRelu}) {
        const Weights first(7, hidden, networks, &random);
        const Weights last(hidden, 2, networks, &random);
        std::vector<float> inputs(kRows * 7);
        for (float& input : inputs) {
          input = normal(random);
        }
        std::vector<std::vector<float>> found;
        for (const Isa isa : {Isa::kBaseline, Isa::kAvx2, Isa::kAvx512}) {
          SetIsa(isa);
          found.push_back(OutputsOf(
              {{first.layer, last.layer}, networks, activation}, inputs));
        }
        EXPECT_EQ(found[0], found[1]) << hidden;
        EXPECT_EQ(found[0], found[2]) << hidden;
      }
    }
  }
  SetIsa(Isa::kAvx512);
}

TEST(DenseNetwork, ComputesTanh) {
  const std::vector<float> one = {1, 0};
  const std::vector<float> zero = {0, 0};
  const DenseNetwork network(
      {{1, 1, one.data(), zero.data()}, {1, 1, one.data(), zero.data()}}, 1,
      Activation::kTanh);
  for (float x = -12; x < 12; x += 0.00371F) {
    float in[1] = {x};
    float spare[1];
    const float* out = network.Run(0, 1, in, spare);
    EXPECT_NEAR(out[0], std::tanh(static_cast<double>(x)), 3e-7) << x;
  }
}

}  // namespace
}  // namespace envpool
