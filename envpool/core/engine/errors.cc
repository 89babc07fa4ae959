// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/engine/errors.h"

#include <sstream>
#include <string>

namespace envpool {

Error::~Error() = default;

std::string InSeconds(double seconds) {
  std::ostringstream text;
  text << seconds << " s";
  return text.str();
}

}  // namespace envpool
