#include "suite/text/mapped_files.hpp"

#include <signal.h>
#include <unistd.h>

#include <atomic>
#include <cstring>
#include <mutex>
#include <string>

#include "suite/text/errors.hpp"
#include "suite/text/printable_text.hpp"

namespace replaybench {

namespace {

// A signal handler reads the list while other threads change it: nodes are never freed but used
// again, and `begin` is the last that is set and the first that is cleared.
struct Mapping {
  std::atomic<const char*> begin{nullptr};
  std::size_t size = 0;
  std::string message;
  Mapping* next = nullptr;
};
std::atomic<Mapping*> mappings{nullptr};
static_assert(std::atomic<Mapping*>::is_always_lock_free, "a signal handler uses them");

std::mutex& changing() {
  static std::mutex mutex;
  return mutex;
}

extern "C" void on_lost_bytes(int number, siginfo_t* info, void*) {
  const auto* const place = static_cast<const char*>(info->si_addr);
  for (const Mapping* mapping = mappings; mapping; mapping = mapping->next) {
    const char* const begin = mapping->begin;
    if (!begin || place < begin || place >= begin + mapping->size) continue;
    // Only what a signal handler may call; a message that cannot be written does no harm.
    if (::write(STDERR_FILENO, mapping->message.data(), mapping->message.size()) < 0) {
    }
    ::_exit(static_cast<int>(ExitCode::system_error));
  }
  ::signal(number, SIG_DFL);  // the instruction is repeated, and ends the process
}

}  // namespace

void end_when_mapped_bytes_are_lost() {
  struct sigaction action {};
  action.sa_sigaction = on_lost_bytes;
  action.sa_flags = SA_SIGINFO;
  ::sigaction(SIGBUS, &action, nullptr);
}

void note_mapping(std::string_view bytes, const std::filesystem::path& file) {
  const std::lock_guard lock(changing());
  Mapping* mapping = mappings;
  while (mapping && mapping->begin.load()) mapping = mapping->next;
  const bool is_new = !mapping;
  if (is_new) mapping = new Mapping;
  mapping->size = bytes.size();
  mapping->message = printable_text(file.string()) +
                     ": its bytes cannot be read any more: the file was shortened while it was in "
                     "use, or its disk failed; restore the file and run again\n";
  mapping->begin = bytes.data();
  if (!is_new) return;
  mapping->next = mappings;
  mappings = mapping;
}

void forget_mapping(std::string_view bytes) {
  const std::lock_guard lock(changing());
  for (Mapping* mapping = mappings; mapping; mapping = mapping->next) {
    if (mapping->begin.load() == bytes.data()) mapping->begin = nullptr;
  }
}

}  // namespace replaybench
