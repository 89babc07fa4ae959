// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: GPL-2.0-only
//
// Power-on, reset, frames, saved states.

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "ale/emucore/Console.hxx"
#include "ale/emucore/Control.hxx"
#include "ale/emucore/Props.hxx"
#include "ale/emucore/Random.hxx"
#include "ale/emucore/Switches.hxx"
#include "ale/vcs/vcs.hxx"

namespace ale {
namespace stella {

namespace {

// Of saved states: to be raised with every change of what VcsState means.
constexpr char kStateFormat[] = "vcs 1";

}  // namespace

std::unique_ptr<Vcs> Vcs::create(Console& console, const char* cartridge,
                                 const uint8_t* image, uint32_t size) {
  auto code = CartridgeImage::get(cartridge, image, size);
  if (code == nullptr) return nullptr;
  return std::unique_ptr<Vcs>(new Vcs(console, std::move(code)));
}

Vcs::Vcs(Console& console, std::shared_ptr<const CartridgeImage> image)
    : console_(console), image_(std::move(image)) {
  std::memset(&s_, 0, sizeof(s_));
  if (image_->kind() == CartridgeKind::kE0)
    window_ = std::make_unique<CodeBank>();
}

Vcs::~Vcs() = default;

void Vcs::powerOn(Random& rng) {
  for (uint8_t& byte : s_.ram) byte = rng.next();
  rng.next();  // the timer of a reset that comes too early to be seen
}

void Vcs::reset(Random& rng) {
  s_.cycles = 0;

  s_.timer = 25 + rng.next() % 75;
  s_.timerShift = 6;
  s_.timerSet = s_.timerInterruptReset = 0;
  s_.timerReadAfterInterrupt = false;
  s_.ddra = 0;

  resetTia();

  if (image_->hasRam()) {
    for (uint8_t& byte : s_.cartRam) byte = rng.next();
  }
  s_.bank = image_->kind() == CartridgeKind::kF8 ? 1 : 0;
  for (int i = 0; i < 4; ++i) s_.slices[i] = 4 + i;
  mapCartridge();
  s_.pc = peekCartridge(0xfffc) | peekCartridge(0xfffd) << 8;
  mapCartridge();

  s_.dead = false;
  s_.a = s_.x = s_.y = 0;
  s_.sp = 0xff;
  s_.nz = 1;
  s_.c = s_.v = s_.d = s_.i = 0;
  s_.b = s_.lastRead = true;
}

void Vcs::resetTia() {
  // All registers are zero.
  const uint8_t partial = s_.partial;
  const uint8_t greyed = s_.greyed;
  const auto* const begin = reinterpret_cast<uint8_t*>(&s_.frameStart);
  const auto* const end = reinterpret_cast<uint8_t*>(&s_ + 1);
  std::memset(&s_.frameStart, 0, end - begin);
  s_.partial = partial;
  s_.greyed = greyed;
  s_.dirty = (1 << kObjects) - 1;
  std::fill(std::begin(s_.written), std::end(s_.written), 0x100);

  const Properties& properties = console_.properties();
  hmoveBlanks_ = properties.get(Emulation_HmoveBlanks) == "YES";
  colorLoss_ = console_.getFormat().compare(0, 3, "PAL") == 0;
  maxScanlines_ = colorLoss_ ? 342 : 290;
  yStart_ = std::atoi(properties.get(Display_YStart).c_str());
  height_ = std::atoi(properties.get(Display_Height).c_str());
  // A frame that is reset in its middle is drawn from its very first line.
  const uint32_t rows = height_ + (s_.partial ? yStart_ : 0);
  for (Frame& frame : frames_) {
    frame.pixels.assign(rows * 160, 0);
    frame.stale = 0;
  }
  s_.startDisplay = 228 * yStart_;
  s_.stopDisplay = s_.startDisplay + 228 * height_;
  s_.clocksToEndOfLine = 228;
  s_.nextPixel = s_.startDisplay - 1;
  s_.vsyncFinish = 0x7fffffff;
  s_.deadline = 76 * (maxScanlines_ + 1);
}

void Vcs::readInputs() {
  static constexpr Controller::DigitalPin kPins[4] = {
      Controller::One, Controller::Two, Controller::Three, Controller::Four};
  static constexpr Controller::AnalogPin kPots[2] = {Controller::Nine,
                                                     Controller::Five};
  s_.swcha = 0;
  for (int jack = 0; jack < 2; ++jack) {
    Controller& controller =
        console_.controller(jack == 0 ? Controller::Left : Controller::Right);
    for (int i = 0; i < 4; ++i) {
      if (controller.read(kPins[i])) s_.swcha |= (jack == 0 ? 0x10 : 0x01) << i;
    }
    s_.fire[jack] = controller.read(Controller::Six);
    for (int i = 0; i < 2; ++i) {
      const int resistance = controller.read(kPots[i]);
      uint32_t* const pot = &s_.pot[jack * 2 + i];
      if (resistance == Controller::minimumResistance) {
        *pot = 0;
      } else if (resistance == Controller::maximumResistance) {
        *pot = UINT32_MAX;
      } else {
        const double seconds = 1.6 * resistance * 0.01E-6;
        *pot = static_cast<uint32_t>(seconds * 1.19E6) + 1;
      }
    }
  }
  s_.swchb = console_.switches().read();
}

uint32_t Vcs::scanlines() const {
  return (s_.cycles * 3 - s_.frameStart) / 228;
}

// Numbers cycles and clocks from the beginning of a frame.
void Vcs::startFrame() {
  const uint32_t clocks = (s_.cycles * 3 - s_.frameStart) % 228;
  s_.timerSet -= s_.cycles;
  s_.timerInterruptReset -= s_.cycles;
  s_.dumpDisabledCycle -= s_.cycles;
  s_.vsyncFinish -= s_.cycles * 3;
  s_.lastHmove -= s_.cycles * 3;
  s_.cycles = 0;

  s_.frameStart = -static_cast<int32_t>(clocks);
  s_.startDisplay = s_.frameStart + 228 * yStart_;
  s_.stopDisplay = s_.startDisplay + 228 * height_;
  s_.deadline = (s_.frameStart + 228 * (maxScanlines_ + 1)) / 3;
  s_.lastUpdate = s_.startDisplay;
  s_.clocksToEndOfLine = 228;
  s_.nextPixel = s_.lastUpdate + 228 - 160;
  s_.lineOffset = 0;
  if (colorLoss_) {
    const uint8_t lost = s_.scanlinesOfLastFrame & 1;
    for (uint8_t& color : s_.color) color = (color & 0xfe) | lost;
  }
  s_.greyed = false;
}

void Vcs::runFrame() {
  wholeLine_ = kNoLine;
  s_.partial = true;
  s_.stop = false;
  execute();
}

// How much of the picture has been reached.
size_t Vcs::pixelsDone() const {
  const int32_t from = 228 - s_.clocksToEndOfLine;
  return s_.lineOffset + (from > 68 ? from - 68 : 0);
}

// Emulates a frame from its start again, to see it.
void Vcs::draw(const VcsState& start, uint8_t* pixels) {
  const VcsState now = s_;
  s_ = start;
  mapCartridge();
  drawing_ = true;
  pixels_ = pixels;
  startFrame();
  runFrame();
  s_ = now;
  mapCartridge();
}

void Vcs::drawNow(Frame& frame) {
  if (frame.stale == 0) return;
  frame.stale = 0;
  draw(frame.start, frame.pixels.data());
}

void Vcs::update(bool seen) {
  readInputs();
  if (s_.partial) {
    // The CPU had not reached the end of the last frame: go on with it.
    drawing_ = true;
    pixels_ = frames_[current_].pixels.data();
    runFrame();
    finishFrame();
    return;
  }

  current_ ^= 1;
  Frame& frame = frames_[current_];
  const size_t stale = frame.stale;
  if (stale != 0) older_ = frame.start;
  frame.stale = 0;
  if (!seen) frame.start = s_;
  drawing_ = seen;
  pixels_ = frame.pixels.data();
  startFrame();
  runFrame();

  // A frame that ends early leaves the rest of the one before the last.
  const size_t done = s_.partial ? 0 : pixelsDone();
  if (done < stale) {
    std::vector<uint8_t> pixels(frame.pixels.size());
    draw(older_, pixels.data());
    std::copy(pixels.begin() + done, pixels.begin() + stale,
              frame.pixels.begin() + done);
  }
  if (!seen) {
    frame.stale = done;
    // What is not finished is drawn to go on from.
    if (s_.partial) draw(frame.start, frame.pixels.data());
  }
  finishFrame();
}

void Vcs::finishFrame() {
  s_.currentScanline = scanlines();
  if (s_.partial) {
    if (!s_.greyed) greyOut();
    s_.greyed = true;
  } else {
    s_.scanlinesOfLastFrame = s_.currentScanline;
    s_.greyed = false;
  }
}

void Vcs::greyOut() {
  const uint32_t first = std::max(scanlines(), yStart_);
  std::vector<uint8_t>& pixels = frames_[current_].pixels;
  for (size_t i = (first - yStart_) * 160; i < height_ * 160; ++i) {
    pixels[i] = (pixels[i] & 0x0f) >> 1;
  }
}

uint8_t* Vcs::currentFrameBuffer() const {
  Vcs* const self = const_cast<Vcs*>(this);
  self->drawNow(self->frames_[current_]);
  return self->frames_[current_].pixels.data();
}

uint8_t* Vcs::previousFrameBuffer() const {
  Vcs* const self = const_cast<Vcs*>(this);
  self->drawNow(self->frames_[current_ ^ 1]);
  return self->frames_[current_ ^ 1].pixels.data();
}

std::string Vcs::save() const {
  // Equal states are equal bytes, whatever has been drawn.
  VcsState state = s_;
  state.dirty = (1 << kObjects) - 1;
  std::memset(state.rows, 0, sizeof(state.rows));
  std::string bytes(kStateFormat, sizeof(kStateFormat));
  bytes.append(reinterpret_cast<const char*>(&state), sizeof(state));
  for (const uint8_t* pixels : {currentFrameBuffer(), previousFrameBuffer()}) {
    bytes.append(reinterpret_cast<const char*>(pixels),
                 frames_[0].pixels.size());
  }
  return bytes;
}

bool Vcs::load(const std::string& bytes) {
  constexpr size_t kHead = sizeof(kStateFormat);
  if (bytes.size() < kHead + sizeof(s_)) return false;
  if (bytes.compare(0, kHead, kStateFormat, kHead) != 0) return false;
  const size_t pixels = (bytes.size() - kHead - sizeof(s_)) / 2;
  if (pixels != height_ * 160 && pixels != (yStart_ + height_) * 160) {
    return false;
  }
  std::memcpy(&s_, bytes.data() + kHead, sizeof(s_));
  current_ = 0;
  for (int i = 0; i < 2; ++i) {
    const char* const from = bytes.data() + kHead + sizeof(s_) + i * pixels;
    frames_[i].pixels.assign(from, from + pixels);
    frames_[i].stale = 0;
  }
  mapCartridge();
  return true;
}

uint8_t Vcs::peek(uint16_t address) {
  if (address & 0x1000) return peekCartridge(address);
  if (!(address & 0x80)) return peekTia(address, 0);
  return address & 0x200 ? peekRiot(address) : s_.ram[address & 0x7f];
}

void Vcs::poke(uint16_t address, uint8_t value) {
  if (address & 0x1000) {
    pokeCartridge(address, value);
  } else if (!(address & 0x80)) {
    pokeTia(address, value);
  } else if (address & 0x200) {
    pokeRiot(address, value);
  } else {
    s_.ram[address & 0x7f] = value;
  }
}

}  // namespace stella
}  // namespace ale
