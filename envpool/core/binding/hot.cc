// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// The per-step path: reading an action without copying it twice, and the
// CPython functions step, send and recv.

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "envpool/core/binding/native_pool.h"
#include "envpool/core/binding/translate.h"
#include "envpool/core/engine/fp_scope.h"

namespace envpool {
namespace {

constexpr std::size_t kActionColumn = 2;

/// Whether every value lies in [low, high]; NaN does not occur in integers.
template <typename T>
bool InRange(const T* values, npy_intp count, double low, double high) {
  using Unsigned = std::make_unsigned_t<T>;
  const auto first = static_cast<T>(low);
  const auto span = static_cast<Unsigned>(high - low);
  bool outside = false;
  for (npy_intp i = 0; i < count; ++i) {
    outside |= static_cast<Unsigned>(static_cast<Unsigned>(values[i]) -
                                     static_cast<Unsigned>(first)) > span;
  }
  return !outside;
}

template <typename From, typename To>
void Cast(const void* from, char* to, npy_intp count) {
  const auto* __restrict source = static_cast<const From*>(from);
  auto* __restrict target = reinterpret_cast<To*>(to);
  for (npy_intp i = 0; i < count; ++i) {
    target[i] = static_cast<To>(source[i]);
  }
}

using CastFn = void (*)(const void*, char*, npy_intp);

/// Conversion between two of the numeric types that the fast path knows.
CastFn PickCast(int from, DType to) {
  if (from == NPY_LONG && to == DType::kInt32) {
    return Cast<std::int64_t, std::int32_t>;
  }
  if (from == NPY_FLOAT64 && to == DType::kFloat32) {
    return Cast<double, float>;
  }
  if (from == NPY_FLOAT32 && to == DType::kFloat64) {
    return Cast<float, double>;
  }
  return nullptr;
}

bool IsPlain(PyArrayObject* array) {
  return PyArray_CHKFLAGS(array, NPY_ARRAY_CARRAY_RO) &&
         PyArray_ISNBO(PyArray_DESCR(array)->byteorder);
}

}  // namespace

bool NativePool::ReadAction(PyObject* action, FastAction* fast) const {
  if (!PyArray_CheckExact(action)) {
    return false;
  }
  auto* array = reinterpret_cast<PyArrayObject*>(action);
  const Column& column = engine_->actions()->layout().columns()[kActionColumn];
  const int extra = static_cast<int>(column.shape.size());
  if (!IsPlain(array) || PyArray_NDIM(array) != extra + 1) {
    return false;
  }
  const npy_intp* dims = PyArray_DIMS(array);
  if (!std::equal(column.shape.begin(), column.shape.end(), dims + 1)) {
    return false;
  }
  *fast = {PyArray_DATA(array), PyArray_TYPE(array), dims[0]};
  const int exact = NumpyType(column.dtype);
  if (fast->source_type != exact &&
      PickCast(fast->source_type, column.dtype) == nullptr) {
    return false;
  }
  if (column.dtype != DType::kInt32) {
    return true;
  }
  return fast->source_type == exact
             ? InRange(static_cast<const std::int32_t*>(fast->data),
                       fast->count, column.low, column.high)
             : InRange(static_cast<const std::int64_t*>(fast->data),
                       fast->count, column.low, column.high);
}

bool NativePool::ReadIds(PyObject* env_id, npy_intp count, const int** ids) {
  if (env_id == Py_None) {
    *ids = nullptr;
    return count == engine_->config().num_envs;
  }
  if (!PyArray_CheckExact(env_id)) {
    return false;
  }
  auto* array = reinterpret_cast<PyArrayObject*>(env_id);
  if (!IsPlain(array) || PyArray_NDIM(array) != 1 ||
      PyArray_DIM(array, 0) != count) {
    return false;
  }
  if (PyArray_TYPE(array) == NPY_INT32) {
    *ids = static_cast<const int*>(PyArray_DATA(array));
    return true;
  }
  if (PyArray_TYPE(array) != NPY_LONG) {
    return false;
  }
  const auto* wide = static_cast<const std::int64_t*>(PyArray_DATA(array));
  if (!InRange(wide, count, 0, engine_->config().num_envs - 1)) {
    return false;
  }
  ids_buffer_.assign(wide, wide + count);
  ids_buffer_.push_back(0);  // so that data() is not null, which means all
  *ids = ids_buffer_.data();
  return true;
}

void NativePool::StoreAction(const FastAction& fast, const int* ids) const {
  ActionStore* store = engine_->actions();
  const Column& column = store->layout().columns()[kActionColumn];
  const CastFn cast = PickCast(fast.source_type, column.dtype);
  const auto item = static_cast<npy_intp>(column.ItemSize());
  const std::size_t bytes = column.ItemBytes();
  const std::size_t source_bytes =
      cast == nullptr ? bytes
                      : item * (column.dtype == DType::kFloat64 ? 4 : 8);
  const auto* from = static_cast<const char*>(fast.data);
  // Runs of consecutive ids are copied at once.
  for (npy_intp first = 0; first < fast.count;) {
    npy_intp end = ids == nullptr ? fast.count : first + 1;
    while (end < fast.count && ids[end] == ids[end - 1] + 1) {
      ++end;
    }
    char* to = store->Item(kActionColumn, ids == nullptr ? 0 : ids[first]);
    if (cast == nullptr) {
      std::memcpy(to, from + first * bytes, (end - first) * bytes);
    } else {
      cast(from + first * source_bytes, to, (end - first) * item);
    }
    first = end;
  }
}

bool NativePool::SendFast(PyObject* action, PyObject* env_id,
                          bool caller_waits) {
  FastAction fast;
  const int* ids;
  if (!single_action_ || !ReadAction(action, &fast) ||
      !ReadIds(env_id, fast.count, &ids)) {
    return false;
  }
  const int count = static_cast<int>(fast.count);
  engine_->Admit(ids, count, Request::kStep);
  {
    const FpScope fp;  // a conversion rounds the same for every caller
    StoreAction(fast, ids);
  }
  try {
    engine_->Publish(ids, count, Request::kStep, caller_waits);
  } catch (...) {
    engine_->Withdraw(ids, count);
    throw;
  }
  return true;
}

void NativePool::SendAction(PyObject* action, PyObject* env_id,
                            bool caller_waits) {
  static_cast<void>(Usable());
  if (SendFast(action, env_id, caller_waits)) {
    return;
  }
  if (!normalize_) {
    throw Error(ErrorKind::kProtocol, "_configure has not been called");
  }
  const FpScope fp;  // as in SendFast
  const PyRef arrays = PyRef::Steal(
      PyObject_CallFunctionObjArgs(normalize_.get(), action, env_id, nullptr));
  SendColumns(arrays.get());
}

// --- CPython functions ------------------------------------------------------

namespace {

constexpr const char* kPoolCapsule = "envpool.NativePool";

using LinkPtr = std::shared_ptr<HotLink>;

LinkPtr* FromCapsule(PyObject* self) {
  return static_cast<LinkPtr*>(PyCapsule_GetPointer(self, kPoolCapsule));
}

/// The pool of a hot function, alive for as long as this object is.
class Held {
 public:
  explicit Held(PyObject* self) : link_(**FromCapsule(self)) {
    // A count of zero: the object is being deallocated.
    if (link_.object == nullptr || Py_REFCNT(link_.object) == 0) {
      throw Error(ErrorKind::kClosed, "this pool no longer exists");
    }
    object_ = PyRef::Borrow(link_.object);
  }
  NativePool* operator->() const { return link_.pool; }

 private:
  const HotLink& link_;
  PyRef object_;
};

/// Distributes positional and keyword arguments over named parameters; those
/// not given stay as they are.
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
    throw PythonError();
  }
  if (!(seconds >= 0)) {
    throw Error(ErrorKind::kArgument,
                "timeout: expected seconds >= 0 or None, got " +
                    std::to_string(seconds));
  }
  return std::min(seconds, 1e9);
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
  static constexpr const char* kNames[] = {"action", "env_id"};
  return Guarded([&] {
    PyObject* values[] = {nullptr, Py_None};
    ParseArguments("step", kNames, 2, args, num_args, keywords, values);
    if (values[0] == nullptr) {
      throw Error(ErrorKind::kArgumentType, "step: expected an action");
    }
    const Held pool(self);
    pool->SendAction(values[0], values[1], true);
    return pool->RecvResult(false, -1);
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
    Held(self)->SendAction(values[0], values[1], false);
    return PyRef::Borrow(Py_None);
  });
}

PyObject* Recv(PyObject* self, PyObject* const* args, Py_ssize_t num_args,
               PyObject* keywords) {
  static constexpr const char* kNames[] = {"reset", "return_info", "timeout"};
  return Guarded([&] {
    PyObject* values[] = {Py_False, Py_True, Py_None};
    ParseArguments("recv", kNames, 3, args, num_args, keywords, values);
    const int reset = PyObject_IsTrue(values[0]);
    if (reset < 0) {
      throw PythonError();
    }
    return Held(self)->RecvResult(reset != 0, ReadTimeout(values[2]));
  });
}

using FastFunction = PyObject* (*)(PyObject*, PyObject* const*, Py_ssize_t,
                                   PyObject*);

PyCFunction AsCFunction(FastFunction function) {
  return reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(function));
}

PyMethodDef hot_methods[] = {
    {"step", AsCFunction(Step), METH_FASTCALL | METH_KEYWORDS,
     "step(action, env_id=None)\n--\n\nsend() followed by recv()."},
    {"send", AsCFunction(Send), METH_FASTCALL | METH_KEYWORDS,
     "send(action, env_id=None)\n--\n\nSends actions; returns at once."},
    {"recv", AsCFunction(Recv), METH_FASTCALL | METH_KEYWORDS,
     "recv(reset=False, return_info=True, timeout=None)\n--\n\n"
     "The next batch of results."},
};

}  // namespace

PyRef NativePool::MakeHotFunctions(PyObject* self) {
  if (hot_link_ == nullptr) {
    hot_link_ = std::make_shared<HotLink>(HotLink{this, self});
  }
  auto* link = new LinkPtr(hot_link_);
  const PyRef capsule = PyRef::Steal(PyCapsule_New(
      link, kPoolCapsule, [](PyObject* each) { delete FromCapsule(each); }));
  PyRef functions = PyRef::Steal(PyDict_New());
  for (PyMethodDef& method : hot_methods) {
    const PyRef function =
        PyRef::Steal(PyCFunction_NewEx(&method, capsule.get(), nullptr));
    if (PyDict_SetItemString(functions.get(), method.ml_name, function.get()) <
        0) {
      throw PythonError();
    }
  }
  return functions;
}

}  // namespace envpool
