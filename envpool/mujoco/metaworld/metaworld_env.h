// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// MetaWorldEnv: the tasks of Meta-World. The config's task_name selects one.
//
// Threads, errors: as Env.

#ifndef ENVPOOL_MUJOCO_METAWORLD_METAWORLD_ENV_H_
#define ENVPOOL_MUJOCO_METAWORLD_METAWORLD_ENV_H_

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "envpool/core/env.h"
#include "envpool/core/random/rng.h"
#include "envpool/mujoco/common/model.h"
#include "envpool/mujoco/common/mujoco_env.h"
#include "envpool/mujoco/common/pixels.h"
#include "envpool/mujoco/metaworld/scene.h"
#include "envpool/mujoco/metaworld/task.h"
#include "envpool/mujoco/metaworld/task_set.h"

namespace envpool::mujoco::metaworld {

constexpr std::size_t kNow = 4 + kObjectValues;  // values of one moment
constexpr std::size_t kGoal = 2 * kNow;          // the index of the goal
constexpr std::size_t kValues = kGoal + 3;       // of an observation

/// The lower and upper bounds of an observation.
struct Bounds {
  std::array<double, kValues> low;
  std::array<double, kValues> high;
};

inline Bounds BoundsOf(const Task& task, bool hides_goal) {
  constexpr std::array<double, 4> kLow{-0.525, 0.348, -0.0525, -1.0};
  constexpr std::array<double, 4> kHigh{0.525, 1.025, 0.7, 1.0};
  Bounds bounds{};
  bounds.low.fill(-std::numeric_limits<double>::infinity());
  bounds.high.fill(std::numeric_limits<double>::infinity());
  for (const std::size_t first : {std::size_t{0}, kNow}) {
    std::copy(kLow.begin(), kLow.end(), bounds.low.begin() + first);
    std::copy(kHigh.begin(), kHigh.end(), bounds.high.begin() + first);
  }
  for (std::size_t i = 0; i < 3; ++i) {
    bounds.low[kGoal + i] = hides_goal ? 0 : task.goal_low[i];
    bounds.high[kGoal + i] = hides_goal ? 0 : task.goal_high[i];
  }
  return bounds;
}

class MetaWorldEnvFns {
 public:
  static decltype(auto) DefaultConfig() {
    return MakeDict("reward_threshold"_.Bind(10.0), "frame_skip"_.Bind(5),
                    "frame_stack"_.Bind(1),
                    "obs_dtype"_.Bind(std::string("float64")),
                    "task_name"_.Bind(std::string("reach-v3")),
                    "partially_observable"_.Bind(true),
                    "terminate_on_success"_.Bind(false));
  }
  template <typename Config>
  static decltype(auto) StateSpec(const Config& conf) {
    const Task& task = TaskOf(conf);
    const Bounds bounds = BoundsOf(task, conf["partially_observable"_]);
    const int stack = conf["frame_stack"_];
    std::vector<int> shape{static_cast<int>(kValues)};
    if (stack > 1) {
      shape.insert(shape.begin(), stack);
    }
    auto observed = ObservationSpec(shape, conf["obs_dtype"_]);
    auto& [low, high] = observed.elementwise_bounds;
    for (int i = 0; i < stack; ++i) {
      low.insert(low.end(), bounds.low.begin(), bounds.low.end());
      high.insert(high.end(), bounds.high.begin(), bounds.high.end());
    }
    const Spec<double> number({-1});
    const Spec<double> flag({-1}, {0.0, 1.0});
    return MakeDict("obs"_.Bind(observed), "info:success"_.Bind(flag),
                    "info:near_object"_.Bind(number),
                    "info:grasp_success"_.Bind(flag),
                    "info:grasp_reward"_.Bind(number),
                    "info:in_place_reward"_.Bind(number),
                    "info:obj_to_target"_.Bind(number),
                    "info:unscaled_reward"_.Bind(number),
                    "info:task_id"_.Bind(Spec<int>({-1}, {0, 49})));
  }
  template <typename Config>
  static decltype(auto) ActionSpec(const Config& /*conf*/) {
    return MakeDict("action"_.Bind(Spec<float>({-1, 4}, {-1.0F, 1.0F})));
  }

  template <typename Config>
  static const Task& TaskOf(const Config& conf) {
    return TaskAt(IndexOf(conf["task_name"_]));
  }
  template <typename Config>
  static Model ModelOf(const Config& conf) {
    const std::string base = conf["base_path"_];
    return LoadModel(base + "/mujoco/metaworld/assets/sawyer_xyz/" +
                         TaskOf(conf).model + ".xml",
                     "base_path");
  }
};

template <typename Fns = MetaWorldEnvFns>
class MetaWorldEnvOf : public MujocoEnv<Fns, Scene> {
  using Base = MujocoEnv<Fns, Scene>;
  using Base::frames_;
  using Base::simulation_;
  using Base::terminated_;

 public:
  using typename Base::Action;
  using typename Base::Spec;
  using typename Base::State;

  MetaWorldEnvOf(const Spec& spec, int env_id)
      : Base(spec, env_id, MetaWorldEnvFns::ModelOf(spec.config),
             /*needs_frames=*/true, kValues, {kImageSide, kImageSide}),
        task_index_(IndexOf(spec.config["task_name"_])),
        task_(TaskAt(task_index_)),
        hides_goal_(spec.config["partially_observable"_]),
        ends_at_success_(spec.config["terminate_on_success"_]),
        bounds_(BoundsOf(task_, hides_goal_)) {
    simulation_.set_frame_skip(this->frame_skip_);
    Draw(this->seed_);
    this->CheckPixels();
  }

  void Reset() override {
    terminated_ = false;
    simulation_.episode.drawn = variants_[static_cast<std::size_t>(
        generator_.Integers(kVariants))];
    // The official env starts twice; the first start leaves its changes of the
    // model.
    for (int i = 0; i < 2; ++i) {
      if (i > 0) {
        simulation_.Reset();
      }
      simulation_.StartHand(task_.hand);
      task_.start(&simulation_);
    }
    Update();
    Observe(obs_.data());
    std::copy_n(obs_.begin(), kNow, previous_.begin());
    WriteObs();
    WriteState(0, {}, true);
  }

  void Step(const Action& action) override {
    const auto* values = static_cast<float*>(action["action"_].Data());
    simulation_.MoveHand(values, task_.reach_low, kReachHigh);
    simulation_.Advance(values[3], -values[3]);
    simulation_.Forward();
    Update();
    Observe(obs_.data());
    std::array<double, kNow> now;
    std::copy_n(obs_.begin(), kNow, now.begin());
    WriteObs();
    previous_ = now;
    for (std::size_t i = 0; i < kValues; ++i) {
      obs_[i] = std::min(std::max(obs_[i], bounds_.low[i]), bounds_.high[i]);
    }
    const Outcome outcome =
        task_.evaluate(&simulation_, {.obs = obs_.data(), .effort = values[3]});
    terminated_ = ends_at_success_ && outcome.success;
    WriteState(static_cast<float>(outcome.reward.value()), outcome, false);
  }

  bool TerminatedAtLimit() override { return terminated_; }

  /// NumPy's RandomState accepts 32-bit seeds only.
  [[nodiscard]] std::int64_t MaxSeed() const override {
    return std::numeric_limits<std::uint32_t>::max();
  }
  void Reseed(std::int64_t seed) override {
    Base::Reseed(seed);
    Draw(seed);
  }

  void Save(StateWriter* writer) override {
    Base::Save(writer);
    writer->Write(generator_);
    writer->Write(variants_);
    writer->Write(previous_);
  }
  void Load(StateReader* reader) override {
    Base::Load(reader);
    reader->Read(&generator_);
    reader->Read(&variants_, kVariants);
    reader->Read(&previous_);
  }

 private:
  static constexpr int kImageSide = 480;

  void Draw(std::int64_t seed) {
    variants_ =
        DrawVariants(static_cast<std::uint32_t>(seed), {&task_index_, 1});
    generator_ = Generator(static_cast<std::uint32_t>(seed));
  }

  void Update() {
    if (task_.update != nullptr) {
      task_.update(&simulation_);
    }
  }

  /// Writes the values of this moment.
  void Observe(double* out) {
    const Vector3 hand = simulation_.Hand();
    std::copy(hand.begin(), hand.end(), out);
    const double opening =
        Norm(simulation_.BodyAt("rightclaw") - simulation_.BodyAt("leftclaw"));
    out[3] = std::clamp(opening / 0.1, 0.0, 1.0);
    std::fill_n(out + 4, kObjectValues, 0.0);
    ObjectWriter writer(out + 4);
    task_.observe(simulation_, &writer);
  }

  /// Adds the values of the moment before and the goal.
  void WriteObs() {
    std::copy(previous_.begin(), previous_.end(), obs_.begin() + kNow);
    for (std::size_t i = 0; i < 3; ++i) {
      obs_[kGoal + i] = hides_goal_ ? 0 : simulation_.episode.target[i];
    }
  }

  void WriteState(float reward, const Outcome& outcome, bool is_first) {
    State state = this->AllocateRow(reward, is_first);
    if (this->observes_state()) {
      WriteObservation(ObservationIn(&state), [&](auto* out) {
        frames_.PushTo(out, is_first, [this](double* values) {
          std::copy(obs_.begin(), obs_.end(), values);
        });
      });
    }
    state["info:task_id"_] = task_index_;
    state["info:success"_] = outcome.success ? 1.0 : 0.0;
    state["info:near_object"_] = outcome.near_object;
    state["info:grasp_success"_] = outcome.grasp_success ? 1.0 : 0.0;
    state["info:grasp_reward"_] = outcome.grasp_reward.value();
    state["info:in_place_reward"_] = outcome.in_place_reward.value();
    state["info:obj_to_target"_] = outcome.obj_to_target;
    state["info:unscaled_reward"_] = outcome.reward.value();
  }

  static TArray<double>& ObservationIn(State* state) {
    if constexpr (kHasPixels<Fns>) {
      return (*state)["obs:state"_];
    } else {
      return (*state)["obs"_];
    }
  }

  void MakeTask() final {}

  View ViewOf(int width, int height, int camera, const char* argument) final {
    View view = DefaultView(width, height);
    if (camera == -1) {
      mjv_defaultFreeCamera(&simulation_.model(), &view.camera);
    } else {
      UseCamera(simulation_.model(), camera, argument, &view);
    }
    return view;
  }

  const int task_index_;
  const Task& task_;
  const bool hides_goal_;
  const bool ends_at_success_;
  const Bounds bounds_;
  Generator generator_;
  std::vector<Vector<6>> variants_;
  std::array<double, kNow> previous_{};
  std::array<double, kValues> obs_{};
};

using MetaWorldEnv = MetaWorldEnvOf<>;
using MetaWorldPixelFns = PixelFns<MetaWorldEnvFns>;
using MetaWorldPixelEnv = MetaWorldEnvOf<MetaWorldPixelFns>;

}  // namespace envpool::mujoco::metaworld

#endif  // ENVPOOL_MUJOCO_METAWORLD_METAWORLD_ENV_H_
