#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <stdexcept>
#include <thread>

#include "suite/cli/commands.hpp"
#include "suite/cli/study_runs.hpp"
#include "suite/published/further_seeds.hpp"
#include "suite/published/publish.hpp"
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
  bool print(std::uint32_t seeds) const {
    std::size_t judged = 0;
    std::size_t as_expected = 0;
    std::size_t fragile = 0;
    for (const std::string& name : order_) {
      const Outcomes& outcomes = outcomes_.at(name);
      judged += outcomes.judged;
      as_expected += outcomes.as_expected;
      if (outcomes.as_expected == outcomes.judged) continue;
      ++fragile;
      std::string counts;
      for (const auto& [kind, count] : outcomes.counts) {
        counts +=
            fmt::format("{}{} of {} {}", counts.empty() ? "" : ", ", count, outcomes.judged, kind);
      }
      fmt::print("{}: expected {}; {}\n", name, outcomes.expected, counts);
    }
    fmt::print("{} claims under {} further {}: {} of {} verdicts as expected, {} fragile claims\n",
               order_.size(), seeds, seeds == 1 ? "seed" : "seeds", as_expected, judged, fragile);
    return fragile == 0;
  }

 private:
  std::vector<std::string> order_;
  std::map<std::string, Outcomes> outcomes_;
};

// Expected changes by one more seed, from the published run and the runs with additional seeds together.
class ChancesByAll {
 public:
  // Chances of the studies that are published and can be tested as they are.
  ChancesByAll(const std::vector<std::filesystem::path>& files, Profile profile,
               const std::filesystem::path& published) {
    const PublishedRun run = PublishedRun::read(published);
    for (const auto& file : files) {
      const Plan plan = load_plan(file, profile, MasterSeed::confirmation());
      const std::string& name = plan.spec->name;
      const PublishedStudy* study = run.find(name);
      if (study == nullptr || study->profile != to_string(profile) ||
          study->master_seed != plan.spec->master_seed) {
        continue;
      }
      try {
        for (Verdict& verdict : judge_published(plan, *study, published).verdicts) {
          if (verdict.is_tested()) studies_[name].push_back({std::move(verdict), {}, 0});
        }
      } catch (
          const std::runtime_error& error) {  // the seeds' own verdicts are printed all the same
        tell(name + ": no chances together with the published run: " + error.what());
      }
    }
  }

  // The report of the next seed, with whose verdicts the row's chances are by one run more.
  void add(const StudyReport& report, SeedVerdicts& row) {
    const auto study = studies_.find(report.name);
    if (study == studies_.end()) return;
    row.expected_changes = 0;
    for (Runs& runs : study->second) {
      for (const Verdict& verdict : report.verdicts) {
        if (verdict.is_tested() && verdict.claim.id == runs.published.claim.id) {
          runs.further.push_back(verdict);
        }
      }
      row.runs = static_cast<std::uint32_t>(1 + runs.further.size());
      runs.chance = runs.published.chance_of_change(runs.further);
      row.expected_changes += runs.chance;
    }
  }

  // The likeliest, then the sum.
  void print() const {
    if (studies_.empty()) return;
    constexpr double likely = 0.01;
    std::size_t claims = 0;
    double changes = 0;
    for (const auto& [name, study] : studies_) {
      claims += study.size();
      for (const Runs& runs : study) {
        changes += runs.chance;
        if (!(runs.chance > likely)) continue;
        fmt::print("  {:.2g}  {}/{}\n", runs.chance, name, runs.published.claim.id);
      }
    }
    fmt::print(
        "by the published estimates and these together: {:.2g} of {} verdicts that one more seed "
        "changes; those above {} are listed\n",
        changes, claims, likely);
  }

 private:
  struct Runs {
    Verdict published;
    std::vector<Verdict> further;
    double chance;  // by all of them
  };
  std::map<std::string, std::vector<Runs>> studies_;
};

// The files of the `count` studies that are expected to take the least time, by what was measured.
std::vector<std::filesystem::path> cheapest(const std::vector<std::filesystem::path>& files,
                                            std::size_t count, Profile profile,
                                            const Store& store) {
  CostModel costs;
  costs.load(times_file(store));
  std::vector<std::pair<double, std::size_t>> order;
  for (std::size_t i = 0; i < files.size(); ++i) {
    const Plan plan = load_plan(files[i], profile, MasterSeed::confirmation());
    order.emplace_back(ExpectedWork(plan, nullptr, costs).total().seconds, i);
  }
  std::sort(order.begin(), order.end());
  order.resize(std::min(count, order.size()));
  std::vector<std::filesystem::path> chosen;
  for (const auto& [seconds, i] : order) chosen.push_back(files[i]);
  return chosen;
}

}  // namespace

void add_confirm(CLI::App& app, CommandContext& context) {
  auto* command =
      app.add_subcommand("confirm", "how often each verdict comes out under further master seeds");
  auto options = std::make_shared<StudyOptions>();
  auto seeds = std::make_shared<std::uint32_t>(3);
  auto first = std::make_shared<std::uint32_t>(1);
  auto count = std::make_shared<std::size_t>(0);
  auto record = std::make_shared<std::string>();
  auto jobs = std::make_shared<std::size_t>(std::max(1u, std::thread::hardware_concurrency()));
  options->add_to(*command, false);
  command->remove_option(command->get_option("--seed"));
  command->add_option("--seeds", *seeds, "how many further master seeds")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  command->add_option("--first-seed", *first, "number of the first of them")
      ->check(CLI::Range(1, 1'000'000))
      ->capture_default_str();
  command
      ->add_option("--cheapest", *count,
                   "only this many of the studies, those that take the least time [all]")
      ->check(CLI::PositiveNumber);
  command->add_option("--record", *record,
                      "CSV file that gets a row per study and seed, in the place of an older one");
  command->add_option("--jobs", *jobs, "threads [all cores]")->check(CLI::Range(1, 256));
  command->callback([=, &context] {
    if (const std::string why = why_unjudged(options->chosen_profile()); !why.empty()) {
      throw SpecErrors("--profile " + options->profile + ": " + why);
    }
    if (!record->empty()) read_seed_verdicts(*record);  // another file is refused before the work
    const Store store(options->store_folder(context));
    auto files = options->files(context);
    if (*count > 0) files = cheapest(files, *count, options->chosen_profile(), store);
    std::vector<Plan> plans;
    for (std::uint32_t i = 0; i < *seeds; ++i) {
      for (const auto& file : files) {
        plans.push_back(
            load_plan(file, options->chosen_profile(), MasterSeed::further(*first + i)));
      }
    }
    const auto published = default_published(context.home, options->chosen_profile());
    if (!StudyRuns(plans, store, *jobs, published).run_all()) {
      context.exit_code = ExitCode::failed_cells;
    }
    Confirmation confirmation;
    std::vector<SeedVerdicts> recorded;
    ChancesByAll chances(files, options->chosen_profile(), published);
    for (std::size_t i = 0; i < plans.size(); ++i) {
      SeedVerdicts row;
      row.study = plans[i].spec->name;
      row.profile = options->profile;
      row.seed = static_cast<std::uint32_t>(*first + i / files.size());
      row.build = build_text();
      const StudyReport report = judge_study(plans[i], store);
      for (const Verdict& verdict : report.verdicts) {
        confirmation.add(verdict);
        row.add(verdict);
      }
      chances.add(report, row);
      if (row.judged > 0) recorded.push_back(std::move(row));
    }
    if (!record->empty()) record_seed_verdicts(*record, recorded);
    const bool is_confirmed = confirmation.print(*seeds);
    chances.print();
    if (!is_confirmed) context.exit_code = ExitCode::unexpected_verdict;
  });
}

}  // namespace replaybench::cli
