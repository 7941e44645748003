#include "analysis/flight_report.h"
#include "tests/fuzz/laws.h"

namespace alula::fuzz {

Breach read_report(std::string_view bytes) {
  Result<UlogContent> log =
      alula::read_ulog(std::as_bytes(std::span(bytes.data(), bytes.size())), is_in_flight_report);
  if (!log.ok()) return check_late_message(log.error());
  const std::string page = render_page(flight_report(std::move(log).value()));
  return page.ends_with("</html>\n") ? Breach{} : "a page without an end";
}

}  // namespace alula::fuzz
