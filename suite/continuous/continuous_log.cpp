#include "suite/continuous/continuous_log.hpp"

#include <algorithm>
#include <limits>

#include "suite/log/row_values.hpp"
#include "suite/numeric/decimal.hpp"
#include "suite/text/errors.hpp"
#include "suite/text/quoted_text.hpp"

namespace replaybench {

namespace {

class ContinuousReading {
 public:
  ContinuousReading(LogRows& rows, const ContinuousColumns& columns,
                    std::optional<ActionRange> range)
      : rows_(rows), range_(range) {
    refuse_twice(columns);
    const CsvHeader& header = rows.header();
    std::vector<std::string> wanted{columns.action, columns.reward, columns.density};
    wanted.insert(wanted.end(), columns.targets.begin(), columns.targets.end());
    if (columns.q != ContinuousColumns{}.q)
      wanted.push_back(columns.q);  // named: it has to be there
    const auto places = header.require(wanted);
    action_ = places[0];
    reward_ = places[1];
    density_ = places[2];
    q_ = header.find_any_case(columns.q);
    for (std::size_t t = 0; t < columns.targets.size(); ++t) {
      targets_.push_back({places[3 + t], header.find_any_case("q_" + columns.targets[t])});
      log_.targets.push_back({columns.targets[t], {}, {}});
    }
    const auto is_used = [&](std::size_t i) {
      return i == action_ || i == reward_ || i == density_ || i == q_ ||
             std::any_of(targets_.begin(), targets_.end(),
                         [&](const Target& t) { return i == t.action || i == t.q; });
    };
    log_.ignored_columns = unused_columns(rows, is_used);
    rows_.use(uses_of(rows, is_used, ColumnUse::text));
  }

  ContinuousLog read() && {
    while (rows_.next()) read_line();
    if (log_.size() == 0) {
      throw DataError(rows_.name() + ": the file has a header and no data line");
    }
    return std::move(log_);
  }

 private:
  struct Target {
    std::size_t action;
    std::optional<std::size_t> q;
  };

  static void refuse_twice(const ContinuousColumns& columns) {
    std::vector<std::string> names{columns.action, columns.reward, columns.density, columns.q};
    for (const std::string& target : columns.targets) {
      if (std::find(names.begin(), names.end(), target) != names.end()) {
        throw SpecErrors("column " + quoted_text(target) + " has two roles");
      }
      names.push_back(target);
    }
  }

  void read_line() {
    if (rows_.is_bad()) refuse_row(rows_, rows_.problem());
    log_.actions.push_back(action(action_));
    log_.rewards.push_back(finite_number(rows_, reward_));
    log_.densities.push_back(density());
    if (q_) log_.q.push_back(finite_number(rows_, *q_));
    for (std::size_t t = 0; t < targets_.size(); ++t) {
      log_.targets[t].actions.push_back(action(targets_[t].action));
      if (targets_[t].q) log_.targets[t].q.push_back(finite_number(rows_, *targets_[t].q));
    }
  }

  double action(std::size_t column) const {
    const double value = finite_number(rows_, column);
    if (!range_ || (value >= range_->low && value <= range_->high)) return value;
    refuse_row(rows_, seen_value(rows_, column) + " is not in the range of actions, [" +
                          numeric::to_decimal(range_->low) + ", " +
                          numeric::to_decimal(range_->high) + "]");
  }

  // Subnormal numbers have no finite inverse.
  double density() const {
    const double value = finite_number(rows_, density_);
    if (value >= std::numeric_limits<double>::min()) return value;
    refuse_row(rows_, seen_value(rows_, density_) + " is not a density above 0");
  }

  LogRows& rows_;
  std::optional<ActionRange> range_;
  std::size_t action_ = 0, reward_ = 0, density_ = 0;
  std::optional<std::size_t> q_;
  std::vector<Target> targets_;
  ContinuousLog log_;
};

}  // namespace

ContinuousLog read_continuous_log(LogRows& rows, const ContinuousColumns& columns,
                                  std::optional<ActionRange> range) {
  return ContinuousReading(rows, columns, range).read();
}

}  // namespace replaybench
