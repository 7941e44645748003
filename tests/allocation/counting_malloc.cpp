#include "tests/allocation/counting_malloc.h"

#include <cerrno>

extern "C" {
void* __libc_malloc(std::size_t bytes);
void* __libc_calloc(std::size_t count, std::size_t bytes);
void* __libc_realloc(void* old, std::size_t bytes);
void* __libc_memalign(std::size_t alignment, std::size_t bytes);
}

namespace alula {
namespace {

bool watching = false;
std::size_t allocations = 0;
std::size_t bytes_of_first = 0;

}  // namespace

[[gnu::noinline]] void first_allocation(std::size_t bytes) { bytes_of_first = bytes; }

AllocationWatch::AllocationWatch() {
  allocations = 0;
  bytes_of_first = 0;
  watching = true;
}
AllocationWatch::~AllocationWatch() { watching = false; }
std::size_t AllocationWatch::count() const { return allocations; }
std::size_t AllocationWatch::first_bytes() const { return bytes_of_first; }

static void note(std::size_t bytes) {
  if (!watching) return;
  if (allocations == 0) first_allocation(bytes);
  ++allocations;
}

}  // namespace alula

// Visible to the C++ library as well, which allocates in the name of the program.
extern "C" {

__attribute__((visibility("default"))) void* malloc(std::size_t bytes) {
  alula::note(bytes);
  return __libc_malloc(bytes);
}

__attribute__((visibility("default"))) void* calloc(std::size_t count, std::size_t bytes) {
  alula::note(count * bytes);
  return __libc_calloc(count, bytes);
}

__attribute__((visibility("default"))) void* realloc(void* old, std::size_t bytes) {
  alula::note(bytes);
  return __libc_realloc(old, bytes);
}

__attribute__((visibility("default"))) void* aligned_alloc(std::size_t alignment,
                                                           std::size_t bytes) {
  alula::note(bytes);
  return __libc_memalign(alignment, bytes);
}

__attribute__((visibility("default"))) void* memalign(std::size_t alignment, std::size_t bytes) {
  alula::note(bytes);
  return __libc_memalign(alignment, bytes);
}

__attribute__((visibility("default"))) int posix_memalign(void** place, std::size_t alignment,
                                                          std::size_t bytes) {
  alula::note(bytes);
  *place = __libc_memalign(alignment, bytes);
  return *place == nullptr ? ENOMEM : 0;
}
}
