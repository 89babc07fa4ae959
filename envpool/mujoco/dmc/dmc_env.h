// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// DmcEnv<Task>: a domain of the DeepMind Control suite. It has the physics, the
// generator, the stack of observations, and the rows; the task has the rest:
//
//   static constexpr kTask, kFrameSkip          defaults
//   static Config()                             its own config keys
//   static ModelName(config)                    its file among the assets
//   static Observed(config, model)              its observations, as specs; one
//                                               without numbers is not there
//   Task(config, physics)
//   Build(random)                               if there: draws what stays the
//                                               same from one episode to
//                                               another
//   Reset(random)                               sets the state
//   Observe(numbers)                            writes the observations, in
//   order Reward() IsTerminated()                              if there
//
// DmcPixelEnv<Task> is the same with pictures as observations.
//
// Threads, errors: as Env.

#ifndef ENVPOOL_MUJOCO_DMC_DMC_ENV_H_
#define ENVPOOL_MUJOCO_DMC_DMC_ENV_H_

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "envpool/core/env.h"
#include "envpool/core/random_state.h"
#include "envpool/mujoco/common/model.h"
#include "envpool/mujoco/common/observation_stack.h"
#include "envpool/mujoco/common/pixels.h"
#include "envpool/mujoco/common/renderer.h"
#include "envpool/mujoco/dmc/physics.h"

namespace envpool::mujoco::dmc {

/// Where observations are written to, one number after another.
class Numbers {
 public:
  explicit Numbers(double* out) : out_(out) {}

  void Add(double value) { *out_++ = value; }
  void Add(std::span<const double> values) {
    out_ = std::copy(values.begin(), values.end(), out_);
  }
  void Add(const double* values, int count) {
    out_ = std::copy_n(values, count, out_);
  }

 private:
  double* out_;
};

/// Which of these tasks the config names.
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

/// One number.
inline Spec<double> ScalarSpec() { return Spec<double>(std::vector<int>{}); }
/// An observation that is there or, with no numbers, is not.
inline Spec<double> VectorSpec(int count, bool there = true) {
  return Spec<double>(std::vector<int>{there ? count : 0});
}

template <typename Task>
class DmcEnvFns {
 public:
  static decltype(auto) DefaultConfig() {
    return ConcatDict(
        MakeDict("frame_skip"_.Bind(Task::kFrameSkip), "frame_stack"_.Bind(1),
                 "task_name"_.Bind(std::string(Task::kTask))),
        Task::Config());
  }
  template <typename Config>
  static decltype(auto) StateSpec(const Config& conf) {
    auto observed = Task::Observed(conf, *ModelOf(conf));
    const int stack = conf["frame_stack"_];
    observed.Apply([&](auto /*key*/, auto& spec) {
      std::vector<int> shape = spec.shape;
      if (stack > 1 && (shape.empty() || shape[0] > 0)) {
        shape.insert(shape.begin(), stack);
      }
      spec = Spec<double>(shape);
    });
    return observed;
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
    return LoadModel(
        base + "/mujoco/dmc/assets/" + Task::ModelName(conf) + ".xml",
        "base_path");
  }
};

template <typename Task, typename Fns = DmcEnvFns<Task>>
class DmcEnv : public Env<EnvSpec<Fns>>, public RenderableEnv {
 public:
  using Base = Env<EnvSpec<Fns>>;
  using typename Base::Action;
  using typename Base::Spec;
  using typename Base::State;

  DmcEnv(const Spec& spec, int env_id)
      : Base(spec, env_id),
        frame_skip_(spec.config["frame_skip"_]),
        frame_stack_(spec.config["frame_stack"_]),
        random_(static_cast<std::uint32_t>(this->seed_)),
        physics_(DmcEnvFns<Task>::ModelOf(spec.config)),
        task_(spec.config, &physics_),
        pixels_(spec.config) {
    Build();
    if constexpr (kHasPixels<Fns>) {
      PixelView();  // throws if there is no such camera
      return;
    }
    Observed(spec).Apply([&](auto /*key*/, const auto& each) {
      int size = 1;
      for (const int extent : each.shape) {
        size *= extent;
      }
      sizes_.push_back(size);
      size_ += size;
    });
    stack_ = ObservationStack(frame_stack_, size_);
  }

  void Reset() override {
    terminated_ = false;
    physics_.Start();
    task_.Reset(&random_);
    physics_.Settle();
    WriteState(0, true);
  }

  void Step(const Action& action) override {
    physics_.SetControl(static_cast<double*>(action["action"_].Data()));
    physics_.Advance(frame_skip_);
    if constexpr (requires { task_.IsTerminated(); }) {
      terminated_ = task_.IsTerminated();
    }
    WriteState(static_cast<float>(task_.Reward()), false);
  }

  bool IsDone() override { return terminated_; }

  /// RandomState takes no more.
  [[nodiscard]] std::int64_t MaxSeed() const override {
    return std::numeric_limits<std::uint32_t>::max();
  }
  void Reseed(std::int64_t seed) override {
    Base::Reseed(seed);
    random_ = RandomState(static_cast<std::uint32_t>(seed));
    Build();
  }

  [[nodiscard]] std::pair<int, int> RenderSize(int width,
                                               int height) const override {
    return {width > 0 ? width : 320, height > 0 ? height : 240};
  }
  void Render(int width, int height, int camera_id,
              unsigned char* rgb) override {
    Draw(ViewOf(width, height, camera_id, "camera_id"),
         PixelOrder::kInterleaved, &physics_, rgb);
  }

  void Save(StateWriter* writer) override {
    physics_.Save(writer);
    writer->Write(random_);
    stack_.Save(writer);
    writer->Write(terminated_);
    pixels_.Save(writer);
  }
  void Load(StateReader* reader) override {
    physics_.Load(reader);
    reader->Read(&random_);
    stack_.Load(reader);
    reader->Read(&terminated_);
    pixels_.Load(reader);
  }

 private:
  static decltype(auto) Observed(const Spec& spec) {
    return Task::Observed(spec.config, *DmcEnvFns<Task>::ModelOf(spec.config));
  }

  void Build() {
    if constexpr (requires { task_.Build(&random_); }) {
      task_.Build(&random_);
    }
  }

  void WriteState(float reward, bool first) {
    State state = this->Allocate();
    state["reward"_] = reward;
    if constexpr (kHasPixels<Fns>) {
      pixels_.Write(PixelView(), first, &physics_, &state);
    } else {
      WriteObservations(first, &state);
    }
  }

  /// What a camera sees; -1: the free one where it begins.
  [[nodiscard]] View ViewOf(int width, int height, int camera,
                            const char* argument) const {
    View view = DefaultView(width, height);
    view.option.flags[mjVIS_RANGEFINDER] = 0;
    if (camera == -1) {
      mjv_defaultFreeCamera(&physics_.model(), &view.camera);
    } else {
      UseCamera(physics_.model(), camera, argument, &view);
    }
    return view;
  }
  View PixelView() const {
    return ViewOf(pixels_.width(), pixels_.height(), pixels_.camera(),
                  "render_camera_id");
  }

  void WriteObservations(bool first, State* state) {
    stack_.Push(first, [this](double* out) {
      Numbers numbers(out);
      task_.Observe(&numbers);
    });
    using Keys = std::remove_cvref_t<decltype(Observed(this->spec_))>;
    std::size_t key = 0;
    int offset = 0;
    std::apply(
        [&](auto... each) {
          (Write(key++, &offset, static_cast<double*>((*state)[each].Data())),
           ...);
        },
        Keys::StaticKeys());
  }

  /// Writes one observation, the oldest first.
  void Write(std::size_t key, int* offset, double* out) const {
    const int size = sizes_[key];
    for (int i = 0; i < frame_stack_; ++i) {
      out =
          std::copy_n(stack_.numbers().data() + i * size_ + *offset, size, out);
    }
    *offset += size;
  }

  const int frame_skip_;
  const int frame_stack_;
  RandomState random_;
  Physics physics_;
  Task task_;
  std::vector<int> sizes_;  // of the observations
  int size_{0};             // of all
  ObservationStack stack_{0, 0};
  Pixels<Fns> pixels_;
  bool terminated_{false};
};

template <typename Task>
using DmcPixelFns = PixelFns<DmcEnvFns<Task>>;
template <typename Task>
using DmcPixelEnv = DmcEnv<Task, DmcPixelFns<Task>>;

}  // namespace envpool::mujoco::dmc

#endif  // ENVPOOL_MUJOCO_DMC_DMC_ENV_H_
