// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// LaneChecks: replaces LaneCalls in a checked build.
//
// The functions of a BatchEnv write to memory between guards; the results are
// checked and then copied to the block. Findings are kept until the kernel
// calls AddFaults, which turns them into faults of the lanes' rows.
//
// Threads: see LaneCalls. Errors: faults; exceptions of the env become faults,
// too.

#ifndef ENVPOOL_CORE_CHECKED_LANE_CHECKS_H_
#define ENVPOOL_CORE_CHECKED_LANE_CHECKS_H_

#include "envpool/core/checked/crash_report.h"
#include "envpool/core/lane_calls.h"

#ifdef ENVPOOL_CHECKED

#include <algorithm>
#include <cstring>
#include <exception>
#include <limits>
#include <string>
#include <typeinfo>
#include <utility>
#include <vector>

#include "envpool/core/checked/row_checks.h"
#include "envpool/core/engine/memory/result_columns.h"

#endif  // ENVPOOL_CHECKED

namespace envpool {
ENVPOOL_BEGIN_CHECKED

#ifdef ENVPOOL_CHECKED

/// Findings about the lanes that this thread runs, by lane.
inline thread_local std::vector<std::pair<int, std::string>> lane_findings;

template <typename EnvT>
class LaneChecks {
 public:
  using Rows = typename EnvT::Rows;
  using Actions = typename EnvT::Actions;

  LaneChecks(const EnvT* env, int num_envs) : seeds_(num_envs) {
    for (int lane = 0; lane < num_envs; ++lane) {
      seeds_[lane] = env->config_seed(lane);
    }
  }
  void Reseed(int lane, std::int64_t seed) { seeds_[lane] = seed; }

  void Step(EnvT* env, const BatchRows& rows, const Lanes& lanes,
            const ActionStore& store, float* reward, bool* terminated) const {
    GuardedMemory memory;
    const std::size_t count = lanes.count;
    memory.Add(count * sizeof(float));
    memory.Add(count);
    memory.Allocate();
    auto* rewards = reinterpret_cast<float*>(memory.Data(0));
    std::fill_n(rewards, count, std::numeric_limits<float>::quiet_NaN());
    std::memset(memory.Data(1), kFill, count);
    Guarded("StepLanes", lanes, [&] {
      const Actions actions = ActionsAt<Actions>(store, lanes.first);
      auto* ended = reinterpret_cast<bool*>(memory.Data(1));
      if (env->params().differ()) {
        CallStepLanes<true>(env, lanes, actions, rewards, ended);
      } else {
        CallStepLanes<false>(env, lanes, actions, rewards, ended);
      }
    });
    CheckGuards(memory, 0, lanes, "StepLanes", "reward");
    CheckGuards(memory, 1, lanes, "StepLanes", "terminated");
    for (int i = 0; i < lanes.count; ++i) {
      const char ended = memory.Data(1)[i];
      const bool is_bool = ended == 0 || ended == 1;
      // Results of an ended lane are not used: the lane is reset next.
      if (!rows.ended(lanes.first + i)) {
        if (std::isnan(rewards[i])) {
          AddFinding(lanes.first + i,
                     "StepLanes wrote NaN or nothing to reward");
        }
        if (!is_bool) {
          AddFinding(lanes.first + i, "StepLanes did not write terminated");
        }
      }
      reward[i] = rewards[i];
      terminated[i] = is_bool && ended == 1;
    }
  }

  void Write(const EnvT* env, const Lanes& lanes, const StateBlock& block,
             int row) const {
    // Unwritten bytes differ between two copies with different fill patterns.
    Columns first = ColumnsOf(block, row, lanes.count);
    Columns second = ColumnsOf(block, row, lanes.count);
    for (std::size_t c = ResultColumns::kFirstFamily; c < Rows::kSize; ++c) {
      if constexpr (EnvT::kWritesAllFields) {
        std::memset(first.Data(c), ~kFill, first.bytes[c] * lanes.count);
      }
      std::memset(second.Data(c), kFill, second.bytes[c] * lanes.count);
    }
    for (Columns* columns : {&first, &second}) {
      Guarded("WriteLanes", lanes, [&] {
        env->WriteLanes(lanes, PointersTo<Rows>([columns](std::size_t c) {
                          return columns->Data(c);
                        }));
      });
    }
    for (std::size_t c = 0; c < Rows::kSize; ++c) {
      const Column& column = block.layout().columns()[c];
      CheckGuards(first.memory, c, lanes, "WriteLanes", NameOfRows(column));
      if (c >= ResultColumns::kFirstFamily) {
        CheckItems(&first, &second, c, column, lanes);
      }
      std::memcpy(block.Item(c, row), first.Data(c),
                  first.bytes[c] * lanes.count);
    }
  }

  /// Turns the findings since the last call into faults.
  void AddFaults(const ResultColumns& columns, const Lanes& lanes,
                 StateBlock* block, int row) const {
    const auto findings = std::exchange(lane_findings, {});
    std::vector<bool> has_fault(lanes.count);
    for (const auto& [lane, text] : findings) {
      const int i = lane - lanes.first;
      if (i < 0 || i >= lanes.count || has_fault[i]) {
        continue;
      }
      has_fault[i] = true;
      const int elapsed =
          *block->Rows<int>(ResultColumns::kElapsedStep, row + i);
      block->ZeroRows(row + i, 1);
      *block->Rows<int>(ResultColumns::kEnvId, row + i) = lane;
      *block->Rows<int>(ResultColumns::kPlayersEnvId, row + i) = lane;
      *block->Rows<bool>(columns.ones, row + i) = true;
      block->AddFault({lane, row + i, seeds_[lane], elapsed, text});
    }
  }

 private:
  static constexpr unsigned char kFill = 0xA5;  // not a valid bool

  struct Columns {
    GuardedMemory memory;
    std::vector<std::size_t> bytes;  // per lane
    char* Data(std::size_t column) { return memory.Data(column); }
  };

  static std::string NameOfEnv() { return NameOf(typeid(EnvT)); }
  static std::string NameOfRows(const Column& column) {
    return "rows[\"" + column.key + "\"_]";
  }
  static void AddFinding(int lane, const std::string& text) {
    lane_findings.emplace_back(lane, NameOfEnv() + ": " + text);
  }
  static void AddFindings(const Lanes& lanes, const std::string& text) {
    for (int i = 0; i < lanes.count; ++i) {
      AddFinding(lanes.first + i, text);
    }
  }
  template <typename F>
  static void Guarded(const char* call, const Lanes& lanes, const F& f) {
    const EnvScope scope = EnvScope::Of<EnvT>(lanes.first, lanes.count, call);
    const auto add_finding = [&](const std::string& text) {
      AddFindings(lanes,
                  std::string(call) + ": expected no exception, got " + text);
    };
    try {
      f();
    } catch (const std::exception& error) {
      add_finding(error.what());
    } catch (...) {
      add_finding("one that is not a std::exception");
    }
  }
  static void CheckGuards(const GuardedMemory& memory, std::size_t part,
                          const Lanes& lanes, const std::string& call,
                          const std::string& name) {
    const GuardedMemory::Overrun overrun = memory.FindOverrun(part);
    if (overrun != GuardedMemory::Overrun::kNone) {
      const bool is_after = overrun == GuardedMemory::Overrun::kAfter;
      AddFindings(lanes,
                  call + " wrote " +
                      (is_after ? "past the end" : "before the beginning") +
                      " of " + name + " of lanes " +
                      std::to_string(lanes.first) + " to " +
                      std::to_string(lanes.first + lanes.count - 1));
    }
  }

  /// Copies of the columns of a run of rows.
  static Columns ColumnsOf(const StateBlock& block, int row, int count) {
    Columns columns;
    for (std::size_t c = 0; c < Rows::kSize; ++c) {
      columns.bytes.push_back(block.layout().stride(c));
      columns.memory.Add(columns.bytes[c] * count);
    }
    columns.memory.Allocate();
    for (std::size_t c = 0; c < Rows::kSize; ++c) {
      std::memcpy(columns.Data(c), block.Item(c, row),
                  columns.bytes[c] * count);
    }
    return columns;
  }

  /// Checks that each lane's item is written and has no NaN.
  static void CheckItems(Columns* first, Columns* second, std::size_t c,
                         const Column& column, const Lanes& lanes) {
    const std::size_t bytes = column.ItemBytes();
    const bool is_float =
        column.dtype == DType::kFloat32 || column.dtype == DType::kFloat64;
    for (int i = 0; i < lanes.count && bytes > 0; ++i) {
      const char* one = first->Data(c) + i * first->bytes[c];
      const char* two = second->Data(c) + i * second->bytes[c];
      const std::ptrdiff_t missing = FindUnwritten(one, two, bytes);
      if (missing >= 0 &&
          (EnvT::kWritesAllFields || column.key.starts_with("obs"))) {
        AddFinding(lanes.first + i,
                   "WriteLanes did not write " + NameOfRows(column) +
                       (EnvT::kWritesAllFields
                            ? At(missing / column.element_size, column) +
                                  ", though kWritesAllFields is true"
                            : ""));
        continue;
      }
      const std::ptrdiff_t nan =
          FindNan(one, bytes, is_float ? column.element_size : 0);
      if (nan >= 0) {
        AddFinding(lanes.first + i, "WriteLanes wrote NaN to " +
                                        NameOfRows(column) + At(nan, column));
      }
    }
  }
  static std::string At(std::size_t element, const Column& column) {
    return column.shape.empty() ? ""
                                : " at " + IndexText(element, column.shape);
  }
  /// The first unwritten byte, or -1. Without kWritesAllFields: 0 if no byte
  /// was written, else -1.
  static std::ptrdiff_t FindUnwritten(const char* one, const char* two,
                                      std::size_t bytes) {
    const auto fill = static_cast<char>(kFill);
    if constexpr (EnvT::kWritesAllFields) {
      const auto other = static_cast<char>(~kFill);
      for (std::size_t i = 0; i < bytes; ++i) {
        if (one[i] == other && two[i] == fill) {
          return static_cast<std::ptrdiff_t>(i);
        }
      }
      return -1;
    } else {
      static_cast<void>(one);
      const bool is_untouched =
          std::all_of(two, two + bytes, [&](char c) { return c == fill; });
      return is_untouched ? 0 : -1;
    }
  }

  std::vector<std::int64_t> seeds_;
};

template <typename EnvT>
using CallsOf = LaneChecks<EnvT>;

#else

template <typename EnvT>
using CallsOf = LaneCalls<EnvT>;

#endif  // ENVPOOL_CHECKED

ENVPOOL_END_CHECKED
}  // namespace envpool

#endif  // ENVPOOL_CORE_CHECKED_LANE_CHECKS_H_
