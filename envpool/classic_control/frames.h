// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// What the envs look like: the scenes of Gymnasium 1.2.3, drawn with smooth
// edges and in any size. A state that is not a number shows the scenery only.
//
// Threads: any. Errors: none.

#ifndef ENVPOOL_CLASSIC_CONTROL_FRAMES_H_
#define ENVPOOL_CLASSIC_CONTROL_FRAMES_H_

#include "envpool/core/batch_env.h"

namespace envpool::classic_control {

void DrawCartPole(double x, double theta, const Frame& frame);
/// The arrow is as long as the torque, in [-2, 2], is strong.
void DrawPendulum(double theta, double torque, const Frame& frame);
void DrawMountainCar(double position, double goal, const Frame& frame);
void DrawAcrobot(double theta1, double theta2, const Frame& frame);

}  // namespace envpool::classic_control

#endif  // ENVPOOL_CLASSIC_CONTROL_FRAMES_H_
