// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: GPL-2.0-only
//
// Paints masks as bytes, with the widest instructions that the processor has.
//
// Threads: all functions may be called concurrently. Ownership, errors: none.

#ifndef ENVPOOL_ATARI_VCS_PAINT_H_
#define ENVPOOL_ATARI_VCS_PAINT_H_

#include <cstdint>

#include "envpool/atari/vcs/state.h"

namespace envpool::atari::vcs {

// The pixels that show the colours 1 to 3; no pixel shows two.
struct ColorRows {
  Row c1, c2, c3;
};

// Writes the pixels of `range`, which all lie in its words `first` to `last`.
using PaintRows = void (*)(uint8_t* line, const Row& range,
                           const ColorRows& rows, const uint8_t* color,
                           uint32_t first, uint32_t last);

void PaintRowsPlain(uint8_t* line, const Row& range, const ColorRows& rows,
                    const uint8_t* color, uint32_t first, uint32_t last);
#ifdef __x86_64__
void PaintRowsAvx2(uint8_t* line, const Row& range, const ColorRows& rows,
                   const uint8_t* color, uint32_t first, uint32_t last);
void PaintRowsAvx512(uint8_t* line, const Row& range, const ColorRows& rows,
                     const uint8_t* color, uint32_t first, uint32_t last);
#endif

extern const PaintRows kPaintRows;

}  // namespace envpool::atari::vcs

#endif  // ENVPOOL_ATARI_VCS_PAINT_H_
