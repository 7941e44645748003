# MAVLink's C headers are generated, not copied: from the definitions that the pinned pymavlink of
# .venv carries, and from a dialect of ours that may include them.

set(ALULA_PYTHON ${PROJECT_SOURCE_DIR}/.venv/bin/python)

# alula_mavlink(<target> <dialect>.xml)
# An interface library; sources include <dialect>/mavlink.h. Made while configuring: half a second.
function(alula_mavlink target dialect)
  cmake_path(ABSOLUTE_PATH dialect BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR})
  cmake_path(GET dialect STEM name)
  set(requirements ${PROJECT_SOURCE_DIR}/tools/requirements.txt)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${dialect} ${requirements})
  set(out ${PROJECT_BINARY_DIR}/${target})
  set(header ${out}/include/${name}/mavlink.h)

  # Made anew only when an input changed: every source that includes them would compile again.
  if(NOT EXISTS ${header} OR ${dialect} IS_NEWER_THAN ${header}
      OR ${requirements} IS_NEWER_THAN ${header})
    execute_process(
      COMMAND ${ALULA_PYTHON} -c "import pymavlink; print(pymavlink.__path__[0])"
      OUTPUT_VARIABLE pymavlink OUTPUT_STRIP_TRAILING_WHITESPACE RESULT_VARIABLE failed)
    if(failed)
      message(FATAL_ERROR "pymavlink is missing: run `make .venv/.stamp`")
    endif()
    file(REMOVE_RECURSE ${out})
    file(GLOB definitions ${pymavlink}/dialects/v20/*.xml)
    file(COPY ${definitions} ${dialect} DESTINATION ${out}/definitions)
    execute_process(
      COMMAND ${ALULA_PYTHON} -m pymavlink.tools.mavgen --lang C --wire-protocol 2.0
        --output ${out}/include ${out}/definitions/${name}.xml
      OUTPUT_VARIABLE said ERROR_VARIABLE said RESULT_VARIABLE failed)
    if(failed OR NOT EXISTS ${header})
      message(FATAL_ERROR "MAVLink's headers could not be generated:\n${said}")
    endif()
    file(TOUCH ${header})
  endif()

  add_library(${target} INTERFACE)
  target_include_directories(${target} SYSTEM INTERFACE ${out}/include)
endfunction()
