# One folder of src/ is one library, one folder of tests/ one test executable. Which folders exist,
# and in which order they lie, stands in src/LAYERS alone.

file(STRINGS ${PROJECT_SOURCE_DIR}/src/LAYERS alula_layer_lines REGEX "^[a-z]")
set_property(DIRECTORY ${PROJECT_SOURCE_DIR} APPEND PROPERTY
  CMAKE_CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/LAYERS)
set(ALULA_LAYERS "")
foreach(line IN LISTS alula_layer_lines)
  string(REGEX MATCH "^[a-z_]+" layer "${line}")
  list(APPEND ALULA_LAYERS ${layer})
endforeach()

# Links `target` to folders of src/ and to targets of the system.
function(alula_link target scope)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "" "DEPENDS;LINKS")
  target_link_libraries(${target} ${scope} alula_options ${arg_LINKS})
  foreach(folder IN LISTS arg_DEPENDS)
    if(NOT folder IN_LIST ALULA_LAYERS)
      message(FATAL_ERROR "${target} depends on '${folder}', which src/LAYERS does not list")
    elseif(TARGET alula_${folder})
      target_link_libraries(${target} ${scope} alula_${folder})
    else()
      message(WARNING "${target} depends on '${folder}', but src/${folder} is not built yet")
    endif()
  endforeach()
endfunction()

# alula_library(<folder> [DEPENDS <folder>...] [LINKS <external target>...])
# Called from src/<folder>/CMakeLists.txt. Every .cpp of the folder belongs to it.
function(alula_library folder)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "DEPENDS;LINKS")
  foreach(lower IN LISTS arg_DEPENDS)
    list(FIND ALULA_LAYERS ${folder} own)
    list(FIND ALULA_LAYERS ${lower} other)
    if(NOT other LESS own)
      message(FATAL_ERROR "src/${folder} depends on '${lower}', which lies above it in src/LAYERS")
    endif()
  endforeach()

  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.cpp)
  if(sources)
    add_library(alula_${folder} STATIC ${sources})
    alula_link(alula_${folder} PUBLIC ${ARGN})
  else()
    add_library(alula_${folder} INTERFACE)
    alula_link(alula_${folder} INTERFACE ${ARGN})
  endif()
endfunction()

# alula_app(<name> [DEPENDS <folder>...] [LINKS <external target>...])
# Called from apps/<name>/CMakeLists.txt. The executable lies at the root of the build folder.
function(alula_app name)
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.cpp)
  if(NOT sources)
    message(WARNING "apps/${name} has no source yet")
    return()
  endif()
  add_executable(${name} ${sources})
  alula_link(${name} PRIVATE ${ARGN})
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR})
endfunction()

# alula_test(<folder> [SLOW] [OWN_MAIN] [DEPENDS <folder>...] [LINKS <external target>...]
#            [SOURCES <file>...] [FLAGS <of the compiler>...])
# Called from tests/<folder>/CMakeLists.txt. All .cpp of the folder, or the SOURCES, form the
# executable test_<folder>. SLOW keeps it out of `make check`. Tests find files below
# ALULA_SOURCE_DIR.
function(alula_test folder)
  cmake_parse_arguments(PARSE_ARGV 1 arg "SLOW;OWN_MAIN" "" "DEPENDS;LINKS;SOURCES;FLAGS")
  set(sources ${arg_SOURCES})
  if(NOT sources)
    file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.cpp)
  endif()
  if(NOT sources)
    message(WARNING "tests/${folder} has no test yet")
    return()
  endif()
  set(target test_${folder})
  add_executable(${target} ${sources})
  alula_link(${target} PRIVATE DEPENDS ${arg_DEPENDS} LINKS ${arg_LINKS})
  if(arg_OWN_MAIN)
    target_link_libraries(${target} PRIVATE GTest::gtest)
  else()
    target_link_libraries(${target} PRIVATE GTest::gtest_main)
  endif()
  target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR})
  target_compile_definitions(${target} PRIVATE ALULA_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
  target_compile_options(${target} PRIVATE ${arg_FLAGS})

  set(label quick)
  if(arg_SLOW)
    set(label slow)
  endif()
  gtest_discover_tests(${target} DISCOVERY_MODE PRE_TEST TEST_PREFIX ${folder}.
    WORKING_DIRECTORY ${PROJECT_SOURCE_DIR}
    PROPERTIES LABELS ${label} ENVIRONMENT ALULA_BIN=${PROJECT_BINARY_DIR}/alula)
  set_property(GLOBAL APPEND_STRING PROPERTY alula_test_list
    "${label}\t${folder}\t$<TARGET_FILE:${target}>\n")
endfunction()

# alula_bench(<name> <source> [<flag of the compiler>...])
# The executable bench_<name> at the root of the build folder, linked to every folder of src/. It
# finds files below ALULA_SOURCE_DIR.
function(alula_bench name source)
  add_executable(bench_${name} ${source})
  target_compile_options(bench_${name} PRIVATE ${ARGN})
  target_link_libraries(bench_${name} PRIVATE alula_options benchmark::benchmark_main)
  foreach(folder IN LISTS ALULA_LAYERS)
    if(TARGET alula_${folder})
      target_link_libraries(bench_${name} PRIVATE alula_${folder})
    endif()
  endforeach()
  target_include_directories(bench_${name} PRIVATE ${PROJECT_SOURCE_DIR})
  target_compile_definitions(bench_${name} PRIVATE ALULA_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
  set_target_properties(bench_${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR})
endfunction()
