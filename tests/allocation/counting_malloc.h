// malloc and its relatives, counted while a Watch lives. They stand over those of the C library
// that glibc exports as __libc_*; operator new and everything else comes through them.
#pragma once

#include <cstddef>

namespace alula {

// Counts the allocations of this process from its making on. One at a time.
class AllocationWatch {
 public:
  AllocationWatch();
  ~AllocationWatch();
  AllocationWatch(const AllocationWatch&) = delete;
  AllocationWatch& operator=(const AllocationWatch&) = delete;

  [[nodiscard]] std::size_t count() const;
  // Size of the first one, for the debugger: break on first_allocation() to see where it came from.
  [[nodiscard]] std::size_t first_bytes() const;
};

}  // namespace alula
