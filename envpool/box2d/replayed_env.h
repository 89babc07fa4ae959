// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// ReplayedEnv<Fns, Task>: an env with a world that cannot be serialized, such
// as Box2D's. Its state consists of the start of the episode, and of the
// actions and changes of parameters since then. Loading replays them, which
// takes as long as the original steps; saving and recording are cheap.
//
// A task has:
//
//   Action                                 a std::array, the action's values
//   Task(config)
//   static IsAction(Action)                whether the action is valid
//   Reset(Generator*)
//   BeginStep(Action, Generator*), EndStep(b2Island*)
//                                          a step in two parts: the second
//                                          takes what the first returned, or
//                                          null if SolveTogether has solved it
//   Use(Fns::Physics)                      sets the physical parameters: called
//                                          before Reset and at each change
//   Take(reset_options)                    optional: called before Reset
//   Write(State*)                          writes the observation and infos
//   reward(), is_over()
//   SaveStart(StateWriter*), LoadStart(StateReader*)
//                                          everything that the next Reset
//                                          depends on except the generator
//   kFrameSize, Draw(unsigned char* rgb)   the frame, of this size
//   static MakeScene(config)               optional: a second task that draws.
//                                          It replays the same episodes with
//                                          effects that only frames show, and
//                                          is made for the first frame.
//
// If a step throws, the episode is lost, and Reset begins another one.
//
// Threads: as Env. Errors: as the task's.

#ifndef ENVPOOL_BOX2D_REPLAYED_ENV_H_
#define ENVPOOL_BOX2D_REPLAYED_ENV_H_

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "envpool/box2d/param_log.h"
#include "envpool/box2d/physics_fields.h"
#include "envpool/box2d/solve_together.h"
#include "envpool/common/resizer.h"
#include "envpool/core/env.h"
#include "envpool/core/random/rng.h"

namespace envpool::box2d {

template <typename Fns, typename Task>
class ReplayedEnv : public Env<EnvSpec<Fns>>, public RenderableEnv {
  using Base = Env<EnvSpec<Fns>>;

 public:
  using typename Base::Action;
  using typename Base::Spec;
  using typename Base::State;

  ReplayedEnv(const Spec& spec, int env_id)
      : Base(spec, env_id),
        task_(std::make_unique<Task>(spec.config)),
        generator_(EntropyOf(this->seed64())),
        params_(spec.params) {
    actions_.reserve(std::min(this->CurrentMaxEpisodeSteps(), kReserved));
  }

  bool IsDone() override { return task_->is_over(); }

  void Reset() override {
    generator_ = NextGenerator();
    is_reseeded_ = false;
    is_playing_ = false;
    start_ = generator_;
    scene_ = nullptr;
    actions_.clear();
    params_.Begin(CurrentParams());
    Use(params_.first(), task_.get());
    if constexpr (requires { task_->Take(this->reset_options()); }) {
      task_->Take(this->reset_options());
    }
    task_->Reset(&generator_);
    is_playing_ = true;
    WriteRow(0);
  }

  void Step(const Action& action) override {
    if (!has_begun_) {
      Begin(action["action"_].Data());
    }
    has_begun_ = false;
    if (error_ != nullptr) {
      std::rethrow_exception(std::exchange(error_, nullptr));
    }
    task_->EndStep(std::exchange(island_, nullptr));
    is_playing_ = true;
    WriteRow(static_cast<float>(task_->reward()));
  }

  [[nodiscard]] bool WritesAllFields() const override { return true; }
  [[nodiscard]] int StepsTogether() const override { return kIslandsTogether; }
  void BeginSteps(std::span<EnvBase* const> envs,
                  const ActionStore& actions) noexcept override {
    std::array<b2Island*, kIslandsTogether> islands{};
    for (std::size_t i = 0; i < envs.size(); ++i) {
      auto* env = static_cast<ReplayedEnv*>(envs[i]);
      if (!env->IsDone()) {
        env->TryBegin(env->ActionData("action"_, actions));
        islands[i] = env->island_;
      }
    }
    SolveTogether({islands.data(), envs.size()});
    for (std::size_t i = 0; i < envs.size(); ++i) {
      static_cast<ReplayedEnv*>(envs[i])->island_ = islands[i];
    }
  }

  void ParamsChanged() override {
    if (is_playing_) {
      const typename Log::Values values = CurrentParams();
      params_.Change(actions_.size(), values);
      Use(values, task_.get());
    }
  }

  void Reseed(std::int64_t seed) override {
    Base::Reseed(seed);
    reseeded_ = Generator(EntropyOf(seed));
    is_reseeded_ = true;
  }

  void Save(StateWriter* writer) override {
    writer->Write(is_playing_);
    writer->Write(is_reseeded_);
    writer->Write(is_playing_ ? start_ : generator_);
    writer->Write(reseeded_);
    std::as_const(*task_).SaveStart(writer);
    writer->Write(is_playing_ ? actions_ : Actions());
    if (is_playing_) {
      params_.Save(writer);
    }
  }

  void Load(StateReader* reader) override {
    bool is_playing;
    bool is_reseeded;
    Generator start;
    Generator reseeded;
    auto task = std::make_unique<Task>(this->spec_.config);
    Actions actions;
    Log params(this->spec_.params);
    reader->Read(&is_playing);
    reader->Read(&is_reseeded);
    reader->Read(&start);
    reader->Read(&reseeded);
    task->LoadStart(reader);
    reader->Read(&actions);
    const auto limit = static_cast<std::size_t>(this->CurrentMaxEpisodeSteps());
    reader->Require(actions.size() <= (is_playing ? limit : 0));
    Generator generator = start;
    if (is_playing) {
      params.Load(reader, actions.size());
      Replay(*reader, actions, params, task.get(), &generator);
    }
    actions.reserve(actions_.capacity());
    task_ = std::move(task);
    scene_ = nullptr;
    actions_ = std::move(actions);
    params_ = std::move(params);
    start_ = start;
    generator_ = generator;
    reseeded_ = reseeded;
    is_playing_ = is_playing;
    is_reseeded_ = is_reseeded;
  }

  bool SaveResetInputs(StateWriter* writer) const override {
    writer->Write(NextGenerator());
    std::as_const(*task_).SaveStart(writer);
    return true;
  }
  void LoadResetInputs(StateReader* reader) override {
    reader->Read(&generator_);
    task_ = std::make_unique<Task>(this->spec_.config);
    task_->LoadStart(reader);
  }
  void AdoptEpisode(EnvBase* prepared) override {
    auto* from = static_cast<ReplayedEnv*>(prepared);
    task_.swap(from->task_);
    generator_ = from->generator_;
    start_ = from->start_;
    is_reseeded_ = false;
    is_playing_ = true;
    scene_ = nullptr;
    actions_.clear();
    params_.Begin(CurrentParams());
  }

  [[nodiscard]] std::pair<int, int> RenderSize(int width,
                                               int height) const override {
    return {width > 0 ? width : Task::kFrameSize.width,
            height > 0 ? height : Task::kFrameSize.height};
  }

  void Render(int width, int height, int /*camera_id*/,
              unsigned char* rgb) override {
    constexpr Size kSize = Task::kFrameSize;
    const Size size{height, width};
    const Task& scene = *UpdatedScene();
    if (size == kSize) {
      scene.Draw(rgb);
      return;
    }
    std::vector<unsigned char> frame(std::size_t{3} * kSize.width *
                                     kSize.height);
    scene.Draw(frame.data());
    Resizer(kSize, size, 3, Interpolation::kArea).Run(frame.data(), rgb);
  }

 private:
  using Actions = std::vector<typename Task::Action>;
  using Log = ParamLog<typename Spec::Params>;
  static constexpr int kReserved = 4096;

  /// The first part of a step.
  void Begin(const void* action) {
    typename Task::Action numbers;
    using Number = typename Task::Action::value_type;
    std::copy_n(static_cast<const Number*>(action), numbers.size(),
                numbers.begin());
    actions_.push_back(numbers);
    is_playing_ = false;
    island_ = task_->BeginStep(numbers, &generator_);
  }
  /// Leaves an exception for Step.
  void TryBegin(const void* action) noexcept {
    has_begun_ = true;
    try {
      Begin(action);
    } catch (...) {
      error_ = std::current_exception();
    }
  }
  static void StepTask(Task* task, const typename Task::Action& action,
                       Generator* generator) {
    task->EndStep(task->BeginStep(action, generator));
  }

  Generator NextGenerator() const {
    return is_reseeded_ ? reseeded_ : generator_;
  }

  [[nodiscard]] typename Log::Values CurrentParams() const {
    typename Log::Values values;
    for (std::size_t k = 0; k < values.size(); ++k) {
      this->GetParam(static_cast<int>(k), &values[k]);
    }
    return values;
  }
  static void Use(const typename Log::Values& values, Task* task) {
    task->Use(PhysicsOf<typename Fns::Physics>(Fns::Fields(), values));
  }
  static void UseFrom(const Log& params, std::size_t step, Task* task) {
    if (const auto* values = params.ChangeAt(step)) {
      Use(*values, task);
    }
  }

  static void Replay(const StateReader& reader, const Actions& actions,
                     const Log& params, Task* task, Generator* generator) {
    try {
      Use(params.first(), task);
      task->Reset(generator);
      for (std::size_t step = 0; step < actions.size(); ++step) {
        UseFrom(params, step, task);
        reader.Require(!task->is_over() && Task::IsAction(actions[step]));
        StepTask(task, actions[step], generator);
      }
      UseFrom(params, actions.size(), task);
    } catch (const std::exception&) {
      reader.Require(false);
    }
  }

  /// The task to draw, replayed up to the current step.
  const Task* UpdatedScene() {
    if constexpr (requires { Task::MakeScene(this->spec_.config); }) {
      if (is_playing_) {
        if (scene_ == nullptr) {
          scene_ = Task::MakeScene(this->spec_.config);
          scene_generator_ = start_;
          scene_steps_ = 0;
          Use(params_.first(), scene_.get());
          scene_->Reset(&scene_generator_);
        }
        while (scene_steps_ < actions_.size()) {
          UseFrom(params_, scene_steps_, scene_.get());
          StepTask(scene_.get(), actions_[scene_steps_++], &scene_generator_);
        }
        return scene_.get();
      }
    }
    return task_.get();
  }

  void WriteRow(float reward) {
    State state = this->Allocate();
    state["reward"_] = reward;
    task_->Write(&state);
  }

  std::unique_ptr<Task> task_;
  Generator generator_;
  // The generator at the episode's start, and the actions since then.
  Generator start_;
  Actions actions_;
  Log params_;
  bool is_playing_{false};
  // BeginSteps has begun the next step, with this result.
  bool has_begun_{false};
  b2Island* island_{nullptr};
  std::exception_ptr error_;
  // Null until a frame of this episode is drawn.
  std::unique_ptr<Task> scene_;
  Generator scene_generator_;
  std::size_t scene_steps_{0};
  // The generator for the next Reset, if a seed was given.
  Generator reseeded_;
  bool is_reseeded_{false};
};

}  // namespace envpool::box2d

#endif  // ENVPOOL_BOX2D_REPLAYED_ENV_H_
