// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Frames of the envs: the scenes of Gymnasium 1.2.3, drawn with smooth edges
// and at any size. If the state is NaN, only the scenery is drawn.
//
// Threads: any. Errors: none.

#ifndef ENVPOOL_CLASSIC_CONTROL_FRAMES_H_
#define ENVPOOL_CLASSIC_CONTROL_FRAMES_H_

#include "envpool/core/batch_env.h"

namespace envpool::classic_control {

void DrawCartPole(double x, double theta, const Frame& frame);
/// The arrow's size is proportional to the torque, which is in [-2, 2].
void DrawPendulum(double theta, double torque, const Frame& frame);
void DrawMountainCar(double position, double goal, const Frame& frame);
void DrawAcrobot(double theta1, double theta2, const Frame& frame);

}  // namespace envpool::classic_control

#endif  // ENVPOOL_CLASSIC_CONTROL_FRAMES_H_
