// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/testing/fuzz/input.h"

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <string_view>

namespace envpool::testing {
namespace {

/// A folder that vanishes at the end of the process.
struct Folder {
  Folder() {
    std::string text =
        (std::filesystem::temp_directory_path() / "fuzz-XXXXXX").string();
    Expect(mkdtemp(text.data()) != nullptr, "cannot make " + text);
    path = text;
  }
  ~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path, ignored);
  }
  std::filesystem::path path;
};

}  // namespace

void Expect(bool holds, const std::string& what) {
  if (!holds) {
    std::fprintf(stderr, "fuzz: %s\n", what.c_str());
    std::abort();
  }
}

std::string FileOf(std::string_view bytes, const std::string& suffix) {
  static const Folder folder;
  std::string path = (folder.path / ("input" + suffix)).string();
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  file.close();
  Expect(!file.fail(), "cannot write " + path);
  return path;
}

}  // namespace envpool::testing
