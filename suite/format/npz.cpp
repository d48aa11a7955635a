#include "suite/format/npz.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include "suite/format/npy_array.hpp"
#include "suite/format/table_rows.hpp"
#include "suite/format/zip_archive.hpp"
#include "suite/log/text_list.hpp"
#include "suite/text/errors.hpp"
#include "suite/text/quoted_text.hpp"
#include "suite/text/unpacking_limit.hpp"

namespace replaybench {

namespace {

constexpr std::uint64_t max_columns = std::uint64_t{1} << 16;

struct NpzTable {
  explicit NpzTable(FileBytes bytes) : file(std::move(bytes)) {}

  FileBytes file;
  std::vector<std::unique_ptr<std::string>> unpacked;
  struct Column {
    const NpyArray* array;
    std::uint64_t column;
  };
  std::map<std::string, NpyArray>
      arrays;  // by name: the columns' order does not depend on the file's
  std::vector<Column> columns;
  std::vector<std::string> names;
  std::uint64_t rounds = 0;
  std::string pool;  // all actions; empty if unknown
  std::vector<std::string> warnings;
};

class NpzReading {
 public:
  NpzReading(FileBytes file, const std::string& name) : name_(name), table_(std::move(file)) {}

  NpzTable read() && {
    const std::vector<ZipMember> members = zip_members(table_.file.bytes(), name_);
    check_unpacked_size(members);
    for (const ZipMember& member : members) read_member(member);
    const NpyArray& action = required("action");
    required("reward");
    table_.rounds = action.rows();
    if (action.columns() != 1) fail("\"action\" has more than one column");
    if (const auto rounds = whole_number("n_rounds"); rounds && *rounds != table_.rounds) {
      fail("\"n_rounds\" is " + std::to_string(*rounds) + ", but \"action\" has " +
           std::to_string(table_.rounds) + " rounds");
    }
    make_pool();
    for (const auto& [key, array] : table_.arrays) add_columns(key, array);
    return std::move(table_);
  }

 private:
  [[noreturn]] void fail(const std::string& what) const { throw DataError(name_ + ": " + what); }

  static bool is_of_obp(std::string_view key) {
    return key == "action" || key == "reward" || key == "pscore" || key == "context" ||
           key == "n_rounds" || key == "n_actions";
  }

  // No member unpacks to more than the directory says; one that is stored is not unpacked.
  void check_unpacked_size(const std::vector<ZipMember>& members) const {
    const std::uint64_t packed = table_.file.bytes().size();
    std::uint64_t unpacked = 0;
    for (const ZipMember& member : members) {
      if (!member.name.ends_with(".npy") || member.method == 0) continue;
      unpacked = std::max(unpacked, unpacked + member.bytes);  // a forged size may overflow
      if (!unpacks_too_far(packed, std::max(unpacked, member.bytes))) continue;
      fail(unpacks_too_far_text() + " (" + std::to_string(packed) +
           " bytes); if the file is right, write it with numpy.savez, without compression");
    }
  }

  void read_member(const ZipMember& member) {
    if (!member.name.ends_with(".npy")) {
      ignore(member.name, "is no npy array");
      return;
    }
    const std::string key = member.name.substr(0, member.name.size() - 4);
    auto buffer = std::make_unique<std::string>();
    const std::string_view content = zip_content(table_.file.bytes(), member, name_, *buffer);
    NpyArray array(content, name_ + ": member " + quoted_text(member.name));
    if (array.kind() == NpyArray::Kind::pickled) {
      if (is_of_obp(key)) {
        fail("member " + quoted_text(member.name) +
             " is a pickled Python object, which is never read; save it as an array of numbers");
      }
      ignore(member.name, "is a pickled Python object");
      return;
    }
    if (array.kind() != NpyArray::Kind::number) {
      if (is_of_obp(key))
        fail("member " + quoted_text(member.name) + " is no array of numbers (" + array.type() +
             "); save whole numbers as int64, others as float64");
      ignore(member.name, "is no array of numbers in rows and columns (" + array.type() + ")");
      return;
    }
    if (content.data() == buffer->data()) table_.unpacked.push_back(std::move(buffer));
    if (!table_.arrays.emplace(key, std::move(array)).second) {
      fail("the member " + quoted_text(member.name) + " is there twice");
    }
  }

  void ignore(const std::string& member, const std::string& why) {
    table_.warnings.push_back("member " + quoted_text(member) + " " + why + ": ignored");
  }

  const NpyArray& required(const std::string& key) const {
    const auto found = table_.arrays.find(key);
    if (found != table_.arrays.end()) return found->second;
    std::vector<std::string> keys;
    for (const auto& [other, array] : table_.arrays) keys.push_back(other);
    fail("there is no array " + quoted_text(key) + suggestion(key, keys));
  }

  std::optional<std::uint64_t> whole_number(const std::string& key) const {
    const auto found = table_.arrays.find(key);
    if (found == table_.arrays.end()) return std::nullopt;
    const NpyArray& array = found->second;
    if (array.rows() != 1 || array.columns() != 1) fail(quoted_text(key) + " is no single number");
    const double value = array.at(0, 0);
    if (!(value >= 0 && value < 9e15) || value != std::floor(value)) {
      fail(quoted_text(key) + " is " + text_of_number(value) + ", not a whole number");
    }
    return static_cast<std::uint64_t>(value);
  }

  void make_pool() {
    const auto actions = whole_number("n_actions");
    if (!actions) return;
    if (*actions == 0 || *actions > max_given_actions) {
      fail("\"n_actions\" is " + std::to_string(*actions) + "; allowed: 1 to " +
           std::to_string(max_given_actions));
    }
    for (std::uint64_t i = 0; i < *actions; ++i) {
      add_to_list(table_.pool, std::to_string(i));
    }
  }

  void add_columns(const std::string& key, const NpyArray& array) {
    if (key == "n_rounds" || key == "n_actions") return;
    if (array.rows() != table_.rounds || array.shape().empty()) {
      if (is_of_obp(key)) {
        fail(quoted_text(key) + " has " + std::to_string(array.rows()) + " rows, but \"action\" " +
             std::to_string(table_.rounds));
      }
      ignore(key + ".npy", "is not an array over the rounds");
      return;
    }
    if (array.columns() == 0) return;
    if (array.columns() >
        max_columns - std::min<std::uint64_t>(max_columns, table_.columns.size())) {
      fail(quoted_text(key) + " has " + std::to_string(array.columns()) +
           " columns; a table has at most " + std::to_string(max_columns));
    }
    const std::string column = key == "pscore" ? "propensity" : key == "context" ? "x" : key;
    const bool single = key != "context" && array.columns() == 1;
    for (std::uint64_t i = 0; i < array.columns(); ++i) {
      table_.columns.push_back({&array, i});
      table_.names.push_back(single ? column : column + "_" + std::to_string(i));
    }
  }

  std::string name_;
  NpzTable table_;
};

class NpzRows final : public TableRows {
 public:
  NpzRows(std::string name, NpzTable table)
      : TableRows(std::move(name), names_of(table), kinds_of(table)),
        table_(std::move(table)),
        exact_(table_.columns.size()) {}

  bool is_list(std::size_t column) const override { return column == table_.columns.size(); }
  bool next() override {
    if (row_ == table_.rounds) return false;
    for (std::size_t i = 0; i < table_.columns.size(); ++i) {
      if (!is_used(i)) continue;
      const auto& [array, column] = table_.columns[i];
      set_number(i, array->at(row_, column));
      // A double is not every whole number beyond 2^53, and an action needs all its digits.
      if (!needs_text(i) || std::fabs(array->at(row_, column)) < 0x1p53) continue;
      exact_[i] = array->exact_text(row_, column);
      if (!exact_[i].empty()) set_text(i, exact_[i]);
    }
    if (!table_.pool.empty()) set_text(table_.columns.size(), table_.pool);
    line_ = ++row_;
    return true;
  }
  double size_ratio() const override {
    return row_ == 0 ? 0 : static_cast<double>(table_.rounds) / static_cast<double>(row_);
  }
  std::vector<std::string> warnings() const override { return table_.warnings; }

 private:
  static std::vector<std::string> names_of(const NpzTable& table) {
    std::vector<std::string> names = table.names;
    if (!table.pool.empty()) names.emplace_back("pool");
    return names;
  }
  static std::vector<char> kinds_of(const NpzTable& table) {
    std::vector<char> kinds(table.columns.size(), 1);
    if (!table.pool.empty()) kinds.push_back(0);
    return kinds;
  }

  NpzTable table_;
  std::vector<std::string> exact_;  // by column: the digits of the current row's large whole number
  std::uint64_t row_ = 0;
};

}  // namespace

std::unique_ptr<LogRows> npz_rows(FileBytes file, const std::string& name) {
  return std::make_unique<NpzRows>(name, NpzReading(std::move(file), name).read());
}

}  // namespace replaybench
