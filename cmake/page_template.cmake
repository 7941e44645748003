# The fixed text of pages: web/report and uPlot as one C++ file, so that the program needs no other
# file to write a page. Run as a script (cmake -P) it writes that file; included, it adds it to a
# target.

if(NOT CMAKE_SCRIPT_MODE_FILE)
  # alula_page_template(<target>)
  function(alula_page_template target)
    set(web ${PROJECT_SOURCE_DIR}/web)
    if(NOT EXISTS ${web}/node_modules/uplot/package.json)
      message(FATAL_ERROR "uPlot is missing: run `make web/node_modules/.stamp`")
    endif()
    file(GLOB parts CONFIGURE_DEPENDS ${web}/report/*)
    set(out ${CMAKE_CURRENT_BINARY_DIR}/page_template.cpp)
    add_custom_command(OUTPUT ${out}
      COMMAND ${CMAKE_COMMAND} -DWEB=${web} -DOUT=${out}
        -P ${PROJECT_SOURCE_DIR}/cmake/page_template.cmake
      DEPENDS ${parts} ${web}/package-lock.json ${PROJECT_SOURCE_DIR}/cmake/page_template.cmake
      VERBATIM)
    target_sources(${target} PRIVATE ${out})
    # The standard asks compilers for 64 KiB a literal; g++ and Clang take any length.
    set_source_files_properties(${out} PROPERTIES COMPILE_OPTIONS -Wno-overlength-strings)
  endfunction()
  return()
endif()

function(read_into variable path)
  file(READ ${WEB}/${path} text)
  set(${variable} "${text}" PARENT_SCOPE)
endfunction()

read_into(page report/page.html)
read_into(style report/page.css)
read_into(uplot_style node_modules/uplot/dist/uPlot.min.css)
read_into(uplot node_modules/uplot/dist/uPlot.iife.min.js)
read_into(uplot_licence node_modules/uplot/LICENSE)
set(script "")
foreach(part numbers theme painter path_view plot_view timeline page)
  read_into(text report/${part}.js)
  string(APPEND script "${text}")
endforeach()

string(REPLACE "{{style}}" "${uplot_style}\n${style}" page "${page}")
string(REPLACE "{{uplot}}" "/*\n${uplot_licence}*/\n${uplot}" page "${page}")
string(REPLACE "{{script}}" "${script}" page "${page}")

set(source "#include \"analysis/page_template.h\"\n\nnamespace alula {\n\n")
# Cuts `page` at the marker: what stands before it becomes the constant.
macro(cut_at marker name)
  string(FIND "${page}" "${marker}" place)
  if(place EQUAL -1)
    message(FATAL_ERROR "web/report/page.html lacks ${marker}")
  endif()
  string(SUBSTRING "${page}" 0 ${place} before)
  string(LENGTH "${marker}" length)
  math(EXPR rest "${place} + ${length}")
  string(SUBSTRING "${page}" ${rest} -1 page)
  string(APPEND source "const std::string_view ${name} = R\"~page~(${before})~page~\";\n\n")
endmacro()

cut_at("{{title}}" kPageHead)
cut_at("{{data}}" kPageBetween)
string(APPEND source "const std::string_view kPageTail = R\"~page~(${page})~page~\";\n\n")
file(WRITE ${OUT} "${source}}  // namespace alula\n")
