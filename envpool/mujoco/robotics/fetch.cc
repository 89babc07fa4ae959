// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/mujoco/robotics/fetch.h"

#include <algorithm>
#include <stdexcept>
#include <vector>

#include "envpool/mujoco/robotics/numpy_sums.h"
#include "envpool/mujoco/robotics/setups.h"

namespace envpool::mujoco::robotics {
namespace {

constexpr int kWeldSize = 7;  // numbers that official envs set
constexpr int kSetupSteps = 10;
constexpr double kStepLength = 0.05;
constexpr double kLeastDistance = 0.1;  // of the object from the gripper
constexpr int kAttempts = 10'000'000;
constexpr Quaternion kRotation{1, 0, 1, 0};

}  // namespace

FetchRobot::FetchRobot(const FetchOptions& options, Robot* robot)
    : options_(options),
      robot_(robot),
      grip_(robot->Id(mjOBJ_SITE, "robot0:grip")) {
  const mjModel& model = robot->model();
  if (options.has_object) {
    object_ = robot->Id(mjOBJ_SITE, "object0");
    robot->RequireFree("object0:joint");
    object_position_ = robot->JointPosition("object0:joint");
  }
  if (robot->Has(mjOBJ_SITE, "target0")) {
    target_ = robot->Id(mjOBJ_SITE, "target0");
  }
  blocked_ = {robot->JointPosition("robot0:l_gripper_finger_joint"),
              robot->JointPosition("robot0:r_gripper_finger_joint")};
  const std::vector<int> joints = robot->RobotJoints();
  if (joints.size() < fingers_.size()) {
    throw std::invalid_argument(
        "xml_file: expected at least two joints whose names start with "
        "\"robot\", got fewer");
  }
  for (std::size_t i = 0; i < fingers_.size(); ++i) {
    const int joint = joints[joints.size() - fingers_.size() + i];
    fingers_[i] = {model.jnt_qposadr[joint], model.jnt_dofadr[joint]};
  }
  jacobian_.resize(3 * model.nv);
  FindWelds();
  const std::vector<double> key{static_cast<double>(options.frame_skip),
                                static_cast<double>(options.has_object),
                                options.extra_height,
                                options.slides[0],
                                options.slides[1],
                                options.slides[2],
                                options.object[0],
                                options.object[1],
                                options.object[2]};
  setup_ = SharedSetup<FetchSetup>(robot->file_model(), key,
                                   [this] { return MakeSetup(); });
}

// The robot's body gets the pose of the mocap body, without an offset.
void FetchRobot::FindWelds() {
  const mjModel& model = robot_->model();
  double* data = robot_->OwnArray(&mjModel::eq_data, mjNEQDATA * model.neq);
  for (int i = 0; i < model.neq; ++i) {
    if (model.eq_type[i] != mjEQ_WELD) {
      continue;
    }
    std::fill_n(data + mjNEQDATA * i, kWeldSize - 1, 0.0);
    data[mjNEQDATA * i + kWeldSize - 1] = 1;
    const int first = model.eq_obj1id[i];
    const int second = model.eq_obj2id[i];
    const bool is_first = model.body_mocapid[first] >= 0;
    const int mocap = model.body_mocapid[is_first ? first : second];
    if (mocap < 0) {
      throw std::invalid_argument(
          "xml_file: expected a mocap body in each weld, got one without");
    }
    welds_.push_back({mocap, is_first ? second : first});
  }
}

void FetchRobot::PlaceJoints() {
  *robot_->JointPosition("robot0:slide0") = options_.slides[0];
  *robot_->JointPosition("robot0:slide1") = options_.slides[1];
  *robot_->JointPosition("robot0:slide2") = options_.slides[2];
  if (options_.has_object) {
    std::copy(options_.object.begin(), options_.object.end(), object_position_);
    object_position_[3] = 1;
    std::fill_n(object_position_ + 4, 3, 0.0);
  }
}

FetchSetup FetchRobot::MakeSetup() {
  const mjModel& model = robot_->model();
  mjData& data = robot_->data();
  robot_->Reset();
  PlaceJoints();
  robot_->Forward();
  const Vector3 move{-0.498, 0.005, -0.431 + options_.extra_height};
  const int mocap = model.body_mocapid[robot_->Id(mjOBJ_BODY, "robot0:mocap")];
  if (mocap < 0) {
    throw std::invalid_argument(
        "xml_file: expected a mocap body robot0:mocap, got another body");
  }
  for (int i = 0; i < 3; ++i) {
    data.mocap_pos[3 * mocap + i] = move[i] + grip_site()[i];
  }
  std::copy(kRotation.begin(), kRotation.end(), data.mocap_quat + 4 * mocap);
  for (int i = 0; i < kSetupSteps; ++i) {
    robot_->Advance(options_.frame_skip);
  }
  FetchSetup setup{.positions = {data.qpos, data.qpos + model.nq},
                   .velocities = {data.qvel, data.qvel + model.nv},
                   .time = data.time,
                   .gripper = {grip_site()[0], grip_site()[1], grip_site()[2]},
                   .height = options_.has_object ? object_site()[2] : 0};
  robot_->Reset();
  return setup;
}

void FetchRobot::Reset(Generator* generator) {
  mjData& data = robot_->data();
  robot_->Reset();
  data.time = setup_->time;
  std::ranges::copy(setup_->positions, data.qpos);
  std::ranges::copy(setup_->velocities, data.qvel);
  if (options_.has_object) {
    const double range = options_.object_range;
    std::array<double, 2> place{setup_->gripper[0], setup_->gripper[1]};
    std::array<double, 2> away{};
    int attempts = 0;
    while (Norm(away.data(), 2) < kLeastDistance) {
      if (++attempts > kAttempts) {
        throw std::runtime_error(
            "obj_range: found no place for the object that is far enough from "
            "the gripper");
      }
      for (int i = 0; i < 2; ++i) {
        place[i] = setup_->gripper[i] + generator->Uniform(-range, range);
        away[i] = place[i] - setup_->gripper[i];
      }
    }
    std::ranges::copy(place, object_position_);
  }
  robot_->Forward();
}

Vector3 FetchRobot::SampleGoal(Generator* generator) const {
  const double range = options_.target_range;
  Vector3 goal{};
  for (int i = 0; i < 3; ++i) {
    goal[i] = setup_->gripper[i] + generator->Uniform(-range, range);
  }
  if (options_.has_object) {
    for (int i = 0; i < 3; ++i) {
      goal[i] += options_.target_offset[i];
    }
    goal[2] = setup_->height;
    if (options_.in_the_air && generator->Uniform(0, 1) < 0.5) {
      goal[2] += generator->Uniform(0, 0.45);
    }
  }
  return goal;
}

void FetchRobot::Act(const Controls& action) {
  const mjModel& model = robot_->model();
  mjData& data = robot_->data();
  const double gripper =
      options_.blocks_gripper ? 0 : ClipAction(action.values[3]);
  for (int i = 0; i < std::min<int>(2, model.nu); ++i) {
    if (model.actuator_biastype[i] == mjBIAS_NONE) {
      data.ctrl[i] = gripper;
    } else {
      const int joint = model.actuator_trnid[2 * i];
      data.ctrl[i] = data.qpos[model.jnt_qposadr[joint]] + gripper;
    }
  }
  for (const Weld& weld : welds_) {
    std::copy_n(data.xpos + 3 * weld.body, 3, data.mocap_pos + 3 * weld.mocap);
    std::copy_n(data.xquat + 4 * weld.body, 4,
                data.mocap_quat + 4 * weld.mocap);
  }
  for (int i = 0; i < 3; ++i) {
    const double value = ClipAction(action.values[i]);
    data.mocap_pos[i] += action.float32 ? static_cast<float>(value) *
                                              static_cast<float>(kStepLength)
                                        : value * kStepLength;
  }
  for (int i = 0; i < 4; ++i) {
    data.mocap_quat[i] += kRotation[i];
  }
}

void FetchRobot::AfterStep() {
  if (options_.blocks_gripper) {
    *blocked_[0] = 0;
    *blocked_[1] = 0;
    robot_->UpdatePlaces();
  }
}

void FetchRobot::SiteMotion(int site, bool is_angular, Vector3* out) {
  const mjModel& model = robot_->model();
  const mjData& data = robot_->data();
  mj_jacSite(&model, &data, is_angular ? nullptr : jacobian_.data(),
             is_angular ? jacobian_.data() : nullptr, site);
  ThreeRowsTimes(jacobian_.data(), static_cast<int>(model.nv), data.qvel,
                 out->data());
  const double duration = options_.frame_skip * model.opt.timestep;
  for (double& value : *out) {
    value *= duration;
  }
}

void FetchRobot::Observe(ObservationWriter* writer) {
  const mjData& data = robot_->data();
  const double duration = options_.frame_skip * robot_->model().opt.timestep;
  Vector3 grip_motion;
  SiteMotion(grip_, /*is_angular=*/false, &grip_motion);
  writer->Add(grip_site(), 3);
  if (options_.has_object) {
    writer->Add(object_site(), 3);
    for (int i = 0; i < 3; ++i) {
      writer->Add(object_site()[i] - grip_site()[i]);
    }
  }
  for (const Joint& finger : fingers_) {
    writer->Add(data.qpos[finger.position]);
  }
  if (options_.has_object) {
    Vector3 motion;
    writer->Add(MatrixToEuler(data.site_xmat + 9 * object_));
    SiteMotion(object_, /*is_angular=*/false, &motion);
    for (int i = 0; i < 3; ++i) {
      writer->Add(motion[i] - grip_motion[i]);
    }
    SiteMotion(object_, /*is_angular=*/true, &motion);
    writer->Add(motion);
  }
  writer->Add(grip_motion);
  for (const Joint& finger : fingers_) {
    writer->Add(data.qvel[finger.velocity] * duration);
  }
}

void FetchRobot::Show(const Vector3& goal) {
  robot_->Forward();
  if (target_ >= 0) {
    std::ranges::copy(goal, robot_->data().site_xpos + 3 * target_);
  }
}

}  // namespace envpool::mujoco::robotics
