# All of these are Debian 12 packages; scripts/setup installs them. What only tests or benchmarks need is looked for where
# those are built (cmake/suite_libraries.cmake, suite/bench). The installed package looks for those that our libraries link
# (cmake/package/replaybench-config.cmake.in).
find_package(PkgConfig REQUIRED)
pkg_check_modules(sleef REQUIRED IMPORTED_TARGET sleef)
find_package(fmt REQUIRED)
find_package(OpenSSL REQUIRED)
find_package(tomlplusplus REQUIRED)
find_package(ZLIB REQUIRED)
find_package(zstd REQUIRED)
find_package(simdjson REQUIRED)
find_package(Snappy REQUIRED)
pkg_check_modules(lz4 REQUIRED IMPORTED_TARGET liblz4)
pkg_check_modules(brotli REQUIRED IMPORTED_TARGET libbrotlidec)
pkg_check_modules(sqlite REQUIRED IMPORTED_TARGET sqlite3)
find_package(Eigen3 REQUIRED NO_MODULE)
find_package(CLI11 REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(Boost REQUIRED)
# Headers alone; suite/catalogue/fetch.cpp loads libcurl when it downloads.
find_path(MUSTACHE_INCLUDE kainjow/mustache.hpp REQUIRED)
find_path(CURL_INCLUDE curl/curl.h REQUIRED)

include(${CMAKE_CURRENT_LIST_DIR}/classifiers.cmake)
