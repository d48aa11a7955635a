#pragma once
// From stored cells to the tables of a study.

#include <map>
#include <string>
#include <vector>

#include "suite/plan/cell_sources.hpp"
#include "suite/plan/plan.hpp"
#include "suite/store/store.hpp"
#include "suite/table/table.hpp"

namespace replaybench {

/// The tables of a study, in the order of its spec, and the reasons for missing tables.
struct StudyTables {
  std::vector<std::pair<std::string, Table>> tables;
  /// Tables whose data are not on this machine, with the reason; no error.
  std::map<std::string, std::string> skipped;
  /// Tables without the combinations that cannot run on this machine, with their number and the
  /// reason.
  std::map<std::string, std::string> partial;
  /// Tables that lack cells (not run yet, failed, damaged, or of other sources), with the reason: an incomplete
  /// result is never shown.
  std::map<std::string, std::string> blocked;
  /// Origins of the cells that were read; cells of other sources count as missing.
  OriginCounts origins = {};
};

/// Assembles the tables of a plan from the store. Rows come in the order of the plan; moments are
/// merged in the order of replicates, so the bytes do not depend on how the cells were computed. A
/// simulation gives the columns
///   sweep variables, dataset, algorithm, evaluator, horizon, step,
///   and for each number m of the evaluator: m (mean over replicates), m_sd, m_se (standard error
///   of the mean), m_n (how many replicates gave a number; the others gave NaN and are left out)
/// or, where the spec asks for replicates, one row per replicate with the numbers themselves; or
/// differences, replicate by replicate, of the numbers that both have. Numbers that an evaluator
/// does not return are NaN. Throws SpecErrors for an expression of the spec that does not
/// fit its table.
StudyTables build_tables(const Plan& plan, const Store& store);

/// SHA-256 over the tables' names and CSV bytes: equal digests mean equal results.
std::string digest(const std::vector<std::pair<std::string, Table>>& tables);

}  // namespace replaybench
