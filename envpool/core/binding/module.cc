// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// envpool.core._core: NativePool for Python, and the translation of exceptions
// for every family module.

#include "envpool/core/binding/module.h"

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <cstdint>
#include <exception>
#include <memory>
#include <string>
#include <type_traits>
#include <typeinfo>
#include <utility>
#include <vector>

#include "envpool/core/binding/bind_actions.h"
#include "envpool/core/binding/bind_params.h"
#include "envpool/core/binding/bind_transforms.h"
#include "envpool/core/binding/classes.h"
#include "envpool/core/binding/locked_class.h"
#include "envpool/core/binding/native_pool.h"
#include "envpool/core/binding/outputs.h"
#include "envpool/core/binding/pool_methods.h"
#include "envpool/core/binding/pool_options.h"
#include "envpool/core/binding/rollout/bind_data_sets.h"
#include "envpool/core/binding/rollout/bind_rollout.h"
#include "envpool/core/binding/translate.h"
#include "envpool/core/engine/schedule/topology.h"
#include "envpool/core/env_spec.h"
#include "envpool/core/isa.h"
#include "envpool/core/platform/cpus.h"
#include "envpool/core/run_meter.h"

namespace py = pybind11;

namespace envpool {
namespace {

py::object ToObject(PyRef ref) {
  return py::reinterpret_steal<py::object>(ref.release());
}

py::list ToList(std::vector<PyRef> refs) {
  py::list list;
  for (PyRef& ref : refs) {
    list.append(ToObject(std::move(ref)));
  }
  return list;
}

py::list ToBytes(const std::vector<std::string>& texts) {
  py::list list;
  for (const std::string& text : texts) {
    list.append(py::bytes(text));
  }
  return list;
}

/// The minimum and maximum of each common config key that is an integer.
py::dict ConfigRanges() {
  py::dict ranges;
  common_keys.Apply([&ranges]<typename T>(auto key, const CommonKey<T>& row) {
    if constexpr (std::is_same_v<T, int>) {
      ranges[key.Str().c_str()] = py::make_tuple(row.min, row.max);
    }
  });
  return ranges;
}

double TimeoutOf(const py::object& timeout) {
  return timeout.is_none() ? -1 : timeout.cast<double>();
}

void Translate(std::exception_ptr error) {
  try {
    if (error) {
      std::rethrow_exception(error);
    }
  } catch (const PythonError&) {
    // Already set.
  } catch (const Error& e) {
    SetPythonError(e);
  }
}

void BindRawLayer(PoolBinding* pool) {
  pool->def("_send",
            [](NativePool& self, const py::object& arrays) {
              self.SendColumns(arrays.ptr());
            })
      .def(
          "_read_action",
          [](NativePool& self, const py::object& action,
             const py::object& env_id) {
            return ToList(self.ReadAction(action.ptr(), env_id.ptr()));
          },
          py::arg("action"), py::arg("env_id") = py::none())
      .def("_check_action_shape", &NativePool::CheckActionShape)
      .def(
          "_recv",
          [](NativePool& self, const py::object& timeout) {
            return ToList(self.RecvColumns(TimeoutOf(timeout)));
          },
          py::arg("timeout") = py::none())
      .def("_reset", [](NativePool& self,
                        const py::object& ids) { self.ResetIds(ids.ptr()); })
      .def(
          "_reset_seeded",
          [](NativePool& self, const py::object& ids, const py::object& seeds,
             bool drain, const py::object& given, const py::object& options) {
            self.ResetSeeded(ids.ptr(), seeds.ptr(), drain, given.ptr(),
                             options.ptr());
          },
          py::arg("ids"), py::arg("seeds"), py::arg("drain"),
          py::arg("given") = py::none(), py::arg("options") = py::none())
      .def("_reseed",
           [](NativePool& self, const py::object& ids,
              const py::object& seeds) { self.Reseed(ids.ptr(), seeds.ptr()); })
      .def("_last_columns",
           [](NativePool& self) { return ToObject(self.LastColumns()); })
      .def("_last_faulty", &NativePool::LastFaulty)
      .def_property_readonly("_num_sent", &NativePool::num_sent)
      .def_property_readonly("_num_received", &NativePool::num_received)
      .def("_keep_observations", &NativePool::KeepObservations)
      .def("_last_observations",
           [](NativePool& self, const py::object& ids) {
             return ToObject(self.LastObservations(ids.ptr()));
           })
      .def("_save_observations",
           [](NativePool& self, const std::vector<int>& ids) {
             return ToBytes(self.SaveObservations(ids));
           })
      .def("_load_observations", &NativePool::LoadObservations);
}

void BindRendering(PoolBinding* pool) {
  pool->def("_render",
            [](NativePool& self, const py::object& ids, int width, int height,
               const py::object& camera) {
              const bool is_name = py::isinstance<py::str>(camera);
              return ToObject(self.RenderFrames(
                  ids.ptr(), width, height, is_name ? -1 : camera.cast<int>(),
                  is_name ? camera.cast<std::string>() : ""));
            })
      .def("_camera_id",
           [](NativePool& self, const std::string& name) {
             return self.Usable()->kernel()->CameraId(0, name);
           })
      .def("_render_size",
           [](NativePool& self, int width, int height) {
             return self.Usable()->kernel()->RenderSize(0, width, height);
           })
      .def_property_readonly("_can_render_text", &NativePool::CanRenderText)
      .def("_render_texts", [](NativePool& self, const py::object& ids) {
        return ToObject(self.RenderTexts(ids.ptr()));
      });
}

void BindApi(PoolBinding* pool) {
  pool->def_property_readonly("_column_keys", &NativePool::ColumnKeys)
      .def(
          "_configure",
          [](const py::object& self, const py::object& step_plan,
             const py::object& reset_plan, const py::object& normalize,
             const py::object& hook, const std::vector<int>& hook_columns) {
            auto* pool = self.cast<NativePool*>();
            pool->Configure(step_plan.ptr(), reset_plan.ptr(), normalize.ptr(),
                            hook.ptr(), hook_columns);
            pool->SetObject(self.ptr());
          },
          py::arg("step_plan"), py::arg("reset_plan"), py::arg("normalize"),
          py::arg("hook") = py::none(),
          py::arg("hook_columns") = std::vector<int>());
}

/// Keeps a Python object alive; any thread may release it.
std::shared_ptr<void> Keep(const py::object& object) {
  return {object.inc_ref().ptr(), [](void* kept) {
            if (Py_IsInitialized() != 0) {
              const py::gil_scoped_acquire gil;
              Py_DECREF(static_cast<PyObject*>(kept));
            }
          }};
}

void Lend(NativePool& pool, const py::array& memory) {
  Engine* engine = pool.Usable();
  if (memory.ndim() != 1 || memory.itemsize() != 1 || !memory.writeable() ||
      memory.strides(0) != 1) {
    throw Error(ErrorKind::kArgument, "memory: expected an array of bytes");
  }
  engine->blocks()->Lend(static_cast<char*>(const_cast<void*>(memory.data())),
                         static_cast<std::size_t>(memory.size()), Keep(memory));
  pool.outputs()->cache()->PreferLent();
}

void BindOutputs(PoolBinding* pool) {
  pool->def_property_readonly(
          "_block_sizes",
          [](const NativePool& self) {
            const BlockPool& blocks = *self.Usable()->blocks();
            return py::make_tuple(StateBlock::BytesOf(blocks.layout()),
                                  blocks.keep());
          })
      .def("_lend", &Lend)
      .def("_make_static",
           [](NativePool& self) { self.outputs()->MakeStatic(); })
      .def("_set_tensor_type", [](NativePool& self, const py::type& type) {
        self.outputs()->SetTensorType(type.ptr());
      });
}

void BindState(PoolBinding* pool) {
  pool->def("_save",
            [](NativePool& self, const std::vector<int>& ids) {
              return ToBytes(self.SaveStates(ids));
            })
      .def("_load", &NativePool::LoadStates)
      .def("_done_mask", &NativePool::DoneMask)
      .def("_close",
           [](const py::object& self) {
             self.cast<NativePool&>().Close(self.ptr(), true);
           })
      // A Ctrl-C during `__del__` would be lost, so this runs no Python code
      // and does not check for signals.
      .def("__del__",
           [](const py::object& self) {
             self.cast<NativePool&>().Close(self.ptr(), false);
           })
      .def_readwrite("_close_limit", &NativePool::close_limit)
      .def_property_readonly(
          "_closed", [](NativePool& self) { return self.Usable()->closed(); })
      .def_property_readonly(
          "_outstanding",
          [](NativePool& self) { return self.Usable()->outstanding(); })
      .def_property_readonly("_num_threads", [](NativePool& self) {
        return self.Usable()->num_threads();
      });
}

}  // namespace

void BindCore(py::module_ module) {
  if (!ImportNumpy()) {
    throw py::error_already_set();
  }
  py::register_exception_translator(&Translate);
  PoolBinding pool(module, "NativePool", "Base of every native pool.");
  // For a pool without a call of __init__, pybind11 makes an object of this
  // class but does not construct it; Usable must see that it has no engine.
  py::detail::get_type_info(typeid(NativePool))->operator_new = ZeroedMemory;
  BindRawLayer(&pool);
  BindRendering(&pool);
  BindApi(&pool);
  BindOutputs(&pool);
  BindState(&pool);
  BindParams(&pool);
  BindTransforms(&pool);
  BindDataSets(&module);
  BindRollout(&module, &pool);
  AddPoolMethods(module.ptr(), reinterpret_cast<PyTypeObject*>(pool.ptr()));
  module.def(
      "parallelism", [] { return Topology::Detect().Parallelism(); },
      "How many threads the machine gives this process: affinity mask "
      "and cgroup quota.");
  module.def("allowed_cpus", &AllowedCpus,
             "The numbers of the CPUs on which the calling thread may run.");
  module.def(
      "pin_this_thread",
      [](const std::vector<int>& cpus) { return PinThisThread(cpus); },
      py::arg("cpus"),
      "Restricts the calling thread to these CPUs. Returns whether the system "
      "can do that.");
  module.def("config_ranges", &ConfigRanges,
             "The least and the largest value of each common config key that "
             "is an integer.");
  module.def("engine_defaults", &EngineDefaults,
             "The engine's options with their defaults.");
  module.def(
      "count_runs", [](bool on) { on ? RunMeter::Start() : RunMeter::Stop(); },
      py::arg("on"),
      "Starts counting for `runs`, or stops; each start needs a stop.");
  module.def(
      "runs",
      [] {
        const RunMeter::Totals totals = RunMeter::Read();
        return py::make_tuple(totals.steps, totals.nanos, totals.here_nanos);
      },
      "How many steps the envs of this process have made, the nanoseconds that "
      "took, and those of the calling thread, while they were counted.");
  BindActions(&module);
  module.def(
      "set_isa",
      [](const std::string& name) {
        if (name != "baseline" && name != "avx2" && name != "avx512") {
          throw Error(ErrorKind::kArgument,
                      "name: expected 'baseline', 'avx2' or 'avx512', got '" +
                          name + "'");
        }
        SetIsa(name == "baseline" ? Isa::kBaseline
               : name == "avx2"   ? Isa::kAvx2
                                  : Isa::kAvx512);
      },
      "Restricts the instruction sets of pools made from now on (tests).");
}

}  // namespace envpool
