// dynamics/part.h: the one interface of everything that pushes, turns, stores or draws power. An
// author writes a plain struct, generic over the number type, and never a virtual function; the
// engine sees groups of one kind. Branch with select(mask, a, b): there is no `if` on a Real.
#pragma once

#include <concepts>
#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "core/assert.h"
#include "dynamics/rigid_body.h"

namespace alula {

// The air at the centre of mass.
template <class Real> struct AirState {
  Vector3<Real> v_AB_B{};  // velocity of the body relative to the air [m/s]
  Real density_kg_m3{};
  Real density_ratio{};  // to the standard's at sea level, 1.225 kg/m^3
  Real speed_of_sound_m_s{};
  Real height_m{};  // above mean sea level
};

// What every part sees, computed once per evaluation.
template <class Real> struct Flight {
  RigidBodyState<Real> body{};
  Matrix3<Real> R_WB = Matrix3<Real>::identity();
  Vector3<Real> w_IB_B{};  // rate in inertial space [rad/s]
  AirState<Real> air{};
  Real supply_v{};                // bus voltage, solved between the two passes; zero in publish()
  const Real* command = nullptr;  // actuator inputs of all parts, held over the step

  Flight() = default;
  // From a state array; `air_at(body, R_WB)` gives the air. Everything is built in place: an
  // aggregate of this size would first be cleared and then copied, a tenth of the step.
  template <class AirAt>
  Flight(const Real* state, const Real* all_commands, const AirAt& air_at)
      : body(read_body(state)),
        R_WB(rotation_matrix(body.q_WB)),
        w_IB_B(body.w_WB_B),
        air(air_at(body, R_WB)),
        supply_v(0.0),
        command(all_commands) {}
};

// Airspeed [m/s]. The tiny floor keeps the derivative of the root finite at rest (automatic
// differentiation).
template <class Real> Real airspeed(const AirState<Real>& air) {
  return sqrt(dot(air.v_AB_B, air.v_AB_B) + Real(1e-30));
}

// The supply bus. A part adds the straight line of the current that flows from the bus into it,
// i = conductance * v - source; the currents of all parts sum to zero, so v = source / conductance.
// A load adds a negative source, a battery 1/R and its open-circuit voltage over R.
template <class Real> struct Bus {
  Real conductance{};  // [1/ohm]
  Real source{};       // [A]
};

// States and commands are those of one part; x, u and dx point at its own.
//   publish  pass 1, optional: what others need (current drawn).
//   effect   pass 2: its wrench about the centre of mass, and the rates of all its states into dx.
template <class P, class Real>
concept Part =
    requires(const P part, const Flight<Real>& flight, const Real* x, const Real* u, Real* dx) {
      { P::states } -> std::convertible_to<int>;
      { P::commands } -> std::convertible_to<int>;
      { part.effect(flight, x, u, dx) } -> std::same_as<Wrench<Real>>;
    };

template <class P, class Real>
concept PublishingPart = Part<P, Real> && requires(const P part, const Flight<Real>& flight,
                                                   const Real* x, const Real* u, Bus<Real>& bus) {
  { part.publish(flight, x, u, bus) } -> std::same_as<void>;
};

// Where a group lies: its first part, and the first state and command of that part (both counted
// from the first of all parts: the body's own states lie before them).
struct PartOffsets {
  int part = 0;
  int state = 0;
  int command = 0;
};

// All parts of one kind: the loop that every composition shares.
template <template <class> class P, class Real>
  requires Part<P<Real>, Real>
struct PartRow {
  static constexpr bool publishes = PublishingPart<P<Real>, Real>;

  std::vector<P<Real>> parts;
  PartOffsets first{};

  [[nodiscard]] int state_of(std::size_t i) const {
    return first.state + static_cast<int>(i) * P<Real>::states;
  }
  [[nodiscard]] int command_of(std::size_t i) const {
    return first.command + static_cast<int>(i) * P<Real>::commands;
  }
  [[nodiscard]] PartOffsets end() const {
    const auto count = static_cast<int>(parts.size());
    return {first.part + count, state_of(parts.size()), command_of(parts.size())};
  }

  void publish(const Flight<Real>& flight, const Real* x, Bus<Real>& bus) const {
    if constexpr (publishes) {
      for (std::size_t i = 0; i < parts.size(); ++i)
        parts[i].publish(flight, x + state_of(i), flight.command + command_of(i), bus);
    }
  }
  // `log` is empty or has a place for every part of the vehicle.
  Wrench<Real> effect(const Flight<Real>& flight, const Real* x, Real* dx,
                      std::span<Wrench<Real>> log) const {
    Wrench<Real> sum;
    for (std::size_t i = 0; i < parts.size(); ++i) {
      const int state = state_of(i);
      const Wrench<Real> wrench =
          parts[i].effect(flight, x + state, flight.command + command_of(i), dx + state);
      if (!log.empty()) store(wrench, log[static_cast<std::size_t>(first.part) + i]);
      sum += wrench;
    }
    return sum;
  }
};

// The only virtual calls: two per kind of part and evaluation, for all its instances and all lanes
// of a pack.
template <class Real> class PartGroup {
 public:
  virtual ~PartGroup() = default;
  virtual void publish(const Flight<Real>&, const Real* x, Bus<Real>&) const = 0;
  virtual Wrench<Real> effect(const Flight<Real>&, const Real* x, Real* dx,
                              std::span<Wrench<Real>> log) const = 0;
  // Gives the group its place; returns the place of the next.
  virtual PartOffsets place(PartOffsets first) = 0;
};

template <template <class> class P, class Real> class GroupOf final : public PartGroup<Real> {
 public:
  explicit GroupOf(std::vector<P<Real>> parts) : row_{std::move(parts), {}} {}

  void publish(const Flight<Real>& flight, const Real* x, Bus<Real>& bus) const override {
    row_.publish(flight, x, bus);
  }
  Wrench<Real> effect(const Flight<Real>& flight, const Real* x, Real* dx,
                      std::span<Wrench<Real>> log) const override {
    return row_.effect(flight, x, dx, log);
  }
  PartOffsets place(PartOffsets first) override {
    row_.first = first;
    return row_.end();
  }
  [[nodiscard]] const PartRow<P, Real>& row() const { return row_; }

 private:
  PartRow<P, Real> row_;
};

// Any vehicle file. Groups act in creation order.
template <class Real> class PartList {
 public:
  // `names` has one for each part; the log calls its wrench force_<name>.
  template <template <class> class P>
  void add(std::vector<P<Real>> parts, const std::vector<std::string>& names) {
    ALULA_ASSERT(names.size() == parts.size());
    names_.insert(names_.end(), names.begin(), names.end());
    groups_.push_back(std::make_unique<GroupOf<P, Real>>(std::move(parts)));
    total_ = groups_.back()->place(total_);
    if constexpr (PartRow<P, Real>::publishes) publishers_.push_back(groups_.back().get());
  }
  // The first group of one kind with its places; nullptr when there is none. For logs and tests,
  // not for the step.
  template <template <class> class P> [[nodiscard]] const PartRow<P, Real>* find() const {
    for (const auto& group : groups_)
      if (const auto* found = dynamic_cast<const GroupOf<P, Real>*>(group.get()))
        return &found->row();
    return nullptr;
  }
  // To change figures of its parts between steps; neither number nor order.
  template <template <class> class P> [[nodiscard]] PartRow<P, Real>* find() {
    return const_cast<PartRow<P, Real>*>(std::as_const(*this).template find<P>());
  }

  void publish(const Flight<Real>& flight, const Real* x, Bus<Real>& bus) const {
    for (const PartGroup<Real>* group : publishers_) group->publish(flight, x, bus);
  }
  Wrench<Real> effect(const Flight<Real>& flight, const Real* x, Real* dx,
                      std::span<Wrench<Real>> log) const {
    Wrench<Real> sum;
    for (const auto& group : groups_) sum += group->effect(flight, x, dx, log);
    return sum;
  }
  // How many parts, states and commands there are.
  [[nodiscard]] PartOffsets total() const { return total_; }
  // In the order of the wrench log.
  [[nodiscard]] const std::vector<std::string>& names() const { return names_; }

 private:
  std::vector<std::unique_ptr<PartGroup<Real>>> groups_;
  std::vector<const PartGroup<Real>*> publishers_;
  std::vector<std::string> names_;
  PartOffsets total_{};
};

// A shape known when compiling (batches): the same structs, no virtual call, the same bits.
template <class Real, template <class> class... P> class FixedParts {
 public:
  explicit FixedParts(std::vector<P<Real>>... parts)
      : rows_{PartRow<P, Real>{std::move(parts), {}}...} {
    std::apply([this](auto&... row) { ((row.first = total_, total_ = row.end()), ...); }, rows_);
  }
  template <template <class> class Kind> [[nodiscard]] const PartRow<Kind, Real>* find() const {
    return &std::get<PartRow<Kind, Real>>(rows_);
  }

  void publish(const Flight<Real>& flight, const Real* x, Bus<Real>& bus) const {
    std::apply([&](const auto&... row) { (row.publish(flight, x, bus), ...); }, rows_);
  }
  Wrench<Real> effect(const Flight<Real>& flight, const Real* x, Real* dx,
                      std::span<Wrench<Real>> log) const {
    Wrench<Real> sum;
    std::apply([&](const auto&... row) { ((sum += row.effect(flight, x, dx, log)), ...); }, rows_);
    return sum;
  }
  [[nodiscard]] PartOffsets total() const { return total_; }

 private:
  std::tuple<PartRow<P, Real>...> rows_;
  PartOffsets total_{};
};

}  // namespace alula
