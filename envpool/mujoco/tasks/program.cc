// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/mujoco/tasks/program.h"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "envpool/mujoco/common/tolerance.h"
#include "envpool/mujoco/tasks/arithmetic.h"
#include "envpool/mujoco/tasks/fields.h"

namespace envpool::mujoco::tasks {
namespace {

constexpr int kMaxWords = 1 << 22;  // 32 MiB for each env
constexpr int kMaxOperations = 1 << 17;
constexpr int kMaxTerms = 1 << 12;
constexpr int kMaxSettle = 10'000;
constexpr int kTermNumbers = 3;

[[noreturn]] void Refuse(const std::string& what, std::int64_t got) {
  throw std::invalid_argument("program: expected " + what + ", got " +
                              std::to_string(got));
}
void Require(bool holds, const std::string& what, std::int64_t got) {
  if (!holds) {
    Refuse(what, got);
  }
}

/// Checks one operation against the sizes of the memory and of the model.
class Checker {
 public:
  Checker(int words, int functions, const mjModel& model)
      : words_(words), functions_(functions), model_(model) {}

  /// `before` and `after` are how many operations of the section precede and
  /// follow this one.
  void Check(const Instruction& it, int number, int before, int after) const {
    try {
      Range({it.dst, 1}, 0);
      Lengths(it);
      Jumps(it, before, after);
    } catch (const std::invalid_argument& error) {
      throw std::invalid_argument(std::string(error.what()) + " in operation " +
                                  std::to_string(number) + ", " + Row(it).name);
    }
  }

 private:
  static const OpRow& Row(const Instruction& it) {
    return kOps[static_cast<std::size_t>(it.op)];
  }

  void Range(Operand operand, std::int64_t count,
             std::int64_t offset = 0) const {
    Require(count >= 0 && count <= kMaxWords, "a length within the memory",
            count);
    const std::int64_t first = operand.at + offset;
    const std::int64_t last =
        first + (count - 1) * std::int64_t{operand.stride};
    for (const std::int64_t each : {first, last}) {
      Require(count == 0 || (each >= 0 && each < words_),
              "an address within the memory", each);
    }
  }
  void Index(std::int64_t first, std::int64_t stride, std::int64_t count,
             std::int64_t size) const {
    Require(count >= 0 && count <= kMaxWords, "a length within a field", count);
    const std::int64_t last = first + (count - 1) * stride;
    for (const std::int64_t each : {first, last}) {
      Require(count == 0 || (each >= 0 && each < size),
              "an index within a field of size " + std::to_string(size), each);
    }
  }
  [[nodiscard]] const Field& FieldOf(int number) const {
    Require(number >= 0 && number < static_cast<int>(Fields().size()),
            "a field", number);
    return Fields()[static_cast<std::size_t>(number)];
  }

  void Lengths(const Instruction& it) const {
    const Shape& shape = Row(it).shape;
    switch (Row(it).form) {
      case Form::kSelect:
        Range(it.c, it.n);
        [[fallthrough]];
      case Form::kMap2:
      case Form::kDraw2:
        Range(it.b, it.n);
        [[fallthrough]];
      case Form::kMap:
        Range(it.a, it.n);
        [[fallthrough]];
      case Form::kDraw:
        Range({it.dst, 1}, it.n);
        break;
      case Form::kReduce2:
        Range(it.b, it.n);
        [[fallthrough]];
      case Form::kReduce:
        Range(it.a, it.n);
        Range({it.dst, 1}, 1);
        break;
      case Form::kTolerance:
        Require(it.k >= 0 && it.k <= static_cast<int>(Slope::kQuadratic),
                "a slope", it.k);
        Range(it.a, it.n);
        Range({it.b.at, 1}, 4);
        Range({it.dst, 1}, it.n);
        break;
      case Form::kGeometry:
        Range(it.a, shape.a);
        Range(it.b, shape.b);
        Range({it.dst, 1}, shape.dst);
        break;
      default:
        Special(it);
    }
  }
  void Special(const Instruction& it) const {
    switch (Row(it).form) {
      case Form::kGather:
        Range(it.b, 1);
        Require(it.c.at >= 1 && it.c.at <= kMaxWords, "a count of rows",
                it.c.at);
        Range(it.a, it.n);
        Range(it.a, it.n, std::int64_t{it.k} * (it.c.at - 1));
        Range({it.dst, 1}, it.n);
        break;
      case Form::kLoad:
        Index(it.a.at, it.a.stride, it.n, FieldOf(it.k).size(model_));
        Range({it.dst, 1}, it.n);
        break;
      case Form::kStore:
        Require(FieldOf(it.k).is_writable, "a field that may be written", it.k);
        Index(it.dst, 1, it.n, FieldOf(it.k).size(model_));
        Range(it.a, it.n);
        break;
      case Form::kSkip:
      case Form::kRetry:
        Range(it.a, 1);
        break;
      case Form::kAct:
        Require(it.op != Op::settle || (it.k >= 1 && it.k <= kMaxSettle),
                "a number of steps", it.k);
        Range({it.dst, 1}, 1);
        break;
      default:
        Senses(it);
    }
  }
  void Senses(const Instruction& it) const {
    switch (Row(it).form) {
      case Form::kVelocity: {
        Require(it.k == mjOBJ_BODY || it.k == mjOBJ_XBODY ||
                    it.k == mjOBJ_GEOM || it.k == mjOBJ_SITE,
                "a type of object", it.k);
        const std::int64_t count = it.k == mjOBJ_GEOM   ? model_.ngeom
                                   : it.k == mjOBJ_SITE ? model_.nsite
                                                        : model_.nbody;
        Index(it.a.at, 1, 1, count);
        Range({it.dst, 1}, 6);
        break;
      }
      case Form::kRay:
        Range(it.a, 3);
        Range(it.b, 3);
        Require(it.c.at >= -1 && it.c.at < model_.nbody, "a body", it.c.at);
        Range({it.dst, 1}, 1);
        break;
      case Form::kScan:
        Require(it.n <= kMaxWords / 3, "a number of points", it.n);
        Range(it.a, std::int64_t{3} * it.n);
        Range({it.dst, 1}, it.n);
        break;
      case Form::kCall:
        Require(it.k >= 0 && it.k < functions_, "a function", it.k);
        Range({it.a.at, 1}, it.n);
        Range({it.dst, 1}, it.c.at);
        break;
      case Form::kContact:
        Require(it.k >= 0 && it.k < static_cast<int>(ContactResult::kCounts),
                "a result of contacts", it.k);
        Range(it.a, it.n);
        Range(it.b, it.c.at);
        Range({it.dst, 1}, 3);
        break;
      default:
        Range(it.a, 1);
        Range(it.b, it.n);
        Range({it.dst, 1}, 1);
    }
  }
  void Jumps(const Instruction& it, int before, int after) const {
    if (Row(it).form == Form::kSkip) {
      Require(it.k >= 0 && it.k <= after, "a skip within the section", it.k);
    }
    if (Row(it).form == Form::kRetry) {
      Require(it.k >= 1 && it.k <= before, "a jump within the section", it.k);
    }
  }

  const std::int64_t words_;
  const int functions_;
  const mjModel& model_;
};

std::uint64_t NextSerial() {
  static std::atomic<std::uint64_t> last{0};
  return ++last;
}

Instruction Decode(const int* code) {
  Require(code[0] >= 0 && code[0] < static_cast<int>(Op::kCount),
          "an operation", code[0]);
  return {.op = static_cast<Op>(code[0]),
          .n = code[1],
          .dst = code[2],
          .a = {code[3], code[4]},
          .b = {code[5], code[6]},
          .c = {code[7], code[8]},
          .k = code[9],
          .kernel = nullptr};
}

/// Whether an operation reads values of a sensor.
bool ReadsSensor(const Instruction& it, const mjModel& model, int sensor) {
  if (it.op != Op::load || it.n == 0 ||
      Fields()[it.k].name != std::string_view("sensordata")) {
    return false;
  }
  const auto [first, last] =
      std::minmax({it.a.at, it.a.at + (it.n - 1) * it.a.stride});
  return model.sensor_adr[sensor] <= last &&
         model.sensor_adr[sensor] + model.sensor_dim[sensor] > first;
}

bool ReadsAccelerations(const Instruction& it, const mjModel& model) {
  switch (it.op) {
    case Op::load:
      for (int i = 0; i < model.nsensor; ++i) {
        if (model.sensor_needstage[i] == mjSTAGE_ACC &&
            ReadsSensor(it, model, i)) {
          return true;
        }
      }
      return Fields()[it.k].is_late;
    case Op::contact:
      return it.k != static_cast<int>(ContactResult::kCount);
    default:
      return it.op == Op::contact_forces;
  }
}

}  // namespace

Program::Program(const Source& source, const mjModel& model)
    : serial_(NextSerial()),
      constants_(source.constants),
      functions_(FunctionsOf(source.functions)) {
  const std::vector<int>& code = source.code;
  ReadHeader(code, source.actions, model);
  ReadTerms(code, source.terms);
  unread_sensors_.resize(static_cast<std::size_t>(model.nsensor));
  std::iota(unread_sensors_.begin(), unread_sensors_.end(), 0);
  const Checker checker(words_, static_cast<int>(functions_.size()), model);
  const int* at = code.data() + kHeader + kTermNumbers * terms_.size();
  int number = 0;
  for (std::size_t i = 0; i < sections_.size(); ++i) {
    const int count = code[kHeader - sections_.size() + i];
    for (int j = 0; j < count; ++j, at += kWords) {
      const Instruction it = Decode(at);
      checker.Check(it, number++, j, count - 1 - j);
      Add(it, static_cast<Section>(i), model);
    }
  }
  std::sort(model_fields_.begin(), model_fields_.end());
  model_fields_.erase(std::unique(model_fields_.begin(), model_fields_.end()),
                      model_fields_.end());
}

void Program::Add(const Instruction& it, Section section,
                  const mjModel& model) {
  std::vector<Instruction>& code = sections_[static_cast<std::size_t>(section)];
  code.push_back(it);
  code.back().kernel = KernelOf(it);
  if (section == Section::kObserve || section == Section::kBefore ||
      section == Section::kSubstep) {
    needs_accelerations_ |= ReadsAccelerations(it, model);
    changes_state_ |=
        it.op == Op::store || it.op == Op::forward || it.op == Op::settle;
  }
  if (it.op == Op::store && Fields()[it.k].of_model != nullptr) {
    model_fields_.push_back(it.k);
  }
  std::erase_if(unread_sensors_,
                [&](int sensor) { return ReadsSensor(it, model, sensor); });
  asks_if_unstable_ |= it.op == Op::unstable;
}

void Program::ReadHeader(const std::vector<int>& code, int actions,
                         const mjModel& model) {
  Require(code.size() >= kHeader, "a header of 22 numbers",
          static_cast<std::int64_t>(code.size()));
  Require(code[0] == kVersion, "version 2", code[0]);
  Require(std::cmp_equal(code[1], constants_.size()),
          "the number of constants, " + std::to_string(constants_.size()),
          code[1]);
  Require(code[2] >= 0 && code[2] <= kMaxWords, "a size of the state", code[2]);
  Require(code[3] >= 0 && code[3] <= kMaxWords, "a size of the memory",
          code[3]);
  const std::int64_t words = std::int64_t{code[1]} + code[2] + code[3];
  Require(words <= kMaxWords, "a memory of at most 32 MiB", words);
  words_ = static_cast<int>(words);
  state_ = code[2];
  Require(code[13] >= 0 && code[13] <= state_, "a part of the state", code[13]);
  kept_ = code[13];
  const auto address = [&](int index, std::int64_t count) {
    Require(code[index] >= 0 && code[index] + count <= words,
            "an address within the memory", code[index]);
    return code[index];
  };
  Require(code[9] >= 1 && code[9] <= kMaxWords, "a size of the observation",
          code[9]);
  Require(code[5] == actions, "as many actions as action_low has", code[5]);
  action_at_ = address(4, actions);
  first_at_ = address(6, 1);
  control_at_ = address(7, model.nu);
  observation_size_ = code[9];
  observation_at_ = address(8, observation_size_);
  reward_at_ = address(10, 1);
  terminated_at_ = address(11, 1);
  Require(code[12] >= 0 && code[12] <= kMaxTerms, "a number of terms",
          code[12]);
  std::int64_t operations = 0;
  for (std::size_t i = kHeader - sections_.size(); i < kHeader; ++i) {
    Require(code[i] >= 0 && code[i] <= kMaxOperations, "a number of operations",
            code[i]);
    operations += code[i];
  }
  const std::int64_t size =
      kHeader + std::int64_t{kTermNumbers} * code[12] + kWords * operations;
  Require(std::cmp_equal(code.size(), size),
          std::to_string(size) + " numbers, as the header says",
          static_cast<std::int64_t>(code.size()));
}

void Program::ReadTerms(const std::vector<int>& code,
                        const std::vector<std::string>& names) {
  Require(std::cmp_equal(names.size(), code[12]), "as many terms as names",
          code[12]);
  const int* at = code.data() + kHeader;
  for (const std::string& name : names) {
    Require(at[0] >= 0 && at[0] < static_cast<int>(Term::Kind::kCount),
            "a kind of term", at[0]);
    const auto kind = static_cast<Term::Kind>(at[0]);
    Require(at[2] >= 0 && (kind == Term::Kind::kObservation || at[2] == 1),
            "a size of a term", at[2]);
    Require(at[1] >= 0 && std::int64_t{at[1]} + at[2] <= words_,
            "an address within the memory", at[1]);
    terms_.push_back({.kind = kind, .at = at[1], .size = at[2], .name = name});
    at += kTermNumbers;
  }
}

int Program::Count(Term::Kind kind) const {
  return static_cast<int>(
      std::count_if(terms_.begin(), terms_.end(),
                    [kind](const Term& term) { return term.kind == kind; }));
}

}  // namespace envpool::mujoco::tasks
