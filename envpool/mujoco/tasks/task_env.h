// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// TaskEnv: a task that a program describes. TaskPixelEnv is the same env with
// pixels in its observation. GroupedTaskEnv has an array for each group of
// observations, with the keys `obs:group0`, ...; Python knows their names.
//
// Threads, errors: as Env.

#ifndef ENVPOOL_MUJOCO_TASKS_TASK_ENV_H_
#define ENVPOOL_MUJOCO_TASKS_TASK_ENV_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <numeric>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "envpool/core/env.h"
#include "envpool/mujoco/common/camera.h"
#include "envpool/mujoco/common/model.h"
#include "envpool/mujoco/common/mujoco_env.h"
#include "envpool/mujoco/common/physics.h"
#include "envpool/mujoco/common/pixels.h"
#include "envpool/mujoco/common/version.h"
#include "envpool/mujoco/tasks/fields.h"
#include "envpool/mujoco/tasks/machine.h"
#include "envpool/mujoco/tasks/model_source.h"
#include "envpool/mujoco/tasks/program.h"
#include "envpool/mujoco/tasks/random.h"

namespace envpool::mujoco::tasks {

/// The observation, or those of the groups; an array without elements is left
/// out.
template <bool kIsGrouped>
auto ObservationSpecs(const std::vector<Spec<double>>& specs) {
  if constexpr (kIsGrouped) {
    return MakeDict("obs:group0"_.Bind(specs[0]), "obs:group1"_.Bind(specs[1]),
                    "obs:group2"_.Bind(specs[2]), "obs:group3"_.Bind(specs[3]),
                    "obs:group4"_.Bind(specs[4]), "obs:group5"_.Bind(specs[5]),
                    "obs:group6"_.Bind(specs[6]), "obs:group7"_.Bind(specs[7]));
  } else {
    return MakeDict("obs"_.Bind(specs[0]));
  }
}

template <bool kIsGrouped>
class TaskFnsOf {
 public:
  static constexpr bool kGrouped = kIsGrouped;
  static constexpr std::size_t kMaxGroups = 8;

  static decltype(auto) DefaultConfig() {
    return MakeDict(
        "table"_.Bind(std::string()), "frame_skip"_.Bind(0),
        "frame_stack"_.Bind(1), "obs_dtype"_.Bind(std::string("float64")),
        "mujoco_version"_.Bind(Version()),
        "model"_.Bind(std::string("<mujoco/>")),
        "program"_.Bind(std::vector<int>()),
        "constants"_.Bind(std::vector<double>()),
        "terms"_.Bind(std::vector<std::string>()),
        "functions"_.Bind(std::vector<std::string>()),
        "groups"_.Bind(std::vector<std::string>()),
        "group_sizes"_.Bind(std::vector<int>()),
        "terrain"_.Bind(std::vector<double>()),
        "action_low"_.Bind(std::vector<double>()),
        "action_high"_.Bind(std::vector<double>()),
        "physics"_.Bind(std::string("dm_control")),
        "random"_.Bind(std::string("pcg64")), "term_infos"_.Bind(false));
  }
  template <typename Config>
  static decltype(auto) StateSpec(const Config& conf) {
    RequireConfig(conf["frame_skip"_] > 0, "frame_skip", "at least 1",
                  conf["frame_skip"_]);
    const auto program = ProgramOf(conf, *ModelFor(conf));
    std::vector<Spec<double>> observed;
    for (const int size : SizesOf(conf, *program)) {
      std::vector<int> shape{size};
      if (conf["frame_stack"_] > 1 && size > 0) {
        shape.insert(shape.begin(), conf["frame_stack"_]);
      }
      observed.push_back(ObservationSpec(shape, conf["obs_dtype"_]));
    }
    const auto values = [&](Term::Kind kind, bool wanted) {
      return Spec<double>(std::vector<int>{wanted ? program->Count(kind) : 0});
    };
    return ConcatDict(
        ObservationSpecs<kIsGrouped>(observed),
        MakeDict("info:reward_terms"_.Bind(
                     values(Term::Kind::kReward, conf["term_infos"_])),
                 "info:measures"_.Bind(values(Term::Kind::kMeasure, true))));
  }
  template <typename Config>
  static decltype(auto) ActionSpec(const Config& conf) {
    ControlBounds bounds{conf["action_low"_], conf["action_high"_]};
    if (bounds.first.empty() || bounds.first.size() != bounds.second.size()) {
      throw std::invalid_argument(
          "action_low: expected as many numbers as action_high, at least 1, "
          "got " +
          std::to_string(bounds.first.size()) + " and " +
          std::to_string(bounds.second.size()));
    }
    return MakeDict("action"_.Bind(ControlSpec(std::move(bounds))));
  }
  template <typename Config>
  static std::string StateFingerprint(const Config& conf) {
    return FingerprintOf(conf["model"_], conf["terrain"_]);
  }

  template <typename Config>
  static Model ModelFor(const Config& conf) {
    return ModelOf(conf["model"_], conf["terrain"_]);
  }
  template <typename Config>
  static std::shared_ptr<const Program> ProgramOf(const Config& conf,
                                                  const mjModel& model) {
    const std::vector<double>& low = conf["action_low"_];
    return std::make_shared<const Program>(
        Program::Source{.code = conf["program"_],
                        .constants = conf["constants"_],
                        .terms = conf["terms"_],
                        .functions = conf["functions"_],
                        .actions = static_cast<int>(low.size())},
        model);
  }
  /// The sizes of all groups, 0 for those that the task does not have; without
  /// groups, the size of the observation.
  template <typename Config>
  static std::vector<int> SizesOf(const Config& conf, const Program& program) {
    if (!kIsGrouped) {
      RequireConfig(conf["groups"_].empty(), "groups",
                    "none in an env without groups",
                    static_cast<int>(conf["groups"_].size()));
      return {program.observation_size()};
    }
    std::vector<int> sizes = conf["group_sizes"_];
    RequireConfig(
        sizes.size() <= kMaxGroups && sizes.size() == conf["groups"_].size() &&
            std::all_of(sizes.begin(), sizes.end(),
                        [](int size) { return size >= 0; }) &&
            std::accumulate(sizes.begin(), sizes.end(), std::int64_t{0}) ==
                program.observation_size(),
        "group_sizes", "the sizes of at most 8 groups",
        static_cast<int>(sizes.size()));
    sizes.resize(kMaxGroups);
    return sizes;
  }
};

template <typename Fns, typename TaskFns = Fns>
class TaskEnvOf : public MujocoEnv<Fns, Physics> {
  using Base = MujocoEnv<Fns, Physics>;
  using Base::frames_;
  using Base::simulation_;
  using Base::terminated_;

 public:
  using typename Base::Action;
  using typename Base::Spec;
  using typename Base::State;

  TaskEnvOf(const Spec& spec, int env_id)
      : TaskEnvOf(spec, env_id, TaskFns::ModelFor(spec.config)) {}

  void Reset() override {
    terminated_ = false;
    is_begun_ = false;
    machine_.Enter();
    machine_.Clear();
    if (is_lagging_) {
      simulation_.Simulation::Reset();
    } else {
      simulation_.Start();
    }
    Run(Section::kReset);
    if (is_lagging_) {
      simulation_.Forward();
    } else {
      simulation_.ForwardWithoutActuation();
    }
    camera_.OnReset(simulation_);
    Run(Section::kStart);
    WriteRow(true);
  }

  void Step(const Action& action) override {
    machine_.Enter();
    const TArray<double>& values = action["action"_];
    machine_.SetAction(static_cast<const double*>(values.Data()), actions_,
                       this->action_is_float32());
    Run(Section::kBefore);
    if (machine_.Has(Section::kSubstep) || machine_.Has(Section::kStepped)) {
      for (int i = 0; i < this->frame_skip_; ++i) {
        Run(Section::kSubstep);
        Advance(1);
        Run(Section::kStepped);
      }
    } else {
      Advance(this->frame_skip_);
    }
    Run(Section::kAfter);
    terminated_ = *machine_.at(machine_.program().terminated_at()) != 0;
    Run(Section::kEnd);
    if (is_refreshed_) {
      Refresh();
    }
    WriteRow(false);
  }

  bool TerminatedAtLimit() override { return terminated_; }

  [[nodiscard]] std::int64_t MaxSeed() const override {
    return is_legacy_ ? std::numeric_limits<std::uint32_t>::max()
                      : Base::MaxSeed();
  }
  void Reseed(std::int64_t seed) override {
    Base::Reseed(seed);
    random_.Seed(seed);
    machine_.Forget();
    camera_.OnReseed();
  }
  void ParamsChanged() override {
    is_begun_ = false;
    if (is_lagging_) {
      simulation_.Simulation::ParamsChanged();
    } else {
      simulation_.ParamsChanged();
    }
  }
  void Save(StateWriter* writer) override {
    Base::Save(writer);
    machine_.Save(writer);
    random_.Save(writer);
    camera_.Save(writer);
  }
  void Load(StateReader* reader) override {
    Base::Load(reader);
    machine_.Load(reader);
    random_.Load(reader);
    camera_.Load(reader);
    is_begun_ = false;
  }

 private:
  static constexpr int kImageSide = 480;

  TaskEnvOf(const Spec& spec, int env_id, const Model& model)
      : TaskEnvOf(spec, env_id, model,
                  TaskFns::ProgramOf(spec.config, *model)) {}
  TaskEnvOf(const Spec& spec, int env_id, const Model& model,
            const std::shared_ptr<const Program>& program)
      : Base(spec, env_id, model, /*needs_frames=*/TaskFns::kGrouped,
             program->observation_size(), {kImageSide, kImageSide}),
        group_sizes_(TaskFns::SizesOf(spec.config, *program)),
        is_lagging_(spec.config["physics"_] != std::string("dm_control")),
        is_refreshed_(spec.config["physics"_] == std::string("mjlab")),
        is_legacy_(spec.config["random"_] == std::string("mt19937")),
        actions_(static_cast<int>(spec.config["action_low"_].size())),
        machine_(program, is_lagging_),
        random_(is_legacy_),
        camera_(FreeCamera{}, *model) {
    for (const int field : program->model_fields()) {
      const Field& each = Fields()[field];
      simulation_.OwnArray(each.of_model,
                           static_cast<std::size_t>(each.size(*model)));
    }
    simulation_.IgnoreSensors(program->unread_sensors());
    random_.Seed(this->seed64());
    this->CheckPixels();
  }

  void Run(Section section) {
    if (machine_.Has(section)) {
      machine_.Run(section, &simulation_, &random_);
    }
  }

  /// Updates what observations depend on, which the next step then needs not
  /// compute.
  void Refresh() {
    const Program& program = machine_.program();
    Simulate([&] { simulation_.Begin(program.needs_accelerations()); });
    is_begun_ = !program.changes_state() && !simulation_.IsUnstable();
  }

  void Advance(int times) {
    Simulate([&] { AdvanceOrThrow(times); });
  }

  template <typename Function>
  void Simulate(const Function& function) {
    try {
      function();
    } catch (const std::runtime_error&) {
      // A task that asks whether the simulation is unstable decides what
      // follows.
      if (!machine_.program().asks_if_unstable() || !simulation_.IsUnstable()) {
        throw;
      }
    }
  }

  void AdvanceOrThrow(int times) {
    const double* control = machine_.at(machine_.program().control_at());
    if (is_lagging_) {
      simulation_.Step(control, times, std::exchange(is_begun_, false));
    } else {
      simulation_.SetControl(control);
      simulation_.Advance(times);
    }
  }

  void WriteRow(bool is_first) {
    Run(Section::kObserve);
    machine_.CheckTerms(is_first);
    machine_.Leave();
    const Program& program = machine_.program();
    const auto reward =
        static_cast<float>(is_first ? 0 : *machine_.at(program.reward_at()));
    State state = this->AllocateRow(reward, is_first);
    if (this->observes_state()) {
      const double* observed = machine_.at(program.observation_at());
      if constexpr (TaskFns::kGrouped) {
        std::copy_n(observed, program.observation_size(), frames_.Push());
        if (is_first) {
          frames_.Fill();
        }
        WriteGroups(&state);
      } else {
        WriteObservation(ObservationIn(&state), [&](auto* out) {
          frames_.PushTo(out, is_first, [&](double* values) {
            CopyWords(observed, program.observation_size(), values);
          });
        });
      }
    }
    WriteTerms(Term::Kind::kReward, is_first, state["info:reward_terms"_]);
    WriteTerms(Term::Kind::kMeasure, false, state["info:measures"_]);
  }

  void WriteTerms(Term::Kind kind, bool is_first, const TArray<double>& out) {
    if (out.size == 0 || is_first) {
      return;
    }
    auto* values = static_cast<double*>(out.Data());
    for (const Term& term : machine_.program().terms()) {
      if (term.kind == kind) {
        *values++ = *machine_.at(term.at);
      }
    }
  }

  void WriteGroups(State* state) {
    std::size_t first = 0;
    const auto write = [&](std::size_t group, const TArray<double>& out) {
      const auto count = static_cast<std::size_t>(group_sizes_[group]);
      if (count > 0) {
        WriteObservation(out,
                         [&](auto* to) { frames_.CopyPart(first, count, to); });
      }
      first += count;
    };
    write(0, (*state)["obs:group0"_]);
    write(1, (*state)["obs:group1"_]);
    write(2, (*state)["obs:group2"_]);
    write(3, (*state)["obs:group3"_]);
    write(4, (*state)["obs:group4"_]);
    write(5, (*state)["obs:group5"_]);
    write(6, (*state)["obs:group6"_]);
    write(7, (*state)["obs:group7"_]);
  }

  static TArray<double>& ObservationIn(State* state) {
    if constexpr (kHasPixels<Fns>) {
      return (*state)["obs:state"_];
    } else {
      return (*state)["obs"_];
    }
  }

  void MakeTask() final {}  // programs have no pointers into the model

  View ViewOf(int width, int height, int camera, const char* argument) final {
    return camera_.ViewOf(width, height, camera, argument, &simulation_);
  }

  const std::vector<int> group_sizes_;
  const bool is_lagging_;  // computed values are those before the last substep
  const bool is_refreshed_;  // but observations get new ones
  const bool is_legacy_;
  bool is_begun_{false};  // whether only controls have changed since Refresh
  const int actions_;
  Machine machine_;
  Random random_;
  DefaultCamera camera_;
};

using TaskEnvFns = TaskFnsOf<false>;
using TaskEnv = TaskEnvOf<TaskEnvFns>;
using TaskPixelFns = PixelFns<TaskEnvFns>;
using TaskPixelEnv = TaskEnvOf<TaskPixelFns, TaskEnvFns>;

using GroupedTaskFns = TaskFnsOf<true>;
using GroupedTaskEnv = TaskEnvOf<GroupedTaskFns>;
using GroupedTaskPixelFns = PixelFns<GroupedTaskFns>;
using GroupedTaskPixelEnv = TaskEnvOf<GroupedTaskPixelFns, GroupedTaskFns>;

}  // namespace envpool::mujoco::tasks

#endif  // ENVPOOL_MUJOCO_TASKS_TASK_ENV_H_
