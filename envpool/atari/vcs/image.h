// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: GPL-2.0-only
//
// CartridgeImage: a cartridge's bytes, classified for the CPU once per process
// and shared by all machines with the same cartridge.
//
// Threads: Get() may be called concurrently; images are immutable. Ownership:
// the machines share the image. Errors: std::bad_alloc.

#ifndef ENVPOOL_ATARI_VCS_IMAGE_H_
#define ENVPOOL_ATARI_VCS_IMAGE_H_

#include <cstdint>
#include <memory>
#include <vector>

namespace envpool::atari::vcs {

enum class CartridgeKind { k4K, kF8, kF6, kE0, kFE, kDpc };

// 4 KiB as the CPU sees them. `code[i]` says how to run an instruction that
// begins at byte i: its opcode if cpu.cc can run it as it stands, one of the
// codes below, or kStep for the exact single-step interpreter.
struct CodeBank {
  uint8_t byte[4096];
  uint8_t code[4096];
};

// The codes below replace opcodes that are never classified as themselves.
inline constexpr uint8_t kStep = 0x02;
// For the single-step interpreter, too, but translator.cc may know it.
inline constexpr uint8_t kRare = 0x80;
// Writes to the TIA, zero page and absolute: STA, STX, STY.
inline constexpr uint8_t kStaTia = 0x03;
inline constexpr uint8_t kStxTia = 0x07;
inline constexpr uint8_t kStyTia = 0x0b;
inline constexpr uint8_t kStaTiaAbs = 0x0f;
inline constexpr uint8_t kStxTiaAbs = 0x13;
inline constexpr uint8_t kStyTiaAbs = 0x17;
inline constexpr uint8_t kWsync = 0x1b;  // any store to WSYNC, zero page
inline constexpr uint8_t kStoreNone =
    0x1f;  // any store to a register without effect, zero page
// Reads of the TIA, zero page.
inline constexpr uint8_t kLdaTia = 0x23;
inline constexpr uint8_t kBitTia = 0x27;
// Reads of the timer, absolute; a loop that waits for it is skipped.
inline constexpr uint8_t kLdaTimer = 0x2b;
inline constexpr uint8_t kLdxTimer = 0x2f;
inline constexpr uint8_t kLdyTimer = 0x33;
// RAM, absolute.
inline constexpr uint8_t kLdaRamAbs = 0x37;
inline constexpr uint8_t kStaRamAbs = 0x3b;
// Absolute indexed, from a base in zero page.
inline constexpr uint8_t kLdaZeroY = 0x3f;
inline constexpr uint8_t kStaZeroY = 0x43;
inline constexpr uint8_t kLdaZeroXAbs = 0x47;
inline constexpr uint8_t kStaZeroXAbs = 0x4b;
// Branches into another page.
inline constexpr uint8_t kBplFar = 0x4f;
inline constexpr uint8_t kBmiFar = 0x53;
inline constexpr uint8_t kBvcFar = 0x57;
inline constexpr uint8_t kBvsFar = 0x5b;
inline constexpr uint8_t kBccFar = 0x5f;
inline constexpr uint8_t kBcsFar = 0x63;
inline constexpr uint8_t kBneFar = 0x67;
inline constexpr uint8_t kBeqFar = 0x6b;
// More reads of the TIA, zero page, and of the RIOT, absolute.
inline constexpr uint8_t kLdxTia = 0x6f;
inline constexpr uint8_t kOraTia = 0x73;
inline constexpr uint8_t kLdaRiot = 0x77;
inline constexpr uint8_t kBitRiot = 0x7b;
inline constexpr uint8_t kAndRiot = 0x7f;

class Translation;

class CartridgeImage {
 public:
  CartridgeImage();
  ~CartridgeImage();

  // `cartridge` is the name of Stella's class. Returns null if it is unknown or
  // the image is too short.
  static std::shared_ptr<const CartridgeImage> Get(const char* cartridge,
                                                   const uint8_t* image,
                                                   uint32_t size);

  CartridgeKind kind() const { return kind_; }
  bool has_ram() const { return ram_; }
  // 4 KiB banks; each has four 1 KiB slices if the cartridge is an E0.
  const CodeBank& bank(int i) const { return banks_[i]; }
  int banks() const { return static_cast<int>(banks_.size()); }
  // Reads at offsets read_from() to read_until() - 1 have no side effects.
  uint32_t read_from() const {
    return ram_ ? 0x100 : kind_ == CartridgeKind::kDpc ? 0x80 : 0;
  }
  // The 2 KiB of data behind a DPC's banks.
  const uint8_t* dpc_data() const { return &bytes_[8192]; }
  uint32_t read_until() const { return hot_from_; }
  // For tests: whether images made from now on are translated.
  static void SetTranslating(bool on);
  // Null where code cannot be translated.
  const Translation* translation() const { return translation_.get(); }

 private:
  void Classify(CodeBank* bank) const;
  uint8_t Classify(const CodeBank& bank, uint32_t at) const;
  uint8_t ClassifyPlain(const CodeBank& bank, uint32_t at, uint32_t first,
                        uint32_t last) const;
  uint8_t ClassifyAbsolute(const CodeBank& bank, uint8_t opcode, uint32_t value,
                           uint8_t high) const;
  bool PlainRead(uint32_t offset) const;

  CartridgeKind kind_ = CartridgeKind::k4K;
  bool ram_ = false;
  bool translate_ = true;
  uint32_t hot_from_ = 0x1000, hot_until_ = 0x1000;
  std::vector<CodeBank> banks_;
  std::vector<uint8_t> bytes_;
  std::unique_ptr<const Translation> translation_;
};

}  // namespace envpool::atari::vcs

#endif  // ENVPOOL_ATARI_VCS_IMAGE_H_
