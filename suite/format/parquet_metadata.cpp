#include "suite/format/parquet_metadata.hpp"

#include <cstring>

#include "suite/format/thrift_reader.hpp"
#include "suite/text/errors.hpp"
#include "suite/text/quoted_text.hpp"

namespace replaybench::parquet {

namespace {

using Thrift = ThriftReader::Type;

struct SchemaElement {
  std::int64_t type = -1;        // -1: a group
  std::int64_t repetition = -1;  // of the root alone
  std::int64_t children = 0, converted = -1, scale = 0, width = 0;
  std::int32_t logical = -1;
  std::int64_t logical_scale = 0;
  std::int32_t time_unit = 0;  // of a logical timestamp: 1 milli-, 2 micro-, 3 nanoseconds
  bool logical_sign = true;
  bool is_list = false;  // annotated so
  std::string name;
};

constexpr std::int64_t converted_list = 3, converted_decimal = 5, converted_date = 6,
                       timestamp_millis = 9, timestamp_micros = 10, uint_8 = 11, uint_64 = 14,
                       int_64 = 18, converted_interval = 21;
constexpr std::int32_t logical_list = 3, logical_decimal = 5, logical_date = 6,
                       logical_timestamp = 8, logical_integer = 10, logical_uuid = 14,
                       logical_half = 15;

// The one field of a LogicalType, whose number says which it is.
void read_logical(ThriftReader& reader, SchemaElement& element) {
  reader.structure([&](std::int32_t kind, Thrift kind_type) {
    element.logical = kind;
    if (kind_type != Thrift::structure ||
        (kind != logical_decimal && kind != logical_integer && kind != logical_timestamp)) {
      return false;
    }
    reader.structure([&](std::int32_t id, Thrift type) {
      if (kind == logical_decimal && id == 1) {
        element.logical_scale = reader.whole(type);
      } else if (kind == logical_integer && id == 2) {
        element.logical_sign = reader.truth(type);
      } else if (kind == logical_timestamp && id == 2 && type == Thrift::structure) {
        reader.structure([&](std::int32_t unit, Thrift) {
          element.time_unit = unit;
          return false;
        });
      } else {
        return false;
      }
      return true;
    });
    return true;
  });
}

bool is_unsigned(const SchemaElement& element) {
  return element.converted >= uint_8 && element.converted <= uint_64;
}

// The older and the newer way to say what the numbers mean; most writers write both.
bool kinds_agree(const SchemaElement& element) {
  if (element.converted < 0) return true;
  if (element.logical == logical_integer) {
    return element.converted >= uint_8 && element.converted <= int_64 &&
           element.logical_sign != is_unsigned(element);
  }
  if (element.logical == logical_decimal) {
    return element.converted == converted_decimal && element.logical_scale == element.scale;
  }
  if (element.logical == logical_date) return element.converted == converted_date;
  if (element.logical == logical_timestamp) {
    return (element.converted == timestamp_millis && element.time_unit == 1) ||
           (element.converted == timestamp_micros && element.time_unit == 2);
  }
  return element.logical < 0 ||
         (element.converted != converted_date && element.converted != timestamp_millis &&
          element.converted != timestamp_micros);
}

SchemaElement read_element(ThriftReader& reader) {
  SchemaElement element;
  reader.structure([&](std::int32_t id, Thrift type) {
    switch (id) {
      case 1:
        element.type = reader.whole(type);
        break;
      case 2:
        element.width = reader.whole(type);
        break;
      case 3:
        element.repetition = reader.whole(type);
        break;
      case 4:
        if (type != Thrift::binary) return false;
        element.name = reader.binary();
        break;
      case 5:
        element.children = reader.whole(type);
        break;
      case 6:
        element.converted = reader.whole(type);
        break;
      case 7:
        element.scale = reader.whole(type);
        break;
      case 10:
        if (type != Thrift::structure) return false;
        read_logical(reader, element);
        break;
      default:
        return false;
    }
    return true;
  });
  element.is_list = element.logical == logical_list || element.converted == converted_list;
  if (element.repetition < -1 || element.repetition > 2)
    reader.fail("a column of unknown repetition");
  if (!kinds_agree(element)) {
    reader.fail("column " + quoted_text(element.name) + " is of two kinds, " +
                std::to_string(element.converted) + " as an older and " +
                std::to_string(element.logical) + " as a newer reader sees it");
  }
  return element;
}

struct ChunkFields {
  std::int64_t type = -1, codec = -1, values = -1, bytes = -1, data_page = -1, dictionary_page = -1;
  std::string path;
  bool elsewhere = false;
};

void read_column_metadata(ThriftReader& reader, ChunkFields& chunk) {
  reader.structure([&](std::int32_t id, Thrift type) {
    switch (id) {
      case 1:
        chunk.type = reader.whole(type);
        break;
      case 3:
        if (type != Thrift::list) return false;
        reader.list(Thrift::binary, [&] {
          if (!chunk.path.empty()) chunk.path += '.';
          chunk.path += reader.binary();
        });
        break;
      case 4:
        chunk.codec = reader.whole(type);
        break;
      case 5:
        chunk.values = reader.whole(type);
        break;
      case 7:
        chunk.bytes = reader.whole(type);
        break;
      case 9:
        chunk.data_page = reader.whole(type);
        break;
      case 11:
        chunk.dictionary_page = reader.whole(type);
        break;
      default:
        return false;
    }
    return true;
  });
}

Chunk read_chunk(ThriftReader& reader, std::uint64_t file_bytes) {
  ChunkFields fields;
  reader.structure([&](std::int32_t id, Thrift type) {
    if (id == 1) {
      fields.elsewhere = true;
      return false;
    }
    if (id != 3 || type != Thrift::structure) return false;
    read_column_metadata(reader, fields);
    return true;
  });
  if (fields.elsewhere) reader.fail("a column in another file, which is not read");
  std::int64_t begin = fields.data_page;
  if (fields.dictionary_page > 0 && fields.dictionary_page < begin) begin = fields.dictionary_page;
  // Writers give a chunk without values any place, 0 say.
  if (fields.values == 0) begin = fields.bytes = 0;
  if ((begin < 4 && fields.values != 0) || fields.bytes < 0 || fields.values < 0 ||
      fields.codec < 0) {
    reader.fail("a column chunk without a place in the file");
  }
  Chunk chunk;
  chunk.offset = static_cast<std::uint64_t>(begin);
  chunk.bytes = static_cast<std::uint64_t>(fields.bytes);
  chunk.values = static_cast<std::uint64_t>(fields.values);
  if (chunk.bytes > file_bytes || chunk.offset > file_bytes - chunk.bytes) {
    reader.fail("a column chunk of bytes " + std::to_string(chunk.offset) + " to " +
                std::to_string(chunk.offset) + " + " + std::to_string(chunk.bytes) +
                ", behind the file's " + std::to_string(file_bytes));
  }
  chunk.codec = static_cast<Codec>(fields.codec);
  chunk.path = std::move(fields.path);
  chunk.type = fields.type;
  return chunk;
}

RowGroup read_group(ThriftReader& reader, std::uint64_t file_bytes) {
  RowGroup group;
  reader.structure([&](std::int32_t id, Thrift type) {
    if (id == 1 && type == Thrift::list) {
      reader.list(Thrift::structure,
                  [&] { group.chunks.push_back(read_chunk(reader, file_bytes)); });
      return true;
    }
    if (id != 3) return false;
    const std::int64_t rows = reader.whole(type);
    if (rows < 0) reader.fail("a negative number of rows");
    group.rows = static_cast<std::uint64_t>(rows);
    return true;
  });
  return group;
}

constexpr std::int64_t is_optional = 1, is_repeated = 2;

// The elements of the schema from a column to one of its leaves.
using SchemaPath = std::vector<const SchemaElement*>;

// A list has one element that is repeated: the middle one of three (list.element), the last one of
// two as older writers have it, or the column itself. Gives it the levels of its values.
bool is_list_of_values(const SchemaPath& path, Column& column) {
  const SchemaElement& first = *path.front();
  const SchemaElement& last = *path.back();
  if (path.size() == 1) {
    column.present_level = 1;
    return last.repetition == is_repeated;
  }
  if (!first.is_list || first.repetition == is_repeated || first.children != 1 || path.size() > 3 ||
      path[1]->repetition != is_repeated) {
    return false;
  }
  column.empty_level = first.repetition == is_optional ? 1 : 0;
  column.present_level = column.empty_level + 1;
  if (path.size() == 2) return true;
  if (last.repetition == is_optional) ++column.present_level;
  return path[1]->children == 1 && last.repetition != is_repeated;
}

void set_shape(const SchemaPath& path, Column& column) {
  column.name = path.front()->name;
  for (const SchemaElement* element : path) {
    if (element != path.front()) column.path += '.';
    column.path += element->name;
  }
  if (path.size() == 1 && path.front()->repetition != is_repeated) {
    column.present_level = path.front()->repetition == is_optional ? 1 : 0;
  } else if (is_list_of_values(path, column)) {
    column.shape = Column::Shape::list;
  } else {
    column.shape = Column::Shape::other;
    for (std::size_t i = 1; i < path.size(); ++i) column.name += "." + path[i]->name;
  }
}

Meaning time_of(const SchemaElement& element) {
  if (element.type == static_cast<int>(Type::int32)) {
    const bool date = element.logical == logical_date || element.converted == converted_date;
    return date ? Meaning::date : Meaning::plain;
  }
  if (element.type != static_cast<int>(Type::int64)) return Meaning::plain;
  if (element.converted == timestamp_millis) return Meaning::milliseconds;
  if (element.converted == timestamp_micros) return Meaning::microseconds;
  if (element.logical != logical_timestamp) return Meaning::plain;
  return element.time_unit == 1   ? Meaning::milliseconds
         : element.time_unit == 2 ? Meaning::microseconds
         : element.time_unit == 3 ? Meaning::nanoseconds
                                  : Meaning::plain;
}

// Sets the meaning of the values of a readable leaf.
void set_meaning(const SchemaElement& element, Column& column) {
  constexpr std::int64_t widest_value = 1 << 16;
  const bool fixed = column.type == Type::fixed_bytes;
  if (fixed && (element.width < 1 || element.width > widest_value)) {
    throw DataError("column " + quoted_text(column.name) + " has values of " +
                    std::to_string(element.width) + " bytes");
  }
  column.width = fixed ? static_cast<std::size_t>(element.width) : 0;
  column.meaning = time_of(element);
  if (element.converted == converted_decimal || element.logical == logical_decimal) {
    const std::int64_t scale =
        element.logical == logical_decimal ? element.logical_scale : element.scale;
    const std::int64_t largest = column.is_bytes() ? 38 : 22;
    if (scale < 0 || scale > largest || column.width > 16) {
      column.unsupported =
          "is a DECIMAL of more than 38 digits, which is not read; cast it to DOUBLE";
    } else {
      column.scale = static_cast<int>(scale);
      if (column.is_bytes()) column.meaning = Meaning::decimal;
    }
  } else if (fixed && element.logical == logical_half && column.width == 2) {
    column.meaning = Meaning::half;
  } else if (fixed && element.logical == logical_uuid && column.width == 16) {
    column.meaning = Meaning::uuid;
  }
}

Column column_of(const SchemaPath& path) {
  const SchemaElement& element = *path.back();
  Column column;
  set_shape(path, column);
  column.is_unsigned = is_unsigned(element) || (element.converted < 0 && !element.logical_sign);
  if (element.type < 0 || element.type > static_cast<int>(Type::fixed_bytes)) {
    throw DataError("column " + quoted_text(column.name) + " has the unknown type " +
                    std::to_string(element.type));
  }
  column.type = static_cast<Type>(element.type);
  if (column.shape == Column::Shape::other) {
    column.unsupported =
        "is nested; flat columns and lists of numbers or texts are read: write each field as a "
        "column of its own";
  } else if (column.type == Type::int96) {
    column.unsupported = "is of type INT96, which is not read; write it as INT64";
  } else if (column.type == Type::fixed_bytes && element.converted == converted_interval) {
    column.unsupported = "is an INTERVAL, which is not read; write it as a number of seconds";
  } else {
    set_meaning(element, column);
  }
  return column;
}

// The leaves below the element at `at`, which is moved behind them.
void add_leaves(const std::vector<SchemaElement>& schema, std::size_t& at, SchemaPath& path,
                std::vector<Column>& columns) {
  constexpr std::size_t max_depth = 64;
  if (at >= schema.size() || path.size() > max_depth) throw DataError("its schema is broken");
  const SchemaElement& element = schema[at++];
  if (element.repetition < 0) {
    throw DataError("column " + quoted_text(element.name) +
                    " does not say whether its values may be absent or repeated");
  }
  path.push_back(&element);
  if (element.children == 0 && element.type >= 0) {
    columns.push_back(column_of(path));
  } else if (element.children < 0) {
    throw DataError("its schema is broken");
  }
  for (std::int64_t i = 0; i < element.children; ++i) add_leaves(schema, at, path, columns);
  path.pop_back();
}

std::vector<Column> columns_of(const std::vector<SchemaElement>& schema) {
  std::vector<Column> columns;
  if (schema.empty() || schema[0].children < 1) throw DataError("its schema has no column");
  std::size_t at = 1;
  SchemaPath path;
  for (std::int64_t i = 0; i < schema[0].children; ++i) add_leaves(schema, at, path, columns);
  if (at != schema.size()) throw DataError("its schema has columns that belong to nothing");
  return columns;
}

// Compares a chunk with its column; messages name the schema's.
void check_column(const Column& column, const Chunk& chunk) {
  if (chunk.path != column.path) {
    throw DataError("column " + quoted_text(column.path) + " of the schema is column " +
                    quoted_text(chunk.path) + " of a row group");
  }
  if (chunk.type != static_cast<std::int64_t>(column.type)) {
    throw DataError("column " + quoted_text(column.path) + " has type " +
                    std::to_string(static_cast<int>(column.type)) + " in the schema, " +
                    std::to_string(chunk.type) + " in a row group");
  }
}

void check_counts(const Footer& footer, std::uint64_t file_bytes) {
  // A run of equal values takes few bytes however long it is; but no log is all such runs.
  constexpr std::uint64_t small = 1u << 16, max_per_byte = 1024;
  const std::uint64_t most = small + max_per_byte * file_bytes;
  std::uint64_t rows = 0;
  for (const RowGroup& group : footer.groups) {
    if (group.rows > most) {
      throw DataError("its metadata says " + std::to_string(group.rows) + " rows in " +
                      std::to_string(file_bytes) + " bytes; they are forged or damaged");
    }
    rows += group.rows;
    if (group.chunks.size() != footer.columns.size()) {
      throw DataError("a row group has " + std::to_string(group.chunks.size()) +
                      " columns, the schema " + std::to_string(footer.columns.size()));
    }
    for (std::size_t i = 0; i < group.chunks.size(); ++i) {
      const Column& column = footer.columns[i];
      check_column(column, group.chunks[i]);
      const std::uint64_t values = group.chunks[i].values;
      const bool flat = column.shape == Column::Shape::flat;
      const bool list = column.shape == Column::Shape::list;
      // An absent or empty list counts as a value.
      if ((flat && values != group.rows) || (list && (values < group.rows || values > most))) {
        throw DataError("column " + quoted_text(column.name) + " has " + std::to_string(values) +
                        " values in a group of " + std::to_string(group.rows) + " rows");
      }
    }
  }
  if (rows != footer.rows || rows > most) {
    throw DataError("its metadata says " + std::to_string(footer.rows) + " rows, its row groups " +
                    std::to_string(rows));
  }
}

}  // namespace

Footer read_footer(const ReadableFile& file) {
  constexpr const char* encrypted =
      "the Parquet file is encrypted, and no keys are known here; write it again without "
      "encryption";
  constexpr std::string_view magic = "PAR1";
  constexpr std::size_t tail = 8;
  std::string head_buffer, buffer;
  const auto head = file.read(0, std::min<std::uint64_t>(file.size(), magic.size()), head_buffer);
  const std::uint64_t tail_bytes = std::min<std::uint64_t>(file.size(), tail);
  std::string_view end = file.read(file.size() - tail_bytes, tail_bytes, buffer);
  if (head == "PARE" || (head == magic && end.ends_with("PARE"))) throw DataError(encrypted);
  if (head != magic) throw DataError("it is no Parquet file");
  if (file.size() < magic.size() + tail || !end.ends_with(magic)) {
    throw DataError("truncated Parquet file: it ends at byte " + std::to_string(file.size()) +
                    ", not with the footer and PAR1");
  }
  std::uint32_t length = 0;
  std::memcpy(&length, end.data(), sizeof length);
  if (length > file.size() - tail - magic.size()) {
    throw DataError("its footer of " + std::to_string(length) + " bytes is longer than the file");
  }
  ThriftReader reader(file.read(file.size() - tail - length, length, buffer));
  Footer footer;
  std::vector<SchemaElement> schema;
  bool has_rows = false;
  bool has_groups = false;
  reader.structure([&](std::int32_t id, Thrift type) {
    if (id == 2 && type == Thrift::list) {
      reader.list(Thrift::structure, [&] { schema.push_back(read_element(reader)); });
    } else if (id == 3) {
      has_rows = true;
      const std::int64_t rows = reader.whole(type);
      if (rows < 0) reader.fail("a negative number of rows");
      footer.rows = static_cast<std::uint64_t>(rows);
    } else if (id == 4 && type == Thrift::list) {
      has_groups = true;
      reader.list(Thrift::structure,
                  [&] { footer.groups.push_back(read_group(reader, file.size())); });
    } else if (id == 6 && type == Thrift::binary) {
      footer.writer = reader.binary();
    } else if (id == 8) {
      throw DataError(encrypted);
    } else {
      return false;
    }
    return true;
  });
  footer.columns = columns_of(schema);
  if (!has_rows || !has_groups) throw DataError("its metadata has no rows or no row groups");
  if (reader.offset() != length) {
    throw DataError("its metadata ends at byte " + std::to_string(reader.offset()) + " of " +
                    std::to_string(length));
  }
  check_counts(footer, file.size());
  return footer;
}

PageHeader read_page_header(std::string_view bytes) {
  ThriftReader reader(bytes);
  PageHeader page;
  const auto size = [&](Thrift type) {
    const std::int64_t value = reader.whole(type);
    if (value < 0) reader.fail("a negative size of a page");
    return static_cast<std::uint64_t>(value);
  };
  const auto encoding = [&](Thrift type) { return static_cast<Encoding>(reader.whole(type)); };
  bool described = false;
  const auto data_page = [&](std::int32_t id, Thrift type) {
    if (id == 1) {
      page.values = size(type);
    } else if (id == 2) {
      page.encoding = encoding(type);
    } else if (id == 3) {
      page.level_encoding = encoding(type);
    } else if (id == 4) {
      page.repetition_encoding = encoding(type);
    } else {
      return false;
    }
    return true;
  };
  const auto data_page_v2 = [&](std::int32_t id, Thrift type) {
    if (id == 1) {
      page.values = size(type);
    } else if (id == 4) {
      page.encoding = encoding(type);
    } else if (id == 5) {
      page.definition_bytes = size(type);
    } else if (id == 6) {
      page.repetition_bytes = size(type);
    } else if (id == 7) {
      page.packed = reader.truth(type);
    } else {
      return false;
    }
    return true;
  };
  reader.structure([&](std::int32_t id, Thrift type) {
    if (id == 1) {
      page.type = static_cast<PageType>(reader.whole(type));
    } else if (id == 2) {
      page.unpacked_bytes = size(type);
    } else if (id == 3) {
      page.packed_bytes = size(type);
    } else if (id == 4) {
      page.has_checksum = true;
      page.checksum = static_cast<std::uint32_t>(reader.whole(type));
    } else if (id == 5 && type == Thrift::structure) {
      described = true;
      reader.structure(data_page);
    } else if (id == 7 && type == Thrift::structure) {
      described = true;
      // A dictionary's first two fields mean the same.
      reader.structure([&](std::int32_t inner, Thrift inner_type) {
        return inner < 3 && data_page(inner, inner_type);
      });
    } else if (id == 8 && type == Thrift::structure) {
      described = true;
      reader.structure(data_page_v2);
    } else {
      return false;
    }
    return true;
  });
  if (!described && page.type != PageType::index) reader.fail("a page without a description");
  page.header_bytes = reader.offset();
  return page;
}

}  // namespace replaybench::parquet
