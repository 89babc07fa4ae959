// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/mujoco/common/compiled_model.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "envpool/mujoco/common/lean_model.h"
#include "envpool/mujoco/common/model.h"
#include "envpool/mujoco/common/model_arrays.h"

namespace envpool::mujoco {
namespace {

namespace fs = std::filesystem;

constexpr int kSteps = 100;

struct DeleteData {
  void operator()(mjData* data) const { mj_deleteData(data); }
};
using Data = std::unique_ptr<mjData, DeleteData>;

std::string ReadAll(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

void WriteAll(const fs::path& path, const std::string& content) {
  fs::remove(path);
  std::ofstream(path, std::ios::binary) << content;
}

bool CanUnpack(const std::string& path) {
  ModelFiles files;
  const mjModel* model = UnpackModel(path, &files);
  if (model != nullptr) {
    DeleteLean(model);
  }
  return model != nullptr;
}

std::vector<std::string> Models() {
  std::vector<std::string> models;
  for (const std::string folder :
       {"envpool/mujoco/dmc", "envpool/mujoco/robotics"}) {
    for (const auto& entry :
         fs::recursive_directory_iterator(folder + "/compiled")) {
      const std::string name =
          entry.path().lexically_relative(folder + "/compiled");
      if (name.ends_with(".xml.bin")) {
        models.push_back(folder + "/assets/" + name.substr(0, name.rfind('.')));
      }
    }
  }
  std::ranges::sort(models);
  return models;
}

class CompiledModelTest : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override { fs::create_directories(folder_); }
  void TearDown() override { fs::remove_all(folder_); }

  /// The same model in a folder without compiled models.
  std::string Elsewhere() {
    const std::string& path = GetParam();
    const std::size_t end = path.find("/assets/") + sizeof("/assets") - 1;
    fs::create_directory_symlink(fs::absolute(path.substr(0, end)),
                                 folder_ / "assets");
    return folder_ / path.substr(end - sizeof("assets") + 1);
  }

  const fs::path folder_ = fs::path(testing::TempDir()) / "elsewhere";
};

TEST_P(CompiledModelTest, EqualsWhatMujocoCompiles) {
  const std::string path = fs::absolute(GetParam());
  ASSERT_TRUE(CanUnpack(path));
  ASSERT_FALSE(CanUnpack(Elsewhere()));
  const Model found = LoadModel(path);
  const Model expected =
      LoadLeanModel(folder_ / path.substr(path.find("/assets/") + 1), "path");
  EXPECT_EQ(ContentHash(found), ContentHash(expected));
  mjModel mine = *found;
  mjModel its = *expected;
  std::vector<std::pair<std::string_view, std::size_t>> sizes;
  std::vector<const void*> arrays;
  ForEachArray(&its,
               [&](std::string_view name, void** array, std::size_t bytes) {
                 sizes.emplace_back(name, bytes);
                 arrays.push_back(*array);
                 *array = nullptr;
               });
  std::size_t i = 0;
  ForEachArray(
      &mine, [&](std::string_view name, void** array, std::size_t bytes) {
        ASSERT_EQ(sizes[i], std::pair(name, bytes));
        EXPECT_TRUE(bytes == 0 || std::memcmp(*array, arrays[i], bytes) == 0)
            << name;
        *array = nullptr;
        ++i;
      });
  mine.buffer = its.buffer = nullptr;
  EXPECT_EQ(std::memcmp(&mine, &its, sizeof(mjModel)), 0);
}

TEST_P(CompiledModelTest, StepsLikeTheWholeModel) {
  const Model whole = LoadModel(GetParam(), ModelEdit{});
  const Model lean = LoadModel(GetParam());
  EXPECT_LT(lean->nbuffer, whole->nbuffer / 4);
  EXPECT_EQ(WholeModel(lean), whole);
  const Data expected(mj_makeData(whole.get()));
  const Data found(mj_makeData(lean.get()));
  for (int step = 0; step < kSteps; ++step) {
    for (const auto& [model, data] : {std::pair(whole.get(), expected.get()),
                                      std::pair(lean.get(), found.get())}) {
      for (int i = 0; i < model->nu; ++i) {
        data->ctrl[i] = (step + i) % 3 - 1;
      }
      mj_step(model, data);
    }
    ASSERT_EQ(found->nefc, expected->nefc);
    ASSERT_EQ(
        std::memcmp(found->qpos, expected->qpos, sizeof(mjtNum) * whole->nq),
        0);
    ASSERT_EQ(
        std::memcmp(found->qacc, expected->qacc, sizeof(mjtNum) * whole->nv),
        0);
  }
}

TEST_P(CompiledModelTest, IsNotUsedIfSomethingDiffers) {
  const fs::path source = fs::absolute(GetParam());
  const std::string name = source.string().substr(
      source.string().find("/assets/") + sizeof("/assets/") - 1);
  fs::path assets = source;
  while (assets.filename() != "assets") {
    assets = assets.parent_path();
  }
  fs::copy(assets, folder_ / "assets", fs::copy_options::recursive);
  for (const auto& entry : fs::recursive_directory_iterator(folder_)) {
    fs::permissions(entry, fs::perms::owner_all, fs::perm_options::add);
  }
  const fs::path path = folder_ / "assets" / name;
  const fs::path compiled = CompiledPath(path);
  fs::create_directories(compiled.parent_path());
  const std::string content = ReadAll(CompiledPath(source));
  WriteAll(compiled, content);
  EXPECT_FALSE(CanUnpack(path));  // without its large arrays
  std::vector<fs::path> arrays;
  for (const auto& entry :
       fs::directory_iterator(fs::path(CompiledPath(source)).parent_path())) {
    if (!entry.path().string().ends_with(".xml.bin")) {
      arrays.push_back(compiled.parent_path() / entry.path().filename());
      fs::copy_file(entry, arrays.back());
    }
  }
  ASSERT_FALSE(arrays.empty());
  for (const bool can_unpack : {true, false, true, false}) {
    EXPECT_EQ(CanUnpack(path), can_unpack);
    for (const fs::path& array : arrays) {
      std::string changed = ReadAll(array);
      changed.back() ^= 1;
      WriteAll(array, changed);
    }
  }
  const std::size_t size = content.size();
  for (const std::size_t length : {std::size_t{0}, std::size_t{30}, size - 1}) {
    WriteAll(compiled, content.substr(0, length));
    EXPECT_FALSE(CanUnpack(path)) << length;
  }
  for (const std::size_t at : {std::size_t{0}, std::size_t{40}, size - 9}) {
    std::string changed = content;
    changed[at] ^= 1;
    WriteAll(compiled, changed);
    EXPECT_FALSE(CanUnpack(path)) << at;
  }
  WriteAll(compiled, content);
  ASSERT_TRUE(CanUnpack(path));
  const std::string xml = ReadAll(path);
  WriteAll(path, xml + " ");
  EXPECT_FALSE(CanUnpack(path));
  EXPECT_NO_THROW(LoadLeanModel(path, "path"));
  fs::remove(path);
  EXPECT_FALSE(CanUnpack(path));
  EXPECT_EQ(CompiledPath("/models/robot.xml"), "");
}

INSTANTIATE_TEST_SUITE_P(All, CompiledModelTest, testing::ValuesIn(Models()),
                         [](const auto& test) {
                           return fs::path(test.param).stem().string();
                         });

}  // namespace
}  // namespace envpool::mujoco
