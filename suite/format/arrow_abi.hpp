#pragma once
// The structs of the Arrow C data interface and the C stream interface, whose layout is a stable binary
// interface. Source: Apache Arrow specification, "The Arrow C data interface" and "The Arrow C stream
// interface" (format version 1), structure definitions.

#include <cstdint>

namespace replaybench::arrow {

/// The type of an array. `release` is null once it is released.
struct Schema {
  const char* format;
  const char* name;
  const char* metadata;
  std::int64_t flags;
  std::int64_t n_children;
  Schema** children;
  Schema* dictionary;
  void (*release)(Schema*);
  void* private_data;
};

/// The values of an array. `release` is null once it is released.
struct Array {
  std::int64_t length;
  std::int64_t null_count;
  std::int64_t offset;
  std::int64_t n_buffers;
  std::int64_t n_children;
  const void** buffers;
  Array** children;
  Array* dictionary;
  void (*release)(Array*);
  void* private_data;
};

/// Chunks of one type. The functions give 0 or an errno; an array whose `release` is null ends the stream.
struct Stream {
  int (*get_schema)(Stream*, Schema* out);
  int (*get_next)(Stream*, Array* out);
  const char* (*get_last_error)(Stream*);
  void (*release)(Stream*);
  void* private_data;
};

}  // namespace replaybench::arrow
