// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// GymEnv<Task>: a task of Gymnasium's MuJoCo family. It owns the simulation,
// the random generator and the frame stack, and writes the rows. The task
// provides:
//
//   static constexpr kFrameSkip, kModel, kCamera, kPositions, kVelocities
//   static Config()                     its config keys
//   static Infos(config, model)         the specs of its infos
//   static Observed(config, model)      the table of its observation
//   Task(config, model)
//   Reset(simulation, generator)        sets positions and velocities
//   UsesContactForces()                 whether rewards depend on these forces
//   BeginStep(simulation)               called before the simulation steps
//   ComputeReward(simulation, action)   called after the simulation has stepped
//   terminated()
//   WriteInfos(simulation, is_first, state)
//
// GymPixelEnv<Task> is the same env with pixels in its observation.
//
// Threads, errors: as Env.

#ifndef ENVPOOL_MUJOCO_GYM_GYM_ENV_H_
#define ENVPOOL_MUJOCO_GYM_GYM_ENV_H_

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "envpool/core/env.h"
#include "envpool/core/random/rng.h"
#include "envpool/mujoco/common/camera.h"
#include "envpool/mujoco/common/infos.h"
#include "envpool/mujoco/common/model.h"
#include "envpool/mujoco/common/mujoco_env.h"
#include "envpool/mujoco/common/observation.h"
#include "envpool/mujoco/common/pixels.h"
#include "envpool/mujoco/common/simulation.h"
#include "envpool/mujoco/common/terms.h"
#include "envpool/mujoco/common/version.h"

namespace envpool::mujoco {

template <typename Task>
class GymEnvFns {
 public:
  static decltype(auto) DefaultConfig() {
    return ConcatDict(
        MakeDict("frame_skip"_.Bind(Task::kFrameSkip), "frame_stack"_.Bind(1),
                 "obs_dtype"_.Bind(std::string("float64")),
                 "mujoco_version"_.Bind(Version()),
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
    return ConcatDict(
        MakeDict("obs"_.Bind(ObservationSpec(shape, conf["obs_dtype"_]))),
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
class GymEnv : public MujocoEnv<Fns, Simulation> {
  using Base = MujocoEnv<Fns, Simulation>;
  using Base::frames_;
  using Base::simulation_;
  using Base::terminated_;

 public:
  using typename Base::Action;
  using typename Base::Spec;
  using typename Base::State;

  GymEnv(const Spec& spec, int env_id)
      : GymEnv(spec, env_id, GymEnvFns<Task>::ModelOf(spec.config)) {}

  void Reset() override {
    terminated_ = false;
    simulation_.Reset();
    task_->Reset(&simulation_, &generator_);
    simulation_.Forward();
    camera_.OnReset(simulation_);
    WriteState(0, true);
  }

  void Step(const Action& action) override {
    const auto* control = static_cast<double*>(action["action"_].Data());
    task_->BeginStep(simulation_);
    simulation_.Step(control, this->frame_skip_);
    if (with_contact_forces_) {
      simulation_.ComputeContactForces();
    }
    const double reward = task_->ComputeReward(
        simulation_, {.values = control,
                      .count = static_cast<int>(simulation_.model().nu),
                      .float32 = this->action_is_float32()});
    terminated_ = task_->terminated();
    WriteState(static_cast<float>(reward), false);
  }

  bool TerminatedAtLimit() override { return terminated_; }

  void Reseed(std::int64_t seed) override {
    Base::Reseed(seed);
    generator_ = Generator(EntropyOf(seed));
    camera_.OnReseed();
  }

  void Save(StateWriter* writer) override {
    Base::Save(writer);
    writer->Write(generator_);
    camera_.Save(writer);
  }
  void Load(StateReader* reader) override {
    Base::Load(reader);
    reader->Read(&generator_);
    camera_.Load(reader);
  }

 private:
  static constexpr int kImageSide = 480;

  GymEnv(const Spec& spec, int env_id, const Model& model)
      : GymEnv(spec, env_id, model, Task::Observed(spec.config, *model)) {}

  GymEnv(const Spec& spec, int env_id, const Model& model, const Table& table)
      : Base(spec, env_id, model, /*needs_frames=*/false, SizeOf(table, *model),
             {kImageSide, kImageSide}),
        generator_(EntropyOf(this->seed64())),
        task_(std::make_unique<Task>(spec.config, *model)),
        camera_(CameraOf(spec.config), *model),
        observation_(table, *model, simulation_.data()) {
    const bool observed = std::any_of(
        table.begin(), table.end(),
        [](const Part& part) { return part.field == Field::kContactForce; });
    // Only these two depend on contact forces.
    with_contact_forces_ = spec.config["post_constraint"_] &&
                           (observed || task_->UsesContactForces());
    this->CheckPixels();
  }

  void WriteState(float reward, bool is_first) {
    State state = this->AllocateRow(reward, is_first);
    if (this->observes_state()) {
      WriteObservation(ObservationIn(&state), [&](auto* out) {
        frames_.PushTo(out, is_first,
                       [this](double* values) { observation_.Write(values); });
      });
    }
    task_->WriteInfos(simulation_, is_first, &state);
  }

  static TArray<double>& ObservationIn(State* state) {
    if constexpr (kHasPixels<Fns>) {
      return (*state)["obs:state"_];
    } else {
      return (*state)["obs"_];
    }
  }

  /// The default camera. Version 5 of a task may have a different one.
  template <typename Config>
  static FreeCamera CameraOf(const Config& conf) {
    if constexpr (requires { Task::kCameraV5; }) {
      if (conf["gymnasium_v5_render_camera"_]) {
        return Task::kCameraV5;
      }
    }
    return Task::kCamera;
  }

  void MakeTask() final {
    const mjModel& model = simulation_.model();
    task_ = std::make_unique<Task>(this->spec_.config, model);
    observation_ = Observation(Task::Observed(this->spec_.config, model), model,
                               simulation_.data());
  }

  View ViewOf(int width, int height, int camera, const char* argument) final {
    return camera_.ViewOf(width, height, camera, argument, &simulation_);
  }

  bool with_contact_forces_{false};
  Generator generator_;
  std::unique_ptr<Task> task_;
  DefaultCamera camera_;
  Observation observation_;
};

template <typename Task>
using GymPixelFns = PixelFns<GymEnvFns<Task>>;
template <typename Task>
using GymPixelEnv = GymEnv<Task, GymPixelFns<Task>>;

}  // namespace envpool::mujoco

#endif  // ENVPOOL_MUJOCO_GYM_GYM_ENV_H_
