// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: GPL-2.0-only
//
// A cartridge's bytes, classified for the CPU once per process and shared by
// all consoles with the same cartridge.

#ifndef ALE_VCS_IMAGE_HXX
#define ALE_VCS_IMAGE_HXX

#include <cstdint>
#include <memory>
#include <vector>

namespace ale {
namespace stella {

enum class CartridgeKind { k4K, kF8, kF6, kE0, kFE };

// 4 KiB as the CPU sees them. `code[i]` says how to run an instruction that
// begins at byte i: an opcode if cpu.cxx can run it as it stands, one of the
// codes below, or kStep: by the exact single-step interpreter.
struct CodeBank {
  uint8_t byte[4096];
  uint8_t code[4096];
};

// In the places of opcodes that are never classified as themselves.
enum Code : uint8_t {
  kStep = 0x02,
  // Writes to the TIA, zero page and absolute: STA, STX, STY.
  kStaTia = 0x03,
  kStxTia = 0x07,
  kStyTia = 0x0b,
  kStaTiaAbs = 0x0f,
  kStxTiaAbs = 0x13,
  kStyTiaAbs = 0x17,
  kWsync = 0x1b,      // any store to WSYNC, zero page
  kStoreNone = 0x1f,  // any store to a register without effect, zero page
  // Reads of the TIA, zero page.
  kLdaTia = 0x23,
  kBitTia = 0x27,
  // The timer, absolute; with a branch back to it behind.
  kLdaTimer = 0x2b,
  kLdxTimer = 0x2f,
  kLdyTimer = 0x33,
  // Absolute, of RAM.
  kLdaRamAbs = 0x37,
  kStaRamAbs = 0x3b,
  // Indexed, from a base in zero page.
  kLdaZeroY = 0x3f,
  kStaZeroY = 0x43,
  kLdaZeroXAbs = 0x47,
  kStaZeroXAbs = 0x4b,
  // Branches into another page.
  kBplFar = 0x4f,
  kBmiFar = 0x53,
  kBvcFar = 0x57,
  kBvsFar = 0x5b,
  kBccFar = 0x5f,
  kBcsFar = 0x63,
  kBneFar = 0x67,
  kBeqFar = 0x6b,
  // More reads of the TIA, zero page, and of the RIOT, absolute.
  kLdxTia = 0x6f,
  kOraTia = 0x73,
  kLdaRiot = 0x77,
  kBitRiot = 0x7b,
};

class CartridgeImage {
 public:
  // Null if the kind of cartridge, by the name of Stella's class, is not known.
  static std::shared_ptr<const CartridgeImage> get(const char* cartridge,
                                                   const uint8_t* image,
                                                   uint32_t size);

  CartridgeKind kind() const { return kind_; }
  bool hasRam() const { return ram_; }
  // 4 KiB banks; of an E0 cartridge, 1 KiB slices, four in each.
  const CodeBank& bank(int i) const { return banks_[i]; }
  int banks() const { return static_cast<int>(banks_.size()); }
  // Offsets in the 4 KiB from which reads have no effect but their value.
  uint32_t readFrom() const { return ram_ ? 0x100 : 0; }
  uint32_t readUntil() const { return hotFrom_; }

 private:
  void classify(CodeBank* bank) const;
  uint8_t classify(const CodeBank& bank, uint32_t at) const;
  bool plainRead(uint32_t offset) const;

  CartridgeKind kind_ = CartridgeKind::k4K;
  bool ram_ = false;
  uint32_t hotFrom_ = 0x1000, hotUntil_ = 0x1000;
  std::vector<CodeBank> banks_;
  std::vector<uint8_t> bytes_;
};

}  // namespace stella
}  // namespace ale

#endif  // ALE_VCS_IMAGE_HXX
