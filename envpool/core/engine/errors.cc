// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/engine/errors.h"

namespace envpool {

Error::~Error() = default;

}  // namespace envpool
