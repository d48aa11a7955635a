#include "suite/catalogue/data_folder.hpp"

#include <cstdlib>

#include "suite/text/errors.hpp"
#include "suite/text/sha256.hpp"

namespace replaybench {

namespace {

// The end of every message of a data set: what to do.
std::string remedy(const Manifest& manifest) {
  return std::string("; ") + data_variable + " must name the folder that has " +
         manifest.files.front().path + (manifest.files.size() > 1 ? " and the other files" : "") +
         ": " +
         (manifest.can_be_fetched()
              ? "\"replaybench data fetch " + manifest.id + "\" gets what is missing"
              : "\"replaybench data info " + manifest.id + "\" says how to get it") +
         " (" + manifest.source + ")";
}

}  // namespace

std::optional<std::filesystem::path> data_folder() {
  const char* folder = std::getenv(data_variable);
  if (folder == nullptr || *folder == '\0') return std::nullopt;
  return folder;
}

std::string data_variable_help() {
  return std::string("the environment variable ") + data_variable +
         " is not set; it must name the folder of the data, for example: export " + data_variable +
         "=$HOME/replaybench-data";
}

std::filesystem::path data_file_path(const ManifestFile& file,
                                     const std::filesystem::path& folder) {
  auto path = folder / file.path;
  if (file.size || !file.sha256.empty()) return path;
  std::error_code error;
  auto packed = path;
  packed += ".gz";
  const bool only_packed =
      !std::filesystem::exists(path, error) && std::filesystem::exists(packed, error);
  return only_packed ? packed : path;
}

FileState file_state(const ManifestFile& file, const std::filesystem::path& folder) {
  const auto path = data_file_path(file, folder);
  std::error_code error;
  const auto size = std::filesystem::file_size(path, error);
  if (error) {
    return std::filesystem::exists(path.string() + ".part", error) ? FileState::partial
                                                                   : FileState::absent;
  }
  return file.size && *file.size != size ? FileState::other_size : FileState::present;
}

CheckedFile check_file(const ManifestFile& file, const std::filesystem::path& folder,
                       const std::function<void(std::uint64_t)>& progress) {
  const auto path = data_file_path(file, folder);
  std::error_code error;
  const auto size = std::filesystem::file_size(path, error);
  if (error) {
    const auto status = std::filesystem::status(path);
    if (!std::filesystem::exists(status)) return {FileCheck::absent, {}};
    throw FileError("cannot read " + path.string() + ": " + error.message());
  }
  if (file.size && *file.size != size) return {FileCheck::wrong, {}, size};
  if (file.sha256.empty()) return {FileCheck::unchecked, {}, size};
  try {
    std::string digest = sha256_hex_of_file(path, progress);
    const auto check = digest == file.sha256 ? FileCheck::right : FileCheck::wrong;
    return {check, std::move(digest), size};
  } catch (const std::filesystem::filesystem_error& failure) {
    throw FileError("cannot read " + path.string() + ": " + failure.code().message());
  }
}

std::filesystem::path checked_data_file(const Manifest& manifest, std::string_view path) {
  const auto folder = data_folder();
  if (!folder) {
    throw FileError(manifest.id + ": the environment variable " + data_variable + " is not set" +
                    remedy(manifest));
  }
  const ManifestFile& file = manifest.file(path);
  const auto found = data_file_path(file, *folder);
  CheckedFile checked;
  try {
    checked = check_file(file, *folder);
  } catch (const FileError& error) {
    throw FileError(manifest.id + ": " + error.what() + remedy(manifest));
  }
  if (checked.check == FileCheck::absent) {
    throw FileError(manifest.id + ": cannot read " + found.string() + ": it is not there" +
                    remedy(manifest));
  }
  if (checked.check == FileCheck::wrong) {
    throw FileError(
        manifest.id + ": " + found.string() + " is not the file of the manifest: " +
        (checked.sha256.empty()
             ? std::to_string(checked.size) + " bytes, expected " + std::to_string(*file.size)
             : "SHA-256 " + checked.sha256 + ", expected " + file.sha256) +
        remedy(manifest));
  }
  return found;
}

}  // namespace replaybench
