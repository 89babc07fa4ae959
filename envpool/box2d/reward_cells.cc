// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/box2d/reward_cells.h"

#include <cstdint>
#include <cstring>

#include "envpool/box2d/reward_text.h"

namespace envpool::box2d {

namespace {

constexpr int kStride = CellCanvas::kCells * 3;

}  // namespace

bool RewardCells::Write(double reward, CellCanvas* canvas, std::uint8_t* out) {
  const auto whole = static_cast<std::int64_t>(reward);
  Text& text = texts_[static_cast<std::uint64_t>(whole) % kCacheSlots];
  if (!text.is_known || text.reward != whole) {
    Draw(reward, canvas, &text);
    text.reward = whole;
    text.is_known = true;
  }
  if (text.is_short) {
    for (int band = 0; band < kBands; ++band) {
      std::memcpy(out + (kFirstBand + band) * kStride, text.cells[band].data(),
                  kColumns * 3);
    }
  }
  return text.is_short;
}

void RewardCells::Draw(double reward, CellCanvas* canvas, Text* text) {
  DrawRewardText(&picture_, reward);
  text->is_short = picture_.left + picture_.width <= kEnd;
  if (!text->is_short) {
    return;
  }
  drawn_.resize(CellCanvas::kCells * kStride);
  canvas->Clear();
  canvas->Picture(picture_);
  canvas->Write(drawn_.data());
  for (int band = 0; band < kBands; ++band) {
    std::memcpy(text->cells[band].data(),
                drawn_.data() + (kFirstBand + band) * kStride, kColumns * 3);
  }
}

}  // namespace envpool::box2d
