#include "suite/page/figures.hpp"

#include <sys/wait.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>

#include "suite/page/svg.hpp"
#include "suite/page/template.hpp"
#include "suite/text/errors.hpp"
#include "suite/text/files.hpp"
#include "suite/text/part_names.hpp"
#include "suite/text/replace_all.hpp"
#include "suite/text/sha256.hpp"
#include "suite/text/single_quoted.hpp"

namespace replaybench {

namespace fs = std::filesystem;

namespace {

// The rest of the first comment line "# key: ..." of a script.
std::string header(const std::string& script, const std::string& key) {
  const std::string wanted = "# " + key + ":";
  std::istringstream lines(script);
  for (std::string line; std::getline(lines, line);) {
    if (line.rfind(wanted, 0) == 0) {
      const auto first = line.find_first_not_of(' ', wanted.size());
      return first == std::string::npos ? std::string() : line.substr(first);
    }
  }
  return {};
}

// Quotes a string that gnuplot reads in its enhanced mode; markup characters stand for themselves.
std::string enhanced(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (std::string_view("\\_^{}@&~").find(c) != std::string_view::npos) out += '\\';
    out += c;
  }
  return gnuplot_quoted(out);
}

// Long enough for any figure; a script that loops forever must not hang the report.
constexpr int max_seconds = 300;

// A form of drawing: gnuplot's terminal, and the last bytes of every complete file except for empty lines.
struct Form {
  const char* terminal;
  std::string_view end;
  bool is_svg;
};

// The two terminals lay a figure out alike: the PNG has two pixels where the SVG has one.
constexpr Form svg_form{
    "svg size 900,560 dynamic enhanced font 'DejaVu Sans,13' background rgb 'white'", "</svg>",
    true};
constexpr Form png_form{
    "pngcairo size 1800,1120 enhanced font 'DejaVu Sans,9.75' fontscale 2 linewidth 2 pointscale 3",
    "IEND\xae\x42\x60\x82", false};

// Result of a drawing, in gnuplot's words.
struct Drawing {
  std::string failed;
  std::string warnings;
};

Drawing gnuplot(const Form& form, const fs::path& output, const fs::path& tables,
                const fs::path& script, const std::string& title, const std::string& definitions) {
  // gnuplot writes the drawing itself, aside. Under a name of its own: other processes may draw the same figure.
  const fs::path aside = new_part(output);
  const fs::path prologue = aside.string() + ".gp";
  const fs::path log = aside.string() + ".log";
  write_file(prologue, "set encoding utf8\nset terminal " + std::string(form.terminal) +
                           "\nset output " + gnuplot_quoted(aside.string()) +
                           "\nset datafile separator comma\nset datafile missing NaN\n"
                           "table(name) = " +
                           gnuplot_quoted(tables.string()) + ".'/'.name.'.csv'\n" + definitions +
                           std::string(page_templates().text("figure.gp")) + "load " +
                           gnuplot_quoted(script.string()) + "\nunset multiplot\nunset output\n");
  // -d and no variables: a person's gnuplot settings must not reach a figure.
  const std::string command =
      "env -u GNUTERM -u GNUPLOT_LIB -u GNUPLOT_FONTPATH -u GDFONTPATH timeout --foreground " +
      std::to_string(max_seconds) + " gnuplot -d " + shell_quoted(prologue.string()) +
      " </dev/null >" + shell_quoted(log.string()) + " 2>&1";
  // Not by std::system, which keeps Ctrl-C from this process.
  FILE* const process = popen(command.c_str(), "w");
  const int status = process ? pclose(process) : -1;
  std::error_code ignored;
  std::string words = fs::exists(log, ignored) ? read_file(log) : "";
  if (status == -1) words = "cannot start a process\n";
  if (WIFEXITED(status) && WEXITSTATUS(status) == 124) {
    words += "stopped after " + std::to_string(max_seconds) + " seconds\n";
  }
  std::string drawing = fs::exists(aside, ignored) ? read_file(aside) : "";
  for (const fs::path& part : {log, prologue, aside}) fs::remove(part, ignored);
  // gnuplot does not see that it cannot write, and ends as if all were well.
  const bool whole =
      std::string_view(drawing).substr(0, drawing.find_last_not_of('\n') + 1).ends_with(form.end);
  if (status == 0 && drawing.empty()) {
    words += "it drew nothing\n";
  } else if (status == 0 && !whole) {
    words += "the drawing is cut short after " + std::to_string(drawing.size()) +
             " bytes; is the disk full?\n";
  }
  if (status != 0 || !whole) {
    // By its study, also in gnuplot's words: the message may be published.
    const std::string name = (script.parent_path().filename() / script.filename()).string();
    replace_all(words, script.string(), name);
    return {"gnuplot failed on " + name + ":\n" + words, {}};
  }
  if (form.is_svg) drawing = shorter_svg(with_title(with_other_fonts(std::move(drawing)), title));
  write_file(output, drawing);
  return {{}, words};
}

// The version of gnuplot; empty if there is none.
std::string gnuplot_version() {
  std::string version;
  if (FILE* const pipe = popen("gnuplot -V 2>/dev/null", "r")) {
    for (int c; (c = std::fgetc(pipe)) != EOF;) version += static_cast<char>(c);
    pclose(pipe);
  }
  return version;
}

// Digest of all that the figures of a study are drawn from, except for their own scripts.
std::string digest_of_inputs(const fs::path& tables, const std::vector<std::string>& available,
                             const std::string& definitions) {
  std::string text = gnuplot_version() + svg_form.terminal + "\n" + png_form.terminal + "\n" +
                     definitions + std::string(page_templates().text("figure.gp"));
  for (const std::string& table : available) {
    text += "\n" + table + " " + sha256_hex(read_file(tables / (table + ".csv")));
  }
  return sha256_hex(text);
}

// A file beside the drawings of a figure: digests of the inputs and of the drawings.
class Seal {
 public:
  Seal(const Figure& figure, const std::string& inputs, const std::string& script)
      : figure_(figure),
        file_(seal_of(figure.svg.parent_path(), figure.name)),
        drawn_from_(sha256_hex(inputs + figure.name + "\n" + script)) {}
  bool is_whole() const {
    return fs::exists(file_) && fs::exists(figure_.svg) && fs::exists(figure_.png) &&
           read_file(file_) == text();
  }
  void remove() const { fs::remove(file_); }
  void write() const { write_file(file_, text()); }

 private:
  std::string text() const {
    return drawn_from_ + " " + sha256_hex(read_file(figure_.svg)) + " " +
           sha256_hex(read_file(figure_.png)) + "\n";
  }

  const Figure& figure_;
  fs::path file_;
  std::string drawn_from_;
};

void draw(Figure& figure, const fs::path& tables, const fs::path& script,
          const std::string& definitions) {
  const Drawing svg = gnuplot(svg_form, figure.svg, tables, script, figure.title, definitions);
  figure.failed = svg.failed;
  figure.warnings = svg.warnings;
  if (!svg.failed.empty()) return;
  const Drawing png = gnuplot(png_form, figure.png, tables, script, figure.title, definitions);
  figure.failed = png.failed;
  // Each drawing says the same, except for what only one of the two forms lacks.
  if (figure.warnings.empty()) figure.warnings = png.warnings;
}

}  // namespace

std::vector<Figure> draw_figures(const fs::path& study_folder, const fs::path& tables,
                                 const fs::path& figures,
                                 const std::vector<std::string>& available_tables,
                                 const std::string& definitions, const fs::path& drawn) {
  std::vector<fs::path> scripts;
  for (const auto& file : fs::directory_iterator(study_folder)) {
    if (file.path().extension() == ".gp") scripts.push_back(file.path());
  }
  std::sort(scripts.begin(), scripts.end());
  remove_left_parts(figures);
  const std::string inputs = digest_of_inputs(tables, available_tables, definitions);
  std::vector<Figure> list;
  for (const auto& script : scripts) {
    const std::string text = read_file(script);
    Figure figure;
    figure.name = script.stem().string();
    figure.title = header(text, "title");
    figure.svg = figures / (figure.name + ".svg");
    figure.png = figures / (figure.name + ".png");
    std::istringstream wanted(header(text, "tables"));
    for (std::string table; wanted >> table;) {
      figure.tables.push_back(table);
      if (std::find(available_tables.begin(), available_tables.end(), table) ==
          available_tables.end()) {
        figure.skipped = "table \"" + table + "\" is not there";
      }
    }
    std::error_code error;
    const fs::path there = drawn / figure.svg.filename();
    if (!drawn.empty() && fs::exists(there, error)) {
      write_file(figure.svg, read_file(there));
      fs::remove(figure.png, error);  // of another drawing
      figure.png.clear();
      figure.skipped.clear();
    } else if (figure.skipped.empty()) {
      make_folder(figures);
      const std::string all = "figure_title = " + enhanced(figure.title) + "\n" + definitions;
      const Seal seal(figure, inputs, text);
      if (!seal.is_whole()) {
        seal.remove();
        draw(figure, tables, script, all);
        if (figure.failed.empty() && figure.warnings.empty()) seal.write();
      }
    }
    list.push_back(std::move(figure));
  }
  return list;
}

}  // namespace replaybench
