# The package. `cmake --install build/release --prefix DIR` and `cpack -G DEB` install two parts: `program` (the program and
# the studies) and `development` (libraries, headers, CMake files, the conformance tests for components of others).
# Neither builds anything: build the target `replaybench` first.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
set(CMAKE_SKIP_INSTALL_ALL_DEPENDENCY ON)

# Libraries that a user links. core: evaluate on a log, with all components; study: plan, run, store, tables, claims, pages, too;
# replaybench: the program's commands, too.
add_library(replaybench_core INTERFACE)
target_link_libraries(replaybench_core INTERFACE suite_evaluate components)
add_library(replaybench_study INTERFACE)
target_link_libraries(replaybench_study INTERFACE suite_leaderboard suite_report suite_run replaybench_core)
add_library(replaybench_all INTERFACE)
target_link_libraries(replaybench_all INTERFACE suite_cli replaybench_study)
set_target_properties(replaybench_core PROPERTIES EXPORT_NAME core)
set_target_properties(replaybench_study PROPERTIES EXPORT_NAME study)
set_target_properties(replaybench_all PROPERTIES EXPORT_NAME replaybench)
add_library(replaybench::core ALIAS replaybench_core)
add_library(replaybench::study ALIAS replaybench_study)
add_library(replaybench::replaybench ALIAS replaybench_all)

get_property(suite_libraries GLOBAL PROPERTY REPLAYBENCH_LIBRARIES)
list(TRANSFORM suite_libraries PREPEND suite_)
set(libraries ${CMAKE_INSTALL_LIBDIR}/replaybench)
set(package ${CMAKE_INSTALL_LIBDIR}/cmake/replaybench)
set(share share/replaybench)

install(TARGETS replaybench RUNTIME COMPONENT program)
install(DIRECTORY experiments DESTINATION ${share} COMPONENT program)
install(FILES suite/tests/example_log.csv DESTINATION ${share} COMPONENT program)
install(DIRECTORY schema DESTINATION ${share} COMPONENT program FILES_MATCHING PATTERN "*.json")
install(FILES README.md CHANGELOG.md CITATION.cff THIRD_PARTY.md references.bib DESTINATION share/doc/replaybench COMPONENT program)
# The man page, from the program's own descriptions of its commands. The completions ask the program.
set(described ${PROJECT_BINARY_DIR}/generated)
add_custom_command(TARGET replaybench POST_BUILD
  COMMAND replaybench manual > ${described}/replaybench.1)
install(FILES ${described}/replaybench.1 DESTINATION share/man/man1 COMPONENT program)
set(completion suite/cli/completion/replaybench)
install(FILES ${completion}.bash DESTINATION share/bash-completion/completions RENAME replaybench COMPONENT program)
install(FILES ${completion}.zsh DESTINATION share/zsh/site-functions RENAME _replaybench COMPONENT program)
install(FILES ${completion}.fish DESTINATION share/fish/vendor_completions.d COMPONENT program)
install(FILES LICENSE DESTINATION share/doc/replaybench RENAME copyright COMPONENT program)

install(TARGETS public_headers numeric_profile own_code build_commit components ${suite_libraries} replaybench_core replaybench_study replaybench_all
  EXPORT replaybench ARCHIVE DESTINATION ${libraries} COMPONENT development)
install(TARGETS source_digests EXPORT replaybench RUNTIME DESTINATION ${libraries} COMPONENT development)
install(EXPORT replaybench NAMESPACE replaybench:: FILE replaybench-targets.cmake DESTINATION ${package} COMPONENT development)
install(CODE "set(SOURCE \"${PROJECT_SOURCE_DIR}\")\nset(DESTINATION \"\${CMAKE_INSTALL_PREFIX}/include/replaybench\")" COMPONENT development)
install(SCRIPT cmake/install_headers.cmake COMPONENT development)

configure_package_config_file(cmake/package/replaybench-config.cmake.in ${PROJECT_BINARY_DIR}/generated/replaybench-config.cmake
  INSTALL_DESTINATION ${package} PATH_VARS share)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/generated/replaybench-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/generated/replaybench-config.cmake ${PROJECT_BINARY_DIR}/generated/known_sources.txt
  ${PROJECT_BINARY_DIR}/generated/replaybench-config-version.cmake
  cmake/scan.cmake cmake/classifiers.cmake cmake/package/replaybench_functions.cmake cmake/package/program_main.cpp.in
  DESTINATION ${package} COMPONENT development)

if(TARGET processor_check)
  install(FILES cmake/package/processor_check.cpp DESTINATION ${package} COMPONENT development)
endif()

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME replaybench)
set(CPACK_PACKAGE_CONTACT "Replaybench developers <developers@replaybench.invalid>")
set(CPACK_STRIP_FILES ON)
set(CPACK_COMPONENTS_ALL program development)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME replaybench)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_DEPENDS libcurl4)  # loaded by the first download
set(CPACK_DEBIAN_PROGRAM_PACKAGE_RECOMMENDS "gnuplot-nox, fonts-dejavu-core, ca-certificates")  # the last: data fetch
set(CPACK_COMPONENT_PROGRAM_DESCRIPTION "offline evaluation of contextual bandit algorithms
How good is a recommendation policy, given only a log of what another policy
did? Replaybench evaluates bandit algorithms on logs and in simulations, from
declarative studies, with the same bytes on any number of threads.")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME replaybench-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS "replaybench (= ${PROJECT_VERSION}), cmake, g++, make | ninja-build, pkg-config, libbrotli-dev, libfmt-dev, liblinear-dev, liblz4-dev, libopencv-ml-dev, librandom123-dev, libsimdjson-dev, libsleef-dev, libsnappy-dev, libsqlite3-dev, libssl-dev, libsvm-dev, libtomlplusplus-dev, libzstd-dev, zlib1g-dev")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SUGGESTS "catch2, libboost-math-dev")  # for the conformance tests
set(CPACK_COMPONENT_DEVELOPMENT_DESCRIPTION "offline evaluation of contextual bandit algorithms (C++ library)
Static libraries, headers and CMake files, to evaluate from C++ and to build
the program with algorithms, evaluators and data sets of one's own.")
include(CPack)
