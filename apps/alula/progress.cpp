#include "progress.h"

#include <algorithm>

#include <fmt/format.h>
#include <unistd.h>

#include "output.h"

namespace alula {
namespace {

constexpr double kQuiet_s = 2.0, kRedraw_s = 0.1;
constexpr int kBarWidth = 20;
constexpr std::uint32_t kCallsBetween = 256;  // reading the clock costs a part of a step

}  // namespace

Progress::Progress(bool shown) : shown_(shown && isatty(STDERR_FILENO) != 0), due_at_s_(kQuiet_s) {}

Progress::~Progress() {
  if (drawn_) say(stderr, "\r\x1b[K");
}

bool Progress::due() {
  if (!shown_ || ++calls_ % kCallsBetween != 0 || wall_s() < due_at_s_) return false;
  due_at_s_ = wall_s() + kRedraw_s;
  return true;
}

void Progress::draw(double done, const std::string& text) {
  drawn_ = true;
  const int filled = static_cast<int>(std::clamp(done, 0.0, 1.0) * kBarWidth);
  tell_error("\r[{:#<{}}{:.<{}}] {:3.0f} %  {}\x1b[K", "", filled, "", kBarWidth - filled,
             100.0 * std::clamp(done, 0.0, 1.0), text);
}

double Progress::wall_s() const {
  return std::chrono::duration<double>(WallClock::now() - start_).count();
}

}  // namespace alula
