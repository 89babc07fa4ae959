// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef ENVPOOL_BOX2D_REWARD_TEXT_H_
#define ENVPOOL_BOX2D_REWARD_TEXT_H_

#include "envpool/box2d/cell_canvas.h"
#include "envpool/box2d/raster.h"

namespace envpool::box2d {

// Writes "%04i" % reward at the lower left of CarRacing's picture, as pygame
// renders it in its default font: GNU FreeFont's FreeSans Bold.
void DrawRewardText(Raster* raster, double reward);
void DrawRewardText(GreyPicture* picture, double reward);

}  // namespace envpool::box2d

#endif  // ENVPOOL_BOX2D_REWARD_TEXT_H_
