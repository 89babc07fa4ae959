// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: GPL-2.0-only

#include "ale/vcs/image.hxx"

#include <algorithm>
#include <cstring>
#include <mutex>
#include <string>
#include <utility>

namespace ale {
namespace stella {
namespace {

constexpr uint32_t kSlice = 1024;

// Registers that nothing reads back and nobody hears here: audio, and none.
bool withoutEffect(uint8_t address) {
  const uint8_t reg = address & 0x3f;
  return (reg >= 0x15 && reg <= 0x1a) || reg >= 0x2d || reg == 0x03;
}

uint8_t farBranch(uint8_t opcode) { return kBplFar + (opcode >> 5) * 4; }

}  // namespace

std::shared_ptr<const CartridgeImage> CartridgeImage::get(const char* cartridge,
                                                          const uint8_t* image,
                                                          uint32_t size) {
  static const struct {
    const char* name;
    CartridgeKind kind;
    uint32_t size, hotFrom, hotUntil;
    bool ram;
  } kKinds[] = {
      {"Cartridge2K", CartridgeKind::k4K, 2048, 0x1000, 0x1000, false},
      {"Cartridge4K", CartridgeKind::k4K, 4096, 0x1000, 0x1000, false},
      {"CartridgeF8", CartridgeKind::kF8, 8192, 0xff8, 0xffa, false},
      {"CartridgeF8SC", CartridgeKind::kF8, 8192, 0xff8, 0xffa, true},
      {"CartridgeF6", CartridgeKind::kF6, 16384, 0xff6, 0xffa, false},
      {"CartridgeF6SC", CartridgeKind::kF6, 16384, 0xff6, 0xffa, true},
      {"CartridgeE0", CartridgeKind::kE0, 8192, 0xfe0, 0xff8, false},
      {"CartridgeFE", CartridgeKind::kFE, 8192, 0x1000, 0x1000, false},
  };
  const auto* kind = std::find_if(
      std::begin(kKinds), std::end(kKinds),
      [&](const auto& k) { return !std::strcmp(k.name, cartridge); });
  if (kind == std::end(kKinds) || size < kind->size) return nullptr;

  static std::mutex mutex;
  static std::vector<std::weak_ptr<const CartridgeImage>> known;
  const std::lock_guard<std::mutex> lock(mutex);
  std::erase_if(known, [](const auto& entry) { return entry.expired(); });
  std::vector<uint8_t> bytes(image, image + kind->size);
  for (const auto& entry : known) {
    auto other = entry.lock();
    if (other && other->kind_ == kind->kind && other->ram_ == kind->ram &&
        other->bytes_ == bytes) {
      return other;
    }
  }

  auto made = std::make_shared<CartridgeImage>();
  made->kind_ = kind->kind;
  made->ram_ = kind->ram;
  made->hotFrom_ = kind->hotFrom;
  made->hotUntil_ = kind->hotUntil;
  made->banks_.resize(std::max<size_t>(1, bytes.size() / 4096));
  for (size_t i = 0; i < made->banks_.size() * 4096; ++i) {
    made->banks_[i / 4096].byte[i % 4096] = bytes[i % bytes.size()];
  }
  for (CodeBank& bank : made->banks_) made->classify(&bank);
  made->bytes_ = std::move(bytes);
  known.push_back(made);
  return made;
}

// Whether reading any of these offsets gives the bank's byte and does nothing
// else.
bool CartridgeImage::plainRead(uint32_t offset) const {
  return offset >= readFrom() && offset < readUntil();
}

void CartridgeImage::classify(CodeBank* bank) const {
  for (uint32_t at = 0; at < 4096; ++at) bank->code[at] = classify(*bank, at);
}

uint8_t CartridgeImage::classify(const CodeBank& bank, uint32_t at) const {
  const uint32_t end =
      kind_ == CartridgeKind::kE0 ? (at | (kSlice - 1)) + 1 : 4096;
  // The longest instruction must be within the bank, and none of its bytes
  // where fetching it means more.
  if (at + 3 > end || at + 3 >= 4096) return kStep;
  if (at < hotUntil_ && at + 3 > hotFrom_) return kStep;
  if (at < readFrom()) return kStep;

  const uint8_t opcode = bank.byte[at];
  const uint8_t low = bank.byte[at + 1];
  const uint8_t high = bank.byte[at + 2];
  const uint32_t address = (low | high << 8) & 0x1fff;
  const bool inRam = (address & 0x1280) == 0x80;
  const bool inTia = (address & 0x1080) == 0;
  const bool inRiot = (address & 0x1280) == 0x280;
  const uint32_t offset = address & 0xfff;
  // The half of an FE cartridge is a bit of the address.
  const bool sameHalf = kind_ != CartridgeKind::kFE ||
                        (high & 0x20) == (&bank == &banks_[0] ? 0x20 : 0);
  const bool rom = (address & 0x1000) != 0 && sameHalf;

  switch (opcode) {
    // Implied and immediate.
    case 0xa9:
    case 0xa2:
    case 0xa0:
    case 0x69:
    case 0xe9:
    case 0x29:
    case 0x09:
    case 0x49:
    case 0xc9:
    case 0xe0:
    case 0xc0:
    case 0xaa:
    case 0xa8:
    case 0x8a:
    case 0x98:
    case 0xba:
    case 0x9a:
    case 0xe8:
    case 0xc8:
    case 0xca:
    case 0x88:
    case 0x18:
    case 0x38:
    case 0xd8:
    case 0xf8:
    case 0x78:
    case 0x58:
    case 0xb8:
    case 0xea:
    case 0x0a:
    case 0x4a:
    case 0x2a:
    case 0x6a:
    case 0x48:
    case 0x68:
    case 0x08:
    case 0x60:
      return opcode;

    // Zero page.
    case 0xa5:
      return low >= 0x80 ? opcode : kLdaTia;
    case 0x24:
      return low >= 0x80 ? opcode : kBitTia;
    case 0xa6:
      return low >= 0x80 ? opcode : kLdxTia;
    case 0x05:
      return low >= 0x80 ? opcode : kOraTia;
    case 0xa4:
    case 0x65:
    case 0xe5:
    case 0x25:
    case 0x45:
    case 0xc5:
    case 0xe4:
    case 0xc4:
    case 0xe6:
    case 0xc6:
    case 0x06:
    case 0x46:
    case 0x26:
    case 0x66:
      return low >= 0x80 ? opcode : kStep;
    case 0x85:
    case 0x86:
    case 0x84:
      if (low >= 0x80) return opcode;
      if ((low & 0x3f) == 0x02) return kWsync;
      if (withoutEffect(low)) return kStoreNone;
      return opcode == 0x85 ? kStaTia : opcode == 0x86 ? kStxTia : kStyTia;

    // Zero page, indexed: cpu.cxx looks where it leads.
    case 0xb5:
    case 0xb4:
    case 0xb6:
    case 0x75:
    case 0xf5:
    case 0x35:
    case 0x15:
    case 0x55:
    case 0xd5:
    case 0x95:
    case 0x94:
    case 0x96:
    case 0xf6:
    case 0xd6:
    case 0x16:
    case 0x56:
    case 0x36:
    case 0x76:
      return opcode;

    // Absolute.
    case 0xad:
    case 0xae:
    case 0xac:
      if ((address & 0x1285) == 0x284) {
        return opcode == 0xad   ? kLdaTimer
               : opcode == 0xae ? kLdxTimer
                                : kLdyTimer;
      }
      if (opcode == 0xad && inRam) return kLdaRamAbs;
      if (opcode == 0xad && inRiot) return kLdaRiot;
      return rom && plainRead(offset) ? opcode : kStep;
    case 0x2c:
      if (inRiot) return kBitRiot;
      [[fallthrough]];
    case 0x6d:
    case 0xed:
    case 0x2d:
    case 0x0d:
    case 0x4d:
    case 0xcd:
    case 0xec:
    case 0xcc:
      return rom && plainRead(offset) ? opcode : kStep;
    case 0x8d:
      if (inRam) return kStaRamAbs;
      return inTia ? kStaTiaAbs : kStep;
    case 0x8e:
      return inTia ? kStxTiaAbs : kStep;
    case 0x8c:
      return inTia ? kStyTiaAbs : kStep;

    // Absolute, indexed: cpu.cxx looks how far it leads.
    case 0xb9:
    case 0xbd:
      if (high == 0) return opcode == 0xb9 ? kLdaZeroY : kLdaZeroXAbs;
      [[fallthrough]];
    case 0xbc:
    case 0x7d:
    case 0xfd:
    case 0x3d:
    case 0x1d:
    case 0x5d:
    case 0xdd:
    case 0xbe:
    case 0x79:
    case 0xf9:
    case 0x39:
    case 0x19:
    case 0x59:
    case 0xd9:
      return rom && plainRead(offset) ? opcode : kStep;
    case 0x99:
    case 0x9d:
      return high == 0 ? (opcode == 0x99 ? kStaZeroY : kStaZeroXAbs) : kStep;

    // Indirect.
    case 0xb1:
    case 0x71:
    case 0xf1:
    case 0x31:
    case 0x11:
    case 0x51:
    case 0xd1:
    case 0x91:
      return low >= 0x80 && low < 0xff ? opcode : kStep;

    // Branches.
    case 0x10:
    case 0x30:
    case 0x50:
    case 0x70:
    case 0x90:
    case 0xb0:
    case 0xd0:
    case 0xf0: {
      const int32_t next = static_cast<int32_t>(at) + 2;
      const int32_t target = next + static_cast<int8_t>(low);
      if (target < static_cast<int32_t>(end == 4096 ? 0 : end - kSlice) ||
          target >= static_cast<int32_t>(end)) {
        return kStep;
      }
      return (next ^ target) & 0xf00 ? farBranch(opcode) : opcode;
    }
    case 0x4c:
    case 0x20:
      return rom ? opcode : kStep;
    case 0x6c:
      // A pointer in RAM, not across its page.
      return inRam && (address & 0x7f) != 0x7f && kind_ != CartridgeKind::kFE
                 ? opcode
                 : kStep;
    default:
      return kStep;
  }
}

}  // namespace stella
}  // namespace ale
