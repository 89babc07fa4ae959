// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// The parts of the module, compiled separately because pools compile slowly.

#ifndef ENVPOOL_HIGHWAY_MODULE_H_
#define ENVPOOL_HIGHWAY_MODULE_H_

#include <pybind11/pybind11.h>

namespace envpool::highway {

void RegisterHighway(const pybind11::module_& m);
void RegisterHighwayContinuous(const pybind11::module_& m);

}  // namespace envpool::highway

#endif  // ENVPOOL_HIGHWAY_MODULE_H_
