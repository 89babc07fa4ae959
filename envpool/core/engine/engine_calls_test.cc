// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Calls every function in every state of a pool: each returns its result or
// throws the Error that the table states, and the pool stays usable.

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "envpool/core/engine/engine.h"
#include "envpool/testing/pool_driver.h"

namespace envpool::testing {
namespace {

constexpr int kNumEnvs = 4;

using Outcome = std::optional<ErrorKind>;  // nullopt: no error
constexpr ErrorKind kEnvId = ErrorKind::kEnvId;
constexpr ErrorKind kArgument = ErrorKind::kArgument;
constexpr ErrorKind kProtocol = ErrorKind::kProtocol;
constexpr ErrorKind kTimeout = ErrorKind::kTimeout;
constexpr ErrorKind kEnvStep = ErrorKind::kEnvStep;

const std::map<std::string, std::function<void(FaultEnvPool*)>>& Calls() {
  static const auto* const kCalls = new std::map<
      std::string, std::function<void(FaultEnvPool*)>>{
      {"send", [](FaultEnvPool* p) { SendActions(p->engine(), {1, 0}); }},
      {"send all",
       [](FaultEnvPool* p) { SendActions(p->engine(), Range(kNumEnvs)); }},
      {"send none", [](FaultEnvPool* p) { SendActions(p->engine(), {}); }},
      {"send bad id", [](FaultEnvPool* p) { SendActions(p->engine(), {9}); }},
      {"send twice", [](FaultEnvPool* p) { SendActions(p->engine(), {3, 3}); }},
      {"send bad action",
       [](FaultEnvPool* p) { SendActions(p->engine(), {1, 2}, {1, 2, 3}); }},
      {"reset", [](FaultEnvPool* p) { ResetEnvs(p->engine(), {2, 1}); }},
      {"reset all",
       [](FaultEnvPool* p) { p->engine()->Reset(nullptr, kNumEnvs, nullptr); }},
      {"reset none", [](FaultEnvPool* p) { ResetEnvs(p->engine(), {}); }},
      {"reset bad id", [](FaultEnvPool* p) { ResetEnvs(p->engine(), {-1}); }},
      {"reset seeded",
       [](FaultEnvPool* p) {
         const int ids[] = {1, 2};
         const std::int64_t seeds[] = {1, 2};
         p->engine()->Reset(ids, 2, seeds);
       }},
      {"recv", [](FaultEnvPool* p) { p->Recv(); }},
      {"recv at once",
       [](FaultEnvPool* p) {
         p->engine()->blocks()->Release(p->engine()->Recv(nullptr, 0));
       }},
      {"drain", [](FaultEnvPool* p) { p->engine()->Drain(nullptr); }},
      {"render",
       [](FaultEnvPool* p) { p->Render(ToArray<int>({1}), 0, 0, 0); }},
      {"render bad id",
       [](FaultEnvPool* p) { p->Render(ToArray<int>({4}), 0, 0, 0); }},
      {"render none", [](FaultEnvPool* p) { p->Render(Array(), 0, 0, 0); }},
      {"save and load",
       [](FaultEnvPool* p) {
         const int ids[] = {1};
         p->engine()->WithIdle(ids, 1, [p] {
           StateWriter writer;
           p->engine()->kernel()->Save(1, &writer);
           StateReader reader(writer.bytes());
           p->engine()->kernel()->Load(1, &reader);
         });
       }},
      {"outstanding",
       [](FaultEnvPool* p) { EXPECT_GE(p->engine()->outstanding(), 0); }},
      {"close", [](FaultEnvPool* p) { p->engine()->Close(); }},
  };
  return *kCalls;
}

struct State {
  std::string name;
  /// Brings a fresh pool into this state.
  std::function<void(FaultEnvPool*)> enter;
  /// The outcomes that differ from "no error": in sync and in async pools.
  std::map<std::string, Outcome> sync;
  std::map<std::string, Outcome> async;
  bool faulty = false;  // each env fails in its first step
};

/// The errors in every state except the last two.
const std::map<std::string, Outcome>& Always() {
  static const auto* const kAlways = new std::map<std::string, Outcome>{
      {"send bad id", kEnvId},        {"send twice", kEnvId},
      {"send bad action", kArgument}, {"reset bad id", kEnvId},
      {"render bad id", kEnvId},
  };
  return *kAlways;
}

/// The errors while env 1 is outstanding.
std::map<std::string, Outcome> WithBusyEnvs(
    std::map<std::string, Outcome> more) {
  for (const char* call : {"send", "send all", "reset", "reset all",
                           "reset seeded", "render", "save and load"}) {
    more.emplace(call, kProtocol);
  }
  return more;
}

std::vector<State> States() {
  const auto reset_all = [](FaultEnvPool* p) {
    p->engine()->Reset(nullptr, kNumEnvs, nullptr);
  };
  const std::map<std::string, Outcome> too_few = {{"recv", kProtocol},
                                                  {"recv at once", kProtocol}};
  return {
      {"fresh", [](FaultEnvPool*) {}, {}, too_few},
      {"idle",
       [=](FaultEnvPool* p) {
         reset_all(p);
         p->engine()->Drain(nullptr);
       },
       {},
       too_few},
      {"pending", reset_all, WithBusyEnvs({{"send twice", kProtocol}}),
       WithBusyEnvs({{"send twice", kProtocol}})},
      {"partly pending", [](FaultEnvPool* p) { ResetEnvs(p->engine(), {1}); },
       WithBusyEnvs({}),
       WithBusyEnvs({{"recv", kProtocol}, {"recv at once", kProtocol}})},
      {"partly received",
       [=](FaultEnvPool* p) {
         reset_all(p);
         p->Recv();
         p->engine()->Drain(nullptr);
         ResetEnvs(p->engine(), {0, 1, 2});
       },
       WithBusyEnvs({}), WithBusyEnvs({})},
      {"faulted, pending",
       [=](FaultEnvPool* p) {
         reset_all(p);
         p->engine()->Drain(nullptr);
         SendActions(p->engine(), Range(kNumEnvs));
       },
       WithBusyEnvs({{"send twice", kProtocol}, {"recv", kEnvStep}}),
       WithBusyEnvs({{"send twice", kProtocol}, {"recv", kEnvStep}}), true},
      {"faulted, received",
       [=](FaultEnvPool* p) {
         reset_all(p);
         p->engine()->Drain(nullptr);
         SendActions(p->engine(), Range(kNumEnvs));
         p->engine()->Drain(nullptr);
       },
       {},
       too_few,
       true},
  };
}

Outcome Expected(const State& state, bool sync, const std::string& call) {
  const auto& own = sync ? state.sync : state.async;
  if (const auto found = own.find(call); found != own.end()) {
    return found->second;
  }
  const auto found = Always().find(call);
  return found == Always().end() ? Outcome() : found->second;
}

std::string Text(const Outcome& outcome) {
  return outcome ? "kind " + std::to_string(static_cast<int>(*outcome))
                 : "result";
}

std::vector<Shape> AllShapes() {
  std::vector<Shape> shapes;
  for (const int batch_size : {kNumEnvs, 2}) {
    for (const bool helps : {true, false}) {
      for (const AutoresetMode mode :
           {AutoresetMode::kNextStep, AutoresetMode::kDisabled}) {
        Shape shape{
            .num_envs = kNumEnvs, .batch_size = batch_size, .num_threads = 2};
        shape.options.caller_helps = helps;
        shape.options.autoreset = mode;
        shapes.push_back(shape);
      }
    }
  }
  return shapes;
}

TEST(EngineCalls, EveryCallInEveryState) {
  for (const Shape& shape : AllShapes()) {
    const bool sync = shape.batch_size == kNumEnvs;
    for (const State& state : States()) {
      for (const auto& [name, call] : Calls()) {
        SCOPED_TRACE(::testing::Message()
                     << name << " when " << state.name << ": " << shape);
        auto pool = MakeFaultPool(
            shape, {.fault = state.faulty ? "std" : "", .horizon = 1'000});
        state.enter(pool.get());
        const Outcome outcome = KindOf([&] { call(pool.get()); });
        Outcome expected = Expected(state, sync, name);
        if (name == "recv at once" && outcome == kTimeout && !expected) {
          expected = kTimeout;  // the work takes longer than that
        }
        EXPECT_EQ(Text(outcome), Text(expected));
        if (name != "close") {
          pool->engine()->Drain(nullptr);
          EXPECT_EQ(Survives(pool.get(), 3), "");
        }
      }
    }
  }
}

TEST(EngineCalls, AfterClose) {
  for (const Shape& shape : AllShapes()) {
    for (const bool pending : {true, false}) {
      auto pool = MakeFaultPool(shape);
      if (pending) {
        pool->engine()->Reset(nullptr, kNumEnvs, nullptr);
      }
      pool->engine()->Close();
      for (const auto& [name, call] : Calls()) {
        const bool fact = name == "outstanding" || name == "close";
        const Outcome expected = fact ? Outcome()
                                 : name == "send bad action"
                                     ? Outcome(kArgument)
                                     : Outcome(ErrorKind::kClosed);
        EXPECT_EQ(Text(KindOf([&] { call(pool.get()); })), Text(expected))
            << name;
      }
    }
  }
}

/// Makes every call in a forked child. Returns the number of calls that did not
/// throw kForked.
int CallsThatDoNotSayForked(FaultEnvPool* pool) {
  int wrong = 0;
  for (const auto& [name, call] : Calls()) {
    const Outcome expected = name == "close"             ? Outcome()
                             : name == "send bad action" ? Outcome(kArgument)
                                                         : ErrorKind::kForked;
    wrong += KindOf([&, &each = call] { each(pool); }) == expected ? 0 : 1;
  }
  return wrong;
}

/// Runs f in a forked child and returns its result.
template <typename F>
int InChild(F&& f) {
  const pid_t child = fork();
  if (child == 0) {
    _exit(f());
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
}

TEST(EngineCalls, InAForkedChild) {
  for (const Shape& shape : AllShapes()) {
    auto pool = MakeFaultPool(shape);
    ResetEnvs(pool->engine(), Range(kNumEnvs));
    std::vector<Array> kept = pool->Recv();
    EXPECT_EQ(InChild([&] {
                const int wrong = CallsThatDoNotSayForked(pool.get());
                kept.clear();
                pool.reset();
                return wrong;
              }),
              0);
    EXPECT_EQ(Survives(pool.get(), 3), "");  // the parent's pool still works
  }
}

// The engine's mutex is held during fork(), so it stays locked in the child.
TEST(EngineCalls, InAChildForkedAtABadMoment) {
  struct ForkingHooks : WaitHooks {
    bool OthersMaySend() override {
      wrong = InChild([this] { return CallsThatDoNotSayForked(pool); });
      return false;
    }
    FaultEnvPool* pool;
    int wrong = -1;
  };
  auto pool = MakeFaultPool({.num_envs = 2, .batch_size = 1});
  ForkingHooks hooks;
  hooks.pool = pool.get();
  EXPECT_EQ(KindOf([&] { pool->engine()->Recv(&hooks); }), kProtocol);
  EXPECT_EQ(hooks.wrong, 0);
}

}  // namespace
}  // namespace envpool::testing
