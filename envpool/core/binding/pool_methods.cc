// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// step, send and recv as plain CPython methods: pybind11's search for the C++
// object and its parsing of arguments cost more than a light env's step.

#include "envpool/core/binding/pool_methods.h"

#include <algorithm>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>

#include "envpool/core/binding/action_reader.h"
#include "envpool/core/binding/first_row.h"
#include "envpool/core/binding/free_threading.h"
#include "envpool/core/binding/native_pool.h"
#include "envpool/core/binding/numpy_api.h"
#include "envpool/core/binding/observations.h"
#include "envpool/core/binding/outputs.h"
#include "envpool/core/binding/translate.h"

namespace envpool {
namespace {

/// Maps Python objects to their pools. Threads: any.
class PoolTable {
 public:
  void Add(PyObject* object, NativePool* pool) {
    const std::lock_guard lock(mutex_);
    pools_[object] = pool;
  }
  void Remove(PyObject* object) {
    const std::lock_guard lock(mutex_);
    pools_.erase(object);
    last_ = nullptr;
  }
  NativePool* Find(PyObject* object) {
    const std::lock_guard lock(mutex_);
    if (object != last_) {
      const auto found = pools_.find(object);
      if (found == pools_.end()) {
        throw Error(ErrorKind::kProtocol, "this pool has not been constructed");
      }
      last_ = object;
      last_pool_ = found->second;
    }
    return last_pool_;
  }

 private:
  InterpreterMutex mutex_;
  std::unordered_map<PyObject*, NativePool*> pools_;
  PyObject* last_{nullptr};
  NativePool* last_pool_{nullptr};
};

PoolTable& Pools() {
  static auto* pools = new PoolTable;  // outlives the last pool
  return *pools;
}

NativePool* PoolOf(PyObject* self) { return Pools().Find(self); }

/// Assigns positional and keyword arguments to named parameters; the others
/// keep their defaults.
void ParseArguments(const char* function, const char* const* names,
                    Py_ssize_t num_names, PyObject* const* args,
                    Py_ssize_t num_args, PyObject* keywords, PyObject** out) {
  if (num_args > num_names) {
    PyErr_Format(PyExc_TypeError, "%s() takes at most %zd arguments, got %zd",
                 function, num_names, num_args);
    throw PythonError();
  }
  std::copy(args, args + num_args, out);
  const Py_ssize_t num_keywords =
      keywords == nullptr ? 0 : PyTuple_GET_SIZE(keywords);
  for (Py_ssize_t k = 0; k < num_keywords; ++k) {
    PyObject* keyword = PyTuple_GET_ITEM(keywords, k);
    Py_ssize_t index = 0;
    while (index < num_names &&
           PyUnicode_CompareWithASCIIString(keyword, names[index]) != 0) {
      ++index;
    }
    if (index == num_names || index < num_args) {
      PyErr_Format(PyExc_TypeError, "%s() got an unexpected argument '%U'",
                   function, keyword);
      throw PythonError();
    }
    out[index] = args[num_args + k];
  }
}

double ReadTimeout(PyObject* timeout) {
  if (timeout == Py_None) {
    return -1;
  }
  const double seconds = PyFloat_AsDouble(timeout);
  if (seconds == -1 && PyErr_Occurred() != nullptr) {
    PyErr_Clear();
    throw Error(ErrorKind::kArgumentType,
                std::string("timeout: expected seconds >= 0 or None, got a ") +
                    Py_TYPE(timeout)->tp_name);
  }
  if (!(seconds >= 0)) {
    throw Error(ErrorKind::kArgument,
                "timeout: expected seconds >= 0 or None, got " +
                    std::to_string(seconds));
  }
  return std::min(seconds, 1e9);
}

/// Refuses arrays, since `recv(ids)` is a mistake.
bool ReadFlag(const char* name, PyObject* flag) {
  if (!PyBool_Check(flag) && !PyLong_Check(flag) && flag != Py_None &&
      !PyArray_IsScalar(flag, Bool)) {
    throw Error(ErrorKind::kArgumentType,
                std::string(name) + ": expected True or False, got a " +
                    Py_TYPE(flag)->tp_name);
  }
  return PyObject_IsTrue(flag) == 1;
}

/// The body of a CPython function: C++ exceptions become Python's.
template <typename F>
PyObject* Guarded(F&& f) {
  try {
    return f().release();
  } catch (...) {
    SetPythonErrorFromCurrent();
    return nullptr;
  }
}

PyObject* Step(PyObject* self, PyObject* const* args, Py_ssize_t num_args,
               PyObject* keywords) {
  static constexpr const char* kNames[] = {"action", "env_id", "out"};
  return Guarded([&] {
    PyObject* values[] = {nullptr, Py_None, Py_None};
    ParseArguments("step", kNames, 3, args, num_args, keywords, values);
    if (values[0] == nullptr) {
      throw Error(ErrorKind::kArgumentType, "step: expected an action");
    }
    const Snapshot action(values[0]);
    const Snapshot out(values[2]);
    const ObjectLock lock(self);
    NativePool* pool = PoolOf(self);
    std::optional<OutScope> scope;
    if (out.get() != Py_None) {
      scope.emplace(pool->outputs(), out.get(), false);
    }
    return pool->StepAction(action.get(), values[1]);
  });
}

PyObject* Send(PyObject* self, PyObject* const* args, Py_ssize_t num_args,
               PyObject* keywords) {
  static constexpr const char* kNames[] = {"action", "env_id"};
  return Guarded([&] {
    PyObject* values[] = {nullptr, Py_None};
    ParseArguments("send", kNames, 2, args, num_args, keywords, values);
    if (values[0] == nullptr) {
      throw Error(ErrorKind::kArgumentType, "send: expected an action");
    }
    const Snapshot action(values[0]);
    const ObjectLock lock(self);
    PoolOf(self)->SendAction(action.get(), values[1]);
    return PyRef::Borrow(Py_None);
  });
}

PyObject* Recv(PyObject* self, PyObject* const* args, Py_ssize_t num_args,
               PyObject* keywords) {
  static constexpr const char* kNames[] = {"reset", "return_info", "timeout",
                                           "out"};
  return Guarded([&] {
    PyObject* values[] = {Py_False, Py_True, Py_None, Py_None};
    ParseArguments("recv", kNames, 4, args, num_args, keywords, values);
    const bool reset = ReadFlag("reset", values[0]);
    const double timeout = ReadTimeout(values[2]);
    const Snapshot out(values[3]);
    const ObjectLock lock(self);
    NativePool* pool = PoolOf(self);
    std::optional<OutScope> scope;
    if (out.get() != Py_None) {
      scope.emplace(pool->outputs(), out.get(), reset);
      pool->outputs()->CheckPendingRows();
    }
    return pool->RecvResult(reset, timeout);
  });
}

PyObject* StepOne(PyObject* self, PyObject* action) {
  return Guarded([&] {
    const Snapshot own(action);
    const ObjectLock lock(self);
    return PoolOf(self)->StepOne(own.get());
  });
}

PyObject* FirstRowOf(PyObject* /*self*/, PyObject* result) {
  return Guarded([&] { return FirstRow(Snapshot(result).get()); });
}

using FastFunction = PyObject* (*)(PyObject*, PyObject* const*, Py_ssize_t,
                                   PyObject*);

PyCFunction AsCFunction(FastFunction function) {
  return reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(function));
}

constexpr const char* kStepDoc = R"(step($self, action, env_id=None, out=None)
--

Calls `send`, then `recv`, and takes their arguments.)";

constexpr const char* kSendDoc = R"(send($self, action, env_id=None)
--

Sends actions to envs without waiting.

Args:
  action: an array with one row for each env, as in `action_space`, or a
    dict of such arrays. It is copied.
  env_id: the envs, all of them by default. In async mode pass
    `info["env_id"]` of the result that the actions respond to.

Raises:
  ArgumentError, ArgumentTypeError, EnvIdError: an argument is wrong;
    nothing was sent.
  ProtocolError: an env has a pending result, or its episode has ended
    and `autoreset_mode` is "disabled".)";

constexpr const char* kRecvDoc =
    R"(recv($self, reset=False, return_info=True, timeout=None, out=None)
--

Waits for results and returns them.

In sync mode these are all pending results, in the order of sending; in
async mode `batch_size` rows, in the order of completion.

Args:
  reset: whether to return the values of `reset` instead of `step`.
  return_info: has no effect.
  timeout: the longest wait, in seconds.
  out: arrays or CPU tensors of yours for parts of the result, which then has
    these. It is nested like the result; the parts of a tuple go by their
    names: {"obs": ..., "reward": ..., "terminated": ..., "truncated": ...,
    "info": ...}. Each must be C-contiguous and of the entry's dtype and
    shape, with one row for each row of the result.

Raises:
  ArgumentError, ArgumentTypeError: an array of `out` does not fit; nothing
    was sent or received.
  ProtocolError: it would wait forever.
  RecvTimeoutError: the time is up; nothing is lost.
  EnvStepError: an env failed.)";

PyMethodDef pool_methods[] = {
    {"step", AsCFunction(Step), METH_FASTCALL | METH_KEYWORDS, kStepDoc},
    {"send", AsCFunction(Send), METH_FASTCALL | METH_KEYWORDS, kSendDoc},
    {"recv", AsCFunction(Recv), METH_FASTCALL | METH_KEYWORDS, kRecvDoc},
    {"_step_one", StepOne, METH_O,
     "Steps the pool's only env; returns what a `gymnasium.Env` does."},
};

PyMethodDef first_row{
    "first_row", FirstRowOf, METH_O,
    "Returns the result of a single env, given that of a pool with one env."};

}  // namespace

void AddPoolMethods(PyObject* module, PyTypeObject* type) {
  for (PyMethodDef& method : pool_methods) {
    const PyRef descriptor = PyRef::Steal(PyDescr_NewMethod(type, &method));
    if (PyObject_SetAttrString(reinterpret_cast<PyObject*>(type),
                               method.ml_name, descriptor.get()) < 0) {
      throw PythonError();
    }
  }
  const PyRef function =
      PyRef::Steal(PyCFunction_NewEx(&first_row, nullptr, nullptr));
  if (PyObject_SetAttrString(module, first_row.ml_name, function.get()) < 0) {
    throw PythonError();
  }
}

void NativePool::SetObject(PyObject* self) {
  object_ = self;
  Pools().Add(self, this);
}

NativePool::~NativePool() {
  if (object_ != nullptr) {
    Pools().Remove(object_);
  }
}

}  // namespace envpool
