#include "suite/prepared/prepared_bytes.hpp"

namespace replaybench {

namespace prepared {

PreparedOrigin origin_of(ByteReading& in) {
  PreparedOrigin origin;
  origin.format = in.text();
  for (std::uint64_t left = in.count(); left > 0; --left) {
    PreparedOrigin::Source& source = origin.sources.emplace_back();
    source.name = in.text();
    source.bytes = in.number();
    source.sha256 = in.text();
    source.lines = in.number();
    source.records = in.number();
  }
  origin.missing = in.texts();
  origin.lines = in.number();
  origin.left_out = in.number();
  for (std::uint64_t left = in.count(); left > 0; --left) {
    PreparedOrigin::Anomaly& anomaly = origin.anomalies.emplace_back();
    anomaly.what = in.text();
    anomaly.count = in.number();
    anomaly.first = in.texts();
  }
  return origin;
}

namespace {

constexpr std::size_t digest_bytes = sizeof(Digest);

}  // namespace

void add_origin(ByteWriting& out, const PreparedOrigin& origin) {
  out.text(origin.format);
  out.number(origin.sources.size());
  for (const PreparedOrigin::Source& source : origin.sources) {
    out.text(source.name);
    out.number(source.bytes);
    out.text(source.sha256);
    out.number(source.lines);
    out.number(source.records);
  }
  out.texts(origin.missing);
  out.number(origin.lines);
  out.number(origin.left_out);
  out.number(origin.anomalies.size());
  for (const PreparedOrigin::Anomaly& anomaly : origin.anomalies) {
    out.text(anomaly.what);
    out.number(anomaly.count);
    out.texts(anomaly.first);
  }
}

std::string Header::content_digest(std::string_view names) const {
  ByteWriting out;
  out.text("replaybench prepared log");
  for (const std::uint64_t value :
       {std::uint64_t{version}, records, dimension, action_count, pool_count, change_count}) {
    out.number(value);
  }
  for (std::size_t s = 0; s < section_count; ++s) {
    if (s == static_cast<std::size_t>(Section::description)) continue;
    out.number(sections[s].bytes);
    out.text(hex_text(sections[s].digest));
  }
  out.text(names);
  return sha256_hex(out.take());
}

std::string header_of_numbers(const std::vector<std::uint64_t>& numbers,
                              std::span<const Header::Place> places) {
  ByteWriting out;
  for (const std::uint64_t value : numbers) out.number(value);
  std::string bytes = std::string(magic) + out.take();
  for (const Header::Place& place : places) {
    out.number(place.offset);
    out.number(place.bytes);
    bytes += out.take();
    bytes.append(reinterpret_cast<const char*>(place.digest.data()), digest_bytes);
  }
  bytes.resize(header_bytes - digest_bytes);
  const Digest digest = sha256(bytes);
  bytes.append(reinterpret_cast<const char*>(digest.data()), digest_bytes);
  return bytes;
}

void read_places(std::string_view bytes, std::size_t numbers, std::span<Header::Place> places) {
  std::size_t at = magic.size() + numbers * sizeof(std::uint64_t);
  for (Header::Place& place : places) {
    ByteReading in(bytes.substr(at, 2 * sizeof(std::uint64_t)));
    place.offset = in.number();
    place.bytes = in.number();
    at += 2 * sizeof(std::uint64_t);
    std::memcpy(place.digest.data(), bytes.data() + at, digest_bytes);
    at += digest_bytes;
  }
}

bool is_whole_header(std::string_view bytes) {
  const Digest wanted = sha256(bytes.substr(0, header_bytes - digest_bytes));
  return std::memcmp(wanted.data(), bytes.data() + header_bytes - digest_bytes, digest_bytes) == 0;
}

std::uint64_t version_of(std::string_view bytes) {
  if (!bytes.starts_with(magic)) throw DataError("is not a prepared log");
  const std::uint64_t found = ByteReading(bytes.substr(magic.size())).number();
  // Another version may have its checksum elsewhere.
  constexpr std::uint64_t plausible = 1000;
  const bool known = found == version || found == table_version;
  if ((known || found > plausible) && !is_whole_header(bytes)) {
    throw DataError("is damaged in its header");
  }
  if (!known) {
    throw DataError("is a prepared log of version " + std::to_string(found) +
                    ", this program reads versions 1 and 3: prepare it again");
  }
  return found;
}

std::string to_bytes(const Header& header) {
  return header_of_numbers({version, header.records, header.dimension, header.action_count,
                            header.pool_count, header.change_count, section_count},
                           header.sections);
}

Header header_of(std::string_view bytes) {
  if (version_of(bytes) != version) {
    throw DataError(
        "is a prepared log of version 3, that of a table; a log of Yahoo! R6B (version 1) is "
        "needed here: prepare it again");
  }
  ByteReading in(bytes.substr(magic.size() + sizeof(std::uint64_t)));
  Header header;
  for (std::uint64_t* value : {&header.records, &header.dimension, &header.action_count,
                               &header.pool_count, &header.change_count}) {
    *value = in.number();
  }
  if (in.number() != section_count) throw DataError("is damaged in its header");
  read_places(bytes, 7, header.sections);
  return header;
}

std::string description_of(const Names& names, const PreparedOrigin& origin) {
  ByteWriting out;
  out.texts(names.features);
  out.texts(names.actions);
  const std::string names_bytes = out.take();
  out.text(names_bytes);
  add_origin(out, origin);
  return out.take();
}

Description description_of(std::string_view bytes) {
  ByteReading in(bytes);
  Description description;
  description.names_bytes = in.text();
  ByteReading names(description.names_bytes);
  description.names.features = names.texts();
  description.names.actions = names.texts();
  names.end();
  description.origin = origin_of(in);
  in.end();
  return description;
}

}  // namespace prepared

std::string PreparedOrigin::text() const {
  const auto counted = [](std::uint64_t n, const std::string& noun) {
    return std::to_string(n) + " " + noun + (n == 1 ? "" : "s");
  };
  std::uint64_t records = 0;
  for (const Source& source : sources) records += source.records;
  std::string text = format + ", " + counted(sources.size(), "file") + ", " +
                     counted(lines, "line") + ": " + counted(records, "record") + ", " +
                     std::to_string(left_out) + " left out\n";
  for (const Source& source : sources) {
    text += "  " + source.name + ": " + counted(source.records, "record");
    // A pipe or a part of a database has none.
    if (!source.sha256.empty()) {
      text += ", " + counted(source.bytes, "byte") + ", SHA-256 " + source.sha256;
    }
    text += '\n';
  }
  for (const std::string& name : missing) text += "  missing: " + name + "\n";
  for (const Anomaly& anomaly : anomalies) {
    text += "  " + anomaly.what + ": " + std::to_string(anomaly.count);
    const char* separator = "; at ";
    for (const std::string& place : anomaly.first) {
      text += separator + place;
      separator = ", ";
    }
    if (!anomaly.first.empty() && anomaly.first.size() < anomaly.count) text += ", ...";
    text += "\n";
  }
  return text;
}

}  // namespace replaybench
