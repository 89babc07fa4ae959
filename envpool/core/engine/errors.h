// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Error: the one exception that the engine and the binding throw. Its kind
// selects the Python class (envpool/python/errors.py) that the caller sees.

#ifndef ENVPOOL_CORE_ENGINE_ERRORS_H_
#define ENVPOOL_CORE_ENGINE_ERRORS_H_

#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "envpool/core/export.h"

namespace envpool {

enum class ErrorKind {
  kArgument,
  kArgumentType,
  kEnvId,
  kProtocol,
  kClosed,
  kForked,
  kEnvStep,
  kEnvCreation,
  kTimeout,
  kNotSupported,
};

class ENVPOOL_EXPORT Error : public std::runtime_error {
 public:
  Error(ErrorKind kind_in, const std::string& text)
      : std::runtime_error(text), kind(kind_in) {}
  Error(ErrorKind kind_in, const std::string& text, std::vector<int> ids)
      : std::runtime_error(text), kind(kind_in), env_ids(std::move(ids)) {}
  Error(const Error&) = default;
  Error& operator=(const Error&) = default;
  ~Error() override;  // in errors.cc, so that all modules share one type_info

  ErrorKind kind;
  std::vector<int> env_ids;  // the envs concerned, if any
};

/// E.g. "0.5 s".
ENVPOOL_EXPORT std::string InSeconds(double seconds);

}  // namespace envpool

#endif  // ENVPOOL_CORE_ENGINE_ERRORS_H_
