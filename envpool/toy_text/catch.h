// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Catch by the rules of DeepMind's bsuite.  A ball starts in a random column
// of the top row and falls one row per step; the paddle in the bottom row
// moves left (0), stays (1) or moves right (2) before the ball falls.  When
// the ball arrives, the episode ends with reward 1 (caught) or -1.
// Draws: one `integers(width)` at reset, none while stepping.

#ifndef ENVPOOL_TOY_TEXT_CATCH_H_
#define ENVPOOL_TOY_TEXT_CATCH_H_

#include <algorithm>
#include <cstddef>
#include <stdexcept>
#include <utility>
#include <vector>

#include "envpool/core/batch_env.h"
#include "envpool/toy_text/frames.h"

namespace envpool::toy_text {

class CatchEnvFns {
 public:
  static decltype(auto) DefaultConfig() {
    return MakeDict("height"_.Bind(10), "width"_.Bind(5));
  }
  template <typename Config>
  static decltype(auto) StateSpec(const Config& conf) {
    return MakeDict("obs"_.Bind(
        Spec<float>({conf["height"_], conf["width"_]}, {0.0F, 1.0F})));
  }
  template <typename Config>
  static decltype(auto) ActionSpec(const Config& /*conf*/) {
    return MakeDict("action"_.Bind(Spec<int>({-1}, {0, 2})));
  }
};

using CatchEnvSpec = EnvSpec<CatchEnvFns>;

class CatchEnv : public BatchEnv<CatchEnvSpec> {
 public:
  static constexpr bool kStepDraws = false;
  static constexpr bool kWritesAllFields = true;
  static constexpr std::pair<int, int> kFrameSize{250, 500};

  CatchEnv(const Spec& spec, int num_envs)
      : BatchEnv(spec, num_envs),
        height_(spec.config["height"_]),
        width_(spec.config["width"_]),
        ball_row_(num_envs),
        ball_col_(num_envs),
        paddle_(num_envs) {
    // With one row the ball would have landed before the first step.
    if (height_ < 2) throw std::invalid_argument("height: expected at least 2");
    if (width_ < 1) throw std::invalid_argument("width: expected at least 1");
  }

  void ResetLane(int lane) {
    ball_row_[lane] = 0;
    ball_col_[lane] = static_cast<int>(rng(lane).Integers(0, width_));
    paddle_[lane] = width_ / 2;
  }

  void StepLanes(const Lanes& lanes, const Actions& action, float* reward,
                 bool* terminated) {
    const int* __restrict act = action["action"_];
    const int* __restrict ball_col = &ball_col_[lanes.first];
    int* __restrict ball_row = &ball_row_[lanes.first];
    int* __restrict paddle = &paddle_[lanes.first];
    const int bottom = height_ - 1;
    const int right = width_ - 1;
    for (int i = 0; i < lanes.count; ++i) {
      paddle[i] = std::clamp(paddle[i] + act[i] - 1, 0, right);
      // Finished lanes are stepped, too; the bound keeps the ball on the board.
      ball_row[i] = std::min(ball_row[i] + 1, bottom);
      const bool landed = ball_row[i] == bottom;
      const float prize = paddle[i] == ball_col[i] ? 1.0F : -1.0F;
      reward[i] = landed ? prize : 0.0F;
      terminated[i] = landed;
    }
  }

  void WriteLanes(const Lanes& lanes, const Rows& rows) const {
    float* board = rows["obs"_];
    const std::ptrdiff_t cells = static_cast<std::ptrdiff_t>(height_) * width_;
    std::fill_n(board, lanes.count * cells, 0.0F);
    for (int lane = lanes.first; lane < lanes.first + lanes.count; ++lane) {
      board[ball_row_[lane] * width_ + ball_col_[lane]] = 1.0F;
      board[(height_ - 1) * width_ + paddle_[lane]] = 1.0F;
      board += cells;
    }
  }

  void RenderLane(int lane, const Frame& frame) const {
    DrawCatch(height_, width_, {ball_row_[lane], ball_col_[lane]},
              {height_ - 1, paddle_[lane]}, frame);
  }

  template <typename Archive>
  void Fields(Archive& ar) {
    ar(ball_row_, ball_col_, paddle_);
  }
  bool IsValidLane(int lane, bool /*ended*/) const {
    const auto is_within = [lane](const std::vector<int>& place, int size) {
      return place[lane] >= 0 && place[lane] < size;
    };
    return is_within(ball_row_, height_) && is_within(ball_col_, width_) &&
           is_within(paddle_, width_);
  }

 private:
  int height_;
  int width_;
  std::vector<int> ball_row_;
  std::vector<int> ball_col_;
  std::vector<int> paddle_;
};

}  // namespace envpool::toy_text

#endif  // ENVPOOL_TOY_TEXT_CATCH_H_
