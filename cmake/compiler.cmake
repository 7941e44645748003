# How all of Alula is compiled. A run is a function of binary, model, seed and recorded inputs, so
# nothing here may let the compiler change a result: no contraction, no fast-math, no -march=native.

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

# The Python module links the same objects as the executables. Hidden symbols and no interposition
# keep position-independent code as fast as the other kind.
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_CXX_VISIBILITY_PRESET hidden)
set(CMAKE_VISIBILITY_INLINES_HIDDEN ON)

if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Release, Debug, Asan or Fuzz" FORCE)
endif()

# NDEBUG silences the assertions of libraries; ALULA_ASSERT does not look at it.
set(CMAKE_CXX_FLAGS_RELEASE "-O3 -DNDEBUG")
set(CMAKE_CXX_FLAGS_DEBUG "-O0 -g -D_GLIBCXX_ASSERTIONS")
set(CMAKE_CXX_FLAGS_ASAN "-O1 -g -D_GLIBCXX_ASSERTIONS -fno-omit-frame-pointer \
-fsanitize=address,undefined,float-cast-overflow -fno-sanitize-recover=all")
# Clang's; only the fuzzer's executable adds -fsanitize=fuzzer. Left out is what the address
# sanitizer sees by itself and what would double the time to compile.
set(CMAKE_CXX_FLAGS_FUZZ "-O1 -g1 -D_GLIBCXX_ASSERTIONS -fno-omit-frame-pointer \
-fsanitize=fuzzer-no-link,address,undefined,float-cast-overflow -fno-sanitize-recover=all \
-fno-sanitize=null,alignment,object-size,vptr,function")

add_library(alula_options INTERFACE)
target_compile_options(alula_options INTERFACE
  -ffp-contract=off
  -fno-math-errno
  -fno-semantic-interposition
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror
  # Vectors wider than the base instruction set never cross a library border.
  -Wno-psabi
  # g++ 12 at -O3 finds these two in the inlined code of std::string and std::vector where there is
  # nothing (GCC bugs 105651, 105329); the sanitizers find the real ones.
  $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict -Wno-stringop-overflow>
  # Clang blames the user of std::stable_sort for what libstdc++ 12 calls inside; g++ finds our own.
  $<$<CXX_COMPILER_ID:Clang>:-Wno-deprecated-declarations>)
target_include_directories(alula_options INTERFACE ${PROJECT_SOURCE_DIR}/src)
