// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: GPL-2.0-only
//
// Translation: a cartridge's code as machine code of this processor, made once
// per CartridgeImage and shared by all machines that run it.
//
// Every offset of the cartridge's memory has an entry. The code of an
// instruction there does what cpu.cc does for it, then continues with that of
// the next one. It keeps the 6507's registers in registers of the processor.
// An instruction that cpu.cc leaves to Machine::Step() returns to the caller.
// The code never changes: cartridges are ROM, and code in RAM goes to Step().
//
// Threads: immutable after Make(). Ownership: owns its executable memory;
// machines hold the image, which holds the translation. Errors: Make() returns
// null if the processor is another one or the system denies executable memory;
// machines then interpret.

#ifndef ENVPOOL_ATARI_VCS_TRANSLATION_H_
#define ENVPOOL_ATARI_VCS_TRANSLATION_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "envpool/atari/vcs/image.h"
#include "envpool/atari/vcs/state.h"

namespace envpool::atari::vcs {

class Machine;

// One counter has cycles in its low bits and instructions in its high bits, so
// that one addition updates both.
inline constexpr int kCycleBits = 24;
inline constexpr uint64_t kOne = uint64_t{1} << kCycleBits;
inline constexpr uint64_t kCycleMask = kOne - 1;
// A frame ends after this number of instructions. Only jumps check the count;
// above the soft limit, Machine::Step() runs every instruction. Fewer than 4096
// instructions lie between two jumps; translated code knows the number.
inline constexpr uint32_t kMaxInstructions = 25000;
inline constexpr uint64_t kSoftLimit = (kMaxInstructions - 4200) * kOne;

/// What translated code reads and writes besides the state.
struct Run {
  uint64_t count;       // since `base`
  uint64_t soft_limit;  // of the translation
  Machine* machine;
  const uint8_t* rom;  // what is mapped at 0x1000..0x1fff
  // The entries of what is mapped there: of the bank, or of each slice.
  const uint64_t* entries[4];
  uint32_t base;         // the cycle at count 0
  uint32_t cycle_limit;  // writes at this count of cycles are checked
  uint32_t line;         // cycles from the start of a line to count 0
  uint32_t origin;       // added to offsets to get the program counter
};

/// The state of a machine as translated code finds it.
struct LiveState : MachineState {
  Run run;
};

/// What translated code calls. They get and return the counter.
struct Helpers {
  struct Result {
    uint64_t count;
    uint64_t value;
  };
  using Helper = Result(Machine* machine, uint32_t address, uint32_t value,
                        uint64_t count);
  static Helper Poke;  // of the TIA; gives whether the frame has ended
  // The same for one register. Its value changes, and the frame's deadline has
  // not passed.
  static Helper* PokeOf(uint32_t reg);
  template <uint16_t kReg>
  static Helper PokeRegister;
  static Helper Peek;  // of the TIA; `value` is on the bus
  static Helper Riot;  // a read
  static Helper PokeRiot;
  static Helper Cartridge;  // a read that does not switch banks
  static Helper Timer;      // a read; `value` is the TimerLoop around it
  static Helper Pull;       // two reads of the TIA, as PLA does
};

enum TimerLoop : uint32_t { kNoLoop, kUntilZero, kWhilePositive };

class Translation {
 public:
  static std::unique_ptr<const Translation> Make(const CartridgeImage& image);
  ~Translation();

  Translation(const Translation&) = delete;
  Translation& operator=(const Translation&) = delete;

  /// Of the bank, or of an E0 cartridge's slice.
  const uint64_t* entries(int unit) const { return &entries_[unit * size_]; }

  /// The count of instructions above which none of this code may begin, as it
  /// might not check the count again before kMaxInstructions.
  uint64_t soft_limit() const { return soft_limit_; }

  /// Runs from s->pc to an instruction that Machine::Step() must run, or to
  /// the end of the frame. The caller updates s->cycles unless s->stop is set.
  void Enter(LiveState* s) const;

 private:
  Translation() = default;

  void* memory_ = nullptr;
  size_t bytes_ = 0;
  uint32_t size_ = 0;  // of a unit
  uint64_t soft_limit_ = 0;
  std::vector<uint64_t> entries_;
};

}  // namespace envpool::atari::vcs

#endif  // ENVPOOL_ATARI_VCS_TRANSLATION_H_
