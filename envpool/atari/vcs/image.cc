// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: GPL-2.0-only

#include "envpool/atari/vcs/image.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <iterator>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "envpool/atari/vcs/addressing.h"
#include "envpool/atari/vcs/translation.h"

namespace envpool::atari::vcs {
namespace {

constexpr uint32_t kBank = sizeof(CodeBank::byte);
constexpr uint32_t kSlice = 1024;

// Whether a TIA write has no effect: audio, RSYNC and addresses without a
// register.
bool WithoutEffect(uint8_t address) {
  const uint8_t reg = address & 0x3f;
  return (reg >= 0x15 && reg <= 0x1a) || reg >= 0x2d || reg == 0x03;
}

// Groups of instructions, by the operand on which their classification depends.
enum class Group : uint8_t {
  kStep,      // none: cpu.cc never runs them
  kPlain,     // none: cpu.cc always runs them, and checks zero-page indices
  kZeroPage,  // the address: RAM or not
  kZeroPageOrTia,
  kZeroPageStore,
  kAbsoluteLoad,  // the address: RAM, TIA, RIOT or cartridge
  kAbsoluteRead,
  kAbsoluteStore,
  kIndexed,  // the base address; cpu.cc checks the indexed one
  kIndexedStore,
  kIndirect,  // the pointer's address: RAM or not
  kBranch,    // the target
  kJump,
  kIndirectJump,
};

constexpr std::array<Group, 256> MakeGroups() {
  std::array<Group, 256> groups{};
  const auto put = [&groups](Group group,
                             std::initializer_list<uint8_t> opcodes) {
    for (const uint8_t opcode : opcodes) groups[opcode] = group;
  };
  put(Group::kPlain,
      {0xa9, 0xa2, 0xa0, 0x69, 0xe9, 0x29, 0x09, 0x49, 0xc9, 0xe0, 0xc0,
       0xaa, 0xa8, 0x8a, 0x98, 0xba, 0x9a, 0xe8, 0xc8, 0xca, 0x88, 0x18,
       0x38, 0xd8, 0xf8, 0x78, 0x58, 0xb8, 0xea, 0x0a, 0x4a, 0x2a, 0x6a,
       0x48, 0x68, 0x08, 0x60, 0xb5, 0xb4, 0xb6, 0x75, 0xf5, 0x35, 0x15,
       0x55, 0xd5, 0x95, 0x94, 0x96, 0xf6, 0xd6, 0x16, 0x56, 0x36, 0x76});
  put(Group::kZeroPage, {0xa4, 0x65, 0xe5, 0x25, 0x45, 0xc5, 0xe4, 0xc4, 0xe6,
                         0xc6, 0x06, 0x46, 0x26, 0x66});
  put(Group::kZeroPageOrTia, {0xa5, 0x24, 0xa6, 0x05});
  put(Group::kZeroPageStore, {0x85, 0x86, 0x84});
  put(Group::kAbsoluteLoad, {0xad, 0xae, 0xac});
  put(Group::kAbsoluteRead,
      {0x2c, 0x6d, 0xed, 0x2d, 0x0d, 0x4d, 0xcd, 0xec, 0xcc});
  put(Group::kAbsoluteStore, {0x8d, 0x8e, 0x8c});
  put(Group::kIndexed, {0xb9, 0xbd, 0xbc, 0x7d, 0xfd, 0x3d, 0x1d, 0x5d, 0xdd,
                        0xbe, 0x79, 0xf9, 0x39, 0x19, 0x59, 0xd9});
  put(Group::kIndexedStore, {0x99, 0x9d});
  put(Group::kIndirect, {0xb1, 0x71, 0xf1, 0x31, 0x11, 0x51, 0xd1, 0x91});
  put(Group::kBranch, {0x10, 0x30, 0x50, 0x70, 0x90, 0xb0, 0xd0, 0xf0});
  put(Group::kJump, {0x4c, 0x20});
  put(Group::kIndirectJump, {0x6c});
  return groups;
}
constexpr std::array<Group, 256> kGroups = MakeGroups();

// An absolute operand.
struct Address {
  uint32_t value;  // of 13 bits

  bool InRam() const { return (value & 0x1280) == 0x80; }
  bool InTia() const { return (value & 0x1080) == 0; }
  bool InRiot() const { return (value & 0x1280) == 0x280; }
  bool IsTimer() const { return (value & 0x1285) == 0x284; }
  bool InCartridge() const { return (value & 0x1000) != 0; }
  uint32_t offset() const { return value & 0xfff; }
};

uint8_t TiaRead(uint8_t opcode) {
  switch (opcode) {
    case 0xa5:
      return kLdaTia;
    case 0x24:
      return kBitTia;
    case 0xa6:
      return kLdxTia;
    default:
      return kOraTia;
  }
}

uint8_t TiaStore(uint8_t opcode, uint8_t address) {
  if ((address & 0x3f) == 0x02) return kWsync;
  if (WithoutEffect(address)) return kStoreNone;
  if (opcode == 0x85) return kStaTia;
  return opcode == 0x86 ? kStxTia : kStyTia;
}

uint8_t AbsoluteStore(uint8_t opcode, Address address) {
  if (opcode == 0x8d && address.InRam()) return kStaRamAbs;
  if (!address.InTia()) return kStep;
  if (opcode == 0x8d) return kStaTiaAbs;
  return opcode == 0x8e ? kStxTiaAbs : kStyTiaAbs;
}

uint8_t IndexedFromZero(uint8_t opcode) {
  switch (opcode) {
    case 0xb9:
      return kLdaZeroY;
    case 0xbd:
      return kLdaZeroXAbs;
    case 0x99:
      return kStaZeroY;
    case 0x9d:
      return kStaZeroXAbs;
    default:
      return kStep;
  }
}

// The bytes of any instruction.
uint32_t Length(uint8_t opcode) {
  // BRK, JSR, RTI and RTS have no operand in the sense of ModeOf().
  if ((opcode & 0x9f) == 0) return opcode == 0x20 ? 3 : 1;
  return LengthOf(ModeOf(opcode));
}

// Classifies a branch at offset `at`. Targets from `first` to `last` - 1 are in
// the same mapping.
uint8_t Branch(uint8_t opcode, uint8_t distance, uint32_t at, uint32_t first,
               uint32_t last) {
  const uint32_t next = at + 2;
  // A target before the first byte wraps around to a large number.
  const uint32_t target = next + static_cast<int8_t>(distance);
  if (target - first >= last - first) return kStep;
  const bool far = ((next ^ target) & 0xf00) != 0;
  return far ? kBplFar + (opcode >> 5) * 4 : opcode;
}

std::atomic<bool> translating{true};

}  // namespace

void CartridgeImage::SetTranslating(bool on) { translating = on; }
CartridgeImage::CartridgeImage() = default;
CartridgeImage::~CartridgeImage() = default;

std::shared_ptr<const CartridgeImage> CartridgeImage::Get(const char* cartridge,
                                                          const uint8_t* image,
                                                          uint32_t size) {
  static const struct {
    const char* name;
    CartridgeKind kind;
    uint32_t size, hot_from, hot_until;
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
      // Stella's chip sees every access to this last page.
      {"CartridgeDPC", CartridgeKind::kDpc, 10240, 0xfc0, 0x1000, false},
  };
  const auto* kind = std::find_if(
      std::begin(kKinds), std::end(kKinds),
      [&](const auto& k) { return !std::strcmp(k.name, cartridge); });
  if (kind == std::end(kKinds) || size < kind->size) return nullptr;

  const bool translate = translating;
  static std::mutex mutex;
  static std::vector<std::weak_ptr<const CartridgeImage>> known;
  const std::lock_guard<std::mutex> lock(mutex);
  std::erase_if(known, [](const auto& entry) { return entry.expired(); });
  std::vector<uint8_t> bytes(image, image + kind->size);
  for (const auto& entry : known) {
    auto other = entry.lock();
    if (other && other->kind_ == kind->kind && other->ram_ == kind->ram &&
        other->translate_ == translate && other->bytes_ == bytes) {
      return other;
    }
  }

  auto made = std::make_shared<CartridgeImage>();
  made->kind_ = kind->kind;
  made->ram_ = kind->ram;
  made->hot_from_ = kind->hot_from;
  made->hot_until_ = kind->hot_until;
  // The data behind a DPC's two banks is not a bank.
  made->banks_.resize(std::max<size_t>(1, bytes.size() / 4096));
  for (size_t i = 0; i < made->banks_.size() * 4096; ++i) {
    made->banks_[i / 4096].byte[i % 4096] = bytes[i % bytes.size()];
  }
  for (CodeBank& bank : made->banks_) made->Classify(&bank);
  made->bytes_ = std::move(bytes);
  made->translate_ = translate;
  if (translate) made->translation_ = Translation::Make(*made);
  known.push_back(made);
  return made;
}

// Whether a read at this offset gives the bank's byte without side effects.
bool CartridgeImage::PlainRead(uint32_t offset) const {
  return offset >= read_from() && offset < read_until();
}

void CartridgeImage::Classify(CodeBank* bank) const {
  for (uint32_t at = 0; at < 4096; ++at) bank->code[at] = Classify(*bank, at);
}

uint8_t CartridgeImage::Classify(const CodeBank& bank, uint32_t at) const {
  const bool sliced = kind_ == CartridgeKind::kE0;
  const uint32_t first = sliced ? at & ~(kSlice - 1) : 0;
  const uint32_t last = sliced ? first + kSlice : kBank;
  // The longest instruction must fit in the bank and have no byte at an offset
  // where fetching has side effects.
  const uint32_t length = sliced ? Length(bank.byte[at]) : 3;
  if (at + length > last || at + 3 >= kBank) return kStep;
  if (at < hot_until_ && at + 3 > hot_from_) return kStep;
  if (at < read_from()) return kStep;
  const uint8_t code = ClassifyPlain(bank, at, first, last);
  return code == kStep ? kRare : code;
}

uint8_t CartridgeImage::ClassifyPlain(const CodeBank& bank, uint32_t at,
                                      uint32_t first, uint32_t last) const {
  const uint8_t opcode = bank.byte[at];
  const uint8_t low = bank.byte[at + 1];
  const uint8_t high = bank.byte[at + 2];
  const uint8_t in_ram = low >= 0x80 ? opcode : kStep;
  const Address address{static_cast<uint32_t>(low | high << 8) & 0x1fff};
  switch (kGroups[opcode]) {
    case Group::kPlain:
      return opcode;
    case Group::kZeroPage:
      return in_ram;
    case Group::kZeroPageOrTia:
      return low >= 0x80 ? opcode : TiaRead(opcode);
    case Group::kZeroPageStore:
      return low >= 0x80 ? opcode : TiaStore(opcode, low);
    case Group::kAbsoluteStore:
      return AbsoluteStore(opcode, address);
    case Group::kIndexedStore:
      return high == 0 ? IndexedFromZero(opcode) : kStep;
    case Group::kIndirect:
      return low != 0xff ? in_ram : kStep;
    case Group::kBranch:
      return Branch(opcode, low, at, first, last);
    case Group::kStep:
      return kStep;
    default:
      return ClassifyAbsolute(bank, opcode, address.value, high);
  }
}

uint8_t CartridgeImage::ClassifyAbsolute(const CodeBank& bank, uint8_t opcode,
                                         uint32_t value, uint8_t high) const {
  const Address address{value};
  const Group group = kGroups[opcode];
  if (group == Group::kIndirectJump) {
    // The pointer must be in RAM and must not cross its end.
    const bool possible = address.InRam() && (value & 0x7f) != 0x7f &&
                          kind_ != CartridgeKind::kFE;
    return possible ? opcode : kStep;
  }
  if (group == Group::kAbsoluteLoad && address.IsTimer()) {
    if (opcode == 0xad) return kLdaTimer;
    return opcode == 0xae ? kLdxTimer : kLdyTimer;
  }
  if (opcode == 0xad && address.InRam()) return kLdaRamAbs;
  if (opcode == 0xad && address.InRiot()) return kLdaRiot;
  if (opcode == 0x2c && address.InRiot()) return kBitRiot;
  if (opcode == 0x2d && address.InRiot()) return kAndRiot;
  if (group == Group::kIndexed && high == 0) {
    const uint8_t from_zero = IndexedFromZero(opcode);
    if (from_zero != kStep) return from_zero;
  }
  // A bit of the address selects the half of an FE cartridge.
  const bool same_half = kind_ != CartridgeKind::kFE ||
                         (high & 0x20) == (&bank == &banks_[0] ? 0x20 : 0);
  if (!address.InCartridge() || !same_half) return kStep;
  const bool plain = group == Group::kJump || PlainRead(address.offset());
  return plain ? opcode : kStep;
}

}  // namespace envpool::atari::vcs
