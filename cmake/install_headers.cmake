# Run by `cmake --install`: installs the headers of SOURCE below DESTINATION. The public headers (suite/public) come first;
# DESTINATION/detail gets the headers that these need, and those that sources and tests of our components include, because
# a component of another project may include them too. Any other header of the suite is not installed.

cmake_policy(VERSION 3.25)

# include_closure(VARIABLE FILES...): the headers of suite/ that the files include, directly or not; relative to SOURCE.
function(include_closure variable)
  set(waiting ${ARGN})
  set(found "")
  while(waiting)
    list(POP_FRONT waiting file)
    file(STRINGS ${SOURCE}/${file} lines REGEX "^ *# *include \"suite/[^\"]+\"")
    foreach(line IN LISTS lines)
      string(REGEX REPLACE ".*\"(suite/[^\"]+)\".*" "\\1" header ${line})
      if(NOT header IN_LIST found AND NOT header MATCHES "/oracles/")
        list(APPEND found ${header})
        list(APPEND waiting ${header})
      endif()
    endforeach()
  endwhile()
  set(${variable} ${found} PARENT_SCOPE)
endfunction()

file(GLOB public RELATIVE ${SOURCE} ${SOURCE}/suite/public/*.hpp)
file(GLOB_RECURSE components RELATIVE ${SOURCE} ${SOURCE}/algorithms/*.[ch]pp ${SOURCE}/evaluators/*.[ch]pp ${SOURCE}/datasets/*.[ch]pp)
# The conformance tests are sources: replaybench_add_tests() compiles them with the components of a project.
file(GLOB conformance RELATIVE ${SOURCE} ${SOURCE}/suite/testing/conformance/*.[ch]pp ${SOURCE}/suite/testing/catch_main.cpp
  ${SOURCE}/suite/testing/allocation_count.cpp)
include_closure(headers ${public} ${components} ${conformance})
list(APPEND headers ${conformance})
list(REMOVE_DUPLICATES headers)

foreach(header IN LISTS public)
  file(INSTALL ${SOURCE}/${header} DESTINATION ${DESTINATION})
endforeach()
foreach(header IN LISTS headers)
  get_filename_component(folder ${header} DIRECTORY)
  file(INSTALL ${SOURCE}/${header} DESTINATION ${DESTINATION}/detail/${folder})
endforeach()
