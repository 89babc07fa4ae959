// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Pictures as observations: PixelFns<Fns> are the functions of a spec that has
// `obs:pixels` in place of all observations of Fns, and Pixels<Fns> is what the
// env has for them:
//
//   template <typename Task, typename Fns = TaskFns<Task>>
//   class TaskEnv : public Env<EnvSpec<Fns>> {
//     ...
//     if constexpr (kHasPixels<Fns>) {
//       pixels_.Write(view, first, &simulation_, &state);
//     } else {
//       // writes obs
//     }
//     ...
//     Pixels<Fns> pixels_;  // made with the config; saved and loaded
//   };
//   using TaskPixelEnv = TaskEnv<Task, PixelFns<TaskFns<Task>>>;
//
// A Pixels of other functions is empty, and costs nothing. Fns needs the config
// key frame_stack.
//
// Threads: as of an env. Errors: std::runtime_error where there is no OpenGL,
// when the env is made.

#ifndef ENVPOOL_MUJOCO_COMMON_PIXELS_H_
#define ENVPOOL_MUJOCO_COMMON_PIXELS_H_

#include <cstdint>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "envpool/core/dict.h"
#include "envpool/core/env.h"
#include "envpool/core/spec.h"
#include "envpool/mujoco/common/renderer.h"
#include "envpool/mujoco/common/simulation.h"

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

/// The last few pictures, the oldest first.
class PixelStack {
 public:
  PixelStack(int width, int height, int camera, int depth);

  [[nodiscard]] int width() const { return width_; }
  [[nodiscard]] int height() const { return height_; }
  /// The number of the camera, or -1.
  [[nodiscard]] int camera() const { return camera_; }

  /// Draws, and writes the stack; `first`: all of it is this picture.
  void Push(const View& view, bool first, Simulation* simulation,
            std::uint8_t* out);
  void Save(StateWriter* writer) const { writer->Write(stack_); }
  void Load(StateReader* reader);

 private:
  const int width_;
  const int height_;
  const int camera_;
  const std::ptrdiff_t size_;        // of one picture
  std::vector<std::uint8_t> stack_;  // empty if it is no more than one
};

template <typename Fns>
inline constexpr bool kHasPixels = false;
template <typename Fns>
inline constexpr bool kHasPixels<PixelFns<Fns>> = true;

template <typename Fns>
class Pixels {
 public:
  template <typename Config>
  explicit Pixels(const Config& /*conf*/) {}
  void Save(StateWriter* /*writer*/) const {}
  void Load(StateReader* /*reader*/) {}
};

template <typename Fns>
class Pixels<PixelFns<Fns>> : public PixelStack {
 public:
  template <typename Config>
  explicit Pixels(const Config& conf)
      : PixelStack(conf["render_width"_], conf["render_height"_],
                   conf["render_camera_id"_], conf["frame_stack"_]) {}

  template <typename State>
  void Write(const View& view, bool first, Simulation* simulation,
             State* state) {
    Push(view, first, simulation,
         static_cast<std::uint8_t*>((*state)["obs:pixels"_].Data()));
  }
};

}  // namespace envpool::mujoco

#endif  // ENVPOOL_MUJOCO_COMMON_PIXELS_H_
