// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/mujoco/common/derive.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "envpool/mujoco/common/call.h"
#include "envpool/mujoco/common/mass_structure.h"

namespace envpool::mujoco {
namespace {

[[noreturn]] void Refuse(std::string_view field, const mjModel& model, int row,
                         const std::string& expected) {
  throw std::invalid_argument(RowName(field, model, row) + ": expected " +
                              expected);
}

struct UnitField {
  std::string_view name;
  mjtNum* mjModel::* values;
  mjtSize mjModel::* rows;
  int columns;
};

constexpr std::array kUnitFields{
    UnitField{"body_quat", &mjModel::body_quat, &mjModel::nbody, 4},
    UnitField{"body_iquat", &mjModel::body_iquat, &mjModel::nbody, 4},
    UnitField{"geom_quat", &mjModel::geom_quat, &mjModel::ngeom, 4},
    UnitField{"site_quat", &mjModel::site_quat, &mjModel::nsite, 4},
    UnitField{"cam_quat", &mjModel::cam_quat, &mjModel::ncam, 4},
    UnitField{"jnt_axis", &mjModel::jnt_axis, &mjModel::njnt, 3},
    UnitField{"light_dir", &mjModel::light_dir, &mjModel::nlight, 3},
};

struct RangeField {
  std::string_view name;
  mjtNum* mjModel::* values;
  mjtSize mjModel::* rows;
};

constexpr std::array kRangeFields{
    RangeField{"jnt_range", &mjModel::jnt_range, &mjModel::njnt},
    RangeField{"jnt_actfrcrange", &mjModel::jnt_actfrcrange, &mjModel::njnt},
    RangeField{"tendon_range", &mjModel::tendon_range, &mjModel::ntendon},
    RangeField{"tendon_actfrcrange", &mjModel::tendon_actfrcrange,
               &mjModel::ntendon},
    RangeField{"tendon_lengthspring", &mjModel::tendon_lengthspring,
               &mjModel::ntendon},
    RangeField{"actuator_ctrlrange", &mjModel::actuator_ctrlrange,
               &mjModel::nu},
    RangeField{"actuator_forcerange", &mjModel::actuator_forcerange,
               &mjModel::nu},
    RangeField{"actuator_actrange", &mjModel::actuator_actrange, &mjModel::nu},
    RangeField{"actuator_lengthrange", &mjModel::actuator_lengthrange,
               &mjModel::nu},
};

bool AreEqual(const mjtNum* a, const mjtNum* b, int count) {
  return std::equal(a, a + count, b);
}

/// Normalizes a vector unless its length is 1 within rounding errors:
/// normalized values, such as those of saved states, keep their bits.
void Normalize(mjtNum* values, int count) {
  constexpr mjtNum kRounding = 1e-15;
  const mjtNum norm = mju_norm(values, count);
  if (std::fabs(norm - 1) > kRounding) {
    std::for_each(values, values + count, [&](mjtNum& each) { each /= norm; });
  }
}

/// The number of sizes of a geom or site that must be positive.
int PositiveSizes(int type) {
  switch (type) {
    case mjGEOM_SPHERE:
      return 1;
    case mjGEOM_CAPSULE:
    case mjGEOM_CYLINDER:
      return 2;
    case mjGEOM_ELLIPSOID:
    case mjGEOM_BOX:
      return 3;
    default:
      return 0;
  }
}

void CheckSizes(std::string_view field, const mjModel& model, const int* types,
                const mjtNum* sizes, mjtSize count) {
  for (int i = 0; i < count; ++i) {
    const mjtNum* size = sizes + 3 * i;
    if (std::any_of(size, size + PositiveSizes(types[i]),
                    [](mjtNum each) { return each <= 0; })) {
      Refuse(field, model, i, "sizes greater than 0");
    }
  }
}

void CheckBodies(const mjModel& model, const mjModel& shared) {
  for (int i = 1; i < model.nbody; ++i) {
    if (model.body_dofnum[i] > 0 && model.body_mass[i] < mjMINVAL &&
        shared.body_mass[i] >= mjMINVAL) {
      Refuse("body_mass", model, i, "a mass greater than 0 of a moving body");
    }
  }
}

/// Flags of coinciding frames, for which MuJoCo skips computations. Vectors and
/// quaternions are equal within the compiler's tolerance.
bool Near(const mjtNum* a, const mjtNum* b, int count, mjtNum sign = 1) {
  constexpr mjtNum kTolerance = 1e-6;
  for (int i = 0; i < count; ++i) {
    if (!(std::fabs(a[i] - sign * b[i]) < kTolerance)) {
      return false;
    }
  }
  return true;
}
bool SamePlace(const mjtNum* a, const mjtNum* b) { return Near(a, b, 3); }
bool SameTurn(const mjtNum* a, const mjtNum* b) {
  return Near(a, b, 4) || Near(a, b, 4, -1);
}

constexpr std::array<mjtNum, 3> kOrigin{0, 0, 0};
constexpr std::array<mjtNum, 4> kNoTurn{1, 0, 0, 0};

mjtByte SameFrame(const mjtNum* place, const mjtNum* turn,
                  const mjtNum* inertia_place, const mjtNum* inertia_turn) {
  if (SameTurn(turn, kNoTurn.data())) {
    return SamePlace(place, kOrigin.data()) ? mjSAMEFRAME_BODY
                                            : mjSAMEFRAME_BODYROT;
  }
  if (inertia_place != nullptr && SameTurn(turn, inertia_turn)) {
    return SamePlace(place, inertia_place) ? mjSAMEFRAME_INERTIA
                                           : mjSAMEFRAME_INERTIAROT;
  }
  return mjSAMEFRAME_NONE;
}

void DeriveFrames(mjModel* model) {
  for (int i = 1; i < model->nbody; ++i) {
    model->body_sameframe[i] = SameFrame(
        model->body_ipos + 3 * i, model->body_iquat + 4 * i, nullptr, nullptr);
  }
  const auto derive = [&](mjtSize count, const int* bodies,
                          const mjtNum* places, const mjtNum* turns,
                          mjtByte* flags) {
    for (int i = 0; i < count; ++i) {
      const int body = bodies[i];
      flags[i] =
          SameFrame(places + 3 * i, turns + 4 * i, model->body_ipos + 3 * body,
                    model->body_iquat + 4 * body);
    }
  };
  derive(model->ngeom, model->geom_bodyid, model->geom_pos, model->geom_quat,
         model->geom_sameframe);
  derive(model->nsite, model->site_bodyid, model->site_pos, model->site_quat,
         model->site_sameframe);
}

/// Computes the sizes and bounds of geoms that are height fields.
void DeriveTerrain(const mjModel& shared, OwnModel* own) {
  mjModel& model = *own->get();
  std::vector<mjtNum> sizes(model.geom_size, model.geom_size + 3 * model.ngeom);
  for (int i = 0; i < model.ngeom; ++i) {
    if (model.geom_type[i] != mjGEOM_HFIELD) {
      continue;
    }
    const int number = model.geom_dataid[i];
    const mjtNum* terrain = model.hfield_size + 4 * number;
    mjtNum* box = model.geom_aabb + 6 * i;
    if (AreEqual(terrain, shared.hfield_size + 4 * number, 4)) {
      std::copy_n(shared.geom_size + 3 * i, 3, sizes.data() + 3 * i);
      std::copy_n(shared.geom_aabb + 6 * i, 6, box);
      model.geom_rbound[i] = shared.geom_rbound[i];
      continue;
    }
    const mjtNum height = terrain[2];
    const mjtNum base = terrain[3];
    std::copy_n(terrain, 2, sizes.data() + 3 * i);
    sizes[3 * i + 2] = .25 * height + .5 * base;
    box[0] = box[1] = 0;
    box[2] = .5 * (height - base);
    std::copy_n(terrain, 2, box + 3);
    box[5] = .5 * (height + base);
    model.geom_rbound[i] =
        std::sqrt(terrain[0] * terrain[0] + terrain[1] * terrain[1] +
                  std::max(height * height, base * base));
  }
  own->Replace(model.geom_size, sizes);
}

void DeriveBounds(const mjModel& shared, mjModel* model) {
  for (int i = 0; i < model->ngeom; ++i) {
    if (model->geom_type[i] == mjGEOM_HFIELD) {
      continue;  // see DeriveTerrain
    }
    const mjtNum* size = model->geom_size + 3 * i;
    if (AreEqual(size, shared.geom_size + 3 * i, 3)) {
      model->geom_rbound[i] = shared.geom_rbound[i];
      std::copy_n(shared.geom_aabb + 6 * i, 6, model->geom_aabb + 6 * i);
      continue;
    }
    mjtNum* half = model->geom_aabb + 6 * i + 3;
    mjtNum& radius = model->geom_rbound[i];
    switch (model->geom_type[i]) {
      case mjGEOM_SPHERE:
        radius = half[0] = half[1] = half[2] = size[0];
        break;
      case mjGEOM_CAPSULE:
        radius = size[0] + size[1];
        half[0] = half[1] = size[0];
        half[2] = size[0] + size[1];
        break;
      case mjGEOM_CYLINDER:
        radius = std::sqrt(size[0] * size[0] + size[1] * size[1]);
        half[0] = half[1] = size[0];
        half[2] = size[1];
        break;
      case mjGEOM_ELLIPSOID:
        radius = std::max({size[0], size[1], size[2]});
        std::copy_n(size, 3, half);
        break;
      case mjGEOM_BOX:
        radius = std::sqrt(size[0] * size[0] + size[1] * size[1] +
                           size[2] * size[2]);
        std::copy_n(size, 3, half);
        break;
      default:  // does not depend on the size
        break;
    }
  }
  std::fill_n(model->body_margin, model->nbody, 0);
  for (int i = 0; i < model->ngeom; ++i) {
    mjtNum& margin = model->body_margin[model->geom_bodyid[i]];
    margin = std::max(margin, model->geom_margin[i]);
  }
}

/// The box of a geom in the frame of its body's inertia: centre, half sides.
std::array<mjtNum, 6> BoxOf(const mjModel& model, int geom) {
  const int body = model.geom_bodyid[geom];
  std::array<mjtNum, 4> turn{};
  std::array<mjtNum, 9> frame{};
  std::array<mjtNum, 3> place{};
  std::array<mjtNum, 4> back{};
  mju_negQuat(back.data(), model.body_iquat + 4 * body);
  mju_mulQuat(turn.data(), back.data(), model.geom_quat + 4 * geom);
  mju_quat2Mat(frame.data(), turn.data());
  mju_sub3(place.data(), model.geom_pos + 3 * geom, model.body_ipos + 3 * body);
  mju_rotVecQuat(place.data(), std::array(place).data(), back.data());
  const mjtNum* box = model.geom_aabb + 6 * geom;
  std::array<mjtNum, 6> result{};
  for (std::size_t axis = 0; axis < 3; ++axis) {
    result[axis] = place[axis];
    for (std::size_t k = 0; k < 3; ++k) {
      result[axis] += frame[3 * axis + k] * box[k];
      result[3 + axis] += std::fabs(frame[3 * axis + k]) * box[3 + k];
    }
  }
  return result;
}

/// The box around two boxes.
void Join(const mjtNum* a, const mjtNum* b, mjtNum* out) {
  for (int axis = 0; axis < 3; ++axis) {
    const mjtNum low = std::min(a[axis] - a[3 + axis], b[axis] - b[3 + axis]);
    const mjtNum high = std::max(a[axis] + a[3 + axis], b[axis] + b[3 + axis]);
    out[axis] = (low + high) / 2;
    out[3 + axis] = (high - low) / 2;
  }
}

/// Computes the boxes of the collision tree. A body's nodes come after their
/// parents, so the loop runs from the last node to the first.
void DeriveBoxes(const mjModel& shared, OwnModel* own) {
  mjModel& model = *own->get();
  const auto moved = [&](int body) {
    if (!AreEqual(model.body_ipos + 3 * body, shared.body_ipos + 3 * body, 3) ||
        !AreEqual(model.body_iquat + 4 * body, shared.body_iquat + 4 * body,
                  4)) {
      return true;
    }
    const int first = model.body_geomadr[body];
    const int count = model.body_geomnum[body];
    return count > 0 && !(AreEqual(model.geom_pos + 3 * first,
                                   shared.geom_pos + 3 * first, 3 * count) &&
                          AreEqual(model.geom_quat + 4 * first,
                                   shared.geom_quat + 4 * first, 4 * count) &&
                          AreEqual(model.geom_aabb + 6 * first,
                                   shared.geom_aabb + 6 * first, 6 * count));
  };
  for (int body = 0; body < model.nbody; ++body) {
    const int first = model.body_bvhadr[body];
    const int count = model.body_bvhnum[body];
    if (count == 0 || (model.bvh_aabb == shared.bvh_aabb && !moved(body))) {
      continue;
    }
    mjtNum* boxes = own->CopyBoxes();
    if (!moved(body)) {
      std::copy_n(shared.bvh_aabb + 6 * first, 6 * count, boxes + 6 * first);
      continue;
    }
    for (int node = first + count - 1; node >= first; --node) {
      const int geom = model.bvh_nodeid[node];
      const int* child = model.bvh_child + 2 * node;
      if (geom >= 0) {
        const auto box = BoxOf(model, geom);
        std::copy(box.begin(), box.end(), boxes + 6 * node);
      } else if (child[0] >= 0 && child[1] >= 0) {
        Join(boxes + 6 * (first + child[0]), boxes + 6 * (first + child[1]),
             boxes + 6 * node);
      }
    }
  }
}

struct DeleteData {
  void operator()(mjData* data) const { mj_deleteData(data); }
};

/// Calls mj_setConst with a scratch mjData.
void SetConstants(mjModel* model) {
  PrepareThread();
  const std::unique_ptr<mjData, DeleteData> scratch(mj_makeData(model));
  if (scratch == nullptr) {
    throw std::bad_alloc();
  }
  try {
    mj_setConst(model, scratch.get());
  } catch (const std::runtime_error& error) {
    throw std::invalid_argument(
        std::string("params: expected values of which MuJoCo can make a model, "
                    "got ones with: ") +
        error.what());
  }
}

/// Keeps the values that the XML file states: they differ from those that
/// MuJoCo computes.
void KeepStated(const mjStatistic& stated, const mjStatistic& computed,
                mjStatistic* statistic) {
  for (mjtNum mjStatistic::* each :
       {&mjStatistic::meaninertia, &mjStatistic::meanmass,
        &mjStatistic::meansize, &mjStatistic::extent}) {
    if (stated.*each != computed.*each) {
      statistic->*each = stated.*each;
    }
  }
  if (!AreEqual(stated.center, computed.center, 3)) {
    std::copy_n(stated.center, 3, statistic->center);
  }
}

}  // namespace

void CheckValues(const mjModel& model, const mjModel& shared) {
  for (const UnitField& field : kUnitFields) {
    for (int row = 0; row < model.*field.rows; ++row) {
      const mjtNum* values = model.*field.values + field.columns * row;
      if (mju_norm(values, field.columns) < mjMINVAL) {
        Refuse(field.name, model, row, "values that are not all 0");
      }
    }
  }
  for (const RangeField& field : kRangeFields) {
    for (int row = 0; row < model.*field.rows; ++row) {
      const mjtNum* range = model.*field.values + 2 * row;
      const mjtNum* before = shared.*field.values + 2 * row;
      if (range[0] > range[1] && !AreEqual(range, before, 2)) {
        Refuse(field.name, model, row,
               "a lower limit that is not above the upper one");
      }
    }
  }
  CheckSizes("geom_size", model, model.geom_type, model.geom_size, model.ngeom);
  CheckSizes("site_size", model, model.site_type, model.site_size, model.nsite);
  CheckBodies(model, shared);
  for (int i = 0; i < model.nwrap; ++i) {
    // The value of these wrap types is the id of a site.
    if ((model.wrap_type[i] == mjWRAP_SPHERE ||
         model.wrap_type[i] == mjWRAP_CYLINDER) &&
        model.wrap_prm[i] != shared.wrap_prm[i]) {
      throw std::invalid_argument("wrap_prm[" + std::to_string(i) +
                                  "]: expected the model's own value, since it "
                                  "is the number of a site");
    }
  }
}

mjStatistic ComputedStatistic(const mjModel& shared) {
  OwnModel copy(shared);
  copy.CopyAll();
  SetConstants(copy.get());
  return copy.get()->stat;
}

void Derive(Derives kind, const mjModel& shared, const mjStatistic& computed,
            OwnModel* own) {
  if (kind == Derives::kNothing) {
    return;
  }
  mjModel& model = *own->get();
  for (const UnitField& field : kUnitFields) {
    const std::size_t columns = field.columns;
    mjtNum* values = model.*field.values;
    std::vector<mjtNum> units(values, values + columns * model.*field.rows);
    for (std::size_t at = 0; at < units.size(); at += columns) {
      if (!AreEqual(values + at, shared.*field.values + at, field.columns)) {
        Normalize(units.data() + at, field.columns);
      }
    }
    own->Replace(values, units);
  }
  if (kind == Derives::kFrames) {
    DeriveFrames(&model);
    DeriveTerrain(shared, own);
    DeriveBounds(shared, &model);
    DeriveBoxes(shared, own);
  }
  DeriveMassStructure(shared, &model);
  SetConstants(&model);
  KeepStated(shared.stat, computed, &model.stat);
}

}  // namespace envpool::mujoco
