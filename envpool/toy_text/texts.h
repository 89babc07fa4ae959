// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// What `render_mode="ansi"` returns: the texts of Gymnasium 1.2.3.
//
// Threads: any. Errors: none.

#ifndef ENVPOOL_TOY_TEXT_TEXTS_H_
#define ENVPOOL_TOY_TEXT_TEXTS_H_

#include <string>

#include "envpool/toy_text/lake_map.h"

namespace envpool::toy_text {

/// `action` is kNoAction before the first step; likewise below.
std::string LakeText(const LakeMap& map, int cell, int action);
std::string CliffText(int cell);
std::string TaxiText(int state, int action);

}  // namespace envpool::toy_text

#endif  // ENVPOOL_TOY_TEXT_TEXTS_H_
