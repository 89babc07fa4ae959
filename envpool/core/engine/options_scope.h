// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// OptionsScope: passes options to pools that take only a spec in their
// constructor, such as classes written for EnvPool 1.x.
//
// Threads: a scope applies to pools that its own thread constructs. Scopes
// nest.

#ifndef ENVPOOL_CORE_ENGINE_OPTIONS_SCOPE_H_
#define ENVPOOL_CORE_ENGINE_OPTIONS_SCOPE_H_

#include "envpool/core/engine/options.h"
#include "envpool/core/export.h"

namespace envpool {

class ENVPOOL_EXPORT OptionsScope {
 public:
  explicit OptionsScope(const EngineOptions& options);
  ~OptionsScope();
  OptionsScope(const OptionsScope&) = delete;
  OptionsScope& operator=(const OptionsScope&) = delete;

  /// The options of the innermost scope, or the defaults if there is none.
  static EngineOptions Current();

 private:
  const EngineOptions options_;
  const OptionsScope* const outer_;
};

}  // namespace envpool

#endif  // ENVPOOL_CORE_ENGINE_OPTIONS_SCOPE_H_
