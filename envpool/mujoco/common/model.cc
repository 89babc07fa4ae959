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

#include "envpool/core/process_mutex.h"
#include "envpool/mujoco/common/call.h"
#include "envpool/mujoco/common/compiled_model.h"
#include "envpool/mujoco/common/lean_model.h"
#include "envpool/mujoco/common/model_files.h"
#include "envpool/mujoco/common/version.h"

namespace envpool::mujoco {
namespace {

constexpr std::size_t kCacheBytes = std::size_t{64} << 20;
constexpr int kErrorBytes = 1000;
// Kept models are not reloaded when a spec and then its pool load them.
constexpr std::size_t kKept = 16;

struct DeleteSpec {
  void operator()(mjSpec* spec) const { mj_deleteSpec(spec); }
};

/// The file of a lean model, and its change.
struct Origin {
  std::string path;
  ModelEdit edit;
};

/// A model's deleter. It also stores the hash that ContentHash(model) returns,
/// and what WholeModel(model) loads.
struct DeleteModel {
  std::uint64_t content;
  std::shared_ptr<const Origin> origin;  // null for whole models
  bool is_copy;                          // made by WithoutSurfaces
  void operator()(const mjModel* model) const {
    is_copy ? DeleteLean(model) : mj_deleteModel(const_cast<mjModel*>(model));
  }
};

struct DeleteCompiled {
  void operator()(mjModel* model) const { mj_deleteModel(model); }
};
using Compiled = std::unique_ptr<mjModel, DeleteCompiled>;

struct Entry {
  std::weak_ptr<const mjModel> model;
  std::vector<ModelFile> files;
};

std::uint64_t ContentHash(const std::vector<ModelFile>& files,
                          const std::string& change) {
  std::uint64_t content = 0;
  for (const char letter : change) {
    content = (content ^ static_cast<unsigned char>(letter)) * 0x100000001b3;
  }
  for (const ModelFile& file : files) {
    content = content * 0x9e3779b97f4a7c15 + file.content();
  }
  return content;
}

/// Returns the model, or null and an error text.
Compiled Compile(const std::string& path, const ModelEdit& edit,
                 const mjVFS* vfs, std::string* text) {
  std::array<char, kErrorBytes> error{};
  const std::unique_ptr<mjSpec, DeleteSpec> spec(
      Call(mj_parseXML, path.c_str(), vfs, error.data(), kErrorBytes));
  if (spec == nullptr) {
    *text = error.data();
    return nullptr;
  }
  // A failure in a compiler thread, or to start one, would end the process.
  spec->compiler.usethread = 0;
  if (edit.apply) {
    edit.apply(spec.get());
  }
  if (edit.is_lean) {
    DropTextures(spec.get());
  }
  Compiled model(Call(mj_compile, spec.get(), vfs));
  if (model == nullptr) {
    *text = mjs_getError(spec.get());
  } else if (!HasSimpleActuators(*model)) {
    *text = "an actuator has several controls or forces, not one of each";
    return nullptr;
  }
  return model;
}

Model Share(Compiled model, std::uint64_t content, const std::string& path,
            const ModelEdit& edit) {
  if (!edit.is_lean) {
    return {model.release(), DeleteModel{content, nullptr, false}};
  }
  const auto origin = std::make_shared<const Origin>(
      path, ModelEdit{.name = edit.name, .apply = edit.apply});
  mjModel* lean = WithoutSurfaces(*model);
  return {lean != nullptr ? lean : model.release(),
          DeleteModel{content, origin, lean != nullptr}};
}

Entry ReadXml(const std::string& path, const ModelEdit& edit,
              const std::string& argument, Model* out) {
  SetErrorHandler<ThrowError>();
  // For meshes and textures that several models share.
  mj_setCacheCapacity(mj_getCache(), kCacheBytes);
  ModelFiles files;
  std::string text;
  try {
    Compiled model = Compile(path, edit, files.vfs(), &text);
    if (model != nullptr) {
      Entry entry{.model = {}, .files = files.TakeFiles()};
      const std::uint64_t content = ContentHash(entry.files, edit.name);
      *out = Share(std::move(model), content, path, edit);
      entry.model = *out;
      return entry;
    }
  } catch (const std::runtime_error& thrown) {
    text = thrown.what();
  }
  files.RequireMemory();
  if (!files.problem().empty()) {
    text += " (" + files.problem() + ")";
  }
  std::replace(text.begin(), text.end(), '\n', ' ');
  throw std::invalid_argument(argument + ": expected a MuJoCo model, got " +
                              path + ": " + text);
}

/// Reads the compiled form of a lean model. Returns false if there is none.
bool ReadCompiled(const std::string& path, Entry* entry, Model* out) {
  SetErrorHandler<ThrowError>();
  ModelFiles files;
  mjModel* lean = UnpackModel(path, &files);
  if (lean == nullptr) {
    return false;
  }
  entry->files = files.TakeFiles();
  const auto origin = std::make_shared<const Origin>(path, ModelEdit{});
  *out = {lean, DeleteModel{ContentHash(entry->files, ""), origin, true}};
  entry->model = *out;
  return true;
}

Entry Read(const std::string& path, const ModelEdit& edit,
           const std::string& argument, Model* out) {
  Entry entry;
  if (edit.is_lean && edit.name.empty() && ReadCompiled(path, &entry, out)) {
    return entry;
  }
  return ReadXml(path, edit, argument, out);
}

bool IsUpToDate(const Entry& entry) {
  return std::ranges::none_of(entry.files, &ModelFile::HasChanged);
}

/// The loaded models. They are never destroyed, because threads may use them
/// until the process ends.
struct Models {
  // By path and change.
  std::map<std::tuple<std::string, std::string, bool>, Entry> entries;
  std::deque<Model> kept;
};

}  // namespace

Model LoadModel(const std::string& path, const std::string& argument) {
  return IsCompiled(path) ? LoadLeanModel(path, argument)
                          : LoadModel(path, ModelEdit{}, argument);
}

Model LoadModel(const std::string& path, const ModelEdit& edit,
                const std::string& argument) {
  // Reading a model takes long, and another thread may fork meanwhile. A fork
  // waits for a ProcessMutex, so the child never inherits it locked.
  const std::lock_guard<std::mutex> lock(ProcessMutex("mujoco models"));
  static Models& models = *new Models;
  const std::string absolute = std::filesystem::absolute(path);
  const std::tuple key(absolute, edit.name, edit.is_lean);
  const auto found = models.entries.find(key);
  if (found != models.entries.end()) {
    Model model = found->second.model.lock();
    if (model != nullptr && IsUpToDate(found->second)) {
      return model;
    }
  }
  std::erase_if(models.entries,
                [](const auto& entry) { return entry.second.model.expired(); });
  Model model;
  models.entries.insert_or_assign(key, Read(absolute, edit, argument, &model));
  models.kept.push_back(model);
  if (models.kept.size() > kKept) {
    models.kept.pop_front();
  }
  return model;
}

Model LoadLeanModel(const std::string& path, const std::string& argument) {
  return LoadModel(path, ModelEdit{.name = "", .apply = {}, .is_lean = true},
                   argument);
}

PackedModel PackLeanModel(const std::string& path) {
  const ModelEdit edit{.name = "", .apply = {}, .is_lean = true};
  Model model;
  const Entry entry = ReadXml(path, edit, "path", &model);
  if (!std::get_deleter<DeleteModel>(model)->is_copy) {
    throw std::invalid_argument(
        "path: expected a model whose simulation needs no surfaces, got " +
        path);
  }
  return PackModel(*model, entry.files);
}

Model WholeModel(const Model& model) {
  const auto* const deleter = std::get_deleter<DeleteModel>(model);
  return deleter == nullptr || deleter->origin == nullptr
             ? model
             : LoadModel(deleter->origin->path, deleter->origin->edit);
}

std::uint64_t ContentHash(const Model& model) {
  const auto* const deleter = std::get_deleter<DeleteModel>(model);
  return deleter == nullptr ? 0 : deleter->content;
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
