// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// The official picture of a road: grey ground, white lines, obstacles and
// vehicles, around the first agent.
//
// Threads: pure functions. Errors: none.

#ifndef ENVPOOL_HIGHWAY_SCENE_H_
#define ENVPOOL_HIGHWAY_SCENE_H_

#include "envpool/highway/picture.h"
#include "envpool/highway/road.h"

namespace envpool::highway {

struct CameraOptions {
  int screen_width;
  int screen_height;
  double scaling;  // pixels per metre
  Vec centering;   // the agent's place, as a part of the screen
};

/// Draws a road around a place.
void DrawScene(const Road& road, Vec place, const CameraOptions& options,
               Picture* picture);

}  // namespace envpool::highway

#endif  // ENVPOOL_HIGHWAY_SCENE_H_
