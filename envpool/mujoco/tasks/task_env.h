// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// TaskEnv: a task that a program describes. TaskPixelEnv is the same env with
// pixels in its observation.
//
// Threads, errors: as Env.

#ifndef ENVPOOL_MUJOCO_TASKS_TASK_ENV_H_
#define ENVPOOL_MUJOCO_TASKS_TASK_ENV_H_

#include <cstdint>
#include <limits>
#include <memory>
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
#include "envpool/mujoco/tasks/fields.h"
#include "envpool/mujoco/tasks/machine.h"
#include "envpool/mujoco/tasks/model_source.h"
#include "envpool/mujoco/tasks/program.h"
#include "envpool/mujoco/tasks/random.h"

namespace envpool::mujoco::tasks {

class TaskEnvFns {
 public:
  static decltype(auto) DefaultConfig() {
    return MakeDict(
        "table"_.Bind(std::string()), "frame_skip"_.Bind(0),
        "frame_stack"_.Bind(1), "obs_dtype"_.Bind(std::string("float64")),
        "model"_.Bind(std::string("<mujoco/>")),
        "program"_.Bind(std::vector<int>()),
        "constants"_.Bind(std::vector<double>()),
        "terms"_.Bind(std::vector<std::string>()),
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
    std::vector<int> shape{program->observation_size()};
    if (conf["frame_stack"_] > 1) {
      shape.insert(shape.begin(), conf["frame_stack"_]);
    }
    const auto values = [&](Term::Kind kind, bool wanted) {
      return Spec<double>(std::vector<int>{wanted ? program->Count(kind) : 0});
    };
    return MakeDict("obs"_.Bind(ObservationSpec(shape, conf["obs_dtype"_])),
                    "info:reward_terms"_.Bind(
                        values(Term::Kind::kReward, conf["term_infos"_])),
                    "info:measures"_.Bind(values(Term::Kind::kMeasure, true)));
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
    return FingerprintOf(conf["model"_]);
  }

  template <typename Config>
  static Model ModelFor(const Config& conf) {
    return ModelOf(conf["model"_]);
  }
  template <typename Config>
  static std::shared_ptr<const Program> ProgramOf(const Config& conf,
                                                  const mjModel& model) {
    const std::vector<double>& low = conf["action_low"_];
    return std::make_shared<const Program>(conf["program"_], conf["constants"_],
                                           conf["terms"_],
                                           static_cast<int>(low.size()), model);
  }
};

template <typename Fns>
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
      : TaskEnvOf(spec, env_id, TaskEnvFns::ModelFor(spec.config)) {}

  void Reset() override {
    terminated_ = false;
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
    Observe(true);
  }

  void Step(const Action& action) override {
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
      simulation_.Forward();
    }
    Observe(false);
  }

  bool TerminatedAtLimit() override { return terminated_; }

  [[nodiscard]] std::int64_t MaxSeed() const override {
    return is_legacy_ ? std::numeric_limits<std::uint32_t>::max()
                      : Base::MaxSeed();
  }
  void Reseed(std::int64_t seed) override {
    Base::Reseed(seed);
    random_.Seed(seed);
    camera_.OnReseed();
  }
  void ParamsChanged() override {
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
  }

 private:
  static constexpr int kImageSide = 480;

  TaskEnvOf(const Spec& spec, int env_id, const Model& model)
      : TaskEnvOf(spec, env_id, model,
                  TaskEnvFns::ProgramOf(spec.config, *model)) {}
  TaskEnvOf(const Spec& spec, int env_id, const Model& model,
            const std::shared_ptr<const Program>& program)
      : Base(spec, env_id, model, /*needs_frames=*/false,
             program->observation_size(), {kImageSide, kImageSide}),
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
    random_.Seed(this->seed64());
    this->CheckPixels();
  }

  void Run(Section section) { machine_.Run(section, &simulation_, &random_); }

  void Advance(int times) {
    const double* control = machine_.at(machine_.program().control_at());
    if (is_lagging_) {
      simulation_.Step(control, times);
    } else {
      simulation_.SetControl(control);
      simulation_.Advance(times);
    }
  }

  void Observe(bool is_first) {
    Run(Section::kObserve);
    machine_.CheckTerms();
    const Program& program = machine_.program();
    const auto reward =
        static_cast<float>(is_first ? 0 : *machine_.at(program.reward_at()));
    State state = this->AllocateRow(reward, is_first);
    if (this->observes_state()) {
      WriteObservation(ObservationIn(&state), [&](auto* out) {
        frames_.PushTo(out, is_first, [&](double* values) {
          std::copy_n(machine_.at(program.observation_at()),
                      program.observation_size(), values);
        });
      });
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

  const bool is_lagging_;  // computed values are those before the last substep
  const bool is_refreshed_;  // but observations get new ones
  const bool is_legacy_;
  const int actions_;
  Machine machine_;
  Random random_;
  DefaultCamera camera_;
};

using TaskEnv = TaskEnvOf<TaskEnvFns>;
using TaskPixelFns = PixelFns<TaskEnvFns>;
using TaskPixelEnv = TaskEnvOf<TaskPixelFns>;

}  // namespace envpool::mujoco::tasks

#endif  // ENVPOOL_MUJOCO_TASKS_TASK_ENV_H_
