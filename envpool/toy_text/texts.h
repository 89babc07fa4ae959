// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// The texts of `render_mode="ansi"`, equal to Gymnasium 1.2.3's.
//
// Threads: any. Errors: none.

#ifndef ENVPOOL_TOY_TEXT_TEXTS_H_
#define ENVPOOL_TOY_TEXT_TEXTS_H_

#include <string>

#include "envpool/toy_text/lake_map.h"

namespace envpool::toy_text {

/// In all functions, `action` is kNoAction before the first step.
std::string LakeText(const LakeMap& map, int cell, int action);
std::string CliffText(int cell);
std::string TaxiText(int state, int action);

}  // namespace envpool::toy_text

#endif  // ENVPOOL_TOY_TEXT_TEXTS_H_
