// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: GPL-2.0-only
//
// Power-on, reset, frames, saved states.

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "envpool/atari/vcs/machine.h"
#include "envpool/atari/vcs/tables.h"

namespace envpool::atari::vcs {

namespace {

// The format of saved states. Raise it with every change of MachineState.
constexpr char kStateFormat[] = "vcs 3";

}  // namespace

uint32_t CyclesToCharge(int32_t ohms) {
  if (ohms == 0) return 0;
  if (ohms == std::numeric_limits<int32_t>::max()) return Inputs::kNever;
  const double seconds = 1.6 * ohms * 0.01E-6;
  return static_cast<uint32_t>(seconds * 1.19E6) + 1;
}

Machine::Machine(std::shared_ptr<const CartridgeImage> image)
    : image_(std::move(image)) {
  // Clears padding, too, so that Save() gives equal bytes for equal states.
  std::memset(static_cast<void*>(&s_), 0, sizeof(s_));
  if (image_->kind() == CartridgeKind::kE0) {
    window_ = std::make_unique<CodeBank>();
  }
  s_.dpc.random = 1;
}

void Machine::PowerOn(const Random& random) {
  for (uint8_t& byte : s_.ram) byte = random();
  random();  // Stella draws a timer at power-on, which Reset() replaces
}

void Machine::Reset(const Display& display, const Random& random) {
  display_ = display;
  s_.cycles = 0;

  s_.timer = 25 + random() % 75;
  s_.timer_shift = 6;
  s_.timer_set = s_.timer_interrupt_reset = 0;
  s_.timer_read_after_interrupt = false;
  s_.ddra = 0;

  ResetTia();

  if (image_->has_ram()) {
    for (uint8_t& byte : s_.cart_ram) byte = random();
  }
  s_.dpc.cycles = 0;
  s_.dpc.fraction = 0.0;
  s_.bank = image_->kind() == CartridgeKind::kF8 ||
            image_->kind() == CartridgeKind::kDpc;
  for (int i = 0; i < 4; ++i) s_.slices[i] = 4 + i;
  MapCartridge();
  s_.pc = PeekCartridge(0xfffc) | PeekCartridge(0xfffd) << 8;
  MapCartridge();

  s_.dead = false;
  s_.a = s_.x = s_.y = 0;
  s_.sp = 0xff;
  s_.nz = 1;
  s_.c = s_.v = s_.d = s_.i = 0;
  s_.b = s_.last_read = true;
}

void Machine::ResetTia() {
  const uint8_t partial = s_.partial;
  const uint8_t greyed = s_.greyed;
  TiaState* const tia = &s_;
  std::memset(tia, 0, sizeof(*tia));
  s_.partial = partial;
  s_.greyed = greyed;
  s_.dirty = (1 << kObjects) - 1;
  std::fill(std::begin(s_.written), std::end(s_.written),
            TiaState::kNotWritten);

  max_scanlines_ = display_.pal ? 342 : 290;
  // After a reset within a frame, rendering includes the lines before
  // `first_line`.
  const uint32_t rows = display_.height + (partial ? display_.first_line : 0);
  for (Frame& frame : frames_) {
    frame.pixels.assign(rows * kWidth, 0);
    frame.stale = 0;
  }
  s_.start_display = kLineClocks * display_.first_line;
  s_.stop_display = s_.start_display + kLineClocks * display_.height;
  s_.clocks_to_end_of_line = kLineClocks;
  s_.next_pixel = s_.start_display - 1;
  s_.vsync_finish = TiaState::kNoVsync;
  s_.deadline = kLineCycles * (max_scanlines_ + 1);
}

uint32_t Machine::Scanlines() const {
  return (s_.cycles * 3 - s_.frame_start) / kLineClocks;
}

// Numbers cycles and clocks from the beginning of a frame.
void Machine::StartFrame() {
  const uint32_t clocks = (s_.cycles * 3 - s_.frame_start) % kLineClocks;
  s_.timer_set -= s_.cycles;
  s_.timer_interrupt_reset -= s_.cycles;
  s_.dump_disabled_cycle -= s_.cycles;
  s_.dpc.cycles -= s_.cycles;
  s_.vsync_finish -= s_.cycles * 3;
  s_.last_hmove -= s_.cycles * 3;
  s_.cycles = 0;

  s_.frame_start = -static_cast<int32_t>(clocks);
  s_.start_display = s_.frame_start + kLineClocks * display_.first_line;
  s_.stop_display = s_.start_display + kLineClocks * display_.height;
  s_.deadline = (s_.frame_start + kLineClocks * (max_scanlines_ + 1)) / 3;
  s_.last_update = s_.start_display;
  s_.clocks_to_end_of_line = kLineClocks;
  s_.next_pixel = s_.last_update + kLineClocks - kWidth;
  s_.line_offset = 0;
  if (display_.pal) {
    const uint8_t lost = s_.scanlines_of_last_frame & 1;
    for (uint8_t& color : s_.color) color = (color & 0xfe) | lost;
  }
  s_.greyed = false;
}

void Machine::RunFrame() {
  whole_line_ = kNoLine;
  s_.partial = true;
  s_.stop = false;
  Execute();
}

// The number of the frame's pixels that have been reached.
size_t Machine::PixelsDone() const {
  const int32_t from = kLineClocks - s_.clocks_to_end_of_line;
  return s_.line_offset + (from > kBlankClocks ? from - kBlankClocks : 0);
}

// Emulates a frame again from its start, to render it.
void Machine::Render(const MachineState& start, uint8_t* pixels) {
  const MachineState now = s_;
  static_cast<MachineState&>(s_) = start;
  MapCartridge();
  rendering_ = true;
  pixels_ = pixels;
  StartFrame();
  RunFrame();
  static_cast<MachineState&>(s_) = now;
  MapCartridge();
}

uint8_t* Machine::Rendered(Frame* frame) {
  if (frame->stale != 0) {
    frame->stale = 0;
    Render(frame->start, frame->pixels.data());
  }
  return frame->pixels.data();
}

void Machine::Update(const Inputs& inputs, bool needs_screen) {
  static_cast<Inputs&>(s_) = inputs;
  if (s_.partial) {
    // The CPU has not reached the end of the last frame: continue the frame.
    rendering_ = true;
    pixels_ = frames_[current_].pixels.data();
    RunFrame();
    FinishFrame();
    return;
  }

  current_ ^= 1;
  Frame& frame = frames_[current_];
  const size_t stale = frame.stale;
  if (stale != 0) second_last_start_ = frame.start;
  frame.stale = 0;
  if (!needs_screen) frame.start = s_;
  rendering_ = needs_screen;
  pixels_ = frame.pixels.data();
  StartFrame();
  RunFrame();

  // A frame that ends early keeps the remaining pixels of its buffer, which are
  // those of the second last frame.
  const size_t done = s_.partial ? 0 : PixelsDone();
  if (done < stale) {
    std::vector<uint8_t> pixels(frame.pixels.size());
    Render(second_last_start_, pixels.data());
    std::copy(pixels.begin() + done, pixels.begin() + stale,
              frame.pixels.begin() + done);
  }
  if (!needs_screen) {
    frame.stale = done;
    // An unfinished frame is rendered now; the next update continues it.
    if (s_.partial) Render(frame.start, frame.pixels.data());
  }
  FinishFrame();
}

void Machine::FinishFrame() {
  s_.current_scanline = Scanlines();
  if (s_.partial) {
    if (!s_.greyed) GreyOut();
    s_.greyed = true;
  } else {
    s_.scanlines_of_last_frame = s_.current_scanline;
    s_.greyed = false;
  }
}

void Machine::GreyOut() {
  const uint32_t first = std::max(Scanlines(), display_.first_line);
  std::vector<uint8_t>& pixels = frames_[current_].pixels;
  for (size_t i = (first - display_.first_line) * kWidth;
       i < display_.height * kWidth; ++i) {
    pixels[i] = (pixels[i] & 0x0f) >> 1;
  }
}

std::string Machine::Save() {
  MachineState state;
  std::memcpy(static_cast<void*>(&state), &s_, sizeof(state));
  state.dirty = (1 << kObjects) - 1;
  state.last_read = true;  // every access sets it anew
  std::memset(state.rows, 0, sizeof(state.rows));
  std::string bytes(kStateFormat, sizeof(kStateFormat));
  bytes.append(reinterpret_cast<const char*>(&state), sizeof(state));
  for (const uint8_t* pixels : {CurrentFrame(), PreviousFrame()}) {
    bytes.append(reinterpret_cast<const char*>(pixels),
                 frames_[0].pixels.size());
  }
  return bytes;
}

// Whether frames that begin with this state stay within their tables and
// buffers.
bool Machine::IsSound(const MachineState& state, int64_t pixels) const {
  const auto below = [](const auto& values, int limit) {
    return std::all_of(
        std::begin(values), std::end(values),
        [limit](int value) { return value >= 0 && value < limit; });
  };
  const uint8_t flags[] = {
      state.c,           state.v,          state.d,
      state.i,           state.b,          state.dead,
      state.last_read,   state.partial,    state.greyed,
      state.stop,        state.reflected,  state.skip_first[0],
      state.hmove_blank, state.cosmic_ark, state.skip_first[1],
      state.dump_enabled};
  const bool registers =
      below(flags, 2) && below(state.hm, 16) && below(state.pos, 160) &&
      state.enabled < 1 << kObjects && state.m0_special <= 2 &&
      state.bank < image_->banks() && below(state.slices, 8);
  const bool dpc = below(state.dpc.counter, 0x800) &&
                   below(state.dpc.music, 2) && state.dpc.fraction >= 0.0 &&
                   state.dpc.fraction < 1.0;
  const bool timer = state.timer < 256 && state.timer_shift <= 10;
  // A frame begins at most a line early and is rendered line by line to its
  // end; the buffer must have room for all of these lines.
  const int64_t first_line = display_.first_line;
  const int64_t height = display_.height;
  const int64_t left = int64_t{state.stop_display} - state.last_update;
  const int64_t lines =
      1 + std::max<int64_t>(0, left - state.clocks_to_end_of_line + 227) / 228;
  const bool clocks =
      state.frame_start > -228 && state.frame_start <= 0 &&
      state.start_display == state.frame_start + 228 * first_line &&
      state.stop_display == state.start_display + 228 * height &&
      state.last_update >= state.frame_start && left >= 0 &&
      state.clocks_to_end_of_line >= 0 && state.clocks_to_end_of_line <= 228 &&
      state.next_pixel >= state.last_update - 1 && state.line_offset >= 0 &&
      (left == 0 ? state.next_pixel == std::numeric_limits<int32_t>::max()
                 : state.line_offset + kWidth * lines <= pixels);
  return registers && dpc && timer && clocks;
}

bool Machine::Load(const std::string& bytes) {
  constexpr size_t kHead = sizeof(kStateFormat);
  if (bytes.size() < kHead + sizeof(MachineState)) return false;
  if (bytes.compare(0, kHead, kStateFormat, kHead) != 0) return false;
  const size_t pixels = (bytes.size() - kHead - sizeof(MachineState)) / 2;
  if (pixels != display_.height * kWidth &&
      pixels != (display_.first_line + display_.height) * kWidth) {
    return false;
  }
  MachineState state;
  std::memcpy(static_cast<void*>(&state), bytes.data() + kHead, sizeof(state));
  if (!IsSound(state, pixels)) return false;
  state.dirty = (1 << kObjects) - 1;
  std::memcpy(static_cast<void*>(&s_), &state, sizeof(state));
  current_ = 0;
  for (int i = 0; i < 2; ++i) {
    const char* const from =
        bytes.data() + kHead + sizeof(MachineState) + i * pixels;
    frames_[i].pixels.assign(from, from + pixels);
    frames_[i].stale = 0;
  }
  MapCartridge();
  return true;
}

uint8_t Machine::Peek(uint16_t address) {
  if (address & 0x1000) return PeekCartridge(address);
  if (!(address & 0x80)) return PeekTia(address, 0);
  return address & 0x200 ? PeekRiot(address) : s_.ram[address & 0x7f];
}

void Machine::Poke(uint16_t address, uint8_t value) {
  if (address & 0x1000) {
    PokeCartridge(address, value);
  } else if (!(address & 0x80)) {
    PokeTia(address, value);
  } else if (address & 0x200) {
    PokeRiot(address, value);
  } else {
    s_.ram[address & 0x7f] = value;
  }
}

}  // namespace envpool::atari::vcs
