# The numeric profile. Every flag here decides the last bits of a result, so the profile's name goes into each
# result's key: a store never mixes the two. An installed library does not force the profile on the code of its users:
# components that are added by replaybench_add_components are compiled with it, and so is every target that links
# replaybench::numeric_profile.
#   x86-64-v3  the published profile (AVX2; any x86-64 machine since about 2015)
#   portable   the baseline of any processor: last bits may differ, and no digests are published
# The default is the published profile if the processor has it, otherwise portable. Cross-compiled without an emulator, any
# x86-64 counts as having it.
function(replaybench_default_profile variable)
  set(${variable} portable PARENT_SCOPE)
  if(NOT CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|amd64)$")
    return()
  endif()
  set(outcome 0)
  if(NOT CMAKE_CROSSCOMPILING OR CMAKE_CROSSCOMPILING_EMULATOR)
    try_run(outcome compiled SOURCES ${PROJECT_SOURCE_DIR}/cmake/package/processor_check.cpp
      SOURCE_FROM_CONTENT main.cpp "int main() {}\n" NO_CACHE RUN_OUTPUT_VARIABLE ignored)
  endif()
  if(outcome EQUAL 0)
    set(${variable} x86-64-v3 PARENT_SCOPE)
  endif()
endfunction()
if(NOT DEFINED CACHE{REPLAYBENCH_PROFILE})
  replaybench_default_profile(default_profile)
  if(default_profile STREQUAL "portable")
    message(STATUS "no x86-64-v3 processor: the profile is portable, and digests of results may differ from the published ones")
  endif()
endif()
set(REPLAYBENCH_PROFILE "${default_profile}" CACHE STRING "numeric profile: x86-64-v3 or portable")
set_property(CACHE REPLAYBENCH_PROFILE PROPERTY STRINGS x86-64-v3 portable)

add_library(numeric_profile INTERFACE)
target_compile_options(numeric_profile INTERFACE
  -ffp-contract=off          # g++ and clang++ contract a*b+c differently
  -fno-fast-math)
if(REPLAYBENCH_PROFILE STREQUAL "x86-64-v3")
  target_compile_options(numeric_profile INTERFACE -march=x86-64-v3)
  # For programs and the Python module: without the profile's flags, so that it runs where these cannot.
  add_library(processor_check OBJECT ${PROJECT_SOURCE_DIR}/cmake/package/processor_check.cpp)
elseif(NOT REPLAYBENCH_PROFILE STREQUAL "portable")
  message(FATAL_ERROR "REPLAYBENCH_PROFILE is '${REPLAYBENCH_PROFILE}'; allowed: x86-64-v3, portable")
endif()
target_compile_definitions(numeric_profile INTERFACE
  EIGEN_MPL2_ONLY
  REPLAYBENCH_PROFILE="${REPLAYBENCH_PROFILE}")
if(NOT CMAKE_BUILD_TYPE STREQUAL "Debug")
  target_compile_definitions(numeric_profile INTERFACE EIGEN_NO_DEBUG)
endif()

# Where headers are found: "suite/...", "algorithms/..." and so on in this build; installed, <replaybench/NAME.hpp> and the
# "suite/..." headers of sources of components (cmake/install_headers.cmake).
add_library(public_headers INTERFACE)
target_compile_features(public_headers INTERFACE cxx_std_20)
target_include_directories(public_headers INTERFACE
  "$<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}>" "$<BUILD_INTERFACE:${PROJECT_BINARY_DIR}/generated>"
  "$<INSTALL_INTERFACE:include>" "$<INSTALL_INTERFACE:include/replaybench/detail>")

# Used by our own targets: the headers, with the profile in this build only.
add_library(own_code INTERFACE)
target_link_libraries(own_code INTERFACE public_headers $<BUILD_INTERFACE:numeric_profile>)

# Warnings, for our own sources only: not part of what an installed target asks of its users.
option(REPLAYBENCH_WERROR "treat warnings as errors" ON)
add_library(developer_warnings INTERFACE)
target_compile_options(developer_warnings INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow
  # g++ 12 raises these falsely in std::string (GCC PR 105651), the last four where its header is precompiled.
  $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict -Wno-stringop-overflow -Wno-stringop-overread -Wno-array-bounds
    -Wno-maybe-uninitialized>
  $<$<BOOL:${REPLAYBENCH_WERROR}>:-Werror>)
