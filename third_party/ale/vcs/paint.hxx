// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: GPL-2.0-only
//
// From masks to bytes, by the widest instructions that the machine has.

#ifndef ALE_VCS_PAINT_HXX
#define ALE_VCS_PAINT_HXX

#include <cstdint>

#include "ale/vcs/vcs.hxx"

namespace ale {
namespace stella {

// The pixels that show the colours 1 to 3; no pixel shows two.
struct ColorRows {
  Row c1, c2, c3;
};

// Writes the pixels of `range`, all of which are in its words `first` to
// `last`.
using PaintRows = void (*)(uint8_t* line, const Row& range,
                           const ColorRows& rows, const uint8_t* color,
                           uint32_t first, uint32_t last);

void paintRowsPlain(uint8_t* line, const Row& range, const ColorRows& rows,
                    const uint8_t* color, uint32_t first, uint32_t last);
#ifdef __x86_64__
void paintRowsAvx2(uint8_t* line, const Row& range, const ColorRows& rows,
                   const uint8_t* color, uint32_t first, uint32_t last);
void paintRowsAvx512(uint8_t* line, const Row& range, const ColorRows& rows,
                     const uint8_t* color, uint32_t first, uint32_t last);
#endif

extern const PaintRows paintRows;

}  // namespace stella
}  // namespace ale

#endif  // ALE_VCS_PAINT_HXX
