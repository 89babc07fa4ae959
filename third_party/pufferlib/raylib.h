// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Stands in for raylib, which draws PufferLib's envs in a window and is not in
// its source distribution. Here the envs are only stepped.

#ifndef THIRD_PARTY_PUFFERLIB_RAYLIB_H_
#define THIRD_PARTY_PUFFERLIB_RAYLIB_H_

struct Color {
  unsigned char r, g, b, a;
};

struct Vector2 {
  float x, y;
};

enum Key { KEY_ESCAPE, KEY_TAB };

inline bool IsKeyDown(Key /*key*/) { return false; }
inline bool IsKeyPressed(Key /*key*/) { return false; }
inline const char* TextFormat(const char* text, ...) { return text; }

template <typename... Arguments>
void InitWindow(Arguments... /*arguments*/) {}
template <typename... Arguments>
void SetTargetFPS(Arguments... /*arguments*/) {}
template <typename... Arguments>
void ClearBackground(Arguments... /*arguments*/) {}
template <typename... Arguments>
void DrawLine(Arguments... /*arguments*/) {}
template <typename... Arguments>
void DrawLineEx(Arguments... /*arguments*/) {}
template <typename... Arguments>
void DrawRectangle(Arguments... /*arguments*/) {}
template <typename... Arguments>
void DrawText(Arguments... /*arguments*/) {}
inline void BeginDrawing() {}
inline void EndDrawing() {}
inline void CloseWindow() {}
inline void ToggleFullscreen() {}

#endif  // THIRD_PARTY_PUFFERLIB_RAYLIB_H_
