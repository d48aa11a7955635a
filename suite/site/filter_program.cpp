#include "suite/site/filter_program.hpp"

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

#include "suite/text/errors.hpp"

extern char** environ;

namespace replaybench {

namespace {

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using PassingFile = std::unique_ptr<std::FILE, CloseFile>;

PassingFile passing_file() {
  PassingFile file(std::tmpfile());
  if (!file) throw FileError(std::string("a file for passing texts on: ") + std::strerror(errno));
  return file;
}

std::string contents_of(std::FILE* file) {
  std::rewind(file);
  std::string text;
  char buffer[1 << 14];
  for (std::size_t n = 0; (n = std::fread(buffer, 1, sizeof buffer, file)) > 0;) {
    text.append(buffer, n);
  }
  return text;
}

}  // namespace

std::string filtered_by(const std::vector<std::string>& command, const std::string& input,
                        const std::string& purpose) {
  const PassingFile in = passing_file();
  const PassingFile out = passing_file();
  const PassingFile log = passing_file();
  if (std::fwrite(input.data(), 1, input.size(), in.get()) != input.size() ||
      std::fflush(in.get()) != 0) {
    throw FileError(purpose + ": cannot pass the text on: " + std::strerror(errno));
  }
  std::rewind(in.get());
  posix_spawn_file_actions_t streams;
  posix_spawn_file_actions_init(&streams);
  posix_spawn_file_actions_adddup2(&streams, ::fileno(in.get()), STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&streams, ::fileno(out.get()), STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&streams, ::fileno(log.get()), STDERR_FILENO);
  std::vector<char*> words;
  for (const std::string& word : command) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  pid_t child = 0;
  const int failed = ::posix_spawnp(&child, words[0], &streams, nullptr, words.data(), environ);
  posix_spawn_file_actions_destroy(&streams);
  if (failed != 0) {
    throw FileError(purpose + ": cannot start " + command.front() + ": " + std::strerror(failed));
  }
  int status = 0;
  while (::waitpid(child, &status, 0) == -1 && errno == EINTR) {
  }
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
    throw FileError(purpose + ": " + command.front() + " failed: " + contents_of(log.get()));
  }
  return contents_of(out.get());
}

}  // namespace replaybench
