// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Spec<T>: shape, element type and bounds of one state or action entry.
//
// A shape that begins with -1 is per player: one entry for each player of an
// env, so exactly one in a single-player env. An empty shape is a scalar.
// The default bounds are the limits of the type, +-infinity for floats.
//
// Threads: plain values. Errors: std::invalid_argument for a bounds list that
// is not {low, high}; a low bound above the high bound is reported when an
// EnvSpec is made.

#ifndef ENVPOOL_CORE_SPEC_H_
#define ENVPOOL_CORE_SPEC_H_

#include <cmath>
#include <cstddef>
#include <initializer_list>
#include <limits>
#include <memory>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "envpool/core/export.h"
#include "envpool/core/logging.h"

#ifndef M_PI
#define M_PI 3.14159265358979323846264338327950288
#endif

namespace envpool {

ENVPOOL_BEGIN_CHECKED
template <typename D>
class TArray;
ENVPOOL_END_CHECKED

/// A ragged entry: each row's array may have a different shape.
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

/// The widest bounds of D: +-infinity if D has it.
template <typename D>
constexpr std::tuple<D, D> WidestBounds() {
  using Limits = std::numeric_limits<D>;
  if constexpr (Limits::has_infinity) {
    return {-Limits::infinity(), Limits::infinity()};
  } else {
    return {Limits::lowest(), Limits::max()};
  }
}

/// Throws std::invalid_argument with a text that shows the values.
template <typename D>
[[noreturn]] void RefuseBounds(const std::string& expected, const D* values,
                               std::size_t count) {
  std::string text = "bounds: expected " + expected + ", got {";
  for (std::size_t i = 0; i < count; ++i) {
    text += (i > 0 ? ", " : "") + std::to_string(values[i]);
  }
  throw std::invalid_argument(text + "}");
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

  /// Throws std::invalid_argument if no value is within the bounds.
  void CheckBounds() const {
    const auto& [low, high] = elementwise_bounds;
    if (low.size() != high.size()) {
      throw std::invalid_argument(
          "bounds: expected as many lows as highs, got " +
          std::to_string(low.size()) + " and " + std::to_string(high.size()));
    }
    CheckOrder(std::get<0>(bounds), std::get<1>(bounds));
    for (std::size_t i = 0; i < low.size(); ++i) {
      CheckOrder(low[i], high[i]);
    }
  }

  /// The same entry with a leading batch axis; bounds are dropped.
  [[nodiscard]] Spec Batch(int batch_size) const {
    return Spec(ShapeSpec::Batch(batch_size).shape);
  }

 private:
  static void CheckOrder(D low, D high) {
    if (!(low <= high)) {
      const D pair[] = {low, high};
      RefuseBounds("low <= high", pair, 2);
    }
  }
  static Bounds Pair(std::initializer_list<D> bounds_in) {
    if (bounds_in.size() != 2) {
      RefuseBounds("{low, high}", bounds_in.begin(), bounds_in.size());
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

  void CheckBounds() const { inner_spec.CheckBounds(); }
  [[nodiscard]] Spec Batch(int batch_size) const {
    return Spec(ShapeSpec::Batch(batch_size).shape, inner_spec);
  }
};

/// The same entry, stored as float32. The env writes floats to its Data(); the
/// entry's operators and Assign write doubles and must not be used.
inline Spec<double> AsFloat32(Spec<double> spec) {
  spec.element_size = sizeof(float);
  return spec;
}
/// Whether the spec comes from AsFloat32.
inline bool IsFloat32(const Spec<double>& spec) {
  return spec.element_size == sizeof(float);
}

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
