// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include <memory>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "envpool/core/binding/columns.h"
#include "envpool/core/engine/handed_over.h"
#include "envpool/core/engine/pool_base.h"
#include "envpool/core/envpool.h"
#include "envpool/core/platform/anonymous_memory.h"
#include "envpool/core/platform/shared_wait.h"
#include "envpool/core/py_envpool.h"
#include "envpool/pyenvs/channel.h"
#include "envpool/pyenvs/python_spec.h"
#include "envpool/pyenvs/shared_memory.h"
#include "envpool/pyenvs/steps.h"
#include "envpool/pyenvs/worker_kernel.h"

namespace {

using envpool::Column;
using envpool::Engine;
using envpool::EngineOptions;
using envpool::WaitHooks;
using envpool::pyenvs::Channel;
using envpool::pyenvs::Dims;
using envpool::pyenvs::Entries;
using envpool::pyenvs::EnvViews;
using envpool::pyenvs::PythonSpec;
using envpool::pyenvs::Steps;
using envpool::pyenvs::WorkerKernel;

using WorkerKernels = envpool::HandedOver<WorkerKernel>;

std::vector<Column> With(std::vector<Column> columns,
                         const std::vector<Column>& more) {
  columns.insert(columns.end(), more.begin(), more.end());
  return columns;
}

class PythonPool : public envpool::PoolBase {
 public:
  using Spec = PythonSpec;

  PythonPool(const Spec& spec, const EngineOptions& options, WaitHooks* hooks)
      : PythonPool(spec, options,
                   WorkerKernels::At("source", spec.config["source"_])) {
    static_cast<void>(hooks);
  }
  ~PythonPool() {
    if (forked()) {  // its threads are the parent's, which still uses it
      static_cast<void>(new std::shared_ptr<WorkerKernel>(std::move(kernel_)));
      return;
    }
    kernel_->Stop();
    StopEngine();
    kernel_->Unbind();
  }

 protected:
  void StopKernel() { kernel_->Stop(); }

 private:
  PythonPool(const Spec& spec, const EngineOptions& options,
             std::shared_ptr<WorkerKernel> kernel)
      : PoolBase(envpool::EngineConfigOf(spec, options),
                 With(envpool::MakeColumns(envpool::common_state_spec),
                      kernel->entries().results),
                 With(envpool::MakeColumns(envpool::common_action_spec),
                      kernel->entries().actions)),
        kernel_(std::move(kernel)) {
    engine()->SetKernel(kernel_.get());
    kernel_->Bind(engine(), envpool::EpisodeLimit(spec));
    for (int env = 0; env < engine()->config().num_envs; ++env) {
      kernel_->Reseed(env, envpool::SeedOf(spec, env));
    }
  }

  std::shared_ptr<WorkerKernel> kernel_;
};

using PythonEnvSpec = PyEnvSpec<PythonSpec>;

class PythonEnvPool : public PyEnvPool<PythonPool> {
 public:
  using PyEnvPool<PythonPool>::PyEnvPool;
  ~PythonEnvPool() override {
    if (!forked()) {
      StopKernel();
    }
  }
  void Cancel() override { StopKernel(); }
};

// --- from Python ------------------------------------------------------------

Entries EntriesOf(const py::object& results, const py::object& actions) {
  Entries entries{envpool::ReadColumns(results.ptr()),
                  envpool::ReadColumns(actions.ptr()),
                  {},
                  {}};
  envpool::pyenvs::SetOffsets(entries.results, &entries.result_offsets);
  envpool::pyenvs::SetOffsets(entries.actions, &entries.action_offsets);
  return entries;
}

/// Sizes and offsets of entries, (bytes, offsets).
std::pair<std::size_t, std::vector<std::size_t>> SizeAndOffsets(
    const py::object& entries) {
  std::vector<std::size_t> offsets;
  const std::size_t bytes = envpool::pyenvs::SetOffsets(
      envpool::ReadColumns(entries.ptr()), &offsets);
  return {bytes, offsets};
}

using WithoutGil = py::call_guard<py::gil_scoped_release>;

void BindKernel(const py::module_& m) {
  py::class_<WorkerKernel, std::shared_ptr<WorkerKernel>>(m, "WorkerKernel")
      .def(py::init([](const std::vector<int>& files, const Dims& dims,
                       const py::object& results, const py::object& actions,
                       double timeout) {
        return std::make_shared<WorkerKernel>(
            files, dims, EntriesOf(results, actions), timeout);
      }))
      .def("register",
           [](const std::shared_ptr<WorkerKernel>& self) {
             return WorkerKernels::Add(self);
           })
      .def("attach", &WorkerKernel::Attach)
      .def("await_dead", &WorkerKernel::AwaitDead, WithoutGil())
      .def("call", &WorkerKernel::Call)
      .def("hold", &WorkerKernel::Hold)
      .def("free", &WorkerKernel::Free)
      .def("begin_anew", &WorkerKernel::BeginAnew)
      .def("stop", &WorkerKernel::Stop, WithoutGil())
      .def("infos", [](const WorkerKernel& self, int env, bool last) {
        return py::bytes(self.Infos(env, last));
      });
}

void BindChannel(const py::module_& m) {
  py::class_<Channel>(m, "Channel")
      .def(py::init(
          [](const std::vector<int>& files, const Dims& dims, int worker) {
            return std::make_unique<Channel>(files, dims, worker);
          }))
      .def_property_readonly("first", &Channel::first)
      .def(
          "memory",
          [](const Channel& self) {
            return py::memoryview::from_memory(
                self.shared().data(),
                static_cast<py::ssize_t>(envpool::pyenvs::SharedMemory::Bytes(
                    self.shared().dims())));
          },
          py::keep_alive<0, 1>())
      .def("request",
           [](const Channel& self, int env) {
             const envpool::pyenvs::EnvHeader& header = self.header(env);
             return std::tuple(
                 static_cast<int>(header.op), static_cast<int>(header.restart),
                 header.has_seed != 0, header.seed, header.options_size);
           })
      .def("write_extra",
           [](Channel* self, int env, const py::bytes& bytes, bool second) {
             return self->WriteExtra(env, std::string_view(bytes), second);
           })
      .def("finish",
           [](Channel* self, int env, const py::object& reward,
              const py::object& terminated, const py::object& truncated,
              bool restarted) {
             envpool::pyenvs::FinishStep(self, env, reward.ptr(),
                                         terminated.ptr(), truncated.ptr(),
                                         restarted);
           })
      .def("stop_clock", &Channel::StopClock)
      .def("start_clock", &Channel::StartClock)
      .def("fail", [](Channel* self, int env) {
        self->Finish(env, 0, false, false, false, true);
      });
}

void BindSteps(const py::module_& m) {
  using Views =
      std::tuple<py::object, py::object, py::object,
                 decltype(EnvViews::columns), decltype(EnvViews::numbers)>;
  py::class_<Steps>(m, "Steps")
      .def(py::init([](Channel* channel, py::list envs,
                       std::vector<Views> views, py::object unpack,
                       py::object write_extra, py::object fail) {
             std::vector<EnvViews> each;
             for (Views& env : views) {
               each.push_back(std::make_from_tuple<EnvViews>(std::move(env)));
             }
             return std::make_unique<Steps>(
                 channel, std::move(envs), std::move(each), std::move(unpack),
                 std::move(write_extra), std::move(fail));
           }),
           py::keep_alive<1, 2>())
      .def("run", &Steps::Run);
}

}  // namespace

PYBIND11_MODULE(_pyenvs, m) {
  REGISTER(m, PythonEnvSpec, PythonEnvPool)
  py::class_<Dims>(m, "Dims")
      .def(py::init<int, int, std::size_t, std::size_t, std::size_t>())
      .def("first_env", &Dims::FirstEnv)
      .def("bytes", &envpool::pyenvs::SharedMemory::Bytes);
  BindKernel(m);
  BindChannel(m);
  BindSteps(m);
  m.def("size_and_offsets", &SizeAndOffsets);
  m.def("action_at", [](const Channel& channel, int env) {
    return channel.shared().ActionAt(channel.first() + env);
  });
  m.def("result_at", [](const Channel& channel, int env, bool second) {
    return channel.shared().ResultAt(channel.first() + env, second);
  });
  m.def("extra_at", [](const Channel& channel, int env) {
    return channel.shared().ExtraAt(channel.first() + env);
  });
  m.def("make_memory", &envpool::MakeAnonymousMemory);
  m.def("make_wait", &envpool::SharedWait::MakeFiles);
  m.def("die_with_parent", &envpool::pyenvs::DieWithParent);
}
