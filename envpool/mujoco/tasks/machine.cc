// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/mujoco/tasks/machine.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "envpool/mujoco/common/terms.h"
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

/// The memory of the program that this thread runs. Programs alternate if one
/// thread runs several pools.
double* MemoryOf(const Program& program) {
  struct Memory {
    std::uint64_t serial{0};
    std::vector<double> words;
  };
  static thread_local Memory memory;
  if (memory.serial != program.serial()) {
    memory.serial = 0;  // in case of an exception
    memory.words = program.constants();
    memory.words.resize(static_cast<std::size_t>(program.words()));
    memory.serial = program.serial();
  }
  return memory.words.data();
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

void Machine::Enter() {
  memory_ = MemoryOf(*program_);
  CopyWords(state_.data(), std::ssize(state_), memory_ + program_->state_at());
}

void Machine::Clear() {
  std::fill_n(memory_ + program_->state_at() + program_->kept(),
              program_->state() - program_->kept(), 0.0);
  memory_[program_->first_at()] = 1;
}

void Machine::Run(Section section, Physics* physics, Random* random) {
  const std::vector<Instruction>& code = (*program_)[section];
  int attempts = 0;
  for (std::size_t i = 0; i < code.size(); ++i) {
    const Instruction& it = code[i];
    if (it.kernel != nullptr) {
      it.kernel(it, memory_);
    } else if (it.op == Op::load) {
      Load(it, physics);
    } else if (it.op == Op::skip) {
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
  switch (it.op) {
    case Op::store:
      Store(it, physics);
      break;
    case Op::gather: {
      const std::int64_t row = ClampedInteger(memory_[it.b.at], 0, it.c.at - 1);
      for (int i = 0; i < it.n; ++i) {
        memory_[it.dst + i] = memory_[it.a.at + row * it.k + i * it.a.stride];
      }
      break;
    }
    case Op::effort: {
      const Controls action{
          .values = memory_ + it.b.at, .count = it.n, .float32 = is_float32_};
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
    case Op::scan:
    case Op::contact:
      Sense(it, physics);
      break;
    case Op::call:
      CallFunction(it);
      break;
    default:
      Act(it, physics);
  }
}

void Machine::Load(const Instruction& it, Physics* physics) {
  const double* from =
      Fields()[it.k].array(physics->model(), physics->data()) + it.a.at;
  double* out = memory_ + it.dst;
  if (it.a.stride == 1) {
    CopyWords(from, it.n, out);
    return;
  }
  for (int i = 0; i < it.n; ++i, from += it.a.stride) {
    out[i] = *from;
  }
}

void Machine::Store(const Instruction& it, Physics* physics) {
  double* to = Fields()[it.k].array(physics->model(), physics->data());
  for (int i = 0; i < it.n; ++i) {
    to[it.dst + i] = memory_[it.a.at + i * it.a.stride];
  }
}

void Machine::CallFunction(const Instruction& it) {
  const Function& function = program_->functions()[it.k];
  double* out = memory_ + it.dst;
  std::fill_n(out, it.c.at, std::numeric_limits<double>::quiet_NaN());
  const int error = function.call(memory_ + it.a.at, it.n, out, it.c.at);
  if (error != 0) {
    throw std::runtime_error("function '" + function.name +
                             "' failed with error " + std::to_string(error));
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
  double* memory = memory_;
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
  } else if (it.op == Op::scan) {
    ScanGround(model, physics->data(),
               {memory + it.a.at, 3 * static_cast<std::size_t>(it.n)},
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
    case Op::unstable:
      memory_[it.dst] = physics->IsUnstable() ? 1 : 0;
      break;
    default:
      break;
  }
}

void Machine::CheckTerms(bool is_first) const {
  const double* memory = memory_;
  if ((is_first || !HasNan(memory + program_->reward_at(), 1)) &&
      !HasNan(memory + program_->observation_at(),
              program_->observation_size())) {
    return;
  }
  for (const Term& term : program_->terms()) {
    if ((term.kind != Term::Kind::kReward || !is_first) &&
        HasNan(memory + term.at, term.size)) {
      throw std::runtime_error(std::string(NameOf(term.kind)) + " '" +
                               term.name + "' is not a number");
    }
  }
  throw std::runtime_error("the reward is not a number");
}

void Machine::Save(StateWriter* writer) const {
  for (const double word : state_) {
    writer->Write(word);
  }
}

void Machine::Load(StateReader* reader) {
  for (double& word : state_) {
    reader->Read(&word);
  }
}

}  // namespace envpool::mujoco::tasks
