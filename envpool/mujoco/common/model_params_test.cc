// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests parameters of models: setting a parameter gives, bit for bit, the model
// that MuJoCo's compiler makes from XML with the same value.

#include "envpool/mujoco/common/model_params.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "envpool/mujoco/common/model.h"
#include "envpool/mujoco/common/own_model.h"
#include "envpool/mujoco/common/param_texts.h"
#include "envpool/mujoco/common/simulation.h"
#include "mujoco/mjxmacro.h"

namespace envpool::mujoco {
namespace {

constexpr const char* kXml = R"(
<mujoco>
  <option timestep="0.002" gravity="0 0 -9.81"/>
  <asset>
    <hfield name="hills" nrow="2" ncol="2" size="1 1 1 0.1" elevation="0 1 0.5 0"/>
  </asset>
  <worldbody>
    <light name="sun" pos="0 0 3" dir="0 0 -1"/>
    <camera name="side" pos="0 -3 1" quat="1 0 0 0"/>
    <geom name="floor" type="plane" size="5 5 1" friction="1 0.1 0.1"/>
    <geom name="hills" type="hfield" hfield="hills" pos="9 0 0"/>
    <body name="torso" pos="0 0 1">
      <freejoint name="root"/>
      <inertial pos="0 0 0" mass="3" diaginertia="0.1 0.2 0.25"/>
      <geom name="trunk" type="capsule" size="0.1 0.2" pos="0 0 0" margin="0.01"/>
      <geom name="box" type="box" size="0.1 0.2 0.3" pos="0.1 0 0"/>
      <geom name="tin" type="cylinder" size="0.1 0.2" pos="0 0.1 0"/>
      <geom name="egg" type="ellipsoid" size="0.1 0.2 0.3" pos="0 0 0.1"/>
      <site name="imu" pos="0 0 0" size="0.01"/>
      <body name="thigh" pos="0 0 -0.3" quat="1 0 0 0">
        <joint name="hip" axis="0 1 0" range="-1 1" limited="true" damping="0.5"
               armature="0.1" stiffness="2" frictionloss="0.2"/>
        <inertial pos="0 0 -0.1" mass="1" diaginertia="0.01 0.02 0.025"/>
        <geom name="thigh" type="sphere" size="0.1" pos="0 0 -0.1"/>
        <site name="knee" pos="0 0 -0.2" size="0.01"/>
        <body name="foot" pos="0 0 -0.3">
          <joint name="ankle" type="ball" pos="0 0 0.1"/>
          <inertial pos="0 0 0.1" mass="0.5" diaginertia="0.01 0.01 0.01"/>
          <geom name="foot" type="sphere" size="0.1"/>
        </body>
      </body>
    </body>
    <body name="cart" pos="2 0 1">
      <joint name="slider" type="slide" axis="1 0 0"/>
      <inertial pos="0 0 0" mass="1.0" diaginertia="0.1 0.1 0.1"/>
      <geom name="cart" type="sphere" size="0.1"/>
    </body>
    <body name="ball" pos="4 0 1">
      <freejoint name="fly"/>
      <inertial pos="0 0 0" mass="0.25" diaginertia="0.1 0.2 0.15"/>
      <geom name="ball" type="sphere" size="0.1"/>
    </body>
    <body name="disc" pos="6 0 1">
      <joint name="disc_x" type="slide" axis="1 0 0"/>
      <joint name="disc_z" type="slide" axis="0 0 1"/>
      <joint name="disc_turn" type="hinge" axis="0 1 0"/>
      <inertial pos="0 0 0" mass="0.75" diaginertia="0.1 0.2 0.15"/>
      <geom name="disc" type="sphere" size="0.1"/>
    </body>
  </worldbody>
  <tendon>
    <fixed name="cord" stiffness="3">
      <joint joint="hip" coef="2"/>
      <joint joint="slider" coef="1"/>
    </fixed>
  </tendon>
  <actuator>
    <motor name="hip" joint="hip" gear="10" ctrlrange="-1 1" forcerange="-5 5"
           forcelimited="true"/>
    <general name="slider" joint="slider" gainprm="4" biasprm="0 0 0"/>
  </actuator>
  <equality>
    <joint name="lock" joint1="hip" polycoef="0.1 0 0 0 0"/>
  </equality>
  <sensor>
    <touch name="touch" site="imu" cutoff="7"/>
  </sensor>
</mujoco>
)";

std::string Replaced(std::string text, std::string_view from,
                     std::string_view to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

Model Compiled(const std::string& xml) {
  static int number = 0;
  const std::string path =
      testing::TempDir() + "/model_params_" + std::to_string(number++) + ".xml";
  std::ofstream(path) << xml;
  return LoadModel(path);
}

int ParamNamed(const Simulation& simulation, std::string_view name) {
  const std::vector<Param> params = simulation.Params();
  const auto found = std::ranges::find(params, name, &Param::name);
  EXPECT_NE(found, params.end()) << name;
  return static_cast<int>(found - params.begin());
}

int SizeOf(const Param& param) {
  int size = 1;
  std::ranges::for_each(param.shape, [&](int each) { size *= each; });
  return size;
}

std::vector<double> Values(const Simulation& simulation, int param) {
  std::vector<double> values(SizeOf(simulation.Params()[param]));
  simulation.GetParam(param, values.data());
  return values;
}

/// Sets the values of the row with the label `row`; if it is empty, of all
/// rows.
void Set(Simulation* simulation, std::string_view name, std::string_view row,
         const std::vector<double>& values) {
  const int index = ParamNamed(*simulation, name);
  const Param param = simulation->Params()[index];
  std::vector<double> all = Values(*simulation, index);
  std::size_t first = 0;
  if (!row.empty()) {
    const auto found = std::ranges::find(param.labels, row);
    ASSERT_NE(found, param.labels.end()) << row;
    first = (found - param.labels.begin()) * (all.size() / param.labels.size());
  }
  std::ranges::copy(values, all.begin() + static_cast<std::ptrdiff_t>(first));
  simulation->SetParam(index, all.data());
}

void ExpectEqualArrays(std::string_view name, const void* a, const void* b,
                       std::size_t bytes) {
  if (!name.starts_with("bvh_") && bytes > 0) {
    EXPECT_EQ(std::memcmp(a, b, bytes), 0) << name;
  }
}

/// Expects equal arrays, options and statistics. Trees of boxes may differ, but
/// not the box of a whole body.
void ExpectEqual(const mjModel& a, const mjModel& b) {
  ASSERT_EQ(a.nC, b.nC);
#undef MJ_M
#define MJ_M(n) a.n
#define X(type, name, rows, columns)                                  \
  ExpectEqualArrays(#name, a.name, b.name,                            \
                    sizeof(type) * static_cast<std::size_t>(a.rows) * \
                        static_cast<std::size_t>(columns));
  MJMODEL_POINTERS
#undef X
  EXPECT_EQ(std::memcmp(&a.opt, &b.opt, sizeof(a.opt)), 0);
  // From version 4 on, no step reads what the compiler computes here.
  EXPECT_TRUE(mjVERSION_HEADER >= 4000000 ||
              std::memcmp(&a.stat, &b.stat, sizeof(a.stat)) == 0);
  EXPECT_EQ(a.ngravcomp, b.ngravcomp);
  for (int body = 0; body < a.nbody; ++body) {
    for (int i = 0; i < 6 && a.body_bvhnum[body] > 0; ++i) {
      const int at = 6 * a.body_bvhadr[body] + i;
      EXPECT_NEAR(a.bvh_aabb[at], b.bvh_aabb[at], 1e-6) << body;
    }
  }
}

struct Change {
  const char* param;
  const char* row;
  std::vector<double> values;
  const char* from;
  const char* to;
};

const std::vector<Change>& Changes() {
  static const std::vector<Change>& changes = *new std::vector<Change>{
      {"opt.gravity", "", {0, 1, -3}, "0 0 -9.81", "0 1 -3"},
      {"opt.timestep", "", {.004}, "0.002", "0.004"},
      {"body_mass", "torso", {5}, "mass=\"3\"", "mass=\"5\""},
      {"body_mass", "cart", {5}, "mass=\"1.0\"", "mass=\"5\""},
      {"body_inertia",
       "thigh",
       {.02, .03, .04},
       "0.01 0.02 0.025",
       "0.02 0.03 0.04"},
      {"body_ipos",
       "torso",
       {0, .1, .2},
       "pos=\"0 0 0\" mass",
       "pos=\"0 0.1 0.2\" mass"},
      {"body_ipos",
       "foot",
       {0, 0, 0},
       "pos=\"0 0 0.1\" mass",
       "pos=\"0 0 0\" mass"},
      // The next bodies have a diagonal part of the mass matrix.
      {"body_ipos",
       "ball",
       {.1, 0, .2},
       "pos=\"0 0 0\" mass=\"0.25\"",
       "pos=\"0.1 0 0.2\" mass=\"0.25\""},
      {"body_iquat",
       "ball",
       {3, 4, 0, 0},
       "mass=\"0.25\"",
       "mass=\"0.25\" quat=\"3 4 0 0\""},
      {"body_ipos",
       "disc",
       {.1, 0, .2},
       "pos=\"0 0 0\" mass=\"0.75\"",
       "pos=\"0.1 0 0.2\" mass=\"0.75\""},
      {"jnt_pos",
       "disc_turn",
       {0, 0, .1},
       "\"disc_turn\"",
       "\"disc_turn\" pos=\"0 0 0.1\""},
      {"jnt_axis",
       "disc_x",
       {3, 0, 4},
       "\"disc_x\" type=\"slide\" axis=\"1 0 0\"",
       "\"disc_x\" type=\"slide\" axis=\"3 0 4\""},
      {"jnt_axis",
       "slider",
       {0, -2, 0},
       "\"slider\" type=\"slide\" axis=\"1 0 0\"",
       "\"slider\" type=\"slide\" axis=\"0 -2 0\""},
      {"body_pos", "thigh", {.1, 0, -.3}, "0 0 -0.3", "0.1 0 -0.3"},
      {"body_quat",
       "thigh",
       {3, 4, 0, 0},
       "pos=\"0 0 -0.3\" quat=\"1 0 0 0\"",
       "pos=\"0 0 -0.3\" quat=\"3 4 0 0\""},
      {"body_gravcomp",
       "torso",
       {.5},
       "<body name=\"torso\"",
       "<body name=\"torso\" gravcomp=\"0.5\""},
      {"jnt_axis", "hip", {0, 3, 4}, "axis=\"0 1 0\"", "axis=\"0 3 4\""},
      {"jnt_pos",
       "ankle",
       {0, .1, .1},
       "\"ball\" pos=\"0 0 0.1\"",
       "\"ball\" pos=\"0 0.1 0.1\""},
      {"jnt_range",
       "hip",
       {-.5, 2},
       "range=\"-1 1\"",
       "range=\"-28.64788975654116 114.59155902616465\""},
      {"jnt_stiffness", "hip", {3}, "stiffness=\"2\"", "stiffness=\"3\""},
      {"dof_damping", "hip", {.7}, "0.5\"", "0.7\""},
      {"dof_armature", "hip", {.3}, "armature=\"0.1\"", "armature=\"0.3\""},
      {"dof_frictionloss", "hip", {.3}, "loss=\"0.2\"", "loss=\"0.3\""},
      {"geom_friction", "floor", {.5, .1, .1}, "1 0.1 0.1", "0.5 0.1 0.1"},
      {"geom_size",
       "trunk",
       {.15, .3, 0},
       "0.1 0.2\" pos=\"0 0 0",
       "0.15 0.3\" pos=\"0 0 0"},
      {"geom_size",
       "box",
       {.15, .2, .4},
       "0.1 0.2 0.3\" pos=\"0.1",
       "0.15 0.2 0.4\" pos=\"0.1"},
      {"geom_size",
       "tin",
       {.15, .3, 0},
       "0.1 0.2\" pos=\"0 0.1",
       "0.15 0.3\" pos=\"0 0.1"},
      {"geom_size",
       "egg",
       {.15, .4, .2},
       "0.1 0.2 0.3\" pos=\"0 0 0.1",
       "0.15 0.4 0.2\" pos=\"0 0 0.1"},
      {"geom_size",
       "thigh",
       {.2, 0, 0},
       "type=\"sphere\" size=\"0.1\"",
       "type=\"sphere\" size=\"0.2\""},
      {"geom_pos",
       "trunk",
       {.2, .1, 0},
       "0.2\" pos=\"0 0 0\"",
       "0.2\" pos=\"0.2 0.1 0\""},
      {"geom_pos",
       "thigh",
       {.3, 0, -.1},
       "size=\"0.1\" pos=\"0 0 -0.1\"",
       "size=\"0.1\" pos=\"0.3 0 -0.1\""},
      {"geom_margin", "trunk", {.05}, "0.01\"", "0.05\""},
      {"site_pos",
       "imu",
       {0, .1, 0},
       "pos=\"0 0 0\" size",
       "pos=\"0 0.1 0\" size"},
      {"cam_pos", "side", {1, -3, 1}, "0 -3 1", "1 -3 1"},
      {"light_dir", "sun", {0, 3, -4}, "dir=\"0 0 -1\"", "dir=\"0 3 -4\""},
      {"tendon_stiffness", "cord", {4}, "stiffness=\"3\"", "stiffness=\"4\""},
      {"wrap_prm", "", {3, 1}, "coef=\"2\"", "coef=\"3\""},
      {"actuator_gear", "hip", {20}, "gear=\"10\"", "gear=\"20\""},
      {"actuator_gainprm", "slider", {5}, "gainprm=\"4\"", "gainprm=\"5\""},
      {"actuator_forcerange", "hip", {-4, 6}, "-5 5", "-4 6"},
      {"actuator_ctrlrange",
       "hip",
       {-.5, 2},
       "ctrlrange=\"-1 1\"",
       "ctrlrange=\"-0.5 2\""},
      {"hfield_size", "hills", {2, 3, .7, 4}, "1 1 1 0.1", "2 3 0.7 4"},
      {"opt.iterations", "", {7}, "<option ", "<option iterations=\"7\" "},
      {"eq_data", "lock", {.2}, "0.1 0 0 0 0", "0.2 0 0 0 0"},
      {"sensor_cutoff", "touch", {8}, "cutoff=\"7\"", "cutoff=\"8\""},
  };
  return changes;
}

TEST(ModelParams, EqualTheCompilersModel) {
  const Model shared = Compiled(kXml);
  for (const Change& change : Changes()) {
    SCOPED_TRACE(std::string(change.param) + "[" + change.row + "]");
    Simulation simulation(shared);
    Set(&simulation, change.param, change.row, change.values);
    simulation.ParamsChanged();
    const Model official = Compiled(Replaced(kXml, change.from, change.to));
    ExpectEqual(simulation.model(), *official);
  }
}

TEST(ModelParams, SettingBackRestoresTheModel) {
  const Model shared = Compiled(kXml);
  Simulation simulation(shared);
  for (const Change& change : Changes()) {
    SCOPED_TRACE(change.param);
    const int param = ParamNamed(simulation, change.param);
    const std::vector<double> before = Values(simulation, param);
    Set(&simulation, change.param, change.row, change.values);
    simulation.ParamsChanged();
    simulation.SetParam(param, before.data());
    simulation.ParamsChanged();
    ExpectEqual(simulation.model(), *shared);
  }
}

TEST(ModelParams, OthersKeepTheSharedModel) {
  const Model shared = Compiled(kXml);
  const Model again = Compiled(kXml);
  Simulation changed(shared);
  const Simulation other(shared);
  Set(&changed, "body_mass", "torso", {7});
  changed.ParamsChanged();
  ExpectEqual(*shared, *again);
  EXPECT_EQ(&other.model(), shared.get());
  EXPECT_NE(&changed.model(), shared.get());
  EXPECT_NE(changed.model().body_pos, shared->body_pos);
  EXPECT_EQ(changed.model().names, shared->names);  // not copied
}

TEST(ModelParams, KeepTheState) {
  Simulation simulation(Compiled(kXml));
  simulation.Reset();
  const double control[] = {1, 1};
  simulation.Step(control, 5);
  const std::vector<double> before(
      simulation.data().qpos, simulation.data().qpos + simulation.model().nq);
  const mjData* data = &simulation.data();
  Set(&simulation, "body_mass", "torso", {7});
  simulation.ParamsChanged();
  EXPECT_EQ(&simulation.data(), data);
  EXPECT_TRUE(std::ranges::equal(
      before, std::vector<double>(data->qpos, data->qpos + before.size())));
}

TEST(ModelParams, AnotherMassMatrixKeepsTheState) {
  const Model shared = Compiled(kXml);
  Simulation changed(shared);
  Simulation fresh(Compiled(Replaced(kXml, "pos=\"0 0 0\" mass=\"0.75\"",
                                     "pos=\"0.1 0 0.2\" mass=\"0.75\"")));
  const double control[] = {.3, .5};
  const auto expect_equal = [&] {
    EXPECT_TRUE(std::equal(changed.data().qpos,
                           changed.data().qpos + shared->nq,
                           fresh.data().qpos));
  };
  changed.Reset();
  Set(&changed, "body_ipos", "disc", {.1, 0, .2});
  changed.ParamsChanged();
  fresh.Reset();
  for (int i = 0; i < 3; ++i) {
    changed.Step(control, 20);
    fresh.Step(control, 20);
    expect_equal();
    Set(&changed, "body_ipos", "disc", {0, 0, 0});
    changed.ParamsChanged();  // back to the shared model's matrix
    Set(&changed, "body_ipos", "disc", {.1, 0, .2});
    changed.ParamsChanged();
  }
}

TEST(ModelParams, WhatATaskHasWrittenStays) {
  const Model shared = Compiled(kXml);
  OwnModel own(*shared);
  const std::size_t count = 3 * static_cast<std::size_t>(shared->nsite);
  double* sites = own.CopySaved(&mjModel::site_pos, count);
  sites[0] = 7;
  own.CopyAll();
  EXPECT_EQ(own.get()->site_pos, sites);
  std::vector<double> values(count, 1);
  own.Replace(sites, values);
  values[0] = 7;
  EXPECT_TRUE(std::equal(values.begin(), values.end(), sites));
  own.KeepWritten();
  own.Replace(sites, std::vector<double>(count, 2));
  EXPECT_EQ(std::count(sites, sites + count, 2), count);
}

TEST(ModelParams, QuaternionsThatATaskSharesCanBeSetBack) {
  const Model shared = Compiled(kXml);
  class Task : public Simulation {
   public:
    using Simulation::own;
    using Simulation::Simulation;
  };
  Task simulation(shared);
  const auto count = 4 * static_cast<std::size_t>(shared->nbody);
  simulation.own().CopySaved(&mjModel::body_quat, count);
  const int param = ParamNamed(simulation, "body_quat");
  const std::vector<double> before = Values(simulation, param);
  simulation.SetParam(param, std::vector<double>(count, -1).data());
  simulation.ParamsChanged();
  EXPECT_EQ(Values(simulation, param), std::vector<double>(count, -0.5));
  simulation.SetParam(param, before.data());
  simulation.ParamsChanged();
  EXPECT_EQ(Values(simulation, param), before);
}

TEST(ModelParams, AreDescribed) {
  const Simulation simulation(Compiled(kXml));
  const std::vector<Param> params = simulation.Params();
  for (std::size_t i = 0; i < params.size(); ++i) {
    const Param& param = params[i];
    SCOPED_TRACE(param.name);
    EXPECT_EQ(TextOf(param.name).name, param.name);
    for (const double value : Values(simulation, static_cast<int>(i))) {
      EXPECT_LE(param.low, value);
      EXPECT_LE(value, param.high);
    }
    if (!param.labels.empty()) {
      EXPECT_EQ(static_cast<int>(param.labels.size()), param.shape.at(0));
    }
  }
  for (const char* derived :
       {"body_subtreemass", "dof_M0", "geom_rbound", "opt.integrator",
        "actuator_acc0", "cam_mat0", "mesh_vert"}) {
    EXPECT_EQ(std::ranges::count(params, derived, &Param::name), 0) << derived;
  }
  const Param& damping = params[ParamNamed(simulation, "dof_damping")];
  EXPECT_EQ(damping.labels.at(0), "root:0");
  EXPECT_EQ(damping.labels.at(6), "hip");
  EXPECT_EQ(damping.labels.at(9), "ankle:2");
}

TEST(ModelParams, RefuseWhatDoesNotFitTogether) {
  const Model shared = Compiled(kXml);
  const std::vector<Change> changes{
      {"body_quat", "thigh", {0, 0, 0, 0}, "body_quat[thigh]", ""},
      {"jnt_axis", "hip", {0, 0, 0}, "jnt_axis[hip]", ""},
      {"jnt_range", "hip", {1, -1}, "jnt_range[hip]", ""},
      {"geom_size", "box", {1, 0, 1}, "geom_size[box]", ""},
      {"body_mass", "cart", {0}, "body_mass[cart]", ""},
      {"actuator_ctrlrange", "hip", {1, -1}, "actuator_ctrlrange[hip]", ""},
  };
  for (const Change& change : changes) {
    SCOPED_TRACE(change.from);
    Simulation simulation(shared);
    Set(&simulation, change.param, change.row, change.values);
    try {
      simulation.ParamsChanged();
      ADD_FAILURE() << "accepted";
    } catch (const std::invalid_argument& error) {
      EXPECT_EQ(std::string(error.what()).find(change.from), 0) << error.what();
    }
  }
}

}  // namespace
}  // namespace envpool::mujoco
