// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include <signal.h>
#include <unistd.h>

#include <chrono>
#include <thread>

#include "envpool/core/py_envpool.h"
#include "envpool/testing/dummy_env.h"
#include "envpool/testing/fault_env.h"
#include "envpool/testing/gate.h"

namespace testing = envpool::testing;

using FaultEnvSpec = PyEnvSpec<testing::FaultEnvSpec>;
using FaultEnvPool = PyEnvPool<testing::FaultEnvPool>;
using DummyEnvSpec = PyEnvSpec<testing::DummyEnvSpec>;
using DummyEnvPool = PyEnvPool<testing::DummyEnvPool>;

namespace {

/// Waits for an env to arrive at a gate, sends a signal to the process, and
/// opens the gate if `opens`. Does not use Python, as Python may be blocked.
class SignalSender {
 public:
  SignalSender(int gate, int signal, bool opens)
      : thread_([this, gate, signal, opens] {
          testing::GateAt(gate).AwaitArrivals(1);
          sent_ = std::chrono::steady_clock::now();
          kill(getpid(), signal);
          if (opens) {
            testing::GateAt(gate).Open();
          }
        }) {}
  ~SignalSender() { Join(); }

  /// Returns when the signal was sent, in seconds of Python's time.monotonic().
  double Join() {
    if (thread_.joinable()) {
      thread_.join();
    }
    return std::chrono::duration<double>(sent_.time_since_epoch()).count();
  }

 private:
  std::chrono::steady_clock::time_point sent_;
  std::thread thread_;
};

}  // namespace

PYBIND11_MODULE(fault_envpool, m) {
  REGISTER(m, FaultEnvSpec, FaultEnvPool)
  REGISTER(m, DummyEnvSpec, DummyEnvPool)

  m.def("open_gate", [](int gate) { testing::GateAt(gate).Open(); });
  m.def("close_gate", [](int gate) { testing::GateAt(gate).Close(); });
  m.def("arrived", [](int gate) { return testing::GateAt(gate).arrived(); });
  m.def("alive", [] { return testing::FaultEnvStats::alive.load(); });
  m.def("collisions", [] { return testing::FaultEnvStats::collisions.load(); });
  py::class_<SignalSender>(m, "SignalSender")
      .def(py::init<int, int, bool>(), py::arg("gate"), py::arg("signal"),
           py::arg("opens"))
      .def("join", &SignalSender::Join,
           py::call_guard<py::gil_scoped_release>());
}
