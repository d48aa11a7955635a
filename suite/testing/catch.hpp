#pragma once
// The one door to Catch2: Debian 12 has version 2, later systems version 3. Tests use only what
// both share.
#if __has_include(<catch2/catch_all.hpp>)
#include <catch2/catch_all.hpp>
using Catch::Approx;
#else
#include <catch2/catch.hpp>
#endif
