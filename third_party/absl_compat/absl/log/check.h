// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Env headers include <absl/log/check.h> for CHECK and DCHECK. Without Abseil
// they get the macros of envpool/core/logging.h, which throw on failure.

#ifndef THIRD_PARTY_ABSL_COMPAT_ABSL_LOG_CHECK_H_
#define THIRD_PARTY_ABSL_COMPAT_ABSL_LOG_CHECK_H_

#include "envpool/core/logging.h"

#endif  // THIRD_PARTY_ABSL_COMPAT_ABSL_LOG_CHECK_H_
