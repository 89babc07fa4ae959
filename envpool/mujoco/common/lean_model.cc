// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/mujoco/common/lean_model.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "envpool/mujoco/common/model_arrays.h"

namespace envpool::mujoco {
namespace {

constexpr int kSides = 6;  // of a cube

bool NeedsSurfaces(const mjModel& model) {
  return model.nflex > 0 || model.nplugin > 0 || model.noct > 0 ||
         std::find(model.sensor_type, model.sensor_type + model.nsensor,
                   mjSENS_RANGEFINDER) != model.sensor_type + model.nsensor;
}

/// The number of nodes of the bodies' trees, which come first.
int NumBodyNodes(const mjModel& model) {
  int count = 0;
  for (int i = 0; i < model.nbody; ++i) {
    count = std::max(count, model.body_bvhadr[i] + model.body_bvhnum[i]);
  }
  return count;
}

bool IsOfPictures(std::string_view name) {
  return name.starts_with("tex_") || name.starts_with("mesh_");
}

}  // namespace

void DropTextures(mjSpec* spec) {
  for (mjsElement* each = mjs_firstElement(spec, mjOBJ_TEXTURE);
       each != nullptr; each = mjs_nextElement(spec, each)) {
    mjsTexture* texture = mjs_asTexture(each);
    mjs_setString(texture->file, "");
    for (int side = 0; side < kSides; ++side) {
      mjs_setInStringVec(texture->cubefiles, side, "");
    }
    texture->builtin = mjBUILTIN_FLAT;
    texture->width = texture->height = 1;
    texture->gridsize[0] = texture->gridsize[1] = 1;
  }
}

mjModel* WithoutSurfaces(const mjModel& model) {
  if (NeedsSurfaces(model)) {
    return nullptr;
  }
  mjModel sizes = model;
  sizes.nmeshnormal = sizes.nmeshtexcoord = sizes.nmeshface = 0;
  sizes.nbvh = sizes.nbvhstatic = NumBodyNodes(model);
  mjModel* lean = WithOwnArrays(sizes);
  for (int* counts : {lean->mesh_facenum, lean->mesh_normalnum,
                      lean->mesh_texcoordnum, lean->mesh_bvhnum}) {
    std::fill_n(counts, lean->nmesh, 0);
  }
  return lean;
}

mjModel* WithOwnArrays(const mjModel& model) {
  auto copy = std::make_unique<mjModel>(model);
  std::size_t units = 0;
  ForEachArray(copy.get(), [&](std::string_view /*name*/, void** /*array*/,
                               std::size_t bytes) { units += InUnits(bytes); });
  auto arrays = std::make_unique<std::max_align_t[]>(units);
  std::max_align_t* free = arrays.get();
  ForEachArray(copy.get(),
               [&](std::string_view /*name*/, void** array, std::size_t bytes) {
                 if (bytes > 0) {
                   std::memcpy(free, *array, bytes);
                 }
                 *array = free;
                 free += InUnits(bytes);
               });
  copy->nbuffer = static_cast<mjtSize>(units * sizeof(std::max_align_t));
  copy->buffer = arrays.release();
  return copy.release();
}

void DeleteLean(const mjModel* model) {
  delete[] static_cast<std::max_align_t*>(model->buffer);
  delete model;
}

void BorrowPictures(const mjModel& whole, mjModel* shown) {
  if (whole.nmesh != shown->nmesh || whole.nmeshvert != shown->nmeshvert ||
      whole.ntex != shown->ntex || whole.nmat != shown->nmat) {
    throw std::runtime_error(
        "MuJoCo: the files of the model have changed since it was made; "
        "pictures need a new pool");
  }
  std::vector<void*> arrays;
  mjModel source = whole;
  ForEachArray(&source,
               [&](std::string_view /*name*/, void** array,
                   std::size_t /*bytes*/) { arrays.push_back(*array); });
  auto from = arrays.begin();
  ForEachArray(shown,
               [&](std::string_view name, void** array, std::size_t /*bytes*/) {
                 if (IsOfPictures(name)) {
                   *array = *from;
                 }
                 ++from;
               });
  shown->ntexdata = whole.ntexdata;
  shown->nmeshnormal = whole.nmeshnormal;
  shown->nmeshtexcoord = whole.nmeshtexcoord;
  shown->nmeshface = whole.nmeshface;
}

}  // namespace envpool::mujoco
