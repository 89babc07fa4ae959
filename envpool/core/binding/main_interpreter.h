// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// PYBIND11_MODULE for modules that only the main interpreter can import:
// importing one in a subinterpreter raises ImportError. Importing it in
// free-threaded CPython leaves the GIL off, unless the module is declared with
// py::mod_gil_used().

#ifndef ENVPOOL_CORE_BINDING_MAIN_INTERPRETER_H_
#define ENVPOOL_CORE_BINDING_MAIN_INTERPRETER_H_

#include <pybind11/pybind11.h>

namespace envpool {

/// Whether this is the main interpreter; if not, ImportError is set.
inline bool RequireMainInterpreter(const char* module) {
  if (PyInterpreterState_Get() == PyInterpreterState_Main()) {
    return true;
  }
  PyErr_Format(PyExc_ImportError,
               "%s: expected the main interpreter, got a subinterpreter; "
               "import envpool in a process of its own",
               module);
  return false;
}

/// The option of a module about the GIL, by default that it needs none.
inline pybind11::mod_gil_not_used GilOption() { return {}; }
template <typename... Others>
pybind11::mod_gil_not_used GilOption(pybind11::mod_gil_not_used given,
                                     const Others&... /*others*/) {
  return given;
}
template <typename First, typename... Others>
pybind11::mod_gil_not_used GilOption(const First& /*first*/,
                                     const Others&... others) {
  return GilOption(others...);
}

}  // namespace envpool

// pybind11's own PyInit function takes the GIL of the main interpreter first.
// In a subinterpreter of Python 3.11, that call would never return.
#undef PYBIND11_MODULE
#define PYBIND11_MODULE(name, ...) ENVPOOL_MAIN_MODULE(name, __VA_ARGS__)
#define ENVPOOL_MAIN_MODULE(name, variable, ...)                              \
  PYBIND11_MODULE_PYINIT(name##_of_main,                                      \
                         envpool::GilOption(__VA_ARGS__), ##__VA_ARGS__)      \
  PYBIND11_PLUGIN_IMPL(name) {                                                \
    return envpool::RequireMainInterpreter(#name) ? PyInit_##name##_of_main() \
                                                  : nullptr;                  \
  }                                                                           \
  PYBIND11_MODULE_EXEC(name##_of_main, variable)

#endif  // ENVPOOL_CORE_BINDING_MAIN_INTERPRETER_H_
