// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include <glog/logging.h>
// core/logging.h defines macros of these names.
#undef CHECK
#undef CHECK_EQ
#undef CHECK_NE
#undef CHECK_LT
#undef CHECK_LE
#undef CHECK_GT
#undef CHECK_GE
#undef DCHECK
#undef DCHECK_EQ
#undef DCHECK_NE
#undef DCHECK_LT
#undef DCHECK_LE
#undef DCHECK_GT
#undef DCHECK_GE
#undef LOG
#undef DLOG

#include <atomic>
#include <mutex>
#include <string>

#include "envpool/core/engine/diagnostics.h"
#include "envpool/core/logging.h"

namespace envpool {
namespace {

constexpr int kSilent = static_cast<int>(Severity::kFatal) + 1;
std::atomic<int> threshold{kSilent};

}  // namespace

void SetLogThreshold(int severity) {
  static std::once_flag initialised;
  if (severity < kSilent) {
    std::call_once(initialised, [] {
      FLAGS_logtostderr = true;
      if (!google::IsGoogleLoggingInitialized()) {
        google::InitGoogleLogging("envpool");
      }
    });
  }
  threshold.store(severity);
}

void Log(Severity severity, const char* file, int line,
         const std::string& text) {
  if (static_cast<int>(severity) >= threshold.load()) {
    google::LogMessage(file, line, static_cast<int>(severity)).stream() << text;
  }
}

}  // namespace envpool
