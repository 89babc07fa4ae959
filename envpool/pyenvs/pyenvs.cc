// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include <memory>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "envpool/core/engine/handed_over.h"
#include "envpool/core/engine/pool_base.h"
#include "envpool/core/envpool.h"
#include "envpool/core/py_envpool.h"
#include "envpool/pyenvs/board.h"
#include "envpool/pyenvs/channel.h"
#include "envpool/pyenvs/exchange.h"
#include "envpool/pyenvs/python_spec.h"

namespace {

using envpool::Column;
using envpool::DType;
using envpool::Engine;
using envpool::EngineOptions;
using envpool::WaitHooks;
using envpool::pyenvs::Channel;
using envpool::pyenvs::Dims;
using envpool::pyenvs::Entries;
using envpool::pyenvs::Exchange;
using envpool::pyenvs::PythonSpec;

using Exchanges = envpool::HandedOver<Exchange>;

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
                   Exchanges::At("exchange", spec.config["exchange"_])) {
    static_cast<void>(hooks);
  }
  ~PythonPool() {
    if (forked()) {  // its threads are the parent's, which still uses it
      static_cast<void>(new std::shared_ptr<Exchange>(std::move(exchange_)));
      return;
    }
    exchange_->Stop();
    StopEngine();
    exchange_->Unbind();
  }

 protected:
  void StopExchange() { exchange_->Stop(); }

 private:
  PythonPool(const Spec& spec, const EngineOptions& options,
             std::shared_ptr<Exchange> exchange)
      : PoolBase(envpool::EngineConfigOf(spec, options),
                 With(envpool::MakeColumns(envpool::common_state_spec),
                      exchange->entries().results),
                 With(envpool::MakeColumns(envpool::common_action_spec),
                      exchange->entries().actions)),
        exchange_(std::move(exchange)) {
    engine()->SetKernel(exchange_.get());
    exchange_->Bind(engine(), envpool::EpisodeLimit(spec));
    for (int env = 0; env < engine()->config().num_envs; ++env) {
      exchange_->Reseed(env, envpool::SeedOf(spec, env));
    }
  }

  std::shared_ptr<Exchange> exchange_;
};

using PythonEnvSpec = PyEnvSpec<PythonSpec>;

class PythonEnvPool : public PyEnvPool<PythonPool> {
 public:
  using PyEnvPool<PythonPool>::PyEnvPool;
  ~PythonEnvPool() override {
    if (!forked()) {
      StopExchange();
    }
  }

 protected:
  void Cancel() override { StopExchange(); }
};

// --- from Python ------------------------------------------------------------

using EntryTuple = std::tuple<std::string, int, std::vector<int>, bool,
                              std::vector<double>, std::vector<double>>;

std::size_t SizeOf(DType dtype) {
  switch (dtype) {
    case DType::kBool:
    case DType::kInt8:
    case DType::kUint8:
      return 1;
    case DType::kInt16:
    case DType::kUint16:
      return 2;
    case DType::kInt32:
    case DType::kUint32:
    case DType::kFloat32:
      return 4;
    default:
      return 8;
  }
}

std::vector<Column> ColumnsOf(const std::vector<EntryTuple>& entries) {
  std::vector<Column> columns;
  for (const auto& [key, dtype, shape, is_discrete, lows, highs] : entries) {
    Column column;
    column.key = key;
    column.dtype = static_cast<DType>(dtype);
    column.element_size = SizeOf(column.dtype);
    column.shape = shape;
    column.is_discrete = is_discrete;
    column.has_scalar_bounds = lows.size() == 1;
    if (lows.size() == 1) {
      column.low = lows[0];
      column.high = highs[0];
    } else {
      column.lows.assign(lows.begin(), lows.end());
      column.highs.assign(highs.begin(), highs.end());
    }
    if (column.dtype == DType::kBool) {
      column.copy = [](const void* from, void* to) {
        *static_cast<bool*>(to) = *static_cast<const unsigned char*>(from) != 0;
      };
    }
    columns.push_back(std::move(column));
  }
  return columns;
}

Entries EntriesOf(const std::vector<EntryTuple>& results,
                  const std::vector<EntryTuple>& actions) {
  Entries entries{ColumnsOf(results), ColumnsOf(actions), {}, {}};
  envpool::pyenvs::Place(entries.results, &entries.result_offsets);
  envpool::pyenvs::Place(entries.actions, &entries.action_offsets);
  return entries;
}

/// Sizes and offsets of entries, (bytes, offsets).
std::pair<std::size_t, std::vector<std::size_t>> PlacesOf(
    const std::vector<EntryTuple>& entries) {
  std::vector<std::size_t> offsets;
  const std::size_t bytes =
      envpool::pyenvs::Place(ColumnsOf(entries), &offsets);
  return {bytes, offsets};
}

using WithoutGil = py::call_guard<py::gil_scoped_release>;

void BindExchange(const py::module_& m) {
  py::class_<Exchange, std::shared_ptr<Exchange>>(m, "Exchange")
      .def(py::init([](int fd, const Dims& dims,
                       const std::vector<EntryTuple>& results,
                       const std::vector<EntryTuple>& actions, double timeout) {
        return std::make_shared<Exchange>(fd, dims, EntriesOf(results, actions),
                                          timeout);
      }))
      .def("register",
           [](const std::shared_ptr<Exchange>& self) {
             return Exchanges::Add(self);
           })
      .def("attach", &Exchange::Attach)
      .def("await_dead", &Exchange::AwaitDead, WithoutGil())
      .def("call", &Exchange::Call)
      .def("hold", &Exchange::Hold)
      .def("free", &Exchange::Free)
      .def("stop", &Exchange::Stop, WithoutGil())
      .def("infos", [](const Exchange& self, int env, bool last) {
        return py::bytes(self.Infos(env, last));
      });
}

/// Env n for a step of env n; -3 - n for what is not only a step; kCall; kStop.
int NextOf(Channel* channel) {
  int env;
  if (channel->HasRequest()) {
    env = channel->Next();
  } else {
    const py::gil_scoped_release released;
    env = channel->Next();
  }
  if (env < 0) {
    return env;
  }
  const envpool::pyenvs::Slot& slot = channel->slot(env);
  const bool only_step = slot.op == envpool::pyenvs::Op::kStep &&
                         slot.restart == envpool::pyenvs::Restart::kNever;
  return only_step ? env : envpool::pyenvs::kCall - 1 - env;
}

/// Whether an object is true, as Python says.
bool IsTrue(const py::handle& object) {
  if (object.ptr() == Py_True || object.ptr() == Py_False) {
    return object.ptr() == Py_True;
  }
  const int truth = PyObject_IsTrue(object.ptr());
  if (truth < 0) {
    throw py::error_already_set();
  }
  return truth != 0;
}

void FinishOf(Channel* channel, int env, const py::object& reward,
              const py::object& terminated, const py::object& truncated,
              bool restarted) {
  const double number = PyFloat_AsDouble(reward.ptr());
  if (number == -1 && PyErr_Occurred() != nullptr) {
    throw py::error_already_set();
  }
  channel->Finish(env, static_cast<float>(number), IsTrue(terminated),
                  IsTrue(truncated), restarted, false);
}

void BindChannel(const py::module_& m) {
  py::class_<Channel>(m, "Channel")
      .def(py::init<int, const Dims&, int>())
      .def("next", &NextOf)
      .def_property_readonly("first", &Channel::first)
      .def(
          "memory",
          [](const Channel& self) {
            return py::memoryview::from_memory(
                self.board().memory(),
                static_cast<py::ssize_t>(
                    envpool::pyenvs::Board::Bytes(self.board().dims())));
          },
          py::keep_alive<0, 1>())
      .def("request",
           [](const Channel& self, int env) {
             const envpool::pyenvs::Slot& slot = self.slot(env);
             return std::tuple(
                 static_cast<int>(slot.op), static_cast<int>(slot.restart),
                 slot.has_seed != 0, slot.seed, slot.options_size);
           })
      .def("note",
           [](Channel* self, int env, const py::bytes& bytes, bool second) {
             return self->Note(env, std::string_view(bytes), second);
           })
      .def("finish", &FinishOf, py::arg(), py::arg(), py::arg(), py::arg(),
           py::arg() = false)
      .def("stop_clock", &Channel::StopClock)
      .def("start_clock", &Channel::StartClock)
      .def("fail", [](Channel* self, int env) {
        self->Finish(env, 0, false, false, false, true);
      });
}

}  // namespace

PYBIND11_MODULE(_pyenvs, m) {
  REGISTER(m, PythonEnvSpec, PythonEnvPool)
  py::class_<Dims>(m, "Dims")
      .def(py::init<int, int, std::size_t, std::size_t, std::size_t>())
      .def("first_env", &Dims::FirstEnv)
      .def("bytes", &envpool::pyenvs::Board::Bytes);
  BindExchange(m);
  BindChannel(m);
  m.def("places", &PlacesOf);
  m.def("action_at", [](const Channel& channel, int env) {
    return channel.board().ActionAt(channel.first() + env);
  });
  m.def("result_at", [](const Channel& channel, int env, bool second) {
    return channel.board().ResultAt(channel.first() + env, second);
  });
  m.def("note_at", [](const Channel& channel, int env) {
    return channel.board().NoteAt(channel.first() + env);
  });
  m.def("die_with_parent", &envpool::pyenvs::DieWithParent);
}
