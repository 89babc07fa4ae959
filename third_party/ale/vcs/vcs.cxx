// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: GPL-2.0-only

#include "ale/vcs/vcs.hxx"

#include <cstdlib>
#include <utility>

#include "ale/emucore/Console.hxx"
#include "ale/emucore/Control.hxx"
#include "ale/emucore/Props.hxx"
#include "ale/emucore/Random.hxx"
#include "ale/emucore/Switches.hxx"

namespace ale {
namespace stella {
namespace {

namespace vcs = envpool::atari::vcs;

vcs::Inputs readInputs(const Console& console) {
  static constexpr Controller::DigitalPin kPins[4] = {
      Controller::One, Controller::Two, Controller::Three, Controller::Four};
  static constexpr Controller::AnalogPin kPots[2] = {Controller::Nine,
                                                     Controller::Five};
  vcs::Inputs inputs{};
  for (int jack = 0; jack < 2; ++jack) {
    Controller& controller =
        console.controller(jack == 0 ? Controller::Left : Controller::Right);
    for (int i = 0; i < 4; ++i) {
      if (controller.read(kPins[i])) {
        inputs.swcha |= (jack == 0 ? 0x10 : 0x01) << i;
      }
    }
    inputs.fire[jack] = controller.read(Controller::Six);
    for (int i = 0; i < 2; ++i) {
      inputs.pot[jack * 2 + i] = vcs::CyclesToCharge(controller.read(kPots[i]));
    }
  }
  inputs.swchb = console.switches().read();
  return inputs;
}

}  // namespace

std::unique_ptr<Vcs> Vcs::create(Console& console, const char* cartridge,
                                 const uint8_t* image, uint32_t size) {
  auto code = vcs::CartridgeImage::Get(cartridge, image, size);
  if (code == nullptr) return nullptr;
  return std::unique_ptr<Vcs>(new Vcs(console, std::move(code)));
}

void Vcs::powerOn(Random& rng) {
  machine_.PowerOn([&rng] { return rng.next(); });
}

void Vcs::reset(Random& rng) {
  const Properties& properties = console_.properties();
  const vcs::Display display{
      .first_line = static_cast<uint32_t>(
          std::atoi(properties.get(Display_YStart).c_str())),
      .height = static_cast<uint32_t>(
          std::atoi(properties.get(Display_Height).c_str())),
      .pal = console_.getFormat().compare(0, 3, "PAL") == 0,
      .hmove_blanks = properties.get(Emulation_HmoveBlanks) == "YES"};
  machine_.Reset(display, [&rng] { return rng.next(); });
}

void Vcs::update(bool seen) { machine_.Update(readInputs(console_), seen); }

}  // namespace stella
}  // namespace ale
