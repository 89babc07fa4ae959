// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: GPL-2.0-only

#include "envpool/atari/vcs/translation.h"

#include <sys/mman.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <vector>

#include "envpool/atari/vcs/image.h"
#include "envpool/atari/vcs/machine.h"
#include "envpool/atari/vcs/translator.h"

namespace envpool::atari::vcs {

#ifdef __x86_64__

std::unique_ptr<const Translation> Translation::Make(
    const CartridgeImage& image) {
  const bool sliced = image.kind() == CartridgeKind::kE0;
  std::unique_ptr<Translation> made(new Translation);
  made->size_ = sliced ? 1024 : 4096;
  Translator translator(image);
  for (int i = 0; i < image.banks(); ++i) {
    for (uint32_t first = 0; first < 4096; first += made->size_) {
      for (const int32_t entry :
           translator.Unit(image.bank(i), first, made->size_)) {
        made->entries_.push_back(entry);
      }
    }
  }

  // The helper of the timer adds none: it checks the limit.
  made->soft_limit_ = (kMaxInstructions - translator.longest() - 2) * kOne;

  const std::vector<uint8_t>& bytes = translator.bytes();
  void* const memory = mmap(nullptr, bytes.size(), PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return nullptr;
  made->memory_ = memory;
  made->bytes_ = bytes.size();
  std::memcpy(memory, bytes.data(), bytes.size());
  // Memory is never writable and executable at the same time.
  if (mprotect(memory, bytes.size(), PROT_READ | PROT_EXEC) != 0) {
    return nullptr;
  }
  for (uint64_t& entry : made->entries_) {
    entry += reinterpret_cast<uint64_t>(memory);
  }
  return made;
}

#else

std::unique_ptr<const Translation> Translation::Make(const CartridgeImage&) {
  return nullptr;
}

#endif  // __x86_64__

Translation::~Translation() {
  if (memory_ != nullptr) munmap(memory_, bytes_);
}

#ifdef __clang__
// UBSan would look in front of the translated code for the type of a function.
__attribute__((no_sanitize("function")))
#endif
void Translation::Enter(LiveState* s) const {
  using Function = void(LiveState*, uint64_t);
  const uint32_t offset = s->pc & 0xfff;
  const bool sliced = size_ == 1024;
  s->run.origin = s->pc & (sliced ? 0xfc00 : 0xf000);
  const uint64_t entry = s->run.entries[offset / size_][offset % size_];
  reinterpret_cast<Function*>(memory_)(s, entry);
}

Helpers::Result Helpers::Peek(Machine* machine, uint32_t address,
                              uint32_t value, uint64_t count) {
  LiveState& s = machine->s_;
  s.cycles = s.run.base + static_cast<uint32_t>(count & kCycleMask);
  return {count, machine->PeekTia(address, value)};
}

Helpers::Result Helpers::Pull(Machine* machine, uint32_t address,
                              uint32_t value, uint64_t count) {
  LiveState& s = machine->s_;
  s.cycles = s.run.base + static_cast<uint32_t>(count & kCycleMask);
  const uint8_t bus = machine->PeekTia(address, value);
  return {count, machine->PeekTia(address + 1, bus)};
}

Helpers::Result Helpers::Riot(Machine* machine, uint32_t address, uint32_t,
                              uint64_t count) {
  LiveState& s = machine->s_;
  s.cycles = s.run.base + static_cast<uint32_t>(count & kCycleMask);
  return {count, machine->PeekRiot(address)};
}

Helpers::Result Helpers::Cartridge(Machine* machine, uint32_t address, uint32_t,
                                   uint64_t count) {
  LiveState& s = machine->s_;
  s.cycles = s.run.base + static_cast<uint32_t>(count & kCycleMask);
  return {count, machine->PeekCartridge(address)};
}

Helpers::Result Helpers::PokeRiot(Machine* machine, uint32_t address,
                                  uint32_t value, uint64_t count) {
  LiveState& s = machine->s_;
  s.cycles = s.run.base + static_cast<uint32_t>(count & kCycleMask);
  machine->PokeRiot(address, value);
  return {count, 0};
}

// In a loop that only waits for the timer, the turns until it reaches 0 are
// counted instead of emulated.
Helpers::Result Helpers::Timer(Machine* machine, uint32_t, uint32_t loop,
                               uint64_t count) {
  LiveState& s = machine->s_;
  s.cycles = s.run.base + static_cast<uint32_t>(count & kCycleMask);
  uint8_t value = machine->ReadTimer();
  const bool waits =
      loop == kUntilZero || (loop == kWhilePositive && value < 0x80);
  if (waits && value >= 2 && count < s.run.soft_limit) {
    const auto wait = static_cast<int32_t>(
        s.timer_set + 1 + ((s.timer - 1) << s.timer_shift) - s.cycles);
    const uint32_t turns = (wait + 6) / 7;
    if (wait > 0 && count + turns * (2 * kOne) < s.run.soft_limit) {
      count += turns * (2 * kOne + 7);
      s.cycles += turns * 7;
      value = machine->ReadTimer();
    }
  }
  return {count, value};
}

}  // namespace envpool::atari::vcs
