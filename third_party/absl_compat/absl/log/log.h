// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Env headers include <absl/log/log.h> for LOG and DLOG. Without Abseil they
// get the macros of envpool/core/logging.h; LOG(FATAL) throws.

#ifndef THIRD_PARTY_ABSL_COMPAT_ABSL_LOG_LOG_H_
#define THIRD_PARTY_ABSL_COMPAT_ABSL_LOG_LOG_H_

#include "envpool/core/logging.h"

#endif  // THIRD_PARTY_ABSL_COMPAT_ABSL_LOG_LOG_H_
