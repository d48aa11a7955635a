#include "suite/evaluate/partial.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <map>
#include <memory>
#include <set>
#include <stdexcept>

#include "suite/component/block_evaluator.hpp"
#include "suite/evaluate/log_facts.hpp"
#include "suite/evaluate/log_sums.hpp"
#include "suite/model/pool.hpp"
#include "suite/numeric/nan.hpp"
#include "suite/numeric/number_bytes.hpp"
#include "suite/text/errors.hpp"
#include "suite/text/quoted_text.hpp"
#include "suite/text/sha256.hpp"

namespace replaybench {

namespace {

// A file of another version has another number here.
constexpr std::string_view magic = "replaybench part 1\n";
constexpr std::size_t seal_bytes = 32;

using numeric::read_number;
using numeric::read_text;
using numeric::write_number;
using numeric::write_text;

using Texts = std::vector<std::string>;

void write_texts(const Texts& texts, std::string& out) {
  write_number(texts.size(), out);
  for (const std::string& text : texts) write_text(text, out);
}

Texts read_texts(std::string_view& bytes) {
  Texts texts;
  for (std::uint64_t left = read_number(bytes); left > 0; --left) {
    texts.emplace_back(read_text(bytes));
  }
  return texts;
}

// In natural order, unless they are the same.
void unite(Texts& texts, const Texts& others) {
  if (texts == others) return;
  for (const std::string& text : others) {
    if (std::find(texts.begin(), texts.end(), text) == texts.end()) texts.push_back(text);
  }
  std::sort(texts.begin(), texts.end(), natural_less);
}

std::string seal_of(std::string_view bytes) {
  const auto digest = sha256(bytes);
  return {reinterpret_cast<const char*>(digest.data()), digest.size()};
}

// A part, or several that were merged.
struct Part {
  std::string identity;
  PartialPlan plan;
  std::uint64_t lines = 0, bad_lines = 0;
  bool has_intercept = false;
  bool has_warnings = false;  // of its reader, whose sentences count the rows of the part
  Texts features, ignored_columns;
  LogSums log;
  std::vector<Texts> estimates;  // the sums by evaluator, then policy, each of all parts

  std::string bytes() const {
    std::string out(magic);
    write_text(identity, out);
    write_text(plan.reading, out);
    for (const Texts* texts : {&plan.policies, &plan.evaluators, &plan.policy_labels,
                               &plan.evaluator_labels, &features, &ignored_columns}) {
      write_texts(*texts, out);
    }
    for (const std::uint64_t number :
         {plan.seed, lines, bad_lines, std::uint64_t{has_intercept}, std::uint64_t{has_warnings}}) {
      write_number(number, out);
    }
    log.write(out);
    for (const Texts& sums : estimates) write_text(sums.front(), out);
    return out + seal_of(out);
  }

  // Throws std::invalid_argument.
  static Part read(std::string_view bytes) {
    Part part;
    part.identity = read_text(bytes);
    part.plan.reading = read_text(bytes);
    for (Texts* texts : {&part.plan.policies, &part.plan.evaluators, &part.plan.policy_labels,
                         &part.plan.evaluator_labels, &part.features, &part.ignored_columns}) {
      *texts = read_texts(bytes);
    }
    part.plan.seed = read_number(bytes);
    part.lines = read_number(bytes);
    part.bad_lines = read_number(bytes);
    part.has_intercept = read_number(bytes) != 0;
    part.has_warnings = read_number(bytes) != 0;
    part.log = LogSums::read(bytes);
    for (std::size_t left = part.plan.policies.size() * part.plan.evaluators.size(); left > 0;
         --left) {
      part.estimates.push_back({std::string(read_text(bytes))});
    }
    return part;
  }

  void merge(Part other) {
    lines += other.lines;
    bad_lines += other.bad_lines;
    has_intercept = has_intercept && other.has_intercept;
    unite(features, other.features);
    unite(ignored_columns, other.ignored_columns);
    has_warnings = has_warnings || other.has_warnings;
    log.merge(other.log);
    for (std::size_t i = 0; i < estimates.size(); ++i) {
      estimates[i].push_back(std::move(other.estimates[i].front()));
    }
  }
};

Part opened(const NamedPart& part) {
  const auto fail = [&](const std::string& why) { throw DataError(part.name + ": " + why); };
  std::string_view bytes = part.bytes;
  if (!bytes.starts_with(magic)) {
    fail(bytes.starts_with(part_beginning)
             ? "is the part of a log, but of another version of the program: sum the part again"
             : "is not the part of a log as evaluate writes it");
  }
  if (bytes.size() < magic.size() + seal_bytes ||
      seal_of(bytes.substr(0, bytes.size() - seal_bytes)) !=
          bytes.substr(bytes.size() - seal_bytes)) {
    fail("is damaged or cut short: sum the part again");
  }
  bytes.remove_prefix(magic.size());
  bytes.remove_suffix(seal_bytes);
  try {
    return Part::read(bytes);
  } catch (const std::invalid_argument&) {
    fail("is damaged: sum the part again");
  }
  throw std::logic_error("a part neither read nor refused");
}

// Differences between two plans, in words; empty if there are none.
std::string difference_of(const PartialPlan& one, const PartialPlan& other) {
  const auto quoted = [](const Texts& texts) { return fmt::format("{}", fmt::join(texts, ", ")); };
  if (one.policies != other.policies) {
    return fmt::format("its policies are {}, not {}", quoted(one.policies), quoted(other.policies));
  }
  // An interval that was named is not the one that suits the rewards, with the same parameters.
  if (one.evaluators != other.evaluators || one.evaluator_labels != other.evaluator_labels) {
    return fmt::format("its evaluators are {}, not {}", quoted(one.evaluator_labels),
                       quoted(other.evaluator_labels));
  }
  if (one.reading != other.reading) {
    return fmt::format("its log was read by {}, not by {}", one.reading, other.reading);
  }
  if (one.seed != other.seed) return fmt::format("its seed is {}, not {}", one.seed, other.seed);
  return {};
}

// All parts as one, whose sums of estimates are those of the parts in the order of their identities.
Part merged(std::span<const NamedPart> parts) {
  std::map<std::string, std::pair<Part, std::string>> by_identity;  // with the names
  std::string first;
  for (const NamedPart& named : parts) {
    Part part = opened(named);
    const std::string identity = part.identity;
    const auto [place, is_new] = by_identity.try_emplace(identity, std::move(part), named.name);
    if (!is_new) {
      throw DataError(fmt::format("{}: is the same part of the log as {}: it would count twice",
                                  named.name, place->second.second));
    }
    if (first.empty()) first = identity;
    const auto& [of_first, name_of_first] = by_identity.at(first);
    const std::string difference = difference_of(place->second.first.plan, of_first.plan);
    if (!difference.empty()) {
      throw DataError(fmt::format("{}: was summed by another plan than {}: {}", named.name,
                                  name_of_first, difference));
    }
    if (place->second.first.log.has_propensities() != of_first.log.has_propensities()) {
      throw DataError(fmt::format("{}: one of this part and {} has propensities, the other none",
                                  named.name, name_of_first));
    }
  }
  auto next = by_identity.begin();
  Part all = std::move(next->second.first);
  while (++next != by_identity.end()) all.merge(std::move(next->second.first));
  return all;
}

// The names and the size of a log whose records are not there.
class SummedLog final : public LogBlocks {
 public:
  SummedLog(Log names, std::uint64_t size, bool has_propensities)
      : names_(std::make_shared<const Log>(std::move(names))),
        size_(size),
        has_propensities_(has_propensities) {}

  const std::shared_ptr<const Log>& shared_header() const override { return names_; }
  std::uint64_t size() const override { return size_; }
  bool has_propensities() const override { return has_propensities_; }
  bool has_pools() const override { return false; }
  LogBlock read(std::uint64_t, std::size_t, const BlockColumns&, BlockBuffers&) const override {
    absent();
  }
  void read_target(std::size_t, std::uint64_t, std::span<double>) const override { absent(); }
  bool target_has_all(std::size_t) const override { absent(); }
  void read_target_of(std::size_t, Action, std::uint64_t, std::span<double>) const override {
    absent();
  }
  void read_prediction_of(std::size_t, Action, std::uint64_t, std::span<double>) const override {
    absent();
  }
  void read_feature(std::uint32_t, std::uint64_t, std::span<double>) const override { absent(); }
  Log select(std::span<const std::uint32_t>) const override { absent(); }

 private:
  [[noreturn]] static void absent() {
    throw std::logic_error("a log that was merged from sums has no records");
  }

  std::shared_ptr<const Log> names_;
  std::uint64_t size_;
  bool has_propensities_;
};

template <class Description>
std::vector<Component<Description>> components_of(const Texts& texts,
                                                  const std::vector<const Description*>& table,
                                                  std::string_view kind) {
  std::vector<Component<Description>> components;
  std::vector<SpecProblem> problems;
  for (const std::string& text : texts) {
    auto found = find_component(text, {}, table, kind, problems);
    if (found) components.push_back(std::move(*found));
  }
  if (!problems.empty()) throw SpecErrors(problems);
  return components;
}

InputLog merged_input(const Part& part, std::span<const Component<AlgorithmDescription>> policies) {
  Log names;
  for (const ActionSummary& action : part.log.actions()) {
    names.action_names.push_back(action.name);
    names.unlogged += action.records == 0;
  }
  names.action_count = static_cast<Action>(names.action_names.size());
  names.feature_names = part.features;
  names.dimension = part.features.size();
  for (const auto& policy : policies) {
    names.targets.push_back({target_of_algorithm(policy), {}, {}});
  }
  InputLog input;
  input.lines = part.lines;
  input.records = part.log.records();
  input.bad_lines = part.bad_lines;
  input.has_intercept = part.has_intercept;
  input.ignored_columns = part.ignored_columns;
  if (part.has_warnings) {
    input.warnings = {
        "the reader of a part found something odd, which it said when the part was summed"};
  }
  input.blocks = std::make_shared<const SummedLog>(std::move(names), part.log.records(),
                                                   part.log.has_propensities());
  input.log = input.blocks->shared_header();
  return input;
}

// Why the log cannot be divided; empty if it can.
std::string undivided(const InputLog& input) {
  const Log& log = *input.log;
  if (log.kind() != LogKind::actions) {
    return fmt::format("a log of {} cannot be divided: evaluate it whole",
                       log_kind_names[log.kind()]);
  }
  if (input.blocks_of_log()->has_pools()) {
    return "a log with pools of actions cannot be divided: evaluate it whole, or without its "
           "column of pools";
  }
  if (!input.clusters.empty()) {
    return "a log with clusters cannot be divided, for a cluster may lie in two parts: evaluate it "
           "whole";
  }
  if (!input.segment_names.empty()) {
    return "a log with segments cannot be divided: write the parts of each segment apart";
  }
  if (!input.propensities_estimated.empty()) {
    return "propensities are estimated from the whole log: estimate them before it is divided";
  }
  return {};
}

// Why the evaluator needs the log whole; empty if it takes parts.
std::string needs_whole_log(const Component<EvaluatorDescription>& evaluator) {
  const auto method = evaluator.description->make(evaluator.parameters);
  const auto* const by_blocks = dynamic_cast<const BlockEvaluator*>(method.get());
  return by_blocks ? by_blocks->needs_whole_log()
                   : "needs all records of the log in their order: evaluate the log whole, or a "
                     "part of it as a sample";
}

// The evaluators that take parts, by their defaults or with a given model.
std::string evaluators_of_parts() {
  const auto named = [](std::string_view ending) {
    Texts names;
    for (const EvaluatorDescription* description : evaluators_table()) {
      std::vector<SpecProblem> problems;
      const auto found = find_component(description->name + std::string(ending), {},
                                        evaluators_table(), "evaluator", problems);
      if (found && needs_whole_log(*found).empty()) names.push_back(description->name);
    }
    return fmt::format("{}", fmt::join(names, ", "));
  };
  return named("") + "; with model=\"given\" by " + named("{model=\"given\"}");
}

void require_divisible(const InputLog& input,
                       std::span<const Component<AlgorithmDescription>> policies,
                       std::span<const Component<EvaluatorDescription>> evaluators) {
  if (const std::string why = undivided(input); !why.empty()) throw NotApplicable(why);
  for (const auto& policy : policies) {
    if (target_of_algorithm(policy).empty()) {
      throw NotApplicable(
          policy.description->name +
          " is an algorithm, and the parts of a log are evaluated for policies that "
          "its columns give: write its probabilities into columns, or evaluate the "
          "log whole, or a part of it as a sample");
    }
  }
  for (const auto& evaluator : evaluators) {
    const std::string why = needs_whole_log(evaluator);
    if (why.empty()) continue;
    throw NotApplicable(fmt::format("{} {}; a log in parts can be evaluated by {}",
                                    evaluator.description->name, why, evaluators_of_parts()));
  }
}

// Between the policies under each evaluator, without intervals: these pair the records.
std::vector<PairedDifference> differences_of(std::span<const EvaluatedPair> pairs) {
  std::vector<PairedDifference> differences;
  for (const EvaluatedPair& first : pairs) {
    for (const EvaluatedPair& second : pairs) {
      if (first.evaluator != second.evaluator || first.algorithm >= second.algorithm) continue;
      if (!first.evaluation || !second.evaluation) continue;
      differences.push_back(
          {first.algorithm,
           second.algorithm,
           first.evaluator,
           {{first.evaluation->estimate - second.evaluation->estimate, nan, nan},
            "no interval: it pairs the records, which the parts do not have; evaluate the log "
            "whole"}});
    }
  }
  return differences;
}

}  // namespace

std::string sum_part(const InputLog& input, const std::string& identity,
                     std::span<const Component<AlgorithmDescription>> policies,
                     std::span<const Component<EvaluatorDescription>> evaluators,
                     const PartialPlan& plan, std::size_t jobs) {
  require_divisible(input, policies, evaluators);
  const auto blocks = input.blocks_of_log();
  if (blocks->size() == 0) throw DataError("a part of a log without a record");
  Part part;
  part.identity = identity;
  part.plan = plan;
  part.lines = input.lines;
  part.bad_lines = input.bad_lines;
  part.has_intercept = input.has_intercept;
  part.ignored_columns = input.ignored_columns;
  part.has_warnings = !input.warnings.empty();
  part.features = input.log->feature_names;
  for (std::size_t i = part.features.size(); i < input.log->dimension; ++i) {
    part.features.push_back(std::to_string(i));
  }
  part.log = LogSums(*blocks);
  part.estimates.resize(policies.size() * evaluators.size());
  SharedPool(jobs)->for_each(part.estimates.size(), [&](std::uint64_t number) {
    const auto& evaluator = evaluators[number / policies.size()];
    const auto method = evaluator.description->make(evaluator.parameters);
    const Agent policy = make_agent(policies[number % policies.size()],
                                    problem_of_log(blocks->shared_header(), blocks->size()));
    part.estimates[number] = {
        dynamic_cast<const BlockEvaluator&>(*method).sum_part(blocks, policy, jobs)};
  });
  return part.bytes();
}

MergedLog evaluate_parts(std::span<const NamedPart> parts) {
  if (parts.empty()) throw std::invalid_argument("evaluate_parts: there is no part");
  const Part part = merged(parts);
  MergedLog result;
  result.plan = part.plan;
  const auto policies = components_of(part.plan.policies, algorithms_table(), "algorithm");
  const auto evaluators =
      components_of(part.plan.evaluator_labels, evaluators_table(), "evaluator");
  result.input = merged_input(part, policies);
  result.table.algorithms = part.plan.policies;
  result.table.evaluators = part.plan.evaluators;
  const LogFacts facts(result.input.blocks, part.log);
  EvaluatedSegment whole;
  whole.whole = true;
  whole.records = facts.size();
  whole.log_value = facts.value();
  const auto is_shown = [&](const std::string& action) { return part.log.shows(action); };
  const EvaluationOptions options{.seed = part.plan.seed, .log_name = "the log of these parts"};
  std::exception_ptr failure;
  for (std::size_t number = 0; number < part.estimates.size(); ++number) {
    EvaluatedPair pair;
    pair.algorithm = number % policies.size();
    pair.evaluator = number / policies.size();
    try {
      pair.evaluation =
          evaluate_sums(facts, part.estimates[number], is_shown, policies[pair.algorithm],
                        evaluators[pair.evaluator], options);
      auto& violations = pair.evaluation->assumption_violations;
      for (EvaluationWarning& warning : find_missing_input(result.input)) {
        violations.push_back(std::move(warning));
      }
      pair.evaluation->remarks.emplace_back(
          "merged from parts of the log: not tested whether records near each other are dependent, "
          "the logging policy changed, or propensities were rounded");
    } catch (const Error& error) {
      pair.not_applicable = error.marked();
      if (!failure) failure = std::current_exception();
    }
    whole.pairs.push_back(std::move(pair));
  }
  const bool none = std::none_of(whole.pairs.begin(), whole.pairs.end(),
                                 [](const EvaluatedPair& pair) { return pair.evaluation; });
  if (none && failure) std::rethrow_exception(failure);
  whole.differences = differences_of(whole.pairs);
  result.table.segments.push_back(std::move(whole));
  return result;
}

}  // namespace replaybench
