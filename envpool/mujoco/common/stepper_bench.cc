// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Compares the stepper of EnvPool's MuJoCo envs with the official functions,
// for each model of both families:
//
//   bazel run //envpool/mujoco/common:stepper_bench -- [rounds] [model ...]
//
// A simulation per side gets the same random controls, and the sides take
// turns. Models of the DeepMind Control suite also compute their state after
// each call, as the suite does. The columns are the medians of the rounds: CPU
// microseconds per step of the simulation, and the ratio.

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "envpool/mujoco/common/stepper.h"
#include "mujoco/mujoco.h"

namespace {

constexpr int kRepeats = 5;        // steps per call
constexpr int kCalls = 200;        // per round
constexpr int kEpisodeCalls = 40;  // until the next reset

struct Delete {
  void operator()(mjModel* model) const { mj_deleteModel(model); }
  void operator()(mjData* data) const { mj_deleteData(data); }
};

double CpuSeconds() {
  timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) +
         1e-9 * static_cast<double>(time.tv_nsec);
}

double Median(std::vector<double> values) {
  auto middle = values.begin() + static_cast<int>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

/// The official functions and the stepper, each with its data.
class Sides {
 public:
  Sides(const mjModel& model, bool begins)
      : model_(model),
        begins_(begins),
        data_{std::unique_ptr<mjData, Delete>(mj_makeData(&model)),
              std::unique_ptr<mjData, Delete>(mj_makeData(&model))} {}

  /// Plays a round; returns the CPU seconds of each side.
  std::array<double, 2> Play() {
    std::array<double, 2> seconds{};
    for (int i = 0; i < kCalls; ++i) {
      if (i % kEpisodeCalls == 0) {
        Reset();
      }
      std::vector<double> controls(model_.nu);
      for (int j = 0; j < model_.nu; ++j) {
        const bool is_limited = model_.actuator_ctrllimited[j] != 0;
        controls[j] = uniform_(random_) *
                      (is_limited ? model_.actuator_ctrlrange[2 * j + 1] : 1);
      }
      for (const int side : {i % 2, 1 - i % 2}) {
        std::copy(controls.begin(), controls.end(), data_[side]->ctrl);
        const double start = CpuSeconds();
        side == 0 ? StepOfficially(data_[0].get()) : Step(data_[1].get());
        seconds[side] += CpuSeconds() - start;
      }
    }
    return seconds;
  }

 private:
  void Reset() {
    for (const auto& data : data_) {
      mj_resetData(&model_, data.get());
      mj_forward(&model_, data.get());
    }
    is_fresh_ = true;
  }

  void StepOfficially(mjData* data) const {
    const bool is_half = begins_ && model_.opt.integrator != mjINT_RK4;
    for (int i = 0; i < kRepeats; ++i) {
      i == 0 && is_half ? mj_step2(&model_, data) : mj_step(&model_, data);
    }
    if (begins_) {
      mj_step1(&model_, data);
    }
  }

  void Step(mjData* data) {
    if (begins_) {
      const bool is_half = model_.opt.integrator != mjINT_RK4;
      stepper_.StepAndBegin(model_, data, kRepeats, is_half || !is_fresh_);
    } else {
      stepper_.Step(model_, data, kRepeats);
    }
    is_fresh_ = false;
  }

  const mjModel& model_;
  const bool begins_;
  const std::array<std::unique_ptr<mjData, Delete>, 2> data_;
  envpool::mujoco::Stepper stepper_;
  bool is_fresh_{true};
  std::mt19937 random_{0};
  std::uniform_real_distribution<double> uniform_{-1, 1};
};

void Report(const std::filesystem::path& path, bool begins, int rounds) {
  std::array<char, 1000> error{};
  const std::unique_ptr<mjModel, Delete> model(
      mj_loadXML(path.c_str(), nullptr, error.data(), error.size()));
  if (model == nullptr) {
    std::printf("%s: %s\n", path.c_str(), error.data());
    return;
  }
  Sides sides(*model, begins);
  sides.Play();  // warms up
  std::vector<double> official;
  std::vector<double> ours;
  std::vector<double> ratios;
  for (int i = 0; i < rounds; ++i) {
    const auto [first, second] = sides.Play();
    official.push_back(1e6 * first / (kCalls * kRepeats));
    ours.push_back(1e6 * second / (kCalls * kRepeats));
    ratios.push_back(first / second);
  }
  std::printf("%-28s %9.2f %9.2f %6.2f\n", path.stem().c_str(),
              Median(official), Median(ours), Median(ratios));
  std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
  const int rounds = argc > 1 ? std::max(std::atoi(argv[1]), 1) : 5;
  const std::vector<std::string> chosen(argv + std::min(argc, 2), argv + argc);
  std::printf("%-28s %9s %9s %6s\n", "model", "official", "EnvPool", "ratio");
  for (const char* folder :
       {"envpool/mujoco/assets", "envpool/mujoco/dmc/assets"}) {
    std::vector<std::filesystem::path> paths;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
      const std::filesystem::path& path = entry.path();
      if (path.extension() == ".xml" &&
          (chosen.empty() || std::find(chosen.begin(), chosen.end(),
                                       path.stem()) != chosen.end())) {
        paths.push_back(path);
      }
    }
    std::sort(paths.begin(), paths.end());
    for (const auto& path : paths) {
      Report(path, std::string(folder).find("dmc") != std::string::npos,
             rounds);
    }
  }
}
