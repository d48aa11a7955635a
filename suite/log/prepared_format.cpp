#include "suite/log/prepared_format.hpp"

#include "suite/text/errors.hpp"
#include "suite/text/sha256.hpp"

namespace replaybench {

namespace prepared {

namespace {

/// Numbers of 64 bits and texts after their lengths, one after the other.
class Writing {
 public:
  void number(std::uint64_t value) {
    bytes_.append(reinterpret_cast<const char*>(&value), sizeof(value));
  }
  void text(std::string_view value) {
    number(value.size());
    bytes_.append(value);
  }
  void texts(const std::vector<std::string>& values) {
    number(values.size());
    for (const std::string& value : values) text(value);
  }
  std::string take() { return std::move(bytes_); }

 private:
  std::string bytes_;
};

/// The same back. Whatever the bytes are, it reads none beyond them and throws DataError instead.
class Reading {
 public:
  explicit Reading(std::string_view bytes) : rest_(bytes) {}

  std::uint64_t number() {
    std::uint64_t value;
    std::memcpy(&value, take(sizeof(value)).data(), sizeof(value));
    return value;
  }
  std::string_view text() { return take(number()); }
  std::vector<std::string> texts() {
    std::vector<std::string> values;
    for (std::uint64_t left = count(); left > 0; --left) values.emplace_back(text());
    return values;
  }
  /// The number of things that follow; each takes 8 bytes at least.
  std::uint64_t count() {
    const std::uint64_t found = number();
    if (found > rest_.size() / sizeof(std::uint64_t)) fail();
    return found;
  }
  void end() const {
    if (!rest_.empty()) fail();
  }

 private:
  [[noreturn]] static void fail() { throw DataError("the description does not parse"); }
  std::string_view take(std::uint64_t size) {
    if (size > rest_.size()) fail();
    const std::string_view taken = rest_.substr(0, size);
    rest_.remove_prefix(size);
    return taken;
  }

  std::string_view rest_;
};

PreparedOrigin origin_of(Reading& in) {
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

constexpr std::size_t digest_bytes = sizeof(Digest);

}  // namespace

const char* name_of(Section section) {
  constexpr const char* names[section_count] = {"features",    "actions",      "rewards",
                                                "time blocks", "time offsets", "pool changes",
                                                "pools",       "description"};
  return names[static_cast<std::size_t>(section)];
}

std::string Header::content_digest(std::string_view names) const {
  Writing out;
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

std::string to_bytes(const Header& header) {
  Writing out;
  for (const std::uint64_t value :
       {std::uint64_t{version}, header.records, header.dimension, header.action_count,
        header.pool_count, header.change_count, std::uint64_t{section_count}}) {
    out.number(value);
  }
  std::string bytes = std::string(magic) + out.take();
  for (const Header::Place& place : header.sections) {
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

Header header_of(std::string_view bytes) {
  if (!bytes.starts_with(magic)) throw DataError("is not a prepared log");
  Reading in(bytes.substr(magic.size()));
  // The version is looked at first: another one may have its checksum elsewhere.
  const std::uint64_t found = in.number();
  const std::string_view body = bytes.substr(0, header_bytes - digest_bytes);
  const std::string_view digest = bytes.substr(header_bytes - digest_bytes, digest_bytes);
  const Digest wanted = sha256(body);
  const bool whole = std::memcmp(wanted.data(), digest.data(), digest_bytes) == 0;
  if (found != version) {
    constexpr std::uint64_t plausible = 1000;
    if (!whole && found > plausible) throw DataError("is damaged in its header");
    throw DataError("is a prepared log of version " + std::to_string(found) +
                    ", this program reads version " + std::to_string(version) +
                    ": prepare it anew");
  }
  if (!whole) throw DataError("is damaged in its header");
  Header header;
  for (std::uint64_t* value : {&header.records, &header.dimension, &header.action_count,
                               &header.pool_count, &header.change_count}) {
    *value = in.number();
  }
  if (in.number() != section_count) throw DataError("is damaged in its header");
  std::size_t at = magic.size() + 7 * sizeof(std::uint64_t);
  for (Header::Place& place : header.sections) {
    Reading numbers(bytes.substr(at, 2 * sizeof(std::uint64_t)));
    place.offset = numbers.number();
    place.bytes = numbers.number();
    at += 2 * sizeof(std::uint64_t);
    std::memcpy(place.digest.data(), bytes.data() + at, digest_bytes);
    at += digest_bytes;
  }
  return header;
}

std::string description_of(const Names& names, const PreparedOrigin& origin) {
  Writing out;
  out.texts(names.features);
  out.texts(names.actions);
  const std::string names_bytes = out.take();
  out.text(names_bytes);
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
  return out.take();
}

Description description_of(std::string_view bytes) {
  Reading in(bytes);
  Description description;
  description.names_bytes = in.text();
  Reading names(description.names_bytes);
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
    text += "  " + source.name + ": " + counted(source.records, "record") + ", " +
            counted(source.bytes, "byte") + ", SHA-256 " + source.sha256 + "\n";
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
