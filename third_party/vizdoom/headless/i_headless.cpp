// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// The engine's screen, mouse, keyboard, joysticks and cursor, on a machine
// without any of them. Replaces the files of posix/sdl that use SDL's windows
// and events.
//
// Threads: the engine's.

#include <string.h>

#include "c_cvars.h"
#include "c_dispatch.h"
#include "doomtype.h"
#include "hardware.h"
#include "i_system.h"
#include "i_video.h"
#include "m_joy.h"
#include "sdlvideo.h"
#include "stats.h"
#include "templates.h"
#include "textures/bitmap.h"
#include "v_palette.h"
#include "v_video.h"

// The engine saves these in its configuration, and its menus name them.
CVAR(Bool, use_mouse, true, CVAR_ARCHIVE | CVAR_GLOBALCONFIG)
CVAR(Bool, m_noprescale, false, CVAR_ARCHIVE | CVAR_GLOBALCONFIG)
CVAR(Bool, m_filter, false, CVAR_ARCHIVE | CVAR_GLOBALCONFIG)
CVAR(Int, mouse_capturemode, 1, CVAR_ARCHIVE | CVAR_GLOBALCONFIG)
CVAR(Int, vid_adapter, 0, CVAR_ARCHIVE | CVAR_GLOBALCONFIG)
CVAR(Int, vid_displaybits, 32, CVAR_ARCHIVE | CVAR_GLOBALCONFIG)
CVAR(Bool, vid_forcesurface, false, CVAR_ARCHIVE | CVAR_GLOBALCONFIG)
CVAR(Float, rgamma, 1.f, CVAR_ARCHIVE | CVAR_GLOBALCONFIG)
CVAR(Float, ggamma, 1.f, CVAR_ARCHIVE | CVAR_GLOBALCONFIG)
CVAR(Float, bgamma, 1.f, CVAR_ARCHIVE | CVAR_GLOBALCONFIG)

bool GUICapture;

void I_GetEvent() {}
void I_StartTic() {}
void I_StartFrame() {}
void I_SetMouseCapture() {}
void I_ReleaseMouseCapture() {}
bool I_SetCursor(FTexture*) { return false; }

void I_StartupJoysticks() {}
void I_ShutdownJoysticks() {}
void I_GetJoysticks(TArray<IJoystickConfig*>& sticks) { sticks.Clear(); }
void I_GetAxes(float axes[NUM_JOYAXIS]) {
  memset(axes, 0, NUM_JOYAXIS * sizeof(float));
}
IJoystickConfig* I_UpdateDeviceList() { return nullptr; }

// Pixels in memory, which viz_buffers.cpp reads.
class SDLFB : public DFrameBuffer {
  DECLARE_CLASS(SDLFB, DFrameBuffer)
 public:
  SDLFB(int width, int height) : DFrameBuffer(width, height) {
    memcpy(palette_, GPalette.BaseColors, sizeof(palette_));
  }

  bool Lock(bool) { return DSimpleCanvas::Lock(); }
  bool Relock() { return DSimpleCanvas::Lock(); }
  void Unlock() {
    if (is_pending_ && LockCount == 1) {
      Update();
    } else if (--LockCount <= 0) {
      Buffer = nullptr;
      LockCount = 0;
    }
  }
  bool IsValid() { return true; }
  void Update() {
    if (LockCount != 1) {
      if (LockCount > 0) {
        is_pending_ = true;
        --LockCount;
      }
      return;
    }
    DrawRateStuff();
    Buffer = nullptr;
    LockCount = 0;
    is_pending_ = false;
  }

  PalEntry* GetPalette() { return palette_; }
  void GetFlashedPalette(PalEntry palette[256]) {
    memcpy(palette, palette_, sizeof(palette_));
    if (flash_amount_ != 0) {
      DoBlending(palette, palette, 256, flash_.r, flash_.g, flash_.b,
                 flash_amount_);
    }
  }
  void UpdatePalette() {}
  bool SetGamma(float) { return true; }
  bool SetFlash(PalEntry flash, int amount) {
    flash_ = flash;
    flash_amount_ = amount;
    return true;
  }
  void GetFlash(PalEntry& flash, int& amount) {
    flash = flash_;
    amount = flash_amount_;
  }
  int GetPageCount() { return 1; }
  bool IsFullscreen() { return false; }

 private:
  SDLFB() {}

  PalEntry palette_[256];
  PalEntry flash_ = 0;
  int flash_amount_ = 0;
  bool is_pending_ = false;
};
IMPLEMENT_CLASS(SDLFB)

namespace {

// The official engine's list, since a size that is not in it is replaced by the
// closest one in it.
const WORD kSizes[][2] = {
    {160, 120},  {200, 125},   {200, 150},  {256, 144},   {256, 160},
    {256, 192},  {320, 180},   {320, 200},  {320, 240},   {320, 256},
    {400, 225},  {400, 250},   {400, 300},  {512, 288},   {512, 320},
    {512, 384},  {640, 360},   {640, 400},  {640, 480},   {800, 450},
    {800, 500},  {800, 600},   {1024, 576}, {1024, 640},  {1024, 768},
    {1280, 720}, {1280, 800},  {1280, 960}, {1280, 1024}, {1400, 787},
    {1400, 875}, {1400, 1050}, {1600, 900}, {1600, 1000}, {1600, 1200},
    {1920, 1080}};

}  // namespace

SDLVideo::SDLVideo(int) : IteratorBits(0) {}
SDLVideo::~SDLVideo() {}

void SDLVideo::StartModeIterator(int bits, bool) {
  IteratorMode = 0;
  IteratorBits = bits;
}

bool SDLVideo::NextMode(int* width, int* height, bool*) {
  constexpr int kCount = sizeof(kSizes) / sizeof(kSizes[0]);
  if (IteratorBits != 8 || IteratorMode >= kCount) {
    return false;
  }
  *width = kSizes[IteratorMode][0];
  *height = kSizes[IteratorMode][1];
  ++IteratorMode;
  return true;
}

DFrameBuffer* SDLVideo::CreateFrameBuffer(int width, int height, bool,
                                          DFrameBuffer* old) {
  PalEntry flash = 0;
  int amount = 0;
  if (old != nullptr) {
    old->GetFlash(flash, amount);
    old->ObjectFlags |= OF_YesReallyDelete;
    if (screen == old) {
      screen = nullptr;
    }
    delete old;
  }
  SDLFB* buffer = new SDLFB(width, height);
  buffer->SetFlash(flash, amount);
  return buffer;
}

void SDLVideo::SetWindowedScale(float) {}
