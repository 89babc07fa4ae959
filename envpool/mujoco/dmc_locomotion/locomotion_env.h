// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// LocomotionEnv: a task of dm_control.locomotion. It owns the world, the
// walker, the task, the random generator and the frame stacks, and writes the
// rows. All tasks have one spec; observations that a task lacks have no
// elements and are left out of results.
//
// LocomotionPixelEnv is the same env with pixels in its observation.
//
// Threads, errors: as MujocoEnv.

#ifndef ENVPOOL_MUJOCO_DMC_LOCOMOTION_LOCOMOTION_ENV_H_
#define ENVPOOL_MUJOCO_DMC_LOCOMOTION_LOCOMOTION_ENV_H_

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "envpool/core/env.h"
#include "envpool/core/random/random_state.h"
#include "envpool/mujoco/common/model.h"
#include "envpool/mujoco/common/mujoco_env.h"
#include "envpool/mujoco/common/pixels.h"
#include "envpool/mujoco/dmc_locomotion/body_keys.h"
#include "envpool/mujoco/dmc_locomotion/task.h"

namespace envpool::mujoco::dmc_locomotion {

inline constexpr int kLastStage = 4;
inline constexpr int kEyeSide = 64;  // pixels of the egocentric camera

/// The model of a config's task.
template <typename Config>
Model ModelOf(const Config& conf) {
  const std::string base = conf["base_path"_];
  const std::string task = conf["task_name"_];
  RowOf(task);  // throws for an unknown task
  return LoadModel(base + "/mujoco/dmc_locomotion/assets/" + task + ".xml",
                   "base_path");
}

/// The observations' numbers of values; -1 is a scalar.
inline auto SizesOf(const mjModel& model, const TaskRow& row) {
  const auto shown = [&](Shows what) { return row.shows == what ? 3 : 0; };
  return ConcatDict(BodySizes(model),
                    MakeDict("obs:walker/target"_.Bind(shown(Shows::kTarget)),
                             "obs:walker/origin"_.Bind(shown(Shows::kOrigin))));
}

class LocomotionFns {
 public:
  static decltype(auto) DefaultConfig() {
    return MakeDict("frame_skip"_.Bind(6), "frame_stack"_.Bind(1),
                    "obs_dtype"_.Bind(std::string("float64")),
                    "egocentric_camera"_.Bind(false),
                    "task_name"_.Bind(std::string(kTask)));
  }
  template <typename Config>
  static decltype(auto) StateSpec(const Config& conf) {
    return ConcatDict(
        MakeDict("obs:walker/egocentric_camera"_.Bind(EyeSpec(conf)),
                 "obs:task_logic"_.Bind(StageSpec(conf))),
        std::apply(
            [&](auto... key) {
              const auto sizes = SizesOf(*ModelOf(conf), RowOf(Name(conf)));
              return MakeDict(key.Bind(SpecOfSize(conf, sizes[key]))...);
            },
            Sizes::StaticKeys()));
  }
  template <typename Config>
  static decltype(auto) ActionSpec(const Config& conf) {
    return MakeDict(
        "action"_.Bind(ControlSpec(ControlBoundsOf(*ModelOf(conf)))));
  }

 private:
  using Sizes = decltype(SizesOf(std::declval<const mjModel&>(),
                                 std::declval<const TaskRow&>()));
  static constexpr const char* kTask = "cmu_humanoid_go_to_target";

  template <typename Config>
  static std::string Name(const Config& conf) {
    return conf["task_name"_];
  }
  template <typename Config>
  static Spec<std::int64_t> StageSpec(const Config& conf) {
    if (RowOf(Name(conf)).shows != Shows::kStage) {
      return Spec<std::int64_t>({0}, {0, 0});
    }
    return NumberSpec(conf, 0, kLastStage);
  }
  template <typename Config>
  static Spec<std::uint8_t> EyeSpec(const Config& conf) {
    std::vector<int> shape{0};
    if (conf["egocentric_camera"_]) {
      shape = {kEyeSide, kEyeSide, 3};
      const int stack = conf["frame_stack"_];
      if (stack > 1) {
        shape.insert(shape.begin(), stack);
      }
    }
    return {shape, {0, 255}};
  }
};

template <typename Fns>
class LocomotionEnvOf : public MujocoEnv<Fns, World> {
  using Base = MujocoEnv<Fns, World>;
  using Base::frames_;
  using Base::simulation_;
  using Base::terminated_;

 public:
  using typename Base::Action;
  using typename Base::Spec;
  using typename Base::State;

  LocomotionEnvOf(const Spec& spec, int env_id)
      : LocomotionEnvOf(spec, env_id, ModelOf(spec.config),
                        RowOf(spec.config["task_name"_])) {}

  void Reset() override {
    terminated_ = false;
    task_->Build(&random_);
    simulation_.Start();
    task_->Reset(&random_);
    simulation_.ForwardWithoutActuation();
    stage_ = task_->Stage();
    WriteState(0, true);
  }

  void Step(const Action& action) override {
    simulation_.SetControl(static_cast<double*>(action["action"_].Data()));
    task_->Advance(&simulation_, this->frame_skip_, row_.evaluates);
    // The stage is observed before the reward changes it.
    stage_ = task_->Stage();
    const auto reward = static_cast<float>(task_->Reward());
    terminated_ = task_->HasFailed();
    WriteState(reward, false);
  }

  /// NumPy's RandomState accepts 32-bit seeds only.
  [[nodiscard]] std::int64_t MaxSeed() const override {
    return std::numeric_limits<std::uint32_t>::max();
  }
  void Reseed(std::int64_t seed) override {
    Base::Reseed(seed);
    random_ = RandomState(static_cast<std::uint32_t>(seed));
    task_->Seed(static_cast<std::uint32_t>(seed));
  }

  void Save(StateWriter* writer) override {
    Base::Save(writer);
    writer->Write(random_);
    eye_.Save(writer);
    stages_.Save(writer);
    task_->Save(writer);
  }
  void Load(StateReader* reader) override {
    Base::Load(reader);
    reader->Read(&random_);
    eye_.Load(reader);
    stages_.Load(reader);
    task_->Load(reader);
  }

 private:
  static constexpr std::pair<int, int> kImageSize{320, 240};

  LocomotionEnvOf(const Spec& spec, int env_id, const Model& model,
                  const TaskRow& row)
      : Base(spec, env_id, model, /*needs_frames=*/true,
             ValuesIn(SizesOf(*model, row)), kImageSize),
        row_(row),
        random_(static_cast<std::uint32_t>(this->seed_)),
        sees_(spec.config["egocentric_camera"_]),
        eye_(spec.config["frame_stack"_] > 1 ? spec.config["frame_stack"_] : 0,
             sees_ ? std::size_t{3} * kEyeSide * kEyeSide : 0),
        stages_(
            spec.config["frame_stack"_] > 1 ? spec.config["frame_stack"_] : 0,
            row.shows == Shows::kStage ? 1 : 0),
        eye_id_(simulation_.Id(mjOBJ_CAMERA, "walker/egocentric")) {
    MakeTask();
    task_->Seed(static_cast<std::uint32_t>(this->seed_));
    if (sees_) {
      RequireGl();
    }
    this->CheckPixels();
  }

  void MakeTask() final {
    StateWriter writer;
    if (task_ != nullptr) {
      task_->Save(&writer);
    }
    walker_ = std::make_unique<Walker>(*row_.walker, &simulation_);
    std::unique_ptr<Task> before = std::move(task_);
    task_ = row_.make(&simulation_, walker_.get());
    if (before != nullptr) {
      StateReader reader(writer.bytes());
      task_->Load(&reader);
    }
  }

  View ViewOf(int width, int height, int camera, const char* argument) final {
    return ViewOfArena(simulation_.model(), width, height, camera, argument);
  }

  void WriteState(float reward, bool is_first) {
    State state = this->AllocateRow(reward, is_first);
    if (terminated_ && !is_first) {
      state["discount"_] = task_->LastDiscount();
    }
    if (this->observes_state()) {
      Observe(frames_.Push());
      if (is_first) {
        frames_.Fill();
      }
      WriteFrames(SizesOf(simulation_.model(), row_), frames_, &state);
      if (sees_) {
        See(is_first, &state);
      }
      if (row_.shows == Shows::kStage) {
        ShowStage(is_first, &state);
      }
    }
  }

  /// Writes what the walker's camera sees; it does not see the walker.
  void See(bool is_first, State* state) {
    View view = ViewOf(kEyeSide, kEyeSide, eye_id_, "egocentric_camera");
    for (const int group : row_.walker->groups_the_camera_skips) {
      view.option.geomgroup[group] = 0;
    }
    const auto& entry = (*state)["obs:walker/egocentric_camera"_];
    eye_.PushTo(static_cast<std::uint8_t*>(entry.Data()), is_first,
                [&](std::uint8_t* out) {
                  RenderImage(view, PixelOrder::kInterleaved, &simulation_,
                              out);
                });
  }

  void ShowStage(bool is_first, State* state) {
    const auto& entry = (*state)["obs:task_logic"_];
    stages_.PushTo(static_cast<std::int64_t*>(entry.Data()), is_first,
                   [&](std::int64_t* out) { *out = stage_; });
  }

  /// Writes the observations in the order of SizesOf.
  void Observe(double* out) const {
    out = ObserveBody(*walker_, out);
    const double* goal = task_->Goal();
    if (goal != nullptr) {
      std::ranges::copy(walker_->TowardsInFrame(goal), out);
    }
  }

  const TaskRow& row_;
  RandomState random_;
  const bool sees_;
  FrameStack<std::uint8_t> eye_;  // images of the egocentric camera
  FrameStack<std::int64_t> stages_;
  std::int64_t stage_{0};  // of the row that is written
  const int eye_id_;
  std::unique_ptr<Walker> walker_;
  std::unique_ptr<Task> task_;
};

using LocomotionEnv = LocomotionEnvOf<LocomotionFns>;
using LocomotionPixelFns = PixelFns<LocomotionFns>;
using LocomotionPixelEnv = LocomotionEnvOf<LocomotionPixelFns>;

}  // namespace envpool::mujoco::dmc_locomotion

#endif  // ENVPOOL_MUJOCO_DMC_LOCOMOTION_LOCOMOTION_ENV_H_
