// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: GPL-2.0-only
//
// Machine: a faster equivalent of the Atari 2600 that Stella emulates within
// the Arcade Learning Environment: 6507 CPU, TIA, RIOT and the cartridges of
// all supported games. All that a game can observe, and every pixel that is
// shown, equals the result of Stella's classes, quirks included;
// //third_party/ale:traces_test compares the two. The code does not depend on
// ALE: ALE calls it through third_party/ale/vcs.hxx.
//
// How: the cartridge's code is classified (image.cc) and translated to machine
// code (translation.h, translator.h). Where it cannot be, an interpreter runs
// it with the CPU's registers in local variables (cpu.cc). Both leave rare
// cases to an exact single-step interpreter (step.cc). The TIA keeps a 160-bit
// mask per object, renders a stretch of a scanline at once and finds collisions
// by AND (tia.cc, render.cc). A frame is not rendered if the caller does not
// look at it. If its pixels are needed later, because a later frame ends early
// or the caller asks for them, it is emulated again from its beginning
// (frame.cc).
//
// Threads: one at a time per object; CartridgeImage is shared and immutable.
// Ownership: a Machine owns its data except the shared image; returned pointers
// are valid as long as the Machine lives. Errors: return values, and
// std::bad_alloc.

#ifndef ENVPOOL_ATARI_VCS_MACHINE_H_
#define ENVPOOL_ATARI_VCS_MACHINE_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "envpool/atari/vcs/image.h"
#include "envpool/atari/vcs/state.h"
#include "envpool/atari/vcs/translation.h"

namespace envpool::atari::vcs {

/// How the frames of a cartridge are displayed.
struct Display {
  uint32_t first_line;  // the scanline that is the top row
  uint32_t height;
  bool pal;           // else NTSC
  bool hmove_blanks;  // whether HMOVE blanks the left border
};

/// The cycles until a paddle's capacitor is charged, for Inputs::pot: 0 for no
/// resistance, kNever for the greatest.
uint32_t CyclesToCharge(int32_t ohms);

class Machine {
 public:
  static constexpr uint32_t kWidth = 160;
  /// A source of random bytes for the memory at power-on.
  using Random = std::function<uint32_t()>;

  explicit Machine(std::shared_ptr<const CartridgeImage> image);

  void PowerOn(const Random& random);
  void Reset(const Display& display, const Random& random);

  /// Emulates one frame, and renders it if `needs_screen`.
  void Update(const Inputs& inputs, bool needs_screen);

  /// The CPU's bus.
  uint8_t Peek(uint16_t address);
  void Poke(uint16_t address, uint8_t value);
  const uint8_t* ram() const { return s_.ram; }

  /// The last two frames as height() x kWidth palette indices, rendered on
  /// demand.
  uint8_t* CurrentFrame() { return Rendered(&frames_[current_]); }
  uint8_t* PreviousFrame() { return Rendered(&frames_[current_ ^ 1]); }
  uint32_t height() const { return display_.height; }
  /// The number of scanlines of the frame so far.
  uint32_t Scanlines() const;

  /// Equal states give equal bytes, whatever has been rendered.
  std::string Save();
  /// Returns false and changes nothing if the bytes are not a state of this
  /// format and for this cartridge.
  [[nodiscard]] bool Load(const std::string& bytes);

 private:
  friend struct Stepper;
  friend struct Helpers;

  struct Frame {
    std::vector<uint8_t> pixels;
    // The first `stale` pixels belong to a frame that began with `start` and
    // has not been rendered.
    size_t stale = 0;
    MachineState start;
  };

  // frame.cc
  bool IsSound(const MachineState& state, int64_t pixels) const;
  void StartFrame();
  void RunFrame();
  void FinishFrame();
  void Render(const MachineState& start, uint8_t* pixels);
  uint8_t* Rendered(Frame* frame);
  void GreyOut();
  size_t PixelsDone() const;
  void ResetTia();

  // cpu.cc, step.cc
  void Execute();
  void Interpret();
  void Step();

  // cartridge.cc
  void MapCartridge();
  void MapSlice(int segment);
  void SwitchBank(uint16_t address);
  uint8_t PeekCartridge(uint16_t address);
  void PokeCartridge(uint16_t address, uint8_t value);

  // dpc.cc
  void ClockDpc();
  void UpdateMusic();
  uint8_t PeekDpc(uint32_t offset);
  void PokeDpc(uint32_t offset, uint8_t value);

  // riot.cc
  uint8_t PeekRiot(uint16_t address);
  void PokeRiot(uint16_t address, uint8_t value);
  uint8_t ReadTimer();

  // tia.cc
  uint8_t PeekTia(uint16_t address, uint8_t bus);
  // Renders from the last update to the clock.
  void Flush(int32_t clock) {
    if (clock > s_.next_pixel) RenderUntil(clock);
  }
  void RenderUntil(int32_t clock);
  void Touch(uint32_t objects) {
    s_.dirty |= objects;
    whole_line_ = kNoLine;
  }
  int32_t Clock() const { return static_cast<int32_t>(s_.cycles * 3); }
  int32_t Column() const { return (Clock() - s_.frame_start) % 228; }

  // tia_writes.cc
  void PokeTia(uint16_t address, uint8_t value);
  void WriteTia(uint16_t reg, uint8_t value);
  void WriteLateRegister(uint16_t reg, uint8_t value);
  void WriteVsync(uint8_t value);
  void WriteVblank(uint8_t value);
  void WriteNusiz(int player, uint8_t value);
  void WriteColor(uint16_t reg, uint8_t value);
  void WriteCtrlpf(uint8_t value);
  void WriteRefp(int player, uint8_t value);
  void WriteGrp0(uint8_t value);
  void WriteGrp1(uint8_t value);
  void WriteEnam(int player, uint8_t value);
  void WriteEnabl(uint8_t value);
  void WriteVdelp(int player, uint8_t value);
  void WriteVdelbl(uint8_t value);
  void WriteResmp(int player, uint8_t value);
  void WriteMotion(int object, uint8_t value);
  void WritePf(uint16_t reg, uint8_t value);
  void ResetPlayer(int player);
  void ResetMissile(int player);
  void ResetBall();
  void MoveObjects();
  void ClearMotions();
  void ClearCollisions();
  void WaitSync();
  void EndLongFrame(uint16_t reg);
  void UpdateGrp(int player);
  void UpdateBall();
  void UpdateMissile(int player);
  void Enable(TiaObject object, bool on);

  // render.cc
  void RenderSegment(uint32_t x0, uint32_t x1);
  void RenderClocks(int32_t from, int32_t to);
  void EndLine();
  void Paint(uint32_t x0, uint32_t x1);
  void Collide(uint32_t need, uint32_t x0, uint32_t x1);
  void UpdateRows(uint32_t objects);

  static constexpr int32_t kNoLine = -1;

  LiveState s_;
  const CodeBank* code_ = nullptr;  // what is mapped at 0x1000..0x1FFF
  uint8_t* pixels_ = nullptr;       // where to render, if `rendering_`
  bool rendering_ = true;
  // Offset of the last line rendered as a whole, if no register has changed
  // since: the next line repeats its pixels and collisions.
  int32_t whole_line_ = kNoLine;
  bool whole_line_blank_ = false;

  const std::shared_ptr<const CartridgeImage> image_;
  std::unique_ptr<CodeBank> window_;  // for cartridges with slices
  Frame frames_[2];
  MachineState second_last_start_;
  int current_ = 0;
  Display display_{};
  int32_t max_scanlines_ = 0;
};

}  // namespace envpool::atari::vcs

#endif  // ENVPOOL_ATARI_VCS_MACHINE_H_
