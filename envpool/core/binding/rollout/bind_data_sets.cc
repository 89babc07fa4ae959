// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/binding/rollout/bind_data_sets.h"

#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "envpool/core/binding/locked_class.h"
#include "envpool/core/engine/errors.h"
#include "envpool/core/rollout/episode_cutter.h"
#include "envpool/core/rollout/stacked_rows.h"

namespace py = pybind11;

namespace envpool {
namespace {

using Bytes = py::array_t<std::uint8_t>;
using Longs = py::array_t<std::int64_t>;

/// The memory of an array in C order with this number of bytes.
const char* Memory(const py::array& array, std::int64_t bytes) {
  if ((array.flags() & py::array::c_style) == 0 || array.nbytes() != bytes) {
    throw Error(ErrorKind::kArgument,
                "array: expected " + std::to_string(bytes) +
                    " bytes in C order, got " + std::to_string(array.nbytes()));
  }
  return static_cast<const char*>(array.data());
}

template <typename T>
const T* Items(const py::dict& rows, const char* name, std::int64_t count) {
  return reinterpret_cast<const T*>(
      Memory(rows[name].cast<py::array>(), count * sizeof(T)));
}

/// An array whose memory `owner` keeps.
template <typename T>
py::array_t<T> View(const std::vector<T>& items, const py::handle& owner) {
  return py::array_t<T>(static_cast<py::ssize_t>(items.size()), items.data(),
                        owner);
}

Bytes BytesView(const std::vector<char>& bytes, const py::handle& owner) {
  return Bytes(static_cast<py::ssize_t>(bytes.size()),
               reinterpret_cast<const std::uint8_t*>(bytes.data()), owner);
}

/// StackedRows, and the arrays that it uses.
class Stacks {
 public:
  /// `rows`: (steps, envs, frames, ...). `newest`: uint8 (envs * steps * bytes
  /// of a frame).
  Stacks(py::array rows, Bytes newest)
      : rows_(std::move(rows)), newest_(std::move(newest)) {
    if (rows_.ndim() < 3 || rows_.size() == 0) {
      throw Error(ErrorKind::kArgument,
                  "rows: expected the shape (steps, envs, frames, ...)");
    }
    const py::ssize_t count = rows_.shape(0) * rows_.shape(1);
    const py::ssize_t frame = rows_.nbytes() / (count * rows_.shape(2));
    const char* memory = Memory(rows_, rows_.nbytes());
    Memory(newest_, count * frame);
    stacked_ = std::make_unique<StackedRows>(
        memory, reinterpret_cast<char*>(newest_.mutable_data()), rows_.shape(0),
        static_cast<int>(rows_.shape(1)), static_cast<int>(rows_.shape(2)),
        frame);
  }

  StackedRows* stacked() { return stacked_.get(); }

  /// Takes the rows of all steps, if no rollout did so.
  void LookAtAll() {
    const py::gil_scoped_release release;
    for (py::ssize_t step = 0; step < rows_.shape(0); ++step) {
      stacked_->Look(step, 0, static_cast<int>(rows_.shape(1)));
    }
  }

  /// The other frames, uint8, and the index, int64 (steps, envs, frames).
  std::pair<Bytes, Longs> Finish() {
    auto others = std::make_unique<std::vector<char>>();
    Longs index({rows_.shape(0), rows_.shape(1), rows_.shape(2)});
    std::int64_t* to = index.mutable_data();
    {
      const py::gil_scoped_release release;
      *others = stacked_->TakeOthers();
      stacked_->WriteIndex(to);
    }
    const std::vector<char>& bytes = *others;
    const py::capsule owner(others.release(), [](void* each) {
      delete static_cast<std::vector<char>*>(each);
    });
    return {BytesView(bytes, owner), std::move(index)};
  }

 private:
  const py::array rows_;
  Bytes newest_;
  std::unique_ptr<StackedRows> stacked_;
};

/// An EpisodeCutter, and the sizes that it expects.
class Cutter {
 public:
  Cutter(int num_envs, std::vector<std::size_t> state_bytes,
         std::vector<std::size_t> move_bytes)
      : num_envs_(num_envs),
        state_bytes_(std::move(state_bytes)),
        move_bytes_(std::move(move_bytes)),
        cutter_(num_envs, state_bytes_, move_bytes_) {}

  /// Returns the bytes of all whole episodes.
  std::size_t Cut(std::int64_t steps, const py::dict& rows) {
    const std::int64_t count = steps * num_envs_;
    RolloutParts parts;
    parts.steps = steps;
    parts.is_reset = Items<bool>(rows, "is_reset", count);
    parts.ends = Items<bool>(rows, "ends", count);
    parts.is_broken = Items<bool>(rows, "is_broken", count);
    parts.starts = Items<bool>(rows, "starts", num_envs_);
    parts.continues = Items<bool>(rows, "continues", num_envs_);
    parts.seeds = Items<std::int64_t>(rows, "seeds", num_envs_);
    parts.has_seed = Items<bool>(rows, "has_seed", num_envs_);
    parts.states = Parts(rows["states"], state_bytes_, count);
    parts.moves = Parts(rows["moves"], move_bytes_, count);
    if (!rows["first"].is_none()) {
      parts.first = Parts(rows["first"], state_bytes_, num_envs_);
    } else if (std::count(parts.starts, parts.starts + num_envs_, true) > 0) {
      throw Error(ErrorKind::kArgument,
                  "first: expected that of envs that start");
    }
    if (!rows["final"].is_none()) {
      const std::int64_t ends =
          std::count(parts.ends, parts.ends + count, true);
      parts.final = Parts(rows["final"], state_bytes_, ends);
    }
    const py::gil_scoped_release release;
    cutter_.Cut(parts);
    return cutter_.whole(false).Bytes() + cutter_.whole(true).Bytes();
  }

  EpisodeCutter* cutter() { return &cutter_; }

 private:
  static std::vector<const char*> Parts(const py::handle& arrays,
                                        const std::vector<std::size_t>& bytes,
                                        std::int64_t count) {
    const auto list = arrays.cast<std::vector<py::array>>();
    if (list.size() != bytes.size()) {
      throw Error(ErrorKind::kArgument, "rows: expected an array of each part");
    }
    std::vector<const char*> parts;
    for (std::size_t i = 0; i < bytes.size(); ++i) {
      parts.push_back(
          Memory(list[i], count * static_cast<std::int64_t>(bytes[i])));
    }
    return parts;
  }

  const int num_envs_;
  const std::vector<std::size_t> state_bytes_;
  const std::vector<std::size_t> move_bytes_;
  EpisodeCutter cutter_;
};

/// Views of the whole episodes, valid until they are cleared.
py::tuple Whole(const py::object& self, bool has_seed) {
  const Episodes& whole = self.cast<Cutter&>().cutter()->whole(has_seed);
  const auto views = [&](const std::vector<std::vector<char>>& columns) {
    py::list list;
    for (const std::vector<char>& each : columns) {
      list.append(BytesView(each, self));
    }
    return list;
  };
  return py::make_tuple(View(whole.lengths, self), View(whole.seeds, self),
                        views(whole.states), views(whole.moves));
}

/// Copies of a template of bytes, with other numbers of eight bytes in each.
Bytes FillTemplates(const Bytes& from, const Longs& places,
                    const py::array_t<std::uint64_t>& numbers) {
  const std::int64_t size = from.size();
  const std::int64_t fields = places.size();
  const std::int64_t count = fields == 0 ? 0 : numbers.size() / fields;
  const char* bytes = Memory(from, size);
  const char* values = Memory(numbers, count * fields * 8);
  const std::int64_t* at = places.data();
  if (std::any_of(at, at + fields, [size](std::int64_t place) {
        return place < 0 || place > size - 8;
      })) {
    throw Error(ErrorKind::kArgument, "places: expected some in the template");
  }
  Bytes filled({count, size});
  char* to = reinterpret_cast<char*>(filled.mutable_data());
  const py::gil_scoped_release release;
  for (std::int64_t i = 0; i < count; ++i, to += size) {
    std::memcpy(to, bytes, size);
    for (std::int64_t field = 0; field < fields; ++field) {
      std::memcpy(to + at[field], values + (field * count + i) * 8, 8);
    }
  }
  return filled;
}

}  // namespace

StackedRows* StackedOf(const py::handle& stacks) {
  return stacks.cast<Stacks&>().stacked();
}

void BindDataSets(py::module_* module) {
  LockedClass<Stacks>(*module, "StackedRows",
                      "Finds the different frames in rows of stacked frames.")
      .def(py::init<py::array, Bytes>(), py::arg("rows"), py::arg("newest"))
      .def("look_at_all", &Stacks::LookAtAll)
      .def("finish", &Stacks::Finish);
  LockedClass<Cutter>(*module, "EpisodeCutter",
                      "Cuts the rows of rollouts into whole episodes.")
      .def(py::init<int, std::vector<std::size_t>, std::vector<std::size_t>>(),
           py::arg("num_envs"), py::arg("state_bytes"), py::arg("move_bytes"))
      .def("cut", &Cutter::Cut, py::arg("steps"), py::arg("rows"))
      .def("whole", &Whole, py::arg("has_seed"))
      .def(
          "clear",
          [](Cutter& self, bool has_seed) {
            self.cutter()->whole(has_seed).Clear();
          },
          py::arg("has_seed"));
  module->def("fill_templates", &FillTemplates, py::arg("template"),
              py::arg("places"), py::arg("numbers"));
}

}  // namespace envpool
