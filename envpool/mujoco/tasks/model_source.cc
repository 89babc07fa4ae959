// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/mujoco/tasks/model_source.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "envpool/core/process_mutex.h"
#include "envpool/mujoco/common/call.h"
#include "envpool/mujoco/common/model_files.h"
#include "envpool/mujoco/common/version.h"
#include "envpool/mujoco/tasks/terrain.h"

namespace envpool::mujoco::tasks {
namespace {

constexpr std::string_view kBinary = "mjb:";
constexpr int kErrorBytes = 1000;

bool IsText(const std::string& source) { return source.starts_with('<'); }

[[noreturn]] void Refuse(std::string text) {
  std::replace(text.begin(), text.end(), '\n', ' ');
  throw std::invalid_argument("model: expected a MuJoCo model, got one with " +
                              ("an error: " + text));
}

mjModel* Compile(const std::string& text, const Terrain& terrain) {
  std::array<char, kErrorBytes> error{};
  ModelFiles files;  // for the files that the text names
  const std::unique_ptr<mjSpec, void (*)(mjSpec*)> spec(
      Call(mj_parseXMLString, text.c_str(), files.vfs(), error.data(),
           kErrorBytes),
      mj_deleteSpec);
  if (spec == nullptr) {
    Refuse(error.data());
  }
  spec->compiler.usethread = 0;  // as in LoadModel
  terrain.AddTo(spec.get());
  mjModel* model = Call(mj_compile, spec.get(), files.vfs());
  if (model == nullptr) {
    Refuse(mjs_getError(spec.get()));
  }
  return model;
}

mjModel* Unpack(std::string_view digits) {
  std::string bytes(digits.size() / 2, '\0');
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    std::uint8_t value = 0;
    const char* first = digits.data() + 2 * i;
    if (std::from_chars(first, first + 2, value, 16).ptr != first + 2) {
      Refuse("text that is not hexadecimal");
    }
    bytes[i] = static_cast<char>(value);
  }
  mjModel* model =
      Call(mj_loadModelBuffer, static_cast<const void*>(bytes.data()),
           static_cast<int>(bytes.size()));
  if (model == nullptr) {
    Refuse("bytes that are not a model of this version of MuJoCo");
  }
  return model;
}

mjModel* Read(const std::string& source, const Terrain& terrain) {
  SetErrorHandler<ThrowError>();
  try {
    mjModel* model =
        IsText(source)
            ? Compile(source, terrain)
            : Unpack(std::string_view(source).substr(kBinary.size()));
    if (!HasSimpleActuators(*model)) {
      mj_deleteModel(model);
      Refuse("an actuator that has several controls or forces");
    }
    return model;
  } catch (const std::runtime_error& error) {
    Refuse(error.what());
  }
}

}  // namespace

Model ModelOf(const std::string& source, const std::vector<double>& ground) {
  const Terrain terrain(ground);
  if (!IsText(source) && !source.starts_with(kBinary)) {
    if (terrain.empty()) {
      return LoadModel(source, "model");
    }
    const ModelEdit edit{
        .name = terrain.name(),
        .apply = [terrain](mjSpec* spec) { terrain.AddTo(spec); }};
    return LoadModel(source, edit, "model");
  }
  if (!terrain.empty() && !IsText(source)) {
    throw std::invalid_argument(
        "terrain: expected a model as XML, got a binary one");
  }
  const std::string name = terrain.name() + "\n" + source;
  const std::lock_guard<std::mutex> lock(ProcessMutex("mujoco task models"));
  // Never destroyed, because threads may use it until the process ends.
  static auto& models =
      *new std::map<std::string, std::weak_ptr<const mjModel>>;
  if (Model model = models[name].lock()) {
    return model;
  }
  std::erase_if(models,
                [](const auto& entry) { return entry.second.expired(); });
  Model model(Read(source, terrain), [](const mjModel* each) {
    mj_deleteModel(const_cast<mjModel*>(each));
  });
  models[name] = model;
  return model;
}

std::string FingerprintOf(const std::string& source,
                          const std::vector<double>& ground) {
  if (IsText(source) || source.starts_with(kBinary)) {
    return source;
  }
  return std::to_string(ContentHash(ModelOf(source, ground)));
}

}  // namespace envpool::mujoco::tasks
