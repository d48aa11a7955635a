#include "suite/log/dose_table.hpp"

#include <algorithm>
#include <limits>

#include "suite/log/kind_table.hpp"
#include "suite/log/row_values.hpp"
#include "suite/text/errors.hpp"
#include "suite/text/quoted_text.hpp"

namespace replaybench {

namespace {

class DoseReading {
 public:
  DoseReading(LogRows& rows, const TableOptions& options)
      : rows_(rows),
        labels_(rows.header(), options),
        names_(options.policy_columns.empty() ? std::vector<std::string>{"target"}
                                              : options.policy_columns) {
    const CsvHeader& header = rows.header();
    const TableRoles roles(rows, options, {"action", "reward", "density", "q"}, "doses",
                           {"policy_column"});
    refuse_two_roles(roles);
    std::vector<std::string> wanted{roles.name("action"), roles.name("reward"),
                                    roles.name("density")};
    wanted.insert(wanted.end(), names_.begin(), names_.end());
    const auto places = header.require(wanted);
    action_ = places[0];
    reward_ = places[1];
    density_ = places[2];
    q_ = roles.find("q");
    for (std::size_t t = 0; t < names_.size(); ++t) {
      targets_.push_back({places[3 + t], header.find_any_case("q_" + names_[t])});
      doses_.targets.push_back({names_[t], {}, {}});
    }
    const auto is_used = [&](std::size_t i) {
      return i == action_ || i == reward_ || i == density_ || i == q_ || labels_.uses(i) ||
             std::any_of(targets_.begin(), targets_.end(),
                         [&](const Target& t) { return i == t.action || i == t.q; });
    };
    result_.report.ignored_columns = unused_columns(rows, is_used);
    std::vector<ColumnUse> uses = uses_of(rows, is_used, ColumnUse::numeral);
    for (std::size_t i = 0; i < uses.size(); ++i) {
      if (labels_.uses(i)) uses[i] = ColumnUse::text;
    }
    rows_.use(uses);
  }

  TableLog read() && {
    while (rows_.next()) read_line();
    if (doses_.size() == 0) {
      throw DataError(rows_.name() + ": the file has a header and no data line");
    }
    result_.report.name = rows_.name();
    result_.report.lines = result_.report.records = doses_.size();
    result_.report.warnings = rows_.warnings();
    std::move(labels_).finish(result_.report);
    result_.log = log_of_doses(std::move(doses_));
    return std::move(result_);
  }

 private:
  struct Target {
    std::size_t action;
    std::optional<std::size_t> q;
  };

  void refuse_two_roles(const TableRoles& roles) const {
    std::vector<std::string> used;
    for (const char* role : {"action", "reward", "density", "q"}) used.push_back(roles.name(role));
    for (const std::string& target : names_) {
      if (std::find(used.begin(), used.end(), target) != used.end()) {
        throw SpecErrors("column " + quoted_text(target) + " has two roles");
      }
      used.push_back(target);
    }
  }

  void read_line() {
    if (rows_.is_bad()) refuse_row(rows_, rows_.problem());
    doses_.actions.push_back(finite_number(rows_, action_));
    doses_.rewards.push_back(finite_number(rows_, reward_));
    doses_.densities.push_back(density());
    if (q_) doses_.q.push_back(finite_number(rows_, *q_));
    for (std::size_t t = 0; t < targets_.size(); ++t) {
      doses_.targets[t].actions.push_back(finite_number(rows_, targets_[t].action));
      if (targets_[t].q) doses_.targets[t].q.push_back(finite_number(rows_, *targets_[t].q));
    }
    labels_.read(rows_);
  }

  // Subnormal numbers have no finite inverse.
  double density() const {
    const double value = finite_number(rows_, density_);
    if (value >= std::numeric_limits<double>::min()) return value;
    refuse_row(rows_, seen_value(rows_, density_) + " is not a density above 0");
  }

  LogRows& rows_;
  LineLabels labels_;
  std::vector<std::string> names_;
  std::size_t action_ = 0, reward_ = 0, density_ = 0;
  std::optional<std::size_t> q_;
  std::vector<Target> targets_;
  DoseLog doses_;
  TableLog result_;
};

}  // namespace

TableLog read_dose_table(LogRows& rows, const TableOptions& options) {
  return DoseReading(rows, options).read();
}

}  // namespace replaybench
