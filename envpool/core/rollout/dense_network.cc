// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/rollout/dense_network.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <utility>
#include <vector>

namespace envpool {
namespace {

/// e^x for -20 <= x <= 20, within two units in the last place.
[[gnu::always_inline]] inline float Exp(float x) {
  constexpr float kLog2E = 1.44269504F;
  constexpr float kRound = 0x1.8p23F;
  constexpr float kLn2High = 0.693359375F;
  constexpr float kLn2Low = -2.12194440e-4F;
  const float shifted = x * kLog2E + kRound;
  const float whole = shifted - kRound;
  const float r = (x - whole * kLn2High) - whole * kLn2Low;
  // Taylor's polynomial: |r| is at most ln(2) / 2.
  float p = 1.0F / 5040;
  p = p * r + 1.0F / 720;
  p = p * r + 1.0F / 120;
  p = p * r + 1.0F / 24;
  p = p * r + 1.0F / 6;
  p = p * r + 0.5F;
  p = p * r + 1.0F;
  p = p * r + 1.0F;
  const std::int32_t exponent = std::bit_cast<std::int32_t>(shifted) << 23;
  return std::bit_cast<float>(std::bit_cast<std::int32_t>(p) + exponent);
}

[[gnu::always_inline]] inline void ApplyTanh(float* numbers, int count) {
  constexpr float kMost = 9.5F;  // tanh rounds to 1 from there on
  // A loop of its own: GCC would make the bounds a special case of the next
  // loop, and not vectorise it.
  for (int i = 0; i < count; ++i) {
    const float above = numbers[i] > -kMost ? numbers[i] : -kMost;
    numbers[i] = above < kMost ? above : kMost;
  }
  for (int i = 0; i < count; ++i) {
    numbers[i] = 1.0F - 2.0F / (Exp(2.0F * numbers[i]) + 1.0F);
  }
}

constexpr int kLanes = 16;

/// Whether a layer's loops run over inputs: loops over few outputs are slow.
bool IsNarrow(int outputs) { return outputs < kLanes; }

struct Layer {
  const float* biases;
  const float* weights;  // (inputs, outputs); of narrow ones (outputs, inputs)
  int inputs;
  int outputs;
};

/// The sum of products, as kLanes sums that are added at the end.
[[gnu::always_inline]] inline float Dot(const float* a, const float* b,
                                        int count) {
  float sums[kLanes] = {};
  int i = 0;
  for (; i + kLanes <= count; i += kLanes) {
    for (int lane = 0; lane < kLanes; ++lane) {
      sums[lane] += a[i + lane] * b[i + lane];
    }
  }
  for (int lane = 0; i + lane < count; ++lane) {
    sums[lane] += a[i + lane] * b[i + lane];
  }
  for (int half = kLanes / 2; half > 0; half /= 2) {
    for (int lane = 0; lane < half; ++lane) {
      sums[lane] += sums[lane + half];
    }
  }
  return sums[0];
}

[[gnu::always_inline]] inline void AddProducts(const Layer& layer,
                                               const float* in, float* out) {
  const int outputs = layer.outputs;
  std::copy_n(layer.biases, outputs, out);
  if (IsNarrow(outputs)) {
    for (int o = 0; o < outputs; ++o) {
      const std::size_t row = static_cast<std::size_t>(o) * layer.inputs;
      out[o] += Dot(in, layer.weights + row, layer.inputs);
    }
    return;
  }
  for (int i = 0; i < layer.inputs; ++i) {
    const float factor = in[i];
    const float* weights =
        layer.weights + static_cast<std::size_t>(i) * outputs;
    for (int o = 0; o < outputs; ++o) {
      out[o] += factor * weights[o];
    }
  }
}

[[gnu::always_inline]] inline void Apply(const Layer& layer, bool is_last,
                                         Activation activation, const float* in,
                                         float* out) {
  AddProducts(layer, in, out);
  if (is_last) {
    return;
  }
  if (activation == Activation::kTanh) {
    ApplyTanh(out, layer.outputs);
  } else {
    for (int o = 0; o < layer.outputs; ++o) {
      out[o] = out[o] > 0 ? out[o] : 0;
    }
  }
}

using ApplyFn = void (*)(const Layer& layer, bool is_last,
                         Activation activation, const float* in, float* out);

void ApplyBaseline(const Layer& layer, bool is_last, Activation activation,
                   const float* in, float* out) {
  Apply(layer, is_last, activation, in, out);
}
ENVPOOL_TARGET_AVX2 void ApplyAvx2(const Layer& layer, bool is_last,
                                   Activation activation, const float* in,
                                   float* out) {
  Apply(layer, is_last, activation, in, out);
}
ENVPOOL_TARGET_AVX512 void ApplyAvx512(const Layer& layer, bool is_last,
                                       Activation activation, const float* in,
                                       float* out) {
  Apply(layer, is_last, activation, in, out);
}

ApplyFn ChooseApply(Isa isa) {
  switch (isa) {
    case Isa::kAvx512:
      return &ApplyAvx512;
    case Isa::kAvx2:
      return &ApplyAvx2;
    case Isa::kBaseline:
      break;
  }
  return &ApplyBaseline;
}

}  // namespace

DenseNetwork::DenseNetwork(const std::vector<DenseLayer>& layers,
                           int num_networks, Activation activation)
    : activation_(activation),
      is_shared_(num_networks == 1),
      isa_(CurrentIsa()) {
  sizes_.push_back(layers.front().inputs);
  for (const DenseLayer& layer : layers) {
    sizes_.push_back(layer.outputs);
    network_size_ +=
        (static_cast<std::size_t>(layer.inputs) + 1) * layer.outputs;
  }
  width_ = *std::ranges::max_element(sizes_);
  numbers_.reserve(network_size_ * num_networks);
  for (std::size_t network = 0;
       network < static_cast<std::size_t>(num_networks); ++network) {
    for (const DenseLayer& layer : layers) {
      const float* biases = layer.biases + network * layer.outputs;
      const float* weights =
          layer.weights + network * layer.outputs * layer.inputs;
      numbers_.insert(numbers_.end(), biases, biases + layer.outputs);
      if (IsNarrow(layer.outputs)) {
        numbers_.insert(
            numbers_.end(), weights,
            weights + static_cast<std::size_t>(layer.outputs) * layer.inputs);
        continue;
      }
      for (int i = 0; i < layer.inputs; ++i) {
        for (int o = 0; o < layer.outputs; ++o) {
          numbers_.push_back(
              weights[static_cast<std::size_t>(o) * layer.inputs + i]);
        }
      }
    }
  }
}

float* DenseNetwork::Run(int first, int count, float* in, float* spare) const {
  const ApplyFn apply = ChooseApply(isa_);
  const std::size_t network = is_shared_ ? 0 : network_size_;
  const float* numbers = numbers_.data() + first * network;
  for (std::size_t i = 0; i + 1 < sizes_.size(); ++i) {
    const int inputs = sizes_[i];
    const int outputs = sizes_[i + 1];
    for (int row = 0; row < count; ++row) {
      const float* biases = numbers + row * network;
      apply({biases, biases + outputs, inputs, outputs}, i + 2 == sizes_.size(),
            activation_, in + row * inputs, spare + row * outputs);
    }
    numbers += (static_cast<std::size_t>(inputs) + 1) * outputs;
    std::swap(in, spare);
  }
  return in;
}

}  // namespace envpool
