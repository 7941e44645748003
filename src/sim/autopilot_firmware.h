// sim/autopilot_firmware.h: Alula's autopilot as a firmware of the simulation.
#pragma once

#include <memory>

#include "autopilot/autopilot.h"
#include "sim/firmware.h"

namespace alula {

class AutopilotFirmware final : public Firmware {
 public:
  // `name` of the vehicle, for the names of state blocks.
  AutopilotFirmware(std::string name, std::unique_ptr<const Autopilot> autopilot)
      : name_(std::move(name)), autopilot_(std::move(autopilot)) {}

  void add_state(ArenaLayout& layout) override {
    state_ = layout.add<AutopilotState>(name_ + "/autopilot");
  }
  void start(Arena& arena) const override { autopilot_->start(arena.one(state_)); }
  void handle(Arena& arena, const AutopilotCommand& command, TimeNs now) const override {
    autopilot_->handle(arena.one(state_), command, now);
  }
  ActuatorCommand update(Arena& arena, const Samples& samples, TimeNs now) const override {
    return autopilot_->update(arena.one(state_), samples, now);
  }
  [[nodiscard]] FirmwareView view(const Arena& arena) const override {
    const AutopilotState& s = arena.one(state_);
    const std::span<const Event> events(s.events.begin(), s.events.size());
    return {s.estimator.estimate, s.estimator.status, s.control.status, s.status, events};
  }
  [[nodiscard]] const AutopilotState& state(const Arena& arena) const { return arena.one(state_); }

 private:
  std::string name_;
  std::unique_ptr<const Autopilot> autopilot_;
  Block<AutopilotState> state_;
};

}  // namespace alula
