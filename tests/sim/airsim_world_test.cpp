// The keys of a world file that ask for AirSim's ways: its contact and its integrator.
#include <string>

#include <gtest/gtest.h>

#include "sim/simulation.h"

namespace alula {
namespace {

WorldConfig world_of(const std::string& keys) {
  Result<WorldConfig> world = parse_world("schema_version: 1\n" + keys + "\n", "world.yaml");
  EXPECT_TRUE(world.ok()) << (world.ok() ? "" : world.error().text());
  return world.ok() ? *world : WorldConfig{};
}
std::string complaint(const std::string& keys) {
  const Result<WorldConfig> world = parse_world("schema_version: 1\n" + keys + "\n", "world.yaml");
  return world.ok() ? std::string() : world.error().text();
}

TEST(WorldContact, IsOursUnlessTheFileAsksForAirsims) {
  EXPECT_EQ(world_of("ground: {friction: 0.3}").ground.contact, ContactLaw::coulomb);
  const GroundConfig airsim = world_of("ground: {contact: airsim}").ground;
  EXPECT_EQ(airsim.contact, ContactLaw::airsim);
  EXPECT_EQ(airsim.friction, 0.5);  // airsim.md 3.2
  EXPECT_EQ(airsim.restitution, 0.55);
  EXPECT_TRUE(airsim.airsim_lock);
  const GroundConfig own =
      world_of("ground: {contact: airsim, friction: 0.2, airsim_lock: false}").ground;
  EXPECT_EQ(own.friction, 0.2);
  EXPECT_FALSE(own.airsim_lock);
  EXPECT_EQ(make_ground(own).contact, ContactLaw::airsim);
  EXPECT_FALSE(make_ground(own).airsim_lock);
}

TEST(WorldContact, SaysWhatIsWrong) {
  EXPECT_NE(complaint("ground: {contact: bouncy}").find("expected one of coulomb, airsim"),
            std::string::npos);
  EXPECT_NE(complaint("ground: {airsim_lock: false}").find("beside contact: airsim only"),
            std::string::npos);
}

TEST(WorldIntegrator, HasAWordForEachMethod) {
  EXPECT_EQ(world_of("").integrator, Integrator::rk4);
  EXPECT_EQ(world_of("integrator: airsim_verlet").integrator, Integrator::airsim_verlet);
  EXPECT_EQ(world_of("integrator: semi_implicit_euler").integrator,
            Integrator::semi_implicit_euler);
  EXPECT_EQ(world_of("integrator: dormand_prince").integrator, Integrator::dormand_prince);
  EXPECT_NE(complaint("integrator: euler").find("expected one of rk4, dormand_prince"),
            std::string::npos);
}

// A quad at rest on a slope of ten degrees for a minute, whatever carries its state.
TEST(WorldIntegrator, NoMethodCreepsOnASlope) {
  Result<VehicleConfig> x500 = load_vehicle(find_vehicle("x500", ALULA_SOURCE_DIR "/models"));
  ASSERT_TRUE(x500.ok());
  for (const auto& [name, method] : kIntegratorNames) {
    SCOPED_TRACE(name);
    SimulationConfig config;
    config.world = world_of("ground: {slope_deg: 10}");
    config.integrator = method;
    std::vector<Participant> participants(1);
    participants[0].name = "x500";
    participants[0].vehicle = *x500;
    auto built = Simulation::build(config, std::move(participants));
    ASSERT_TRUE(built.ok());
    Simulation& simulation = **built;
    const Vec3 start = simulation.vehicle(0).body(simulation.arena()).p_WB;
    for (int i = 0; i < 60'000; ++i) simulation.step();
    const Vec3 end = simulation.vehicle(0).body(simulation.arena()).p_WB;
    EXPECT_LT(norm(end - start), 1e-3);
  }
}

}  // namespace
}  // namespace alula
