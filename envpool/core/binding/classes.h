// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// BindSpecClass and BindPoolClass: make the Python classes of a family's specs
// and pools from tables of functions, so that only libenvpool_core.so compiles
// pybind11. To pybind11, these classes look as if bound by py::class_.
//
// Threads: with the GIL. Errors: std::exceptions, which the init function of a
// module made with pybind11 expects; FillModule sets the Python error instead.

#ifndef ENVPOOL_CORE_BINDING_CLASSES_H_
#define ENVPOOL_CORE_BINDING_CLASSES_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <typeinfo>
#include <vector>

#include "envpool/core/binding/py_ref.h"
#include "envpool/core/engine/options.h"
#include "envpool/core/export.h"

namespace envpool {

enum class DType : std::uint8_t;

/// A C++ class for Python: its name, and how its memory is made and freed.
struct NativeClass {
  const char* name;
  const std::type_info* type;
  std::size_t size;
  std::size_t alignment;
  void (*destroy)(void* object);
  const std::vector<std::string>* state_keys;
  const std::vector<std::string>* action_keys;
};

/// The functions take a pointer to an object of the class. Its memory may be
/// zeroed instead of constructed.
struct SpecClass {
  NativeClass base;
  const std::vector<std::string>* config_keys;
  PyRef defaults;
  void* (*make)(PyObject* values);
  PyRef (*config_values)(const void* spec);
  PyRef (*state_spec)(const void* spec);
  PyRef (*action_spec)(const void* spec);
  PyRef (*reset_options)(const void* spec);
  std::string (*state_fingerprint)(const void* spec);
};

struct PoolClass {
  NativeClass base;
  const std::type_info* spec_type;
  void* (*make)(const void* spec, const EngineOptions& options);
  void* (*to_native_pool)(void* pool);
  const void* (*spec)(const void* pool);
};

/// Like ::operator new, but zeroed: pybind11 returns an object even if its
/// __init__ never runs.
ENVPOOL_EXPORT void* ZeroedMemory(std::size_t size);

ENVPOOL_EXPORT void BindSpecClass(PyObject* module, const SpecClass& table);
ENVPOOL_EXPORT void BindPoolClass(PyObject* module, const PoolClass& table);

/// Loads envpool.core._core, and raises ImportError if the module was compiled
/// against other headers.
ENVPOOL_EXPORT void RequireCore(std::uint64_t abi_tag);

/// NumPy's object for a dtype.
ENVPOOL_EXPORT PyRef NumpyDType(DType dtype);

/// Throws for a config value without a conversion to Python.
[[noreturn]] ENVPOOL_EXPORT void RefuseConfigType(const std::string& spec,
                                                  const std::string& key,
                                                  const std::type_info& type);
/// Throws the error for `_xla` of a pool that was bound without pybind11.
[[noreturn]] ENVPOOL_EXPORT void RefuseXla();
/// Throws TypeError for an object that does not convert to the type of a config
/// value or of an option of reset.
[[noreturn]] ENVPOOL_EXPORT void RefuseValue(const std::string& key,
                                             const std::type_info& type,
                                             PyObject* object);
/// Throws TypeError unless `values` is a sequence of this length.
ENVPOOL_EXPORT PyRef ConfigSequence(PyObject* values, std::size_t size);

// --- modules without pybind11 -----------------------------------------------

/// The module variable of PYBIND11_MODULE, in a module without pybind11.
class ModuleHandle {
 public:
  explicit ModuleHandle(PyObject* module) : module_(module) {}
  [[nodiscard]] PyObject* ptr() const { return module_; }

 private:
  PyObject* module_;
};

/// The result of a module's init function; null with a Python error set.
ENVPOOL_EXPORT PyObject* MakeModule(const char* name,
                                    int (*execute)(PyObject*)) noexcept;
/// Executes a module's block. Returns 0, or -1 with ImportError set.
ENVPOOL_EXPORT int FillModule(PyObject* module,
                              void (*fill)(ModuleHandle)) noexcept;

}  // namespace envpool

#endif  // ENVPOOL_CORE_BINDING_CLASSES_H_
