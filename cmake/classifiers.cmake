# The libraries of the classifiers that are trained offline. Each is optional: a build without it lacks the components that need
# it. LIBLINEAR and LIBSVM come without a description of their own; OpenCV's is in a package that needs all of OpenCV, of which
# ml and core are used. Also part of the installed package, which needs the libraries that it was built with
# (replaybench_REQUIRED_CLASSIFIERS).
set(REPLAYBENCH_CLASSIFIERS "")         # those that were found
set(REPLAYBENCH_ABSENT_COMPONENTS "")   # names of components that are not built
set(REPLAYBENCH_ABSENT_SOURCES "")      # other sources that are not compiled

# replaybench_find_classifier(NAME HEADER LIBRARIES... COMPONENTS... [SOURCES...] [SUFFIX folder of the header])
macro(replaybench_find_classifier name header)
  cmake_parse_arguments(ARG "" "SUFFIX" "LIBRARIES;COMPONENTS;SOURCES" ${ARGN})
  string(TOUPPER ${name} upper)
  set(classifier_requirement "")
  if(${name} IN_LIST replaybench_REQUIRED_CLASSIFIERS)
    set(classifier_requirement REQUIRED)
  endif()
  find_path(${upper}_INCLUDE ${header} PATH_SUFFIXES ${ARG_SUFFIX} ${classifier_requirement})
  set(classifier_libraries "")
  foreach(library IN LISTS ARG_LIBRARIES)
    string(TOUPPER ${library} variable)
    find_library(${upper}_${variable} ${library} ${classifier_requirement})
    list(APPEND classifier_libraries ${${upper}_${variable}})
  endforeach()
  if(${upper}_INCLUDE AND NOT "${classifier_libraries}" MATCHES "NOTFOUND")
    list(APPEND REPLAYBENCH_CLASSIFIERS ${name})
    if(NOT TARGET replaybench::classifiers_${name})
      add_library(replaybench::classifiers_${name} INTERFACE IMPORTED)
      target_include_directories(replaybench::classifiers_${name} SYSTEM INTERFACE ${${upper}_INCLUDE})
      target_link_libraries(replaybench::classifiers_${name} INTERFACE ${classifier_libraries})
      target_link_libraries(replaybench::classifiers INTERFACE replaybench::classifiers_${name})
    endif()
  else()
    list(APPEND REPLAYBENCH_ABSENT_COMPONENTS ${ARG_COMPONENTS})
    list(APPEND REPLAYBENCH_ABSENT_SOURCES ${ARG_SOURCES})
    list(JOIN ARG_COMPONENTS ", " classifier_components)
    message(STATUS "no ${name}: without the components ${classifier_components}")
  endif()
endmacro()

if(NOT TARGET replaybench::classifiers)
  add_library(replaybench::classifiers INTERFACE IMPORTED)
endif()
replaybench_find_classifier(LIBLINEAR linear.h LIBRARIES linear COMPONENTS linear_svm logistic_classifier
  SOURCES suite/learning/liblinear_training.cpp)
replaybench_find_classifier(LIBSVM libsvm/svm.h LIBRARIES svm COMPONENTS gaussian_svm)
replaybench_find_classifier(OpenCV opencv2/ml.hpp SUFFIX opencv4 LIBRARIES opencv_ml opencv_core COMPONENTS random_forest)
