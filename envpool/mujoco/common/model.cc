// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/mujoco/common/model.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace envpool::mujoco {
namespace {

constexpr int kErrorBytes = 1000;
// A spec and its pool need the same model shortly after each other.
constexpr std::size_t kKept = 16;

[[noreturn]] void OnError(const char* text) {
  throw std::runtime_error(std::string("MuJoCo: ") + text);
}

void OnWarning(const char* /*text*/) {}  // Simulation looks at the counters

Model Read(const std::string& path) {
  mju_user_error = OnError;
  mju_user_warning = OnWarning;
  std::array<char, kErrorBytes> error{};
  std::string text;
  try {
    mjModel* model =
        mj_loadXML(path.c_str(), nullptr, error.data(), kErrorBytes);
    if (model != nullptr) {
      return {model, [](const mjModel* old) {
                mj_deleteModel(const_cast<mjModel*>(old));
              }};
    }
    text = error.data();
  } catch (const std::runtime_error& thrown) {
    text = thrown.what();
  }
  std::replace(text.begin(), text.end(), '\n', ' ');
  throw std::invalid_argument("xml_file: expected a MuJoCo model, got " + path +
                              ": " + text);
}

}  // namespace

Model LoadModel(const std::string& path) {
  // The path, and what tells one content from another.
  using Key = std::tuple<std::string, std::int64_t, std::uintmax_t>;
  static std::mutex mutex;
  static std::map<Key, std::weak_ptr<const mjModel>> models;
  static std::deque<Model> kept;
  std::error_code error;
  const auto written = std::filesystem::last_write_time(path, error);
  const std::uintmax_t bytes = std::filesystem::file_size(path, error);
  const Key key{path, written.time_since_epoch().count(), bytes};
  const std::lock_guard<std::mutex> lock(mutex);
  Model model = models[key].lock();
  if (model == nullptr) {
    std::erase_if(models,
                  [](const auto& entry) { return entry.second.expired(); });
    model = Read(path);
    models[key] = model;
    kept.push_back(model);
    if (kept.size() > kKept) {
      kept.pop_front();
    }
  }
  return model;
}

int BodyOf(const mjModel& model, const std::string& name,
           const std::string& argument) {
  int number = mj_name2id(&model, mjOBJ_BODY, name.c_str());
  if (number < 0) {
    const char* end = name.data() + name.size();
    const auto [rest, error] = std::from_chars(name.data(), end, number);
    if (error != std::errc() || rest != end) {
      number = -1;
    }
  }
  if (number < 0 || number >= model.nbody) {
    throw std::invalid_argument(argument +
                                ": expected a body of the model, got \"" +
                                name + "\", which is not in it");
  }
  return number;
}

void RequireSizes(const mjModel& model, int positions, int velocities) {
  if (model.nq < positions || model.nv < velocities) {
    throw std::invalid_argument(
        "xml_file: expected a robot with at least " +
        std::to_string(positions) + " positions and " +
        std::to_string(velocities) + " velocities, got one with " +
        std::to_string(model.nq) + " and " + std::to_string(model.nv));
  }
  if (model.nu < 1) {
    throw std::invalid_argument(
        "xml_file: expected a robot with actuators, got one without");
  }
}

ControlBounds ControlBoundsOf(const mjModel& model) {
  ControlBounds bounds;
  for (int i = 0; i < model.nu; ++i) {
    bounds.first.push_back(model.actuator_ctrlrange[2 * i]);
    bounds.second.push_back(model.actuator_ctrlrange[2 * i + 1]);
  }
  return bounds;
}

Spec<double> ControlSpec(ControlBounds bounds) {
  auto [low, high] = std::move(bounds);
  const auto differ = [](const std::vector<double>& values) {
    return std::any_of(values.begin(), values.end(),
                       [&](double value) { return value != values.front(); });
  };
  const std::vector<int> shape{-1, static_cast<int>(low.size())};
  if (differ(low) || differ(high)) {
    return Spec<double>(shape, std::tuple{std::move(low), std::move(high)});
  }
  return Spec<double>(shape, {low.front(), high.front()});
}

}  // namespace envpool::mujoco
