// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests that Stepper gives the results of mj_step, mj_step1, mj_step2 and
// mj_forward in each bit: in all models of two families, in robots with meshes,
// in random models with all kinds of contacts, and after changes of parameters.
// The environment variable STEPPER_TEST_STEPS is the number of simulation steps
// per model.

#include "envpool/mujoco/common/stepper.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <memory>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "envpool/mujoco/common/collider.h"
#include "envpool/mujoco/common/model.h"
#include "envpool/mujoco/common/simulation.h"
#include "mujoco/mujoco.h"

namespace envpool::mujoco {
namespace {

constexpr int kSteps = 600;  // by default
constexpr int kRepeats = 4;  // steps per call
// The part of mjContact before its padding.
constexpr std::size_t kContactBytes =
    offsetof(mjContact, efc_address) + sizeof(int);

struct Delete {
  void operator()(mjData* data) const { mj_deleteData(data); }
};
using Data = std::unique_ptr<mjData, Delete>;

int NumSteps() {
  const char* text = std::getenv("STEPPER_TEST_STEPS");
  return text == nullptr ? kSteps : std::atoi(text);
}

/// How the robot is treated.
struct Play {
  double noise;     // of initial states
  double strength;  // of controls, in units of their range
  int length;       // of episodes, in calls
};
constexpr std::array kPlays{Play{0.1, 1, 100}, Play{0.5, 1, 12},
                            Play{1, 10, 12}};

/// What is compared.
enum class Way { kStep, kStepAndBegin, kBegin, kForward };
constexpr std::array kWays{Way::kStep, Way::kStepAndBegin, Way::kBegin,
                           Way::kForward};

class Pair {
 public:
  explicit Pair(const mjModel& model)
      : model_(model),
        expected_(mj_makeData(&model)),
        actual_(mj_makeData(&model)) {}

  /// Plays `steps` steps and compares after each call.
  void Run(const Play& play, int steps, Way way) {
    for (int i = 0; i * kRepeats < steps && !testing::Test::HasFailure(); ++i) {
      const bool is_fresh = i % play.length == 0 || HasWarnings();
      if (is_fresh) {
        Start(play);
      }
      for (int j = 0; j < model_.nu; ++j) {
        const double limit = model_.actuator_ctrllimited[j] != 0
                                 ? model_.actuator_ctrlrange[2 * j + 1]
                                 : 1;
        expected_->ctrl[j] = actual_->ctrl[j] =
            play.strength * limit * uniform_(random_);
      }
      switch (way) {
        case Way::kStep:
          Step(/*is_begun=*/false);
          break;
        case Way::kStepAndBegin:
          StepAndBegin(is_fresh);
          break;
        default:
          Step(/*is_begun=*/!is_fresh);
          Begin(/*with_accelerations=*/way == Way::kForward);
      }
      Compare(/*has_forces=*/way == Way::kStep || way == Way::kForward);
      num_contacts_ += expected_->ncon;
    }
  }

  [[nodiscard]] const Stepper& stepper() const { return stepper_; }
  [[nodiscard]] std::int64_t num_contacts() const { return num_contacts_; }

 private:
  [[nodiscard]] bool HasWarnings() const {
    return std::any_of(
        expected_->warning, expected_->warning + mjNWARNING,
        [](const mjWarningStat& warning) { return warning.number > 0; });
  }

  void Start(const Play& play) {
    std::normal_distribution<double> normal;
    mj_resetData(&model_, expected_.get());
    mj_resetData(&model_, actual_.get());
    for (int i = 0; i < model_.nq; ++i) {
      expected_->qpos[i] += play.noise * uniform_(random_);
    }
    for (int i = 0; i < model_.nv; ++i) {
      expected_->qvel[i] += play.noise * normal(random_);
    }
    mj_normalizeQuat(&model_, expected_->qpos);
    std::copy_n(expected_->qpos, model_.nq, actual_->qpos);
    std::copy_n(expected_->qvel, model_.nv, actual_->qvel);
    mj_forward(&model_, expected_.get());
    mj_forward(&model_, actual_.get());
  }

  void Step(bool is_begun) {
    for (int i = 0; i < kRepeats; ++i) {
      mj_step(&model_, expected_.get());
    }
    stepper_.Step(model_, actual_.get(), kRepeats, is_begun);
  }

  void Begin(bool with_accelerations) {
    mj_step1(&model_, expected_.get());
    if (with_accelerations) {
      mj_forward(&model_, expected_.get());
    }
    stepper_.Begin(model_, actual_.get(), with_accelerations);
  }

  void StepAndBegin(bool is_fresh) {
    const bool is_half = model_.opt.integrator != mjINT_RK4;
    for (int i = 0; i < kRepeats; ++i) {
      i == 0 && is_half ? mj_step2(&model_, expected_.get())
                        : mj_step(&model_, expected_.get());
    }
    mj_step1(&model_, expected_.get());
    stepper_.StepAndBegin(model_, actual_.get(), kRepeats,
                          is_half || !is_fresh);
  }

  template <typename T>
  void Same(const char* name, T* mjData::* array, std::ptrdiff_t count) {
    if (count > 0) {
      EXPECT_EQ(std::memcmp(expected_.get()->*array, actual_.get()->*array,
                            count * sizeof(T)),
                0)
          << name;
    }
  }

  void Compare(bool has_forces) {
    const mjModel& m = model_;
    EXPECT_EQ(expected_->time, actual_->time);
    ASSERT_EQ(expected_->ncon, actual_->ncon);
    ASSERT_EQ(expected_->nefc, actual_->nefc);
    for (int i = 0; i < expected_->ncon; ++i) {
      EXPECT_EQ(std::memcmp(expected_->contact + i, actual_->contact + i,
                            kContactBytes),
                0)
          << "contact " << i;
    }
    CompareState();
    ComparePlaces();
    if (expected_->nefc > 0) {
      Same("efc_J", &mjData::efc_J,
           mj_isSparse(&m) != 0 ? expected_->nJ : expected_->nefc * m.nv);
    }
    if (has_forces) {
      Same("efc_force", &mjData::efc_force, expected_->nefc);
      mj_rnePostConstraint(&model_, expected_.get());
      mj_rnePostConstraint(&model_, actual_.get());
      Same("cfrc_ext", &mjData::cfrc_ext, 6 * m.nbody);
    }
  }

  void CompareState() {
    const mjModel& m = model_;
    Same("qpos", &mjData::qpos, m.nq);
    Same("qvel", &mjData::qvel, m.nv);
    Same("qacc", &mjData::qacc, m.nv);
    Same("act", &mjData::act, m.na);
    Same("qacc_warmstart", &mjData::qacc_warmstart, m.nv);
    Same("sensordata", &mjData::sensordata, m.nsensordata);
    Same("warning", &mjData::warning);
    Same("solver_niter", &mjData::solver_niter);
    Same("energy", &mjData::energy);
    Same("qfrc_constraint", &mjData::qfrc_constraint, m.nv);
    Same("qfrc_actuator", &mjData::qfrc_actuator, m.nv);
    Same("qfrc_bias", &mjData::qfrc_bias, m.nv);
    Same("actuator_force", &mjData::actuator_force, m.nu);
    Same("actuator_length", &mjData::actuator_length, m.nu);
    Same("actuator_velocity", &mjData::actuator_velocity, m.nu);
  }

  void ComparePlaces() {
    const mjModel& m = model_;
    Same("xpos", &mjData::xpos, 3 * m.nbody);
    Same("xmat", &mjData::xmat, 9 * m.nbody);
    Same("xipos", &mjData::xipos, 3 * m.nbody);
    Same("subtree_com", &mjData::subtree_com, 3 * m.nbody);
    Same("cinert", &mjData::cinert, 10 * m.nbody);
    Same("cvel", &mjData::cvel, 6 * m.nbody);
    Same("geom_xpos", &mjData::geom_xpos, 3 * m.ngeom);
    Same("geom_xmat", &mjData::geom_xmat, 9 * m.ngeom);
    Same("site_xpos", &mjData::site_xpos, 3 * m.nsite);
    Same("site_xmat", &mjData::site_xmat, 9 * m.nsite);
    Same("cam_xpos", &mjData::cam_xpos, 3 * m.ncam);
    Same("cam_xmat", &mjData::cam_xmat, 9 * m.ncam);
    Same("light_xpos", &mjData::light_xpos, 3 * m.nlight);
    Same("light_xdir", &mjData::light_xdir, 3 * m.nlight);
    Same("ten_length", &mjData::ten_length, m.ntendon);
    Same("ten_velocity", &mjData::ten_velocity, m.ntendon);
  }

  template <typename T, std::size_t count>
  void Same(const char* name, T (mjData::*array)[count]) {
    EXPECT_EQ(std::memcmp(expected_.get()->*array, actual_.get()->*array,
                          sizeof(T) * count),
              0)
        << name;
  }

  const mjModel& model_;
  Data expected_;
  Data actual_;
  Stepper stepper_;
  std::mt19937 random_{0};
  std::uniform_real_distribution<double> uniform_{-1, 1};
  std::int64_t num_contacts_{0};
};

/// Runs all kinds of play, and returns the number of contacts. Adds the number
/// of calls that the collider repeated.
std::int64_t Check(const mjModel& model, int steps, bool is_covered = true,
                   int* num_repeated = nullptr) {
  Pair pair(model);
  for (const Play& play : kPlays) {
    for (const Way way : kWays) {
      pair.Run(play, steps / static_cast<int>(kWays.size() * kPlays.size()),
               way);
    }
  }
  const Collider* collider = pair.stepper().collider();
  EXPECT_EQ(collider != nullptr, is_covered);
  if (num_repeated != nullptr && collider != nullptr) {
    *num_repeated += collider->num_repeated();
  }
  return pair.num_contacts();
}

std::vector<std::string> ModelsIn(const std::string& folder) {
  std::vector<std::string> paths;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() == ".xml") {
      paths.push_back(entry.path().string());
    }
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

class ModelsTest : public testing::TestWithParam<const char*> {};

TEST_P(ModelsTest, HaveTheSameBits) {
  const auto paths = ModelsIn(GetParam());
  ASSERT_GE(paths.size(), 13U);
  for (const std::string& path : paths) {
    SCOPED_TRACE(path);
    Check(*LoadModel(path), NumSteps());
  }
}

INSTANTIATE_TEST_SUITE_P(Families, ModelsTest,
                         testing::Values("envpool/mujoco/assets",
                                         "envpool/mujoco/dmc/assets"));

TEST(StepperTest, HasTheSameBitsInRobotsWithMeshes) {
  for (const char* name :
       {"adroit_hand/adroit_door", "adroit_hand/adroit_hammer",
        "fetch/pick_and_place", "hand/manipulate_block_touch_sensors",
        "kitchen_franka/kitchen_assets/kitchen_env_model"}) {
    SCOPED_TRACE(name);
    const Model model = LoadModel("envpool/mujoco/robotics/assets/" +
                                  std::string(name) + ".xml");
    EXPECT_GT(Check(*model, NumSteps()), 100);
  }
}

/// Writes XML files of random models. Their bodies have several geoms, with
/// random contact parameters, own pairs, joints and options.
class RandomModel {
 public:
  explicit RandomModel(int seed) : random_(seed) {}

  Model Make() {
    std::ostringstream xml;
    xml << "<mujoco><option timestep='0.004' integrator='"
        << Choose({"Euler", "RK4", "implicitfast", "implicit"}) << "' solver='"
        << Choose({"PGS", "CG", "Newton"}) << "' cone='"
        << Choose({"pyramidal", "elliptic"}) << "'><flag midphase='"
        << Choose({"enable", "disable"}) << "' filterparent='"
        << Choose({"enable", "enable", "disable"}) << "'/></option><worldbody>"
        << "<geom name='floor' type='plane' size='5 5 1'" << Contact() << "/>"
        << "<geom type='box' pos='1 0 0' euler='0 20 0' size='0.5 0.5 0.2'"
        << Contact() << "/><body name='ramp' pos='-1 0 0' euler='0 25 0'>"
        << "<geom type='plane' size='2 2 1'" << Contact() << "/></body>";
    const int count = 2 + Below(5);
    for (int i = 0; i < count; ++i) {
      xml << "<body name='b" << i << "' pos='" << Number(-0.4, 0.4) << ' '
          << Number(-0.4, 0.4) << ' ' << Number(0.3, 1) << "'>"
          << (Below(4) == 0 ? "<joint type='ball'/><joint type='slide' "
                              "axis='0 0 1'/>"
                            : "<freejoint/>")
          << Geoms() << "<body name='c" << i << "' pos='0 0 0.25'>"
          << "<joint type='hinge' axis='0 1 0' damping='0.1' range='-60 60'/>"
          << Geoms() << "</body></body>";
    }
    xml << "</worldbody><contact><exclude body1='b0' body2='c1'/>" << Pairs()
        << "</contact></mujoco>";
    const std::string path =
        std::string(std::getenv("TEST_TMPDIR")) + "/random.xml";
    std::ofstream(path) << xml.str();
    return LoadModel(path);
  }

 private:
  int Below(int limit) { return static_cast<int>(random_() % limit); }
  double Number(double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(random_);
  }
  const char* Choose(std::vector<const char*> values) {
    return values[Below(static_cast<int>(values.size()))];
  }

  std::string Contact() {
    std::ostringstream text;
    text << " condim='" << Choose({"1", "3", "4", "6"}) << "' priority='"
         << Choose({"0", "0", "0", "1"}) << "' solmix='"
         << Choose({"1", "0", "2.7"}) << "' solref='"
         << Choose({"0.02 1", "0.013 0.7", "-500 -20"}) << "' solimp='"
         << Choose({"0.9 0.95 0.001", "0.8 0.9 0.003"}) << "' margin='"
         << Choose({"0", "0", "0.013", "0.05"}) << "' gap='"
         << Choose({"0", "0", "0.01"}) << "' friction='" << Number(0.2, 1)
         << ' ' << Number(0.001, 0.01) << ' ' << Number(0.0001, 0.001)
         << "' contype='" << Choose({"1", "1", "1", "2", "3"})
         << "' conaffinity='" << Choose({"1", "1", "3", "2"}) << "'";
    return text.str();
  }

  std::string Geoms() {
    std::ostringstream text;
    const int count = 1 + Below(3);
    for (int i = 0; i < count; ++i) {
      text << "<geom name='" << num_geoms_++ << "' type='"
           << Choose({"sphere", "capsule", "ellipsoid", "cylinder", "box"})
           << "' pos='" << Number(-0.1, 0.1) << ' ' << Number(-0.1, 0.1) << ' '
           << Number(-0.1, 0.1) << "' euler='" << Number(0, 90) << ' '
           << Number(0, 90) << " 0' size='" << Number(0.05, 0.1) << ' '
           << Number(0.05, 0.1) << ' ' << Number(0.05, 0.1) << "'" << Contact()
           << "/>";
    }
    return text.str();
  }

  /// Pairs of geoms, also of the same body, and with the floor.
  std::string Pairs() {
    std::ostringstream text;
    const int count = Below(8);
    for (int i = 0; i < count; ++i) {
      const int geom = Below(num_geoms_);
      const int other = (geom + 1 + Below(num_geoms_ - 1)) % num_geoms_;
      text << "<pair geom1='" << geom << "' geom2='"
           << (Below(4) == 0 ? "floor" : std::to_string(other)) << "' condim='"
           << Choose({"1", "3", "4", "6"}) << "' solref='"
           << Choose({"0.02 1", "0.013 0.7"}) << "' solreffriction='"
           << Choose({"0 0", "0.03 0.8"}) << "' margin='"
           << Choose({"0", "0.02"}) << "' gap='" << Choose({"0", "0.01"})
           << "' friction='" << Number(0.2, 1) << ' ' << Number(0.2, 1)
           << " 0.005 0.0001 0.0001'/>";
    }
    return text.str();
  }

  std::mt19937 random_;
  int num_geoms_{0};
};

TEST(StepperTest, HasTheSameBitsInRandomModels) {
  std::int64_t num_contacts = 0;
  int num_repeated = 0;
  for (int seed = 0; seed < 40; ++seed) {
    SCOPED_TRACE(seed);
    num_contacts += Check(*RandomModel(seed).Make(), NumSteps(),
                          /*is_covered=*/true, &num_repeated);
  }
  EXPECT_GT(num_contacts, 1000);
  EXPECT_GT(num_repeated, 10);
}

TEST(StepperTest, LeavesOutIgnoredSensors) {
  const std::string path =
      std::string(std::getenv("TEST_TMPDIR")) + "/sensors.xml";
  std::ofstream(path)
      << "<mujoco><worldbody><geom type='plane' size='5 5 1'/>"
         "<body pos='0 0 0.1'><freejoint/><geom size='0.1'/><site name='s'/>"
         "</body></worldbody><sensor><accelerometer site='s'/>"
         "<velocimeter site='s'/><framepos objtype='site' objname='s'/>"
         "</sensor></mujoco>";
  const Model model = LoadModel(path);
  Data expected(mj_makeData(model.get()));
  Data actual(mj_makeData(model.get()));
  Stepper stepper;
  stepper.Ignore({0, 2});
  for (int i = 0; i < 20; ++i) {
    mj_step(model.get(), expected.get());
    stepper.Step(*model, actual.get(), 1);
  }
  const auto values = [](const Data& data) {
    return std::vector<double>(data->sensordata, data->sensordata + 9);
  };
  std::vector<double> want = values(expected);
  EXPECT_NE(want[2], 0);
  std::fill_n(want.begin(), 3, 0);
  std::fill_n(want.begin() + 6, 3, 0);
  EXPECT_EQ(values(actual), want);
  EXPECT_EQ(actual->qpos[2], expected->qpos[2]);
}

TEST(StepperTest, FollowsParameters) {
  std::mt19937 random(0);
  std::uniform_real_distribution<double> factor(0.5, 1.5);
  for (int seed = 0; seed < 10; ++seed) {
    SCOPED_TRACE(seed);
    Simulation simulation(RandomModel(seed).Make());
    const std::vector<Param> params = simulation.Params();
    for (int change = 0; change < 3; ++change) {
      for (int i = 0; i < static_cast<int>(params.size()); ++i) {
        const std::string& name = params[i].name;
        if (name == "geom_size" || name == "geom_margin" ||
            name == "geom_gap" || name == "geom_solmix" ||
            name == "geom_friction" || name == "geom_pos") {
          std::vector<double> values(3 * simulation.model().ngeom);
          simulation.GetParam(i, values.data());
          for (double& value : values) {
            value *= factor(random);
          }
          simulation.SetParam(i, values.data());
        }
      }
      simulation.ParamsChanged();
      Data expected(mj_makeData(&simulation.model()));
      mj_resetData(&simulation.model(), expected.get());
      simulation.Reset();
      for (int i = 0; i < 100; ++i) {
        mj_step(&simulation.model(), expected.get());
        simulation.Step(nullptr, 1);
      }
      EXPECT_EQ(std::memcmp(expected->qpos, simulation.data().qpos,
                            simulation.model().nq * sizeof(double)),
                0);
    }
  }
}

TEST(StepperTest, LeavesOtherModelsToTheLibrary) {
  const std::string path =
      std::string(std::getenv("TEST_TMPDIR")) + "/override.xml";
  std::ofstream(path) << R"(
<mujoco><option><flag override="enable"/></option>
<worldbody><geom type="plane" size="5 5 1"/>
  <body pos="0 0 0.2"><freejoint/><geom size="0.1"/></body>
</worldbody></mujoco>)";
  EXPECT_GT(Check(*LoadModel(path), kSteps, /*is_covered=*/false), 0);
}

}  // namespace
}  // namespace envpool::mujoco
