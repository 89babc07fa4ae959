// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/engine/options_scope.h"

namespace envpool {
namespace {

thread_local constinit const OptionsScope* innermost = nullptr;

}  // namespace

OptionsScope::OptionsScope(const EngineOptions& options)
    : options_(options), outer_(innermost) {
  innermost = this;
}

OptionsScope::~OptionsScope() { innermost = outer_; }

EngineOptions OptionsScope::Current() {
  return innermost == nullptr ? EngineOptions() : innermost->options_;
}

}  // namespace envpool
