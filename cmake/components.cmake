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
  replaybench_tests(components HEADERS component_test SOURCES ${component_tests} DEPENDS components room_theory)
  replaybench_tests(conformance HEADERS component_test SOURCES ${conformance} DEPENDS components LABELS conformance)
endmacro()
