// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Specs of observations, with and without pixels.
//
// PixelFns<Fns> is Fns with the observation `obs:pixels`. It replaces all other
// observations unless pixels_only=False; then an observation `obs` is renamed
// to `obs:state`. Fns needs the config keys frame_stack and obs_dtype.
//
// Threads: none of its own. Errors: std::invalid_argument for an unknown dtype.

#ifndef ENVPOOL_MUJOCO_COMMON_PIXELS_H_
#define ENVPOOL_MUJOCO_COMMON_PIXELS_H_

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "envpool/core/array.h"
#include "envpool/core/dict.h"
#include "envpool/core/spec.h"

namespace envpool::mujoco {

constexpr bool IsObservation(std::string_view key) {
  return key == "obs" || key.starts_with("obs:");
}

/// The spec of an observation that is computed in double and stored as
/// `obs_dtype`.
inline Spec<double> ObservationSpec(const std::vector<int>& shape,
                                    const std::string& obs_dtype) {
  const Spec<double> spec(shape);
  if (obs_dtype == "float32") {
    return AsFloat32(spec);
  }
  if (obs_dtype == "float64") {
    return spec;
  }
  throw std::invalid_argument(
      "obs_dtype: expected \"float32\" or \"float64\", got \"" + obs_dtype +
      "\"");
}

/// Calls write(pointer) with the observation's memory as float* or double*.
template <typename Write>
void WriteObservation(const TArray<double>& out, const Write& write) {
  if (out.element_size == sizeof(float)) {
    write(static_cast<float*>(out.Data()));
  } else {
    write(static_cast<double*>(out.Data()));
  }
}

/// The key of an entry in an env with pixels: `obs` becomes `obs:state`.
template <typename Key>
using BesidePixels =
    std::conditional_t<Key::kStrView == "obs", decltype("obs:state"_), Key>;

/// Renames the keys of specs to BesidePixels. Without `wants_observations`,
/// observations get no elements and are therefore left out of results.
template <typename... K, typename... V>
auto SpecsBesidePixels(Dict<std::tuple<K...>, std::tuple<V...>> specs,
                       bool wants_observations) {
  specs.Apply([&](auto key, auto& spec) {
    if (IsObservation(decltype(key)::kStrView) && !wants_observations) {
      spec.shape = {0};
    }
  });
  return Dict<std::tuple<BesidePixels<K>...>, std::tuple<V...>>(
      std::move(specs.AllValues()));
}

template <typename Fns>
class PixelFns {
 public:
  static decltype(auto) DefaultConfig() {
    return ConcatDict(
        Fns::DefaultConfig(),
        MakeDict("render_width"_.Bind(84), "render_height"_.Bind(84),
                 "render_camera_id"_.Bind(-1),
                 "render_camera_name"_.Bind(std::string()),
                 "pixels_only"_.Bind(true)));
  }
  template <typename Config>
  static decltype(auto) StateSpec(const Config& conf) {
    return ConcatDict(
        MakeDict("obs:pixels"_.Bind(
            Spec<std::uint8_t>({3 * conf["frame_stack"_],
                                conf["render_height"_], conf["render_width"_]},
                               {0, 255}))),
        SpecsBesidePixels(Fns::StateSpec(conf), !conf["pixels_only"_]));
  }
  template <typename Config>
  static decltype(auto) ActionSpec(const Config& conf) {
    return Fns::ActionSpec(conf);
  }
  template <typename Config>
    requires requires(const Config& conf) { Fns::ResetOptions(conf); }
  static decltype(auto) ResetOptions(const Config& conf) {
    return Fns::ResetOptions(conf);
  }
};

/// Whether Fns is a PixelFns.
template <typename Fns>
inline constexpr bool kHasPixels = false;
template <typename Fns>
inline constexpr bool kHasPixels<PixelFns<Fns>> = true;

}  // namespace envpool::mujoco

#endif  // ENVPOOL_MUJOCO_COMMON_PIXELS_H_
