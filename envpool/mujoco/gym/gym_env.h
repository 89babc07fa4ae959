// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// GymEnv<Task>: a task of Gymnasium's MuJoCo family. It has the simulation, the
// generator, the stack of observations, and the rows; the task has the rest:
//
//   static constexpr kFrameSkip, kModel, kCamera, kPositions, kVelocities
//   static Config()                     its own config keys
//   static Infos(config, model)         its own infos, as specs
//   static Observed(config, model)      the table of its observation
//   Task(config, model)
//   Reset(simulation, generator)        sets positions and velocities
//   UsesContactForces()                 whether rewards depend on them
//   Before(simulation)                  looks before a step
//   After(simulation, action)           the reward
//   terminated()
//   WriteInfos(simulation, state)
//
// GymPixelEnv<Task> is the same with pictures as observations.
//
// Threads, errors: as Env.

#ifndef ENVPOOL_MUJOCO_GYM_GYM_ENV_H_
#define ENVPOOL_MUJOCO_GYM_GYM_ENV_H_

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "envpool/core/env.h"
#include "envpool/core/rng.h"
#include "envpool/mujoco/common/model.h"
#include "envpool/mujoco/common/observation.h"
#include "envpool/mujoco/common/observation_stack.h"
#include "envpool/mujoco/common/pixels.h"
#include "envpool/mujoco/common/renderer.h"
#include "envpool/mujoco/common/simulation.h"
#include "envpool/mujoco/gym/camera.h"
#include "envpool/mujoco/gym/terms.h"

namespace envpool::mujoco {

/// An info that is there or, with no numbers, is not.
inline Spec<double> InfoSpec(bool there) {
  return Spec<double>(std::vector<int>{there ? -1 : 0});
}
inline Spec<double> InfoSpec(bool there, int count) {
  return Spec<double>(std::vector<int>{there ? count : 0});
}

/// Writes an info, if it is there.
template <typename Info>
void Put(const Info& info, double value) {
  if (info.size > 0) {
    info = value;
  }
}

template <typename Task>
class GymEnvFns {
 public:
  static decltype(auto) DefaultConfig() {
    return ConcatDict(
        MakeDict("frame_skip"_.Bind(Task::kFrameSkip), "frame_stack"_.Bind(1),
                 "post_constraint"_.Bind(true),
                 "xml_file"_.Bind(std::string(Task::kModel)),
                 "gymnasium_v5_render_camera"_.Bind(false),
                 "legacy_info"_.Bind(true)),
        Task::Config());
  }
  template <typename Config>
  static decltype(auto) StateSpec(const Config& conf) {
    const Model model = ModelOf(conf);
    std::vector<int> shape{SizeOf(Task::Observed(conf, *model), *model)};
    if (conf["frame_stack"_] > 1) {
      shape.insert(shape.begin(), conf["frame_stack"_]);
    }
    return ConcatDict(MakeDict("obs"_.Bind(Spec<double>(shape))),
                      Task::Infos(conf, *model));
  }
  template <typename Config>
  static decltype(auto) ActionSpec(const Config& conf) {
    return MakeDict(
        "action"_.Bind(ControlSpec(ControlBoundsOf(*ModelOf(conf)))));
  }

  template <typename Config>
  static Model ModelOf(const Config& conf) {
    Model model = LoadModel(conf["xml_file"_]);
    RequireSizes(*model, Task::kPositions, Task::kVelocities);
    return model;
  }
};

template <typename Task, typename Fns = GymEnvFns<Task>>
class GymEnv : public Env<EnvSpec<Fns>>, public RenderableEnv {
 public:
  using Base = Env<EnvSpec<Fns>>;
  using typename Base::Action;
  using typename Base::Spec;
  using typename Base::State;

  GymEnv(const Spec& spec, int env_id)
      : GymEnv(spec, env_id, GymEnvFns<Task>::ModelOf(spec.config)) {}

  void Reset() override {
    terminated_ = false;
    simulation_.Reset();
    task_.Reset(&simulation_, &generator_);
    simulation_.Forward();
    cameraman_.Look(simulation_);
    WriteState(0, true);
  }

  void Step(const Action& action) override {
    const auto* control = static_cast<double*>(action["action"_].Data());
    task_.Before(simulation_);
    simulation_.Step(control, frame_skip_);
    if (with_contact_forces_) {
      simulation_.ComputeContactForces();
    }
    const double reward = task_.After(
        simulation_, {.values = control,
                      .count = static_cast<int>(simulation_.model().nu),
                      .float32 = this->action_is_float32()});
    terminated_ = task_.terminated();
    WriteState(static_cast<float>(reward), false);
  }

  bool IsDone() override { return terminated_; }
  bool TerminatedAtLimit() override { return terminated_; }

  void Reseed(std::int64_t seed) override {
    Base::Reseed(seed);
    generator_ = Generator(EntropyOf(seed));
    cameraman_.Forget();
  }

  [[nodiscard]] std::pair<int, int> RenderSize(int width,
                                               int height) const override {
    constexpr int kSide = 480;
    return {width > 0 ? width : kSide, height > 0 ? height : kSide};
  }
  void Render(int width, int height, int camera_id,
              unsigned char* rgb) override {
    const View view =
        cameraman_.Picture(width, height, camera_id, "camera_id", &simulation_);
    Draw(view, PixelOrder::kInterleaved, &simulation_, rgb);
  }

  void Save(StateWriter* writer) override {
    simulation_.Save(writer);
    writer->Write(generator_);
    stack_.Save(writer);
    writer->Write(terminated_);
    cameraman_.Save(writer);
    pixels_.Save(writer);
  }
  void Load(StateReader* reader) override {
    simulation_.Load(reader);
    reader->Read(&generator_);
    stack_.Load(reader);
    reader->Read(&terminated_);
    cameraman_.Load(reader);
    pixels_.Load(reader);
  }

 private:
  GymEnv(const Spec& spec, int env_id, const Model& model)
      : Base(spec, env_id),
        frame_skip_(spec.config["frame_skip"_]),
        frame_stack_(spec.config["frame_stack"_]),
        generator_(EntropyOf(this->seed64())),
        simulation_(model),
        task_(spec.config, *model),
        cameraman_(CameraOf(spec.config), *model),
        size_(SizeOf(Task::Observed(spec.config, *model), *model)),
        observation_(Task::Observed(spec.config, *model), *model,
                     simulation_.data()),
        stack_(frame_stack_ > 1 && !kHasPixels<Fns> ? frame_stack_ : 0, size_),
        pixels_(spec.config) {
    const Table table = Task::Observed(spec.config, *model);
    const bool seen = std::any_of(
        table.begin(), table.end(),
        [](const Part& part) { return part.field == Field::kContactForce; });
    // Nothing else depends on them.
    with_contact_forces_ =
        spec.config["post_constraint"_] && (seen || task_.UsesContactForces());
    if constexpr (kHasPixels<Fns>) {
      PixelView();  // throws if there is no such camera
    }
  }

  void WriteState(float reward, bool first) {
    State state = this->Allocate();
    state["reward"_] = reward;
    if constexpr (kHasPixels<Fns>) {
      pixels_.Write(PixelView(), first, &simulation_, &state);
    } else {
      WriteObservation(static_cast<double*>(state["obs"_].Data()), first);
    }
    task_.WriteInfos(simulation_, first, &state);
  }

  /// Version 5 of one task has another one.
  template <typename Config>
  static FreeCamera CameraOf(const Config& conf) {
    if constexpr (requires { Task::kCameraV5; }) {
      if (conf["gymnasium_v5_render_camera"_]) {
        return Task::kCameraV5;
      }
    }
    return Task::kCamera;
  }

  View PixelView() {
    return cameraman_.Picture(pixels_.width(), pixels_.height(),
                              pixels_.camera(), "render_camera_id",
                              &simulation_);
  }

  void WriteObservation(double* obs, bool first) {
    if (frame_stack_ == 1) {
      observation_.Write(obs);
    } else {
      stack_.Push(first, [this](double* out) { observation_.Write(out); });
      std::ranges::copy(stack_.numbers(), obs);
    }
  }

  const int frame_skip_;
  const int frame_stack_;
  bool with_contact_forces_{false};
  Generator generator_;
  Simulation simulation_;
  Task task_;
  Cameraman cameraman_;
  const int size_;  // of one observation
  const Observation observation_;
  ObservationStack stack_;
  Pixels<Fns> pixels_;
  bool terminated_{false};
};

template <typename Task>
using GymPixelFns = PixelFns<GymEnvFns<Task>>;
template <typename Task>
using GymPixelEnv = GymEnv<Task, GymPixelFns<Task>>;

}  // namespace envpool::mujoco

#endif  // ENVPOOL_MUJOCO_GYM_GYM_ENV_H_
