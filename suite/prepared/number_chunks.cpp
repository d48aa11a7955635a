#include "suite/prepared/number_chunks.hpp"

#include <algorithm>
#include <string>
#include <string_view>

#include "suite/text/errors.hpp"

namespace replaybench::prepared {

void NumberChunks::add(std::span<const NumberColumn> columns) {
  columns_ = columns.size();
  std::string bytes;
  for (const NumberColumn& column : columns) {
    const std::size_t before = bytes.size();
    const NumberKind kind = write_numbers(column, [&](const void* data, std::size_t size) {
      bytes.append(static_cast<const char*>(data), size);
    });
    places_.push_back(
        {bytes_.size() + before, static_cast<std::uint32_t>(bytes.size() - before), kind});
  }
  records_ += columns.front().size;
  bytes_.append(bytes);
}

void NumberChunks::read(std::size_t column, NumberPlaces to) const {
  std::string buffer;
  while (to.count > 0) {
    const std::uint64_t chunk = to.first / per_chunk_;
    const std::uint64_t begin = chunk * per_chunk_;
    const std::size_t size = std::min<std::uint64_t>(per_chunk_, records_ - begin);
    const Place& place = places_[chunk * columns_ + column];
    NumberPlaces part = to;
    part.first = to.first - begin;
    part.count = std::min(to.count, size - part.first);
    if (!read_numbers(place.kind, bytes_.read(place.first, place.bytes, buffer), size, part)) {
      throw FileError("the temporary file of a log was changed while it was used");
    }
    to.first += part.count;
    to.count -= part.count;
    to.out += part.count * to.stride;
  }
}

}  // namespace replaybench::prepared
