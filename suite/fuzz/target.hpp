#pragma once
// A fuzz target is a function of bytes that must come back whatever the bytes are: no crash, no
// hang, no memory that the input does not justify; the errors that are documented are caught in it,
// and what must hold of the result is required. libFuzzer calls it with bytes that it thinks up
// (preset "fuzz", scripts/fuzz); in the ordinary build feed_files.cpp calls it with the files of
// corpus.tar.zst, which ctest does for every target.

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace replaybench {

/// Ends the program unless it holds: the fuzzer then keeps the input.
inline void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "does not hold: %s\n", what);
  std::abort();
}

/// Inputs that a target took to the end of what it does, in targets that count them: a corpus of which
/// none gets there tests nothing but refusals.
inline std::size_t inputs_read = 0;

/// A message for a terminal has no control characters but line ends.
inline void require_printable(std::string_view message) {
  for (const char c : message) {
    require(static_cast<unsigned char>(c) >= 0x20 || c == '\n',
            "no control character in a message");
  }
}

}  // namespace replaybench
