# Every datasets/*/manifest.toml goes into the program, as its text: what can be read, with which checksum, is said there
# and nowhere else.
function(replaybench_manifests target)
  file(GLOB manifests CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/datasets/*/manifest.toml)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${manifests})
  set(entries "")
  foreach(manifest IN LISTS manifests)
    get_filename_component(folder ${manifest} DIRECTORY)
    get_filename_component(name ${folder} NAME)
    file(READ ${manifest} text)
    string(APPEND entries "      {\"${name}\", R\"manifest(${text})manifest\"},\n")
  endforeach()
  # Not file(CONFIGURE): that would replace an @word@ of a text.
  set(generated ${PROJECT_BINARY_DIR}/generated/manifests.cpp)
  file(WRITE ${generated}.new
"// Generated from datasets/*/manifest.toml; do not edit.
#include \"suite/catalogue/manifest.hpp\"

namespace replaybench {
const std::vector<ManifestText>& manifest_texts() {
  static const std::vector<ManifestText> texts{
${entries}  };
  return texts;
}
}  // namespace replaybench
")
  file(COPY_FILE ${generated}.new ${generated} ONLY_IF_DIFFERENT)
  target_sources(${target} PRIVATE ${generated})
endfunction()
