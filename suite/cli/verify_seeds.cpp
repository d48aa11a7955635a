#include "suite/cli/verify_seeds.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <set>
#include <thread>

#include "suite/cli/study_runs.hpp"
#include "suite/published/further_seeds.hpp"
#include "suite/report/study_report.hpp"

namespace replaybench::cli {

namespace {

// Counts of the verdicts of one claim.
struct Outcomes {
  std::string expected;
  std::map<std::string, std::size_t> counts;
  std::size_t judged = 0;
  std::size_t as_expected = 0;
};

// The claims in the order in which they were first judged.
class Confirmation {
 public:
  void add(const Verdict& verdict) {
    if (!verdict.is_tested()) return;
    const std::string name = verdict.claim.study + '/' + verdict.claim.id;
    const auto [found, is_new] = outcomes_.try_emplace(name);
    if (is_new) {
      order_.push_back(name);
      found->second.expected = name_of(verdict.claim.expected);
    }
    Outcomes& outcomes = found->second;
    ++outcomes.counts[std::string(name_of(verdict.kind))];
    ++outcomes.judged;
    outcomes.as_expected += verdict.as_expected;
  }

  // Prints the unstable claims, then totals. Returns true if there is no unstable claim.
  bool print(std::size_t seeds) const {
    std::size_t judged = 0;
    std::size_t as_expected = 0;
    std::size_t unstable = 0;
    for (const std::string& name : order_) {
      const Outcomes& outcomes = outcomes_.at(name);
      judged += outcomes.judged;
      as_expected += outcomes.as_expected;
      if (outcomes.as_expected == outcomes.judged) continue;
      ++unstable;
      std::string counts;
      for (const auto& [kind, count] : outcomes.counts) {
        counts +=
            fmt::format("{}{} of {} {}", counts.empty() ? "" : ", ", count, outcomes.judged, kind);
      }
      fmt::print("{}: expected {}; {}\n", name, outcomes.expected, counts);
    }
    fmt::print("{} {} on {} additional {}: {} of {} verdicts as expected; unstable claims: {}\n",
               order_.size(), order_.size() == 1 ? "claim" : "claims", seeds,
               seeds == 1 ? "seed" : "seeds", as_expected, judged, unstable);
    return unstable == 0;
  }

 private:
  std::vector<std::string> order_;
  std::map<std::string, Outcomes> outcomes_;
};

}  // namespace

void SeedsOptions::add_to(CLI::App& command) {
  auto* flag =
      command
          .add_option(
              "--seeds", seeds,
              "test the claims on these additional master seeds instead, such as 1,2,3: computes "
              "missing cells and counts the verdicts")
          ->delimiter(',')
          ->check(CLI::Range(1, 1'000'000))
          ->excludes(command.get_option("--seed"));
  jobs = std::max(1u, std::thread::hardware_concurrency());
  command.add_option("--jobs", jobs, "threads of --seeds [all cores]")
      ->needs(flag)
      ->check(CLI::Range(1, 256));
  command
      .add_option("--record", record,
                  "CSV file that gets a row per study and seed, in the place of an older one")
      ->needs(flag);
}

void verify_seeds(const StudyOptions& options, const SeedsOptions& asked, CommandContext& context) {
  const Profile profile = options.chosen_profile();
  if (const std::string why = why_unjudged(profile); !why.empty()) {
    throw SpecErrors("--profile " + options.profile + ": " + why);
  }
  if (!asked.record.empty()) {
    read_seed_verdicts(asked.record);  // another file is refused before the work
  }
  const std::set<std::uint32_t> seeds(asked.seeds.begin(), asked.seeds.end());
  const Store store(options.store_folder(context));
  const auto files = options.files(context);
  std::vector<Plan> plans;
  std::vector<std::uint32_t> seed_of;
  for (const std::uint32_t seed : seeds) {
    for (const auto& file : files) {
      plans.push_back(load_plan(file, profile, MasterSeed::further(seed)));
      seed_of.push_back(seed);
    }
  }
  if (!StudyRuns(plans, store, asked.jobs).run_all()) {
    context.exit_code = ExitCode::failed_cells;
  }
  Confirmation confirmation;
  std::vector<SeedVerdicts> recorded;
  for (std::size_t i = 0; i < plans.size(); ++i) {
    SeedVerdicts row;
    row.study = plans[i].spec->name;
    row.profile = options.profile;
    row.seed = seed_of[i];
    row.build = build_text();
    for (const Verdict& verdict : judge_study(plans[i], store).verdicts) {
      confirmation.add(verdict);
      row.add(verdict);
    }
    if (row.judged > 0) recorded.push_back(std::move(row));
  }
  if (!asked.record.empty()) record_seed_verdicts(asked.record, recorded);
  if (!confirmation.print(seeds.size())) context.exit_code = ExitCode::unexpected_verdict;
}

}  // namespace replaybench::cli
