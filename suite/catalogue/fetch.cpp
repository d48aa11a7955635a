#include "suite/catalogue/fetch.hpp"

#include <curl/curl.h>
#include <dlfcn.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <exception>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <system_error>
#include <thread>

#include "suite/text/errors.hpp"
#include "suite/text/files.hpp"
#include "suite/text/sha256.hpp"

namespace replaybench {

namespace {

// The functions of libcurl, which is loaded by the first download: the 30 libraries that it needs
// would be a quarter of the start-up of every other command.
struct Curl {
  decltype(&::curl_easy_init) easy_init;
  decltype(&::curl_easy_cleanup) easy_cleanup;
  decltype(&::curl_easy_setopt) easy_setopt;
  decltype(&::curl_easy_perform) easy_perform;
  decltype(&::curl_easy_getinfo) easy_getinfo;
  decltype(&::curl_easy_strerror) easy_strerror;

  static const Curl& loaded() {
    static const Curl curl;
    return curl;
  }

 private:
  Curl() {
    // Global, so that a program's own function of the same name is found first.
    if (::dlopen("libcurl.so.4", RTLD_NOW | RTLD_GLOBAL) == nullptr) {
      throw FileError(std::string("downloads need libcurl (Debian package libcurl4): ") +
                      ::dlerror());
    }
    decltype(&::curl_global_init) global_init = nullptr;
    find("curl_global_init", global_init);
    find("curl_easy_init", easy_init);
    find("curl_easy_cleanup", easy_cleanup);
    find("curl_easy_setopt", easy_setopt);
    find("curl_easy_perform", easy_perform);
    find("curl_easy_getinfo", easy_getinfo);
    find("curl_easy_strerror", easy_strerror);
    if (global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK) throw FileError("libcurl cannot be started");
  }

  template <class Function>
  static void find(const char* name, Function& function) {
    function = reinterpret_cast<Function>(::dlsym(RTLD_DEFAULT, name));
    if (function == nullptr) throw FileError(std::string("libcurl.so.4 has no function ") + name);
  }
};

// Result of an attempt.
struct Outcome {
  enum Kind { complete, again, too_slow, never } kind;
  std::string reason;
};

// One request, which appends to the part.
class Transfer {
 public:
  Transfer(const ManifestFile& file, LockedPart& part, std::uint64_t wanted,
           const FetchOptions& options, const FetchProgress& progress)
      : part_(part),
        wanted_(wanted),
        options_(options),
        progress_(progress),
        handle_(make_handle(), curl_.easy_cleanup) {
    set(CURLOPT_URL, file.url.c_str());
    // Only the web, whatever the answer says: a redirection to file:// would read this disk.
    const bool secure = file.url.starts_with("https://");
    set(CURLOPT_PROTOCOLS_STR, "http,https");
    set(CURLOPT_REDIR_PROTOCOLS_STR, secure ? "https" : "http,https");
    set(CURLOPT_FOLLOWLOCATION, 1L);
    set(CURLOPT_MAXREDIRS, 5L);
    set(CURLOPT_FAILONERROR, 1L);  // an error's page is not the file
    set(CURLOPT_NOSIGNAL, 1L);
    set(CURLOPT_USERAGENT, "replaybench");
    set(CURLOPT_CONNECTTIMEOUT, static_cast<long>(options.connect_timeout.count()));
    // Not libcurl's own limit of speed, which does not count while headers come.
    set(CURLOPT_NOPROGRESS, 0L);
    set(CURLOPT_XFERINFOFUNCTION, &Transfer::on_time);
    set(CURLOPT_XFERINFODATA, this);
    set(CURLOPT_ERRORBUFFER, message_.data());
    set(CURLOPT_WRITEFUNCTION, &Transfer::on_bytes);
    set(CURLOPT_WRITEDATA, this);
    // Not CURLOPT_RESUME_FROM: with it a server that knows no ranges would be an error.
    requested_from_ = part.size();
    if (requested_from_ > 0) set(CURLOPT_RANGE, (std::to_string(requested_from_) + "-").c_str());
  }

  /// True if this request had the file from its first byte.
  bool was_whole() const { return whole_; }

  Outcome run() {
    const CURLcode code = curl_.easy_perform(handle_.get());
    if (failure_) std::rethrow_exception(failure_);
    if (too_long_) return another_size("more");
    long status = 0;
    curl_.easy_getinfo(handle_.get(), CURLINFO_RESPONSE_CODE, &status);
    switch (code) {
      case CURLE_OK:
        if (part_.size() == wanted_) return {Outcome::complete, {}};
        return told_its_length() ? another_size(std::to_string(part_.size()))
                                 : Outcome{Outcome::again, cut_text()};
      case CURLE_HTTP_RETURNED_ERROR:
        if (status == 416 && requested_from_ > 0) {
          part_.clear();
          return {Outcome::again, "the server has no bytes behind those that were here"};
        }
        return {status >= 500 || status == 408 || status == 429 ? Outcome::again : Outcome::never,
                "the server answers " + std::to_string(status) + meaning(status)};
      case CURLE_ABORTED_BY_CALLBACK:
        return {Outcome::too_slow, "the server sends fewer than " +
                                       std::to_string(options_.min_rate) + " bytes per second"};
      case CURLE_PARTIAL_FILE:
      case CURLE_GOT_NOTHING:
      case CURLE_RECV_ERROR:
        return {Outcome::again, cut_text()};
      case CURLE_COULDNT_RESOLVE_HOST:
      case CURLE_COULDNT_RESOLVE_PROXY:
      case CURLE_COULDNT_CONNECT:
      case CURLE_OPERATION_TIMEDOUT:
      case CURLE_SEND_ERROR:
      case CURLE_SSL_CONNECT_ERROR:
      case CURLE_HTTP2:
      case CURLE_HTTP2_STREAM:
        return {Outcome::again, error_text(code)};
      default:
        return {Outcome::never, error_text(code)};
    }
  }

 private:
  static CURL* make_handle() {
    CURL* handle = Curl::loaded().easy_init();
    if (handle == nullptr) throw FileError("libcurl cannot be started");
    return handle;
  }

  template <class Value>
  void set(CURLoption option, Value value) {
    if (const CURLcode code = curl_.easy_setopt(handle_.get(), option, value); code != CURLE_OK) {
      throw FileError(std::string("libcurl: ") + curl_.easy_strerror(code));
    }
  }

  static std::size_t on_bytes(const char* bytes, std::size_t, std::size_t size, void* self) {
    return static_cast<Transfer*>(self)->take(std::string_view(bytes, size)) ? size : 0;
  }

  static int on_time(void* self, curl_off_t, curl_off_t, curl_off_t, curl_off_t) {
    return static_cast<Transfer*>(self)->is_too_slow() ? 1 : 0;
  }

  // Each window of `stall_timeout` has to bring its bytes; it ends as soon as they are here.
  bool is_too_slow() noexcept {
    const auto now = std::chrono::steady_clock::now();
    const auto seconds = static_cast<std::uint64_t>(options_.stall_timeout.count());
    if (received_ < options_.min_rate * seconds) return now - window_ >= options_.stall_timeout;
    received_ = 0;
    window_ = now;
    return false;
  }

  // No exception may pass through libcurl.
  bool take(std::string_view bytes) noexcept try {
    if (!begun_) {
      begun_ = true;
      long status = 0;
      curl_.easy_getinfo(handle_.get(), CURLINFO_RESPONSE_CODE, &status);
      whole_ = status != 206;
      if (whole_ && part_.size() > 0) part_.clear();
    }
    if (bytes.size() > wanted_ - std::min(part_.size(), wanted_)) {
      too_long_ = true;
      return false;
    }
    part_.append(bytes);
    received_ += bytes.size();
    if (progress_) progress_(part_.size(), wanted_);
    return true;
  } catch (...) {
    failure_ = std::current_exception();
    return false;
  }

  Outcome another_size(const std::string& bytes) {
    part_.clear();
    return {Outcome::never, bytes + " bytes, expected " + std::to_string(wanted_) +
                                "; it is another file, and was not kept"};
  }
  bool told_its_length() const {
    curl_off_t length = -1;
    curl_.easy_getinfo(handle_.get(), CURLINFO_CONTENT_LENGTH_DOWNLOAD_T, &length);
    return length >= 0;
  }
  std::string cut_text() const {
    return "the connection ended after " + std::to_string(part_.size()) + " of " +
           std::to_string(wanted_) + " bytes";
  }
  std::string error_text(CURLcode code) const {
    std::string text = message_[0] != '\0' ? message_.data() : curl_.easy_strerror(code);
    long number = 0;  // what the system said, which libcurl's text leaves out
    curl_.easy_getinfo(handle_.get(), CURLINFO_OS_ERRNO, &number);
    if (code == CURLE_COULDNT_CONNECT && number != 0) {
      text += ": " + std::generic_category().message(static_cast<int>(number));
    }
    return text;
  }
  static std::string meaning(long status) {
    if (status == 404 || status == 410) return " (it is not there any more)";
    if (status == 401 || status == 403) return " (it does not let us)";
    return "";
  }

  LockedPart& part_;
  std::uint64_t wanted_;
  const FetchOptions& options_;
  const FetchProgress& progress_;
  const Curl& curl_ = Curl::loaded();
  std::unique_ptr<CURL, decltype(&::curl_easy_cleanup)> handle_;
  std::array<char, CURL_ERROR_SIZE> message_{};
  std::uint64_t requested_from_ = 0;
  std::uint64_t received_ = 0;  // in the window
  std::chrono::steady_clock::time_point window_ = std::chrono::steady_clock::now();
  bool begun_ = false;
  bool whole_ = false;
  bool too_long_ = false;
  std::exception_ptr failure_;
};

// A disk that is full already is reported before the download, not at its end.
void require_space(const std::filesystem::path& path, std::uint64_t bytes) {
  std::error_code error;
  const auto space = std::filesystem::space(path.parent_path(), error);
  if (error || space.available >= bytes) return;
  throw FileError(path.string() + ": " + std::to_string(bytes) +
                  " more bytes are needed, the disk has " + std::to_string(space.available) +
                  " left");
}

}  // namespace

void fetch_file(const ManifestFile& file, const std::filesystem::path& folder,
                const FetchOptions& options, const FetchProgress& progress) {
  if (file.url.empty() || !file.size || file.sha256.empty()) {
    throw std::logic_error("no url, size and checksum of " + file.path);
  }
  const auto path = folder / file.path;
  const auto fail = [&](const std::string& reason) {
    throw FileError(path.string() + ": " + reason + " (" + file.url + ")");
  };
  const std::uint64_t wanted = *file.size - file.append.size();
  make_folder(path.parent_path());
  LockedPart part(path.string() + ".replaybench-part", LockedPart::Unfinished::kept);
  if (part.size() > *file.size) part.clear();
  require_space(part.path(), *file.size - part.size());

  // The bytes that were here may be of another file than those that the server has now, so that a
  // wrong checksum is believed only of what came in one piece, or the second time.
  int attempts = 0;
  for (const bool last : {false, true}) {
    bool whole = false;
    int in_vain = 0;  // attempts since the part grew, fast enough, beyond what it ever was
    std::uint64_t most = part.size();
    while (part.size() < wanted) {
      Transfer transfer(file, part, wanted, options, progress);
      const Outcome outcome = transfer.run();
      whole = transfer.was_whole();
      if (outcome.kind == Outcome::complete) break;
      if (outcome.kind == Outcome::never) fail(outcome.reason);
      const bool is_further = part.size() > most && outcome.kind != Outcome::too_slow;
      in_vain = is_further ? 1 : in_vain + 1;
      most = std::max(most, part.size());
      ++attempts;
      if (in_vain >= options.attempts || attempts >= options.attempts_in_all) {
        const int told = in_vain >= options.attempts ? in_vain : attempts;
        fail(outcome.reason + "; given up after " + std::to_string(told) + " attempts" +
             (part.size() > 0 ? ", what is here is kept for the next time" : ""));
      }
      std::this_thread::sleep_for(options.pause * (1 << std::min(in_vain - 1, 5)));
    }
    if (part.size() == wanted) part.append(file.append);
    const std::string digest = sha256_hex_of_file(part.path());
    if (digest == file.sha256) return part.rename_to(path);
    part.clear();
    if (whole || last) {
      fail("SHA-256 " + digest + ", expected " + file.sha256 +
           "; it is another file, and was not kept");
    }
  }
}

}  // namespace replaybench
