#include "report_job.h"

#include <algorithm>
#include <fstream>
#include <span>
#include <utility>
#include <vector>

namespace alula {

ReportJob::ReportJob(std::string log_path)
    : log_path_(std::move(log_path)), thread_([this] { read(); }) {}

ReportJob::~ReportJob() { wait_for_reader(); }

void ReportJob::log_has(std::uint64_t bytes) {
  if (bytes == written_bytes_.load(std::memory_order_relaxed)) return;
  written_bytes_.store(bytes);
  written_bytes_.notify_one();
}

void ReportJob::wait_for_reader() {
  log_has(kComplete);
  if (thread_.joinable()) thread_.join();
}

// Pieces end where the writer's do or earlier. A log that became shorter (its disk is full) ends
// where it ends.
void ReportJob::read() {
  constexpr std::uint64_t kPieceBytes = std::uint64_t{1} << 18;
  std::ifstream file(log_path_, std::ios::binary);
  std::vector<char> piece(kPieceBytes);
  std::uint64_t read_bytes = 0, written_bytes = 0;
  while (file) {
    while (read_bytes == written_bytes) {
      written_bytes_.wait(written_bytes);
      written_bytes = written_bytes_.load();
    }
    const std::uint64_t wanted = std::min(kPieceBytes, written_bytes - read_bytes);
    file.read(piece.data(), static_cast<std::streamsize>(wanted));
    const auto count = static_cast<std::size_t>(file.gcount());
    reader_.feed(std::as_bytes(std::span(piece).first(count)));
    read_bytes += count;
  }
}

Result<std::string> ReportJob::finish(const FlightReportContext& context) {
  wait_for_reader();
  Result<UlogContent> content = reader_.finish();
  if (!content.ok()) return Error{content.error().code, log_path_, content.error().message};
  return render_page(flight_report(std::move(content).value(), context));
}

}  // namespace alula
