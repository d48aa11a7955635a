#include "suite/run/cost_model.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <sstream>
#include <string>
#include <string_view>

#include "suite/component/registry.hpp"
#include "suite/numeric/decimal.hpp"
#include "suite/run/measured_times.hpp"
#include "suite/store/store.hpp"
#include "suite/text/errors.hpp"
#include "suite/text/files.hpp"

namespace replaybench {

namespace {

// Seconds of one interaction without any measurement.
constexpr double usual_seconds = 1e-6;

// Shorter than this the clock and the system's disturbances weigh as much as the work.
constexpr double shortest_seconds = 1e-7;

// Standard deviations of the slopes of interactions and counts about 1 and of other numbers about 0,
// and of what it changes that a number is positive.
constexpr CostFit::Coordinate of_interactions{1, 0.3};
constexpr CostFit::Coordinate of_count{1, 0.3};
// Where a number of records limits the work, and of the interactions there, which are generated, read
// and tested on: both in proportion are the whole in proportion.
constexpr CostFit::Coordinate of_records{0.7, 0.3};
constexpr CostFit::Coordinate of_limited_interactions{1 - of_records.slope, 0.3};
constexpr CostFit::Coordinate of_number{0, 0.3};
constexpr CostFit::Coordinate of_presence{0, 0.7};
constexpr std::size_t max_numbers = 12;

// Errors of the logarithm of seconds: of the same combination on another day, of a related combination (at least), and
// of a guess.
constexpr double error_of_measured = 0.08;
const double error_of_related = std::log(2.0);
const double error_of_guess = std::log(10.0);
// A regression that may be wrong by more is an extrapolation, and says no more than a relation.
const double far = std::log(3.0);

// In seconds, and as a ratio of the ends: a range that is both longer and wider is of no use.
constexpr double short_range = 60;
constexpr double widest_range = 30;

// Four cases of five lie within as many standard deviations.
constexpr double four_of_five = 1.2816;

// One line that names a combination: the canonical text without what does not decide the time.
std::string name_of(const Cell& cell) {
  if (cell.grid) return "grid " + Store::key_of(cell.canonical).substr(0, 16);
  std::string name;
  std::istringstream lines(cell.canonical);
  for (std::string line; std::getline(lines, line);) {
    const std::string field = line.substr(0, line.find(' '));
    if (field == "replaybench" || field == "numeric" || field == "seed" || field == "truth" ||
        field == "replicates")
      continue;
    name += (name.empty() ? "" : " | ") + line;
  }
  std::replace_if(
      name.begin(), name.end(), [](char c) { return c == '\t' || c == '\r' || c == '\n'; }, ' ');
  return name;
}

std::string component_in(const std::string& name, const std::string& field) {
  return component_name(MeasuredTime{name, 0, 0}.field(field));
}

// The evaluator's description of a parameter; null if it has no parameter of this name.
const ParameterInfo* parameter_of(const std::string& evaluator, const std::string& parameter) {
  const auto* description = find_description(evaluator, evaluators_table());
  return description == nullptr ? nullptr : find_parameter(description->parameters, parameter);
}

struct Number {
  double value = 0;
  std::string parameter;  // empty within a list
  std::string evaluator;  // whose parameter it is: the cell's, or one that it is built on; or empty
};

// The kind of a name: its horizon left out (the interactions say it), and each number that is a
// value of a parameter replaced by "_" and added to `numbers`. An evaluator may be within another one's
// parameters: zone_errors{of="s_bred{resamples=10}"}.
std::string kind_text_of(const std::string& name, std::vector<Number>& numbers) {
  std::string kind;
  const std::size_t evaluator = name.find(" | evaluator ");
  const std::size_t evaluator_end =
      evaluator == std::string::npos ? evaluator : name.find(" | ", evaluator + 3);
  std::size_t word = 0;                 // where the name of a parameter or a component begins
  std::vector<std::string> components;  // whose parameters are being read
  for (std::size_t i = 0; i < name.size();) {
    if (name.compare(i, 8, "horizon ") == 0 && (i == 0 || name[i - 1] == ' ')) {
      i = std::min(name.find(" | ", i), name.size());
      continue;
    }
    const bool value = i > 0 && (name[i - 1] == '=' || name[i - 1] == '[' || name[i - 1] == ',');
    if (value) {
      const char* begin = name.c_str() + i;
      char* end = nullptr;
      const double number = std::strtod(begin, &end);
      if (end != begin && (*end == ',' || *end == '}' || *end == ']')) {
        kind += '_';
        const bool alone = name[i - 1] == '=';
        const bool of_evaluator = i > evaluator && i < evaluator_end && !components.empty();
        numbers.push_back({number, alone ? name.substr(word, i - 1 - word) : std::string(),
                           of_evaluator ? components.back() : std::string()});
        i += static_cast<std::size_t>(end - begin);
        continue;
      }
    }
    if (name[i] == '{') {
      const std::string component = name.substr(word, i - word);
      components.push_back(component.substr(0, component.find('#')));
    }
    if (name[i] == '}' && !components.empty()) components.pop_back();
    if (name[i] == ' ' || name[i] == '{' || name[i] == '"') word = i + 1;
    kind += name[i++];
  }
  return kind;
}

}  // namespace

double CostModel::Prediction::least() const { return seconds * std::exp(-four_of_five * error); }
double CostModel::Prediction::most() const { return seconds * std::exp(four_of_five * error); }

void CostModel::Total::add(const Prediction& prediction, double replicates) {
  seconds += prediction.seconds * replicates;
  if (prediction.source == Source::measured) measured += prediction.seconds * replicates;
  const bool is_known = prediction.source <= Source::kind;
  if (is_known) known += prediction.seconds * replicates;
  Doubt& doubt = is_known ? of_kind_[prediction.kind] : unknown_;
  doubt.below += (prediction.seconds - prediction.least()) * replicates;
  doubt.above += (prediction.most() - prediction.seconds) * replicates;
}

void CostModel::Total::add(const Total& other) {
  seconds += other.seconds;
  known += other.known;
  measured += other.measured;
  for (const auto& [kind, doubt] : other.of_kind_) {
    of_kind_[kind].below += doubt.below;
    of_kind_[kind].above += doubt.above;
  }
  unknown_.below += other.unknown_.below;
  unknown_.above += other.unknown_.above;
}

double CostModel::Total::lower_bound() const {
  double squares = 0;
  for (const auto& [kind, doubt] : of_kind_) squares += doubt.below * doubt.below;
  return std::max(known - std::sqrt(squares), 0.0);
}

double CostModel::Total::least() const {
  // Unknown work takes its own minimum, all of it together.
  return lower_bound() + std::max(seconds - known - unknown_.below, 0.0);
}

double CostModel::Total::most() const {
  double squares = 0;
  for (const auto& [kind, doubt] : of_kind_) squares += doubt.above * doubt.above;
  return seconds + unknown_.above + std::sqrt(squares);
}

bool CostModel::Total::is_useful() const {
  return most() - least() <= short_range || most() <= widest_range * least();
}

void CostModel::Rate::add(double more_seconds, double more_work) {
  seconds += more_seconds;
  work += more_work;
  const double log_rate = std::log(more_seconds / more_work);
  count += 1;
  logs += log_rate;
  squares += log_rate * log_rate;
}

double CostModel::Rate::error() const {
  const double mean = logs / count;
  const double variance = std::max(squares / count - mean * mean, 0.0);
  return std::max(std::sqrt(variance), error_of_related);
}

CostModel::Combination CostModel::combination_of(const Cell& cell) {
  return add(name_of(cell), cell.cost / cell.replicates());
}

CostModel::Combination CostModel::add(const std::string& text, double interactions) {
  const auto [place, is_new] = by_text_.try_emplace(text, entries_.size());
  if (!is_new) return place->second;
  Entry entry;
  entry.text = text;
  entry.interactions = std::max(interactions, 1.0);
  std::vector<Number> numbers;
  std::string kind_text = kind_text_of(text, numbers);
  if (kind_text.starts_with("grid ")) kind_text = "grid";
  // A file of times may hold any name: those of one kind have equally many numbers.
  kind_text += " #" + std::to_string(numbers.size());
  const auto [kind_place, kind_is_new] = kind_by_text_.try_emplace(kind_text, kinds_.size());
  entry.kind = kind_place->second;
  if (kind_is_new) {
    Kind kind;
    kind.evaluator = "evaluator " + component_in(text, "evaluator");
    kind.algorithm_and_evaluator =
        "algorithm " + component_in(text, "algorithm") + ", " + kind.evaluator;
    for (const Number& number : numbers) {
      const ParameterInfo* info = parameter_of(number.evaluator, number.parameter);
      const bool is_count = info != nullptr && info->repeats_work;
      const bool is_records = info != nullptr && info->limits_records;
      kind.roles.push_back(is_count ? Role::count : is_records ? Role::records : Role::other);
    }
    kinds_.push_back(std::move(kind));
  }
  entry.work = entry.interactions;
  const std::vector<Role>& roles = kinds_[entry.kind].roles;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    double value = numbers[i].value;
    if (roles[i] == Role::records) {
      if (!(value > 0)) value = entry.interactions;
      entry.work *= std::pow(value / entry.interactions, of_records.slope);
    } else if (roles[i] == Role::count && value > 1) {
      entry.work *= value;
    }
    const bool has_logarithm = value > 0 && std::isfinite(value);
    entry.numbers.push_back(has_logarithm ? std::log(value) : 0);
    entry.numbers.push_back(has_logarithm ? 1 : 0);
  }
  entries_.push_back(std::move(entry));
  return place->second;
}

void CostModel::observe(Combination combination, double replicates, double seconds) {
  Entry& entry = entries_[combination];
  Kind& kind = kinds_[entry.kind];
  seconds = std::max(seconds, shortest_seconds);
  if (entry.replicates == 0 && entry.earlier == 0) kind.measured.push_back(combination);
  entry.replicates += replicates;
  entry.seconds += seconds;
  ++kind.version;
  if (entry.earlier > 0) {
    seconds_now_ += seconds;
    seconds_before_ += entry.earlier * replicates;
  }
  add_rate(kind, entry, seconds, replicates);
  news_ = true;
}

void CostModel::add_rate(const Kind& kind, const Entry& entry, double seconds, double replicates) {
  rates_[kind.algorithm_and_evaluator].add(seconds, entry.work * replicates);
  rates_[kind.evaluator].add(seconds, entry.work * replicates);
  rates_[std::string()].add(seconds, entry.work * replicates);
}

double CostModel::drift() const {
  // A second of each, so that a few milliseconds do not decide.
  return std::clamp((seconds_now_ + 1) / (seconds_before_ + 1), 0.05, 20.0);
}

double CostModel::known_seconds(const Entry& entry) const {
  return entry.replicates > 0 ? entry.seconds / entry.replicates : entry.earlier * drift();
}

std::vector<double> CostModel::coordinates(const Entry& entry, const Fit& fit) {
  std::vector<double> at = {std::log(entry.interactions)};
  for (const std::size_t i : fit.numbers) at.push_back(entry.numbers[i]);
  return at;
}

CostFit::Coordinate CostModel::usual_slope(Role role) {
  switch (role) {
    case Role::count:
      return of_count;
    case Role::records:
      return of_records;
    case Role::other:
      break;
  }
  return of_number;
}

void CostModel::fit(const Kind& kind) const {
  Fit fit;
  fit.version = kind.version;
  const bool is_limited =
      std::find(kind.roles.begin(), kind.roles.end(), Role::records) != kind.roles.end();
  std::vector<CostFit::Coordinate> about = {is_limited ? of_limited_interactions : of_interactions};
  const auto& first = entries_[kind.measured.front()].numbers;
  for (std::size_t i = 0; i < first.size() && fit.numbers.size() < max_numbers; ++i) {
    const bool is_counted = kind.roles[i / 2] != Role::other && i % 2 == 0;
    const bool varies = std::any_of(kind.measured.begin(), kind.measured.end(),
                                    [&](auto at) { return entries_[at].numbers[i] != first[i]; });
    // That of a count is known before it varies.
    if (!varies && !is_counted) continue;
    fit.numbers.push_back(i);
    about.push_back(i % 2 == 1 ? of_presence : usual_slope(kind.roles[i / 2]));
  }
  std::vector<CostFit::Point> points;
  for (const Combination at : kind.measured) {
    points.push_back({coordinates(entries_[at], fit), std::log(known_seconds(entries_[at]))});
  }
  fit.log_seconds.emplace(std::move(about), points);
  kind.fit = std::move(fit);
}

CostModel::Prediction CostModel::one_replicate(Combination combination) const {
  const Entry& entry = entries_[combination];
  if (entry.replicates > 0 || entry.earlier > 0)
    return {known_seconds(entry), Source::measured, error_of_measured, entry.kind};
  const Kind& kind = kinds_[entry.kind];
  if (!kind.measured.empty()) {
    if (kind.fit.version != kind.version) fit(kind);
    const auto fitted = kind.fit.log_seconds->predict(coordinates(entry, kind.fit));
    const double log_seconds =
        std::clamp(fitted.log_seconds, std::log(shortest_seconds), std::log(1e9));
    return {std::exp(log_seconds), fitted.error > far ? Source::related : Source::kind,
            fitted.error, entry.kind};
  }
  for (const std::string& group : {kind.algorithm_and_evaluator, kind.evaluator}) {
    const auto rate = rates_.find(group);
    if (rate == rates_.end()) continue;
    return {entry.work * rate->second.seconds / rate->second.work, Source::related,
            rate->second.error(), entry.kind};
  }
  const auto all = rates_.find(std::string());
  const double rate = all == rates_.end() ? usual_seconds : all->second.seconds / all->second.work;
  return {entry.work * rate, Source::guess, error_of_guess, entry.kind};
}

void CostModel::load(const std::filesystem::path& file) {
  for (const MeasuredTime& time : read_times(file)) {
    const Combination combination = add(time.combination, time.interactions);
    Entry& entry = entries_[combination];
    if (entry.earlier > 0 || entry.replicates > 0) continue;
    entry.earlier = std::max(time.seconds, shortest_seconds);
    Kind& kind = kinds_[entry.kind];
    kind.measured.push_back(combination);
    ++kind.version;
    add_rate(kind, entry, entry.earlier, 1);
  }
}

bool CostModel::save(const std::filesystem::path& file) const {
  CostModel all;  // another process may have written to it meanwhile
  all.load(file);
  std::map<std::string, std::pair<double, double>> lines;
  for (const CostModel* model : {static_cast<const CostModel*>(&all), this}) {
    for (const Entry& entry : model->entries_) {
      if (entry.replicates > 0) {
        lines[entry.text] = {entry.seconds / entry.replicates, entry.interactions};
      } else if (entry.earlier > 0) {
        lines.try_emplace(entry.text, entry.earlier, entry.interactions);
      }
    }
  }
  std::string text(times_heading);
  text += "\n";
  for (const auto& [name, values] : lines) {
    text += numeric::to_decimal(values.first) + " " + numeric::to_decimal(values.second) + "\t" +
            name + "\n";
  }
  try {
    write_file(file, text);
  } catch (const FileError&) {
    return false;
  }
  news_ = false;
  return true;
}

}  // namespace replaybench
