// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// DmcEnv<Task>: a domain of the DeepMind Control suite. It owns the physics,
// the random generator and the frame stack, and writes the rows. The task
// provides:
//
//   static constexpr kTask, kFrameSkip    defaults
//   static Config()                       optional: its config keys
//   static constexpr kModel               its file among the assets; or, if the
//   static ModelName(config)              config chooses the file
//   static Observed(config, model)        the specs of its observations; an
//                                         observation without elements is left
//                                         out of results
//   Task(config, physics)
//   Build(random)                         optional: samples what is constant
//                                         over all episodes
//   Reset(random)                         sets the state
//   Observe(writer)                       writes the observations, in the order
//                                         of Observed
//   Reward()
//   IsTerminated()                        optional
//
// DmcPixelEnv<Task> is the same env with pixels in its observation.
//
// Threads, errors: as Env.

#ifndef ENVPOOL_MUJOCO_DMC_DMC_ENV_H_
#define ENVPOOL_MUJOCO_DMC_DMC_ENV_H_

#include <cstdint>
#include <initializer_list>
#include <limits>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "envpool/core/env.h"
#include "envpool/core/random/random_state.h"
#include "envpool/mujoco/common/keyed_observation.h"
#include "envpool/mujoco/common/model.h"
#include "envpool/mujoco/common/mujoco_env.h"
#include "envpool/mujoco/common/physics.h"
#include "envpool/mujoco/common/pixels.h"
#include "envpool/mujoco/common/version.h"

namespace envpool::mujoco::dmc {

/// The index of the config's task_name in `tasks`.
template <typename Config>
int TaskOf(const Config& conf, std::initializer_list<const char*> tasks) {
  const std::string name = conf["task_name"_];
  std::string known;
  int index = 0;
  for (const char* task : tasks) {
    if (name == task) {
      return index;
    }
    known += (index++ > 0 ? ", " : "") + std::string(task);
  }
  throw std::invalid_argument("task_name: expected one of " + known + ", got " +
                              name);
}

/// The spec of a scalar observation.
inline Spec<double> ScalarSpec() { return Spec<double>(std::vector<int>{}); }
template <typename Task>
class DmcEnvFns {
 public:
  static decltype(auto) DefaultConfig() {
    return ConcatDict(
        MakeDict("frame_skip"_.Bind(Task::kFrameSkip), "frame_stack"_.Bind(1),
                 "obs_dtype"_.Bind(std::string("float64")),
                 "mujoco_version"_.Bind(Version()),
                 "task_name"_.Bind(std::string(Task::kTask))),
        OwnConfig());
  }
  template <typename Config>
  static decltype(auto) StateSpec(const Config& conf) {
    return ObservedSpecs<Task>(conf, *ModelOf(conf));
  }
  template <typename Config>
  static decltype(auto) ActionSpec(const Config& conf) {
    const Model model = ModelOf(conf);
    ControlBounds bounds = ControlBoundsOf(*model);
    for (int i = 0; i < model->nu; ++i) {
      if (model->actuator_ctrllimited[i] == 0) {
        bounds.first[i] = -mjMAXVAL;
        bounds.second[i] = mjMAXVAL;
      }
    }
    return MakeDict("action"_.Bind(ControlSpec(std::move(bounds))));
  }

  template <typename Config>
  static Model ModelOf(const Config& conf) {
    const std::string base = conf["base_path"_];
    return LoadModel(base + "/mujoco/dmc/assets/" + ModelName(conf) + ".xml",
                     "base_path");
  }

 private:
  static decltype(auto) OwnConfig() {
    if constexpr (requires { Task::Config(); }) {
      return Task::Config();
    } else {
      return MakeDict();
    }
  }
  template <typename Config>
  static std::string ModelName(const Config& conf) {
    if constexpr (requires { Task::kModel; }) {
      return Task::kModel;
    } else {
      return Task::ModelName(conf);
    }
  }
};

template <typename Task, typename Fns = DmcEnvFns<Task>>
class DmcEnv : public MujocoEnv<Fns, Physics> {
  using Base = MujocoEnv<Fns, Physics>;
  using Base::frames_;
  using Base::simulation_;
  using Base::terminated_;

 public:
  using typename Base::Action;
  using typename Base::Spec;
  using typename Base::State;

  DmcEnv(const Spec& spec, int env_id)
      : DmcEnv(spec, env_id, DmcEnvFns<Task>::ModelOf(spec.config)) {}

  void Reset() override {
    terminated_ = false;
    simulation_.Start();
    task_->Reset(&random_);
    simulation_.ForwardWithoutActuation();
    WriteState(0, true);
  }

  void Step(const Action& action) override {
    simulation_.SetControl(static_cast<double*>(action["action"_].Data()));
    simulation_.Advance(this->frame_skip_);
    if constexpr (requires { task_->IsTerminated(); }) {
      terminated_ = task_->IsTerminated();
    }
    WriteState(static_cast<float>(task_->Reward()), false);
  }

  /// NumPy's RandomState accepts 32-bit seeds only.
  [[nodiscard]] std::int64_t MaxSeed() const override {
    return std::numeric_limits<std::uint32_t>::max();
  }
  void Reseed(std::int64_t seed) override {
    Base::Reseed(seed);
    random_ = RandomState(static_cast<std::uint32_t>(seed));
    Build();
  }

  void Save(StateWriter* writer) override {
    Base::Save(writer);
    writer->Write(random_);
  }
  void Load(StateReader* reader) override {
    Base::Load(reader);
    reader->Read(&random_);
  }

 private:
  static constexpr std::pair<int, int> kImageSize{320, 240};

  using Observation = KeyedObservation<Task, decltype(Spec::config)>;

  DmcEnv(const Spec& spec, int env_id, const Model& model)
      : DmcEnv(spec, env_id, model, Observation(spec.config, *model)) {}
  DmcEnv(const Spec& spec, int env_id, const Model& model,
         Observation observation)
      : Base(spec, env_id, model, /*needs_frames=*/true, observation.size(),
             kImageSize),
        observation_(std::move(observation)),
        random_(static_cast<std::uint32_t>(this->seed_)),
        task_(std::make_unique<Task>(spec.config, &simulation_)) {
    Build();
    this->CheckPixels();
  }

  void Build() {
    if constexpr (requires { task_->Build(&random_); }) {
      task_->Build(&random_);
      simulation_.KeepWritten();
    }
  }

  void WriteState(float reward, bool is_first) {
    State state = this->AllocateRow(reward, is_first);
    if (this->observes_state()) {
      observation_.Write(is_first, task_.get(), &frames_,
                         [&](auto key) { return state[key]; });
    }
  }

  void MakeTask() final {
    task_ = std::make_unique<Task>(this->spec_.config, &simulation_);
  }

  View ViewOf(int width, int height, int camera, const char* argument) final {
    View view = DefaultView(width, height);
    view.option.flags[mjVIS_RANGEFINDER] = 0;
    if (camera == -1) {
      mjv_defaultFreeCamera(&simulation_.model(), &view.camera);
    } else {
      UseCamera(simulation_.model(), camera, argument, &view);
    }
    return view;
  }

  const Observation observation_;
  RandomState random_;
  std::unique_ptr<Task> task_;
};

template <typename Task>
using DmcPixelFns = PixelFns<DmcEnvFns<Task>>;
template <typename Task>
using DmcPixelEnv = DmcEnv<Task, DmcPixelFns<Task>>;

}  // namespace envpool::mujoco::dmc

#endif  // ENVPOOL_MUJOCO_DMC_DMC_ENV_H_
