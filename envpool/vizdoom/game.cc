// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/vizdoom/game.h"

#include <algorithm>
#include <cctype>
#include <chrono>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "envpool/vizdoom/archive.h"
#include "envpool/vizdoom/names.h"
#include "envpool/vizdoom/sound.h"

namespace envpool::vizdoom {

namespace {

constexpr std::chrono::milliseconds kPollInterval{200};  // between checks
constexpr std::chrono::seconds kAnswerTimeout{120};      // for one answer
constexpr int kMaxTics = 60 * 35;                        // until a map starts

constexpr const char* kRecordings = "recordings";  // a scratch subfolder
constexpr int kMaxAttempts = 100;                  // at starting a map
constexpr int kTicsPerAttempt = 4;

constexpr std::pair<const char*, Region> kBuffers[] = {
    {"screen", Region::kScreen},
    {"depth buffer", Region::kDepth},
    {"labels buffer", Region::kLabels},
    {"automap", Region::kAutomap},
    {"audio buffer", Region::kAudio}};

// Checks space before the engine starts: an engine without space for its
// buffers is killed when it first uses them.
void CheckSpace(const Scenario& scenario) {
  std::size_t needed = 0;
  for (const auto& [name, region] : kBuffers) {
    needed += scenario.BufferSize(region);
  }
  RequireSharedSpace(needed);
}

const char* AspectOf(int width, int height) {
  const float ratio = static_cast<float>(width) / static_cast<float>(height);
  if (ratio == 16.0F / 9.0F) {
    return "1";
  }
  if (ratio == 16.0F / 10.0F) {
    return "2";
  }
  if (ratio == 4.0F / 3.0F) {
    return "3";
  }
  return ratio == 5.0F / 4.0F ? "4" : "0";
}

void Add(std::vector<std::string>* arguments, const char* name,
         const std::string& value) {
  arguments->emplace_back(name);
  arguments->push_back(value);
}

void AddIf(bool condition, std::vector<std::string>* arguments,
           const char* name) {
  if (condition) {
    Add(arguments, name, "1");
  }
}

}  // namespace

Game::Game(const GameOptions& options)
    : options_(options),
      random_(options.seed),
      to_engine_(kToEngine + scratch_.instance(), options.cancelled.get()),
      from_engine_(kFromEngine + scratch_.instance(), options.cancelled.get()) {
  if (!options.recordings.empty()) {
    // Commands have a maximum length and must not contain spaces, so they get a
    // short link.
    std::filesystem::create_directory_symlink(
        options.recordings, scratch_.path() + "/" + kRecordings);
  }
  CheckSpace(options.scenario);
  // OpenAL's null driver: with another one, OpenAL connects to a sound server
  // and creates folders that outlive the engine. Audio buffers need no driver.
  std::vector<std::string> variables = {
      "HOME=" + scratch_.path(), "SDL_VIDEODRIVER=dummy",
      "SDL_AUDIODRIVER=dummy", "ALSOFT_DRIVERS=null"};
  if (options.scenario.audio) {
    for (std::string& each : GiveSoundLibrary(scratch_.path())) {
      variables.push_back(std::move(each));
    }
  }
  const int archive = SharedArchive();
  process_ = std::make_unique<Process>(
      options.engine, Arguments(archive < 0 ? options.engine : LinkEngine()),
      scratch_.path(), variables, archive);
}

Game::~Game() {
  process_.reset();
  UnlinkSharedMemory(kMemory + scratch_.instance());
}

/// The descriptor of the archive that the engine loads; -1 for its own archive.
/// Bots are read, perhaps much later, from a file in the engine's folder. The
/// shared archive has English texts only; a file of commands may ask for
/// others.
int Game::SharedArchive() const {
  for (std::string argument : options_.scenario.arguments) {
    std::transform(
        argument.begin(), argument.end(), argument.begin(),
        [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    for (const char* word : {"bot", "language", "exec"}) {
      if (argument.find(word) != std::string::npos) {
        return -1;
      }
    }
  }
  return ArchiveOf(options_.engine);
}

/// Links the engine's files and the shared archive into a folder, because an
/// engine looks for its files in its own folder. Returns the engine's path
/// there.
std::string Game::LinkEngine() const {
  namespace fs = std::filesystem;
  const std::string folder = scratch_.path() + "/engine/";
  fs::create_directory(folder);
  fs::create_symlink(PathOfFile(kGivenFile), folder + kArchive);
  const fs::path engine = fs::canonical(options_.engine);
  for (const auto& each : fs::directory_iterator(engine.parent_path())) {
    const fs::path& path = each.path();
    if (path != engine && path.filename() != kArchive) {
      fs::create_symlink(path, folder + path.filename().string());
    }
  }
  return folder + "vizdoom";
}

void Game::Open() {
  WaitUntilDone();
  to_engine_.Unlink();
  from_engine_.Unlink();
  memory_ = std::make_unique<SharedMemory>(kMemory + scratch_.instance());
  CheckBuffers();
  if (options_.scenario.audio) {
    const std::string missing =
        MissingSoundLibrary(scratch_.path(), process_->id());
    if (!missing.empty()) {
      Fail("it has no sound, as it cannot load " + missing);
    }
  }
  if (options_.recordings.empty()) {
    scratch_.Remove();  // the engine has loaded all files
  }
}

void Game::Start() {
  if (!is_open()) {
    Open();
  }
  WaitForMapStart();
  Run(Code::kUpdate);
  ForAll([](Game* each) { each->PrepareInput(); });
}

void Game::PrepareInput() {
  last_tic_ = game().map_tic;
  SharedInput& input = memory_->input();
  input = SharedInput{};
  std::copy_n(options_.scenario.max_values, kDeltaButtons, input.max_value);
  for (const int button : options_.scenario.buttons) {
    input.available[button] = true;
  }
}

// Throws if the arguments of the scenario have changed the screen or the
// buffers.
void Game::CheckBuffers() {
  const Scenario& scenario = options_.scenario;
  const auto text = [](int width, int height, int format) {
    return std::to_string(width) + " x " + std::to_string(height) +
           " pixels in format " + std::to_string(format);
  };
  const std::string expected =
      text(scenario.width, scenario.height, scenario.format);
  const std::string found =
      text(static_cast<int>(game().screen_width),
           static_cast<int>(game().screen_height), game().screen_format);
  if (found != expected) {
    Fail("expected a screen of " + expected + ", got " + found);
  }
  for (const auto& [name, region] : kBuffers) {
    const std::size_t size = game().region_size[static_cast<int>(region)];
    const std::size_t needed = scenario.BufferSize(region);
    if (size < needed) {
      Fail(std::string("expected ") + name + " of " + std::to_string(needed) +
           " bytes, got " + std::to_string(size));
    }
  }
}

std::vector<std::string> Game::Arguments(const std::string& name) {
  const Scenario& scenario = options_.scenario;
  std::vector<std::string> arguments = {name};
  Add(&arguments, "-iwad", scenario.iwad);
  if (!scenario.wad.empty()) {
    Add(&arguments, "-file", scenario.wad);
  }
  Add(&arguments, "-config", "_vizdoom.ini");
  Add(&arguments, "+map", scenario.map);
  Add(&arguments, "-skill", std::to_string(scenario.skill));
  Add(&arguments, "-width", std::to_string(scenario.width));
  Add(&arguments, "-height", std::to_string(scenario.height));
  Add(&arguments, "+vid_aspect", AspectOf(scenario.width, scenario.height));
  Add(&arguments, "+fullscreen", "0");
  Add(&arguments, "+viz_controlled", "1");
  Add(&arguments, "+viz_instance_id", scratch_.instance());
  Add(&arguments, "+use_mouse", "0");
  Add(&arguments, "-rngseed", std::to_string(random_()));
  AddBuffers(&arguments);
  Add(&arguments, "+viz_render_mode", std::to_string(scenario.render_mode));
  AddIf(!scenario.console, &arguments, "+viz_noconsole");
  Add(&arguments, "+viz_screen_format", std::to_string(scenario.format));
  Add(&arguments, "+viz_window_hidden", "1");
  Add(&arguments, "+viz_noxserver", "1");
  arguments.insert(arguments.end(), {"-noidle", "-nojoy"});
  if (scenario.audio) {
    Add(&arguments, "+viz_soft_audio", "1");
    Add(&arguments, "+snd_backend", "openal");
    Add(&arguments, "+viz_samp_freq", std::to_string(scenario.audio_rate));
    Add(&arguments, "+viz_audio_tics", std::to_string(scenario.audio_tics));
  } else {
    arguments.insert(arguments.end(), {"-nosound", "+viz_nosound", "1"});
  }
  if (scenario.notifications) {
    Add(&arguments, "+viz_notifications", "1");
    Add(&arguments, "+viz_notifications_tics",
        std::to_string(scenario.notification_tics));
  }
  if (scenario.ticrate != 35) {
    Add(&arguments, "-ticrate", std::to_string(scenario.ticrate));
  }
  arguments.insert(arguments.end(), scenario.arguments.begin(),
                   scenario.arguments.end());
  return arguments;
}

void Game::AddBuffers(std::vector<std::string>* arguments) const {
  const Scenario& scenario = options_.scenario;
  AddIf(scenario.depth, arguments, "+viz_depth");
  AddIf(scenario.labels, arguments, "+viz_labels");
  if (scenario.automap) {
    Add(arguments, "+viz_automap", "1");
    Add(arguments, "+viz_automap_mode", std::to_string(scenario.automap_mode));
  }
  AddIf(scenario.objects, arguments, "+viz_objects");
  AddIf(scenario.sectors, arguments, "+viz_sectors");
}

void Game::NewEpisode(const std::string& recording) {
  if (game().demo_recording) {
    Command("stop");
  }
  const std::string seed = std::to_string(random_());
  const bool is_shared = game().multiplayer;
  Command((is_shared ? "rngseed set " : "viz_set_seed ") + seed);
  AskForMap(recording);
  ForAll([](Game* each) {
    std::fill_n(each->memory_->input().state, kButtons, 0.0);
    std::fill_n(each->next_state_, kButtons, 0.0);
    each->uses_ = false;
  });
  if (is_shared) {
    Command("-use");
  }
  int tics = 0;
  do {
    if (++tics > (is_shared ? kMaxTics : kMaxAttempts * kTicsPerAttempt)) {
      Fail("it does not start the map");
    }
    if (is_shared) {  // a player must press a button to continue
      Command(tics % 2 == 1 ? "+use" : "-use");
    }
    Run(Code::kTic);
    if (!is_shared && tics % kTicsPerAttempt == 0) {
      AskForMap(recording);
    }
  } while (game().map_end || game().map_tic > last_tic_);
  if (is_shared) {
    Command("-use");
  }
  WaitForMapStart();
  Command("viz_override_player 0");
  Run(Code::kUpdate);
  ForAll([](Game* each) { each->last_tic_ = each->game().map_tic; });
}

void Game::AskForMap(const std::string& recording) {
  const std::string& map = options_.scenario.map;
  if (!game().multiplayer) {
    Tell(recording.empty() ? "map " + map
                           : std::string("recordmap ") + kRecordings + "/" +
                                 recording + " " + map);
  } else if (game().settings_controller) {
    Tell("changemap " + map);
  }
}

void Game::Respawn() {
  const bool is_needed = game().multiplayer && game().dead;
  if (is_needed || uses_) {
    uses_ = is_needed && !uses_;
    Tell(uses_ ? "+use" : "-use");
  }
}

void Game::Advance(int tics) {
  if (tics > 1 && guests_.empty() && game().knows_tics && !IsFinished()) {
    PlayTics(static_cast<std::uint32_t>(tics));
    return;
  }
  for (int tic = 1; tic <= tics && !IsFinished(); ++tic) {
    ForAll([](Game* each) { each->last_tic_ = each->game().map_tic + 1; });
    Run(tic == tics ? Code::kTicAndUpdate : Code::kTic);
    if (!guests_.empty()) {
      std::copy_n(next_state_, kButtons, memory_->input().state);
    }
    if (tic < tics && IsFinished()) {
      Run(Code::kUpdate);
    }
  }
}

/// Plays like Advance, by one message.
void Game::PlayTics(std::uint32_t tics) {
  const Scenario& scenario = options_.scenario;
  const std::uint32_t end =
      scenario.timeout > 0 ? scenario.timeout + scenario.start_tic : 0;
  const std::uint32_t numbers[] = {tics, end};
  const unsigned map_tic = game().map_tic;
  const unsigned game_tic = game().game_tic;
  to_engine_.Send(
      Code::kTics,
      std::string(reinterpret_cast<const char*>(numbers), sizeof(numbers)));
  WaitUntilDone();
  last_tic_ = map_tic + (game().game_tic - game_tic);
}

bool Game::IsOver() const {
  return (!game().multiplayer && game().dead) || game().map_end;
}

bool Game::IsTimedOut() const {
  const Scenario& scenario = options_.scenario;
  const unsigned tic = game().map_tic;
  const unsigned limit = game().map_tic_limit;
  return (scenario.timeout > 0 &&
          scenario.timeout + scenario.start_tic <= tic) ||
         (limit > 0 && limit <= tic);
}

double Game::Variable(int variable) const {
  const SharedGame& game = this->game();
  const double values[] = {static_cast<double>(game.map_kill_count),
                           static_cast<double>(game.map_item_count),
                           static_cast<double>(game.map_secret_count),
                           static_cast<double>(game.frag_count),
                           static_cast<double>(game.death_count),
                           static_cast<double>(game.hit_count),
                           static_cast<double>(game.hits_taken),
                           static_cast<double>(game.damage_count),
                           static_cast<double>(game.damage_taken),
                           static_cast<double>(game.health),
                           static_cast<double>(game.armor),
                           game.dead ? 1.0 : 0.0,
                           game.on_ground ? 1.0 : 0.0,
                           game.attack_ready ? 1.0 : 0.0,
                           game.alt_attack_ready ? 1.0 : 0.0,
                           static_cast<double>(game.selected_weapon),
                           static_cast<double>(game.selected_weapon_ammo)};
  if (variable < kAmmo0) {
    return values[variable];
  }
  if (variable < kWeapon0) {
    return game.ammo[variable - kAmmo0];
  }
  if (variable < kPositionX) {
    return game.weapon[variable - kWeapon0];
  }
  if (variable < kCameraPositionX) {
    return game.movement[variable - kPositionX];
  }
  if (variable < kPlayerNumber) {
    return game.camera[variable - kCameraPositionX];
  }
  if (variable < kPlayer1FragCount) {
    return variable == kPlayerNumber ? game.player_number : game.player_count;
  }
  if (variable < kUser1) {
    return game.player_frag_count[variable - kPlayer1FragCount];
  }
  return game.user_variables[variable - kUser1];
}

void Game::Command(const std::string& text) {
  ForAll([&text](Game* each) { each->Tell(text); });
}

void Game::Run(Code code) {
  if (guests_.empty()) {
    to_engine_.Send(code);
    WaitUntilDone();
    return;
  }
  if (code != Code::kUpdate) {
    to_engine_.Send(Code::kTic);
    WaitUntilDone();
    PlayGuestsTic();
  }
  if (code != Code::kTic) {
    ForAll([](Game* each) { each->to_engine_.Send(Code::kUpdate); });
    ForAll([](Game* each) { each->WaitUntilDone(); });
  }
}

bool Game::PlayEarlyTic(std::chrono::milliseconds head_start) {
  to_engine_.Send(Code::kTic);
  const bool is_done = WaitAWhile(head_start);
  PlayGuestsTic();
  if (!is_done) {
    WaitUntilDone();
  }
  return is_done;
}

void Game::PlayGuestsTic() {
  for (Game* guest : guests_) {
    guest->to_engine_.Send(Code::kTic);
  }
  for (Game* guest : guests_) {
    guest->WaitUntilDone();
  }
}

void Game::WaitUntilDone() {
  const auto deadline = std::chrono::steady_clock::now() + kAnswerTimeout;
  while (!WaitAWhile(kPollInterval)) {
    for (Game* peer : peers_) {
      if (!peer->process_->IsAlive()) {
        Fail("it " + peer->process_->End());
      }
    }
    if (std::chrono::steady_clock::now() > deadline) {
      Fail("it does not answer");
    }
  }
}

bool Game::WaitAWhile(std::chrono::milliseconds timeout) {
  const std::optional<Message> message = from_engine_.Receive(timeout);
  if (message.has_value() && message->code == Code::kEngineError) {
    Fail(std::string(message->text,
                     strnlen(message->text, Message::kTextLength)));
  }
  if (message.has_value() && message->code != Code::kDone) {
    Fail("it closed");
  }
  return message.has_value();
}

void Game::WaitForMapStart() {
  const Scenario& scenario = options_.scenario;
  const std::uint64_t most = std::uint64_t{scenario.start_tic} + kMaxTics;
  for (std::uint64_t waited = 0; game().map_tic < scenario.start_tic;
       ++waited) {
    if (waited > most) {
      Fail("it does not start the map");
    }
    Run(Code::kTic);
  }
}

void Game::Fail(const std::string& reason) {
  throw std::runtime_error("the ViZDoom engine failed: " + reason);
}

}  // namespace envpool::vizdoom
