// apps/alula/flight_folder.h: the folder of one flight: its inputs, log, summary and timing.
#pragma once

#include <string>
#include <string_view>

#include "core/error.h"
#include "sim/flight_setup.h"

namespace alula {

// What a flight leaves in its folder, beside the inputs.
inline constexpr const char* kFlightResults[] = {"flight.ulg", "summary.json", "timing.json",
                                                 "report.html"};

// Held by one process at a time.
class FlightFolder {
 public:
  // Makes it when it is missing, removes what an earlier flight left, and writes the inputs, with
  // the command that flies them again. Errors: io, in use by another process included.
  static Result<FlightFolder> open(const std::string& path, const FlightSetup& setup);
  FlightFolder(FlightFolder&& other) noexcept;
  FlightFolder& operator=(FlightFolder&& other) noexcept;
  FlightFolder(const FlightFolder&) = delete;
  FlightFolder& operator=(const FlightFolder&) = delete;
  ~FlightFolder();

  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] std::string file(std::string_view name) const;
  // Whole or not at all.
  [[nodiscard]] MaybeError write(std::string_view name, std::string_view text) const;

 private:
  FlightFolder(std::string path, int lock) : path_(std::move(path)), lock_(lock) {}

  std::string path_;
  int lock_ = -1;  // descriptor that holds the lock; -1 after a move
};

}  // namespace alula
