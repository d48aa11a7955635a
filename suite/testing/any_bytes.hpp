#pragma once
// Readers meet bytes that are not what they expect.

#include <cstdint>
#include <string>
#include <string_view>

#include "suite/stream/stream.hpp"
#include "suite/testing/catch.hpp"
#include "suite/text/errors.hpp"

namespace replaybench::testing {

/// Calls `read` with `times` texts that differ from `good` in one byte, or end early, drawn from
/// `key`. It may throw DataError, whose message has no control character but line ends; whatever else
/// it throws goes through, and fails the test.
template <class Read>
void require_only_data_errors(const std::string& good, StreamKey key, const Read& read,
                              std::uint64_t times = 2000) {
  for (std::uint64_t i = 0; i < times; ++i) {
    Draws draws(key, i);
    std::string bytes = good;
    const auto at = draws.below(static_cast<std::uint32_t>(bytes.size()));
    if (draws.below(3) == 0) {
      bytes.resize(at);
    } else {
      bytes[at] = static_cast<char>(draws.below(256));
    }
    try {
      read(bytes);
    } catch (const DataError& error) {
      for (const char c : std::string_view(error.what())) {
        if (static_cast<unsigned char>(c) < 0x20 && c != '\n') FAIL("control character");
      }
    }
  }
}

}  // namespace replaybench::testing
