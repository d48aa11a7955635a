#pragma once
// A prepared table, opened: its header, its names, and where its columns are. What reads whole logs
// and what reads blocks of them share this.

#include <filesystem>
#include <string>

#include "suite/prepared/prepared_table_format.hpp"
#include "suite/prepared/sectioned_file.hpp"

namespace replaybench::prepared {

class PreparedTableFile {
 public:
  /// Maps the file and reads the small sections. Throws as read_prepared_table.
  explicit PreparedTableFile(const std::filesystem::path& path);

  /// Throws DataError naming every section without its checksum. O(bytes).
  void verify() const { file_.verify(); }
  /// Throws DataError unless each column of numbers has bytes of its own, and enough of them.
  /// Nothing is allocated. O(columns).
  void check_number_places() const;
  /// Adds the pools of actions to an empty table. Throws DataError. O(bytes).
  void read_pool_table(PoolTable& pools) const;

 protected:
  template <class T>
  T element(TableSection which, std::size_t i) const {
    return file_.element<T>(which, i);
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
