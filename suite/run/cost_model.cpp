#include "suite/run/cost_model.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <sstream>
#include <string_view>

#include "suite/numeric/decimal.hpp"
#include "suite/run/measured_times.hpp"
#include "suite/store/store.hpp"
#include "suite/text/errors.hpp"
#include "suite/text/files.hpp"

namespace replaybench {

namespace {

// Of an interaction, when nothing at all has been measured.
constexpr double usual_seconds = 1e-6;

// Shorter than this the clock and the system's disturbances weigh as much as the work.
constexpr double shortest_seconds = 1e-7;

// Ridge: as if this many measurements had said that the slopes are the usual ones.
constexpr double prior_weight = 0.05;
constexpr std::size_t most_numbers = 8;

// Beyond thirty times the most interactions measured a fit is an extrapolation.
const double far = std::log(30.0);

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

// The kind of a name: its horizon left out (the interactions say it), and each number that is a
// value of a parameter replaced by "_"; `numbers` gets their logarithms, 0 for those that have none.
std::string kind_text_of(const std::string& name, std::vector<double>& numbers) {
  std::string kind;
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
        numbers.push_back(number > 0 && std::isfinite(number) ? std::log(number) : 0);
        i += static_cast<std::size_t>(end - begin);
        continue;
      }
    }
    kind += name[i++];
  }
  return kind;
}

}  // namespace

void CostModel::Total::add(const Prediction& prediction, double replicates) {
  seconds += prediction.seconds * replicates;
  if (prediction.source <= Source::kind) known += prediction.seconds * replicates;
}

CostModel::Combination CostModel::combination_of(const Cell& cell) {
  const double replicates =
      cell.simulation ? static_cast<double>(cell.simulation->replicates) : 1.0;
  return add(name_of(cell), cell.cost / replicates);
}

CostModel::Combination CostModel::add(const std::string& text, double interactions) {
  const auto [place, is_new] = by_text_.try_emplace(text, entries_.size());
  if (!is_new) return place->second;
  Entry entry;
  entry.text = text;
  entry.interactions = std::max(interactions, 1.0);
  std::string kind_text = kind_text_of(text, entry.numbers);
  if (kind_text.starts_with("grid ")) kind_text = "grid";
  const auto [kind_place, kind_is_new] = kind_by_text_.try_emplace(kind_text, kinds_.size());
  entry.kind = kind_place->second;
  if (kind_is_new) {
    Kind kind;
    kind.evaluator = "evaluator " + component_in(text, "evaluator");
    kind.algorithm_and_evaluator =
        "algorithm " + component_in(text, "algorithm") + ", " + kind.evaluator;
    kinds_.push_back(std::move(kind));
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
  for (const std::string& group : {kind.algorithm_and_evaluator, kind.evaluator, std::string()}) {
    rates_[group].add(seconds, entry.interactions * replicates);
  }
  news_ = true;
}

double CostModel::drift() const {
  // A second of each, so that a few milliseconds do not decide.
  return std::clamp((seconds_now_ + 1) / (seconds_before_ + 1), 0.05, 20.0);
}

double CostModel::known_seconds(const Entry& entry) const {
  return entry.replicates > 0 ? entry.seconds / entry.replicates : entry.earlier * drift();
}

double CostModel::coordinate(const Entry& entry, const Fit& fit, std::size_t i) {
  return i == 0 ? std::log(entry.interactions) : entry.numbers[fit.numbers[i - 1]];
}

void CostModel::fit(const Kind& kind) const {
  Fit fit;
  const auto& first = entries_[kind.measured.front()].numbers;
  for (std::size_t i = 0; i < first.size() && fit.numbers.size() < most_numbers; ++i) {
    const bool varies = std::any_of(kind.measured.begin(), kind.measured.end(),
                                    [&](auto at) { return entries_[at].numbers[i] != first[i]; });
    if (varies) fit.numbers.push_back(i);
  }
  const std::size_t size = 1 + fit.numbers.size();
  const auto x = [&](const Entry& entry, std::size_t i) { return coordinate(entry, fit, i); };
  const auto count = static_cast<double>(kind.measured.size());
  fit.version = kind.version;
  fit.centre.assign(size, 0);
  for (const Combination at : kind.measured) {
    fit.mean += std::log(known_seconds(entries_[at])) / count;
    fit.highest = std::max(fit.highest, std::log(entries_[at].interactions));
    for (std::size_t i = 0; i < size; ++i) fit.centre[i] += x(entries_[at], i) / count;
  }
  // Slopes are the usual ones plus what the measurements say of the rest.
  const auto n = static_cast<Eigen::Index>(size);
  Eigen::MatrixXd squares = prior_weight * Eigen::MatrixXd::Identity(n, n);
  Eigen::VectorXd products = Eigen::VectorXd::Zero(n);
  for (const Combination at : kind.measured) {
    const Entry& entry = entries_[at];
    const double rest = std::log(known_seconds(entry)) - fit.mean - (x(entry, 0) - fit.centre[0]);
    Eigen::VectorXd distance(n);
    for (std::size_t i = 0; i < size; ++i) {
      distance[static_cast<Eigen::Index>(i)] = x(entry, i) - fit.centre[i];
    }
    products += rest * distance;
    squares += distance * distance.transpose();
  }
  const Eigen::VectorXd slopes = squares.ldlt().solve(products);
  fit.slopes.assign(slopes.begin(), slopes.end());
  fit.slopes[0] = std::clamp(fit.slopes[0] + 1, 0.0, 3.0);
  kind.fit = std::move(fit);
}

CostModel::Prediction CostModel::one_replicate(Combination combination) const {
  const Entry& entry = entries_[combination];
  if (entry.replicates > 0 || entry.earlier > 0) return {known_seconds(entry), Source::measured};
  const Kind& kind = kinds_[entry.kind];
  if (!kind.measured.empty()) {
    if (kind.fit.version != kind.version) fit(kind);
    double log_seconds = kind.fit.mean;
    for (std::size_t i = 0; i < kind.fit.slopes.size(); ++i) {
      log_seconds += kind.fit.slopes[i] * (coordinate(entry, kind.fit, i) - kind.fit.centre[i]);
    }
    const bool is_far = std::log(entry.interactions) > kind.fit.highest + far;
    return {std::exp(std::clamp(log_seconds, std::log(shortest_seconds), std::log(1e9))),
            is_far ? Source::related : Source::kind};
  }
  for (const std::string& group : {kind.algorithm_and_evaluator, kind.evaluator, std::string()}) {
    const auto rate = rates_.find(group);
    if (rate == rates_.end() || rate->second.interactions <= 0) continue;
    return {entry.interactions * rate->second.seconds / rate->second.interactions,
            group.empty() ? Source::guess : Source::related};
  }
  return {entry.interactions * usual_seconds, Source::guess};
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
    for (const std::string& group : {kind.algorithm_and_evaluator, kind.evaluator, std::string()}) {
      rates_[group].add(entry.earlier, entry.interactions);
    }
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
  } catch (const EnvironmentError&) {
    return false;
  }
  news_ = false;
  return true;
}

}  // namespace replaybench
