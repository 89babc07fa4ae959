// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Lean models simulate as whole ones do: their arrays are equal but for those
// of pictures, and so is each number of the data after steps.

#include "envpool/mujoco/common/lean_model.h"

#include <cstring>
#include <filesystem>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "envpool/mujoco/common/model.h"
#include "envpool/mujoco/common/model_arrays.h"
#include "gtest/gtest.h"
#include "mujoco/mjxmacro.h"
#include "mujoco/mujoco.h"

namespace envpool::mujoco {
namespace {

constexpr int kSteps = 60;

struct DeleteData {
  void operator()(mjData* data) const { mj_deleteData(data); }
};
using Data = std::unique_ptr<mjData, DeleteData>;

struct Array {
  std::string name;
  const void* values;
  std::size_t bytes;
};

std::vector<Array> ArraysOf(const mjModel& model) {
  std::vector<Array> arrays;
  mjModel copy = model;
  ForEachArray(&copy,
               [&](std::string_view name, void** array, std::size_t bytes) {
                 arrays.push_back({std::string(name), *array, bytes});
               });
  return arrays;
}

/// The arrays that may differ. Those of trees have the bodies' parts only.
bool MayDiffer(const std::string& name) {
  static const std::set<std::string> kPictures{"mesh_bvhnum",
                                               "mesh_facenum",
                                               "mesh_face",
                                               "mesh_facenormal",
                                               "mesh_facetexcoord",
                                               "mesh_normal",
                                               "mesh_normalnum",
                                               "mesh_texcoord",
                                               "mesh_texcoordnum",
                                               "tex_adr",
                                               "tex_colorspace",
                                               "tex_data",
                                               "tex_height",
                                               "tex_width",
                                               "tex_pathadr",
                                               "tex_nchannel",
                                               "paths"};
  return kPictures.contains(name) || name.starts_with("bvh_");
}

std::vector<std::string> Models() {
  std::vector<std::string> models;
  for (const auto& entry : std::filesystem::directory_iterator(
           "envpool/mujoco/metaworld/assets/sawyer_xyz")) {
    if (entry.path().extension() == ".xml") {
      models.push_back(entry.path());
    }
  }
  return models;
}

/// The state and the forces of constraints.
std::vector<double> Values(const mjModel& model, const mjData& data) {
  std::vector<double> values(mj_stateSize(&model, mjSTATE_INTEGRATION));
  mj_getState(&model, &data, values.data(), mjSTATE_INTEGRATION);
  values.insert(values.end(), data.efc_force, data.efc_force + data.nefc);
  values.insert(values.end(), data.geom_xmat, data.geom_xmat + 9 * model.ngeom);
  return values;
}

class LeanModelTest : public testing::TestWithParam<std::string> {};

TEST_P(LeanModelTest, HasEqualArrays) {
  const Model whole = LoadModel(GetParam());
  const Model lean = LoadLeanModel(GetParam(), "xml_file");
  const std::vector<Array> expected = ArraysOf(*whole);
  const std::vector<Array> found = ArraysOf(*lean);
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (!MayDiffer(found[i].name)) {
      ASSERT_EQ(found[i].bytes, expected[i].bytes) << found[i].name;
    }
    if (!MayDiffer(found[i].name) || found[i].name.starts_with("bvh_")) {
      ASSERT_LE(found[i].bytes, expected[i].bytes) << found[i].name;
      EXPECT_EQ(
          std::memcmp(found[i].values, expected[i].values, found[i].bytes), 0)
          << found[i].name;
    }
  }
  EXPECT_LT(lean->nbuffer, 3 << 20);
  EXPECT_EQ(WholeModel(lean), whole);
  EXPECT_EQ(WholeModel(whole), whole);
}

TEST_P(LeanModelTest, StepsEqually) {
  const Model whole = LoadModel(GetParam());
  const Model lean = LoadLeanModel(GetParam(), "xml_file");
  const Data expected(mj_makeData(whole.get()));
  const Data found(mj_makeData(lean.get()));
  for (int step = 0; step < kSteps; ++step) {
    for (const auto& [model, data] : {std::pair(whole.get(), expected.get()),
                                      std::pair(lean.get(), found.get())}) {
      data->mocap_pos[2] -= 0.003;
      data->ctrl[0] = step % 3 - 1;
      data->ctrl[1] = -data->ctrl[0];
      mj_step(model, data);
    }
    ASSERT_EQ(found->nefc, expected->nefc);
    ASSERT_EQ(Values(*lean, *found), Values(*whole, *expected));
  }
}

TEST_P(LeanModelTest, BorrowsPictures) {
  const Model whole = LoadModel(GetParam());
  mjModel shown = *LoadLeanModel(GetParam(), "xml_file");
  BorrowPictures(*whole, &shown);
  EXPECT_EQ(shown.tex_data, whole->tex_data);
  EXPECT_EQ(shown.ntexdata, whole->ntexdata);
  EXPECT_EQ(shown.mesh_face, whole->mesh_face);
  EXPECT_EQ(shown.nmeshface, whole->nmeshface);
  EXPECT_EQ(shown.nmeshnormal, whole->nmeshnormal);
  EXPECT_EQ(shown.nmeshtexcoord, whole->nmeshtexcoord);
  shown.nmesh += 1;
  EXPECT_THROW(BorrowPictures(*whole, &shown), std::runtime_error);
}

INSTANTIATE_TEST_SUITE_P(All, LeanModelTest, testing::ValuesIn(Models()));

TEST(Models, AreThere) { EXPECT_GE(Models().size(), 36); }

}  // namespace
}  // namespace envpool::mujoco
