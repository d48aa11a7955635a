# Scans algorithms/ evaluators/ datasets/: every folder <name> there is a component with <name>.hpp, <name>.cpp and
# <name>_test.cpp, whose .cpp defines `replaybench::<kind>::<name>::description`. The registry's tables are generated
# from what the scan finds, so adding a component edits no list.
function(replaybench_scan kind type)
  file(GLOB folders CONFIGURE_DEPENDS LIST_DIRECTORIES true ${PROJECT_SOURCE_DIR}/${kind}/*)
  set(declarations "")
  set(entries "")
  foreach(folder IN LISTS folders)
    if(NOT IS_DIRECTORY ${folder})
      continue()
    endif()
    get_filename_component(name ${folder} NAME)
    if(NOT EXISTS ${folder}/${name}.cpp)
      message(FATAL_ERROR "${kind}/${name} has no ${name}.cpp; see 'replaybench new'")
    endif()
    string(APPEND declarations "namespace replaybench::${kind}::${name} {\nextern const ${type} description;\n}\n")
    string(APPEND entries "      &${kind}::${name}::description,\n")
  endforeach()
  set(generated ${PROJECT_BINARY_DIR}/generated/registry_${kind}.cpp)
  file(CONFIGURE OUTPUT ${generated} @ONLY CONTENT
"// Generated from the folders of ${kind}/; do not edit.
#include \"suite/component/registry.hpp\"

${declarations}
namespace replaybench {
const std::vector<const ${type}*>& ${kind}_table() {
  static const std::vector<const ${type}*> table{
${entries}  };
  return table;
}
}  // namespace replaybench
")
  # The folder itself is watched too, so that a new component folder alone re-runs the scan.
  file(GLOB sources CONFIGURE_DEPENDS
    ${PROJECT_SOURCE_DIR}/${kind}/*/*.cpp ${PROJECT_SOURCE_DIR}/${kind}/*/*/*.cpp)
  set(tests ${sources})
  list(FILTER tests INCLUDE REGEX "_test\\.cpp$")
  list(FILTER sources EXCLUDE REGEX "_test\\.cpp$")
  set(component_sources ${component_sources} ${sources} ${generated} PARENT_SCOPE)
  set(component_tests ${component_tests} ${tests} PARENT_SCOPE)
endfunction()

# Two programs for each component that has tests, neither part of a build of everything: its tests as objects, and
# check_<name>, those with the conformance tests (scripts/check). components_tests has the objects of all.
function(replaybench_component_tests tests conformance)
  if(NOT REPLAYBENCH_TESTS)
    return()
  endif()
  add_library(conformance_objects OBJECT EXCLUDE_FROM_ALL ${conformance})
  replaybench_precompiled(conformance_objects component_test)
  target_link_libraries(conformance_objects PRIVATE test_main components)
  set(names "")
  foreach(test IN LISTS tests)
    string(REGEX REPLACE "^${PROJECT_SOURCE_DIR}/[a-z]+/([a-z0-9_]+)/.*" "\\1" name ${test})
    list(APPEND names ${name})
    list(APPEND tests_of_${name} ${test})
  endforeach()
  list(REMOVE_DUPLICATES names)
  set(objects "")
  foreach(name IN LISTS names)
    add_library(tests_of_${name} OBJECT EXCLUDE_FROM_ALL ${tests_of_${name}})
    replaybench_precompiled(tests_of_${name} component_test)
    target_link_libraries(tests_of_${name} PRIVATE test_main components Boost::headers Eigen3::Eigen)
    add_executable(check_${name} EXCLUDE_FROM_ALL $<TARGET_OBJECTS:tests_of_${name}> $<TARGET_OBJECTS:conformance_objects>)
    target_link_libraries(check_${name} PRIVATE test_main components)
    list(APPEND objects $<TARGET_OBJECTS:tests_of_${name}>)
  endforeach()
  replaybench_tests(components HEADERS component_test SOURCES ${objects} DEPENDS components)
  replaybench_tests(conformance HEADERS component_test
    SOURCES $<TARGET_OBJECTS:conformance_objects> DEPENDS components LABELS conformance)
endfunction()

macro(replaybench_components)
  set(component_sources "")
  set(component_tests "")
  replaybench_scan(algorithms AlgorithmDescription)
  replaybench_scan(evaluators EvaluatorDescription)
  replaybench_scan(datasets DatasetDescription)
  add_library(components STATIC ${component_sources})
  replaybench_precompiled(components component)
  target_link_libraries(components PUBLIC room_learning room_estimation room_yahoo room_statistics room_theory room_catalogue fmt::fmt
    PRIVATE $<BUILD_INTERFACE:developer_warnings>)
  file(GLOB conformance CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/suite/testing/conformance/*.cpp)
  replaybench_component_tests("${component_tests}" "${conformance}")
endmacro()
