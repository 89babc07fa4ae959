// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <string>
#include <utility>
#include <vector>

#include "envpool/common/gl_context.h"
#include "envpool/core/async_envpool.h"
#include "envpool/core/py_envpool.h"
#include "envpool/mujoco/common/version.h"
#include "envpool/mujoco/tasks/task_env.h"
#include "envpool/mujoco/tasks/terrain.h"

namespace {

using envpool::mujoco::tasks::GroupedTaskFns;
using envpool::mujoco::tasks::GroupedTaskPixelFns;
using envpool::mujoco::tasks::TaskEnvFns;
using envpool::mujoco::tasks::TaskPixelFns;
using TaskEnvSpec = PyEnvSpec<EnvSpec<TaskEnvFns>>;
using TaskEnvPool = PyEnvPool<AsyncEnvPool<envpool::mujoco::tasks::TaskEnv>>;
using TaskPixelEnvSpec = PyEnvSpec<EnvSpec<TaskPixelFns>>;
using TaskPixelEnvPool =
    PyEnvPool<AsyncEnvPool<envpool::mujoco::tasks::TaskPixelEnv>>;
using GroupedTaskEnvSpec = PyEnvSpec<EnvSpec<GroupedTaskFns>>;
using GroupedTaskEnvPool =
    PyEnvPool<AsyncEnvPool<envpool::mujoco::tasks::GroupedTaskEnv>>;
using GroupedTaskPixelEnvSpec = PyEnvSpec<EnvSpec<GroupedTaskPixelFns>>;
using GroupedTaskPixelEnvPool =
    PyEnvPool<AsyncEnvPool<envpool::mujoco::tasks::GroupedTaskPixelEnv>>;

template <typename T>
std::vector<T> Vector(const T* values, mjtSize count) {
  return {values, values + count};
}
std::vector<int> Flags(const envpool::mujoco::Flag* values, mjtSize count) {
  return {values, values + count};
}

/// Adds the parts of a model by their names and numbers.
void AddNames(const mjModel& m, py::dict* facts) {
  for (const auto& [kind, type, count] :
       {std::tuple{"body", mjOBJ_BODY, m.nbody},
        {"joint", mjOBJ_JOINT, m.njnt},
        {"geom", mjOBJ_GEOM, m.ngeom},
        {"site", mjOBJ_SITE, m.nsite},
        {"camera", mjOBJ_CAMERA, m.ncam},
        {"sensor", mjOBJ_SENSOR, m.nsensor},
        {"actuator", mjOBJ_ACTUATOR, m.nu},
        {"tendon", mjOBJ_TENDON, m.ntendon},
        {"keyframe", mjOBJ_KEY, m.nkey}}) {
    std::vector<std::string> names;
    for (int i = 0; i < count; ++i) {
      const char* name = mj_id2name(&m, type, i);
      names.emplace_back(name == nullptr ? "" : name);
    }
    (*facts)[kind] = names;
  }
}

/// Describes a model, for the compiler of programs.
py::dict Describe(const std::string& source,
                  const std::vector<double>& terrain) {
  envpool::mujoco::Model model;
  {
    const py::gil_scoped_release release;
    model = envpool::mujoco::tasks::ModelOf(source, terrain);
  }
  const mjModel& m = *model;
  py::dict facts;
  AddNames(m, &facts);
  py::dict fields;
  for (const auto& field : envpool::mujoco::tasks::Fields()) {
    fields[field.name] = py::make_tuple(field.size(m), field.is_writable);
  }
  facts["fields"] = fields;
  facts["joint_type"] = Vector(m.jnt_type, m.njnt);
  facts["joint_qpos"] = Vector(m.jnt_qposadr, m.njnt);
  facts["joint_dof"] = Vector(m.jnt_dofadr, m.njnt);
  facts["joint_body"] = Vector(m.jnt_bodyid, m.njnt);
  facts["joint_limited"] = Flags(m.jnt_limited, m.njnt);
  facts["body_parent"] = Vector(m.body_parentid, m.nbody);
  facts["body_mocap"] = Vector(m.body_mocapid, m.nbody);
  facts["geom_body"] = Vector(m.geom_bodyid, m.ngeom);
  facts["site_body"] = Vector(m.site_bodyid, m.nsite);
  facts["sensor_at"] = Vector(m.sensor_adr, m.nsensor);
  facts["sensor_size"] = Vector(m.sensor_dim, m.nsensor);
  facts["actuator_joint"] = Vector(m.actuator_trnid, 2 * m.nu);
  facts["actuator_kind"] = Vector(m.actuator_trntype, m.nu);
  facts["actuator_range"] = Vector(m.actuator_ctrlrange, 2 * m.nu);
  facts["actuator_limited"] = Flags(m.actuator_ctrllimited, m.nu);
  facts["qpos0"] = Vector(m.qpos0, m.nq);
  facts["timestep"] = m.opt.timestep;
  facts["terrain"] = envpool::mujoco::tasks::Terrain(terrain).Origins();
  return facts;
}

std::vector<std::string> Operations() {
  std::vector<std::string> names;
  for (const auto& row : envpool::mujoco::tasks::kOps) {
    names.emplace_back(row.name);
  }
  return names;
}

}  // namespace

PYBIND11_MODULE(tasks_envpool, m) {
  REGISTER(m, TaskEnvSpec, TaskEnvPool)
  REGISTER(m, TaskPixelEnvSpec, TaskPixelEnvPool)
  REGISTER(m, GroupedTaskEnvSpec, GroupedTaskEnvPool)
  REGISTER(m, GroupedTaskPixelEnvSpec, GroupedTaskPixelEnvPool)
  m.def("describe", &Describe);
  m.def("operations", &Operations);
  m.def("keep_function", &envpool::mujoco::tasks::KeepFunction);
  m.def("check_functions", [](const std::vector<std::string>& texts) {
    envpool::mujoco::tasks::FunctionsOf(texts);
  });
  Py_AtExit(envpool::EndGl);
}
