// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// A benchmark of MuJoCo without observations, rewards and a pool: it simulates
// the robots of Gymnasium's tasks, with mj_step or with the stepper of
// EnvPool's envs. It is a library for ctypes and uses the same libmujoco as
// these envs.
//
// A robot is reset after it has fallen or reached the limit of steps, so that
// its contacts are as in a pool. A reset counts as a step, as in a pool.
//
// Threads: LoopPlay starts threads; only one caller may run it at a time.

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <random>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "envpool/mujoco/common/stepper.h"
#include "mujoco/mujoco.h"

namespace {

constexpr int kMaxSteps = 1000;

/// The healthy range of an entry of qpos.
struct HealthyRange {
  int position{-1};  // index into qpos; -1 for no condition
  double low{0};
  double high{0};

  [[nodiscard]] bool Has(const double* positions) const {
    return position < 0 ||
           (low <= positions[position] && positions[position] <= high);
  }
};

struct Task {
  std::string_view name;
  int frame_skip{1};
  bool with_forces{false};  // whether contact forces are observed or rewarded
  double noise{0};
  bool has_normal_velocity_noise{false};
  HealthyRange height{};
  HealthyRange angle{};
};

constexpr std::array kTasks{
    Task{"Ant", 5, true, 0.1, true, {2, 0.2, 1.0}, {}},
    Task{"HalfCheetah", 5, false, 0.1, true, {}, {}},
    Task{"Hopper", 4, false, 0.005, false, {1, 0.7, HUGE_VAL}, {2, -0.2, 0.2}},
    Task{"Humanoid", 5, true, 0.01, false, {2, 1.0, 2.0}, {}},
    Task{"Walker2d", 4, false, 0.005, false, {1, 0.8, 2.0}, {2, -1.0, 1.0}},
};

class Robot {
 public:
  Robot(const Task& task, const mjModel* model, unsigned seed, bool has_stepper)
      : task_(task), model_(model), data_(mj_makeData(model)), random_(seed) {
    if (has_stepper) {
      stepper_ = std::make_unique<envpool::mujoco::Stepper>();
    }
    Reset();
  }

  void Step(const double* control) {
    if (ended_) {
      Reset();
      return;
    }
    std::copy_n(control, model_->nu, data_->ctrl);
    if (stepper_ != nullptr) {
      stepper_->Step(*model_, data_.get(), task_.frame_skip);
    } else {
      for (int i = 0; i < task_.frame_skip; ++i) {
        mj_step(model_, data_.get());
      }
    }
    if (task_.with_forces) {
      mj_rnePostConstraint(model_, data_.get());
    }
    ended_ = ++steps_ == kMaxSteps || !task_.height.Has(data_->qpos) ||
             !task_.angle.Has(data_->qpos);
  }

  [[nodiscard]] int num_resets() const { return num_resets_; }

  // Used by the threads of Loop::Play.
  std::atomic_flag is_taken{};
  int played{0};

 private:
  struct Delete {
    void operator()(mjData* data) const { mj_deleteData(data); }
  };

  void Reset() {
    std::uniform_real_distribution<double> uniform(-task_.noise, task_.noise);
    std::normal_distribution<double> normal(0, task_.noise);
    mj_resetData(model_, data_.get());
    for (int i = 0; i < model_->nq; ++i) {
      data_->qpos[i] += uniform(random_);
    }
    for (int i = 0; i < model_->nv; ++i) {
      data_->qvel[i] +=
          task_.has_normal_velocity_noise ? normal(random_) : uniform(random_);
    }
    mj_forward(model_, data_.get());
    steps_ = 0;
    ended_ = false;
    ++num_resets_;
  }

  const Task& task_;
  const mjModel* model_;
  std::unique_ptr<mjData, Delete> data_;
  std::unique_ptr<envpool::mujoco::Stepper> stepper_;
  std::mt19937 random_;
  int steps_{0};
  bool ended_{false};
  int num_resets_{0};
};

class Loop {
 public:
  Loop(const Task& task, mjModel* model, int num_robots, int num_threads,
       bool has_stepper)
      : model_(model), num_threads_(num_threads) {
    for (int i = 0; i < num_robots; ++i) {
      robots_.push_back(std::make_unique<Robot>(task, model, i, has_stepper));
    }
  }

  void Play(const double* controls, int batches) {
    for (const auto& robot : robots_) {
      robot->played = 0;
    }
    std::vector<std::thread> threads;
    for (int i = 1; i < num_threads_; ++i) {
      threads.emplace_back([=, this] { PlayAllShares(i, controls, batches); });
    }
    PlayAllShares(0, controls, batches);
    for (std::thread& thread : threads) {
      thread.join();
    }
  }

  [[nodiscard]] int num_resets() const {
    int sum = 0;
    for (const auto& robot : robots_) {
      sum += robot->num_resets();
    }
    return sum;
  }

 private:
  struct Delete {
    void operator()(mjModel* model) const { mj_deleteModel(model); }
  };

  // Each thread first plays its own share of the robots, which stay in its
  // CPU's cache, and then helps with other shares, so that a delayed thread
  // does not hold up the others.
  void PlayAllShares(int thread, const double* controls, int batches) {
    for (int i = 0; i < num_threads_; ++i) {
      const int share = (thread + i) % num_threads_;
      while (PlayShare(share, controls, batches)) {
      }
    }
  }

  /// Steps each robot of a share that is not taken by another thread. Returns
  /// false if no robot was stepped.
  bool PlayShare(int share, const double* controls, int batches) {
    const int count = static_cast<int>(robots_.size());
    const auto width = static_cast<std::ptrdiff_t>(model_->nu);
    bool found = false;
    for (int i = share * count / num_threads_;
         i < (share + 1) * count / num_threads_; ++i) {
      Robot& robot = *robots_[i];
      if (robot.is_taken.test_and_set(std::memory_order_acquire)) {
        continue;
      }
      if (robot.played < batches) {
        robot.Step(controls + (robot.played * count + i) * width);
        ++robot.played;
        found = true;
      }
      robot.is_taken.clear(std::memory_order_release);
    }
    return found;
  }

  const std::unique_ptr<mjModel, Delete> model_;
  const int num_threads_;
  std::vector<std::unique_ptr<Robot>> robots_;
};

}  // namespace

extern "C" {

/// Returns nullptr for an unknown task or an unreadable model. The robots are
/// stepped by mj_step, or by EnvPool's stepper.
void* LoopMake(const char* task, const char* xml, int num_robots,
               int num_threads, bool has_stepper) {
  const auto* found =
      std::find_if(kTasks.begin(), kTasks.end(),
                   [&](const Task& each) { return each.name == task; });
  if (found == kTasks.end()) {
    return nullptr;
  }
  mjModel* model = mj_loadXML(xml, nullptr, nullptr, 0);
  return model == nullptr
             ? nullptr
             : new Loop(*found, model, num_robots, num_threads, has_stepper);
}

/// Plays an array of controls with the axes batch, robot, actuator.
void LoopPlay(void* loop, const double* controls, int batches) {
  static_cast<Loop*>(loop)->Play(controls, batches);
}

/// The number of episodes that all robots together have begun.
int LoopNumResets(const void* loop) {
  return static_cast<const Loop*>(loop)->num_resets();
}

void LoopDelete(void* loop) { delete static_cast<Loop*>(loop); }

}  // extern "C"
