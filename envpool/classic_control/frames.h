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

/// The frame shows positions up to `max_x`.
void DrawCartPole(double x, double theta, double pole_length, double max_x,
                  const Frame& frame);
/// The arrow's size is proportional to the torque.
void DrawPendulum(double theta, double torque, const Frame& frame);
void DrawMountainCar(double position, double goal, double left, double right,
                     const Frame& frame);
void DrawAcrobot(double theta1, double theta2, double length1, double length2,
                 const Frame& frame);

}  // namespace envpool::classic_control

#endif  // ENVPOOL_CLASSIC_CONTROL_FRAMES_H_
