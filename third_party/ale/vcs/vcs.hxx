// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: GPL-2.0-only
//
// Vcs: replaces Stella's media source and devices by the machine of
// envpool/atari/vcs. It passes on Stella's cartridge, switches and controllers.
//
// Threads: one at a time. Ownership: the console owns it. Errors: only by
// return values.

#ifndef ALE_VCS_VCS_HXX
#define ALE_VCS_VCS_HXX

#include <cstdint>
#include <memory>
#include <string>

#include "ale/emucore/MediaSrc.hxx"
#include "envpool/atari/vcs/machine.h"

namespace ale {
namespace stella {

class Console;
class Random;

class Vcs : public MediaSource {
 public:
  // Null if the cartridge, by the name of Stella's class, needs what the
  // machine does not have.
  static std::unique_ptr<Vcs> create(Console& console, const char* cartridge,
                                     const uint8_t* image, uint32_t size);

  void powerOn(Random& rng);
  void reset(Random& rng);

  // Emulates one frame, and renders it if `seen`.
  void update(bool seen);
  void update() override { update(true); }

  uint8_t peek(uint16_t address) { return machine_.Peek(address); }
  void poke(uint16_t address, uint8_t value) { machine_.Poke(address, value); }
  const uint8_t* ram() const { return machine_.ram(); }

  uint8_t* currentFrameBuffer() const override {
    return machine_.CurrentFrame();
  }
  uint8_t* previousFrameBuffer() const override {
    return machine_.PreviousFrame();
  }
  uint32_t height() const override { return machine_.height(); }
  uint32_t width() const override { return machine_.kWidth; }
  uint32_t scanlines() const override { return machine_.Scanlines(); }
  void setSound(Sound&) override {}

  std::string save() const { return machine_.Save(); }
  bool load(const std::string& bytes) { return machine_.Load(bytes); }

 private:
  using Machine = envpool::atari::vcs::Machine;

  Vcs(Console& console,
      std::shared_ptr<const envpool::atari::vcs::CartridgeImage> image)
      : console_(console), machine_(std::move(image)) {}

  Console& console_;
  mutable Machine machine_;  // renders frames when they are asked for
};

}  // namespace stella
}  // namespace ale

#endif  // ALE_VCS_VCS_HXX
