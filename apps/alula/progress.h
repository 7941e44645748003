// apps/alula/progress.h: how far a long piece of work is.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace alula {

// A line on standard error that is written over: on a terminal only, and only when the work takes
// long enough to wonder. Goes away with the object.
class Progress {
 public:
  // `shown` false: somebody else writes to the terminal.
  explicit Progress(bool shown = true);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  // Asked at every step; true when the line is due, a few times a second.
  [[nodiscard]] bool due();
  // `done`: 0 to 1.
  void draw(double done, const std::string& text);
  [[nodiscard]] double wall_s() const;

 private:
  using WallClock = std::chrono::steady_clock;
  bool shown_;
  bool drawn_ = false;
  double due_at_s_;
  std::uint32_t calls_ = 0;
  WallClock::time_point start_ = WallClock::now();
};

}  // namespace alula
