// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/mujoco/tasks/machine.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "envpool/mujoco/common/terms.h"
#include "envpool/mujoco/tasks/arithmetic.h"
#include "envpool/mujoco/tasks/fields.h"
#include "envpool/mujoco/tasks/senses.h"

namespace envpool::mujoco::tasks {
namespace {

const char* NameOf(Term::Kind kind) {
  switch (kind) {
    case Term::Kind::kObservation:
      return "observation";
    case Term::Kind::kReward:
      return "reward";
    default:
      return "measure";
  }
}

bool HasNan(const double* values, int count) {
  int found = 0;
  for (int i = 0; i < count; ++i) {
    found |= static_cast<int>(std::isnan(values[i]));
  }
  return found != 0;
}

/// The nearest integer below in [low, high]; NaN counts as `low`.
std::int64_t ClampedInteger(double value, double low, double high) {
  return static_cast<std::int64_t>(!(value >= low) ? low
                                   : value > high  ? high
                                                   : std::floor(value));
}

}  // namespace

void Machine::Clear() {
  std::fill(memory_.begin() + program_->state_at(), memory_.end(), 0.0);
  memory_[program_->first_at()] = 1;
}

void Machine::Run(Section section, Physics* physics, Random* random) {
  const std::vector<Instruction>& code = (*program_)[section];
  int attempts = 0;
  for (std::size_t i = 0; i < code.size(); ++i) {
    const Instruction& it = code[i];
    if (it.op == Op::skip) {
      i += memory_[it.a.at] == 0 ? static_cast<std::size_t>(it.k) : 0;
    } else if (it.op != Op::retry) {
      Apply(it, physics, random);
    } else if (memory_[it.a.at] == 0) {
      if (++attempts >= kAttempts) {
        throw std::runtime_error("found no start that the task allows in " +
                                 std::to_string(kAttempts) + " attempts");
      }
      i -= static_cast<std::size_t>(it.k) + 1;  // wraps around at the start
    }
  }
}

void Machine::Apply(const Instruction& it, Physics* physics, Random* random) {
  if (Calculate(it, memory_.data())) {
    return;
  }
  switch (it.op) {
    case Op::load: {
      const double* from =
          Fields()[it.k].array(physics->model(), physics->data());
      for (int i = 0; i < it.n; ++i) {
        memory_[it.dst + i] = from[it.a.at + i * it.a.stride];
      }
      break;
    }
    case Op::store: {
      double* to = Fields()[it.k].array(physics->model(), physics->data());
      for (int i = 0; i < it.n; ++i) {
        to[it.dst + i] = memory_[it.a.at + i * it.a.stride];
      }
      break;
    }
    case Op::gather: {
      const std::int64_t row = ClampedInteger(memory_[it.b.at], 0, it.c.at - 1);
      for (int i = 0; i < it.n; ++i) {
        memory_[it.dst + i] = memory_[it.a.at + row * it.k + i * it.a.stride];
      }
      break;
    }
    case Op::effort: {
      const Controls action{.values = memory_.data() + it.b.at,
                            .count = it.n,
                            .float32 = is_float32_};
      memory_[it.dst] =
          action.Weighted(memory_[it.a.at], action.SumOfSquares());
      break;
    }
    case Op::random:
    case Op::normal:
    case Op::uniform:
    case Op::integers:
      Draw(it, random);
      break;
    case Op::velocity:
    case Op::ray:
    case Op::contact:
      Sense(it, physics);
      break;
    default:
      Act(it, physics);
  }
}

void Machine::Draw(const Instruction& it, Random* random) {
  for (int i = 0; i < it.n; ++i) {
    double& out = memory_[it.dst + i];
    if (it.op == Op::random) {
      out = random->Uniform();
    } else if (it.op == Op::normal) {
      out = random->Normal();
    } else {
      const double low = memory_[it.a.at + i * it.a.stride];
      const double high = memory_[it.b.at + i * it.b.stride];
      constexpr double kLargest = 1LL << 53;
      out = it.op == Op::uniform
                ? random->Uniform(low, high)
                : static_cast<double>(random->Integer(
                      ClampedInteger(low, -kLargest, kLargest),
                      ClampedInteger(high, -kLargest, kLargest)));
    }
  }
}

void Machine::Sense(const Instruction& it, Physics* physics) {
  const mjModel& model = physics->model();
  double* memory = memory_.data();
  if (it.op == Op::velocity) {
    mj_objectVelocity(&model, &physics->data(), it.k, it.a.at, memory + it.dst,
                      it.b.at != 0 ? 1 : 0);
  } else if (it.op == Op::contact) {
    std::array<double, 3> out{};
    const auto result = static_cast<ContactResult>(it.k);
    MeasureContacts(model, physics->data(),
                    {memory + it.a.at, static_cast<std::size_t>(it.n)},
                    {memory + it.b.at, static_cast<std::size_t>(it.c.at)},
                    result, out.data());
    std::copy_n(out.begin(), result == ContactResult::kForce ? 3 : 1,
                memory + it.dst);
  } else {
    std::array<double, 3> point{};
    std::array<double, 3> direction{};
    for (int i = 0; i < 3; ++i) {
      point[i] = memory[it.a.at + i * it.a.stride];
      direction[i] = memory[it.b.at + i * it.b.stride];
    }
    memory[it.dst] = CastRay(model, physics->data(), point.data(),
                             direction.data(), it.c.at);
  }
}

void Machine::Act(const Instruction& it, Physics* physics) {
  switch (it.op) {
    case Op::forward:
      if (is_lagging_) {
        physics->Forward();
      } else {
        physics->ForwardWithoutActuation();
      }
      break;
    case Op::contact_forces:
      physics->ComputeContactForces();
      break;
    case Op::subtree_velocities:
      mj_subtreeVel(&physics->model(), &physics->data());
      break;
    case Op::settle:
      if (is_lagging_) {
        physics->Step(physics->data().ctrl, it.k);
      } else {
        physics->Advance(it.k);
      }
      break;
    case Op::contacts:
      memory_[it.dst] = physics->data().ncon;
      break;
    default:
      break;
  }
}

void Machine::CheckTerms() const {
  const double* memory = memory_.data();
  if (!HasNan(memory + program_->reward_at(), 1) &&
      !HasNan(memory + program_->observation_at(),
              program_->observation_size())) {
    return;
  }
  for (const Term& term : program_->terms()) {
    if (HasNan(memory + term.at, term.size)) {
      throw std::runtime_error(std::string(NameOf(term.kind)) + " '" +
                               term.name + "' is not a number");
    }
  }
  throw std::runtime_error("the reward is not a number");
}

void Machine::Save(StateWriter* writer) const {
  for (int i = 0; i < program_->state(); ++i) {
    writer->Write(memory_[program_->state_at() + i]);
  }
}

void Machine::Load(StateReader* reader) {
  for (int i = 0; i < program_->state(); ++i) {
    reader->Read(&memory_[program_->state_at() + i]);
  }
}

}  // namespace envpool::mujoco::tasks
