// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/binding/main_interpreter.h"
#include "envpool/core/binding/module.h"

PYBIND11_MODULE(_core, m) { envpool::BindCore(m); }
