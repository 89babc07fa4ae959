// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// The parts of the module, compiled separately because pools compile slowly.

#ifndef ENVPOOL_BOX2D_MODULE_H_
#define ENVPOOL_BOX2D_MODULE_H_

#include <pybind11/pybind11.h>

namespace envpool::box2d {

void RegisterBipedalWalker(const pybind11::module_& m);
void RegisterCarRacing(const pybind11::module_& m);
void RegisterCarRacingDiscrete(const pybind11::module_& m);
void RegisterLunarLander(const pybind11::module_& m);
void RegisterLunarLanderContinuous(const pybind11::module_& m);

}  // namespace envpool::box2d

#endif  // ENVPOOL_BOX2D_MODULE_H_
