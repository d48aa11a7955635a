// source_digests OUTPUT DEPFILE SOURCES KNOWN ROOT...
//
// Writes OUTPUT, the table of the digests of all components below the folders ROOT; DEPFILE, what it was made from, for
// ninja and make; SOURCES, what is known of every file, for a build elsewhere, which names it as KNOWN ("" for none).
// OUTPUT and SOURCES keep their times where they would not change: after a change of a comment nothing is compiled again.

#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <vector>

#include "suite/sources/source_files.hpp"

namespace {

namespace fs = std::filesystem;

// The source that computes a cell from its components.
constexpr const char* engine = "suite/run/compute.cpp";

void write(const fs::path& file, const std::string& text) {
  std::ofstream stream(file, std::ios::binary);
  stream << text << std::flush;
  if (!stream) throw std::runtime_error("cannot write " + file.string());
}

void write_if_changed(const fs::path& file, const std::string& text) {
  std::ifstream stream(file, std::ios::binary);
  const std::string there{std::istreambuf_iterator<char>(stream), {}};
  if (there != text) write(file, text);
}

std::string in_depfile(const fs::path& file) {
  std::string text;
  for (const char c : file.string()) {
    if (c == ' ' || c == '#') text += '\\';
    if (c == '$') text += '$';
    text += c;
  }
  return text;
}

void make(const std::vector<std::string>& arguments) {
  const fs::path output = arguments[0];
  const fs::path known = arguments[3];
  replaybench::SourceFiles files;
  std::vector<fs::path> read;
  if (!known.empty()) {
    files = replaybench::read_sources(known);
    read.push_back(known);
  }
  for (std::size_t i = 4; i < arguments.size(); ++i) {
    replaybench::add_sources(arguments[i], files, read);
  }
  std::string depfile = in_depfile(output) + ":";
  for (const fs::path& file : read) depfile += " \\\n " + in_depfile(file);
  write(arguments[1], depfile + "\n");
  write_if_changed(arguments[2], replaybench::text_of(files));
  write_if_changed(output,
                   replaybench::table_source(replaybench::component_sources(files, engine)));
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 6) {
    std::fprintf(stderr, "usage: source_digests OUTPUT DEPFILE SOURCES KNOWN ROOT...\n");
    return 2;
  }
  try {
    make(std::vector<std::string>(argv + 1, argv + argc));
  } catch (const std::exception& error) {
    std::fprintf(stderr, "source_digests: %s\n", error.what());
    return 1;
  }
  return 0;
}
