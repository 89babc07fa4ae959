// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/binding/classes.h"

#include <pybind11/pybind11.h>

#include <array>
#include <cstring>
#include <exception>
#include <mutex>
#include <new>
#include <string>
#include <typeindex>
#include <unordered_map>
#include <utility>
#include <vector>

#include "envpool/core/binding/abi.h"
#include "envpool/core/binding/convert.h"
#include "envpool/core/binding/free_threading.h"
#include "envpool/core/binding/main_interpreter.h"
#include "envpool/core/binding/native_pool.h"
#include "envpool/core/binding/numpy_api.h"
#include "envpool/core/binding/pool_options.h"
#include "envpool/core/engine/options.h"

namespace envpool {
namespace {

namespace py = pybind11;

using Destroy = void (*)(void*);

/// The destructors of the classes' objects. Threads: any.
class DestroyerTable {
 public:
  void Set(std::type_index type, Destroy destroy) {
    const std::lock_guard lock(mutex_);
    destroyers_[type] = destroy;
  }
  Destroy Of(std::type_index type) {
    const std::lock_guard lock(mutex_);
    return destroyers_.at(type);
  }

 private:
  InterpreterMutex mutex_;
  std::unordered_map<std::type_index, Destroy> destroyers_;
};

DestroyerTable& Destroyers() {
  static auto* const destroyers = new DestroyerTable();
  return *destroyers;
}

py::object Stolen(PyRef ref) {
  return py::reinterpret_steal<py::object>(ref.release());
}

/// Returns the object that make() makes; turns PythonError into pybind11's
/// exception.
template <typename Make>
py::object Made(const Make& make) {
  try {
    return Stolen(make());
  } catch (const PythonError&) {
    throw py::error_already_set();
  }
}

// --- memory -----------------------------------------------------------------
// pybind11 keeps a std::unique_ptr<T> beside each object. These functions do
// not know T, so they read and write it as a pointer, which has the same
// layout.

void InitInstance(py::detail::instance* instance, const void* owner) {
  for (py::detail::value_and_holder& object :
       py::detail::values_and_holders(instance)) {
    if (object.type->init_instance != &InitInstance || !object ||
        object.holder_constructed()) {
      continue;
    }
    if (!object.instance_registered()) {
      py::detail::register_instance(instance, object.value_ptr(), object.type);
      object.set_instance_registered();
    }
    if (owner != nullptr) {  // a std::unique_ptr<T> to move from
      object.holder<void*>() = std::exchange(
          *static_cast<void**>(const_cast<void*>(owner)), nullptr);
      object.set_holder_constructed();
    } else if (instance->owned) {
      object.holder<void*>() = object.value_ptr();
      object.set_holder_constructed();
    }
  }
}

void Deallocate(py::detail::value_and_holder& object) {
  const py::error_scope error;  // destructors may call Python
  if (!object.holder_constructed()) {
    ::operator delete(object.value_ptr());
  } else {
    if (void* owned = object.holder<void*>(); owned != nullptr) {
      Destroyers().Of (*object.type->cpptype)(owned);
    }
    object.set_holder_constructed(false);
  }
  object.value_ptr() = nullptr;
}

// --- classes ----------------------------------------------------------------

/// Replaces py::class_ for a class that is given only as a table.
class Class : public py::detail::generic_type {
 public:
  Class(PyObject* module, const NativeClass& table,
        void* (*to_native_pool)(void*) = nullptr)
      : type_(*table.type) {
    py::detail::type_record record;
    record.scope = module;
    record.name = table.name;
    record.type = table.type;
    record.type_size = table.size;
    record.type_align = table.alignment;
    record.holder_size = sizeof(void*);
    record.holder_enum_v = py::detail::holder_enum_t::std_unique_ptr;
    record.operator_new = ZeroedMemory;
    record.init_instance = InitInstance;
    record.dealloc = Deallocate;
    if (to_native_pool != nullptr) {
      // Adds to a list of the base, while other threads import modules, too.
      const ObjectLock lock(
          py::detail::get_type_handle(typeid(NativePool), true).ptr());
      record.add_base(typeid(NativePool), to_native_pool);
    }
    Destroyers().Set(type_, table.destroy);
    initialize(record);
    Method("_pybind11_conduit_v1_", py::detail::cpp_conduit_method);
    attr("_state_keys") = List(*table.state_keys);
    attr("_action_keys") = List(*table.action_keys);
  }

  static py::object List(const std::vector<std::string>& keys) {
    return Made(
        [&] { return Convert<std::vector<std::string>>::ToPython(keys); });
  }

  template <typename Function, typename... Extra>
  void Method(const char* name, Function&& function, const Extra&... extra) {
    attr(name) =
        py::cpp_function(std::forward<Function>(function), py::name(name),
                         py::is_method(*this), extra...);
  }

  /// `construct(value_and_holder, arguments...)` sets the value's pointer.
  template <typename Function, typename... Extra>
  void Init(Function&& construct, const Extra&... extra) {
    Method("__init__", std::forward<Function>(construct),
           py::detail::is_new_style_constructor(), extra...);
  }

  /// `get(self, object)` takes the Python object and the C++ object's pointer.
  template <typename Get>
  void Property(const char* name, Get get) {
    const py::cpp_function getter(
        [get = std::move(get), &type = type_](const py::object& self) {
          return get(self, Pointer(self, type));
        },
        py::is_method(*this));
    def_property_static_impl(name, getter, {}, nullptr);
  }

  /// The C++ object inside a Python object.
  static void* Pointer(py::handle object, const std::type_info& type) {
    py::detail::type_caster_generic caster(type);
    if (!caster.load(object, false)) {
      const py::handle expected = py::detail::get_type_handle(type, true);
      throw py::type_error(
          "expected " + py::str(expected.attr("__name__")).cast<std::string>() +
          ", got " + Py_TYPE(object.ptr())->tp_name);
    }
    return caster.value;
  }

 private:
  const std::type_info& type_;
};

std::string Name(const std::type_info& type) {
  std::string name = type.name();
  py::detail::clean_type_id(name);
  return name;
}

}  // namespace

void* ZeroedMemory(std::size_t size) {
  return std::memset(::operator new(size), 0, size);
}

void BindSpecClass(PyObject* module, const SpecClass& table) {
  Class spec(module, table.base);
  spec.attr("_config_keys") = Class::List(*table.config_keys);
  spec.attr("_default_config_values") = py::handle(table.defaults.get());
  spec.Init([make = table.make](py::detail::value_and_holder& self,
                                const py::object& values) {
    self.value_ptr() = make(values.ptr());
  });
  const std::array<std::pair<const char*, PyRef (*)(const void*)>, 4> getters =
      {{{"_config_values", table.config_values},
        {"_state_spec", table.state_spec},
        {"_action_spec", table.action_spec},
        {"_reset_options", table.reset_options}}};
  for (const auto& [name, get] : getters) {
    spec.Property(name, [get = get](const py::object&, const void* object) {
      return Made([&] { return get(object); });
    });
  }
  spec.Property(
      "_state_fingerprint",
      [get = table.state_fingerprint](const py::object&, const void* object) {
        return py::bytes(get(object));
      });
}

void BindPoolClass(PyObject* module, const PoolClass& table) {
  Class pool(module, table.base, table.to_native_pool);
  pool.Init(
      [make = table.make, type = table.spec_type](
          py::detail::value_and_holder& self, const py::object& spec,
          const py::dict& options) {
        const void* native = Class::Pointer(spec, *type);
        self.value_ptr() = make(native, ParseOptions(options));
      },
      py::arg("spec"), py::arg("options") = py::dict());
  pool.Property("_spec", [get = table.spec, type = table.spec_type](
                             const py::object& self, const void* object) {
    const py::handle spec = py::detail::type_caster_generic::cast(
        get(object), py::return_value_policy::reference_internal, self,
        py::detail::get_type_info(*type), nullptr, nullptr);
    if (!spec) {
      throw py::error_already_set();
    }
    return py::reinterpret_steal<py::object>(spec);
  });
  pool.Method("_xla", [](const py::object& /*self*/) { RefuseXla(); });
}

void RequireCore(std::uint64_t abi_tag) {
  py::module_::import("envpool.core._core");
  CheckAbi(abi_tag);
}

PyRef NumpyDType(DType dtype) {
  return PyRef::Steal(
      reinterpret_cast<PyObject*>(PyArray_DescrFromType(NumpyType(dtype))));
}

void RefuseConfigType(const std::string& spec, const std::string& key,
                      const std::type_info& type) {
  PyErr_Clear();
  throw py::import_error(
      spec + ": config key '" + key +
      "': expected a type that pybind11 converts, such as int, double, "
      "std::string or a vector of them, got " +
      Name(type) + ", which no py::class_ has bound before");
}

void RefuseValue(const std::string& key, const std::type_info& type,
                 PyObject* object) {
  throw py::type_error("'" + key + "': expected a value for " + Name(type) +
                       ", got " + py::repr(object).cast<std::string>());
}

void RefuseXla() {
  throw Error(ErrorKind::kNotSupported,
              "_xla: call xla() of a pool that envpool.make returns");
}

PyRef ConfigSequence(PyObject* values, std::size_t size) {
  PyRef items = ReadSequence(values, true);
  if (!items ||
      static_cast<std::size_t>(PyTuple_GET_SIZE(items.get())) != size) {
    throw py::type_error("values: expected a sequence of " +
                         std::to_string(size) + " config values, got " +
                         py::repr(values).cast<std::string>());
  }
  return items;
}

// --- modules without pybind11 -----------------------------------------------

PyObject* MakeModule(const char* name, int (*execute)(PyObject*)) noexcept {
  if (!RequireMainInterpreter(name)) {
    return nullptr;
  }
  // Live as long as the process, like the module's code.
  auto* const slots = new (std::nothrow) std::array<PyModuleDef_Slot, 4>();
  auto* const definition = new (std::nothrow) PyModuleDef();
  if (slots == nullptr || definition == nullptr) {
    return PyErr_NoMemory();
  }
  (*slots)[0] = {Py_mod_exec, reinterpret_cast<void*>(execute)};
#ifdef Py_mod_multiple_interpreters
  (*slots)[1] = {Py_mod_multiple_interpreters,
                 Py_MOD_MULTIPLE_INTERPRETERS_NOT_SUPPORTED};
#endif
#ifdef Py_GIL_DISABLED
  (*slots)[2] = {Py_mod_gil, Py_MOD_GIL_NOT_USED};
#endif
  definition->m_base = PyModuleDef_HEAD_INIT;
  definition->m_name = name;
  definition->m_slots = slots->data();
  return PyModuleDef_Init(definition);
}

int FillModule(PyObject* module, void (*fill)(ModuleHandle)) noexcept {
  try {
    try {
      fill(ModuleHandle(module));
      return 0;
    } catch (const PythonError&) {
      throw py::error_already_set();
    }
  } catch (py::error_already_set& error) {
    py::raise_from(error, PyExc_ImportError, "initialization failed");
  } catch (const std::exception& error) {
    PyErr_SetString(PyExc_ImportError, error.what());
  } catch (...) {
    PyErr_SetString(PyExc_ImportError, "initialization failed");
  }
  return -1;
}

}  // namespace envpool
