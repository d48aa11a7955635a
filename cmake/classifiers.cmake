# The classifiers that are trained offline. LIBLINEAR and LIBSVM come without a description of their own; OpenCV's is in
# a package that needs all of OpenCV, of which ml and core are used. Also part of the installed package.
if(NOT TARGET replaybench::classifiers)
  find_path(LIBLINEAR_INCLUDE linear.h REQUIRED)
  find_library(LIBLINEAR linear REQUIRED)
  find_path(LIBSVM_INCLUDE libsvm/svm.h REQUIRED)
  find_library(LIBSVM svm REQUIRED)
  find_path(OPENCV_INCLUDE opencv2/ml.hpp PATH_SUFFIXES opencv4 REQUIRED)
  find_library(OPENCV_ML opencv_ml REQUIRED)
  find_library(OPENCV_CORE opencv_core REQUIRED)
  add_library(replaybench::classifiers INTERFACE IMPORTED)
  target_include_directories(replaybench::classifiers SYSTEM INTERFACE
    ${LIBLINEAR_INCLUDE} ${LIBSVM_INCLUDE} ${OPENCV_INCLUDE})
  target_link_libraries(replaybench::classifiers INTERFACE ${LIBLINEAR} ${LIBSVM} ${OPENCV_ML} ${OPENCV_CORE})
endif()
