// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Steps: the loop of a worker. It steps the envs that the pool requests, and
// writes their results. Python functions do what is rare, and write
// observations other than a single array and infos other than plain numbers.
//
// Threads: one, which holds the GIL except while it waits. Ownership: keeps
// references to the Python objects; the channel must outlive it. Errors: an
// exception of an env goes to `fail`, one of `fail` to the caller.

#ifndef ENVPOOL_PYENVS_STEPS_H_
#define ENVPOOL_PYENVS_STEPS_H_

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <cstddef>
#include <tuple>
#include <utility>
#include <vector>

#include "envpool/pyenvs/channel.h"

namespace envpool::pyenvs {

/// The shared memory of one env, as Python's `Record` and `action_reader` know
/// it.
struct EnvViews {
  pybind11::object action;  // returns the action
  pybind11::object write;   // Record.write
  pybind11::object array;   // of the observation, if that is one array; or None
  // Of the infos with a column: the flag, and the column.
  std::vector<std::pair<pybind11::array, pybind11::array>> columns;
  // Of the infos that are numbers: the name, the exact type of values (bool,
  // int, float, or a subclass of float), the column and its flag.
  std::vector<std::tuple<pybind11::str, pybind11::type, pybind11::array,
                         pybind11::array>>
      numbers;
};

class Steps {
 public:
  /// `unpack(result)` returns the five values of a step, or raises;
  /// `write_extra(env, info)` writes infos without a column; `fail(env, error)`
  /// handles an exception.
  Steps(Channel* channel, pybind11::list envs, std::vector<EnvViews> views,
        pybind11::object unpack, pybind11::object write_extra,
        pybind11::object fail);

  /// Steps envs until something else is requested. Returns -3 - n for a request
  /// to env n that is not only a step, kCall, or Channel::kStop.
  int Run();

 private:
  struct InfoColumn {
    char* has;
    char* values;
    std::size_t bytes;
  };
  struct Number {
    PyObject* name;
    PyTypeObject* type;
    char* value;
    char* has;
  };
  struct Row {
    EnvViews views;
    char* array;  // null: `write` does it
    std::vector<InfoColumn> columns;
    std::vector<Number> numbers;
  };

  int Next();
  void Step(int env);
  bool WriteArray(const Row& row, PyObject* observation) const;
  static bool WriteInfos(const Row& row, PyObject* info);

  Channel* const channel_;
  const pybind11::list envs_;
  const pybind11::object unpack_;
  const pybind11::object write_extra_;
  const pybind11::object fail_;
  const pybind11::str step_;
  // Of the arrays of observations, which are the same for all envs.
  pybind11::dtype dtype_;
  std::vector<pybind11::ssize_t> shape_;
  std::size_t bytes_{0};
  std::vector<Row> rows_;
};

/// Publishes the result of an env. Throws error_already_set for values that are
/// no number or no truth value.
void FinishStep(Channel* channel, int env, PyObject* reward,
                PyObject* terminated, PyObject* truncated, bool restarted);

}  // namespace envpool::pyenvs

#endif  // ENVPOOL_PYENVS_STEPS_H_
