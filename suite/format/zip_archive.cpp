#include "suite/format/zip_archive.hpp"

#include <zlib.h>

#include <algorithm>
#include <cstring>
#include <memory>

#include "suite/text/errors.hpp"
#include "suite/text/quoted_text.hpp"

namespace replaybench {

namespace {

constexpr std::uint32_t end_magic = 0x06054b50, end64_magic = 0x06064b50,
                        locator_magic = 0x07064b50, entry_magic = 0x02014b50,
                        local_magic = 0x04034b50;
constexpr std::size_t end_bytes = 22, locator_bytes = 20, end64_bytes = 56, entry_bytes = 46,
                      local_bytes = 30;

// Little-endian numbers at places that are checked.
class Bytes {
 public:
  Bytes(std::string_view file, const std::string& name) : file_(file), name_(name) {}

  template <class Number>
  Number at(std::uint64_t place) const {
    require(place, sizeof(Number));
    Number value;
    std::memcpy(&value, file_.data() + place, sizeof value);
    return value;
  }
  std::string_view part(std::uint64_t place, std::uint64_t length) const {
    require(place, length);
    return file_.substr(place, length);
  }
  [[noreturn]] void fail(const std::string& what) const {
    throw DataError(name_ + ": broken zip file: " + what);
  }

 private:
  void require(std::uint64_t place, std::uint64_t length) const {
    if (length <= file_.size() && place <= file_.size() - length) return;
    fail("byte " + std::to_string(place) + " is behind its end (" + std::to_string(file_.size()) +
         " bytes); is it cut?");
  }
  std::string_view file_;
  const std::string& name_;
};

void read_extra(std::string_view extra, ZipMember& member, const Bytes& bytes);

// End of a file without an end record: its members follow each other, each after a header with its
// size (0 if the writer was stopped before it knew it).
std::string place_of_end(std::string_view file, const Bytes& bytes) {
  std::string place = "before its directory";
  for (std::uint64_t at = 0; at < file.size();) {
    if (file.size() - at < local_bytes) return "in the header of a member";
    if (bytes.at<std::uint32_t>(at) != local_magic) {
      return bytes.at<std::uint32_t>(at) == entry_magic ? "in its directory" : place;
    }
    const std::uint64_t name_bytes = bytes.at<std::uint16_t>(at + 26);
    const std::uint64_t extra_bytes = bytes.at<std::uint16_t>(at + 28);
    if (file.size() - at - local_bytes < name_bytes + extra_bytes) {
      return "in the header of a member";
    }
    ZipMember member;
    member.packed_bytes = bytes.at<std::uint32_t>(at + 18);
    member.bytes = bytes.at<std::uint32_t>(at + 22);
    member.name = bytes.part(at + local_bytes, name_bytes);
    read_extra(bytes.part(at + local_bytes + name_bytes, extra_bytes), member, bytes);
    const std::uint64_t begin = at + local_bytes + name_bytes + extra_bytes;
    if (member.packed_bytes > file.size() - begin) {
      return "in member " + quoted_text(member.name) + ", which should go from byte " +
             std::to_string(begin) + " on for " + std::to_string(member.packed_bytes);
    }
    place = "behind member " + quoted_text(member.name);
    at = begin + member.packed_bytes;
  }
  return place;
}

// Position of the end record: the last 22 bytes, unless a comment follows.
std::uint64_t find_end(std::string_view file, const Bytes& bytes) {
  constexpr std::size_t longest_comment = 65535;
  const auto fail = [&] {
    bytes.fail("it has no directory; is it cut? It ends at byte " + std::to_string(file.size()) +
               ", " + place_of_end(file, bytes));
  };
  if (file.size() < end_bytes) fail();
  const std::uint64_t last = file.size() - end_bytes;
  const std::uint64_t first = last > longest_comment ? last - longest_comment : 0;
  for (std::uint64_t at = last;; --at) {
    if (bytes.at<std::uint32_t>(at) == end_magic) return at;
    if (at == first) fail();
  }
}

// Sizes that do not fit 32 bits stand in an extra field, in this order.
void read_extra(std::string_view extra, ZipMember& member, const Bytes& bytes) {
  constexpr std::uint32_t elsewhere = 0xffffffff;
  const auto number = [&](std::size_t at, std::size_t length) {
    std::uint64_t value = 0;
    std::memcpy(&value, extra.data() + at, length);
    return value;
  };
  std::size_t at = 0;
  while (extra.size() - at >= 4) {
    const std::uint64_t id = number(at, 2), length = number(at + 2, 2);
    at += 4;
    if (length > extra.size() - at) bytes.fail("an extra field is cut");
    const std::size_t end = at + length;
    if (id == 1) {
      for (std::uint64_t* const value : {&member.bytes, &member.packed_bytes, &member.offset}) {
        if (*value != elsewhere) continue;
        if (end - at < 8) bytes.fail("a size of 64 bits is missing");
        *value = number(at, 8);
        at += 8;
      }
    }
    at = end;
  }
}

struct Inflater {
  z_stream zlib{};
  Inflater() { ready = inflateInit2(&zlib, -MAX_WBITS) == Z_OK; }
  ~Inflater() {
    if (ready) inflateEnd(&zlib);
  }
  bool ready;
};

// Not the size that the directory says is allocated, but what comes out.
void inflate_into(std::string_view packed, std::uint64_t most, std::string& buffer,
                  const Bytes& bytes) {
  Inflater inflater;
  if (!inflater.ready) throw FileError("zlib cannot start");
  // One byte more than there should be shows that there are more.
  constexpr std::uint64_t largest_block = std::uint64_t{1} << 20;
  const std::size_t block = most < largest_block ? most + 1 : largest_block;
  buffer.clear();
  std::size_t used = 0;
  for (int status = Z_OK; status != Z_STREAM_END;) {
    if (inflater.zlib.avail_in == 0) {
      const std::size_t piece = std::min(packed.size(), block);
      inflater.zlib.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
      inflater.zlib.avail_in = static_cast<uInt>(piece);
      packed.remove_prefix(piece);
    }
    if (buffer.size() - used < block) buffer.resize(std::max(2 * buffer.size(), used + block));
    inflater.zlib.next_out = reinterpret_cast<Bytef*>(buffer.data() + used);
    inflater.zlib.avail_out = static_cast<uInt>(std::min(buffer.size() - used, block));
    const uInt room = inflater.zlib.avail_out;
    status = inflate(&inflater.zlib, Z_NO_FLUSH);
    used += room - inflater.zlib.avail_out;
    if (status == Z_BUF_ERROR && packed.empty()) bytes.fail("a deflated member ends too early");
    if (status != Z_OK && status != Z_STREAM_END && status != Z_BUF_ERROR) {
      bytes.fail("a deflated member is corrupt");
    }
    if (used > most) bytes.fail("a member is longer than its directory says");
  }
  buffer.resize(used);
}

}  // namespace

std::vector<ZipMember> zip_members(std::string_view file, const std::string& name) {
  const Bytes bytes(file, name);
  const std::uint64_t end = find_end(file, bytes);
  std::uint64_t count = bytes.at<std::uint16_t>(end + 10);
  std::uint64_t at = bytes.at<std::uint32_t>(end + 16);
  if (end >= locator_bytes && bytes.at<std::uint32_t>(end - locator_bytes) == locator_magic) {
    const auto end64 = bytes.at<std::uint64_t>(end - locator_bytes + 8);
    bytes.part(end64, end64_bytes);
    if (bytes.at<std::uint32_t>(end64) != end64_magic)
      bytes.fail("its 64-bit end record is missing");
    count = bytes.at<std::uint64_t>(end64 + 32);
    at = bytes.at<std::uint64_t>(end64 + 48);
  }
  std::vector<ZipMember> members;  // not reserved: the count may be forged
  for (std::uint64_t i = 0; i < count; ++i) {
    bytes.part(at, entry_bytes);
    if (bytes.at<std::uint32_t>(at) != entry_magic) bytes.fail("its directory is damaged");
    ZipMember member;
    member.method = bytes.at<std::uint16_t>(at + 10);
    member.checksum = bytes.at<std::uint32_t>(at + 16);
    member.packed_bytes = bytes.at<std::uint32_t>(at + 20);
    member.bytes = bytes.at<std::uint32_t>(at + 24);
    member.offset = bytes.at<std::uint32_t>(at + 42);
    const auto name_length = bytes.at<std::uint16_t>(at + 28);
    const auto extra_length = bytes.at<std::uint16_t>(at + 30);
    const auto comment_length = bytes.at<std::uint16_t>(at + 32);
    const bool encrypted = (bytes.at<std::uint16_t>(at + 8) & 1) != 0;
    member.name = bytes.part(at + entry_bytes, name_length);
    if (encrypted) bytes.fail("member " + quoted_text(member.name) + " is encrypted");
    read_extra(bytes.part(at + entry_bytes + name_length, extra_length), member, bytes);
    members.push_back(std::move(member));
    at += entry_bytes + name_length + extra_length + comment_length;
  }
  return members;
}

std::string_view zip_content(std::string_view file, const ZipMember& member,
                             const std::string& name, std::string& buffer) {
  const std::string place = name + ": member " + quoted_text(member.name);
  const Bytes bytes(file, place);
  bytes.part(member.offset, local_bytes);
  if (bytes.at<std::uint32_t>(member.offset) != local_magic) bytes.fail("its header is missing");
  const std::uint64_t begin = member.offset + local_bytes +
                              bytes.at<std::uint16_t>(member.offset + 26) +
                              bytes.at<std::uint16_t>(member.offset + 28);
  const std::string_view packed = bytes.part(begin, member.packed_bytes);
  std::string_view content = packed;
  if (member.method == Z_DEFLATED) {
    inflate_into(packed, member.bytes, buffer, bytes);
    content = buffer;
  } else if (member.method != 0) {
    bytes.fail("it is packed by method " + std::to_string(member.method) +
               "; read are 0 (stored) and 8 (deflated)");
  }
  if (content.size() != member.bytes) {
    bytes.fail("it has " + std::to_string(content.size()) + " bytes, not the " +
               std::to_string(member.bytes) + " of the directory");
  }
  if (crc32_z(0, reinterpret_cast<const Bytef*>(content.data()), content.size()) !=
      member.checksum) {
    bytes.fail("its checksum is wrong");
  }
  return content;
}

}  // namespace replaybench
