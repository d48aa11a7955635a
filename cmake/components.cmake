# The library of components: ours, and those of other folders that are laid out like this one.
include(${CMAKE_CURRENT_LIST_DIR}/scan.cmake)
set(REPLAYBENCH_COMPONENTS "" CACHE STRING
  "more folders with algorithms/, evaluators/ or datasets/ to build into the program, separated by semicolons")

# A program for each component that has tests, not part of a build of everything: check_<name>, its tests with the
# conformance tests (scripts/check). components_tests has the tests of all.
function(replaybench_component_tests tests conformance)
  if(NOT REPLAYBENCH_TESTS)
    return()
  endif()
  add_library(conformance_objects OBJECT EXCLUDE_FROM_ALL ${conformance})
  replaybench_precompiled(conformance_objects component_test)
  target_link_libraries(conformance_objects PRIVATE test_main components)
  set(names "")
  foreach(test IN LISTS tests)
    string(REGEX REPLACE "^${PROJECT_SOURCE_DIR}/[a-z]+/(measures/)?([a-z0-9_]+)/.*" "\\2" name ${test})
    list(APPEND names ${name})
    list(APPEND tests_of_${name} ${test})
  endforeach()
  list(REMOVE_DUPLICATES names)
  foreach(name IN LISTS names)
    add_executable(check_${name} EXCLUDE_FROM_ALL ${tests_of_${name}} $<TARGET_OBJECTS:conformance_objects>)
    replaybench_precompiled(check_${name} component_test)
    target_link_libraries(check_${name} PRIVATE test_main test_oracles components Boost::headers)
  endforeach()
  replaybench_tests(components HEADERS component_test SOURCES ${tests} DEPENDS components)
  replaybench_tests(conformance LONG HEADERS component_test
    OBJECTS $<TARGET_OBJECTS:conformance_objects> DEPENDS components LABELS conformance)
endfunction()

# Sixteen groups of our components, each compiled as one file: half of the time of one by one. A component's group comes
# from its name, so that a new component compiles its own group again and no other.
function(replaybench_components_unity)
  if(NOT REPLAYBENCH_TOGETHER)
    return()
  endif()
  set_target_properties(components PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  foreach(source IN LISTS component_sources)
    if(source MATCHES "^${PROJECT_SOURCE_DIR}/(algorithms|evaluators|datasets)/(measures/)?([a-z0-9_]+)/")
      string(MD5 digits ${CMAKE_MATCH_3})
      string(SUBSTRING ${digits} 0 1 digit)
      set_source_files_properties(${source} PROPERTIES UNITY_GROUP components_${digit})
    endif()
  endforeach()
endfunction()

# The tool that digests sources. It has four small files and links no library of the suite, because it runs before the
# first component is compiled.
add_executable(source_digests suite/sources/program/main.cpp suite/sources/source_files.cpp
  suite/sources/source_text.cpp suite/text/sha256.cpp)
target_link_libraries(source_digests PRIVATE own_code OpenSSL::Crypto $<BUILD_INTERFACE:developer_warnings>)
# The sanitizers do not look at it, and it reads all sources.
target_compile_options(source_digests PRIVATE $<$<CONFIG:Debug>:-O1;-fno-sanitize=all>)

macro(replaybench_components)
  set(component_sources "")
  set(component_tests "")
  foreach(kind IN LISTS REPLAYBENCH_KINDS)
    set(component_names_${kind} "")
    replaybench_scan(${kind} ${PROJECT_SOURCE_DIR} ${REPLAYBENCH_COMPONENTS})
    replaybench_table(${kind} ${PROJECT_BINARY_DIR}/generated/registry_${kind}.cpp)
    list(APPEND component_sources ${PROJECT_BINARY_DIR}/generated/registry_${kind}.cpp)
  endforeach()
  set(component_digests ${PROJECT_BINARY_DIR}/generated/source_digests.cpp)
  replaybench_digests(${component_digests} ${PROJECT_BINARY_DIR}/generated/known_sources.txt source_digests ""
    "${component_sources}" ${PROJECT_SOURCE_DIR} ${REPLAYBENCH_COMPONENTS})
  add_library(components STATIC ${component_sources} ${component_digests})
  replaybench_precompiled(components component)
  replaybench_components_unity()
  target_link_libraries(components PUBLIC suite_learning suite_estimation suite_offpolicy suite_logs suite_statistics suite_theory suite_catalogue fmt::fmt
    PRIVATE suite_rehearsal $<BUILD_INTERFACE:developer_warnings>)  # of measures; it uses the components, as static libraries may
  if(REPLAYBENCH_COMPONENTS)
    target_include_directories(components PUBLIC "$<BUILD_INTERFACE:${REPLAYBENCH_COMPONENTS}>")
  endif()
  file(GLOB conformance CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/suite/testing/conformance/*.cpp)
  list(APPEND conformance ${PROJECT_SOURCE_DIR}/suite/testing/allocation_count.cpp)
  replaybench_component_tests("${component_tests}" "${conformance}")
endmacro()
