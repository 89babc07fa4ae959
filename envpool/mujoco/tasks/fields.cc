// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/mujoco/tasks/fields.h"

namespace envpool::mujoco::tasks {
namespace {

// NOLINTBEGIN(whitespace/indent)
#define ENVPOOL_DATA(name, size, is_writable)                                \
  {#name, [](const mjModel& /*m*/, mjData& d) -> double* { return d.name; }, \
   [](const mjModel& m) -> std::int64_t { return size; }, is_writable,       \
   nullptr}
#define ENVPOOL_LATE_DATA(name, size)                                 \
  {#name,                                                             \
   [](const mjModel& /*m*/, mjData& d) -> double* { return d.name; }, \
   [](const mjModel& m) -> std::int64_t { return size; },             \
   false,                                                             \
   nullptr,                                                           \
   true}
#define ENVPOOL_MODEL(name, size)                                            \
  {#name, [](const mjModel& m, mjData& /*d*/) -> double* { return m.name; }, \
   [](const mjModel& m) -> std::int64_t { return size; }, false, nullptr}
#define ENVPOOL_OWN_MODEL(name, size)                                        \
  {#name, [](const mjModel& m, mjData& /*d*/) -> double* { return m.name; }, \
   [](const mjModel& m) -> std::int64_t { return size; }, true,              \
   &mjModel::name}
// NOLINTEND

// MuJoCo's own names. Numbers of parts are in the order of the model.
constexpr Field kFields[] = {
    ENVPOOL_DATA(qpos, m.nq, true),
    ENVPOOL_DATA(qvel, m.nv, true),
    ENVPOOL_DATA(act, m.na, true),
    ENVPOOL_DATA(mocap_pos, 3 * m.nmocap, true),
    ENVPOOL_DATA(mocap_quat, 4 * m.nmocap, true),
    ENVPOOL_DATA(qfrc_applied, m.nv, true),
    ENVPOOL_DATA(xfrc_applied, 6 * m.nbody, true),
    ENVPOOL_DATA(ctrl, m.nu, true),
    ENVPOOL_DATA(qacc_warmstart, m.nv, true),
    ENVPOOL_LATE_DATA(qacc, m.nv),
    ENVPOOL_DATA(sensordata, m.nsensordata, false),
    ENVPOOL_DATA(xpos, 3 * m.nbody, false),
    ENVPOOL_DATA(xquat, 4 * m.nbody, false),
    ENVPOOL_DATA(xmat, 9 * m.nbody, false),
    ENVPOOL_DATA(xipos, 3 * m.nbody, false),
    ENVPOOL_DATA(ximat, 9 * m.nbody, false),
    ENVPOOL_DATA(xanchor, 3 * m.njnt, false),
    ENVPOOL_DATA(xaxis, 3 * m.njnt, false),
    ENVPOOL_DATA(geom_xpos, 3 * m.ngeom, false),
    ENVPOOL_DATA(geom_xmat, 9 * m.ngeom, false),
    ENVPOOL_DATA(site_xpos, 3 * m.nsite, false),
    ENVPOOL_DATA(site_xmat, 9 * m.nsite, false),
    ENVPOOL_DATA(cam_xpos, 3 * m.ncam, false),
    ENVPOOL_DATA(subtree_com, 3 * m.nbody, false),
    ENVPOOL_DATA(subtree_linvel, 3 * m.nbody, false),
    ENVPOOL_DATA(subtree_angmom, 3 * m.nbody, false),
    ENVPOOL_DATA(cinert, 10 * m.nbody, false),
    ENVPOOL_DATA(cvel, 6 * m.nbody, false),
    ENVPOOL_LATE_DATA(cacc, 6 * m.nbody),
    ENVPOOL_LATE_DATA(cfrc_int, 6 * m.nbody),
    ENVPOOL_LATE_DATA(cfrc_ext, 6 * m.nbody),
    ENVPOOL_DATA(ten_length, m.ntendon, false),
    ENVPOOL_DATA(ten_velocity, m.ntendon, false),
    ENVPOOL_DATA(actuator_length, m.nu, false),
    ENVPOOL_DATA(actuator_velocity, m.nu, false),
    ENVPOOL_LATE_DATA(actuator_force, m.nu),
    ENVPOOL_LATE_DATA(qfrc_actuator, m.nv),
    ENVPOOL_LATE_DATA(qfrc_constraint, m.nv),
    ENVPOOL_DATA(qfrc_passive, m.nv, false),
    ENVPOOL_DATA(qfrc_bias, m.nv, false),
    {"time", [](const mjModel& /*m*/, mjData& d) { return &d.time; },
     [](const mjModel& /*m*/) -> std::int64_t { return 1; }, true, nullptr},
    {"timestep",
     [](const mjModel& m, mjData& /*d*/) {
       return const_cast<double*>(&m.opt.timestep);  // only read
     },
     [](const mjModel& /*m*/) -> std::int64_t { return 1; }, false, nullptr},
    {"gravity",
     [](const mjModel& m, mjData& /*d*/) {
       return const_cast<double*>(m.opt.gravity);  // only read
     },
     [](const mjModel& /*m*/) -> std::int64_t { return 3; }, false, nullptr},
    ENVPOOL_MODEL(qpos0, m.nq),
    ENVPOOL_MODEL(key_qpos, m.nkey* m.nq),
    ENVPOOL_MODEL(key_qvel, m.nkey* m.nv),
    ENVPOOL_MODEL(jnt_range, 2 * m.njnt),
    ENVPOOL_MODEL(actuator_ctrlrange, 2 * m.nu),
    ENVPOOL_MODEL(actuator_forcerange, 2 * m.nu),
    ENVPOOL_MODEL(actuator_gainprm, mjNGAIN* m.nu),
    ENVPOOL_MODEL(body_mass, m.nbody),
    ENVPOOL_OWN_MODEL(geom_pos, 3 * m.ngeom),
    ENVPOOL_OWN_MODEL(geom_quat, 4 * m.ngeom),
    ENVPOOL_OWN_MODEL(geom_size, 3 * m.ngeom),
    ENVPOOL_OWN_MODEL(site_pos, 3 * m.nsite),
    ENVPOOL_OWN_MODEL(site_size, 3 * m.nsite),
    ENVPOOL_OWN_MODEL(dof_damping, m.nv),
    ENVPOOL_OWN_MODEL(body_pos, 3 * m.nbody),
    ENVPOOL_OWN_MODEL(body_quat, 4 * m.nbody),
};

}  // namespace

std::span<const Field> Fields() { return kFields; }

}  // namespace envpool::mujoco::tasks
