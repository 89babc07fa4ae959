// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// ProblemEnv<Problem>: the env of a problem. A Problem (see problem.h) has the
// rules; the rest is here: keys, masks in the infos, pictures, saved states.
//
// Keys: the first episode of an env has the key jax.random.PRNGKey(seed), the
// n-th one after it fold_in(PRNGKey(seed), n).
//
// Threads: an env is used by one thread at a time. Errors: Step throws
// std::invalid_argument for a choice that is not within bounds, and for NaN.

#ifndef ENVPOOL_PLANNING_PROBLEM_ENV_H_
#define ENVPOOL_PLANNING_PROBLEM_ENV_H_

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "envpool/common/picture.h"
#include "envpool/common/pointer_row.h"
#include "envpool/common/threefry.h"
#include "envpool/core/async_envpool.h"
#include "envpool/core/env.h"
#include "envpool/planning/problem.h"

namespace envpool::planning {

/// Whether actions are numbers instead of choices.
template <typename Problem, typename Config>
concept HasNumbers =
    requires(const Config& conf) { Problem::ActionShape(conf); };

template <typename Problem>
class ProblemEnvFns {
 public:
  static decltype(auto) DefaultConfig() { return Problem::DefaultConfig(); }
  template <typename Config>
  static decltype(auto) StateSpec(const Config& conf) {
    if constexpr (Problem::kMasksChoices) {
      const int choices = Problem::Choices(conf)[0];
      return ConcatDict(Problem::StateSpec(conf),
                        MakeDict("info:action_mask"_.Bind(
                            Spec<std::int8_t>({choices}, {0, 1}))));
    } else {
      return Problem::StateSpec(conf);
    }
  }
  template <typename Config>
  static decltype(auto) ActionSpec(const Config& conf) {
    if constexpr (HasNumbers<Problem, Config>) {
      return MakeDict("action"_.Bind(
          Spec<float>(Problem::ActionShape(conf), {-1.0F, 1.0F})));
    } else {
      return ChoiceSpec(conf);
    }
  }

 private:
  template <typename Config>
  static decltype(auto) ChoiceSpec(const Config& conf) {
    const std::vector<int> choices = Problem::Choices(conf);
    if (choices.size() == 1) {
      return MakeDict("action"_.Bind(Spec<int>({}, {0, choices[0] - 1})));
    }
    std::vector<int> last = choices;
    std::ranges::for_each(last, [](int& number) { --number; });
    const int size = static_cast<int>(choices.size());
    return MakeDict("action"_.Bind(
        Spec<int>({size}, {std::vector<int>(choices.size(), 0), last})));
  }
};

/// Writes the fields of a problem.
class FieldWriter {
 public:
  explicit FieldWriter(StateWriter* writer) : writer_(writer) {}

  void operator()(const threefry::Key* key) {
    writer_->Write(key->high);
    writer_->Write(key->low);
  }
  template <typename T, typename Bound>
  void operator()(const T* field, Bound /*low*/, Bound /*high*/) {
    writer_->Write(*field);
  }

 private:
  StateWriter* writer_;
};

/// Reads the fields of a problem, and refuses those out of range.
class FieldReader {
 public:
  explicit FieldReader(StateReader* reader) : reader_(reader) {}

  void operator()(threefry::Key* key) {
    reader_->Read(&key->high);
    reader_->Read(&key->low);
  }
  template <typename T, typename Bound>
    requires std::is_arithmetic_v<T>
  void operator()(T* field, Bound low, Bound high) {
    reader_->Read(field, static_cast<T>(low), static_cast<T>(high));
  }
  template <typename T, typename Bound>
  void operator()(std::vector<T>* field, Bound low, Bound high) {
    reader_->Read(field, field->size());
    reader_->Require(std::ranges::all_of(*field, [low, high](T value) {
      return static_cast<T>(low) <= value && value <= static_cast<T>(high);
    }));
  }

 private:
  StateReader* reader_;
};

template <typename Problem>
using ProblemEnvSpec = EnvSpec<ProblemEnvFns<Problem>>;

template <typename Problem>
class ProblemEnv : public Env<ProblemEnvSpec<Problem>>, public RenderableEnv {
  using Base = Env<ProblemEnvSpec<Problem>>;

 public:
  using Action = typename Base::Action;

  ProblemEnv(const typename Base::Spec& spec, int env_id)
      : Base(spec, env_id),
        problem_(spec.config),
        choices_(ChoicesOf(spec.config)),
        seed_key_(threefry::MakeKey(this->seed64())) {}

  [[nodiscard]] bool WritesAllFields() const override { return true; }
  [[nodiscard]] bool UsesGen() const override { return false; }
  bool IsDone() override { return outcome_.over; }
  bool TerminatedAtLimit() override { return outcome_.over; }

  void Reseed(std::int64_t seed) override {
    Base::Reseed(seed);
    seed_key_ = threefry::MakeKey(seed);
    episodes_ = 0;
  }

  void Reset() override {
    problem_.Start(episodes_ == 0 ? seed_key_
                                  : threefry::FoldIn(seed_key_, episodes_));
    ++episodes_;
    outcome_ = {};
    Write();
  }

  void Step(const Action& action) override {
    outcome_ = Take(action["action"_]);
    Write();
  }

  [[nodiscard]] bool CanObserve() const override { return true; }
  void Observe(StateBlock* block, int row) override {
    problem_.Write(PointerRow(this->StateAt(*block, row)));
  }

  [[nodiscard]] std::pair<int, int> RenderSize(int width,
                                               int height) const override {
    return problem_.SizeOfPicture().Pixels(width, height);
  }
  void Render(int width, int height, int /*camera_id*/,
              unsigned char* rgb) override {
    Picture picture(problem_.SizeOfPicture(), width, height, rgb);
    problem_.Draw(&picture);
  }

  void Save(StateWriter* writer) override {
    problem_.Visit(FieldWriter(writer));
    writer->Write(seed_key_.high);
    writer->Write(seed_key_.low);
    writer->Write(episodes_);
    writer->Write(outcome_.over);
  }
  void Load(StateReader* reader) override {
    problem_.Visit(FieldReader(reader));
    reader->Require(problem_.Restore());
    reader->Read(&seed_key_.high);
    reader->Read(&seed_key_.low);
    reader->Read(&episodes_);
    reader->Read(&outcome_.over);
  }

 private:
  template <typename Config>
  static std::vector<int> ChoicesOf(const Config& conf) {
    if constexpr (HasNumbers<Problem, Config>) {
      return {};
    } else {
      return Problem::Choices(conf);
    }
  }

  Outcome Take(const TArray<int>& action) {
    const auto* chosen = static_cast<const int*>(action.Data());
    for (std::size_t i = 0; i < choices_.size(); ++i) {
      if (chosen[i] < 0 || chosen[i] >= choices_[i]) {
        throw std::invalid_argument("action: expected an integer in [0, " +
                                    std::to_string(choices_[i] - 1) +
                                    "] at index " + std::to_string(i) +
                                    ", got " + std::to_string(chosen[i]));
      }
    }
    return problem_.Step(chosen);
  }
  Outcome Take(const TArray<float>& action) {
    const auto* numbers = static_cast<const float*>(action.Data());
    for (std::size_t i = 0; i < action.size; ++i) {
      if (std::isnan(numbers[i])) {
        throw std::invalid_argument("action: expected a number at index " +
                                    std::to_string(i) + ", got nan");
      }
    }
    return problem_.Step(numbers);
  }

  void Write() {
    const typename Base::Row row = this->AllocateRow();
    problem_.Write(row);
    *row["reward"_] = outcome_.reward;
    if constexpr (Problem::kMasksChoices) {
      if (outcome_.over) {
        std::memset(row["info:action_mask"_], 1, choices_[0]);
      } else {
        std::memcpy(row["info:action_mask"_], row["obs:action_mask"_],
                    choices_[0]);
      }
    }
  }

  Problem problem_;
  const std::vector<int> choices_;
  threefry::Key seed_key_;
  std::uint32_t episodes_{0};
  Outcome outcome_{0, true};
};

template <typename Problem>
using ProblemEnvPool = AsyncEnvPool<ProblemEnv<Problem>>;

}  // namespace envpool::planning

#endif  // ENVPOOL_PLANNING_PROBLEM_ENV_H_
