// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Writes the compiled forms of models; see compiled_model.h.
//
// Usage: compile_models ASSETS FOLDER MODEL...
// ASSETS is the folder of the models, FOLDER is the one to write. They need not
// be beside each other.

#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>

#include "envpool/mujoco/common/compiled_model.h"

namespace {

namespace fs = std::filesystem;

void Write(const fs::path& path, const std::string& content) {
  std::ofstream file(path, std::ios::binary);
  file.write(content.data(), static_cast<std::streamsize>(content.size()));
  file.close();
  if (!file) {
    throw std::runtime_error("cannot write " + path.string());
  }
}

void Compile(const fs::path& assets, const fs::path& folder,
             const std::string& name) {
  const envpool::mujoco::PackedModel packed =
      envpool::mujoco::PackLeanModel(fs::absolute(assets / name));
  const fs::path target = folder / (name + ".bin");
  fs::create_directories(target.parent_path());
  Write(target, packed.content);
  for (const auto& [file, content] : packed.arrays) {
    Write(target.parent_path() / file, content);
  }
}

}  // namespace

// An error ends the process, and the C++ library prints its text.
int main(int argc, char** argv) {
  if (argc < 3) {
    throw std::invalid_argument("usage: compile_models ASSETS FOLDER MODEL...");
  }
  for (int i = 3; i < argc; ++i) {
    Compile(argv[1], argv[2], argv[i]);
  }
  return 0;
}
