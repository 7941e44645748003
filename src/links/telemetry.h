// links/telemetry.h: what a vehicle tells about itself: what its brain shows and the newest of its
// samples. The truth is not among it.
#pragma once

#include <array>
#include <cstdint>

#include "sim/step_view.h"

namespace alula {

class Telemetry {
 public:
  Telemetry(std::uint8_t system, std::uint32_t motors, double decimal_year)
      : system_(system), motors_(motors), decimal_year_(decimal_year) {}

  // Once a step; what the brain shows is referred to and valid until the next one.
  void observe(const StepView& view);
  [[nodiscard]] bool ready() const { return estimate_ != nullptr; }

  [[nodiscard]] TimeNs now() const { return now_; }
  [[nodiscard]] std::uint64_t time_us() const { return static_cast<std::uint64_t>(now_) / 1000; }
  [[nodiscard]] std::uint32_t time_ms() const {
    return static_cast<std::uint32_t>(now_ / 1'000'000);
  }
  [[nodiscard]] std::uint8_t system() const { return system_; }
  [[nodiscard]] std::uint32_t motors() const { return motors_; }
  [[nodiscard]] double decimal_year() const { return decimal_year_; }

  // After the first step.
  [[nodiscard]] const VehicleEstimate& estimate() const { return *estimate_; }
  [[nodiscard]] const EstimatorStatus& filter() const { return *filter_; }
  [[nodiscard]] const ControlStatus& control() const { return *control_; }
  [[nodiscard]] const VehicleStatus& status() const { return commander_->vehicle; }
  [[nodiscard]] const HomePosition& home() const { return commander_->home; }
  [[nodiscard]] const NavigationTriplet& triplet() const { return commander_->triplet; }
  [[nodiscard]] const MissionResult& mission() const { return commander_->mission; }
  [[nodiscard]] const ActuatorCommand& command() const { return command_; }
  [[nodiscard]] bool armed() const { return status().arming == ArmingState::armed; }

  // The newest of the first sensor of each kind; time 0: none yet.
  [[nodiscard]] const ImuSample& imu() const { return imu_; }
  [[nodiscard]] const GnssFix& gnss() const { return gnss_; }
  [[nodiscard]] const BaroSample& baro() const { return baro_; }
  [[nodiscard]] const MagSample& mag() const { return mag_; }
  [[nodiscard]] const BatterySample& battery() const { return battery_; }
  [[nodiscard]] const EscSample& esc(std::size_t motor) const { return esc_.at(motor); }

 private:
  std::uint8_t system_;
  std::uint32_t motors_;
  double decimal_year_;
  TimeNs now_ = 0;
  const VehicleEstimate* estimate_ = nullptr;
  const EstimatorStatus* filter_ = nullptr;
  const ControlStatus* control_ = nullptr;
  const CommanderStatus* commander_ = nullptr;
  ActuatorCommand command_{};
  ImuSample imu_{};
  GnssFix gnss_{};
  BaroSample baro_{};
  MagSample mag_{};
  BatterySample battery_{};
  std::array<EscSample, kMotorsMax> esc_{};
};

}  // namespace alula
