// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/py_envpool.h"
#include "envpool/testing/dummy_env.h"
#include "envpool/testing/fault_env.h"
#include "envpool/testing/gate.h"

namespace testing = envpool::testing;

using FaultEnvSpec = PyEnvSpec<testing::FaultEnvSpec>;
using FaultEnvPool = PyEnvPool<testing::FaultEnvPool>;
using DummyEnvSpec = PyEnvSpec<testing::DummyEnvSpec>;
using DummyEnvPool = PyEnvPool<testing::DummyEnvPool>;

PYBIND11_MODULE(fault_envpool, m) {
  REGISTER(m, FaultEnvSpec, FaultEnvPool)
  REGISTER(m, DummyEnvSpec, DummyEnvPool)

  m.def("open_gate", [](int gate) { testing::GateAt(gate).Open(); });
  m.def("close_gate", [](int gate) { testing::GateAt(gate).Close(); });
  m.def(
      "await_arrivals",
      [](int gate, int count) { testing::GateAt(gate).AwaitArrivals(count); },
      py::call_guard<py::gil_scoped_release>());
  m.def("alive", [] { return testing::FaultEnvStats::alive.load(); });
  m.def("collisions", [] { return testing::FaultEnvStats::collisions.load(); });
}
