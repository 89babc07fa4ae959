// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// The parts of the module, compiled separately because pools compile slowly.

#ifndef ENVPOOL_PLANNING_MODULE_H_
#define ENVPOOL_PLANNING_MODULE_H_

#include <pybind11/pybind11.h>

namespace envpool::planning {

void RegisterGames(const pybind11::module_& m);
void RegisterGraphs(const pybind11::module_& m);
void RegisterLogic(const pybind11::module_& m);
void RegisterMazes(const pybind11::module_& m);
void RegisterPacking(const pybind11::module_& m);
void RegisterPlans(const pybind11::module_& m);
void RegisterPuzzles(const pybind11::module_& m);
void RegisterRoutes(const pybind11::module_& m);
void RegisterTeams(const pybind11::module_& m);

}  // namespace envpool::planning

#endif  // ENVPOOL_PLANNING_MODULE_H_
