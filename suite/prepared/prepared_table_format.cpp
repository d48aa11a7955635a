#include "suite/prepared/prepared_table_format.hpp"

#include <bit>
#include <limits>

namespace replaybench::prepared {

std::string TableHeader::content_digest() const {
  ByteWriting out;
  out.text("replaybench prepared table");
  for (const std::uint64_t value :
       {std::uint64_t{table_version}, records, dimension, action_count, pool_count}) {
    out.number(value);
  }
  for (std::size_t s = 0; s < table_section_count; ++s) {
    if (s == static_cast<std::size_t>(TableSection::origin)) continue;
    if (s >= listed_table_sections && sections[s].bytes == 0) continue;
    out.number(sections[s].bytes);
    out.text(hex_text(sections[s].digest));
  }
  return sha256_hex(out.take());
}

std::string to_bytes(const TableHeader& header) {
  return header_of_numbers({table_version, header.records, header.dimension, header.action_count,
                            header.pool_count, table_section_count},
                           header.sections);
}

TableHeader table_header_of(std::string_view bytes) {
  if (version_of(bytes) != table_version) {
    throw DataError("is a prepared log of version 1; a table (version 3) is needed here");
  }
  ByteReading in(bytes.substr(magic.size() + sizeof(std::uint64_t)));
  TableHeader header;
  for (std::uint64_t* value :
       {&header.records, &header.dimension, &header.action_count, &header.pool_count}) {
    *value = in.number();
  }
  const std::uint64_t listed = in.number();
  if (listed < listed_table_sections || listed > table_section_count) {
    throw DataError("is damaged in its header");
  }
  read_places(bytes, 6, std::span(header.sections).first(listed));
  for (std::size_t s = listed; s < table_section_count; ++s) {
    const Header::Place& before = header.sections[s - 1];
    header.sections[s] = {before.offset + padded(before.bytes), 0, sha256({})};
  }
  return header;
}

std::uint64_t TableNames::number_columns() const {
  std::uint64_t count = 1 + (has_propensities ? 1 : 0) + features.size();
  for (const Target& target : targets) count += 1 + (target.has_all ? actions.size() : 0);
  return count + predictions.size() * actions.size();
}

std::string to_bytes(const TableNames& names) {
  ByteWriting out;
  out.texts(names.features);
  out.texts(names.actions);
  out.texts(names.segments);
  out.texts(names.loggers);
  out.number(names.targets.size());
  for (const TableNames::Target& target : names.targets) {
    out.text(target.name);
    out.number(target.has_all);
  }
  out.texts(names.predictions);
  out.number(names.has_propensities);
  out.number(names.has_intercept);
  return out.take();
}

TableNames table_names_of(std::string_view bytes) {
  ByteReading in(bytes);
  TableNames names;
  names.features = in.texts();
  names.actions = in.texts();
  names.segments = in.texts();
  names.loggers = in.texts();
  for (std::uint64_t left = in.count(); left > 0; --left) {
    TableNames::Target& target = names.targets.emplace_back();
    target.name = in.text();
    target.has_all = in.number() != 0;
  }
  names.predictions = in.texts();
  names.has_propensities = in.number() != 0;
  names.has_intercept = in.number() != 0;
  in.end();
  return names;
}

std::string to_bytes(const ActionFeatures& features) {
  ByteWriting out;
  out.texts(features.names());
  out.number(features.rows());
  for (std::uint32_t r = 0; r < features.rows(); ++r) {
    const SparseRow row = features.row(r);
    out.number(row.places.size());
    for (std::size_t i = 0; i < row.places.size(); ++i) {
      out.number(row.places[i]);
      out.number(std::bit_cast<std::uint64_t>(row.values[i]));
    }
  }
  out.number(features.sets());
  for (std::uint32_t s = 0; s < features.sets(); ++s) {
    const auto members = features.set(s);
    out.number(members.size());
    for (const ActionFeatures::Member& member : members) {
      out.number(member.action);
      out.number(member.row);
    }
  }
  return out.take();
}

NumberedFeatures action_features_of(std::string_view bytes) {
  ByteReading in(bytes);
  const auto below = [&](std::uint64_t limit) {
    const std::uint64_t number = in.number();
    if (number >= limit) throw DataError("the description does not parse");
    return static_cast<std::uint32_t>(number);
  };
  std::vector<std::string> names = in.texts();
  ActionFeaturesBuilder builder;
  std::vector<std::uint32_t> row_numbers;
  std::vector<ActionFeaturesBuilder::Value> values;
  for (std::uint64_t rows = in.count(); rows > 0; --rows) {
    for (std::uint64_t left = in.count(); left > 0; --left) {
      const std::uint32_t place = below(names.size());
      values.push_back({place, std::bit_cast<double>(in.number())});
    }
    row_numbers.push_back(builder.add_row(values));
    if (row_numbers.back() == ActionFeatures::no_row) {
      throw DataError("the description does not parse");
    }
  }
  NumberedFeatures result;
  std::vector<ActionFeatures::Member> members;
  for (std::uint64_t sets = in.count(); sets > 0; --sets) {
    members.clear();
    for (std::uint64_t left = in.count(); left > 0; --left) {
      const Action action = below(std::numeric_limits<Action>::max());
      if (!members.empty() && action <= members.back().action) {
        throw DataError("the description does not parse");
      }
      members.push_back({action, row_numbers[below(row_numbers.size())]});
    }
    result.set_numbers.push_back(builder.add_set(members));
  }
  in.end();
  result.features = std::move(builder).build(std::move(names));
  return result;
}

std::string to_bytes(const PreparedOrigin& origin, const ReadReport& report) {
  ByteWriting out;
  add_origin(out, origin);
  out.number(report.lines);
  out.number(report.bad_lines);
  out.number(report.first_bad.size());
  for (const BadLine& bad : report.first_bad) {
    out.number(bad.line);
    out.text(bad.file.empty() ? bad.reason
                              : bad.file + ":" + std::to_string(bad.line) + ": " + bad.reason);
  }
  out.texts(report.ignored_columns);
  out.texts(report.warnings);
  return out.take();
}

TableOrigin table_origin_of(std::string_view bytes) {
  ByteReading in(bytes);
  TableOrigin of;
  of.origin = origin_of(in);
  of.report.lines = in.number();
  of.report.bad_lines = in.number();
  for (std::uint64_t left = in.count(); left > 0; --left) {
    BadLine& bad = of.report.first_bad.emplace_back();
    bad.line = in.number();
    bad.reason = in.text();
  }
  of.report.ignored_columns = in.texts();
  of.report.warnings = in.texts();
  in.end();
  return of;
}

}  // namespace replaybench::prepared
