#pragma once
// A prepared table, opened: its header, its names, and where its columns are.
// What reads whole logs and what reads blocks of them share this.

#include <filesystem>
#include <string>

#include "suite/prepared/prepared_table_format.hpp"
#include "suite/prepared/sectioned_file.hpp"

namespace replaybench::prepared {

class PreparedTableFile {
 public:
  /// Opens the file and reads the small sections. Throws as
  /// read_prepared_table.
  explicit PreparedTableFile(const std::filesystem::path& path);

  /// Throws DataError naming every section without its checksum. O(bytes).
  void verify() const { file_.verify(); }
  /// Throws DataError unless each column of numbers has bytes of its own, and
  /// enough of them. Nothing is allocated. O(columns).
  void check_number_places() const;
  /// Adds the pools of actions to an empty table. Throws DataError. O(bytes).
  void read_pool_table(PoolTable& pools) const;

 protected:
  template <class T>
  T element(TableSection which, std::size_t i) const {
    return file_.element<T>(which, i);
  }
  /// Numbers `first` .. `first` + out.size() - 1 of the section, without
  /// mapping the file. Throws DataError if they are not there.
  template <class T, class To>
  void read_elements(TableSection which, std::uint64_t first, std::span<To> out) const {
    std::string buffer;
    const std::string_view bytes =
        file_.read(which, first * sizeof(T), out.size() * sizeof(T), buffer);
    for (std::size_t i = 0; i < out.size(); ++i) {
      T value;
      std::memcpy(&value, bytes.data() + i * sizeof(T), sizeof(T));
      out[i] = value;
    }
  }

  std::string name_;
  SectionedFile<TableSection> file_;
  TableHeader header_;
  TableNames names_;
  TableOrigin origin_;

 private:
  void check_counts() const;
};

}  // namespace replaybench::prepared
