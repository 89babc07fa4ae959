// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Spec<T>: shape, element type and bounds of one state or action entry.
//
// A shape that begins with -1 is per player: one entry for each player of an
// env, so exactly one in a single-player env. An empty shape is a scalar.
// Bounds that are not given are those of the type: +-infinity for floats.
//
// Threads: plain values. Errors: std::invalid_argument for a bounds list that
// is not {low, high}.

#ifndef ENVPOOL_CORE_SPEC_H_
#define ENVPOOL_CORE_SPEC_H_

#include <cmath>
#include <cstddef>
#include <initializer_list>
#include <limits>
#include <memory>
#include <stdexcept>
#include <tuple>
#include <utility>
#include <vector>

#include "envpool/core/logging.h"

#ifndef M_PI
#define M_PI 3.14159265358979323846264338327950288
#endif

namespace envpool {

template <typename D>
class TArray;

/// A ragged entry: the env gives each row an array of its own shape.
template <typename D>
using Container = std::unique_ptr<TArray<D>>;

/// Product of the extents of a shape; 1 for a scalar.
inline std::size_t Prod(const std::vector<int>& shape) {
  std::size_t size = 1;
  for (int extent : shape) {
    size *= static_cast<std::size_t>(extent < 0 ? -extent : extent);
  }
  return size;
}

/// Shape and element size, without the element type.
class ShapeSpec {
 public:
  int element_size;
  std::vector<int> shape;

  ShapeSpec(int element_size_in, std::vector<int> shape_in)
      : element_size(element_size_in), shape(std::move(shape_in)) {}

  [[nodiscard]] ShapeSpec Batch(int batch_size) const {
    std::vector<int> batched = {batch_size};
    batched.insert(batched.end(), shape.begin(), shape.end());
    return {element_size, std::move(batched)};
  }
  [[nodiscard]] std::vector<std::size_t> Shape() const {
    return {shape.begin(), shape.end()};
  }
};

/// The widest bounds of D: +-infinity where D has it.
template <typename D>
constexpr std::tuple<D, D> WidestBounds() {
  using Limits = std::numeric_limits<D>;
  if constexpr (Limits::has_infinity) {
    return {-Limits::infinity(), Limits::infinity()};
  } else {
    return {Limits::lowest(), Limits::max()};
  }
}

template <typename D>
class Spec : public ShapeSpec {
 public:
  using dtype = D;
  using Bounds = std::tuple<D, D>;
  using ElementwiseBounds = std::tuple<std::vector<D>, std::vector<D>>;

  bool is_discrete{false};
  Bounds bounds = WidestBounds<D>();
  ElementwiseBounds elementwise_bounds;

  explicit Spec(std::vector<int>&& shape_in)
      : ShapeSpec(sizeof(D), std::move(shape_in)) {}
  explicit Spec(const std::vector<int>& shape_in)
      : ShapeSpec(sizeof(D), shape_in) {}

  Spec(std::vector<int>&& shape_in, Bounds&& bounds_in)
      : ShapeSpec(sizeof(D), std::move(shape_in)), bounds(bounds_in) {}
  Spec(const std::vector<int>& shape_in, const Bounds& bounds_in)
      : ShapeSpec(sizeof(D), shape_in), bounds(bounds_in) {}

  Spec(std::vector<int>&& shape_in, std::initializer_list<D> bounds_in)
      : ShapeSpec(sizeof(D), std::move(shape_in)), bounds(Pair(bounds_in)) {}
  Spec(const std::vector<int>& shape_in, std::initializer_list<D> bounds_in)
      : ShapeSpec(sizeof(D), shape_in), bounds(Pair(bounds_in)) {}
  Spec(std::initializer_list<int> shape_in, std::initializer_list<D> bounds_in)
      : ShapeSpec(sizeof(D), shape_in), bounds(Pair(bounds_in)) {}

  Spec(std::vector<int>&& shape_in, ElementwiseBounds&& bounds_in)
      : ShapeSpec(sizeof(D), std::move(shape_in)),
        elementwise_bounds(std::move(bounds_in)) {}
  Spec(const std::vector<int>& shape_in, const ElementwiseBounds& bounds_in)
      : ShapeSpec(sizeof(D), shape_in), elementwise_bounds(bounds_in) {}

  /// The same entry with a leading batch axis; bounds are dropped.
  [[nodiscard]] Spec Batch(int batch_size) const {
    return Spec(ShapeSpec::Batch(batch_size).shape);
  }

 private:
  static Bounds Pair(std::initializer_list<D> bounds_in) {
    if (bounds_in.size() != 2) {
      throw std::invalid_argument("Spec: bounds must be {low, high}, got " +
                                  std::to_string(bounds_in.size()) + " values");
    }
    return {*bounds_in.begin(), *(bounds_in.begin() + 1)};
  }
};

template <typename D>
class Spec<Container<D>> : public ShapeSpec {
 public:
  using dtype = Container<D>;
  Spec<D> inner_spec;

  Spec(const std::vector<int>& shape_in, const Spec<D>& inner)
      : ShapeSpec(sizeof(Container<D>), shape_in), inner_spec(inner) {}
  Spec(std::vector<int>&& shape_in, Spec<D>&& inner)
      : ShapeSpec(sizeof(Container<D>), std::move(shape_in)),
        inner_spec(std::move(inner)) {}

  [[nodiscard]] Spec Batch(int batch_size) const {
    return Spec(ShapeSpec::Batch(batch_size).shape, inner_spec);
  }
};

/// Marks an action of any numeric type as one of (high - low + 1) choices.
template <typename D>
Spec<D> MarkDiscrete(Spec<D> spec) {
  spec.is_discrete = true;
  return spec;
}

}  // namespace envpool

using envpool::Container;
using envpool::MarkDiscrete;
using envpool::Prod;
using envpool::ShapeSpec;
using envpool::Spec;

#endif  // ENVPOOL_CORE_SPEC_H_
