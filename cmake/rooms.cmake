# A room is a folder of suite/: its *.cpp files are one library, its *_test.cpp files one test program.
option(REPLAYBENCH_TESTS "build the test programs" ON)
option(REPLAYBENCH_BENCHMARKS "build the Google Benchmark programs" OFF)
option(REPLAYBENCH_FUZZ "build the fuzz targets for libFuzzer (needs clang++)" OFF)

# One object for Catch2's main, linked into every test program.
if(REPLAYBENCH_TESTS)
  add_library(test_main OBJECT ${PROJECT_SOURCE_DIR}/suite/testing/catch_main.cpp)
  target_link_libraries(test_main PUBLIC Catch2::Catch2 numeric_profile)
  include(Catch)
endif()

# replaybench_tests(NAME SOURCES... DEPENDS...): a test program, each of its cases a ctest test.
function(replaybench_tests name)
  cmake_parse_arguments(ARG "" "" "SOURCES;DEPENDS" ${ARGN})
  if(NOT REPLAYBENCH_TESTS OR NOT ARG_SOURCES)
    return()
  endif()
  add_executable(${name}_tests ${ARG_SOURCES})
  target_link_libraries(${name}_tests PRIVATE test_main ${ARG_DEPENDS}
    room_stream Boost::headers Eigen3::Eigen)  # fixed streams and oracles
  catch_discover_tests(${name}_tests TEST_PREFIX "${name}: " PROPERTIES TIMEOUT 600)
endfunction()

function(replaybench_room name)
  cmake_parse_arguments(ARG "" "" "DEPENDS" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/suite/${name}/*.cpp)
  set(tests ${sources})
  list(FILTER tests INCLUDE REGEX "_test\\.cpp$")
  list(FILTER sources EXCLUDE REGEX "_test\\.cpp$")
  if(sources)
    add_library(room_${name} STATIC ${sources})
    target_link_libraries(room_${name} PUBLIC numeric_profile ${ARG_DEPENDS})
  else()
    add_library(room_${name} INTERFACE)
    target_link_libraries(room_${name} INTERFACE numeric_profile ${ARG_DEPENDS})
  endif()
  replaybench_tests(${name} SOURCES ${tests} DEPENDS room_${name})
endfunction()

# replaybench_program(NAME FOLDER DEPENDS...): an executable of the build folder's top, from all sources of FOLDER.
function(replaybench_program name folder)
  cmake_parse_arguments(ARG "" "" "DEPENDS" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${folder}/*.cpp)
  set(tests ${sources})
  list(FILTER tests INCLUDE REGEX "_test\\.cpp$")
  list(FILTER sources EXCLUDE REGEX "_test\\.cpp$")
  add_executable(${name} ${sources})
  target_link_libraries(${name} PRIVATE ${ARG_DEPENDS})
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR})
  list(FILTER sources EXCLUDE REGEX "main\\.cpp$")
  replaybench_tests(${name} SOURCES ${tests} DEPENDS ${ARG_DEPENDS})
endfunction()
