// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// BatchEnv<Spec>: base of the light envs, where one object simulates all envs
// of a pool as a structure of arrays; env i is lane i.
//
// A derived class has no virtual functions. It provides
//
//   static constexpr bool kStepDraws;
//     true:  StepLanes draws random numbers, or must not run on a lane with an
//            ended episode; it is called on runs without such lanes.
//     false: StepLanes may run on any lane (on an ended one it must do no harm:
//            the lane is reset right afterwards). Whole chunks are stepped at
//            once, which lets the compiler vectorise them.
//   static constexpr bool kWritesAllFields;   // optional, default false
//     true: WriteLanes writes every element of every obs and info column, so
//     that rows need not be cleared first.
//   void ResetLane(int lane);
//     or, if the spec has ResetOptions (see env_spec.h),
//   void ResetLane(int lane, const ResetOptions& options);
//     where `options` holds the values given to the reset, and defaults for
//     the rest.
//   void StepLanes(const Lanes&, const Actions&, float* reward,
//                  bool* terminated);
//     or, if the spec has Params (see env_spec.h),
//   template <typename Params>
//   void StepLanes(const Lanes&, const Actions&, float* reward,
//                  bool* terminated, Params params);
//     where `params["gravity"_][i]` is the value of the run's lane i, and
//     `params["torques"_][k][i]` its k-th number of an array. It is
//     compiled twice: for values that all lanes share, and for columns. Other
//     functions read `param("gravity"_, lane)`.
//   void WriteLanes(const Lanes&, const Rows&) const;
//   template <typename Archive> void Fields(Archive& archive);
//     archive(a_, b_, ...) with every std::vector that has one entry per lane.
//   bool IsValidLane(int lane, bool ended) const;  // optional, but see below
//     whether the other functions can work on the lane's fields, which have
//     just been read from a saved state and may hold any value. Needed if a
//     field is an index or bounds a loop. `ended`: the lane is reset before its
//     next step, or has never been reset. Must accept every state that can be
//     saved.
//
// An env that can be rendered also provides
//
//   static constexpr std::pair<int, int> kFrameSize;  // default width, height
//     or, if it depends on the config or on the lane,
//   std::pair<int, int> FrameSize(int lane) const;
//   void RenderLane(int lane, const Frame&) const;
//     renders the lane, which is idle. If it has never been reset, its fields
//     are as the constructor left them. Or, to render the action too,
//   void RenderLane(int lane, const Frame&, const Actions* last) const;
//     where `last` points to the action of the episode's latest step, and is
//     null before the first step. Saved states then contain the action.
//
// An env that can be rendered as text, with render_mode="ansi", provides
//
//   std::string RenderLaneText(int lane) const;
//   std::string RenderLaneText(int lane, const Actions* last) const;
//     either of the two, as for RenderLane. It returns UTF-8.
//
// StepLanes and WriteLanes are compiled for several instruction sets from the
// same inline source. Written as counted loops without branches or library
// calls (see lane_math.h), they give the same bits on each, for any lane count.
//
// The kernel implements the common parts: time limit, flags, autoreset,
// seeding.
//
// Threads: lanes are disjoint between threads. Errors: must not throw.

#ifndef ENVPOOL_CORE_BATCH_ENV_H_
#define ENVPOOL_CORE_BATCH_ENV_H_

#include <cstdint>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "envpool/core/dict.h"
#include "envpool/core/env_spec.h"
#include "envpool/core/lane_params.h"
#include "envpool/core/random/rng.h"

namespace envpool {

/// Lanes first .. first + count - 1.
struct Lanes {
  int first;
  int count;
};

/// A frame to be rendered: height x width x 3 bytes, rows from the top.
struct Frame {
  int width;
  int height;
  int camera_id;  // -1 is the env's default
  unsigned char* rgb;
};

/// The Dict of column pointers that corresponds to a Dict of Spec<T>.
template <typename SpecDict, bool kConst>
struct SpecToPointers;
template <typename Keys, typename... D, bool kConst>
struct SpecToPointers<Dict<Keys, std::tuple<Spec<D>...>>, kConst> {
  using Type =
      Dict<Keys, std::tuple<std::conditional_t<kConst, const D, D>*...>>;
};

template <typename EnvSpecT>
class BatchEnv {
 public:
  using Spec = EnvSpecT;
  /// Pointers to the run's first row, by state key.
  using Rows =
      typename SpecToPointers<typename EnvSpecT::StateSpec, false>::Type;
  /// Pointers to the run's first lane, by action key.
  using Actions =
      typename SpecToPointers<typename EnvSpecT::ActionSpec, true>::Type;

  using ResetOptions = typename EnvSpecT::ResetOptions;

  static constexpr bool kWritesAllFields = false;

  BatchEnv(const EnvSpecT& spec, int num_envs)
      : spec_(spec), num_envs_(num_envs), params_(spec.params, num_envs) {
    rngs_.reserve(num_envs);
    for (int lane = 0; lane < num_envs; ++lane) {
      rngs_.emplace_back(EntropyOf(SeedOf(spec, lane)));
    }
  }

  /// Restarts the lane's random stream, seeded as Gymnasium's np_random.
  void SeedLane(int lane, std::int64_t seed) {
    rngs_[lane] = Generator(EntropyOf(seed));
  }
  [[nodiscard]] const Generator& rng(int lane) const { return rngs_[lane]; }
  Generator& rng(int lane) { return rngs_[lane]; }
  /// The lane's seed from the config.
  [[nodiscard]] int config_seed(int lane) const { return SeedOf(spec_, lane); }
  [[nodiscard]] const ResetOptions& default_reset_options() const {
    return spec_.reset_options;
  }
  [[nodiscard]] std::vector<Param> Params() const {
    return ParamsOf(spec_.params);
  }
  [[nodiscard]] LaneParams<typename Spec::Params>& params() { return params_; }
  [[nodiscard]] const LaneParams<typename Spec::Params>& params() const {
    return params_;
  }

 protected:
  /// The lane's value of a parameter; a std::array for an array.
  template <FixedString S>
  [[nodiscard]] auto param(Key<S> key, int lane) const {
    return params_.Value(key, lane);
  }

  const EnvSpecT& spec_;
  int num_envs_;

 private:
  LaneParams<typename Spec::Params> params_;
  std::vector<Generator> rngs_;
};

}  // namespace envpool

#endif  // ENVPOOL_CORE_BATCH_ENV_H_
