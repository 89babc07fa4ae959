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
//   Reset(generator)                      starts an episode
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

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <numeric>
#include <span>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "envpool/core/env.h"
#include "envpool/core/random/rng.h"
#include "envpool/mujoco/common/camera.h"
#include "envpool/mujoco/common/model.h"
#include "envpool/mujoco/common/mujoco_env.h"
#include "envpool/mujoco/common/pixels.h"
#include "envpool/mujoco/common/terms.h"
#include "envpool/mujoco/robotics/robot.h"

namespace envpool::mujoco::robotics {

/// Writes the values of an env's observations in sequence.
class ObservationWriter {
 public:
  explicit ObservationWriter(double* out) : out_(out) {}

  void Add(double value) { *out_++ = value; }
  void Add(std::span<const double> values) {
    out_ = std::copy(values.begin(), values.end(), out_);
  }
  void Add(const double* values, int count) {
    out_ = std::copy_n(values, count, out_);
  }
  /// Calls write(pointer), which writes `count` values.
  template <typename Write>
  void AddWith(int count, const Write& write) {
    write(out_);
    out_ += count;
  }

 private:
  double* out_;
};

/// The spec of a vector observation.
inline Spec<double> VectorSpec(int count) {
  return Spec<double>(std::vector<int>{count});
}

/// The number of elements of an array of this shape.
inline int SizeOf(const std::vector<int>& shape) {
  return std::accumulate(shape.begin(), shape.end(), 1, std::multiplies<>());
}

/// The key of an observation in the rows of Fns.
template <typename Fns, typename Key>
constexpr auto KeyIn(Key key) {
  if constexpr (kHasPixels<Fns>) {
    return BesidePixels<Key>{};
  } else {
    return key;
  }
}

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
    auto observed = Task::Observed(conf, *model);
    const int stack = conf["frame_stack"_];
    observed.Apply([&](auto /*key*/, auto& spec) {
      std::vector<int> shape = spec.shape;
      if (stack > 1) {
        shape.insert(shape.begin(), stack);
      }
      spec = ObservationSpec(shape, conf["obs_dtype"_]);
    });
    return ConcatDict(std::move(observed), Task::Infos(conf, *model));
  }
  template <typename Config>
  static decltype(auto) ActionSpec(const Config& conf) {
    return MakeDict(
        "action"_.Bind(ControlSpec(Task::ActionBounds(conf, *ModelOf(conf)))));
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
    task_->Reset(&generator_);
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

  RoboticsEnv(const Spec& spec, int env_id, const Model& model)
      : RoboticsEnv(spec, env_id, model, SizesOf(spec, *model)) {}
  RoboticsEnv(const Spec& spec, int env_id, const Model& model,
              std::vector<int> sizes)
      : Base(spec, env_id, model, /*needs_frames=*/true,
             std::accumulate(sizes.begin(), sizes.end(), 0),
             {kImageSide, kImageSide}),
        sizes_(std::move(sizes)),
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

  /// The number of values of each observation.
  static std::vector<int> SizesOf(const Spec& spec, const mjModel& model) {
    std::vector<int> sizes;
    Task::Observed(spec.config, model)
        .Apply([&](auto /*key*/, const auto& each) {
          sizes.push_back(SizeOf(each.shape));
        });
    return sizes;
  }

  void WriteState(float reward, bool is_first) {
    State state = this->AllocateRow(reward, is_first);
    if (this->observes_state()) {
      WriteObservations(is_first, &state);
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

  void WriteObservations(bool is_first, State* state) {
    ObservationWriter writer(frames_.Push());
    task_->Observe(&writer);
    if (is_first) {
      frames_.Fill();
    }
    using Observed = std::remove_cvref_t<decltype(Task::Observed(
        this->spec_.config, simulation_.model()))>;
    std::size_t key = 0;
    std::size_t first = 0;
    std::apply(
        [&](auto... each) {
          (Write(key++, &first, (*state)[KeyIn<Fns>(each)]), ...);
        },
        Observed::StaticKeys());
  }

  /// Writes one observation from all frames, the oldest frame first.
  void Write(std::size_t key, std::size_t* first,
             const TArray<double>& entry) const {
    const std::size_t size = sizes_[key];
    WriteObservation(entry,
                     [&](auto* out) { frames_.CopyPart(*first, size, out); });
    *first += size;
  }

  const std::vector<int> sizes_;  // number of values of each observation
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
