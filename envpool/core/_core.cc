// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include <pybind11/pybind11.h>

#include "envpool/core/binding/module.h"

PYBIND11_MODULE(_core, m) { envpool::BindCore(m); }
