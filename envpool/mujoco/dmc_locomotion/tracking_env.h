// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// TrackingEnv: a CMU humanoid that follows clips of motion capture, as
// dm_control.locomotion.examples.cmu_2020_tracking makes it.
//
// TrackingPixelEnv is the same env with pixels in its observation.
//
// Threads, errors: as MujocoEnv.

#ifndef ENVPOOL_MUJOCO_DMC_LOCOMOTION_TRACKING_ENV_H_
#define ENVPOOL_MUJOCO_DMC_LOCOMOTION_TRACKING_ENV_H_

#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "envpool/core/env.h"
#include "envpool/core/random/random_state.h"
#include "envpool/mujoco/common/model.h"
#include "envpool/mujoco/common/mujoco_env.h"
#include "envpool/mujoco/common/pixels.h"
#include "envpool/mujoco/dmc_locomotion/body_keys.h"
#include "envpool/mujoco/dmc_locomotion/tracker.h"

namespace envpool::mujoco::dmc_locomotion {

inline constexpr double kTrackingTimestep = .005;

/// The numbers of values of observations, in their order, for this number of
/// observed frames; -1 is a scalar.
inline auto TrackingSizes(const mjModel& model, int steps) {
  const int bodies = steps * kMocapBodies;
  return ConcatDict(
      BodySizes(model),
      MakeDict("obs:walker/reference_rel_joints"_.Bind(steps * kMocapJoints),
               "obs:walker/reference_rel_bodies_pos_global"_.Bind(3 * bodies),
               "obs:walker/reference_rel_bodies_pos_local"_.Bind(3 * bodies),
               "obs:walker/reference_rel_bodies_quats"_.Bind(4 * bodies),
               "obs:walker/reference_ego_bodies_quats"_.Bind(4 * bodies),
               "obs:walker/reference_rel_root_quat"_.Bind(4 * steps),
               "obs:walker/reference_rel_root_pos_local"_.Bind(3 * steps),
               "obs:walker/reference_appendages_pos"_.Bind(15 * steps),
               "obs:walker/velocimeter_control"_.Bind(3),
               "obs:walker/gyro_control"_.Bind(3),
               "obs:walker/joints_vel_control"_.Bind(kMocapJoints + 0),
               "obs:walker/time_in_clip"_.Bind(1)));
}

class TrackingFns {
 public:
  static decltype(auto) DefaultConfig() {
    return MakeDict("frame_skip"_.Bind(6), "frame_stack"_.Bind(1),
                    "obs_dtype"_.Bind(std::string("float64")),
                    "task_name"_.Bind(std::string("cmu_humanoid_tracking")),
                    "ref_path"_.Bind(std::string()),
                    "ref_steps"_.Bind(std::vector<int>{1, 2, 3, 4, 5}),
                    "termination_error_threshold"_.Bind(.3),
                    "min_steps"_.Bind(10),
                    "reward_type"_.Bind(std::string("comic")),
                    "always_init_at_clip_start"_.Bind(false),
                    "body_error_multiplier"_.Bind(1.));
  }
  template <typename Config>
  static decltype(auto) StateSpec(const Config& conf) {
    const Clips clips = ClipsOf(conf);
    FindStarts(RulesOf(conf), *clips);  // checks both
    CheckBodies(*clips, *ModelOf(conf));
    const auto sizes = SizesOf(conf);
    using Limits = std::numeric_limits<std::int64_t>;
    return ConcatDict(
        MakeDict("obs:walker/clip_id"_.Bind(
            NumberSpec(conf, Limits::min(), Limits::max()))),
        std::apply(
            [&](auto... key) {
              return MakeDict(key.Bind(SpecOfSize(conf, sizes[key]))...);
            },
            decltype(TrackingSizes(std::declval<const mjModel&>(),
                                   0))::StaticKeys()));
  }
  template <typename Config>
  static decltype(auto) ActionSpec(const Config& conf) {
    return MakeDict(
        "action"_.Bind(ControlSpec(ControlBoundsOf(*ModelOf(conf)))));
  }

  template <typename Config>
  static Model ModelOf(const Config& conf) {
    return LoadModel(Folder(conf) + "cmu_humanoid_tracking.xml", "base_path");
  }
  template <typename Config>
  static auto SizesOf(const Config& conf) {
    const std::vector<int> steps = conf["ref_steps"_];
    return TrackingSizes(*ModelOf(conf), static_cast<int>(steps.size()));
  }
  template <typename Config>
  static TrackingRules RulesOf(const Config& conf) {
    std::vector<int> steps = conf["ref_steps"_];
    std::ranges::sort(steps);
    if (steps.empty() || steps.front() < 0) {
      throw std::invalid_argument(
          "ref_steps: expected at least one number of steps, none of them "
          "negative");
    }
    return {.ref_steps = std::move(steps),
            .termination_error_threshold = conf["termination_error_threshold"_],
            .min_steps = conf["min_steps"_],
            .reward_type = conf["reward_type"_],
            .always_init_at_clip_start = conf["always_init_at_clip_start"_],
            .body_error_multiplier = conf["body_error_multiplier"_],
            .dt = kTrackingTimestep * conf["frame_skip"_]};
  }
  template <typename Config>
  static Clips ClipsOf(const Config& conf) {
    const std::string path = conf["ref_path"_];
    return path.empty()
               ? LoadClips(Folder(conf) + "walk_tiny.clips", "base_path")
               : LoadClips(path, "ref_path");
  }

 private:
  template <typename Config>
  static std::string Folder(const Config& conf) {
    const std::string base = conf["base_path"_];
    return base + "/mujoco/dmc_locomotion/assets/";
  }
};

template <typename Fns>
class TrackingEnvOf : public MujocoEnv<Fns, World> {
  using Base = MujocoEnv<Fns, World>;
  using Base::frames_;
  using Base::simulation_;
  using Base::terminated_;

 public:
  using typename Base::Action;
  using typename Base::Spec;
  using typename Base::State;

  TrackingEnvOf(const Spec& spec, int env_id)
      : Base(spec, env_id, TrackingFns::ModelOf(spec.config),
             /*needs_frames=*/true, ValuesIn(TrackingFns::SizesOf(spec.config)),
             kImageSize),
        steps_(static_cast<int>(
            TrackingFns::RulesOf(spec.config).ref_steps.size())),
        clips_(TrackingFns::ClipsOf(spec.config)),
        random_(static_cast<std::uint32_t>(this->seed_)) {
    MakeTask();
    this->CheckPixels();
  }

  void Reset() override {
    terminated_ = false;
    simulation_.Start();
    tracker_->Begin(&random_);
    simulation_.ForwardWithoutActuation();
    Observe();
    if (this->observes_state()) {
      frames_.Fill();
    }
    WriteState(0, true);
  }

  void Step(const Action& action) override {
    simulation_.SetControl(static_cast<double*>(action["action"_].Data()));
    simulation_.Advance(this->frame_skip_, /*evaluates=*/true);
    tracker_->AfterStep();
    Observe();
    const auto reward = static_cast<float>(tracker_->Reward());
    terminated_ = tracker_->HasFailed();
    WriteState(reward, false);
  }

  /// NumPy's RandomState accepts 32-bit seeds only.
  [[nodiscard]] std::int64_t MaxSeed() const override {
    return std::numeric_limits<std::uint32_t>::max();
  }
  void Reseed(std::int64_t seed) override {
    Base::Reseed(seed);
    random_ = RandomState(static_cast<std::uint32_t>(seed));
  }

  void Save(StateWriter* writer) override {
    Base::Save(writer);
    writer->Write(random_);
    tracker_->Save(writer);
  }
  void Load(StateReader* reader) override {
    Base::Load(reader);
    reader->Read(&random_);
    tracker_->Load(reader);
  }

 protected:
  /// An episode is over when its clip is.
  [[nodiscard]] int CurrentMaxEpisodeSteps() const override {
    return tracker_->IsAtEnd() ? 1 : Base::CurrentMaxEpisodeSteps();
  }

 private:
  static constexpr std::pair<int, int> kImageSize{320, 240};

  void MakeTask() final {
    StateWriter writer;
    if (tracker_ != nullptr) {
      tracker_->Save(&writer);
    }
    const bool is_new = tracker_ == nullptr;
    walker_ = std::make_unique<Walker>(kCmuHumanoid, &simulation_);
    tracker_ =
        std::make_unique<Tracker>(TrackingFns::RulesOf(this->spec_.config),
                                  clips_, &simulation_, walker_.get());
    if (!is_new) {
      StateReader reader(writer.bytes());
      tracker_->Load(&reader);
    }
  }

  View ViewOf(int width, int height, int camera, const char* argument) final {
    return ViewOfArena(simulation_.model(), width, height, camera, argument);
  }

  void Observe() {
    if (this->observes_state()) {
      ObservationWriter writer(ObserveBody(*walker_, frames_.Push()));
      tracker_->Observe(&writer);
    }
  }

  void WriteState(float reward, bool is_first) {
    State state = this->AllocateRow(reward, is_first);
    if (this->observes_state()) {
      const TArray<std::int64_t>& clip = state["obs:walker/clip_id"_];
      std::fill_n(static_cast<std::int64_t*>(clip.Data()), frames_.depth(),
                  tracker_->clip());
      WriteFrames(TrackingSizes(simulation_.model(), steps_), frames_, &state);
    }
  }

  const int steps_;  // number of observed frames of the clip
  const Clips clips_;
  RandomState random_;
  std::unique_ptr<Walker> walker_;
  std::unique_ptr<Tracker> tracker_;
};

using TrackingEnv = TrackingEnvOf<TrackingFns>;
using TrackingPixelFns = PixelFns<TrackingFns>;
using TrackingPixelEnv = TrackingEnvOf<TrackingPixelFns>;

}  // namespace envpool::mujoco::dmc_locomotion

#endif  // ENVPOOL_MUJOCO_DMC_LOCOMOTION_TRACKING_ENV_H_
