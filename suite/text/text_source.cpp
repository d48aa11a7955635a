#include "suite/text/text_source.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>
#include <zstd_errors.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <vector>

#include "suite/text/errors.hpp"
#include "suite/text/unpacking_limit.hpp"

namespace replaybench {
namespace {

constexpr std::size_t block_size = std::size_t{1} << 18;

class PlainFile : public TextSource {
 public:
  explicit PlainFile(const std::filesystem::path& path)
      : TextSource(path.string()), descriptor_(::open(path.c_str(), O_RDONLY | O_CLOEXEC)) {
    if (descriptor_ < 0) fail("cannot open");
    // The bytes that tell a packed file from text are kept, not seeked back: the file may be a pipe.
    std::size_t got = 1;
    while (start_.size() < 4 && got > 0) {
      char bytes[4];
      got = read_descriptor(bytes, 4 - start_.size());
      start_.append(bytes, got);
    }
    struct stat status;
    if (::fstat(descriptor_, &status) == 0 && S_ISREG(status.st_mode)) {
      size_ = static_cast<std::size_t>(status.st_size);
    }
  }
  ~PlainFile() override {
    if (descriptor_ >= 0) ::close(descriptor_);
  }

  std::size_t size_hint() const override { return size_; }
  bool is_gzip() const { return start_.starts_with("\x1f\x8b"); }
  // A frame, or a frame to be skipped, which some programs write first. No text begins with the
  // magic number's first two bytes, so a file of only two or three of them was cut.
  bool is_zstd() const {
    return (start_.size() >= 2 && std::string_view("\x28\xb5\x2f\xfd").starts_with(start_)) ||
           (start_.size() == 4 && (start_[0] & 0xf0) == 0x50 && start_.ends_with("\x2a\x4d\x18"));
  }

  std::size_t read(char* to, std::size_t size) override {
    if (start_used_ < start_.size()) {
      const std::size_t got = start_.copy(to, size, start_used_);
      start_used_ += got;
      return got;
    }
    return read_descriptor(to, size);
  }

 private:
  std::size_t read_descriptor(char* to, std::size_t size) {
    for (;;) {
      const ssize_t got = ::read(descriptor_, to, size);
      if (got >= 0) return static_cast<std::size_t>(got);
      if (errno != EINTR) {
        const int error = errno;
        ::close(descriptor_);  // when called by the constructor, the destructor will not run
        descriptor_ = -1;
        errno = error;
        fail("cannot read");
      }
    }
  }
  [[noreturn]] void fail(const char* what) const {
    throw FileError(name() + ": " + what + ": " + std::strerror(errno));
  }

  int descriptor_;
  std::size_t size_ = 0;
  std::string start_;
  std::size_t start_used_ = 0;
};

// Shared by the readers of packed files: the file's bytes, and the positions in the file and the
// text.
class PackedFile : public TextSource {
 protected:
  /// `part` is what the format calls the texts that stand one behind the other.
  PackedFile(std::unique_ptr<PlainFile> file, const char* format, const char* part)
      : TextSource(file->name()),
        input_(block_size),
        file_(std::move(file)),
        format_(format),
        part_(part) {}

  /// The next bytes of the file, in input_; 0 at its end.
  std::size_t read_input() {
    const std::size_t got = file_->read(input_.data(), input_.size());
    input_bytes_ += got;
    return got;
  }
  void begin_part(std::size_t unread) {
    ++parts_;
    part_begin_ = input_bytes_ - unread;
  }
  std::size_t input_bytes() const { return input_bytes_; }
  std::size_t part_begin() const { return part_begin_; }
  void give(const char* text, std::size_t size) {
    text_bytes_ += size;
    line_ends_ += static_cast<std::size_t>(std::count(text, text + size, '\n'));
    if (!unpacks_too_far(input_bytes_, text_bytes_)) return;
    throw DataError(name() + ": " + unpacks_too_far_text() + " (" + std::to_string(text_bytes_) +
                    " bytes of text so far from " + std::to_string(input_bytes_) + " bytes of " +
                    format_ + "); if the file is right, unpack it and give the unpacked file");
  }

  [[noreturn]] void refuse_cut(const char* where) const {
    throw TruncatedText(name() + ": truncated " + format_ + " file: it ends at byte " +
                        std::to_string(input_bytes_) + ", " + where + " " + part_ + " " +
                        std::to_string(parts_) + reached());
  }
  /// Message for a file that cannot be unpacked; `unread` bytes of the input follow the error.
  std::string corrupt(const std::string& why, std::size_t unread) const {
    return name() + ": corrupt " + format_ + " file: " + why + " (near byte " +
           std::to_string(input_bytes_ - unread) + ", in " + part_ + " " + std::to_string(parts_) +
           ")" + reached();
  }
  std::string corrupt_behind(std::size_t end) const {
    return name() + ": corrupt " + format_ + " file: other data after its end, from byte " +
           std::to_string(end) + " on" + reached();
  }

  std::vector<char> input_;

 private:
  std::string reached() const {
    return "; the text unpacked before reaches byte " + std::to_string(text_bytes_) + ", line " +
           std::to_string(line_ends_ + 1);
  }

  std::unique_ptr<PlainFile> file_;
  const char* format_;
  const char* part_;
  std::size_t input_bytes_ = 0, parts_ = 0, part_begin_ = 0, text_bytes_ = 0, line_ends_ = 0;
};

class GzipFile : public PackedFile {
 public:
  explicit GzipFile(std::unique_ptr<PlainFile> file)
      : PackedFile(std::move(file), "gzip", "member") {
    constexpr int gzip_only =
        16;  // zlib: a gzip header is required, and its CRC and length are checked
    if (inflateInit2(&zlib_, MAX_WBITS + gzip_only) != Z_OK) {
      throw FileError(name() + ": zlib cannot start");
    }
  }
  ~GzipFile() override { inflateEnd(&zlib_); }

  std::size_t read(char* to, std::size_t size) override {
    zlib_.next_out = reinterpret_cast<Bytef*>(to);
    if (!failure_.empty()) throw DataError(failure_);
    const auto room = static_cast<uInt>(std::min(size, block_size));
    zlib_.avail_out = room;
    while (zlib_.avail_out == room) {
      if (zlib_.avail_in == 0 && !refill()) {
        if (inside_member_) {
          refuse_cut(header_.done == 1 ? "before the checksum of its" : "in the header of its");
        }
        return 0;
      }
      if (!inside_member_ && !start_member()) continue;
      const int status = inflate(&zlib_, Z_NO_FLUSH);
      if (status == Z_STREAM_END) {
        inside_member_ = false;
      } else if (status == Z_MEM_ERROR) {
        throw FileError(name() + ": zlib has no memory");
      } else if (status != Z_OK && status != Z_BUF_ERROR) {
        give(to, room - zlib_.avail_out);
        failure_ = corrupt(zlib_.msg ? zlib_.msg : "bad data", zlib_.avail_in);
        if (zlib_.avail_out == room) throw DataError(failure_);
        return room - zlib_.avail_out;  // given first; the next call throws
      }
    }
    give(to, room - zlib_.avail_out);
    return room - zlib_.avail_out;
  }

 private:
  bool refill() {
    const std::size_t got = read_input();
    zlib_.next_in = reinterpret_cast<Bytef*>(input_.data());
    zlib_.avail_in = static_cast<uInt>(got);
    return got > 0;
  }
  // After a member: another member, or zero padding that is skipped (false), or rubbish.
  bool start_member() {
    if (!first_member_) {
      while (zlib_.avail_in > 0 && *zlib_.next_in == 0) {
        ++zlib_.next_in;
        --zlib_.avail_in;
        padding_ = true;
      }
      if (zlib_.avail_in == 0) return false;
      if (padding_ || *zlib_.next_in != 0x1f) {
        throw DataError(corrupt_behind(input_bytes() - zlib_.avail_in));
      }
      inflateReset(&zlib_);
    }
    inflateGetHeader(&zlib_, &header_);
    begin_part(zlib_.avail_in);
    first_member_ = false;
    inside_member_ = true;
    return true;
  }

  z_stream zlib_{};
  gz_header header_{};  // zlib sets `done` behind a member's header
  bool first_member_ = true;
  bool inside_member_ = false;
  bool padding_ = false;
  std::string failure_;
};

class ZstdFile : public PackedFile {
 public:
  explicit ZstdFile(std::unique_ptr<PlainFile> file)
      : PackedFile(std::move(file), "zstd", "frame"), context_(ZSTD_createDCtx(), ZSTD_freeDCtx) {
    // The limit of `zstd -d` without --long: a forged frame header cannot request more.
    constexpr int largest_window = 27;  // log2 of the bytes
    if (!context_ ||
        ZSTD_isError(ZSTD_DCtx_setParameter(context_.get(), ZSTD_d_windowLogMax, largest_window))) {
      throw FileError(name() + ": zstd cannot start");
    }
  }

  std::size_t read(char* to, std::size_t size) override {
    if (!failure_.empty()) throw DataError(failure_);
    ZSTD_outBuffer out{to, size, 0};
    while (out.pos == 0) {
      const bool ended = in_.pos == in_.size && !refill();
      if (ended && !inside_frame_) return 0;
      if (!inside_frame_) begin_part(in_.size - in_.pos);
      const std::size_t status = ZSTD_decompressStream(context_.get(), &out, &in_);
      if (ZSTD_isError(status)) {
        give(to, out.pos);
        refuse(status);
        if (out.pos == 0) throw DataError(failure_);
        return out.pos;  // given first; the next call throws
      }
      inside_frame_ = status != 0;
      if (ended && inside_frame_ && out.pos == 0) refuse_cut("before the end of its");
    }
    give(to, out.pos);
    return out.pos;
  }

 private:
  bool refill() {
    in_ = {input_.data(), read_input(), 0};
    return in_.size > 0;
  }
  void refuse(std::size_t status) {
    switch (ZSTD_getErrorCode(status)) {
      case ZSTD_error_memory_allocation:
        throw FileError(name() + ": zstd has no memory");
      case ZSTD_error_frameParameter_windowTooLarge:
        failure_ =
            name() +
            ": zstd file with a window of more than 128 MiB; compress it again without --long";
        break;
      case ZSTD_error_prefix_unknown:
        failure_ = corrupt_behind(part_begin());
        break;
      default:
        failure_ = corrupt(ZSTD_getErrorName(status), in_.size - in_.pos);
    }
  }

  std::unique_ptr<ZSTD_DCtx, std::size_t (*)(ZSTD_DCtx*)> context_;
  ZSTD_inBuffer in_{nullptr, 0, 0};
  bool inside_frame_ = false;
  std::string failure_;
};

class MemoryText : public TextSource {
 public:
  MemoryText(std::string_view text, std::string name)
      : TextSource(std::move(name)), size_(text.size()), rest_(text) {}

  std::size_t size_hint() const override { return size_; }

  std::size_t read(char* to, std::size_t size) override {
    const std::size_t got = rest_.copy(to, size);
    rest_.remove_prefix(got);
    return got;
  }

 private:
  std::size_t size_;
  std::string_view rest_;
};

}  // namespace

std::unique_ptr<TextSource> open_text_file(const std::filesystem::path& path) {
  auto file = std::make_unique<PlainFile>(path);
  if (file->is_gzip()) return std::make_unique<GzipFile>(std::move(file));
  if (file->is_zstd()) return std::make_unique<ZstdFile>(std::move(file));
  return file;
}

std::string read_beginning(TextSource& source, std::size_t most) {
  std::string text;
  std::string block(std::min<std::size_t>(most, 4096), '\0');
  try {
    while (text.size() < most) {
      const std::size_t got = source.read(block.data(), std::min(block.size(), most - text.size()));
      if (got == 0) break;
      text.append(block, 0, got);
    }
  } catch (const DataError&) {
    // Said by who reads the whole text.
  }
  return text;
}

std::string beginning_of(const std::filesystem::path& path, std::size_t most) {
  if (!std::filesystem::is_regular_file(path)) return {};
  return read_beginning(*open_text_file(path), most);
}

std::unique_ptr<TextSource> text_in_memory(std::string_view text, std::string name) {
  return std::make_unique<MemoryText>(text, std::move(name));
}

}  // namespace replaybench
