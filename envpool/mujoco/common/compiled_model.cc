// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/mujoco/common/compiled_model.h"

#include <sys/stat.h>

#include <array>
#include <cinttypes>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <deque>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "envpool/mujoco/common/lean_model.h"
#include "envpool/mujoco/common/model_arrays.h"
#include "envpool/mujoco/common/version.h"

namespace envpool::mujoco {
namespace {

constexpr std::string_view kMagic = "EnvPool compiled model 1\n";
// Arrays of this many bytes or more are stored in files of their own.
constexpr std::size_t kLarge = 1 << 16;

#if defined(__x86_64__)
constexpr std::uint32_t kArchitecture = 1;
#elif defined(__aarch64__)
constexpr std::uint32_t kArchitecture = 2;
#else
constexpr std::uint32_t kArchitecture = 0;
#endif

/// Hashes some results of mathematical functions. Their last bits depend on the
/// C library and on the processor.
std::uint64_t HashOfFunctions() {
  constexpr int kCount = 500;
  std::string values;
  for (int i = 1; i <= kCount; ++i) {
    // The compiler must not compute the values.
    const volatile double x = i / (kCount + 1.0);
    const volatile double large = 37.5 * x;
    for (const double value :
         {std::sin(large), std::cos(large), std::tan(x), std::asin(x),
          std::acos(x), std::atan2(x, 0.3), std::exp(x), std::log(x),
          std::pow(x, 1.0 / 3), std::sqrt(x), std::cbrt(x)}) {
      values.append(reinterpret_cast<const char*>(&value), sizeof(value));
    }
    for (const float value :
         {std::sin(static_cast<float>(large)), std::cos(static_cast<float>(x)),
          std::pow(static_cast<float>(x), 0.3F)}) {
      values.append(reinterpret_cast<const char*>(&value), sizeof(value));
    }
  }
  return HashOf(values);
}

/// What must be the same here and where the model was compiled.
struct Place {
  std::uint32_t version;
  std::uint32_t architecture;
  std::uint64_t model_bytes;
  std::uint64_t functions;
};

Place Here() {
  return {mjVERSION_HEADER, kArchitecture, sizeof(mjModel), HashOfFunctions()};
}

template <typename T>
void Append(std::string* bytes, const T& value) {
  bytes->append(reinterpret_cast<const char*>(&value), sizeof(value));
}

/// Reads what Append has written.
class Parts {
 public:
  explicit Parts(std::string_view bytes) : rest_(bytes) {}

  std::string_view Take(std::size_t count) {
    if (count > rest_.size()) {
      throw std::runtime_error("a compiled model is too short");
    }
    const std::string_view part = rest_.substr(0, count);
    rest_.remove_prefix(count);
    return part;
  }
  template <typename T>
  T Take() {
    T value;
    std::memcpy(&value, Take(sizeof(T)).data(), sizeof(T));
    return value;
  }
  [[nodiscard]] std::string_view rest() const { return rest_; }

 private:
  std::string_view rest_;
};

/// Whether the model's files are unchanged since it was compiled. Adds them to
/// `files`.
bool HasSameFiles(Parts* parts, const std::filesystem::path& folder,
                  ModelFiles* files) {
  const auto count = parts->Take<std::uint32_t>();
  for (std::uint32_t i = 0; i < count; ++i) {
    const auto size = parts->Take<std::uint32_t>();
    const std::filesystem::path name = parts->Take(size);
    const auto content = parts->Take<std::uint64_t>();
    const std::string path = (folder / name).lexically_normal();
    if (files->Read(path) != content) {
      return false;
    }
  }
  return true;
}

std::string FileOfArray(std::uint64_t hash) {
  std::array<char, 2 * sizeof(hash) + 1> name;
  std::snprintf(name.data(), name.size(), "%016" PRIx64, hash);
  return name.data() + std::string(".bin");
}

std::string ReadArray(const std::filesystem::path& folder, std::uint64_t hash,
                      std::size_t bytes) {
  struct stat status;
  std::string content = ReadFile((folder / FileOfArray(hash)).c_str(), &status);
  if (content.size() != bytes || HashOf(content) != hash) {
    throw std::runtime_error("a compiled model has another array");
  }
  return content;
}

/// Reads a model. Its large arrays are in files of `folder`.
mjModel* ModelOf(Parts parts, const std::filesystem::path& folder) {
  auto model = parts.Take<mjModel>();
  std::deque<std::string> large;
  ForEachArray(&model,
               [&](std::string_view /*name*/, void** array, std::size_t bytes) {
                 std::string_view content;
                 if (bytes < kLarge) {
                   content = parts.Take(bytes);
                 } else {
                   const auto hash = parts.Take<std::uint64_t>();
                   content = large.emplace_back(ReadArray(folder, hash, bytes));
                 }
                 *array = const_cast<char*>(content.data());
               });
  return parts.rest().empty() ? WithOwnArrays(model) : nullptr;
}

}  // namespace

std::string CompiledPath(const std::string& path) {
  constexpr std::string_view kFolder = "/assets/";
  const std::size_t at = path.rfind(kFolder);
  return at == std::string::npos
             ? ""
             : path.substr(0, at) + "/compiled/" +
                   path.substr(at + kFolder.size()) + ".bin";
}

bool IsCompiled(const std::string& path) {
  const std::string compiled = CompiledPath(path);
  return kHasKnownStages && !compiled.empty() &&
         std::filesystem::exists(compiled);
}

PackedModel PackModel(const mjModel& lean,
                      const std::vector<ModelFile>& files) {
  PackedModel packed;
  std::string body;
  Append(&body, Here());
  Append(&body, static_cast<std::uint32_t>(files.size()));
  const std::filesystem::path folder =
      std::filesystem::path(files.at(0).path()).parent_path();
  for (const ModelFile& file : files) {
    const std::string name =
        std::filesystem::path(file.path()).lexically_relative(folder);
    Append(&body, static_cast<std::uint32_t>(name.size()));
    body += name;
    Append(&body, file.content());
  }
  mjModel sizes = lean;
  sizes.buffer = nullptr;
  ForEachArray(&sizes, [](std::string_view /*name*/, void** array,
                          std::size_t /*bytes*/) { *array = nullptr; });
  Append(&body, sizes);
  mjModel arrays = lean;
  ForEachArray(
      &arrays, [&](std::string_view /*name*/, void** array, std::size_t bytes) {
        const std::string_view content(static_cast<const char*>(*array), bytes);
        if (bytes < kLarge) {
          body += content;
        } else {
          const std::uint64_t hash = HashOf(content);
          Append(&body, hash);
          packed.arrays.emplace(FileOfArray(hash), content);
        }
      });
  packed.content = kMagic;
  Append(&packed.content, HashOf(body));
  packed.content += body;
  return packed;
}

mjModel* UnpackModel(const std::string& path, ModelFiles* files) {
  if (!IsCompiled(path)) {
    return nullptr;
  }
  const std::string compiled = CompiledPath(path);
  try {
    struct stat status;
    const std::string content = ReadFile(compiled.c_str(), &status);
    Parts parts(content);
    if (parts.Take(kMagic.size()) != kMagic ||
        parts.Take<std::uint64_t>() != HashOf(parts.rest())) {
      return nullptr;
    }
    const Place here = Here();
    const auto there = parts.Take<Place>();
    const bool is_same =
        std::memcmp(&here, &there, sizeof(Place)) == 0 &&
        HasSameFiles(&parts, std::filesystem::path(path).parent_path(), files);
    return is_same
               ? ModelOf(parts, std::filesystem::path(compiled).parent_path())
               : nullptr;
  } catch (const std::runtime_error&) {
    return nullptr;  // a file is missing or damaged: MuJoCo reports its own
  }
}

}  // namespace envpool::mujoco
