# Components outside this repository. Their folder is laid out like this one: algorithms/NAME/NAME.hpp, NAME.cpp and
# NAME_test.cpp, the same for evaluators/, evaluators/measures/ and datasets/; sources include "algorithms/NAME/NAME.hpp" and "suite/...".

# replaybench_add_components(TARGET FOLDER): an object library of the components of FOLDER, compiled with the numeric
# profile, and of the tables that list the suite's and these. A program that links TARGET has them all: the linker takes
# the tables of the suite's own library only where a program brings none. Link it into programs, not into libraries.
function(replaybench_add_components target folder)
  get_filename_component(root ${folder} ABSOLUTE)
  set(component_sources "")
  set(component_tests "")
  set(tables "")
  foreach(kind IN LISTS REPLAYBENCH_KINDS)
    set(component_names_${kind} ${replaybench_${kind}})
    replaybench_scan(${kind} ${root})
    replaybench_table(${kind} ${CMAKE_CURRENT_BINARY_DIR}/${target}_generated/${kind}_table.cpp)
    list(APPEND tables ${CMAKE_CURRENT_BINARY_DIR}/${target}_generated/${kind}_table.cpp)
  endforeach()
  set(generated ${CMAKE_CURRENT_BINARY_DIR}/${target}_generated)
  list(APPEND tables ${generated}/source_digests.cpp)
  replaybench_digests(${generated}/source_digests.cpp ${generated}/known_sources.txt replaybench::source_digests
    ${replaybench_CMAKE_FOLDER}/known_sources.txt "${component_sources}" ${root})
  add_library(${target} OBJECT ${component_sources} ${tables})
  target_include_directories(${target} PUBLIC ${root})
  target_link_libraries(${target} PUBLIC replaybench::replaybench PRIVATE replaybench::numeric_profile)
  set_target_properties(${target} PROPERTIES CXX_EXTENSIONS OFF REPLAYBENCH_TEST_SOURCES "${component_tests}")
endfunction()

# replaybench_add_program(NAME TARGET): the suite's program, with the components of TARGET in it.
function(replaybench_add_program name target)
  set(program_build "")
  set(program_source "")
  set(program_share ${replaybench_SHARE})
  set(main ${CMAKE_CURRENT_BINARY_DIR}/${name}_generated/main.cpp)
  configure_file(${replaybench_CMAKE_FOLDER}/program_main.cpp.in ${main} @ONLY)
  add_executable(${name} ${main})
  if(EXISTS ${replaybench_CMAKE_FOLDER}/processor_check.cpp)  # not in a portable package
    target_sources(${name} PRIVATE ${replaybench_CMAKE_FOLDER}/processor_check.cpp)
  endif()
  target_link_libraries(${name} PRIVATE ${target})
endfunction()

# replaybench_add_tests(NAME TARGET): a test program (Catch2 2, Debian's catch2) of the *_test.cpp of TARGET's components
# and of the conformance tests, which run over the suite's components and these, but for cases with the tag [long].
function(replaybench_add_tests name target)
  find_package(Catch2 2 REQUIRED)
  get_target_property(headers replaybench::public_headers INTERFACE_INCLUDE_DIRECTORIES)
  set(sources "")
  foreach(folder IN LISTS headers)
    file(GLOB found ${folder}/suite/testing/catch_main.cpp ${folder}/suite/testing/allocation_count.cpp
      ${folder}/suite/testing/conformance/*.cpp)
    list(APPEND sources ${found})
  endforeach()
  get_target_property(tests ${target} REPLAYBENCH_TEST_SOURCES)
  add_executable(${name} ${sources} ${tests})
  target_link_libraries(${name} PRIVATE ${target} Catch2::Catch2 replaybench::numeric_profile)
  add_test(NAME ${name} COMMAND ${name} "~[long]")
endfunction()
