// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/rollout/policy.h"

#include <vector>

namespace envpool {

Policy::~Policy() = default;

std::vector<int> Policy::Reads() const { return {}; }

int Policy::RowsTogether() const { return 1; }

}  // namespace envpool
