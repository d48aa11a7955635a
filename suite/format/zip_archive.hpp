#pragma once
// The members of a zip file, as NumPy writes it: stored or deflated, without encryption, in one
// file, also beyond 4 GB.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace replaybench {

struct ZipMember {
  std::string name;
  std::uint64_t offset = 0;  ///< of its local header
  std::uint64_t packed_bytes = 0;
  std::uint64_t bytes = 0;
  std::uint32_t checksum = 0;
  std::uint16_t method = 0;
};

/// The directory of a zip file. Throws DataError "NAME: reason" when the bytes are none, cut, or
/// contradict themselves; no size of the file is trusted beyond the bytes that are there.
std::vector<ZipMember> zip_members(std::string_view file, const std::string& name);

/// The content of a member: a view of the file when it is stored, otherwise unpacked into `buffer`, which
/// grows with what is really there. Throws DataError "NAME: member: reason" when it is encrypted,
/// packed by another method, cut, corrupt, of another length than the directory says or of another
/// checksum.
std::string_view zip_content(std::string_view file, const ZipMember& member,
                             const std::string& name, std::string& buffer);

}  // namespace replaybench
