#include "suite/prepared/prepared_table_format.hpp"

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
  if (in.number() != table_section_count) throw DataError("is damaged in its header");
  read_places(bytes, 6, header.sections);
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
