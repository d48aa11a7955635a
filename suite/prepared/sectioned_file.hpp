#pragma once
// A file made of a header and sections that follow each other, opened: where
// the sections are, and whether they are whole. Both forms of prepared logs are
// such files.

#include <sys/stat.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "suite/prepared/prepared_format.hpp"
#include "suite/text/errors.hpp"
#include "suite/text/readable_file.hpp"

namespace replaybench::prepared {

/// The part that does not depend on the set of sections. Every error has the
/// file's name. The file must not be changed in place while it is mapped.
class SectionedFileBase {
 public:
  /// Opens the file. Throws FileError when there is none or it cannot be read,
  /// DataError when it is shorter than a header.
  explicit SectionedFileBase(const std::filesystem::path& path);

  std::uint64_t size() const { return file_.size(); }
  /// All bytes: the file is mapped at the first call. Throws FileError if it
  /// cannot be.
  std::string_view bytes() const { return file()->bytes(); }
  /// Keeps what was mapped.
  const std::shared_ptr<const FileBytes>& file() const;

  /// Result of `read` for the header; its DataError becomes one of this file.
  template <class Read>
  auto read_header(const Read& read) const {
    try {
      std::string buffer;
      return read(file_.read(0, header_bytes, buffer));
    } catch (const DataError& error) {
      fail(error.what());
    }
  }
  /// The places of the sections, from the header; to be called before any
  /// function of a section. Throws DataError unless each section begins where
  /// the one before ends, the first behind the header, and the last ends with
  /// the file. O(sections).
  void take_places(std::span<const Header::Place> places);
  /// Throws DataError with the file's name and this.
  [[noreturn]] void fail(const std::string& reason) const;

 protected:
  /// True if this process has verified the file and it has not changed since,
  /// by its time and size.
  bool was_verified() const;
  void note_verified() const;

  std::string_view section_at(std::size_t which) const {
    return bytes().substr(places_[which].offset, places_[which].bytes);
  }
  const Header::Place& place_at(std::size_t which) const { return places_[which]; }
  /// Bytes of the file, read into `buffer` unless they are in memory. Throws
  /// DataError beyond the end.
  std::string_view read_at(std::uint64_t place, std::size_t size, std::string& buffer) const;
  bool is_whole_at(std::size_t which) const;
  /// " (bytes 4096 to 8192)"
  std::string place_text(std::size_t which) const;
  std::size_t section_count() const { return places_.size(); }

 private:
  std::string name_;
  struct stat status_;  // before it was mapped
  ReadableFile file_;
  mutable std::once_flag is_mapped_;
  mutable std::shared_ptr<const FileBytes> mapped_;
  std::vector<Header::Place> places_;
};

/// `Section` is the enumeration of the file's sections, in their order; it has
/// a `name_of(Section)`.
template <class Section>
class SectionedFile : public SectionedFileBase {
 public:
  using SectionedFileBase::SectionedFileBase;

  /// Without padding. It begins at a multiple of 64 bytes of a mapping, that is
  /// of a page.
  std::string_view section(Section which) const { return section_at(index(which)); }
  std::uint64_t section_size(Section which) const { return place_at(index(which)).bytes; }
  /// Bytes of a section, read into `buffer` unless they are in memory: the file
  /// need not be mapped. Throws DataError, naming the section, beyond its end.
  /// O(size).
  std::string_view read(Section which, std::uint64_t place, std::size_t size,
                        std::string& buffer) const {
    const Header::Place& of = place_at(index(which));
    if (place > of.bytes || size > of.bytes - place) fail_section(which);
    return read_at(of.offset + place, size, buffer);
  }
  /// Number i of the section; needs it to be there. O(1).
  template <class T>
  T element(Section which, std::size_t i) const {
    T value;
    std::memcpy(&value, section(which).data() + i * sizeof(T), sizeof(T));
    return value;
  }
  /// Result of `read` for the section, which must have its checksum; otherwise,
  /// and if `read` throws a DataError, throws one that names the section.
  /// O(bytes).
  template <class Read>
  auto read_section(Section which, const Read& read) const {
    require_whole(which);
    try {
      std::string buffer;
      return read(this->read(which, 0, section_size(which), buffer));
    } catch (const DataError&) {
      fail_section(which);
    }
  }
  /// O(bytes of the section).
  void require_whole(Section which) const {
    if (!is_whole_at(index(which))) fail_section(which);
  }
  /// Throws DataError naming every section that does not have its checksum.
  /// About 1.5 GB/s.
  void verify() const {
    std::string damaged;
    for (std::size_t s = 0; s < section_count(); ++s) {
      if (is_whole_at(s)) continue;
      damaged += damaged.empty() ? "" : ", ";
      damaged += name_of(static_cast<Section>(s));
      damaged += place_text(s);
    }
    if (!damaged.empty()) {
      fail("is damaged: these sections do not have their checksums: " + damaged +
           "; prepare it again");
    }
    note_verified();
  }
  /// verify(), unless this process has verified the file already. Thread-safe.
  void verify_once() const {
    if (!was_verified()) verify();
  }
  [[noreturn]] void fail_section(Section which) const {
    fail("is damaged in its " + std::string(name_of(which)) + ": prepare it again");
  }

 private:
  static std::size_t index(Section which) { return static_cast<std::size_t>(which); }
};

/// The pools of a section: the number of actions of each (32 bits), then all
/// their actions (32 bits), increasing and below `actions`. Calls `take` with
/// each in order. False when the bytes are no such section, or `take` gave
/// false. O(bytes); no more memory than the largest pool.
bool read_pools(std::string_view bytes, std::uint64_t pools, std::uint64_t actions,
                const std::function<bool(std::vector<Action>&)>& take);

}  // namespace replaybench::prepared
