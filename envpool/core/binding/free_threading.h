// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// What the GIL does in other interpreters, for free-threaded CPython: each
// Python object of ours has one caller at a time. As with the GIL, another
// thread gets its turn while a caller waits for envs, or runs Python code.
//
// In interpreters with a GIL, nothing here costs anything.

#ifndef ENVPOOL_CORE_BINDING_FREE_THREADING_H_
#define ENVPOOL_CORE_BINDING_FREE_THREADING_H_

#include <mutex>

#include "envpool/core/binding/py_ref.h"

namespace envpool {

#ifdef Py_GIL_DISABLED

inline constexpr bool kFreeThreaded = true;

/// Keeps other threads from calls that lock the same object. Needs the thread
/// state; waiting without it lets others in.
class ObjectLock {
 public:
  explicit ObjectLock(PyObject* object) {
    PyCriticalSection_Begin(&section_, object);
  }
  ~ObjectLock() { PyCriticalSection_End(&section_); }
  ObjectLock(const ObjectLock&) = delete;
  ObjectLock& operator=(const ObjectLock&) = delete;

 private:
  PyCriticalSection section_;
};

/// Guards memory of the process, for the duration of a few instructions that
/// call nothing of Python's.
using InterpreterMutex = std::mutex;

/// Whether there are `count` references to the object and no others. False if
/// another thread has made the object: its references are counted apart, and
/// the two numbers cannot be read at once.
inline bool HasReferences(PyObject* object, Py_ssize_t count) {
  return __atomic_load_n(&object->ob_tid, __ATOMIC_RELAXED) == _Py_ThreadId() &&
         static_cast<Py_ssize_t>(__atomic_load_n(&object->ob_ref_local,
                                                 __ATOMIC_RELAXED)) == count &&
         __atomic_load_n(&object->ob_ref_shared, __ATOMIC_ACQUIRE) == 0;
}

/// An object as it is now: other threads cannot change a dict, or the dicts in
/// it, because this has a copy.
class Snapshot {
 public:
  explicit Snapshot(PyObject* object) : object_(CopyOf(object)) {}
  [[nodiscard]] PyObject* get() const { return object_.get(); }

 private:
  static PyRef CopyOf(PyObject* object) {
    if (!PyDict_CheckExact(object)) {
      return PyRef::Borrow(object);
    }
    PyRef copy = PyRef::Steal(PyDict_Copy(object));
    PyObject* key;
    PyObject* value;
    Py_ssize_t position = 0;
    while (PyDict_Next(copy.get(), &position, &key, &value) != 0) {
      if (PyDict_CheckExact(value) &&
          PyDict_SetItem(copy.get(), key, CopyOf(value).get()) < 0) {
        throw PythonError();
      }
    }
    return copy;
  }

  PyRef object_;
};

#else

inline constexpr bool kFreeThreaded = false;

struct ObjectLock {
  explicit ObjectLock(PyObject* /*object*/) {}
};

struct InterpreterMutex {
  void lock() {}
  void unlock() {}
};

inline bool HasReferences(PyObject* object, Py_ssize_t count) {
  return Py_REFCNT(object) == count;
}

class Snapshot {
 public:
  explicit Snapshot(PyObject* object) : object_(object) {}
  [[nodiscard]] PyObject* get() const { return object_; }

 private:
  PyObject* object_;
};

#endif

}  // namespace envpool

#endif  // ENVPOOL_CORE_BINDING_FREE_THREADING_H_
