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
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "envpool/core/env.h"
#include "envpool/core/random/rng.h"
#include "envpool/mujoco/common/camera.h"
#include "envpool/mujoco/common/model.h"
#include "envpool/mujoco/common/mujoco_env.h"
#include "envpool/mujoco/common/pixels.h"
#include "envpool/mujoco/metaworld/normalizer.h"
#include "envpool/mujoco/metaworld/number.h"
#include "envpool/mujoco/metaworld/scene.h"
#include "envpool/mujoco/metaworld/task.h"
#include "envpool/mujoco/metaworld/task_set.h"

namespace envpool::mujoco::metaworld {

constexpr std::size_t kNow = 4 + kObjectValues;  // values of one moment
constexpr std::size_t kGoal = 2 * kNow;          // the index of the goal
constexpr std::size_t kValues = kGoal + 3;       // of an observation
constexpr std::size_t kActions = 4;
// Further values of an observation: the action, the reward and the end.
constexpr std::size_t kRecurrent = kActions + 2;

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

/// Widens the bounds of the goal to those of all tasks.
inline void WidenGoal(Bounds* bounds) {
  for (int task = 0; task < kNumTasks; ++task) {
    for (std::size_t i = 0; i < 3; ++i) {
      double& low = bounds->low[kGoal + i];
      double& high = bounds->high[kGoal + i];
      low = std::min(low, TaskAt(task).goal_low[i]);
      high = std::max(high, TaskAt(task).goal_high[i]);
    }
  }
}

class MetaWorldEnvFns {
 public:
  static decltype(auto) DefaultConfig() {
    return MakeDict(
        "reward_threshold"_.Bind(10.0), "frame_skip"_.Bind(5),
        "frame_stack"_.Bind(1), "obs_dtype"_.Bind(std::string("float64")),
        "task_name"_.Bind(std::string("reach-v3")),
        "partially_observable"_.Bind(true), "terminate_on_success"_.Bind(false),
        "benchmark_tasks"_.Bind(std::vector<std::string>()),
        "draws_alone"_.Bind(false), "use_one_hot"_.Bind(false),
        "task_seed"_.Bind(-1), "task_select"_.Bind(std::string("random")),
        "total_tasks_per_cls"_.Bind(kVariants), "num_subsets"_.Bind(1),
        "subset"_.Bind(0), "reward_normalization_method"_.Bind(std::string()),
        "reward_alpha"_.Bind(0.001), "recurrent_info_in_obs"_.Bind(false),
        "normalize_reward_in_recurrent_info"_.Bind(true),
        "normalize_observations"_.Bind(false));
  }
  template <typename Config>
  static decltype(auto) StateSpec(const Config& conf) {
    const Task& task = TaskOf(conf);
    Bounds bounds = BoundsOf(task, conf["partially_observable"_]);
    if (!conf["partially_observable"_] && !Names(conf).empty()) {
      WidenGoal(&bounds);  // so that the tasks of a benchmark share a space
    }
    const int stack = conf["frame_stack"_];
    const int hot = NumHot(conf);
    const std::size_t size = SizeOf(conf);
    std::vector<int> shape{static_cast<int>(size)};
    if (stack > 1) {
      shape.insert(shape.begin(), stack);
    }
    auto observed = ObservationSpec(shape, conf["obs_dtype"_]);
    auto& [low, high] = observed.elementwise_bounds;
    low.assign(bounds.low.begin(), bounds.low.end());
    high.assign(bounds.high.begin(), bounds.high.end());
    low.insert(low.end(), hot, 0);
    high.insert(high.end(), hot, 1);
    if (conf["recurrent_info_in_obs"_] || conf["normalize_observations"_]) {
      low.assign(size, -std::numeric_limits<double>::infinity());
      high.assign(size, std::numeric_limits<double>::infinity());
    }
    const Spec<double> number({-1});
    const Spec<double> flag({-1}, {0.0, 1.0});
    return MakeDict(
        "obs"_.Bind(observed), "info:success"_.Bind(flag),
        "info:near_object"_.Bind(number), "info:grasp_success"_.Bind(flag),
        "info:grasp_reward"_.Bind(number), "info:in_place_reward"_.Bind(number),
        "info:obj_to_target"_.Bind(number),
        "info:unscaled_reward"_.Bind(number),
        "info:task_id"_.Bind(Spec<int>({-1}, {0, kNumTasks - 1})));
  }
  template <typename Config>
  static decltype(auto) ActionSpec(const Config& /*conf*/) {
    return MakeDict("action"_.Bind(Spec<float>({-1, 4}, {-1.0F, 1.0F})));
  }

  template <typename Config>
  static const Task& TaskOf(const Config& conf) {
    return TaskAt(IndexOf(conf["task_name"_]));
  }
  /// The ids of the benchmark's tasks up to the task.
  template <typename Config>
  static std::vector<int> TasksUpTo(const Config& conf) {
    const int task = IndexOf(conf["task_name"_]);
    std::vector<int> tasks;
    for (const std::string& name : Names(conf)) {
      tasks.push_back(IndexOf(name));
      if (tasks.back() == task) {
        return tasks;
      }
    }
    if (!tasks.empty()) {
      throw std::invalid_argument(
          std::string("benchmark_tasks: expected task_name, ") +
          TaskAt(task).name + ", among them");
    }
    return {task};
  }
  /// The number of tasks that an observation tells apart; 0: none.
  template <typename Config>
  static int NumHot(const Config& conf) {
    return conf["use_one_hot"_]
               ? std::max(1, static_cast<int>(Names(conf).size()))
               : 0;
  }

  /// The number of values of an observation, before stacking.
  template <typename Config>
  static std::size_t SizeOf(const Config& conf) {
    return kValues + static_cast<std::size_t>(NumHot(conf)) +
           (conf["recurrent_info_in_obs"_] ? kRecurrent : 0);
  }

  template <typename Config>
  static Model ModelOf(const Config& conf) {
    const std::string base = conf["base_path"_];
    return LoadLeanModel(base + "/mujoco/metaworld/assets/sawyer_xyz/" +
                             TaskOf(conf).model + ".xml",
                         "base_path");
  }

 private:
  template <typename Config>
  static const std::vector<std::string>& Names(const Config& conf) {
    return conf["benchmark_tasks"_];
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
             /*needs_frames=*/true, MetaWorldEnvFns::SizeOf(spec.config),
             {kImageSide, kImageSide}),
        task_index_(IndexOf(spec.config["task_name"_])),
        task_(TaskAt(task_index_)),
        hides_goal_(spec.config["partially_observable"_]),
        ends_at_success_(spec.config["terminate_on_success"_]),
        bounds_(BoundsOf(task_, hides_goal_)),
        tasks_(MetaWorldEnvFns::TasksUpTo(spec.config)),
        num_hot_(MetaWorldEnvFns::NumHot(spec.config)),
        choice_(Draw(this->seed_)),
        normalizer_(spec.config["reward_normalization_method"_],
                    spec.config["reward_alpha"_]),
        obs_normalizer_(spec.config["normalize_observations"_]
                            ? MetaWorldEnvFns::SizeOf(spec.config)
                            : 0),
        is_recurrent_(spec.config["recurrent_info_in_obs"_]),
        shown_scale_(spec.config["normalize_reward_in_recurrent_info"_] ? 10.0
                                                                        : 1.0),
        camera_(FreeCamera{}, simulation_.model()) {
    simulation_.set_frame_skip(this->frame_skip_);
    generator_ = Generator(static_cast<std::uint32_t>(this->seed_));
    this->CheckPixels();
  }

  void Reset() override {
    terminated_ = false;
    simulation_.episode.drawn = choice_.Next(&generator_);
    // The official env starts twice. Of the first start, only its changes of
    // the model remain.
    simulation_.set_model_only(true);
    task_.start(&simulation_);
    simulation_.set_model_only(false);
    simulation_.Reset();
    simulation_.StartHand(task_.hand);
    task_.start(&simulation_);
    camera_.OnReset(simulation_);
    Update();
    Observe(obs_.data());
    std::copy_n(obs_.begin(), kNow, previous_.begin());
    WriteObs();
    steps_ = 0;
    recurrent_.fill(0);
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
    ++steps_;
    std::copy_n(values, kActions, recurrent_.begin());
    recurrent_[kActions] = outcome.reward.value() / shown_scale_;
    recurrent_[kActions + 1] =
        terminated_ || steps_ == EpisodeLimit(this->spec_) ? 1 : 0;
    const Number reward = normalizer_.Normalize(outcome.reward, terminated_);
    WriteState(static_cast<float>(reward.value()), outcome, false);
  }

  bool TerminatedAtLimit() override { return terminated_; }

  /// NumPy's RandomState accepts 32-bit seeds only.
  [[nodiscard]] std::int64_t MaxSeed() const override {
    return std::numeric_limits<std::uint32_t>::max();
  }
  void Reseed(std::int64_t seed) override {
    Base::Reseed(seed);
    camera_.OnReseed();
    choice_ = Draw(seed);
    generator_ = Generator(static_cast<std::uint32_t>(seed));
    normalizer_.Reset();
    obs_normalizer_.Reset();
  }

  void Save(StateWriter* writer) override {
    Base::Save(writer);
    writer->Write(generator_);
    choice_.Save(writer);
    normalizer_.Save(writer);
    obs_normalizer_.Save(writer);
    camera_.Save(writer);
    writer->Write(previous_);
    writer->Write(steps_);
  }
  void Load(StateReader* reader) override {
    Base::Load(reader);
    reader->Read(&generator_);
    choice_.Load(reader);
    normalizer_.Load(reader);
    obs_normalizer_.Load(reader);
    camera_.Load(reader);
    reader->Read(&previous_);
    reader->Read(&steps_);
  }

 private:
  static constexpr int kImageSide = 480;

  /// Draws the variants that this env plays.
  [[nodiscard]] VariantChoice Draw(std::int64_t seed) const {
    const auto& config = this->spec_.config;
    const int task_seed = config["task_seed"_];
    const std::span<const int> tasks(tasks_);
    const auto drawn = DrawVariants(
        static_cast<std::uint32_t>(task_seed < 0 ? seed : task_seed),
        config["draws_alone"_] ? tasks.last(1) : tasks);
    std::vector<Vector<6>> own;
    const int end = config["total_tasks_per_cls"_];
    for (int i = config["subset"_]; i < end; i += config["num_subsets"_]) {
      own.push_back(drawn[static_cast<std::size_t>(i)]);
    }
    return {std::move(own),
            config["task_select"_] == std::string("pseudorandom")};
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
        frames_.PushTo(out, is_first,
                       [this](double* values) { WriteFrame(values); });
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

  /// Writes an observation as the official wrappers make it.
  void WriteFrame(double* values) {
    double* end = std::copy(obs_.begin(), obs_.end(), values);
    std::fill_n(end, num_hot_, 0);
    if (num_hot_ > 0) {
      end[tasks_.size() - 1] = 1;
    }
    if (is_recurrent_) {
      std::copy(recurrent_.begin(), recurrent_.end(), end + num_hot_);
    }
    obs_normalizer_.Normalize(values);
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
    return camera_.ViewOf(width, height, camera, argument, &simulation_);
  }

  const int task_index_;
  const Task& task_;
  const bool hides_goal_;
  const bool ends_at_success_;
  const Bounds bounds_;
  const std::vector<int> tasks_;  // of the benchmark, up to this one
  const int num_hot_;             // values that tell tasks apart
  Generator generator_;
  VariantChoice choice_;
  RewardNormalizer normalizer_;
  ObservationNormalizer obs_normalizer_;
  const bool is_recurrent_;
  const double shown_scale_;  // of rewards in observations
  std::array<double, kRecurrent> recurrent_{};
  int steps_{0};  // of the episode
  DefaultCamera camera_;
  std::array<double, kNow> previous_{};
  std::array<double, kValues> obs_{};
};

using MetaWorldEnv = MetaWorldEnvOf<>;
using MetaWorldPixelFns = PixelFns<MetaWorldEnvFns>;
using MetaWorldPixelEnv = MetaWorldEnvOf<MetaWorldPixelFns>;

}  // namespace envpool::mujoco::metaworld

#endif  // ENVPOOL_MUJOCO_METAWORLD_METAWORLD_ENV_H_
