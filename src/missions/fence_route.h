// missions/fence_route.h: the shortest way that a geofence allows, around the corners of its areas
// (a graph of which corner sees which). What takes time is done once, when the fence is known.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/arena.h"
#include "missions/fence_plane.h"
#include "missions/geofence.h"

namespace alula {

inline constexpr std::size_t kFenceRouteMax = 32;
// Corners of polygons, and for each circle as many as its way around has.
inline constexpr std::size_t kFenceCornersMax = 256;

// The turns of a way, and its end.
struct FenceRoute {
  std::array<FencePlace, kFenceRouteMax> places{};
  double length_m = 0.0;
  std::uint64_t count = 0;  // 0: there is no way
};
static_assert(ArenaState<FenceRoute>);

// Of a vehicle that must not be further than this from a place; 0: any distance.
struct FenceReach {
  FencePlace centre;
  double radius_m = 0.0;
};

// How many corners a way around the fence may have to turn at.
std::size_t corners_of(const MissionFence& fence);

class FenceRoutes {
 public:
  // At most kFenceCornersMax corners; of more no way is known.
  explicit FenceRoutes(const MissionFence& fence);

  [[nodiscard]] bool empty() const { return areas_.empty(); }
  // The place itself where the fence allows it, else the nearest that it allows well clear of every
  // area. None where it allows no place near any area.
  [[nodiscard]] std::optional<FencePlace> nearest_allowed(const FencePlace& place) const;
  // Between two places that the fence allows. Well clear of all areas where that is possible; out
  // of reach only where the ends are.
  [[nodiscard]] FenceRoute find(const FencePlace& from, const FencePlace& to,
                                const FenceReach& reach) const;

 private:
  struct Area {
    std::vector<PlanePoint> corners;
    double radius_m = 0.0;
    bool inclusion = true;
    PlanePoint centre;     // the first corner, from which
    double bound_m = 0.0;  // no corner lies further away
  };
  // The places to turn at that keep one distance, and what they see.
  struct Graph {
    double margin_m = 0.0;
    std::vector<PlanePoint> nodes;
    std::vector<double> ways_m;  // from node to node; infinite where an area lies between
  };

  [[nodiscard]] static double clearance_m(const Area& area, const PlanePoint& p);
  [[nodiscard]] double clearance_m(const PlanePoint& p) const;
  [[nodiscard]] static bool keeps(const Area& area, const PlanePoint& a, const PlanePoint& b,
                                  double distance_m);
  [[nodiscard]] bool clear(const PlanePoint& a, const PlanePoint& b, double margin_m) const;
  void add_nodes(const Area& area, Graph& graph) const;
  void add_corner(const Area& area, std::size_t index, bool clockwise, Graph& graph) const;
  void add_node(const PlanePoint& p, Graph& graph) const;
  [[nodiscard]] Graph build_graph(double margin_m) const;
  [[nodiscard]] FenceRoute find_in(const Graph& graph, const PlanePoint& from, const PlanePoint& to,
                                   const FenceReach& reach) const;
  void look_for_exit(const Area& area, const PlanePoint& p, double margin_m,
                     std::optional<PlanePoint>& best) const;

  FencePlace origin_;
  std::vector<Area> areas_;
  std::array<Graph, 2> graphs_;  // the wider margin first
};

}  // namespace alula
