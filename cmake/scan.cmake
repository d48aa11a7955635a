# The scan for components, shared by our own build and by projects that use the installed package. Every folder <name> in
# ROOT/algorithms, ROOT/evaluators, ROOT/evaluators/measures and ROOT/datasets is a component with <name>.cpp, <name>_test.cpp
# and, for what other sources use, <name>.hpp. Its .cpp defines `replaybench::<kind>::<name>::description`. The tables of
# components are generated from what the scan finds, so adding a component edits no list.
set(REPLAYBENCH_KINDS algorithms evaluators datasets)
set(REPLAYBENCH_FOLDERS_algorithms algorithms)
set(REPLAYBENCH_FOLDERS_evaluators evaluators evaluators/measures)
set(REPLAYBENCH_FOLDERS_datasets datasets)
set(REPLAYBENCH_DESCRIPTION_algorithms AlgorithmDescription)
set(REPLAYBENCH_DESCRIPTION_evaluators EvaluatorDescription)
set(REPLAYBENCH_DESCRIPTION_datasets DatasetDescription)

# replaybench_scan(KIND ROOT...): adds to the caller's component_names_KIND, component_sources and component_tests. A name
# that is there already is an error. New folders re-run the scan.
function(replaybench_scan kind)
  set(absent "")
  foreach(root IN LISTS ARGN)
    set(places ${REPLAYBENCH_FOLDERS_${kind}})
    list(TRANSFORM places PREPEND ${root}/)
    set(patterns ${places})
    list(TRANSFORM patterns APPEND /*)
    file(GLOB folders CONFIGURE_DEPENDS LIST_DIRECTORIES true ${patterns})
    foreach(folder IN LISTS folders)
      if(NOT IS_DIRECTORY ${folder} OR folder IN_LIST places)
        continue()
      endif()
      get_filename_component(name ${folder} NAME)
      if(name IN_LIST REPLAYBENCH_ABSENT_COMPONENTS)  # their library is not there
        list(APPEND absent ${folder}/)
        continue()
      endif()
      if(NOT EXISTS ${folder}/${name}.cpp)
        message(FATAL_ERROR "${folder} has no ${name}.cpp; see 'replaybench new'")
      endif()
      if(name IN_LIST component_names_${kind})
        message(FATAL_ERROR "${folder}: there is already one of this name in ${kind}")
      endif()
      list(APPEND component_names_${kind} ${name})
    endforeach()
    # The folder itself is watched too, so that a new component folder alone re-runs the scan.
    file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${root}/${kind}/*.cpp)
    foreach(folder IN LISTS absent)
      list(FILTER sources EXCLUDE REGEX "^${folder}")
    endforeach()
    set(tests ${sources})
    list(FILTER tests INCLUDE REGEX "_test\\.cpp$")
    list(FILTER sources EXCLUDE REGEX "_test\\.cpp$")
    list(APPEND component_sources ${sources})
    list(APPEND component_tests ${tests})
  endforeach()
  set(component_names_${kind} ${component_names_${kind}} PARENT_SCOPE)
  set(component_sources ${component_sources} PARENT_SCOPE)
  set(component_tests ${component_tests} PARENT_SCOPE)
endfunction()

# replaybench_table(KIND FILE): writes the source of KIND's table, of component_names_KIND, sorted.
function(replaybench_table kind file)
  list(SORT component_names_${kind})
  set(type ${REPLAYBENCH_DESCRIPTION_${kind}})
  set(declarations "")
  set(entries "")
  foreach(name IN LISTS component_names_${kind})
    string(APPEND declarations "namespace replaybench::${kind}::${name} {\nextern const ${type} description;\n}\n")
    string(APPEND entries "      &${kind}::${name}::description,\n")
  endforeach()
  file(CONFIGURE OUTPUT ${file} @ONLY CONTENT
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
endfunction()

# replaybench_digests(FILE SOURCES TOOL KNOWN COMPONENT_SOURCES ROOT...): FILE becomes the source of the table of the digests of
# all components below the ROOTs, and of those that the file KNOWN ("": none) knows; SOURCES is such a file. Made again when
# a source has changed, by the target TOOL (suite/sources/program/main.cpp).
function(replaybench_digests file sources tool known component_sources)
  add_custom_command(OUTPUT ${file} BYPRODUCTS ${sources}
    COMMAND ${tool} ${file} ${file}.d ${sources} "${known}" ${ARGN}
    DEPENDS ${tool} ${known} ${component_sources}
    DEPFILE ${file}.d
    COMMENT "Digesting the sources of components"
    VERBATIM)
endfunction()
