// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// MujocoEnv<Fns, Sim>: the base of the envs of all MuJoCo families. It has the
// simulation, the frame stack, rendering, pixel observations and saved states.
//
// A family derives one template from it,
//
//   template <typename Task, typename Fns = TaskFns<Task>>
//   class TaskEnv : public MujocoEnv<Fns, Simulation>
//
// which implements Reset, Step, ViewOf and MakeTask. Reset and Step end with
// AllocateRow(reward, is_first) and then, if observes_state(), write the
// observation through frames_. TaskEnv<Task, PixelFns<TaskFns<Task>>> is the
// same env with pixels as its observation. Fns needs the config keys
// frame_skip, frame_stack and obs_dtype.
//
// Threads: as Env. Errors: the constructor throws std::runtime_error if pixels
// are observed and OpenGL is not available; otherwise as Env.

#ifndef ENVPOOL_MUJOCO_COMMON_MUJOCO_ENV_H_
#define ENVPOOL_MUJOCO_COMMON_MUJOCO_ENV_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

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
  [[nodiscard]] int CameraId(const std::string& name) const override {
    return CameraNamed(simulation_.model(), name, "camera_id");
  }

  [[nodiscard]] std::vector<Param> Params() const override {
    return simulation_.Params();
  }
  void GetParam(int param, double* values) const override {
    simulation_.GetParam(param, values);
  }
  void SetParam(int param, const double* values) override {
    simulation_.SetParam(param, values);
  }
  void ParamsChanged() override {
    simulation_.ParamsChanged();
    MakeTask();
  }

  void Save(StateWriter* writer) override {
    simulation_.Save(writer);
    frames_.Save(writer);
    pixels_.Save(writer);
    writer->Write(terminated_);
  }
  void Load(StateReader* reader) override {
    simulation_.Load(reader);
    frames_.Load(reader);
    pixels_.Load(reader);
    reader->Read(&terminated_);
  }

 protected:
  /// Args:
  ///   needs_frames: whether the env always writes observations through
  ///     frames_; if false, frames_ has depth 0 where results contain one frame
  ///     of doubles.
  ///   frame_size: the number of values of an observation without pixels.
  ///   default_size: width and height of images.
  MujocoEnv(const Spec& spec, int env_id, const Model& model, bool needs_frames,
            std::size_t frame_size, std::pair<int, int> default_size)
      : Base(spec, env_id),
        simulation_(model),
        frame_skip_(spec.config["frame_skip"_]),
        observes_state_(ObservesState(spec)),
        frames_(MakeFrames(spec, needs_frames, frame_size)),
        default_size_(default_size),
        pixels_(MakePixels(spec)) {}

  /// Whether results contain the observation without pixels.
  [[nodiscard]] bool observes_state() const { return observes_state_; }

  /// Creates the task again, and other objects with pointers into the model or
  /// the data. Between steps, a task has no state of its own except values of
  /// the model and such pointers.
  virtual void MakeTask() = 0;

  /// Returns the view of a camera; -1 is the default camera. Throws
  /// std::invalid_argument, which names `argument`, for an unknown camera.
  virtual View ViewOf(int width, int height, int camera,
                      const char* argument) = 0;

  /// Throws if the env observes pixels but cannot render. Must be called at the
  /// end of the constructor of the derived class.
  void CheckPixels() {
    if constexpr (kHasPixels<Fns>) {
      RequireGl();
      const auto& config = this->spec_.config;
      const std::string& name = config["render_camera_name"_];
      pixel_camera_ = name.empty() ? config["render_camera_id"_]
                                   : CameraNamed(simulation_.model(), name,
                                                 "render_camera_id");
      PixelView();
    }
  }

  /// Allocates the row of this Reset or Step and writes its reward and pixels.
  State AllocateRow(float reward, bool is_first) {
    State state = this->Allocate();
    state["reward"_] = reward;
    if constexpr (kHasPixels<Fns>) {
      pixels_.PushTo(static_cast<std::uint8_t*>(state["obs:pixels"_].Data()),
                     is_first, [this](std::uint8_t* image) {
                       RenderImage(PixelView(), PixelOrder::kPlanes,
                                   &simulation_, image);
                     });
    }
    return state;
  }

  Sim simulation_;
  const int frame_skip_;
  const bool observes_state_;
  FrameStack<double> frames_;  // observations without pixels
  bool terminated_{false};

 private:
  static bool ObservesState(const Spec& spec) {
    if constexpr (kHasPixels<Fns>) {
      return !spec.config["pixels_only"_];
    }
    return true;
  }

  static FrameStack<double> MakeFrames(const Spec& spec, bool needs_frames,
                                       std::size_t size) {
    const int stack = spec.config["frame_stack"_];
    const bool is_direct = stack == 1 && !needs_frames &&
                           spec.config["obs_dtype"_] == std::string("float64");
    return {is_direct || !ObservesState(spec) ? 0 : stack, size};
  }

  static FrameStack<std::uint8_t> MakePixels(const Spec& spec) {
    if constexpr (kHasPixels<Fns>) {
      const int stack = spec.config["frame_stack"_];
      return {stack > 1 ? stack : 0, std::size_t{3} *
                                         spec.config["render_width"_] *
                                         spec.config["render_height"_]};
    }
    return {0, 0};
  }

  View PixelView() {
    const auto& config = this->spec_.config;
    return ViewOf(config["render_width"_], config["render_height"_],
                  pixel_camera_, "render_camera_id");
  }

  const std::pair<int, int> default_size_;
  FrameStack<std::uint8_t> pixels_;
  int pixel_camera_{-1};
};

}  // namespace envpool::mujoco

#endif  // ENVPOOL_MUJOCO_COMMON_MUJOCO_ENV_H_
