# All of these are Debian 12 packages; `make setup` installs them.
find_package(PkgConfig REQUIRED)
pkg_check_modules(sleef REQUIRED IMPORTED_TARGET sleef)
find_package(fmt REQUIRED)
find_package(OpenSSL REQUIRED)
find_package(tomlplusplus REQUIRED)
find_package(TBB REQUIRED)
find_package(ZLIB REQUIRED)
find_package(CURL REQUIRED)
find_package(Eigen3 REQUIRED NO_MODULE)
find_package(CLI11 REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(Catch2 2 REQUIRED)
find_package(Boost REQUIRED)
# A header alone.
find_path(MUSTACHE_INCLUDE kainjow/mustache.hpp REQUIRED)
find_program(CCACHE ccache)
if(CCACHE)
  # The sloppiness is what ccache asks for before it caches files that use a precompiled header.
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env
    CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime ${CCACHE})
endif()

# The classifiers that are trained offline. LIBLINEAR and LIBSVM come without a description of their own; OpenCV's is in
# a package that needs all of OpenCV, of which ml and core are used.
find_path(LIBLINEAR_INCLUDE linear.h REQUIRED)
find_library(LIBLINEAR linear REQUIRED)
find_path(LIBSVM_INCLUDE libsvm/svm.h REQUIRED)
find_library(LIBSVM svm REQUIRED)
find_path(OPENCV_INCLUDE opencv2/ml.hpp PATH_SUFFIXES opencv4 REQUIRED)
find_library(OPENCV_ML opencv_ml REQUIRED)
find_library(OPENCV_CORE opencv_core REQUIRED)
add_library(classifier_libraries INTERFACE)
target_include_directories(classifier_libraries SYSTEM INTERFACE
  ${LIBLINEAR_INCLUDE} ${LIBSVM_INCLUDE} ${OPENCV_INCLUDE})
target_link_libraries(classifier_libraries INTERFACE ${LIBLINEAR} ${LIBSVM} ${OPENCV_ML} ${OPENCV_CORE})
