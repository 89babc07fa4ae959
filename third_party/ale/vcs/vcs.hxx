// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: GPL-2.0-only
//
// The Atari 2600 as ALE emulates it, only faster: 6507 CPU, TIA, RIOT and the
// cartridges without chips of their own. What a game can observe, and every
// pixel somebody looks at, is what Stella's classes beside this one compute,
// quirks included; :traces_test holds the two together.
//
// How: the CPU runs with its registers in local variables over pre-classified
// code (cpu.cxx, code.cxx), and leaves what is rare to an exact single-step
// interpreter (step.cxx). The TIA keeps a 160-bit mask per object, draws a
// stretch of a scanline at once and finds collisions by AND (tia.cxx). A frame
// nobody looks at is not drawn; should its pixels matter after all, because a
// later frame ends early or somebody asks, it is emulated again from its
// beginning (frame.cxx).
//
// Threads: one at a time per object; CartridgeImage is shared and immutable.

#ifndef ALE_VCS_VCS_HXX
#define ALE_VCS_VCS_HXX

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "ale/emucore/MediaSrc.hxx"
#include "ale/vcs/image.hxx"

namespace ale {
namespace stella {

class Console;
class Random;

// 160 pixels, one bit each; pixel x is bit x % 64 of word x / 64.
struct Row {
  uint64_t w[3];
};

enum TiaObject { kP0, kM0, kP1, kM1, kBL, kPF, kObjects };

// What a frame depends on: plain data, copied to save and restore.
struct VcsState {
  // The 6507. Z is set if the low byte of `nz` is 0, N if it has one of the
  // bits 0x8080.
  uint8_t a, x, y, sp;
  uint16_t pc, nz;
  uint8_t c, v, d, i, b;
  uint8_t dead;  // an instruction without a meaning was met
  uint8_t lastRead;
  uint32_t cycles;

  // The RIOT.
  uint8_t ram[128];
  uint32_t timer, timerShift, timerSet, timerInterruptReset;
  uint8_t timerReadAfterInterrupt, ddra;

  // The cartridge.
  uint8_t bank, slices[4];
  uint8_t cartRam[128];

  // Switches and controllers, constant during a frame. A paddle's capacitor is
  // full after so many cycles: 0 at once, UINT32_MAX never.
  uint8_t swcha, swchb;
  uint8_t fire[2];
  uint32_t pot[4];

  // The TIA's clocks, in colour clocks since the cycle counter's zero.
  int32_t frameStart, startDisplay, stopDisplay, lastUpdate, clocksToEndOfLine;
  int32_t nextPixel;  // until this clock there is nothing to draw
  int32_t scanlinesOfLastFrame, currentScanline, vsyncFinish;
  uint32_t deadline;   // in cycles: a write from here on ends the frame
  int32_t lineOffset;  // of the scanline being drawn, in pixels
  uint8_t partial, greyed, stop;

  // The TIA's registers.
  uint8_t enabled;  // a bit per TiaObject
  uint8_t vsync, vblank, nusiz[2], color[4], ctrlpf, priority;
  uint8_t refp[2], grp[2], dgrp[2], currentGrp[2];
  uint8_t enam[2], enabl, denabl, vdelp[2], vdelbl, resmp[2];
  int8_t hm[5];  // P0, P1, M0, M1, BL
  uint32_t pf;
  uint16_t collision;
  int16_t pos[kObjects];  // by TiaObject
  uint8_t reflected;      // the playfield's right half on this line
  uint8_t skipFirst[2];   // the player's first copy is not shown on this line
  uint8_t m0Special;      // 1: stretched, 2: off, by the "Cosmic Ark" bug
  int32_t lastHmove;
  uint8_t hmoveBlank, cosmicArk;
  uint32_t cosmicArkCounter;
  uint8_t dumpEnabled;
  int32_t dumpDisabledCycle;

  // Derived: the objects' pixels where `dirty` has no bit; the last value
  // written to a register where writing it again changes nothing, else 0x100.
  Row rows[kObjects];
  uint8_t dirty;
  uint16_t written[64];
};

class Vcs : public MediaSource {
 public:
  // Null if the cartridge needs what is not here.
  static std::unique_ptr<Vcs> create(Console& console, const char* cartridge,
                                     const uint8_t* image, uint32_t size);
  ~Vcs() override;

  // The console's power-on: memory gets random bytes. `format` is NTSC until
  // the console knows better.
  void powerOn(Random& rng);
  void reset(Random& rng);

  // Emulates one frame, and draws it if `seen`.
  void update(bool seen);
  void update() override { update(true); }

  uint8_t peek(uint16_t address);
  void poke(uint16_t address, uint8_t value);
  const uint8_t* ram() const { return s_.ram; }

  // The frames, drawn now if they have not been.
  uint8_t* currentFrameBuffer() const override;
  uint8_t* previousFrameBuffer() const override;
  uint32_t height() const override { return height_; }
  uint32_t width() const override { return 160; }
  uint32_t scanlines() const override;
  void setSound(Sound&) override {}

  std::string save() const;
  bool load(const std::string& bytes);

 private:
  friend struct Stepper;

  struct Frame {
    std::vector<uint8_t> pixels;
    // The first `stale` pixels are those of a frame that was not drawn and
    // began with `start`.
    size_t stale = 0;
    VcsState start;
  };

  Vcs(Console& console, std::shared_ptr<const CartridgeImage> image);

  // frame.cxx
  void startFrame();
  void runFrame();
  void finishFrame();
  void draw(const VcsState& start, uint8_t* pixels);
  void drawNow(Frame& frame);
  void readInputs();
  void greyOut();
  size_t pixelsDone() const;
  void resetTia();

  // cpu.cxx, step.cxx
  void execute();
  void step();

  // cartridge.cxx
  void mapCartridge();
  void mapSlice(int segment);
  void switchBank(uint16_t address);
  uint8_t peekCartridge(uint16_t address);
  void pokeCartridge(uint16_t address, uint8_t value);

  // riot.cxx
  uint8_t peekRiot(uint16_t address);
  void pokeRiot(uint16_t address, uint8_t value);
  uint8_t readTimer();

  // tia.cxx, draw.cxx
  uint8_t peekTia(uint16_t address, uint8_t bus);
  void pokeTia(uint16_t address, uint8_t value);
  void waitSync();
  // Draws what lies between the last update and the clock.
  void flush(int32_t clock) {
    if (clock > s_.nextPixel) drawUntil(clock);
  }
  void drawUntil(int32_t clock);
  void endLine();
  void drawSegment(uint32_t x0, uint32_t x1);
  void paint(uint32_t x0, uint32_t x1);
  void collide(uint32_t need, uint32_t x0, uint32_t x1);
  void updateRows(uint32_t objects);
  void setPf(uint32_t pf, uint16_t address, uint8_t value);
  void updateGrp(int player);
  void updateBall();
  void updateMissile(int player);
  void resetPlayer(int player);
  void resetMissile(int player);
  void resetBall();
  void releaseMissile(int player, uint8_t value);
  void moveObjects();
  void enable(TiaObject object, bool on);
  void touch(uint32_t objects) {
    s_.dirty |= objects;
    wholeLine_ = kNoLine;
  }
  int32_t clock() const { return static_cast<int32_t>(s_.cycles * 3); }
  int32_t column() const { return (clock() - s_.frameStart) % 228; }

  static constexpr int32_t kNoLine = -1;

  VcsState s_;
  const CodeBank* code_ = nullptr;  // what is mapped at 0x1000..0x1FFF
  uint8_t* pixels_ = nullptr;       // where to draw, if `drawing_`
  bool drawing_ = true;
  // Offset of the last line drawn without a change since, and its collisions.
  int32_t wholeLine_ = kNoLine;
  bool wholeLineBlank_ = false;

  Console& console_;
  const std::shared_ptr<const CartridgeImage> image_;
  std::unique_ptr<CodeBank> window_;  // for cartridges with slices
  Frame frames_[2];
  VcsState older_;
  int current_ = 0;
  uint32_t yStart_ = 0, height_ = 0;
  int32_t maxScanlines_ = 0;
  bool colorLoss_ = false, hmoveBlanks_ = false;
};

}  // namespace stella
}  // namespace ale

#endif  // ALE_VCS_VCS_HXX
