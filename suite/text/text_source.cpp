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
  // A frame, or a frame to be skipped, which some programs write first.
  bool is_zstd() const {
    return start_ == "\x28\xb5\x2f\xfd" ||
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
    throw EnvironmentError(name() + ": " + what + ": " + std::strerror(errno));
  }

  int descriptor_;
  std::size_t size_ = 0;
  std::string start_;
  std::size_t start_used_ = 0;
};

class GzipFile : public TextSource {
 public:
  explicit GzipFile(std::unique_ptr<PlainFile> file)
      : TextSource(file->name()), file_(std::move(file)), input_(block_size) {
    constexpr int gzip_only =
        16;  // zlib: a gzip header is required, and its CRC and length are checked
    if (inflateInit2(&zlib_, MAX_WBITS + gzip_only) != Z_OK) {
      throw EnvironmentError(name() + ": zlib cannot start");
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
          throw TruncatedText(name() + ": truncated gzip file: it ends too early");
        }
        return 0;
      }
      if (!inside_member_ && !start_member()) continue;
      const int status = inflate(&zlib_, Z_NO_FLUSH);
      if (status == Z_STREAM_END) {
        inside_member_ = false;
      } else if (status == Z_MEM_ERROR) {
        throw EnvironmentError(name() + ": zlib has no memory");
      } else if (status != Z_OK && status != Z_BUF_ERROR) {
        failure_ = name() + ": corrupt gzip file: " + (zlib_.msg ? zlib_.msg : "bad data");
        if (zlib_.avail_out == room) throw DataError(failure_);
        break;  // what was unpacked before is given first; the next call throws
      }
    }
    return room - zlib_.avail_out;
  }

 private:
  bool refill() {
    const std::size_t got = file_->read(reinterpret_cast<char*>(input_.data()), input_.size());
    zlib_.next_in = input_.data();
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
        throw DataError(name() + ": corrupt gzip file: other data after its end");
      }
      inflateReset(&zlib_);
    }
    first_member_ = false;
    inside_member_ = true;
    return true;
  }

  std::unique_ptr<PlainFile> file_;
  std::vector<Bytef> input_;
  z_stream zlib_{};
  bool first_member_ = true;
  bool inside_member_ = false;
  bool padding_ = false;
  std::string failure_;
};

class ZstdFile : public TextSource {
 public:
  explicit ZstdFile(std::unique_ptr<PlainFile> file)
      : TextSource(file->name()),
        file_(std::move(file)),
        input_(block_size),
        context_(ZSTD_createDCtx(), ZSTD_freeDCtx) {
    // What `zstd -d` accepts without --long: a forged frame header can ask for no more than this.
    constexpr int largest_window = 27;  // log2 of the bytes
    if (!context_ ||
        ZSTD_isError(ZSTD_DCtx_setParameter(context_.get(), ZSTD_d_windowLogMax, largest_window))) {
      throw EnvironmentError(name() + ": zstd cannot start");
    }
  }

  std::size_t read(char* to, std::size_t size) override {
    if (!failure_.empty()) throw DataError(failure_);
    ZSTD_outBuffer out{to, size, 0};
    while (out.pos == 0) {
      const bool ended = in_.pos == in_.size && !refill();
      if (ended && !inside_frame_) return 0;
      const std::size_t status = ZSTD_decompressStream(context_.get(), &out, &in_);
      if (ZSTD_isError(status)) {
        refuse(status);
        if (out.pos == 0) throw DataError(failure_);
        break;  // what was unpacked before is given first; the next call throws
      }
      inside_frame_ = status != 0;
      if (ended && inside_frame_ && out.pos == 0) {
        throw TruncatedText(name() + ": truncated zstd file: it ends too early");
      }
    }
    return out.pos;
  }

 private:
  bool refill() {
    in_ = {input_.data(), file_->read(input_.data(), input_.size()), 0};
    return in_.size > 0;
  }
  void refuse(std::size_t status) {
    switch (ZSTD_getErrorCode(status)) {
      case ZSTD_error_memory_allocation:
        throw EnvironmentError(name() + ": zstd has no memory");
      case ZSTD_error_frameParameter_windowTooLarge:
        failure_ =
            name() + ": zstd file with a window of more than 128 MiB; pack it anew, without --long";
        break;
      case ZSTD_error_prefix_unknown:
        failure_ = name() + ": corrupt zstd file: other data after its end";
        break;
      default:
        failure_ = name() + ": corrupt zstd file: " + ZSTD_getErrorName(status);
    }
  }

  std::unique_ptr<PlainFile> file_;
  std::vector<char> input_;
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
