// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/async_envpool.h"
#include "envpool/core/py_envpool.h"
#include "envpool/mujoco/gym/ant.h"
#include "envpool/mujoco/gym/half_cheetah.h"
#include "envpool/mujoco/gym/hopper.h"
#include "envpool/mujoco/gym/humanoid.h"
#include "envpool/mujoco/gym/humanoid_standup.h"
#include "envpool/mujoco/gym/inverted_double_pendulum.h"
#include "envpool/mujoco/gym/inverted_pendulum.h"
#include "envpool/mujoco/gym/pusher.h"
#include "envpool/mujoco/gym/reacher.h"
#include "envpool/mujoco/gym/swimmer.h"
#include "envpool/mujoco/gym/walker2d.h"

#define ENVPOOL_TASK(name)                                                   \
  using name##EnvSpec =                                                      \
      PyEnvSpec<EnvSpec<envpool::mujoco::GymEnvFns<envpool::mujoco::name>>>; \
  using name##EnvPool =                                                      \
      PyEnvPool<AsyncEnvPool<envpool::mujoco::GymEnv<envpool::mujoco::name>>>;

namespace {

ENVPOOL_TASK(Ant)
ENVPOOL_TASK(HalfCheetah)
ENVPOOL_TASK(Hopper)
ENVPOOL_TASK(Humanoid)
ENVPOOL_TASK(HumanoidStandup)
ENVPOOL_TASK(InvertedDoublePendulum)
ENVPOOL_TASK(InvertedPendulum)
ENVPOOL_TASK(Pusher)
ENVPOOL_TASK(Reacher)
ENVPOOL_TASK(Swimmer)
ENVPOOL_TASK(Walker2d)

}  // namespace

PYBIND11_MODULE(gym_envpool, m) {
  REGISTER(m, AntEnvSpec, AntEnvPool)
  REGISTER(m, HalfCheetahEnvSpec, HalfCheetahEnvPool)
  REGISTER(m, HopperEnvSpec, HopperEnvPool)
  REGISTER(m, HumanoidEnvSpec, HumanoidEnvPool)
  REGISTER(m, HumanoidStandupEnvSpec, HumanoidStandupEnvPool)
  REGISTER(m, InvertedDoublePendulumEnvSpec, InvertedDoublePendulumEnvPool)
  REGISTER(m, InvertedPendulumEnvSpec, InvertedPendulumEnvPool)
  REGISTER(m, PusherEnvSpec, PusherEnvPool)
  REGISTER(m, ReacherEnvSpec, ReacherEnvPool)
  REGISTER(m, SwimmerEnvSpec, SwimmerEnvPool)
  REGISTER(m, Walker2dEnvSpec, Walker2dEnvPool)
}
