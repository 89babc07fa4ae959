// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// MujocoEnv<Fns, Sim>: what the envs of all MuJoCo families share: the
// simulation, the frame stack, rendering, pixel observations and saved states.
//
// A family derives one template from it,
//
//   template <typename Task, typename Fns = TaskFns<Task>>
//   class TaskEnv : public MujocoEnv<Fns, Simulation>
//
// which implements Reset, Step and ViewOf, and ends both of the former with
// AllocateRow(reward, is_first) and, unless kHasPixels<Fns>, the writing of its
// observation. TaskEnv<Task, PixelFns<TaskFns<Task>>> is then the same env with
// pixels as its observation. Fns needs the config keys frame_skip and
// frame_stack.
//
// Threads: as Env. Errors: std::runtime_error if pixels are observed and there
// is no OpenGL, when the env is made; otherwise as Env.

#ifndef ENVPOOL_MUJOCO_COMMON_MUJOCO_ENV_H_
#define ENVPOOL_MUJOCO_COMMON_MUJOCO_ENV_H_

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "envpool/common/frame_stack.h"
#include "envpool/common/gl_context.h"
#include "envpool/core/env.h"
#include "envpool/mujoco/common/model.h"
#include "envpool/mujoco/common/pixels.h"
#include "envpool/mujoco/common/renderer.h"

namespace envpool::mujoco {

template <typename Fns, typename Sim>
class MujocoEnv : public Env<EnvSpec<Fns>>, public RenderableEnv {
  using Base = Env<EnvSpec<Fns>>;

 public:
  using typename Base::Spec;
  using typename Base::State;

  bool IsDone() override { return terminated_; }

  [[nodiscard]] std::pair<int, int> RenderSize(int width,
                                               int height) const override {
    return {width > 0 ? width : default_size_.first,
            height > 0 ? height : default_size_.second};
  }
  void Render(int width, int height, int camera_id,
              unsigned char* rgb) override {
    RenderImage(ViewOf(width, height, camera_id, "camera_id"),
                PixelOrder::kInterleaved, &simulation_, rgb);
  }

  void Save(StateWriter* writer) override {
    simulation_.Save(writer);
    frames_.Save(writer);
    writer->Write(terminated_);
  }
  void Load(StateReader* reader) override {
    simulation_.Load(reader);
    frames_.Load(reader);
    reader->Read(&terminated_);
  }

 protected:
  /// What observations are made of.
  using Value = std::conditional_t<kHasPixels<Fns>, std::uint8_t, double>;

  /// Args:
  ///   stack_depth, frame_size: of the stack of observations without pixels;
  ///     depth 0 for an env that needs none.
  ///   default_size: width and height of images.
  MujocoEnv(const Spec& spec, int env_id, const Model& model, int stack_depth,
            std::size_t frame_size, std::pair<int, int> default_size)
      : Base(spec, env_id),
        simulation_(model),
        frame_skip_(spec.config["frame_skip"_]),
        frames_(MakeFrames(spec, stack_depth, frame_size)),
        default_size_(default_size) {}

  /// What a camera sees; -1 is the default. Throws std::invalid_argument, which
  /// calls the number `argument`, if there is no such camera.
  virtual View ViewOf(int width, int height, int camera,
                      const char* argument) = 0;

  /// Throws unless pixels can be observed, if they are. To be called at the end
  /// of the constructor.
  void CheckPixels() {
    if constexpr (kHasPixels<Fns>) {
      RequireGl();
      PixelView();
    }
  }

  /// Opens the row of this Reset or Step, with its reward and pixels.
  State AllocateRow(float reward, bool is_first) {
    State state = this->Allocate();
    state["reward"_] = reward;
    if constexpr (kHasPixels<Fns>) {
      frames_.PushTo(static_cast<std::uint8_t*>(state["obs:pixels"_].Data()),
                     is_first, [this](std::uint8_t* image) {
                       RenderImage(PixelView(), PixelOrder::kPlanes,
                                   &simulation_, image);
                     });
    }
    return state;
  }

  Sim simulation_;
  const int frame_skip_;
  FrameStack<Value> frames_;
  bool terminated_{false};

 private:
  static FrameStack<Value> MakeFrames(const Spec& spec, int depth,
                                      std::size_t size) {
    if constexpr (kHasPixels<Fns>) {
      const int stack = spec.config["frame_stack"_];
      depth = stack > 1 ? stack : 0;
      size = std::size_t{3} * spec.config["render_width"_] *
             spec.config["render_height"_];
    }
    return FrameStack<Value>(depth, size);
  }

  View PixelView() {
    const auto& config = this->spec_.config;
    return ViewOf(config["render_width"_], config["render_height"_],
                  config["render_camera_id"_], "render_camera_id");
  }

  const std::pair<int, int> default_size_;
};

}  // namespace envpool::mujoco

#endif  // ENVPOOL_MUJOCO_COMMON_MUJOCO_ENV_H_
