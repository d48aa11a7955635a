# Each folder of suite/ is a library: its *.cpp files make the library, its *_test.cpp files one test program.
set(REPLAYBENCH_TESTS AUTO CACHE STRING "build the test programs: ON, OFF, or AUTO: if Catch2 2 is installed")
set_property(CACHE REPLAYBENCH_TESTS PROPERTY STRINGS AUTO ON OFF)
if(REPLAYBENCH_TESTS STREQUAL "AUTO")
  find_package(Catch2 2 QUIET)
  set(REPLAYBENCH_TESTS OFF)
  if(Catch2_FOUND)
    set(REPLAYBENCH_TESTS ON)
  endif()
elseif(REPLAYBENCH_TESTS)
  find_package(Catch2 2 QUIET)
  if(NOT Catch2_FOUND)
    message(FATAL_ERROR "The tests need Catch2 2, which is not installed: 'scripts/setup test' installs it on Debian; "
      "-DREPLAYBENCH_TESTS=OFF builds without tests.")
  endif()
endif()
option(REPLAYBENCH_FUZZ "build the fuzz targets for libFuzzer (needs clang++)" OFF)
option(REPLAYBENCH_PRECOMPILE "parse the headers that most files share once" ON)
option(REPLAYBENCH_TOGETHER "unity builds of some libraries, groups of components, and tests" ON)
if(REPLAYBENCH_TOGETHER)
  # clang++ also warns of a name that another file of the same group has.
  target_compile_options(developer_warnings INTERFACE $<$<CXX_COMPILER_ID:Clang>:-Wno-shadow>)
endif()

# Options of test code. It compiles at -Og in 0.6 to 0.8 of the time of -O1, and runs nearly as fast: the code
# under test is in libraries, which have the full optimisation.
add_library(test_code INTERFACE)
target_compile_options(test_code INTERFACE $<$<CONFIG:Release>:-Og>)
target_compile_definitions(test_code INTERFACE CATCH_CONFIG_FAST_COMPILE)

# Options of libraries of commands and pages, whose own loops take no time: -O1 compiles faster.
add_library(light_optimisation INTERFACE)
target_compile_options(light_optimisation INTERFACE $<$<CONFIG:Release>:-O1>)

# Two sets of headers are precompiled: the standard library's for every library, and the component model for the libraries
# and components above it. Without them half of the build parses the same headers again. No file relies on them
# (suite/tests/architecture_test.sh checks), nor on other files of its unity group (scripts/lint compiles each alone).
if(REPLAYBENCH_PRECOMPILE)
  set(precompiled_sets standard component)
  if(REPLAYBENCH_TESTS)
    list(APPEND precompiled_sets test component_test)
  endif()
  foreach(headers IN LISTS precompiled_sets)
    file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/generated/precompiled_${headers}.cpp CONTENT "")
    add_library(precompiled_${headers} OBJECT ${PROJECT_BINARY_DIR}/generated/precompiled_${headers}.cpp)
    target_link_libraries(precompiled_${headers} PRIVATE own_code developer_warnings)
  endforeach()
  set(standard_headers <algorithm> <cmath> <cstdint> <filesystem> <functional> <map> <memory> <optional> <span>
    <stdexcept> <string> <string_view> <variant> <vector>)
  target_precompile_headers(precompiled_standard PRIVATE ${standard_headers})
  target_precompile_headers(precompiled_component PRIVATE ${standard_headers}
    <suite/component/registry.hpp>)
  if(REPLAYBENCH_TESTS)
    target_link_libraries(precompiled_test PRIVATE test_code)
    target_link_libraries(precompiled_component_test PRIVATE test_code)
    target_precompile_headers(precompiled_test PRIVATE ${standard_headers} <catch2/catch.hpp>)
    target_precompile_headers(precompiled_component_test PRIVATE ${standard_headers}
      <suite/component/registry.hpp> <catch2/catch.hpp>)
  endif()
endif()

# replaybench_precompiled(TARGET HEADERS): HEADERS is standard, component, test or component_test.
function(replaybench_precompiled target headers)
  if(REPLAYBENCH_PRECOMPILE)
    target_precompile_headers(${target} REUSE_FROM precompiled_${headers})
  endif()
endfunction()

# Catch2's main, linked into every test program.
if(REPLAYBENCH_TESTS)
  add_library(test_main OBJECT ${PROJECT_SOURCE_DIR}/suite/testing/catch_main.cpp
    ${PROJECT_SOURCE_DIR}/suite/testing/no_sync.cpp)
  target_link_libraries(test_main PUBLIC Catch2::Catch2 own_code test_code developer_warnings)
  # Under the sanitizers Catch2 itself takes a minute to compile, and is not what they look at.
  target_compile_options(test_main PRIVATE $<$<CONFIG:Debug>:-O0;-fno-sanitize=all>)
  include(Catch)

  # Reference implementations that tests compare with and that are dear to compile: once, not in each test.
  file(GLOB oracles CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/suite/testing/oracles/*.cpp)
  add_library(test_oracles STATIC ${oracles})
  set_target_properties(test_oracles PROPERTIES UNITY_BUILD ${REPLAYBENCH_TOGETHER})
  target_link_libraries(test_oracles PRIVATE own_code test_code developer_warnings Eigen3::Eigen)
endif()

# replaybench_join_tests(VARIABLE NAME FILES...): the sources that the test files are compiled from, some twelve as one: a
# third of the time of one by one, most of which goes into the same templates. A file's group comes from its name, so that a
# new file compiles its own group again and no other. A file that defines macros stays alone.
function(replaybench_join_tests variable name)
  list(LENGTH ARGN files)
  math(EXPR groups "(${files} + 11) / 12")
  set(sources "")
  set(used "")
  foreach(file IN LISTS ARGN)
    file(STRINGS ${file} macros REGEX "^# *(define|undef) ")
    if(macros OR NOT REPLAYBENCH_TOGETHER)
      list(APPEND sources ${file})
    else()
      get_filename_component(digits ${file} NAME)
      string(MD5 digits ${digits})
      string(SUBSTRING ${digits} 0 6 digits)
      math(EXPR group "0x${digits} % ${groups}")
      list(APPEND used ${group})
      list(APPEND group_${group} ${file})
    endif()
  endforeach()
  list(REMOVE_DUPLICATES used)
  set(script ${PROJECT_SOURCE_DIR}/cmake/join_tests.cmake)
  foreach(group IN LISTS used)
    set(joined ${PROJECT_BINARY_DIR}/generated/tests_of_${name}_${group}.cpp)
    add_custom_command(OUTPUT ${joined}
      COMMAND ${CMAKE_COMMAND} -D OUTPUT=${joined} -D SOURCE=${PROJECT_SOURCE_DIR} -D "FILES=${group_${group}}" -P ${script}
      DEPENDS ${group_${group}} ${script}
      COMMENT "Joining tests of ${name}"
      VERBATIM)
    list(APPEND sources ${joined})
  endforeach()
  set(${variable} ${sources} PARENT_SCOPE)
endfunction()

# replaybench_tests(NAME [LONG] [HEADERS component_test] [SOURCES...] [OBJECTS...] DEPENDS... LABELS...): a test program,
# each of its cases a ctest test. LONG: the objects have cases with the tag [long].
function(replaybench_tests name)
  cmake_parse_arguments(ARG "LONG" "HEADERS" "SOURCES;OBJECTS;DEPENDS;LABELS" ${ARGN})
  if(NOT REPLAYBENCH_TESTS OR (NOT ARG_SOURCES AND NOT ARG_OBJECTS))
    return()
  endif()
  if(NOT ARG_LABELS)
    set(ARG_LABELS unit)
  endif()
  if(NOT ARG_HEADERS)
    set(ARG_HEADERS test)
  endif()
  replaybench_join_tests(sources ${name} ${ARG_SOURCES})
  add_executable(${name}_tests ${sources} ${ARG_OBJECTS})
  replaybench_precompiled(${name}_tests ${ARG_HEADERS})
  target_link_libraries(${name}_tests PRIVATE test_main ${ARG_DEPENDS} suite_stream Boost::headers)  # fixed streams
  # Cases with the tag [long] have the label long instead: only `make test-all` runs them.
  set(long ${ARG_LONG})
  foreach(file IN LISTS ARG_SOURCES)
    file(STRINGS ${file} tags REGEX "\"[^\"]*\\[long\\]\"")
    if(tags)
      set(long ON)
    endif()
    file(STRINGS ${file} oracles REGEX "^#include \"suite/testing/oracles/")
    if(oracles)
      target_link_libraries(${name}_tests PRIVATE test_oracles)
    endif()
  endforeach()
  if(CMAKE_BUILD_TYPE STREQUAL Debug)
    # The sanitizers' scripts start the programs themselves: nothing lists their cases when they are built.
  elseif(name MATCHES "^(leaderboard|page|evaluationpage)$")
    # Their cases share results that take longer than the cases.
    add_test(NAME "${name}: all cases" COMMAND ${name}_tests)
    set_tests_properties("${name}: all cases" PROPERTIES TIMEOUT 600 LABELS "${ARG_LABELS}" COST 30)
  elseif(long)
    catch_discover_tests(${name}_tests TEST_SPEC "~[long]" TEST_PREFIX "${name}: "
      PROPERTIES TIMEOUT 600 LABELS "${ARG_LABELS}")
    catch_discover_tests(${name}_tests TEST_SPEC "[long]" TEST_PREFIX "${name}: "
      PROPERTIES TIMEOUT 600 LABELS long)
  else()
    catch_discover_tests(${name}_tests TEST_PREFIX "${name}: " PROPERTIES TIMEOUT 600 LABELS "${ARG_LABELS}")
  endif()
endfunction()

# Libraries of headers alone that only our .cpp files include: nothing of them is asked of users of the package.
set(REPLAYBENCH_INTERNAL Boost::headers CLI11::CLI11 Eigen3::Eigen nlohmann_json::nlohmann_json)

# replaybench_library(NAME [UNITY] [O1] [HEADERS component] DEPENDS...): the library suite_NAME of the folder suite/NAME,
# and its tests. UNITY compiles 24 files at a time: for libraries whose files spend most of their time on the templates of
# the same headers (one file of cli alone takes as long as six together). O1 adds light_optimisation. The files of
# suite/NAME/templates become NAME_template_files().
function(replaybench_library name)
  cmake_parse_arguments(ARG "UNITY;O1" "HEADERS" "DEPENDS" ${ARGN})
  set(unity OFF)
  if(ARG_UNITY AND REPLAYBENCH_TOGETHER)
    set(unity ON)
  endif()
  file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/suite/${name}/*.cpp)
  set(tests ${sources})
  list(FILTER tests INCLUDE REGEX "_test\\.cpp$")
  list(FILTER sources EXCLUDE REGEX "_test\\.cpp$")
  foreach(absent IN LISTS REPLAYBENCH_ABSENT_SOURCES)
    list(REMOVE_ITEM sources ${PROJECT_SOURCE_DIR}/${absent})
  endforeach()
  foreach(library IN LISTS REPLAYBENCH_INTERNAL)
    list(TRANSFORM ARG_DEPENDS REPLACE "^${library}$" "$<BUILD_INTERFACE:${library}>")
  endforeach()
  if(NOT ARG_HEADERS)
    set(ARG_HEADERS standard)
  endif()
  set_property(GLOBAL APPEND PROPERTY REPLAYBENCH_LIBRARIES ${name})
  if(sources)
    add_library(suite_${name} STATIC ${sources})
    target_link_libraries(suite_${name} PUBLIC own_code ${ARG_DEPENDS} PRIVATE $<BUILD_INTERFACE:developer_warnings>)
    replaybench_precompiled(suite_${name} ${ARG_HEADERS})
    if(ARG_O1)
      target_link_libraries(suite_${name} PRIVATE $<BUILD_INTERFACE:light_optimisation>)
    endif()
    set_target_properties(suite_${name} PROPERTIES UNITY_BUILD "${unity}" UNITY_BUILD_BATCH_SIZE 24)
  else()
    add_library(suite_${name} INTERFACE)
    target_link_libraries(suite_${name} INTERFACE own_code ${ARG_DEPENDS})
  endif()
  file(GLOB templates CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/suite/${name}/templates/*)
  if(templates)
    replaybench_embed(suite_${name} ${name}_template_files ${templates})
  endif()
  set(test_headers test)
  if(ARG_HEADERS STREQUAL component)
    set(test_headers component_test)
  endif()
  replaybench_tests(${name} HEADERS ${test_headers} SOURCES ${tests} DEPENDS suite_${name})
endfunction()

# replaybench_program(NAME LIBRARY): an executable in the top of the build folder, whose main calls run_program of the
# library.
function(replaybench_program name library)
  set(program_build ${PROJECT_BINARY_DIR})
  set(program_source ${PROJECT_SOURCE_DIR})
  set(program_share "")
  configure_file(${PROJECT_SOURCE_DIR}/cmake/package/program_main.cpp.in ${PROJECT_BINARY_DIR}/generated/program_main.cpp @ONLY)
  add_executable(${name} ${PROJECT_BINARY_DIR}/generated/program_main.cpp)
  target_link_libraries(${name} PRIVATE suite_${library} developer_warnings $<TARGET_NAME_IF_EXISTS:processor_check>)
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR})
endfunction()
