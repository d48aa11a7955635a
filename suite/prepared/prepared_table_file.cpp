#include "suite/prepared/prepared_table_file.hpp"

#include <algorithm>
#include <limits>
#include <string>

#include "suite/prepared/number_column.hpp"

namespace replaybench::prepared {

PreparedTableFile::PreparedTableFile(const std::filesystem::path& path)
    : name_(path.string()), file_(path), header_(file_.read_header(table_header_of)) {
  file_.take_places(header_.sections);
  check_counts();
  names_ = file_.read_section(TableSection::names, table_names_of);
  origin_ = file_.read_section(TableSection::origin, table_origin_of);
  if (names_.features.size() != header_.dimension ||
      names_.actions.size() != header_.action_count ||
      header_[TableSection::number_kinds].bytes / sizeof(NumberPlace) != names_.number_columns()) {
    file_.fail_section(TableSection::names);
  }
}

void PreparedTableFile::check_counts() const {
  const std::uint64_t size = file_.size();
  const std::uint64_t n = header_.records;
  const auto bytes_of = [&](TableSection which) { return header_[which].bytes; };
  const auto is_column = [&](TableSection which, std::uint64_t width) {
    return bytes_of(which) == 0 || bytes_of(which) == n * width;
  };
  const bool plausible = n > 0 && n <= size && header_.dimension <= size &&
                         header_.action_count > 0 && header_.action_count <= size &&
                         header_.action_count <= std::numeric_limits<Action>::max() &&
                         header_.pool_count <= size;
  if (!plausible || bytes_of(TableSection::actions) != n * header_.action_bytes() ||
      bytes_of(TableSection::number_kinds) % sizeof(NumberPlace) != 0 ||
      !is_column(TableSection::pools, 4) || !is_column(TableSection::clusters, 4) ||
      !is_column(TableSection::segments, 4) || !is_column(TableSection::loggers, 4) ||
      !is_column(TableSection::time_ends, 8) || !is_column(TableSection::originals, 4) ||
      !is_column(TableSection::action_sets, 4) ||
      (bytes_of(TableSection::time_ends) == 0 && bytes_of(TableSection::times) != 0) ||
      (header_.pool_count == 0) != (bytes_of(TableSection::pools) == 0)) {
    file_.fail("is damaged in its header");
  }
}

void PreparedTableFile::check_number_places() const {
  const std::uint64_t size = file_.section_size(TableSection::numbers);
  std::uint64_t next = 0;
  std::string buffer;
  for (std::size_t column = 0; column < names_.number_columns(); ++column) {
    NumberPlace place;
    read_elements<NumberPlace>(TableSection::number_kinds, column, std::span(&place, 1));
    if (place.kind >= static_cast<std::uint64_t>(NumberKind::count) || place.offset != next) {
      file_.fail_section(TableSection::number_kinds);
    }
    const std::uint64_t left = size - next;
    const auto first =
        file_.read(TableSection::numbers, next, std::min<std::uint64_t>(left, 8), buffer);
    const auto bytes =
        number_bytes(static_cast<NumberKind>(place.kind), first, left, header_.records);
    if (!bytes) file_.fail_section(TableSection::numbers);
    next += *bytes;
  }
  if (next != size) file_.fail_section(TableSection::numbers);
}

void PreparedTableFile::read_pool_table(PoolTable& pools) const {
  std::string buffer;
  const std::uint64_t size = file_.section_size(TableSection::pool_members);
  const bool good =
      read_pools(file_.read(TableSection::pool_members, 0, size, buffer), header_.pool_count,
                 header_.action_count, [&](const std::vector<Action>& pool) {
                   const std::uint32_t next = pools.size();
                   return pools.intern(pool) == next;
                 });
  if (!good) file_.fail_section(TableSection::pool_members);
}

}  // namespace replaybench::prepared
