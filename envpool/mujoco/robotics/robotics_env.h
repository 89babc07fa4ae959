// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// RoboticsEnv<Task>: a task of Gymnasium-Robotics. It owns the robot, the
// random generator and the frame stack, and writes the rows. The task provides:
//
//   static constexpr kFrameSkip, kModel   defaults; the model is a file among
//                                         the assets
//   static constexpr kCamera              the default camera
//   static Config()                       its config keys
//   static Observed(config, model)        the specs of its observations
//   static Infos(config, model)           the specs of its infos
//   static ActionBounds(config, model)    the bounds of its actions
//   struct State, state                   what it keeps between steps; a plain
//                                         value, part of saved states
//   Task(config, robot)
//   ResetOptions(config, model)           optional: the options of a reset
//   Reset(generator)                      starts an episode; if there are
//                                         options, it gets them as OptionsOf
//   Act(action)                           sets the controls
//   AfterStep()                           called after the robot has stepped
//   Observe(writer)                       writes the observations, in the order
//                                         of Observed
//   Reward(action)
//   IsTerminated()
//   WriteInfos(is_first, state)
//   Show()                                prepares the data for a picture
//   OnReseed()                            optional: makes the next episode that
//                                         of a new env
//
// RoboticsPixelEnv<Task> is the same env with pixels in its observation.
//
// Threads, errors: as Env.

#ifndef ENVPOOL_MUJOCO_ROBOTICS_ROBOTICS_ENV_H_
#define ENVPOOL_MUJOCO_ROBOTICS_ROBOTICS_ENV_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>

#include "envpool/core/env.h"
#include "envpool/core/random/rng.h"
#include "envpool/mujoco/common/camera.h"
#include "envpool/mujoco/common/keyed_observation.h"
#include "envpool/mujoco/common/model.h"
#include "envpool/mujoco/common/mujoco_env.h"
#include "envpool/mujoco/common/pixels.h"
#include "envpool/mujoco/common/terms.h"
#include "envpool/mujoco/robotics/robot.h"

namespace envpool::mujoco::robotics {

/// The key of an observation in the rows of Fns.
template <typename Fns, typename Key>
constexpr auto KeyIn(Key key) {
  if constexpr (kHasPixels<Fns>) {
    return BesidePixels<Key>{};
  } else {
    return key;
  }
}

/// The options of a reset, for one env. An option is an array; it has either
/// the values for all envs, or those of each env of the pool in turn.
template <typename Options>
class OptionsOf {
 public:
  OptionsOf(const Options& options, const Options& defaults, int env_id)
      : options_(options), defaults_(defaults), env_id_(env_id) {}

  template <typename Key>
  [[nodiscard]] auto operator[](Key key) const {
    const auto& values = options_[key];
    const std::size_t size = defaults_[key].size();
    const std::size_t first =
        values.size() == size ? 0 : static_cast<std::size_t>(env_id_) * size;
    if (values.size() < first + size) {
      throw std::invalid_argument("options: expected " + std::to_string(size) +
                                  " values of " + Key::Str() + ", got " +
                                  std::to_string(values.size()));
    }
    return std::span(values).subspan(first, size);
  }

 private:
  const Options& options_;
  const Options& defaults_;
  const int env_id_;
};

template <typename Task>
class RoboticsEnvFns {
 public:
  static decltype(auto) DefaultConfig() {
    return ConcatDict(
        MakeDict("frame_skip"_.Bind(Task::kFrameSkip), "frame_stack"_.Bind(1),
                 "obs_dtype"_.Bind(std::string("float64")),
                 "xml_file"_.Bind(std::string(Task::kModel))),
        Task::Config());
  }
  template <typename Config>
  static decltype(auto) StateSpec(const Config& conf) {
    const Model model = ModelOf(conf);
    return ConcatDict(ObservedSpecs<Task>(conf, *model),
                      Task::Infos(conf, *model));
  }
  template <typename Config>
  static decltype(auto) ActionSpec(const Config& conf) {
    return MakeDict(
        "action"_.Bind(ControlSpec(Task::ActionBounds(conf, *ModelOf(conf)))));
  }

  template <typename Config>
    requires requires(const Config& conf, const mjModel& model) {
      Task::ResetOptions(conf, model);
    }
  static decltype(auto) ResetOptions(const Config& conf) {
    return Task::ResetOptions(conf, *ModelOf(conf));
  }

  template <typename Config>
  static Model ModelOf(const Config& conf) {
    if constexpr (requires { Task::EditOf(conf); }) {
      return LoadModel(conf["xml_file"_], Task::EditOf(conf));
    } else {
      return LoadModel(conf["xml_file"_]);
    }
  }
};

template <typename Task, typename Fns = RoboticsEnvFns<Task>>
class RoboticsEnv : public MujocoEnv<Fns, Robot> {
  using Base = MujocoEnv<Fns, Robot>;
  using Base::frames_;
  using Base::simulation_;
  using Base::terminated_;

 public:
  using typename Base::Action;
  using typename Base::Spec;
  using typename Base::State;

  RoboticsEnv(const Spec& spec, int env_id)
      : RoboticsEnv(spec, env_id, RoboticsEnvFns<Task>::ModelOf(spec.config)) {}

  void Reset() override {
    terminated_ = false;
    simulation_.EndPicture();
    if constexpr (Spec::ResetOptions::kSize > 0) {
      task_->Reset(&generator_,
                   OptionsOf(this->reset_options(), this->spec_.reset_options,
                             this->env_id_));
    } else {
      task_->Reset(&generator_);
    }
    camera_.OnReset(simulation_);
    WriteState(0, true);
  }

  void Step(const Action& action) override {
    const auto& values = action["action"_];
    const Controls controls{.values = static_cast<double*>(values.Data()),
                            .count = static_cast<int>(values.size),
                            .float32 = this->action_is_float32()};
    simulation_.EndPicture();
    task_->Act(controls);
    simulation_.Advance(this->frame_skip_);
    if constexpr (requires { task_->AfterStep(controls, &generator_); }) {
      task_->AfterStep(controls, &generator_);
    } else {
      task_->AfterStep();
    }
    const double reward = task_->Reward(controls);
    terminated_ = task_->IsTerminated();
    WriteState(static_cast<float>(reward), false);
  }

  bool TerminatedAtLimit() override { return terminated_; }

  void Reseed(std::int64_t seed) override {
    Base::Reseed(seed);
    generator_ = Generator(EntropyOf(seed));
    camera_.OnReseed();
    if constexpr (requires { task_->OnReseed(); }) {
      task_->OnReseed();
    }
  }

  void Save(StateWriter* writer) override {
    Base::Save(writer);
    writer->Write(generator_);
    writer->Write(task_->state);
    camera_.Save(writer);
  }
  void Load(StateReader* reader) override {
    Base::Load(reader);
    reader->Read(&generator_);
    reader->Read(&task_->state);
    camera_.Load(reader);
  }

 private:
  static constexpr int kImageSide = 480;

  using Observation = KeyedObservation<Task, decltype(Spec::config)>;

  RoboticsEnv(const Spec& spec, int env_id, const Model& model)
      : RoboticsEnv(spec, env_id, model, Observation(spec.config, *model)) {}
  RoboticsEnv(const Spec& spec, int env_id, const Model& model,
              Observation observation)
      : Base(spec, env_id, model, /*needs_frames=*/true, observation.size(),
             {kImageSide, kImageSide}),
        observation_(std::move(observation)),
        generator_(EntropyOf(this->seed64())),
        task_(std::make_unique<Task>(spec.config, &simulation_)),
        camera_(CameraOf(spec.config), *model) {
    this->CheckPixels();
  }

  template <typename Config>
  static FreeCamera CameraOf(const Config& conf) {
    if constexpr (requires { Task::CameraOf(conf); }) {
      return Task::CameraOf(conf);
    } else {
      return Task::kCamera;
    }
  }

  void WriteState(float reward, bool is_first) {
    State state = this->AllocateRow(reward, is_first);
    if (this->observes_state()) {
      observation_.Write(is_first, task_.get(), &frames_,
                         [&](auto key) { return state[KeyIn<Fns>(key)]; });
    }
    task_->WriteInfos(is_first, &state);
  }

  void MakeTask() final {
    auto state = std::move(task_->state);
    task_ = std::make_unique<Task>(this->spec_.config, &simulation_);
    task_->state = std::move(state);
  }

  View ViewOf(int width, int height, int camera, const char* argument) final {
    simulation_.BeginPicture();
    task_->Show();
    return camera_.ViewOf(width, height, camera, argument, &simulation_);
  }

  const Observation observation_;
  Generator generator_;
  std::unique_ptr<Task> task_;
  DefaultCamera camera_;
};

template <typename Task>
using RoboticsPixelFns = PixelFns<RoboticsEnvFns<Task>>;
template <typename Task>
using RoboticsPixelEnv = RoboticsEnv<Task, RoboticsPixelFns<Task>>;

}  // namespace envpool::mujoco::robotics

#endif  // ENVPOOL_MUJOCO_ROBOTICS_ROBOTICS_ENV_H_
