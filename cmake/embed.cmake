# replaybench_embed(TARGET FUNCTION FILES...): the texts of files as a part of the program, so that what is installed
# needs no sources. Defines `const std::vector<EmbeddedText>& replaybench::FUNCTION()` (suite/text/embedded_text.hpp) in a
# generated source of TARGET; a changed file rebuilds that source alone.
function(replaybench_embed target function)
  set(generated ${PROJECT_BINARY_DIR}/generated/${function}.cpp)
  set(script ${PROJECT_SOURCE_DIR}/cmake/embed_files.cmake)
  add_custom_command(OUTPUT ${generated}
    COMMAND ${CMAKE_COMMAND} -D OUTPUT=${generated} -D FUNCTION=${function} -D "FILES=${ARGN}" -P ${script}
    DEPENDS ${ARGN} ${script}
    COMMENT "Embedding the files of ${function}()"
    VERBATIM)
  target_sources(${target} PRIVATE ${generated})
endfunction()
