# Instruction sets beyond the base that this machine has. What the program runs is built for the
# base; executables of tests and benches are built for each of these sets as a whole besides, so
# that no function lies in one of them twice.

set(ALULA_WIDE_SETS "")
set(ALULA_FLAGS_avx2 -mavx2 -mfma)
set(ALULA_FLAGS_avx512 -march=x86-64-v4)

set(cpu_flags "")
if(EXISTS /proc/cpuinfo)
  file(STRINGS /proc/cpuinfo cpu_flags REGEX "^flags" LIMIT_COUNT 1)
endif()
if("${cpu_flags} " MATCHES " avx2 " AND "${cpu_flags} " MATCHES " fma ")
  list(APPEND ALULA_WIDE_SETS avx2)
endif()
if("${cpu_flags} " MATCHES " avx512f " AND "${cpu_flags} " MATCHES " avx512bw "
    AND "${cpu_flags} " MATCHES " avx512cd " AND "${cpu_flags} " MATCHES " avx512dq "
    AND "${cpu_flags} " MATCHES " avx512vl ")
  list(APPEND ALULA_WIDE_SETS avx512)
endif()
