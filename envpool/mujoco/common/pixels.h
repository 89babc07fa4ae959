// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Pixels as observations: PixelFns<Fns> is Fns with `obs:pixels` in place of
// all its observations. Fns needs the config key frame_stack.
//
// Threads, errors: none of its own.

#ifndef ENVPOOL_MUJOCO_COMMON_PIXELS_H_
#define ENVPOOL_MUJOCO_COMMON_PIXELS_H_

#include <cstdint>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

#include "envpool/core/dict.h"
#include "envpool/core/spec.h"

namespace envpool::mujoco {

constexpr bool IsObservation(std::string_view key) {
  return key == "obs" || key.starts_with("obs:");
}

/// A Dict without the observations.
template <typename... K, typename... V>
auto WithoutObservations(
    const Dict<std::tuple<K...>, std::tuple<V...>>& specs) {
  const auto kept = [](auto key, const auto& value) {
    if constexpr (IsObservation(decltype(key)::kStrView)) {
      return std::tuple<>();
    } else {
      return std::tuple(value);
    }
  };
  using Keys = decltype(std::tuple_cat(
      std::conditional_t<IsObservation(K::kStrView), std::tuple<>,
                         std::tuple<K>>()...));
  auto values = std::apply(
      [&](const auto&... value) { return std::tuple_cat(kept(K(), value)...); },
      specs.AllValues());
  return Dict<Keys, decltype(values)>(std::move(values));
}

template <typename Fns>
class PixelFns {
 public:
  static decltype(auto) DefaultConfig() {
    return ConcatDict(
        Fns::DefaultConfig(),
        MakeDict("render_width"_.Bind(84), "render_height"_.Bind(84),
                 "render_camera_id"_.Bind(-1)));
  }
  template <typename Config>
  static decltype(auto) StateSpec(const Config& conf) {
    return ConcatDict(MakeDict("obs:pixels"_.Bind(Spec<std::uint8_t>(
                          {3 * conf["frame_stack"_], conf["render_height"_],
                           conf["render_width"_]},
                          {0, 255}))),
                      WithoutObservations(Fns::StateSpec(conf)));
  }
  template <typename Config>
  static decltype(auto) ActionSpec(const Config& conf) {
    return Fns::ActionSpec(conf);
  }
};

/// Whether these are PixelFns.
template <typename Fns>
inline constexpr bool kHasPixels = false;
template <typename Fns>
inline constexpr bool kHasPixels<PixelFns<Fns>> = true;

}  // namespace envpool::mujoco

#endif  // ENVPOOL_MUJOCO_COMMON_PIXELS_H_
