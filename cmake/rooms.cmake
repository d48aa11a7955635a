# A room is a folder of suite/: its *.cpp files are one library, its *_test.cpp files one test program.
option(REPLAYBENCH_TESTS "build the test programs" ON)
option(REPLAYBENCH_BENCHMARKS "build the Google Benchmark programs" OFF)
option(REPLAYBENCH_FUZZ "build the fuzz targets for libFuzzer (needs clang++)" OFF)
option(REPLAYBENCH_PRECOMPILE "parse the headers that most files share once for each compiler" ON)

# Two sets of headers are precompiled: the standard library's for every room, and the component model for the rooms and
# components above it. Without them half of the build is parsing the same headers again. No file relies on them: CI
# builds with a second compiler that has none.
if(REPLAYBENCH_PRECOMPILE)
  foreach(headers standard component test component_test)
    file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/generated/precompiled_${headers}.cpp CONTENT "")
    add_library(precompiled_${headers} OBJECT ${PROJECT_BINARY_DIR}/generated/precompiled_${headers}.cpp)
    target_link_libraries(precompiled_${headers} PRIVATE numeric_profile developer_warnings)
  endforeach()
  set(standard_headers <algorithm> <cmath> <cstdint> <filesystem> <functional> <map> <memory> <optional> <span>
    <stdexcept> <string> <string_view> <variant> <vector>)
  target_precompile_headers(precompiled_standard PRIVATE ${standard_headers})
  target_precompile_headers(precompiled_component PRIVATE ${standard_headers}
    ${PROJECT_SOURCE_DIR}/suite/component/registry.hpp)
  target_precompile_headers(precompiled_test PRIVATE ${standard_headers} <catch2/catch.hpp>)
  target_precompile_headers(precompiled_component_test PRIVATE ${standard_headers}
    ${PROJECT_SOURCE_DIR}/suite/component/registry.hpp <catch2/catch.hpp>)
endif()

# replaybench_precompiled(TARGET HEADERS): HEADERS is standard, component, test or component_test.
function(replaybench_precompiled target headers)
  if(REPLAYBENCH_PRECOMPILE)
    target_precompile_headers(${target} REUSE_FROM precompiled_${headers})
  endif()
endfunction()

# One object for Catch2's main, linked into every test program.
if(REPLAYBENCH_TESTS)
  add_library(test_main OBJECT ${PROJECT_SOURCE_DIR}/suite/testing/catch_main.cpp)
  target_link_libraries(test_main PUBLIC Catch2::Catch2 numeric_profile developer_warnings)
  include(Catch)
endif()

# replaybench_tests(NAME [HEADERS component_test] SOURCES... DEPENDS... LABELS...): a test program, each of its cases a ctest test.
function(replaybench_tests name)
  cmake_parse_arguments(ARG "" "HEADERS" "SOURCES;DEPENDS;LABELS" ${ARGN})
  if(NOT REPLAYBENCH_TESTS OR NOT ARG_SOURCES)
    return()
  endif()
  if(NOT ARG_LABELS)
    set(ARG_LABELS unit)
  endif()
  if(NOT ARG_HEADERS)
    set(ARG_HEADERS test)
  endif()
  add_executable(${name}_tests ${ARG_SOURCES})
  replaybench_precompiled(${name}_tests ${ARG_HEADERS})
  target_link_libraries(${name}_tests PRIVATE test_main ${ARG_DEPENDS}
    room_stream Boost::headers Eigen3::Eigen)  # fixed streams and oracles
  catch_discover_tests(${name}_tests TEST_PREFIX "${name}: " PROPERTIES TIMEOUT 600 LABELS "${ARG_LABELS}")
endfunction()

# replaybench_room(NAME [HEADERS component] DEPENDS...)
function(replaybench_room name)
  cmake_parse_arguments(ARG "" "HEADERS" "DEPENDS" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/suite/${name}/*.cpp)
  set(tests ${sources})
  list(FILTER tests INCLUDE REGEX "_test\\.cpp$")
  list(FILTER sources EXCLUDE REGEX "_test\\.cpp$")
  if(NOT ARG_HEADERS)
    set(ARG_HEADERS standard)
  endif()
  if(sources)
    add_library(room_${name} STATIC ${sources})
    target_link_libraries(room_${name} PUBLIC numeric_profile ${ARG_DEPENDS} PRIVATE $<BUILD_INTERFACE:developer_warnings>)
    replaybench_precompiled(room_${name} ${ARG_HEADERS})
  else()
    add_library(room_${name} INTERFACE)
    target_link_libraries(room_${name} INTERFACE numeric_profile ${ARG_DEPENDS})
  endif()
  set(test_headers test)
  if(ARG_HEADERS STREQUAL component)
    set(test_headers component_test)
  endif()
  replaybench_tests(${name} HEADERS ${test_headers} SOURCES ${tests} DEPENDS room_${name})
endfunction()

# replaybench_program(NAME FOLDER DEPENDS...): an executable of the build folder's top, from all sources of FOLDER.
function(replaybench_program name folder)
  cmake_parse_arguments(ARG "" "" "DEPENDS" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${folder}/*.cpp)
  set(tests ${sources})
  list(FILTER tests INCLUDE REGEX "_test\\.cpp$")
  list(FILTER sources EXCLUDE REGEX "_test\\.cpp$")
  add_executable(${name} ${sources})
  target_link_libraries(${name} PRIVATE ${ARG_DEPENDS} developer_warnings)
  replaybench_precompiled(${name} component)
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR})
  list(FILTER sources EXCLUDE REGEX "main\\.cpp$")
  replaybench_tests(${name} HEADERS component_test SOURCES ${tests} DEPENDS ${ARG_DEPENDS})
endfunction()
