#include "sim/vehicle_instance.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include <fmt/format.h>

namespace alula {
namespace {

// What a body without a brain shows of it.
struct NoBrain {
  VehicleEstimate estimate{};
  EstimatorStatus estimator{};
  ControlStatus control{};
  CommanderStatus commander{};
};
const NoBrain kNoBrain{};

FirmwareView view_of(const NoBrain& brain) {
  return {brain.estimate, brain.estimator, brain.control, brain.commander, {}};
}

// What a radio delivers: when a step brings more than the list holds, the newest count.
template <class T, std::size_t Capacity>
void push_newest(FixedList<T, Capacity>& list, const T& signal) {
  if (list.full()) {
    std::copy(list.begin() + 1, list.end(), list.begin());
    list[Capacity - 1] = signal;
  } else {
    list.push_back(signal);
  }
}

}  // namespace

VehicleInstance::VehicleInstance(Vehicle vehicle, VehicleFailures failures,
                                 std::unique_ptr<Firmware> firmware, const InstanceSite& site,
                                 ArenaLayout& layout)
    : vehicle_(std::move(vehicle)),
      failures_(std::move(failures)),
      firmware_(std::move(firmware)),
      site_(site) {
  const PlantModel<double>& plant = vehicle_.plant();
  scratch_.resize(plant_scratch_size(plant.state_size()));
  plant_command_.resize(plant.command_size());
  wrenches_.resize(plant.part_count());

  const std::string& name = vehicle_.name();
  plant_ = layout.add<double>(name + "/plant", plant.state_size());
  contact_ = layout.add<ContactState>(name + "/contact");
  airsim_contact_ = layout.add<AirsimContactState>(name + "/AirSim contact");
  contact_report_ = layout.add<ContactReport>(name + "/contact report");
  truth_ = layout.add<TruthState>(name + "/truth");
  power_ = layout.add<PowerTruth>(name + "/power");
  samples_ = layout.add<Samples>(name + "/samples");
  errors_ = layout.add<SensorErrors>(name + "/sensor errors");
  part_wrenches_ = layout.add<PartWrench>(name + "/part wrenches", plant.part_count());
  command_ = layout.add<ActuatorCommand>(name + "/command");
  method_memory_ = layout.add<IntegratorState>(name + "/integrator");
  statistics_ = layout.add<FlightStatistics>(name + "/statistics");
  fault_ = layout.add<PlantFault>(name + "/fault");
  failures_.place(layout);
  vehicle_.sensors().place(layout, name);
  if (firmware_) firmware_->add_state(layout);
}

void VehicleInstance::start(Arena& arena, const RigidBodyState<double>& body) {
  const std::span<double> x = arena.get(plant_);
  vehicle_.initial_state(body, x);
  // The supply voltage before the first step, for the first report of the battery.
  vehicle_.plant_commands({}, plant_command_);
  PlantEvaluation<double> found;
  std::vector<double> rates(x.size());
  vehicle_.plant().derivative(0.0, x, plant_command_, rates, {}, &found);
  arena.one(power_) = vehicle_.power(x, found);
  arena.one(contact_report_).lowest_height_m = vehicle_.contact().lowest_height(body);
  if (firmware_) firmware_->start(arena);
}

void VehicleInstance::note_truth(Arena& arena, TimeNs now) const {
  TruthState& truth = arena.one(truth_);
  const RigidBodyState<double> body = this->body(arena);
  truth.time = now;
  truth.p_WB = body.p_WB;
  truth.v_WB = body.v_WB;
  truth.q_WB = body.q_WB;
  truth.w_WB_B = body.w_WB_B;
  truth.contact_force_W = arena.one(contact_report_).mean_force_W;
  truth.lowest_leg_m = arena.one(contact_report_).lowest_height_m;
}

void VehicleInstance::begin_step(Arena& arena) const {
  arena.one(errors_).clear();
  arena.one(samples_).clear();
}

void VehicleInstance::take(Arena& arena, const RecordedInput& input, TimeNs now) const {
  Samples& samples = arena.one(samples_);
  switch (input.kind) {
    case InputKind::command:
      if (firmware_) firmware_->handle(arena, input.as<AutopilotCommand>(), now);
      break;
    case InputKind::manual_control:
      push_newest(samples.manual, input.as<ManualControl>());
      break;
    case InputKind::offboard_setpoint:
      push_newest(samples.offboard, input.as<OffboardSetpoint>());
      break;
    case InputKind::ground_heartbeat:
      push_newest(samples.ground, input.as<GroundHeartbeat>());
      break;
    case InputKind::follow_target:
      push_newest(samples.follow, input.as<FollowTarget>());
      break;
    case InputKind::failure:
      failures_.begin(arena, input.as<Failure>(), now);
      break;
    case InputKind::weather:
      break;
  }
}

void VehicleInstance::sense(Arena& arena, StepIndex k, const Weather& weather) {
  vehicle_.set_weather(weather);
  SensorErrors& errors = arena.one(errors_);
  Samples& samples = arena.one(samples_);
  if (broken(arena, std::max<StepIndex>(k - 1, 0))) return;  // as after a restore of such a state

  const TimeNs now = site_.clock.time_at(k);
  note_truth(arena, now);
  const PowerTruth& power = arena.one(power_);
  vehicle_.sensors().sense(arena, arena.one(truth_), power, errors);
  vehicle_.sensors().deliver(arena, now, power, samples);
  failures_.touch_samples(arena, now, samples);
}

ActuatorCommand VehicleInstance::think(Arena& arena, TimeNs now) const {
  if (!firmware_) return {};
  return firmware_->update(arena, arena.one(samples_), now);
}

void VehicleInstance::integrate(Arena& arena, TimeNs now, PlantEvaluation<double>& found) {
  const std::span<double> x = arena.get(plant_);
  const double t_s = seconds(now), dt_s = site_.clock.dt_s();
  step_plant(site_.integrator, vehicle_.plant(), arena.one(method_memory_), t_s, dt_s, x,
             plant_command_, scratch_, wrenches_, &found);
}

void VehicleInstance::advance(Arena& arena, StepIndex k, const ActuatorCommand& command) {
  const TimeNs now = site_.clock.time_at(k);
  arena.one(command_) = command;
  if (arena.one(fault_).step >= 0) return;
  vehicle_.plant_commands(command, plant_command_);
  failures_.touch_commands(arena, now, plant_command_);
  StepMotion motion;
  motion.before = body(arena);
  failures_.touch_plant(arena, now, vehicle_, arena.get(plant_));
  PlantEvaluation<double> found;
  integrate(arena, now, found);
  failures_.shake(arena, now, vehicle_, site_.clock.dt_s(), arena.get(plant_));
  note_forces(arena, found);
  if (firmware_) observe(arena.one(statistics_), view(arena, k), site_.frame);
  if (broken(arena, k)) return;

  motion.after = body(arena);
  motion.gravity_W = found.gravity_W;
  motion.omega_W = vehicle_.plant().environment().gravity.omega_W();
  motion.dt_s = site_.clock.dt_s();
  if (site_.has_ground) meet_ground(arena, motion, motion.after);
  if (broken(arena, k)) return;
  vehicle_.sensors().accumulate(arena, motion);
}

void VehicleInstance::note_forces(Arena& arena, const PlantEvaluation<double>& found) const {
  TruthState& truth = arena.one(truth_);
  truth.a_WB = found.a_WB;
  truth.gravity_W = found.gravity_W;
  truth.coriolis_W = found.coriolis_W;
  const std::span<PartWrench> log = arena.get(part_wrenches_);
  for (std::size_t i = 0; i < log.size(); ++i) log[i] = {wrenches_[i].f_B, wrenches_[i].t_B};
  // Speeds and charge of t_k+1, voltage and currents that the forces of t_k asked for.
  arena.one(power_) = vehicle_.power(arena.get(plant_), found);
}

ContactResult VehicleInstance::meet_airsim_ground(Arena& arena, const StepMotion& motion,
                                                  RigidBodyState<double>& body) const {
  const AirsimContactModel& contact = *vehicle_.airsim_contact();
  AirsimContactState& state = arena.one(airsim_contact_);
  AirsimVerletState& accelerations = arena.one(method_memory_).airsim_verlet;
  const Vec3 rotor_force_B = vehicle_.rotor_force_B(wrenches_);
  if (!contact.holds(state, rotor_force_B, motion.gravity_W))
    return contact.resolve(state, accelerations, motion.before, body, motion.dt_s);

  const Vec3 force_W = -vehicle_.plant().mass().mass_kg * arena.one(truth_).a_WB;
  body = motion.before;
  body.v_WB = {};
  body.w_WB_B = {};
  accelerations = {};
  return {.mean_force_W = force_W, .lowest_height_m = contact.lowest_height(body), .active = 1};
}

void VehicleInstance::meet_ground(Arena& arena, const StepMotion& motion,
                                  RigidBodyState<double>& body) const {
  const FreeStep free{
      .moved_share = site_.integrator == Integrator::semi_implicit_euler ? 1.0 : 0.5,
      .acceleration_W = (body.v_WB - motion.before.v_WB) / motion.dt_s};
  const ContactResult contact =
      vehicle_.airsim_contact()
          ? meet_airsim_ground(arena, motion, body)
          : vehicle_.contact().resolve(arena.one(contact_), body, motion.dt_s, free);
  write_body(body, arena.get(plant_).data());
  normalize_attitude(arena.get(plant_).data());
  arena.one(contact_report_) = {contact.mean_force_W, contact.lowest_height_m};
}

bool VehicleInstance::broken(Arena& arena, StepIndex k) const {
  PlantFault& fault = arena.one(fault_);
  if (fault.step >= 0) return true;
  const std::span<const double> x = arena.get(plant_);
  // All bits of the exponent are set in what is no finite number. Integers, because a sum of 0 * x
  // would wait for each addition.
  constexpr std::uint64_t kExponent = 0x7ff0'0000'0000'0000;
  bool finite = true;
  for (const double value : x)
    finite &= (std::bit_cast<std::uint64_t>(value) & kExponent) != kExponent;
  if (finite) return false;
  const auto bad = std::find_if_not(x.begin(), x.end(), [](double v) { return std::isfinite(v); });
  fault = {k, bad - x.begin()};
  return true;
}

StepView VehicleInstance::view(const Arena& arena, StepIndex k) const {
  const FirmwareView brain = firmware_ ? firmware_->view(arena) : view_of(kNoBrain);
  return {.step = k,
          .time = site_.clock.time_at(k),
          .truth = arena.one(truth_),
          .samples = arena.one(samples_),
          .sensor_errors = arena.one(errors_),
          .estimate = brain.estimate,
          .estimator = brain.estimator,
          .control = brain.control,
          .commander = brain.commander,
          .command = arena.one(command_),
          .part_wrenches = arena.get(part_wrenches_),
          .events = brain.events};
}

std::optional<std::string> VehicleInstance::fault(const Arena& arena) const {
  const PlantFault& fault = arena.one(fault_);
  if (fault.step < 0) return std::nullopt;
  return fmt::format("{}: state {} is no longer a number after step {} ({:.3f} s)", vehicle_.name(),
                     fault.state_index, fault.step, seconds(site_.clock.time_at(fault.step)));
}

}  // namespace alula
