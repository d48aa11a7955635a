#include "suite/published/further_seeds.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "suite/table/table.hpp"
#include "suite/text/errors.hpp"
#include "suite/text/files.hpp"

namespace replaybench {

namespace {

const std::vector<std::string> columns{"study",       "profile",   "seed", "judged",
                                       "as_expected", "otherwise", "build"};

using Place = std::tuple<std::string, std::string, std::uint32_t>;

Place place_of(const SeedVerdicts& row) { return {row.study, row.profile, row.seed}; }

}  // namespace

void SeedVerdicts::add(const Verdict& verdict) {
  if (!verdict.is_tested()) return;
  ++judged;
  as_expected += verdict.as_expected;
  if (verdict.as_expected) return;
  otherwise += fmt::format("{}{}: {}", otherwise.empty() ? "" : "; ", verdict.claim.id,
                           name_of(verdict.kind));
}

std::vector<SeedVerdicts> read_seed_verdicts(const std::filesystem::path& file) {
  if (!std::filesystem::exists(file)) return {};
  const Table table = Table::read_csv(file);
  if (!std::all_of(columns.begin(), columns.end(),
                   [&](const std::string& name) { return table.has_column(name); })) {
    throw DataError(file.string() +
                    ":1: not a record of verdicts on additional seeds, whose columns are " +
                    fmt::format("{}", fmt::join(columns, ", ")));
  }
  if (table.rows() == 0) return {};
  const auto text = [&](const char* name, std::size_t row) {
    const auto* column = std::get_if<TextColumn>(&table.column(name));
    if (!column) {
      throw DataError(fmt::format("{}:{}: \"{}\" is a number", file.string(), row + 2, name));
    }
    return (*column)[row];
  };
  const auto count = [&](const char* name, std::size_t row) {
    const auto* column = std::get_if<NumberColumn>(&table.column(name));
    const double value = column ? (*column)[row] : -1;
    if (!(value >= 0 && value <= 1e9) || value != static_cast<double>(static_cast<int>(value))) {
      throw DataError(fmt::format("{}:{}: \"{}\" is no count", file.string(), row + 2, name));
    }
    return static_cast<std::uint32_t>(value);
  };
  std::vector<SeedVerdicts> rows;
  for (std::size_t i = 0; i < table.rows(); ++i) {
    rows.push_back({text("study", i), text("profile", i), count("seed", i), count("judged", i),
                    count("as_expected", i), text("otherwise", i), text("build", i)});
  }
  return rows;
}

void record_seed_verdicts(const std::filesystem::path& file,
                          const std::vector<SeedVerdicts>& rows) {
  std::map<Place, SeedVerdicts> all;
  for (SeedVerdicts& row : read_seed_verdicts(file)) all[place_of(row)] = std::move(row);
  for (const SeedVerdicts& row : rows) all[place_of(row)] = row;
  TextColumn study, profile, otherwise, build;
  NumberColumn seed, judged, as_expected;
  for (const auto& [place, row] : all) {
    study.push_back(row.study);
    profile.push_back(row.profile);
    seed.push_back(row.seed);
    judged.push_back(static_cast<double>(row.judged));
    as_expected.push_back(static_cast<double>(row.as_expected));
    otherwise.push_back(row.otherwise);
    build.push_back(row.build);
  }
  Table table;
  table.add_column(columns[0], std::move(study));
  table.add_column(columns[1], std::move(profile));
  table.add_column(columns[2], std::move(seed));
  table.add_column(columns[3], std::move(judged));
  table.add_column(columns[4], std::move(as_expected));
  table.add_column(columns[5], std::move(otherwise));
  table.add_column(columns[6], std::move(build));
  write_file(file, table.to_csv());
}

std::vector<SeedSummary> seed_summaries(const std::vector<SeedVerdicts>& rows) {
  std::map<std::pair<std::string, std::uint32_t>, SeedSummary> sums;
  for (const SeedVerdicts& row : rows) {
    SeedSummary& sum = sums[{row.profile, row.seed}];
    sum.profile = row.profile;
    sum.seed = row.seed;
    ++sum.studies;
    sum.judged += row.judged;
    sum.as_expected += row.as_expected;
  }
  std::vector<SeedSummary> summaries;
  for (auto& [place, sum] : sums) summaries.push_back(std::move(sum));
  return summaries;
}

}  // namespace replaybench
