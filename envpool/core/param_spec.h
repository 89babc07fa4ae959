// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// ParamSpec: an author's declaration of a parameter that is a single number.
// ArrayParamSpec<3>: the same for an array of this shape. The numbers of all
// parameters of a spec lie one after another, each array in row-major order.
//
// Threads: immutable. Errors: none.

#ifndef ENVPOOL_CORE_PARAM_SPEC_H_
#define ENVPOOL_CORE_PARAM_SPEC_H_

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <tuple>
#include <type_traits>
#include <vector>

#include "envpool/core/engine/kernel/params.h"

namespace envpool {

/// All numbers of an array have the same range.
template <int... kShape>
struct ArrayParamSpec {
  static constexpr bool kIsNumber = sizeof...(kShape) == 0;
  static constexpr std::size_t kSize = (std::size_t{1} * ... * kShape);

  std::array<double, kSize> values;  // the defaults
  double low, high;                  // the allowed values, inclusive
  std::string meaning;
  bool is_integer = false;

  [[nodiscard]] static std::vector<int> Shape() { return {kShape...}; }
};

using ParamSpec = ArrayParamSpec<>;

/// One T for a number; an array with one T for each number of an array.
template <typename SpecT, typename T>
using PerNumber =
    std::conditional_t<SpecT::kIsNumber, T, std::array<T, SpecT::kSize>>;

/// The index of each parameter's first number; the last entry is their total.
/// `Specs` is a tuple of specs.
template <typename Specs>
inline constexpr int kFirstNumbers = 0;
template <typename... SpecT>
inline constexpr auto kFirstNumbers<std::tuple<SpecT...>> = [] {
  std::array<std::size_t, sizeof...(SpecT) + 1> first{};
  [[maybe_unused]] std::size_t k = 0;
  ((first[k + 1] = first[k] + SpecT::kSize, ++k), ...);
  return first;
}();
template <typename SpecDict>
inline constexpr std::size_t kNumbersOf =
    kFirstNumbers<typename SpecDict::Values>.back();

/// The defaults of all parameters of a Dict.
template <typename SpecDict>
std::array<double, kNumbersOf<SpecDict>> DefaultNumbersOf(
    const SpecDict& specs) {
  std::array<double, kNumbersOf<SpecDict>> all{};
  [[maybe_unused]] auto to = all.begin();
  specs.Apply([&to](auto /*key*/, const auto& spec) {
    to = std::copy(spec.values.begin(), spec.values.end(), to);
  });
  return all;
}

/// The list of parameters that a Dict of specs declares.
template <typename SpecDict>
std::vector<Param> ParamsOf(const SpecDict& specs) {
  std::vector<Param> params;
  specs.Apply([&params](auto key, const auto& spec) {
    params.push_back({key.Str(), spec.meaning, spec.Shape(), spec.low,
                      spec.high, spec.is_integer});
  });
  return params;
}

}  // namespace envpool

#endif  // ENVPOOL_CORE_PARAM_SPEC_H_
